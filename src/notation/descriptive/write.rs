//! The choice of a move's form: the first that fits no other legal move.
//!
//! A text names the mover and the target (the destination or, in a capture, the captured piece), each in one of
//! five forms, from the letter alone to the letter with the full square. The ambiguity of a form depends on the
//! *rivals*: the other legal moves of the mover's role to a square of the same short name, or its other
//! captures of the same role. They are listed once, as a set of origins for each target; every form is then
//! tested with a mask and a count. A text states whether a move promotes, which distinguishes rivals; the role
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
const TARGETS: usize = 16;

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
        let fits = |forms: &&Forms| self.exists(**forms) && self.is_unique(before, **forms);
        list.iter().find(fits).copied().unwrap_or(forms(4, 4))
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

    /// Whether only this move fits.
    fn is_unique(&self, before: &Position, forms: Forms) -> bool {
        let (role, from) = (self.ply.role(), self.ply.from());
        let quiet = self.ply.capture().is_none();
        let with_side = forms.mover == 1 && role != Role::Pawn;
        let movers = match forms.mover {
            0 => Squares::ALL,
            1 if with_side => Squares::ALL,
            1 => file_and_twin(from.file()),
            2 => Squares::file(from.file()),
            3 => square_and_twin(from),
            _ => from.into(),
        };
        let targets = match forms.target {
            0 if quiet => square_and_twin(self.target),
            0 => Squares::ALL,
            1 if quiet => self.target.into(),
            1 => file_and_twin(self.target.file()),
            2 => Squares::file(self.target.file()),
            3 => square_and_twin(self.target),
            _ => self.target.into(),
        };
        let mut fitting = Squares::NONE;
        let mut own = 0;
        let mut count = 0;
        for (_, from_all) in self.all().filter(|it| targets.contains(it.0)) {
            let fit = from_all & movers;
            own += u32::from(fit.contains(from));
            count += fit.count();
            fitting |= fit;
        }
        if with_side { own == 1 && side(before, from, fitting.without(from)).is_some() } else { count == 1 }
    }
}

fn file_and_twin(file: u8) -> Squares {
    twin_file(file).map_or(Squares::NONE, Squares::file) | Squares::file(file)
}

fn square_and_twin(square: Square) -> Squares {
    twin(square).map_or(Squares::NONE, Squares::only) | square.into()
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
