//! The literal rule for the forms of a move's text, for comparison with [`super::write`]: tries the pattern of
//! every form in turn, until one fits no other legal move.

use super::{
    names::{file_name, files_of, rank_number, rank_of},
    write::Forms,
};
use crate::{
    chess::{
        CapturePattern, Color, Pattern, Ply, Position, PromotionPattern, Role, Scope, Side, Square, Squares,
        Variant,
    },
    notation::Choice,
};

fn square_set(color: Color, square: Square, full: bool) -> Squares {
    let name = file_name(square.file());
    files_of(name.side.filter(|_| full), name.piece) & rank_of(color, rank_number(color, square))
}

fn file_set(square: Square, full: bool) -> Squares {
    let name = file_name(square.file());
    files_of(name.side.filter(|_| full), name.piece)
}

/// Returns the pattern of the text in these forms, if there is such a text.
fn pattern(ply: &Ply, forms: Forms) -> Option<Pattern> {
    let pawn_takes = ply.role() == Role::Pawn && ply.capture().is_some();
    let from = match forms.mover {
        0 => Squares::ALL,
        1 if matches!(ply.role(), Role::Rook | Role::Bishop | Role::Knight) => Squares::ALL,
        1 | 2 if pawn_takes => file_set(ply.from(), forms.mover == 2),
        3 | 4 => square_set(ply.color(), ply.from(), forms.mover == 4),
        _ => return None,
    };
    let promotion = match ply.promotion() {
        Some(_) => PromotionPattern::Unsaid,
        None => PromotionPattern::No,
    };
    let pattern = Pattern { promotion, ..Pattern::to(ply.role(), Squares::ALL).from(from) };
    let Some(victim) = ply.capture() else {
        let to = (forms.target <= 1).then(|| square_set(ply.color(), ply.to(), forms.target == 1))?;
        return Some(Pattern { to, ..pattern }.capturing(CapturePattern::No));
    };
    let squares = match forms.target {
        0 => Squares::ALL,
        1 | 2 if victim.role == Role::Pawn => file_set(victim.square, forms.target == 2),
        3 | 4 => square_set(ply.color(), victim.square, forms.target == 4),
        _ => return None,
    };
    Some(pattern.capturing(CapturePattern::Yes(victim.role.into(), squares)))
}

fn fits_alone(before: &Position, ply: &Ply, forms: Forms) -> bool {
    let Some(pattern) = pattern(ply, forms) else { return false };
    let mut plies = Vec::new();
    before.plies(Scope::Legal, &pattern, &mut plies);
    plies.retain(|it| it.promotion().is_some() == ply.promotion().is_some());
    plies.dedup_by_key(|it| (it.from(), it.to()));
    if forms.mover != 1 || ply.role() == Role::Pawn {
        return plies.len() == 1;
    }
    let others: Vec<Square> = plies.iter().map(|it| it.from()).filter(|it| *it != ply.from()).collect();
    let side = before.origins().side(ply.from());
    let by_history = others.iter().all(|it| before.origins().side(*it).is_some_and(|it| Some(it) != side));
    let by_place = others.iter().all(|it| match side {
        Some(Side::Queen) => ply.from().file() < it.file(),
        _ => ply.from().file() > it.file(),
    });
    side.is_some() && by_history && by_place && plies.len() - others.len() == 1
}

/// Returns the first form, in the order of the rule, that fits no other legal move.
fn forms(before: &Position, ply: &Ply) -> Option<Forms> {
    let mut all = Vec::new();
    for mover in 0..5 {
        for target in 0..5 {
            all.push(Forms { mover, target });
        }
    }
    if ply.capture().is_some() {
        all.sort_by_key(|it| (it.mover + it.target, it.target));
    }
    all.into_iter().find(|it| fits_alone(before, ply, *it))
}

/// A pseudo-random sequence with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const STARTS: &[(Variant, &str)] = &[
    (Variant::Standard, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (Variant::Standard, "2rk2r1/1P3P1P/8/2pPpP2/8/p1p2p1p/8/R3K2R w KQ e6 0 2"),
    (Variant::Standard, "1R1R1R1R/8/p1p1p1p1/8/1R1p1R2/p1p3p1/6k1/K7 w - - 0 1"),
    (Variant::Standard, "1Q1Q1Q2/p7/8/2p1p3/Q4p2/8/p5pk/K7 w - - 0 1"),
    (Variant::Standard, "n1n3n1/1P1P1P1P/7k/N1N3N1/n1n3n1/7K/1p1p1p1p/N1N3N1 b - - 0 1"),
    (Variant::Standard, "1k6/p1p2p1p/P1P2P1P/b1b2b1b/B1B2B1B/1P1pp1P1/1p1PP1p1/1K6 w - - 0 1"),
    (Variant::Standard, "4k3/8/8/2pPpP2/8/8/3K4/8 w - c6 0 2"),
    (Variant::Chess960, "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w BGbg - 0 1"),
    (Variant::Chess960, "nnrkrbbq/pppppppp/8/8/8/8/PPPPPPPP/NNRKRBBQ w CEce - 0 1"),
    (Variant::Horde, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
    (Variant::Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
];

#[test]
fn the_direct_way_agrees_with_the_rule() {
    let mut dice = Dice(20_250_101);
    let mut compared = 0;
    for (variant, fen) in STARTS {
        for _ in 0..12 {
            let mut position = Position::set_up(Some(*variant), Some(fen)).unwrap();
            for _ in 0..60 {
                let plies = position.legal_plies();
                if plies.is_empty() {
                    break;
                }
                for ply in plies.iter().filter(|it| it.castling().is_none()) {
                    let direct = super::write::forms_of(&position, ply);
                    assert_eq!(Some(direct), forms(&position, ply), "{} {ply:?}", position.fen());
                    compared += 1;
                }
                position.play(&plies[dice.below(plies.len())]);
            }
        }
    }
    assert!(compared > 100_000, "only {compared} plies were compared");
}

#[test]
fn no_two_moves_of_a_position_share_a_text() {
    let mut dice = Dice(7);
    for style in ["descriptive", "descriptive:kt", "descriptive:es", "descriptive:fr"] {
        let notation = Choice::parse(style).unwrap().notation;
        for (variant, fen) in STARTS {
            let mut position = Position::set_up(Some(*variant), Some(fen)).unwrap();
            for _ in 0..60 {
                let plies = position.legal_plies();
                if plies.is_empty() {
                    break;
                }
                let mut texts: Vec<Vec<u8>> = plies
                    .iter()
                    .map(|ply| {
                        let mut text = Vec::new();
                        notation.write(&position, ply, &mut text).unwrap();
                        text
                    })
                    .collect();
                texts.sort();
                texts.dedup();
                assert_eq!(texts.len(), plies.len(), "{style} {}", position.fen());
                position.play(&plies[dice.below(plies.len())]);
            }
        }
    }
}
