//! Chooses the form of a move's text: the first that fits no other legal move.
//!
//! A text names the mover and the target (the destination or, in a capture, the captured piece), each in one of
//! five forms, from the letter alone to the letter with the full square. The ambiguity of a form depends on the
//! *rivals*: the other legal moves of the mover's role to a square with the same short name or, for a
//! capture, the other captures of the same role. They are listed once, as a set of origins for each target;
//! each then determines which forms it shares with the move. Whether a move promotes distinguishes it from
//! rivals, but the role promoted to and the marks of check and en passant do not.

use shakmaty::{Bitboard, Square};

use super::{names::twin_file, rivals::TWINS};
use crate::{
    chess::{Ply, Position, Role, Scope, Side, low64},
    eight::ONES,
    notation::exact::Described,
};

/// The forms of mover and target, by number.
///
/// Mover: 0 the letter, 1 with the side of origin, or a pawn's short file, 2 a pawn's full file, 3 the square,
/// 4 the full square. Destination: 0 short, 1 full. Captured piece: 0 the letter, 1 a pawn's short file, 2 its
/// full file, 3 the square, 4 the full square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forms {
    /// The mover's form.
    pub mover: u8,
    /// The target's form.
    pub target: u8,
}

impl Forms {
    /// Returns the bit index in a set of forms.
    fn place(self) -> u8 {
        5 * self.mover + self.target
    }
}

const fn forms(mover: u8, target: u8) -> Forms {
    Forms { mover, target }
}

/// The forms of a move without capture, in the order of trying.
const QUIET: [Forms; 8] =
    [forms(0, 0), forms(0, 1), forms(1, 0), forms(1, 1), forms(3, 0), forms(3, 1), forms(4, 0), forms(4, 1)];

/// The forms of a capture in the order of trying: by the sum of the numbers, then the target's first.
const CAPTURES: [Forms; 25] = {
    let mut list = [forms(0, 0); 25];
    let mut n = 0;
    let mut sum = 0;
    while sum <= 8 {
        let mut target = 0;
        while target <= 4 && target <= sum {
            if sum - target <= 4 {
                list[n] = forms(sum - target, target);
                n += 1;
            }
            target += 1;
        }
        sum += 1;
    }
    list
};

/// Returns the forms of a move's text.
#[inline]
pub fn forms_of(ply: &Described<'_>) -> Forms {
    let (from, to) = (ply.from.on_ordinary_board(), ply.to.on_ordinary_board());
    match ply.captured {
        // A single king can't reach both a square and its twin.
        None if ply.role == Role::King && ply.pieces(ply.color, Role::King).count() == 1 => forms(0, 0),
        None => {
            let here = low64(ply.rivals);
            let twin = to.flip_horizontal();
            let there =
                if TWINS.contains(to) && is_quiet(ply, twin) { legal(ply, twin) } else { Bitboard::EMPTY };
            match (here.is_empty(), there.is_empty()) {
                (true, true) => forms(0, 0),
                (true, false) => forms(0, 1),
                _ => {
                    let mut rivals = Rivals::new(ply);
                    rivals.push(to, here.with(from));
                    rivals.push(twin, there);
                    rivals.first_of(&QUIET)
                }
            }
        }
        Some(captured) => {
            let mut rivals = Rivals::new(ply);
            let promotes = ply.promotion.is_some();
            let mut targets = low64(ply.pieces(!ply.color, captured.role));
            if ply.role == Role::Pawn {
                let last = Bitboard::from_rank((!ply.color).backrank());
                targets &= if promotes { last } else { !last };
            }
            for square in targets {
                rivals.push(square, legal(ply, square));
            }
            let pawns = (ply.role, captured.role, promotes) == (Role::Pawn, Role::Pawn, false);
            if let Some(to) = ply.before.ep_square().filter(|_| pawns) {
                let to = to.on_ordinary_board();
                // The captured pawn stands on the fifth rank, next to the sixth, or on the fourth, next to the third.
                rivals.push(to.xor(Square::A2), legal(ply, to));
            }
            if rivals.is_alone() { forms(0, 0) } else { rivals.first_of(&CAPTURES) }
        }
    }
}

/// Whether a move of the ply's role to this square captures nothing.
#[inline]
fn is_quiet(ply: &Described<'_>, to: Square) -> bool {
    let before = ply.before;
    before.piece_at(to.into()).is_none() && (ply.role != Role::Pawn || before.ep_square() != Some(to.into()))
}

/// Returns the origins of legal moves of the ply's role to a square not occupied by its own side.
#[inline(always)]
fn legal(ply: &Described<'_>, to: Square) -> Bitboard {
    let us = ply.color;
    match ply.verified {
        Some((board, exact)) => {
            let reaching = board.reaching(us, exact.role, to);
            if reaching.is_empty() { reaching } else { board.legal(us, exact.role, reaching, to) }
        }
        None => low64(ply.before.candidates(Scope::Legal, ply.role, to.into())),
    }
}

/// For each square, the squares that share its name, by form: all squares, those on files with the same short
/// name, those on its file, those with the same short name, and the square itself.
static LIKE: [[Bitboard; 5]; 64] = {
    let mut table = [[Bitboard::FULL; 5]; 64];
    let mut n = 0;
    while n < 64 {
        let (file, rank) = (n as u8 & 7, 0xff << (n & !7));
        let files = ONES << file;
        let like = match twin_file(file) {
            Some(twin) => files | ONES << twin,
            None => files,
        };
        table[n] = [Bitboard::FULL, Bitboard(like), Bitboard(files), Bitboard(like & rank), Bitboard(1 << n)];
        n += 1;
    }
    table
};

