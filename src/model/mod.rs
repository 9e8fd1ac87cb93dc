//! The model in which all readers and writers meet: squares and plies, tags, annotations, events.
//!
//! It is plain data. It knows neither the rules of a game nor how anything is written.

mod game;
pub mod nag;
mod ply;
mod square;

pub use game::{Comment, CommentKind, Outcome, Tag, Tags};
pub use nag::Nag;
pub use ply::{Captured, Castling, Ply, PlyKind, Role, Roles};
pub use shakmaty::Color;
pub use square::{Square, Squares};
