//! What stands around the games of an output, where a layout has something to stand there.
//!
//! Games are converted in blocks, possibly several at a time, each of which knows nothing of the others. What depends on all games of
//! an output (a page's head and foot, the numbers of the games) is added where their blocks come in order.

/// A game in the output of a layout that numbers its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who played, and where.
    pub title: String,
    /// Places in the output where the number of the game goes, in order.
    pub numbers: Vec<usize>,
    /// The place in the output where it goes whether the game is shown at once.
    pub open: usize,
}

/// Puts the games of one output together. It depends on the games and their order, not on how they come in blocks.
pub trait Frame {
    /// Adds games. Answers what can be written by now.
    fn add(&mut self, games: Vec<u8>, entries: &[Entry]) -> Vec<u8>;

    /// Ends the output. Answers the rest of it.
    fn end(&mut self) -> Vec<u8>;
}

/// Nothing: the games one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Frame for Bare {
    fn add(&mut self, games: Vec<u8>, _: &[Entry]) -> Vec<u8> {
        games
    }

    fn end(&mut self) -> Vec<u8> {
        Vec::new()
    }
}
