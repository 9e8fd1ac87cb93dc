//! A second opinion on games of standard chess, which our own board plays: a replay with shakmaty.
//!
//! Debug builds compare every position. Releases replay every game of a short run, and of a long one as many as
//! cost next to nothing.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memchr::memmem;
use shakmaty::{Chess, Position as _};

use crate::{
    chess::{Outcome, Ply, Position, to_move},
    diagnostics::Located,
    layout::{Head, Writer},
    notation::Unwritable,
};

/// Chooses the games of a run to be replayed.
#[derive(Debug, Default)]
pub struct Sampling {
    games: AtomicU64,
    /// Whether tests make shakmaty disagree.
    #[cfg(test)]
    pub disagrees: bool,
}

impl Sampling {
    /// So many games are replayed if there may be no more.
    const FIRST: u64 = 64;
    /// Of so many others one is.
    const EVERY: u64 = 256;

    /// Takes note of a block of the input: if its tags say that there are more games than those, no run is short.
    pub fn see(&self, block: &[u8]) {
        if self.games.load(Relaxed) < Sampling::FIRST
            && memmem::find_iter(block, b"\n[Event ").nth(Sampling::FIRST as usize).is_some()
        {
            self.games.fetch_max(Sampling::FIRST, Relaxed);
        }
    }

    /// Returns a replay for the next game, in whatever thread, if it is among the chosen.
    pub fn next(&self) -> Option<Replay> {
        let n = self.games.fetch_add(1, Relaxed);
        (n < Sampling::FIRST || n.is_multiple_of(Sampling::EVERY)).then(|| Replay {
            #[cfg(test)]
            disagrees: self.disagrees,
            ..Replay::default()
        })
    }
}

/// Receives a game and replays it with shakmaty, variations included. Games of variants pass: shakmaty plays them anyway, or
/// does not know them.
#[derive(Debug, Default)]
pub struct Replay {
    /// The positions after and before the last ply of each open line, the main line first.
    lines: Vec<[Chess; 2]>,
    difference: Option<String>,
    #[cfg(test)]
    disagrees: bool,
}

impl Replay {
    /// Ends the replay. Panics if shakmaty does not allow a ply, or has another position than our own board: a bug, to be contained
    /// by [`crate::bug::survive`].
    pub fn conclude(&self) {
        assert!(self.difference.is_none(), "{}", self.difference.as_deref().unwrap_or_default());
    }
}

impl Writer for Replay {
    fn begin(&mut self, head: &Head<'_>) {
        self.lines = head.start.ordinary().map(|it| [it.twin(), it.twin()]).into_iter().collect();
        #[cfg(test)]
        if self.disagrees {
            self.lines
                .iter_mut()
                .for_each(|it| it[0] = Chess::default().swap_turn().expect("nobody is in check"));
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if let (Some([position, previous]), None) = (self.lines.last_mut(), &self.difference) {
            previous.clone_from(position);
            if ply.is_null() {
                return Ok(());
            }
            let m = to_move(ply);
            if position.is_legal(m) {
                position.play_unchecked(m);
            } else {
                let fen = before.fen();
                self.difference =
                    Some(format!("shakmaty does not allow {}{} in {fen}", ply.from(), ply.to()));
            }
        }
        Ok(())
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        let (Some([position, _]), None, Some(board)) =
            (self.lines.last_mut(), &self.difference, after.ordinary())
        else {
            return;
        };
        if ply.is_null() {
            *position = board.twin();
        } else if !board.is_twin(position) {
            let (from, to, fen) = (ply.from(), ply.to(), after.fen());
            self.difference = Some(format!("shakmaty's position after {from}{to} is not {fen}"));
        }
    }

    fn begin_variation(&mut self) {
        if let Some([_, previous]) = self.lines.last() {
            self.lines.push([previous.clone(), previous.clone()]);
        }
    }

    fn end_variation(&mut self) {
        self.lines.pop();
    }

    fn short_comment(&mut self, _: &str) {}

    fn end(&mut self, _: Outcome, _: &[Located]) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bug::survive, chess::Tags, events::HeadTags, notation::Choice, resolve::meaning};

    /// Replays plies, given in UCI as those of the positions in which they are legal, as played to these positions.
    fn replayed(start: &Position, plies: &[(&Position, &str, &Position)]) -> Result<(), String> {
        let tags = Tags(Vec::new());
        let mut replay = Replay::default();
        replay.begin(&Head {
            preamble: &[],
            tags: HeadTags::Read(&tags),
            written: None,
            start,
            notation: None,
            source: None,
        });
        for (before, text, after) in plies {
            let ply = meaning(&*Choice::uci().notation, before, text).plies[0];
            replay.ply(before, &ply).expect("it has no text");
            replay.played(after, &ply);
        }
        survive(|| replay.conclude()).map_err(|bug| bug.to_string())
    }

    fn set_up(fen: &str) -> Position {
        Position::set_up(None, Some(fen)).expect("a legal position")
    }

    #[test]
    fn a_difference_is_a_bug() {
        let start = Position::default();
        let e4 = set_up("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let e3 = set_up("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let no_castling = set_up("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Kkq - 0 1");
        let late = set_up("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
        let mut played = start.clone();
        played.play(&meaning(&*Choice::uci().notation, &start, "e2e4").plies[0]);
        assert_eq!(replayed(&start, &[(&start, "e2e4", &played)]), Ok(()));
        for (plies, why) in [
            ([(&start, "e2e4", &e3)], "shakmaty's position after e2e4 is not"),
            ([(&start, "e2e4", &no_castling)], "shakmaty's position after e2e4 is not"),
            ([(&start, "e2e4", &late)], "shakmaty's position after e2e4 is not"),
            ([(&e4, "e7e5", &e4)], "shakmaty does not allow e7e5 in"),
        ] {
            let said = replayed(&start, &plies).expect_err("a bug");
            assert!(said.starts_with("bug in plyglot") && said.contains(why), "{said}");
        }
    }

    #[test]
    fn short_runs_are_replayed_whole_and_long_ones_now_and_then() {
        let sampling = Sampling::default();
        let replayed: Vec<usize> = (0..1000).filter(|_| sampling.next().is_some()).collect();
        assert_eq!(replayed[..64], (0..64).collect::<Vec<usize>>());
        assert_eq!(replayed[64..], [256, 512, 768]);
        for (games, first) in [(64, 0), (66, 192)] {
            let sampling = Sampling::default();
            sampling.see("[Event \"?\"]\n\n1. e4 *\n\n".repeat(games).as_bytes());
            assert_eq!((0..1000).find(|_| sampling.next().is_some()), Some(first));
        }
    }
}
