//! The grammar shared by all dialects: from words to readings.
//!
//! ```text
//! move   = castles | mover [origin] (to [origin] square | [to] square | takes victim | checks | promotes) marks
//! mover  = [side] piece | [side] [file] pawn          the rank-first dialects: piece [file] [side]
//! origin = ( square ) | / square | at square          a rank alone will do
//! square = [side] file [rank] | own [file] rank | e4  the rank-first dialects: rank file [side]
//! victim = [side] piece | [side] [file] pawn, [origin] | square
//! marks  = promotion, en passant, check, in any order
//! ```
//!
//! `K B - B 4` is the king's bishop, `K - B 4` the king; `Q takes Q B takes Q` may be two moves in two ways. So
//! all parses are followed, and the game decides.

use super::{
    dialect::{Dialect, Word},
    names::{files_of, rank_of},
    words::{Gap, Words},
};
use crate::{
    chess::{
        CapturePattern, Color, KindPattern, Pattern, Ply, Position, PromotionPattern, Role, Roles, Scope,
        Side, Square, Squares,
    },
    notation::{
        algebraic::castling,
        reading::{Annotations, CheckClaim, Reading},
        scan::Scan,
    },
};

/// Reads a move in a dialect: all ways to parse the beginning of the text, the longest first.
pub fn read(dialect: &Dialect, before: &Position, text: &str, out: &mut Vec<Reading>) {
    let Some(mut scan) = Scan::after_null(text, out) else { return };
    let first = out.len();
    if let Some(kingside) = scan.castling() {
        let taken = scan.taken();
        let words = Words::after(dialect, text, taken);
        let mut parser = Parser { before, color: before.turn(), rank_first: dialect.rank_first, words, out };
        parser.finish(castling(before, kingside), [None; 2], 0);
    } else {
        let words = Words::new(dialect, text);
        let mut parser = Parser { before, color: before.turn(), rank_first: dialect.rank_first, words, out };
        parser.castles(before);
        parser.moves();
    }
    out[first..].sort_by_key(|reading| std::cmp::Reverse(reading.len));
}

/// Removes plies excluded by a named side, and sorts the others by plausibility.
///
/// A side is where a piece started, or else the edge nearest to which it stands; a piece for which neither
/// holds isn't meant if there is one for which it does. Among the rest, a piece that isn't pinned comes
/// first, then a promotion to a queen if none is stated, and castling kingside; then UCI order.
pub fn disambiguate_by_rule(before: &Position, reading: &Reading, candidates: &mut Vec<Ply>) {
    if reading.pattern.promotion == PromotionPattern::Unsaid {
        // A promotion would have been stated.
        if candidates.iter().any(|ply| ply.promotion().is_none()) {
            candidates.retain(|ply| ply.promotion().is_none());
        }
    }
    if let Some(side) = reading.side {
        keep_of_side(before, side, candidates, |ply| Some(ply.from()));
    }
    if let Some(side) = reading.captured_side {
        keep_of_side(before, side, candidates, |ply| ply.capture().map(|victim| victim.square));
    }
    if candidates.len() < 2 {
        return;
    }
    let movers: Vec<Square> = candidates.iter().map(|ply| ply.from()).collect();
    let victims: Vec<Square> = candidates.iter().filter_map(|ply| Some(ply.capture()?.square)).collect();
    candidates.sort_by_cached_key(|ply| {
        (
            is_of_other_side(before, reading.side, Some(ply.from()), &movers),
            is_of_other_side(
                before,
                reading.captured_side,
                ply.capture().map(|victim| victim.square),
                &victims,
            ),
            is_pinned(before, ply),
            ply.promotion().is_some_and(|role| role != Role::Queen),
            ply.is_kingside_castling() == Some(false),
            ply.from().name(),
            ply.to().name(),
            ply.promotion(),
        )
    });
}

