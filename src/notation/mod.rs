//! Move notations: the text of single moves, independent of files, tags and layouts.
//!
//! Every notation reads text into [`Reading`]s (what the text says about the ply) and writes the canonical text
//! of a ply. [`REGISTRY`] lists them all. A new notation is a file, its `mod` here, an arm of the registry's `make`, a section
//! of `notations.txt` with its styles and its guide, and a column of `fixtures/moves.tsv`.

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
mod typed;
mod verify;
mod word;

pub use coordinates::Uci;
pub use exact::ExactReading;
pub use interface::{Notation, text_of};
pub use letters::{LANGUAGES, Language, Letters, look_alike};
pub use reading::{Annotations, CheckClaim, Reading, Unwritable};
pub use registry::{
    Choice, Exact, NotationEntry, OF_BOOKS, REGISTRY, UnknownNotation, Visitor, all, detectable, named,
    names, of_name,
};
pub use san::is_standard;
pub use scan::DASHES;
pub use word::{PlainWord, TypedWord, TypedWords};
