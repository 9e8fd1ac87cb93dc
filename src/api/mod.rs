//! The public library: a few stable types over internals that may change.

mod convert;
mod games;
mod play;
mod reading;

pub use convert::{Converter, Diagnostic, Report};
pub use games::{Game, GameEvent, Games, Skip, Visitor};
pub use play::{IllegalPly, MoveError, MoveErrorKind, NotInShakmaty, Notation, Position, notations};
pub use reading::{Encoding, Reading, UnknownEncoding};
