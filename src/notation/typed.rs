//! The words that the exact reader reads in its loop, each by its own notation.

use super::{
    lan,
    letters::Letters,
    sllavcco,
    word::{PlainWord, TypedWord, TypedWords},
};

impl TypedWords {
    /// Reads a word, if it tells the piece from no other one.
    #[inline(always)]
    pub fn read(self, word: &PlainWord) -> Option<TypedWord> {
        match self {
            TypedWords::Long => lan::long(word),
            TypedWords::Columns => sllavcco::columns(word, Letters::ENGLISH).filter(|it| !it.is_told_apart()),
        }
    }
}
