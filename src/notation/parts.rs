//! Parts of moves' texts that several notations share.

use super::board9;
use crate::chess::{Pattern, Position, Square, Squares};

/// Returns whether SAN and related notations need the origin's file and its rank: standard 8.2.3.4.
#[inline(always)]
pub fn disambiguation(from: Square, rivals: Squares) -> (bool, bool) {
    if rivals.is_empty() {
        return (false, false);
    }
    if let (0, at @ ..64) = (rivals.0 >> 64, from.index()) {
        let shares = |line: u64| rivals.0 as u64 & line != 0;
        let shares_file = shares(0x0101_0101_0101_0101 << (at & 7));
        return (!shares_file || shares(0xff << (at & 56)), shares_file);
    }
    let shares_file = !(rivals & Squares::file(from.file())).is_empty();
    let shares_rank = !(rivals & Squares::rank(from.rank())).is_empty();
    (!shares_file || shares_rank, shares_file)
}

/// Whether a canonical move ends after `len` bytes: before the end, a blank, `)` or one of the bytes `also`.
#[inline]
pub fn ends_at(bytes: &[u8], len: usize, also: &[u8]) -> bool {
    let Some(next) = bytes.get(len) else { return true };
    matches!(next, b' ' | b'\n' | b'\r' | b'\t' | b')') || also.contains(next)
}

/// Returns the castling that a king's move between two squares may mean: to the king's own destination (not
/// on 9×9, where that may be a plain step), or to its partner's square.
pub fn castling_between(before: &Position, from: Square, to: Square) -> Option<Pattern> {
    let turn = before.turn();
    if before.king(turn) != Some(from) {
        None
    } else if before.piece_at(to).is_some_and(|(color, _)| color == turn) {
        Some(Pattern::castle(to.into()).from(from))
    } else {
        let castles =
            !board9::is_9x9(before) && (from.file().abs_diff(to.file()) > 1 || !before.is_chess960());
        castles.then(|| Pattern { to: to.into(), ..Pattern::castle(Squares::ALL).from(from) })
    }
}
