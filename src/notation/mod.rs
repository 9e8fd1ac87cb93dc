//! Move notations: the text of single moves, independent of files, tags and layouts.
//!
//! Every notation reads text into [`Reading`]s (what the text says about the ply) and writes the canonical text
//! of a ply. [`REGISTRY`] lists them all: a new notation is one module, a line of the registry's table
//! and an arm of its `make`.

mod algebraic;
mod board9;
mod chess99;
mod compass;
mod coordinates;
pub mod costs;
mod descriptive;
mod economical;
pub mod exact;
mod geographical;
pub mod glyphs;
pub mod guide;
mod interface;
mod lan;
pub mod letters;
mod own;
mod parts;
mod reading;
mod registry;
mod said;
mod san;
mod scan;
mod sllavcco;
mod spoken;
#[cfg(test)]
mod table;
mod text;
mod verify;
mod word;

pub use coordinates::Uci;
pub use exact::ExactReading;
pub use interface::{Notation, text_of};
pub use letters::LANGUAGES;
pub use reading::{Annotations, CheckClaim, Reading, Unwritable};
pub use registry::{
    Choice, Exact, NotationEntry, OF_BOOKS, REGISTRY, UnknownNotation, Visitor, all, detectable, named,
    names, of_name,
};
pub use san::is_standard;
pub use scan::DASHES;
