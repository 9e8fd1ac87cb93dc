//! The choice of a move's form: the first that fits no other legal move.
//!
//! A text names the mover and the target (the destination or, in a capture, the captured piece), each in one of
//! five forms, from the letter alone to the letter with the full square. The ambiguity of a form depends on the
//! *rivals*: the other legal moves of the mover's role to a square of the same short name, or its other
//! captures of the same role. They are listed once, as a set of origins for each target; each of them then tells
//! which forms it shares with the move. A text states whether a move promotes, which distinguishes rivals; the role
//! promoted to does not. Marks of check and en passant distinguish nothing.

use super::names::{twin, twin_file};
use crate::chess::{Color, Ply, Position, Role, Scope, Side, Square, Squares};

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
    /// Returns the place in a set of forms.
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
pub fn forms_of(before: &Position, ply: &Ply) -> Forms {
    match ply.capture() {
        // A single king cannot reach both squares of the same short name.
        None if ply.role() == Role::King && before.king(ply.color()).is_some() => forms(0, 0),
        None => {
            let here = before.ambiguous_with(ply);
            let there = match twin(ply.to()) {
                Some(twin) if is_quiet(before, ply, twin) => {
                    before.candidates(Scope::Legal, ply.role(), twin)
                }
                _ => Squares::NONE,
            };
            match (here.is_empty(), there.is_empty()) {
                (true, true) => forms(0, 0),
                (true, false) => forms(0, 1),
                _ => {
                    let mut rivals = Rivals::new(ply);
                    rivals.push(ply.to(), here | ply.from().into());
                    twin(ply.to()).into_iter().for_each(|twin| rivals.push(twin, there));
                    rivals.first_of(before, &QUIET)
                }
            }
        }
        Some(captured) => {
            let mut rivals = Rivals::new(ply);
            let promotes = ply.promotion().is_some();
            for square in before.pieces(!ply.color(), captured.role) {
                if ply.role() != Role::Pawn || is_last_rank(ply.color(), square) == promotes {
                    rivals.push(square, before.candidates(Scope::Legal, ply.role(), square));
                }
            }
            let pawns = (ply.role(), captured.role, promotes) == (Role::Pawn, Role::Pawn, false);
            if let Some(to) = before.ep_square().filter(|_| pawns) {
                let behind = match ply.color() {
                    Color::White => to.rank().wrapping_sub(1),
                    Color::Black => to.rank() + 1,
                };
                let takers = before.candidates(Scope::Legal, Role::Pawn, to);
                rivals.push(Square::new(to.file(), behind), takers);
            }
            if rivals.is_alone() { forms(0, 0) } else { rivals.first_of(before, &CAPTURES) }
        }
    }
}

/// Whether a piece of the ply's role that goes to this square captures nothing there.
#[inline]
fn is_quiet(before: &Position, ply: &Ply, to: Square) -> bool {
    before.piece_at(to).is_none() && (ply.role() != Role::Pawn || before.ep_square() != Some(to))
}

fn is_last_rank(color: Color, square: Square) -> bool {
    square.rank() == color.fold_wb(7, 0)
}

/// At most this many targets are kept without allocation.
const TARGETS: usize = 8;

/// The legal moves to distinguish: a set of origins for each target.
struct Rivals<'a> {
    ply: &'a Ply,
    /// The target that the text names.
    target: Square,
    near: [(Square, Squares); TARGETS],
    len: usize,
    far: Vec<(Square, Squares)>,
}

