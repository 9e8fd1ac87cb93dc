//! The parts of a page around its games.
//!
//! Games are converted in blocks, possibly in parallel and independently. Whatever depends on all games of an
//! output (the head and foot of a page, the numbers of the games) is added where their blocks arrive in
//! order. Until then, it is represented by marks: bytes that don't occur in UTF-8.

use crate::{
    eight::{self, ONES},
    io::buffers,
};

/// Marks the beginning of a game, where its initial state is inserted.
pub(super) const GAME: u8 = 0xfe;
/// Marks where the number of the game is inserted.
pub(super) const NUMBER: u8 = 0xff;

/// Returns a buffer that begins with the head of a page and has room for `games`.
pub(super) fn headed(head: &[u8], games: &[u8]) -> Vec<u8> {
    let mut out = buffers::take(head.len() + games.len() + games.len() / 64);
    out.clear();
    out.extend_from_slice(head);
    out
}

/// Appends games to `out`, replacing number marks by a running count, and marks of beginnings by `state`.
pub(super) fn push_numbered(games: &[u8], count: &mut u64, state: &str, out: &mut Vec<u8>) {
    out.reserve(games.len());
    let mut number = digits(*count);
    let mut rest = games;
    while let Some((mark, after)) = copy_to_mark(rest, out) {
        if mark == GAME {
            *count += 1;
            number = digits(*count);
            out.extend_from_slice(state.as_bytes());
        } else {
            let end = out.len() + number.1;
            out.extend_from_slice(&number.0);
            out.truncate(end);
        }
        rest = after;
    }
}

/// Returns the digits of a number and their length; in an array of fixed size, they are copied without a
/// call.
fn digits(number: u64) -> ([u8; 24], usize) {
    let text = number.to_string();
    let mut digits = [0; 24];
    digits[..text.len()].copy_from_slice(text.as_bytes());
    (digits, text.len())
}

/// Appends games up to the next mark; returns the mark and the rest. Short texts, such as rows of plies, are
/// copied in pieces while looking for the mark, longer ones at once.
#[inline(always)]
fn copy_to_mark<'g>(games: &'g [u8], out: &mut Vec<u8>) -> Option<(u8, &'g [u8])> {
    const PIECE: usize = 64;
    /// Longer than most rows of plies.
    const NEAR: usize = 3 * PIECE;
    let mut rest = games;
    while games.len() - rest.len() < NEAR
        && let Some((piece, after)) = rest.split_first_chunk::<PIECE>()
    {
        let end = out.len();
        out.extend_from_slice(piece);
        // The highest of many bytes is found in few steps.
        if piece.iter().fold(0, |highest, it| (*it).max(highest)) >= GAME {
            let at = first_mark(piece)?;
            out.truncate(end + at);
            return Some((piece[at], &rest[at + 1..]));
        }
        rest = after;
    }
    let at = memchr::memchr2(GAME, NUMBER, rest);
    let (text, after) = rest.split_at(at.unwrap_or(rest.len()));
    out.extend_from_slice(text);
    after.split_first().map(|(mark, after)| (*mark, after))
}

/// Returns the offset of the first mark in a text, whose length is a multiple of eight.
#[inline(always)]
fn first_mark(text: &[u8]) -> Option<usize> {
    // The marks differ in the lowest bit.
    const { assert!(GAME | 1 == NUMBER) };
    let marks = |word: &[u8; 8]| eight::equal(u64::from_le_bytes(*word) | ONES, NUMBER);
    let (n, marks) = text.as_chunks().0.iter().map(marks).enumerate().find(|it| it.1 != 0)?;
    Some(8 * n + eight::first(marks))
}

/// Assembles the games of one output. The result doesn't depend on how games are divided into blocks.
pub trait PageAssembly {
    /// Adds games; returns the output that is ready.
    fn add(&mut self, games: Vec<u8>) -> Vec<u8>;

    /// Ends the output; returns its rest.
    fn end(&mut self) -> Vec<u8>;
}

/// Adds nothing to the games.
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
