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
//! # The games themselves
//!
//! [`Games`] is an iterator over them: tags, moves with positions, comments, variations, and what is wrong. A [`Visitor`] receives
//! the same as events, in pgn-reader's manner.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot::{Games, Position};
//! use shakmaty::{Chess, Position as _};
//!
//! let games = "1. P-K4 P-K4 2. B-B4 B-B4 3. Q-R5 Kt-KB3 4. QxP mate";
//! for game in Games::new(games.as_bytes()) {
//!     let (mut position, last) = game?.moves().last().ok_or("no moves")?;
//!     position.play(&last)?;
//!     assert!(Chess::try_from(&position)?.is_checkmate());
//! }
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
//! [`notations`] lists the notations by name. Positions and plies of the 8×8 board convert from and to shakmaty's.
//!
//! # Features
//!
//! The command line and its dependencies are the feature `cli`, on by default: `default-features = false` leaves them out.
//! `parquet` adds [`Layout::Parquet`].
//!
//! # What may change
//!
//! What this documentation shows follows semantic versioning, `cli` aside, which is for the program only; types that are likely to
//! grow are non-exhaustive.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "some of it serves the command line only")
)]
// Slices of texts are made by `slice`, which cannot panic.
#![cfg_attr(not(test), deny(clippy::string_slice, clippy::disallowed_methods))]

// The tests of the inside and the targets of the fuzzer name the crate as others do.
#[cfg(any(test, fuzzing))]
extern crate self as plyglot;

mod api;
#[cfg(any(test, fuzzing))]
#[allow(missing_docs, unreachable_pub, reason = "for the fuzzer")]
#[path = "../tests/fuzz/bodies/mod.rs"]
pub mod bodies;
mod bug;
mod chess;
#[cfg(feature = "cli")]
pub mod cli;
mod convert;
mod corrections;
mod diagnostics;
mod eight;
mod events;
#[cfg(test)]
#[path = "../tests/inside/mod.rs"]
mod inside;
mod io;
mod layout;
mod lex;
mod lines;
mod named;
mod notation;
mod reasons;
mod replay;
mod resolve;
mod similar;
mod slice;
mod stats;
mod words;

pub use api::{
    Converter, Diagnostic, Encoding, Game, GameEvent, Games, IllegalPly, MoveError, MoveErrorKind,
    NotInShakmaty, Notation, Position, Reading, Report, Skip, UnknownEncoding, Visitor, notations,
};
pub use chess::{
    Captured, Castling, Color, Outcome, Ply, PlyKind, Role, SetupError, Square, UnknownSquare, Variant,
};
pub use convert::OnError;
pub use diagnostics::Severity;
pub use layout::{Each, Layout, positions::At};
pub use named::UnknownName;
pub use notation::UnknownNotation;
pub use reasons::{Ambiguity, Candidate, Illegal, Suggestion, Unwritable};
pub use resolve::Repairing;
