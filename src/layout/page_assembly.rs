//! What surrounds the games of an output, in layouts that have it.
//!
//! Games are converted in blocks, possibly in parallel and independently. What depends on all games of an
//! output (the head and foot of a page, the numbers of the games) is added where their blocks arrive in order.
//! Until then, marks stand for it: bytes that UTF-8 doesn't have.

use crate::io::buffers;

/// Marks the beginning of a game, and the place for whether it is shown at once.
pub(super) const GAME: u8 = 0xfe;
/// Marks a place for the number of the game.
pub(super) const NUMBER: u8 = 0xff;

/// Returns a buffer that begins with the head of a page and has room for games.
pub(super) fn headed(head: &[u8], games: &[u8]) -> Vec<u8> {
    let mut out = buffers::take(head.len() + games.len() + games.len() / 64);
    out.clear();
    out.extend_from_slice(head);
    out
}

/// Appends games to `out` with their numbers filled in, continuing the count, and with `state` at their beginnings.
pub(super) fn push_numbered(games: &[u8], count: &mut u64, state: &str, out: &mut Vec<u8>) {
    out.reserve(games.len());
    let mut number = count.to_string();
    let mut from = 0;
    for at in memchr::memchr2_iter(GAME, NUMBER, games) {
        out.extend_from_slice(&games[from..at]);
        from = at + 1;
        if games[at] == GAME {
            *count += 1;
            number = count.to_string();
            out.extend_from_slice(state.as_bytes());
        } else {
            out.extend_from_slice(number.as_bytes());
        }
    }
    out.extend_from_slice(&games[from..]);
}

/// Assembles the games of one output. The result depends on the games and their order, not on their blocks.
pub trait PageAssembly {
    /// Adds games; returns what can be written so far.
    fn add(&mut self, games: Vec<u8>) -> Vec<u8>;

    /// Ends the output; returns the rest of it.
    fn end(&mut self) -> Vec<u8>;
}

/// No frame: just the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl PageAssembly for Bare {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        games
    }

    fn end(&mut self) -> Vec<u8> {
        Vec::new()
    }
}
