//! plyglot converts chess games between notations: standard and long algebraic, UCI, ICCF and Smith, descriptive in
//! its many forms, and the notations of some inventors. Every move is replayed on a board, so that what is written
//! is legal and unambiguous, and nothing is guessed without a word.
//!
//! # All games of a file
//!
//! [`convert()`] reads games in any notation and writes them in another:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot::{Layout, Options};
//!
//! let book = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 *";
//! let mut pgn = Vec::new();
//! let report = plyglot::convert(book.as_bytes(), &mut pgn, &Options::to("san")?.from("descriptive")?)?;
//! assert_eq!(String::from_utf8(pgn)?, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n");
//! assert_eq!(report.failed, 0);
//!
//! let mut json = Vec::new();
//! let options = Options::to("lan")?.layout(Layout::JsonLines);
//! plyglot::convert("1. e4 e5 1/2-1/2".as_bytes(), &mut json, &options)?;
//! assert!(String::from_utf8(json)?.contains(r#""text":"e2-e4","san":"e4","uci":"e2e4""#));
//! # Ok(())
//! # }
//! ```
//!
//! # Single moves
//!
//! A [`chess::Position`] is set up from a FEN, or is the first one; [`parse_move`] reads a move of it,
//! [`notation::text_of`] writes one, and [`chess::Position::play`] plays it. A [`chess::Ply`] is plain data and has
//! no notation.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot::{
//!     notation::{Choice, text_of},
//!     parse_move,
//!     chess::Position,
//! };
//!
//! let (san, compass) = (Choice::san(), Choice::parse("geographical")?);
//! let mut position = Position::set_up(None, Some("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))?;
//! let ply = parse_move(&san, &position, "exd6")?;
//! assert!(ply.is_en_passant());
//! assert_eq!(text_of(&*compass.notation, &position, &ply)?, "P x P e.p.");
//! position.play(&ply);
//! assert_eq!(position.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
//! # Ok(())
//! # }
//! ```
//!
//! # The notations
//!
//! [`notation::REGISTRY`] lists them, [`notation::guide`] explains them, and [`notation::Choice`] is one of them
//! with its styles:
//!
//! ```
//! use plyglot::notation::REGISTRY;
//!
//! let names: Vec<&str> = REGISTRY.iter().map(|entry| entry.name).collect();
//! assert!(["san", "descriptive", "economical"].iter().all(|name| names.contains(name)));
//! ```
//!
//! # What may change
//!
//! What this page and the modules below show follows semantic versioning; enumerations that are likely to grow are
//! non-exhaustive. What is hidden from this documentation is there for the program and its tests.
#![forbid(unsafe_code)]

mod api;
mod bug;
pub mod chess;
#[doc(hidden)]
pub mod cli;
pub mod convert;
pub mod diagnostics;
#[doc(hidden)]
pub mod io;
pub mod layout;
pub mod notation;
pub mod resolve;
mod similar;
#[doc(hidden)]
pub mod stats;

pub use api::{Layout, Message, MoveError, Options, Report, convert, parse_move};
