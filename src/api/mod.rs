//! The public library: a few stable types over internals that may change.

mod convert;
mod play;

pub use convert::{Converter, Diagnostic, Format, Report};
pub use play::{IllegalPly, MoveError, Notation, Position, notations};
