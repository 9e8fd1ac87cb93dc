//! The interface to the form of a text, needed to split a stream.

use std::borrow::Cow;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The offset.
    pub at: usize,
    /// Whether the game ends there whatever follows; if not, the text ends there.
    pub decided: bool,
}

/// A form of texts with games: how it is recognised, and where its games end. The default is the usual form
/// of a text.
pub trait Form: Copy + Default {
    /// Detects the form from the beginning of an input; `None` if more bytes are needed. `whole` means that there are no more.
    fn of(beginning: &[u8], whole: bool) -> Option<Self>;

    /// Returns the text to search for games of this form, with all offsets unchanged.
    fn plain(self, text: Cow<'_, str>) -> Cow<'_, str>;

    /// Returns the last offset at or after `from` where a game begins regardless of what precedes it, judging by the
    /// surrounding lines only.
    fn last_boundary(self, bytes: &[u8], from: usize) -> Option<usize>;

    /// Returns a function that finds the end of the game at an offset. Its offsets must not decrease, from
    /// the beginning of the text on.
    fn ends(self, text: &str) -> impl FnMut(usize) -> GameEnd;
}