/// Whether the piece on this square, one of several, is excluded by a named side.
///
/// Where a piece started decides, except for pieces that have changed places across the middle of the board:
/// of knights on d4 and g3, the one on g3 is the king's to anyone who sees the board, wherever it came from.
fn is_of_other_side(before: &Position, side: Option<Side>, square: Option<Square>, all: &[Square]) -> bool {
    let (Some(side), Some(square)) = (side, square) else { return side.is_some() };
    let came = |it: Square| before.origins().side(it);
    let stands = |it: Square| Side::of_file(it.file()) == side;
    let left = all.iter().any(|it| came(*it) == Some(side) && !stands(*it));
    let entered = all.iter().any(|it| came(*it).is_some_and(|it| it != side) && stands(*it));
    let exchanged = left && entered && !all.iter().any(|it| came(*it) == Some(side) && stands(*it));
    if exchanged { !stands(square) } else { came(square) != Some(side) }
}

/// Retains the plies with a piece of this side, by origin or position, if there are any.
fn keep_of_side(
    before: &Position,
    side: Side,
    candidates: &mut Vec<Ply>,
    square: impl Fn(&Ply) -> Option<Square>,
) {
    let to_edge = |ply: &Ply| {
        square(ply).map(|it| if side == Side::Queen { it.file() } else { 7_u8.saturating_sub(it.file()) })
    };
    let nearest = candidates.iter().filter_map(to_edge).min();
    let furthest = candidates.iter().filter_map(to_edge).max();
    let fits = |ply: &Ply| {
        let by_history = square(ply).is_some_and(|it| before.origins().side(it) == Some(side));
        by_history || nearest != furthest && to_edge(ply) == nearest
    };
    if candidates.iter().any(fits) {
        candidates.retain(fits);
    }
}

/// Whether the moving piece is pinned to its king.
fn is_pinned(before: &Position, ply: &Ply) -> bool {
    if ply.role() == Role::King || ply.is_drop() || before.is_check() {
        return false;
    }
    let all = Pattern::to(ply.role(), Squares::ALL).from(ply.from());
    let count = |scope| {
        let mut plies = Vec::new();
        before.plies(scope, &all, &mut plies);
        plies.len()
    };
    count(Scope::Legal) < count(Scope::PseudoLegal)
}

/// A named piece: its possible squares, and the side on which it started.
#[derive(Clone, Copy)]
struct Named {
    role: Role,
    squares: Squares,
    side: Option<Side>,
}

/// The sides on which mover and captured piece are said to have started.
type Sides = [Option<Side>; 2];

struct Parser<'a> {
    before: &'a Position,
    color: Color,
    rank_first: bool,
    words: Words<'a>,
    out: &'a mut Vec<Reading>,
}

/// Returns the side named by a king or queen.
fn side_of(role: Role) -> Option<Side> {
    match role {
        Role::King => Some(Side::King),
        Role::Queen => Some(Side::Queen),
        _ => None,
    }
}

/// Whether each side of the board has one such piece.
fn is_twofold(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Knight | Role::Bishop)
}

