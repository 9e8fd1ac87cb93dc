//! The words that the exact reader reads in its loop, each by its own notation.

use super::{
    lan,
    letters::Letters,
    sllavcco,
    word::{PlainWord, TypedWord, TypedWords},
};

impl TypedWords {
    /// Reads a word without disambiguation; `None` for any other.
    #[inline(always)]
    pub fn read(self, word: &PlainWord) -> Option<TypedWord> {
        match self {
            TypedWords::Long => lan::long(word),
            TypedWords::Columns => sllavcco::columns(word, Letters::ENGLISH).filter(|it| !it.is_told_apart()),
        }
    }
}