/// Returns the forms of a square's name that also fit one of `others`.
#[inline(always)]
fn shared(square: Square, others: Bitboard) -> u32 {
    let like = &LIKE[usize::from(square)];
    like.iter().rev().fold(0, |set, it| set << 1 | u32::from((*it & others).any()))
}

/// The number of targets stored without allocation.
const TARGETS: usize = 8;

/// The legal moves to distinguish: a set of origins for each target.
struct Rivals<'a> {
    ply: &'a Described<'a>,
    from: Square,
    /// The target that the text names.
    target: Square,
    near: [(Square, Bitboard); TARGETS],
    len: usize,
    far: Vec<(Square, Bitboard)>,
}

impl<'a> Rivals<'a> {
    #[inline]
    fn new(ply: &'a Described<'a>) -> Rivals<'a> {
        let target = ply.captured.map_or(ply.to, |captured| captured.square).on_ordinary_board();
        let none = (target, Bitboard::EMPTY);
        Rivals {
            ply,
            from: ply.from.on_ordinary_board(),
            target,
            near: [none; TARGETS],
            len: 0,
            far: Vec::new(),
        }
    }

    #[inline]
    fn push(&mut self, target: Square, from: Bitboard) {
        if from.is_empty() {
            return;
        }
        match self.near.get_mut(self.len) {
            Some(place) => {
                *place = (target, from);
                self.len += 1;
            }
            None => self.far.push((target, from)),
        }
    }

    fn all(&self) -> impl Iterator<Item = (Square, Bitboard)> {
        self.near[..self.len].iter().chain(&self.far).copied()
    }

    #[inline]
    fn is_alone(&self) -> bool {
        self.len == 1 && !self.near[0].1.more_than_one()
    }

    fn first_of(&self, list: &[Forms]) -> Forms {
        let shared = self.shared();
        let is_unique = |forms: &Forms| match forms.mover {
            1 if self.ply.role != Role::Pawn => self.is_unique_by_side(forms.target),
            _ => shared & 1 << forms.place() == 0,
        };
        let fits = |forms: &&Forms| self.exists(**forms) && is_unique(forms);
        list.iter().find(fits).copied().unwrap_or(forms(4, 4))
    }

    /// Returns the set of forms that also fit another move, disregarding those that name a side.
    fn shared(&self) -> u32 {
        let mut all = 0;
        for (target, from_all) in self.all() {
            let others = if target == self.target { from_all.without(self.from) } else { from_all };
            all |= SPREAD[shared(self.from, others) as usize & 31] * self.target_forms(target);
        }
        all
    }

    /// Returns the set of forms of the move's target that also fit this target.
    fn target_forms(&self, target: Square) -> u32 {
        let shared = shared(self.target, target.into());
        // A destination has two forms only: the square's short name and its full name.
        if self.ply.captured.is_none() { shared >> 3 } else { shared }
    }

    /// Whether this move has these forms; forms it lacks would repeat a text already tried.
    fn exists(&self, forms: Forms) -> bool {
        let mover = match self.ply.role {
            Role::Pawn => forms.mover == 0 || self.ply.captured.is_some(),
            Role::King | Role::Queen => !matches!(forms.mover, 1 | 2),
            _ => forms.mover != 2,
        };
        let pawn = self.ply.captured.is_none_or(|captured| captured.role == Role::Pawn);
        mover && (pawn || !matches!(forms.target, 1 | 2))
    }

    /// Whether only this move fits the mover's side of origin and this form of the target.
    fn is_unique_by_side(&self, target_form: u8) -> bool {
        let (mut fitting, mut own) = (Bitboard::EMPTY, 0);
        for (_, from_all) in self.all().filter(|it| self.target_forms(it.0) >> target_form & 1 == 1) {
            own += u32::from(from_all.contains(self.from));
            fitting |= from_all;
        }
        own == 1 && side_that_tells(self.ply.before, self.from, fitting.without(self.from)).is_some()
    }
}

/// For each set of the mover's forms, the set of their bit indices with target form 0.
static SPREAD: [u32; 32] = {
    let mut table = [0; 32];
    let mut n = 0;
    while n < 5 * 32 {
        let (set, mover) = (n / 5 % 32, n % 5);
        table[set] |= (set as u32 >> mover & 1) << (5 * mover);
        n += 1;
    }
    table
};

/// Returns the side of origin that distinguishes the piece here from the others: it started on that side and
/// they on the other, and it also stands nearer to that side's edge than any of them.
pub fn side_that_tells(before: &Position, from: Square, others: Bitboard) -> Option<Side> {
    let side = before.origins().side(from.into())?;
    let to_west = Bitboard(ONES * ((1 << u32::from(from.file())) - 1));
    let farther = match side {
        Side::Queen => !to_west & !Bitboard::from_file(from.file()),
        Side::King => to_west,
    };
    (others & !(before.origins().of_side(side.other()) & farther)).is_empty().then_some(side)
}

/// Returns the side of origin that form 1 names.
#[inline]
pub fn written_side(before: &Position, ply: &Ply) -> Option<Side> {
    before.origins().side(ply.from())
}