impl<'a> Rivals<'a> {
    #[inline]
    fn new(ply: &'a Ply) -> Rivals<'a> {
        let target = ply.capture().map_or(ply.to(), |captured| captured.square);
        Rivals { ply, target, near: [(target, Squares::NONE); TARGETS], len: 0, far: Vec::new() }
    }

    #[inline]
    fn push(&mut self, target: Square, from: Squares) {
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

    fn all(&self) -> impl Iterator<Item = (Square, Squares)> {
        self.near[..self.len].iter().chain(&self.far).copied()
    }

    #[inline]
    fn is_alone(&self) -> bool {
        self.len == 1 && self.near[0].1.count() == 1
    }

    fn first_of(&self, before: &Position, list: &[Forms]) -> Forms {
        let shared = self.shared();
        let is_unique = |forms: &Forms| match forms.mover {
            1 if self.ply.role() != Role::Pawn => self.is_unique_by_side(before, forms.target),
            _ => shared & 1 << forms.place() == 0,
        };
        let fits = |forms: &&Forms| self.exists(**forms) && is_unique(forms);
        list.iter().find(fits).copied().unwrap_or(forms(4, 4))
    }

    /// Returns the set of forms, by their places, that fit another move too; those with a side aside.
    fn shared(&self) -> u32 {
        let mut shared = 0;
        for (target, from_all) in self.all() {
            let (targets, is_own) = (self.target_forms(target), target == self.target);
            for from in from_all {
                if !is_own || from != self.ply.from() {
                    shared |= SPREAD[likeness(from, self.ply.from()) as usize & 31] * targets;
                }
            }
        }
        shared
    }

    /// Returns the set of forms of the target that fit this one too.
    fn target_forms(&self, target: Square) -> u32 {
        let likeness = likeness(target, self.target);
        // Without capture, the short form is that of the square, and the full one names it alone.
        if self.ply.capture().is_none() { likeness >> 3 } else { likeness }
    }

    /// Whether this move has such a form; others would equal one already tried.
    fn exists(&self, forms: Forms) -> bool {
        let mover = match self.ply.role() {
            Role::Pawn => forms.mover == 0 || self.ply.capture().is_some(),
            Role::King | Role::Queen => !matches!(forms.mover, 1 | 2),
            _ => forms.mover != 2,
        };
        let pawn = self.ply.capture().is_none_or(|captured| captured.role == Role::Pawn);
        mover && (pawn || !matches!(forms.target, 1 | 2))
    }

    /// Whether only this move fits a piece of its side and this form of the target.
    fn is_unique_by_side(&self, before: &Position, target_form: u8) -> bool {
        let from = self.ply.from();
        let (mut fitting, mut own) = (Squares::NONE, 0);
        for (_, from_all) in self.all().filter(|it| self.target_forms(it.0) >> target_form & 1 == 1) {
            own += u32::from(from_all.contains(from));
            fitting |= from_all;
        }
        own == 1 && side(before, from, fitting.without(from)).is_some()
    }
}

/// Sets of forms of the mover, each spread to the places of its forms.
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

/// Returns what two squares share as a set of forms: anything, the short name of the file, the file, the short name of the square,
/// and the square.
fn likeness(one: Square, other: Square) -> u32 {
    let is_file = one.file() == other.file();
    let is_like_file = is_file || twin_file(one.file()) == Some(other.file());
    let is_rank = one.rank() == other.rank();
    let all = [true, is_like_file, is_file, is_like_file && is_rank, one == other];
    all.iter().rev().fold(0, |set, it| set << 1 | u32::from(*it))
}

/// Returns the side of origin that distinguishes the piece here from the others: it started on that side and
/// they on the other, and it also stands nearer to that side's edge than any of them.
pub fn side(before: &Position, from: Square, others: Squares) -> Option<Side> {
    let side = before.origins().side(from)?;
    let tells = |other: Square| {
        let nearer = match side {
            Side::Queen => from.file() < other.file(),
            Side::King => from.file() > other.file(),
        };
        nearer && before.origins().side(other).is_some_and(|it| it != side)
    };
    others.into_iter().all(tells).then_some(side)
}

/// Returns the side of origin that form 1 names.
#[inline]
pub fn written_side(before: &Position, ply: &Ply) -> Option<Side> {
    before.origins().side(ply.from())
}
