//! The library's front door: a few types that are safe to keep while what stands behind them changes.

mod convert;
mod play;

pub use convert::{Converter, Diagnostic, Format, Report};
pub use play::{IllegalPly, MoveError, Notation, Position, notations};