impl Parser<'_> {
    /// Returns the piece named by word `n`, if it is joined to the preceding word.
    fn joined_piece(&mut self, n: usize) -> Option<Role> {
        let token = self.words.get(n)?;
        match token.word {
            Word::Piece(role) if n == 0 || token.gap <= Gap::One => Some(role),
            _ => None,
        }
    }

    fn joined_side(&mut self, n: usize) -> Option<Side> {
        self.joined_piece(n).and_then(side_of)
    }

    /// Returns the index after word `n` if that is `word`, otherwise `n`.
    fn after(&mut self, n: usize, word: Word) -> usize {
        n + usize::from(self.words.word(n) == Some(word))
    }

    /// Reads `Castles` for either side, or with a named side.
    fn castles(&mut self, before: &Position) {
        let king = usize::from(self.words.word(0) == Some(Word::Piece(Role::King)));
        let after = king + 1;
        match self.words.word(king) {
            Some(Word::Castles) => {}
            Some(Word::CastlesOn(side)) => {
                self.finish(castling(before, side == Side::King), [None; 2], after);
                return;
            }
            _ => return,
        }
        let mut n = after;
        while matches!(
            self.words.word(n),
            Some(Word::Comma | Word::Open | Word::With | Word::At | Word::Own | Word::Article)
        ) {
            n += 1;
        }
        let open = (after..n).any(|n| self.words.word(n) == Some(Word::Open));
        let gap = self.words.get(after).map_or(Gap::None, |token| token.gap);
        // `Castles QR`; where the side follows the letter, `Roque TD`.
        let rook_first = self.rank_first && self.words.word(n) == Some(Word::Piece(Role::Rook));
        let named = match self.words.word(n) {
            _ if rook_first => self.joined_side(n + 1),
            Some(Word::Piece(role)) => side_of(role),
            _ => None,
        };
        if let (Some(side), true) = (named, gap <= Gap::One) {
            n += 1;
            let rook = rook_first || self.joined_piece(n) == Some(Role::Rook);
            n += usize::from(rook);
            n = self.after(n, Word::SideSuffix);
            let closed = open && self.words.word(n) == Some(Word::Close);
            n += usize::from(closed);
            let kingside = side == Side::King;
            // In `Castles. K. R. to K's sq.`, the rook belongs to the next move.
            let goes_on = matches!(self.words.word(n), Some(Word::To | Word::Takes));
            if !goes_on {
                self.finish(castling(before, kingside), [None; 2], n);
            }
            // If set apart, it isn't part of a move of the rook or its pawn, as in `Castles QR P-QR4`.
            let apart = self.words.get(n).is_none_or(|token| token.gap != Gap::None);
            if (rook || closed) && apart && !goes_on && before.castling(kingside).is_some() {
                return;
            }
        }
        self.finish(Pattern::castle(Squares::ALL), [None; 2], after);
    }

    fn moves(&mut self) {
        if self.words.word(0) == Some(Word::Interposes) && self.before.is_check() {
            let pattern = Pattern::to(Roles::up_to(Role::Queen), Squares::ALL);
            self.finish(pattern.capturing(CapturePattern::No), [None; 2], 1);
        }
        for (mover, n) in self.names(0) {
            let mut origins = self.origins(n, mover.role != Role::Pawn);
            // A slash may also stand for a dash.
            if self.words.word(n) == Some(Word::Slash) && origins.iter().all(|it| it.1 > n) {
                origins.push((Squares::ALL, n));
            }
            let ours = self.before.pieces(self.color, mover.role);
            // Only the file is given, as in `R(Kt)-Kt6`, unless the piece is on its first rank.
            if origins.iter().all(|it| (it.0 & ours).is_empty())
                && let Some(Word::Piece(file)) =
                    self.words.word(n + 1).filter(|it| *it != Word::Piece(Role::Pawn))
                && (self.words.word(n), self.words.word(n + 2)) == (Some(Word::Open), Some(Word::Close))
            {
                origins.push((files_of(None, file), n + 3));
            }
            for (from, n) in origins {
                self.action(Named { squares: mover.squares & from, ..mover }, n);
            }
        }
    }

    /// Returns the names of pieces that begin at word `n`, with their ends.
    fn names(&mut self, n: usize) -> Vec<(Named, usize)> {
        let mut names = Vec::new();
        let Some(Word::Piece(first)) = self.words.word(n) else { return names };
        let mut push = |role: Role, squares, side, n| {
            names.push((Named { role, squares, side }, n));
        };
        push(first, Squares::ALL, None, n + 1);
        let Some(second) = self.joined_piece(n + 1) else { return names };
        let third = self.joined_piece(n + 2);
        let (one, two) = (side_of(first), side_of(second));
        if self.rank_first {
            match (two, first) {
                (Some(side), Role::Knight | Role::Bishop | Role::Rook) => {
                    push(first, Squares::ALL, Some(side), n + 2)
                }
                (Some(_), Role::Pawn) => push(first, files_of(None, second), None, n + 2),
                _ => {}
            }
            if is_twofold(second) {
                push(first, files_of(None, second), None, n + 2);
                if let Some(side) = third.and_then(side_of) {
                    push(first, files_of(Some(side), second), None, n + 3);
                }
            }
            return names;
        }
        match (one, second) {
            (Some(side), Role::Knight | Role::Bishop | Role::Rook) => {
                push(second, Squares::ALL, Some(side), n + 2);
                if third == Some(Role::Pawn) {
                    push(Role::Pawn, files_of(Some(side), second), None, n + 3);
                }
            }
            (Some(_), Role::Pawn) => push(second, files_of(None, first), None, n + 2),
            (None, Role::Pawn) if is_twofold(first) => push(second, files_of(None, first), None, n + 2),
            _ => {}
        }
        names
    }

    /// Returns the squares of origin, or of a captured piece, in brackets, after a slash or `at`, or in
    /// algebraic notation as in `Ktb8-d7`, with the end of the name; all squares if there are none. In
    /// brackets the first rank may be omitted, as in `R(Q)-K`, unless it may be a promotion.
    fn origins(&mut self, n: usize, may_omit: bool) -> Vec<(Squares, usize)> {
        let none = vec![(Squares::ALL, n)];
        let open = match self.words.word(n) {
            Some(Word::Algebraic(file, rank))
                if matches!(self.words.word(n + 1), Some(Word::To | Word::Takes)) =>
            {
                return vec![(Square::new(file, rank).into(), n + 1)];
            }
            Some(Word::Open) => true,
            Some(Word::Slash | Word::At) => false,
            _ => return none,
        };
        let n = self.after(n + 1, Word::At);
        let mut squares = self.squares(n, None, open && may_omit);
        if let Some(Word::Rank(number)) = self.words.word(n) {
            squares.push((rank_of(self.color, number), n + 1));
        }
        if open {
            squares.retain(|it| self.words.word(it.1) == Some(Word::Close));
            squares.iter_mut().for_each(|it| it.1 += 1);
        }
        if squares.is_empty() { none } else { squares }
    }

    /// Returns the squares that the words from `n` on may name, with the end of the name. `owner` is the
    /// piece that `his` and `her` refer to; if `may_omit`, a missing rank is the first.
    fn squares(&mut self, n: usize, owner: Option<Named>, may_omit: bool) -> Vec<(Squares, usize)> {
        let mut squares = Vec::new();
        let first = match self.words.word(n) {
            Some(Word::Algebraic(file, rank)) => {
                squares.push((Square::new(file, rank).into(), n + 1));
                return squares;
            }
            Some(Word::Own) => {
                if let Some(owner) = owner {
                    self.own_squares(n + 1, owner, &mut squares);
                }
                return squares;
            }
            Some(Word::Rank(number)) if self.rank_first => {
                self.rank_first_squares(n + 1, number, &mut squares);
                return squares;
            }
            Some(Word::Piece(first)) if first != Role::Pawn && !self.rank_first => first,
            _ => return squares,
        };
        self.on_rank(n + 1, files_of(None, first), may_omit, &mut squares);
        let second = self.joined_piece(n + 1).filter(|it| is_twofold(*it));
        if let (Some(side), Some(second)) = (side_of(first), second) {
            self.on_rank(n + 2, files_of(Some(side), second), may_omit, &mut squares);
        }
        squares
    }

    /// Reads `her 2d`, `his B's 3d`, `his sq.`. `Her B's` is the queen's bishop's file rather than the
    /// king's, unless she stands on the king's side.
    fn own_squares(&mut self, n: usize, owner: Named, squares: &mut Vec<(Squares, usize)>) {
        let side = side_of(owner.role).or(owner.side);
        match self.words.word(n) {
            Some(Word::Piece(file)) if file != Role::Pawn => {
                let side = side.filter(|_| is_twofold(file));
                let side = side.map(|side| self.standing(owner.role).unwrap_or(side));
                self.on_rank(n + 1, files_of(side, file), false, squares);
                if side.is_some() {
                    self.on_rank(n + 1, files_of(None, file), false, squares);
                }
            }
            _ => {
                let side = side.filter(|_| is_twofold(owner.role));
                self.on_rank(n, files_of(side, owner.role), false, squares);
            }
        }
    }

    /// Returns the side on which the only piece of this role stands.
    fn standing(&self, role: Role) -> Option<Side> {
        let square = self.before.pieces(self.color, role).single()?;
        Some(Side::of_file(square.file()))
    }

    /// Adds the squares of these files on the rank named by word `n`.
    fn on_rank(&mut self, n: usize, files: Squares, may_omit: bool, squares: &mut Vec<(Squares, usize)>) {
        let token = self.words.get(n).filter(|token| token.gap <= Gap::One);
        let first = rank_of(self.color, 1);
        // `R to K` is complete, `R to K's` is not.
        let may_omit = may_omit && !self.words.is_possessive(n);
        match token.map(|token| token.word) {
            Some(Word::Rank(number)) => {
                let square = self.words.get(n + 1).filter(|token| token.gap <= Gap::One);
                let square = square.is_some_and(|token| token.word == Word::Square);
                squares.push((files & rank_of(self.color, number), n + 1 + usize::from(square)));
                // The number of the next move, as in `1. R-K4 R-Q 2. P-B3`.
                let next = self.color.is_black() && self.before.move_number() + 1 == u32::from(number);
                if may_omit && next && token.is_some_and(|token| token.gap == Gap::One) {
                    squares.push((files & first, n));
                }
            }
            Some(Word::Square) => squares.push((files & first, n + 1)),
            _ if may_omit => squares.push((files & first, n)),
            _ => {}
        }
    }

    /// Reads `4R`, `3 A D`, after the rank. A name without spaces doesn't continue after one.
    fn rank_first_squares(&mut self, n: usize, number: u8, squares: &mut Vec<(Squares, usize)>) {
        let n = self.after(n, Word::Article);
        let rank = rank_of(self.color, number);
        let Some(file) = self.joined_piece(n).filter(|it| *it != Role::Pawn) else { return };
        squares.push((rank & files_of(None, file), n + 1));
        let spaced = self.words.get(n).is_some_and(|token| token.gap != Gap::None);
        let close = self.words.get(n + 1).is_some_and(|token| token.gap == Gap::None);
        if let (Some(side), true, true) = (self.joined_side(n + 1), is_twofold(file), spaced || close) {
            squares.push((rank & files_of(Some(side), file), n + 2));
        }
    }

    /// Reads what the mover does, from word `n` on.
    fn action(&mut self, mover: Named, n: usize) {
        let sides = [mover.side, None];
        let pattern = Pattern::to(mover.role, Squares::ALL).from(mover.squares);
        match self.words.word(n) {
            Some(Word::To) => {
                for (from, n) in self.origins(n + 1, false) {
                    let mover = Named { squares: mover.squares & from, ..mover };
                    // As in `Kt-b1-c3`.
                    match self.words.word(n) {
                        Some(Word::To | Word::Takes) if from != Squares::ALL => self.action(mover, n),
                        _ => self.target(mover, n, true),
                    }
                }
            }
            Some(Word::Takes) => self.victim(mover, n + 1),
            Some(Word::Colon | Word::Slash) => {
                self.victim(mover, n + 1);
                self.target(mover, n + 1, true);
            }
            Some(Word::Moves) => self.finish(pattern.capturing(CapturePattern::No), sides, n + 1),
            Some(Word::Interposes) if self.before.is_check() && mover.role != Role::King => {
                self.finish(pattern.capturing(CapturePattern::No), sides, n + 1);
            }
            Some(Word::Rank(steps @ 1..=2)) if mover.squares != Squares::ALL && !self.rank_first => {
                self.steps(mover, steps, n + 1);
            }
            Some(Word::Steps(steps)) if mover.role == Role::Pawn => self.steps(mover, steps, n + 1),
            Some(Word::Checks) => {
                let annotations = Annotations { check: Some(CheckClaim::Check), ..Annotations::default() };
                self.finish_with(pattern, sides, n + 1, annotations, None);
            }
            Some(Word::Mark(_)) => self.finish(pattern, sides, n),
            Some(Word::Queens | Word::Becomes | Word::Open) if mover.role == Role::Pawn => {
                if self.promotion(n).is_some() {
                    self.finish(pattern.capturing(CapturePattern::No), sides, n);
                }
            }
            Some(Word::Drop) => {
                for (to, n) in self.squares(n + 1, None, false) {
                    let pattern = Pattern { kind: KindPattern::Drop, ..Pattern::to(mover.role, to) };
                    self.finish(pattern, [None; 2], n);
                }
            }
            _ => self.target(mover, n, false),
        }
    }

    /// Reads a pawn's advance by a stated length, as in `K. P. two`.
    fn steps(&mut self, mover: Named, steps: u8, n: usize) {
        let n = self.after(n, Word::Square);
        let ranks = if steps == 2 { 2..=2 } else { 2..=7 };
        for number in ranks {
            let (from, to) = (rank_of(self.color, number), rank_of(self.color, number + steps));
            let pattern =
                Pattern::to(mover.role, to).from(mover.squares & from).capturing(CapturePattern::No);
            self.finish(pattern, [None; 2], n);
        }
    }

    /// Returns the squares of the opponent's doubled pawns.
    fn doubled(&self) -> Squares {
        let pawns = self.before.pieces(!self.color, Role::Pawn);
        let files = (0..8).map(|file| pawns & Squares::file(file)).filter(|it| it.single().is_none());
        files.fold(Squares::NONE, |all, it| all | it)
    }

    /// Reads a move to the square named from word `n` on. `told` means that a dash or `to` precedes it.
    fn target(&mut self, mover: Named, n: usize, told: bool) {
        let n = self.after(n, Word::Article);
        let may_omit = told && mover.role != Role::Pawn;
        if !told && (self.words.get(n).is_some_and(|token| token.gap == Gap::Wide) || self.is_algebraic(n)) {
            return;
        }
        for (to, n) in self.squares(n, Some(mover), may_omit) {
            let pattern = Pattern::to(mover.role, to).from(mover.squares).capturing(CapturePattern::No);
            self.finish(pattern, [mover.side, None], n);
        }
    }

    fn is_algebraic(&mut self, n: usize) -> bool {
        matches!(self.words.word(n), Some(Word::Algebraic(..)))
    }

    /// Reads a capture of the piece named from word `n` on.
    fn victim(&mut self, mover: Named, n: usize) {
        let n = match self.words.word(n) {
            Some(Word::Article | Word::Own) => n + 1,
            _ => n,
        };
        let pattern = Pattern::to(mover.role, Squares::ALL).from(mover.squares);
        if self.words.word(n) == Some(Word::Doubled) {
            for (victim, n) in self.names(n + 1).into_iter().filter(|it| it.0.role == Role::Pawn) {
                let capture = CapturePattern::Yes(victim.role.into(), victim.squares & self.doubled());
                self.finish(pattern.capturing(capture), [mover.side, None], n);
            }
        }
        for (to, n) in self.squares(n, None, false) {
            let pattern = Pattern { to, ..pattern }.capturing(CapturePattern::ANY);
            self.finish(pattern, [mover.side, None], n);
        }
        for (victim, n) in self.names(n) {
            let sides = [mover.side, victim.side];
            for (squares, n) in self.origins(n, mover.role != Role::Pawn) {
                let capture = CapturePattern::Yes(victim.role.into(), victim.squares & squares);
                self.finish(pattern.capturing(capture), sides, n);
            }
        }
    }

    /// Returns the promotion stated from word `n` on, and its end.
    fn promotion(&mut self, n: usize) -> Option<(Role, usize)> {
        let n = self.after(n, Word::Comma);
        let promoted =
            |word: Option<Word>| if let Some(Word::Piece(role)) = word { Some(role) } else { None };
        match self.words.word(n)? {
            Word::Queens => Some((Role::Queen, n + 1)),
            Word::Becomes | Word::Slash => {
                let n = self.after(n + 1, Word::Article);
                let role = promoted(self.words.word(n))?;
                let moves = self.words.get(n + 1).is_some_and(|next| match next.word {
                    Word::To | Word::Takes => true,
                    Word::Piece(_) | Word::Rank(_) => next.gap == Gap::None,
                    _ => false,
                });
                // The sign may be an evaluation, before a pawn's move.
                (role != Role::Pawn || !moves).then_some((role, n + 1))
            }
            Word::Open => {
                // As in `(Q)`, `(=Q)`, `(2d Q.)`, `(queens)`.
                let mut n = n + 1;
                while matches!(self.words.word(n), Some(Word::Rank(_) | Word::Becomes | Word::Article)) {
                    n += 1;
                }
                let role = match self.words.word(n) {
                    Some(Word::Queens) => Role::Queen,
                    word => promoted(word)?,
                };
                (self.words.word(n + 1) == Some(Word::Close)).then_some((role, n + 2))
            }
            _ => None,
        }
    }

    /// Returns a bare promotion, as in `P-K8 Queen` and `P-K8Q`, which may also be the next move's piece.
    fn bare_promotion(&mut self, n: usize) -> Option<Role> {
        let role = self.joined_piece(n).filter(|it| *it != Role::Pawn)?;
        self.words.ends_before(n + 1).then_some(role)
    }

    /// Adds the reading of a move whose marks, from word `n` on, are still unread.
    fn finish(&mut self, pattern: Pattern, sides: Sides, n: usize) {
        self.finish_with(pattern, sides, n, Annotations::default(), None);
        let pawn = pattern.roles == Roles::only(Role::Pawn);
        if let Some(role) = pawn.then(|| self.bare_promotion(n)).flatten() {
            self.finish_with(pattern, sides, n + 1, Annotations::default(), Some(role));
        }
    }

    fn finish_with(
        &mut self,
        mut pattern: Pattern,
        sides: Sides,
        mut n: usize,
        mut annotations: Annotations,
        mut promotion: Option<Role>,
    ) {
        let pawn = pattern.roles == Roles::only(Role::Pawn);
        loop {
            let said = if pawn && promotion.is_none() { self.promotion(n) } else { None };
            if let Some((role, after)) = said {
                promotion = Some(role);
                n = after;
                continue;
            }
            let Some((mark, after)) = self.mark(n) else { break };
            match mark {
                Word::EnPassant => annotations.en_passant = true,
                Word::Mark(mark) => annotations.check = annotations.check.or(Some(mark)),
                _ => {}
            }
            n = after;
        }
        if pawn {
            pattern.promotion =
                promotion.map_or(PromotionPattern::Unsaid, |role| PromotionPattern::To(role.into()));
        }
        if !self.words.ends_before(n) && !self.is_glued(n) {
            return;
        }
        let len = self.words.end_of(n);
        annotations.odd_ordinal = self.words.has_odd_ordinal(n);
        let [side, captured_side] = sides;
        let reading = Reading { len, pattern, annotations, side, captured_side };
        if !self.out.contains(&reading) {
            self.out.push(reading);
        }
    }

    /// Whether the next move begins at word `n` without a gap, as in `P-K4P-K4`.
    fn is_glued(&mut self, n: usize) -> bool {
        let Some(token) = self.words.get(n) else { return false };
        let begins = token.gap == Gap::None && matches!(token.word, Word::Piece(_) | Word::Castles);
        let mut joined = (n + 1..n + 4).map_while(|n| self.words.get(n).filter(|it| it.gap == Gap::None));
        let goes_on = joined.any(|it| matches!(it.word, Word::To | Word::Takes));
        match n.checked_sub(1).and_then(|n| self.words.word(n)) {
            Some(Word::Rank(_) | Word::Mark(_)) => begins,
            // Castling may name a side, but another piece's name may begin here too.
            Some(Word::Piece(_)) if self.words.word(0) == Some(Word::Castles) => false,
            Some(Word::Piece(_)) => begins && goes_on,
            // After castling.
            None => begins,
            _ => false,
        }
    }

    /// Returns a mark of check or en passant, perhaps in parentheses or after a comma, and its end.
    fn mark(&mut self, n: usize) -> Option<(Word, usize)> {
        let apart = matches!(self.words.word(n), Some(Word::Comma | Word::Colon | Word::To));
        let n = n + usize::from(apart);
        let open = usize::from(self.words.word(n) == Some(Word::Open));
        let mark = self.words.word(n + open)?;
        let closed = open == 0 || self.words.word(n + open + 1) == Some(Word::Close);
        (matches!(mark, Word::EnPassant | Word::Mark(_)) && closed).then_some((mark, n + 1 + 2 * open))
    }
}
