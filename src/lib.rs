//! plyglot converts chess games between notations: standard and long algebraic, UCI, ICCF and Smith,
//! descriptive in its many forms, and several invented ones. Every move is replayed on a board, so the output
//! is legal and unambiguous, and every guess is reported.
//!
//! # All games of a file
//!
//! A [`Converter`] reads games in any notation and writes them in another:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot::Converter;
//!
//! let mut compass = Vec::new();
//! let report = Converter::to("geographical".parse()?).convert("1. e4 e5 2. Nf3 *".as_bytes(), &mut compass)?;
//! assert!(String::from_utf8(compass)?.ends_with("1. P5 - n2 P5 - s2 2. N2 - nnw *\n\n"));
//! assert_eq!((report.games, report.failed), (1, 0));
//! # Ok(())
//! # }
//! ```
//!
//! # Single moves
//!
//! A [`Notation`] reads and writes the moves of a [`Position`]. A [`Ply`] is plain data and has no notation:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot::{Notation, Position};
//!
//! let (san, economical): (Notation, Notation) = ("san".parse()?, "economical:bare".parse()?);
//! let mut position = Position::default();
//! for text in ["e4", "e5", "Nf3"] {
//!     let ply = san.parse(&position, text)?;
//!     println!("{}", economical.write(&position, &ply)?);
//!     position.play(&ply)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`notations`] lists the notations by name.
//!
//! # What may change
//!
//! What this documentation shows follows semantic versioning; types that are likely to grow are non-exhaustive.
//! Hidden items exist for the program and its tests, and may change at any time.
#![forbid(unsafe_code)]
// Slices of texts are made by `slice`, which cannot panic.
#![cfg_attr(not(test), deny(clippy::string_slice, clippy::disallowed_methods))]

mod api;
mod bug;
#[doc(hidden)]
pub mod chess;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod convert;
#[doc(hidden)]
pub mod diagnostics;
mod eight;
#[doc(hidden)]
pub mod io;
#[doc(hidden)]
pub mod layout;
mod lines;
#[doc(hidden)]
pub mod notation;
mod replay;
#[doc(hidden)]
pub mod resolve;
mod similar;
mod slice;
#[doc(hidden)]
pub mod stats;
mod words;

pub use api::{Converter, Diagnostic, Format, IllegalPly, MoveError, Notation, Position, Report, notations};
pub use chess::{Captured, Castling, Color, Outcome, Ply, PlyKind, Role, SetupError, Square, Variant};
pub use convert::OnError;
pub use diagnostics::Severity;
pub use notation::{UnknownNotation, Unwritable};
