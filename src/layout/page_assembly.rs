//! What surrounds the games of an output, in layouts that have it.
//!
//! Games are converted in blocks, possibly in parallel and independently. What depends on all games of an
//! output (the head and foot of a page, the numbers of the games) is added where their blocks arrive in order.

/// A game in the output of a layout that numbers its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEntry {
    /// The players and the place.
    pub title: String,
    /// The offsets in the output where the game's number goes, in order.
    pub numbers: Vec<usize>,
    /// The offset in the output for whether the game is shown at once.
    pub open: usize,
}

/// Appends games to `out` with their numbers filled in, continuing the count.
pub(super) fn push_numbered(games: &[u8], entries: &[GameEntry], count: &mut u64, out: &mut Vec<u8>) {
    let mut from = 0;
    for entry in entries {
        *count += 1;
        let number = count.to_string();
        for &at in &entry.numbers {
            out.extend_from_slice(&games[from..at]);
            out.extend_from_slice(number.as_bytes());
            from = at;
        }
    }
    out.extend_from_slice(&games[from..]);
}

/// Assembles the games of one output. The result depends on the games and their order, not on their blocks.
pub trait PageAssembly {
    /// Adds games; returns what can be written so far.
    fn add(&mut self, games: Vec<u8>, entries: &[GameEntry]) -> Vec<u8>;

    /// Ends the output; returns the rest of it.
    fn end(&mut self) -> Vec<u8>;
}

/// No frame: just the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl PageAssembly for Bare {
    fn add(&mut self, games: Vec<u8>, _: &[GameEntry]) -> Vec<u8> {
        games
    }

    fn end(&mut self) -> Vec<u8> {
        Vec::new()
    }
}
