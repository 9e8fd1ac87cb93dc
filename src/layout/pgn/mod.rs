//! PGN, the Portable Game Notation: read in all its varieties, written in export format.

mod begin;
mod behind;
mod exact;
mod extent;
mod import;
pub mod read;
mod result;
mod row;
mod stretch;
mod tidy;
mod told;
mod write;

pub use crate::events::outcome::of_text;
pub use begin::{all_plies, drawn_start, opens, plies};
pub use behind::{doubt_rest, list_of_moves, lost};
pub(super) use exact::{Movetext, read_within};
pub use extent::{extent, only_words_after, own_extent};
pub use import::losses;
pub use result::{conclude, marker, marker_behind, marker_line};
pub(in crate::layout) use stretch::Stretch;
pub use told::{beside as positions_beside, drawn as positions_drawn};
pub use write::PgnWriter;
pub(super) use write::push_number;
