//! Diagnoses texts that can't be read: the reason, the candidates, and suggestions.

use super::{MoveText, Scratch, read_move, word};
use crate::{
    chess::{
        CapturePattern, Effect, KindPattern, Pattern, Ply, Position, PromotionPattern, Role, Roles, Scope,
        Square, Squares, Variant,
    },
    diagnostics::{Legal, Problem},
    notation::{self, Annotations, CheckClaim, Choice, LANGUAGES, Notation, Reading, letters::Letters},
    reasons::{Ambiguity, Candidate, Illegal, InCommon, Suggestion},
    similar::distance,
    slice::Slice as _,
};

/// Returns the canonical text of a ply, with marks; in long algebraic notation if its own has none, as often
/// in U-chess.
pub fn text_of(notation: &dyn Notation, position: &Position, ply: &Ply) -> String {
    let written = notation::text_of(notation, position, ply).ok();
    let long = || notation::text_of(&*Choice::parse("lan").ok()?.notation, position, ply).ok();
    written.or_else(long).unwrap_or_default()
}

/// Returns a ply with its text.
pub fn candidate(notation: &dyn Notation, position: &Position, ply: &Ply) -> Candidate {
    Candidate { ply: *ply, text: text_of(notation, position, ply) }
}

/// Returns plies with their texts.
fn candidates(notation: &dyn Notation, position: &Position, plies: &[Ply]) -> Vec<Candidate> {
    plies.iter().map(|ply| candidate(notation, position, ply)).collect()
}

/// Returns the diagnostic for a text with several candidate plies, whether or not the first is chosen.
pub fn ambiguous(notation: &dyn Notation, position: &Position, plies: &[Ply], taken: bool) -> Problem {
    Problem::Ambiguous { reason: who(plies), candidates: candidates(notation, position, plies), taken }
}

/// Returns the diagnostic for a ply singled out by the rest of the game.
pub fn settled(notation: &dyn Notation, position: &Position, ply: &Ply, all: &[Ply]) -> Problem {
    Problem::Settled {
        taken: candidate(notation, position, ply),
        candidates: candidates(notation, position, all),
    }
}

/// Returns the pieces between which a text is ambiguous.
fn who(plies: &[Ply]) -> Ambiguity {
    let one = &plies[0];
    let mut origins: Vec<Square> = plies.iter().map(|it| it.from()).collect();
    origins.sort_unstable();
    origins.dedup();
    if origins.len() != plies.len() || plies.iter().any(|it| it.to() != one.to()) {
        return Ambiguity::Moves;
    }
    if plies.iter().any(|it| it.role() != one.role()) {
        return Ambiguity::Pieces { pieces: plies.iter().map(|it| (it.role(), it.from())).collect() };
    }
    let origins = plies.iter().map(|it| it.from()).collect();
    Ambiguity::Origins { count: plies.len(), role: one.role(), origins }
}

/// Returns the problem if a mark doesn't fit the effect of the ply that led to this position.
pub fn wrong_check(after: &Position, claim: CheckClaim, effect: Effect) -> Option<Problem> {
    let mark = match claim {
        CheckClaim::Check => "check",
        CheckClaim::Discovered => "discovered check",
        CheckClaim::Double => "double check",
        CheckClaim::Mate => "mate",
        CheckClaim::DoubleOrMate => "double check or mate",
    };
    let instead = match effect {
        Effect::None => "it is no check",
        Effect::Check => "it is a plain check",
        Effect::Discovered => "it is a discovered check",
        Effect::Double => "it is a double check",
        Effect::Mate => "it is mate",
    };
    // In U-chess checks are ignored.
    let is_wrong = !claim.fits(effect) && after.variant() != Variant::UChess;
    is_wrong.then_some(Problem::WrongMark { mark, instead })
}

/// Returns the diagnostics for marks that don't fit the ply that led to this position.
pub fn wrong_marks(after: &Position, ply: &Ply, annotations: Annotations) -> Vec<Problem> {
    let wrong_check = |claim| wrong_check(after, claim, after.effect(ply));
    let mut problems: Vec<Problem> = annotations.check.and_then(wrong_check).into_iter().collect();
    let mut wrong = |mark, instead| problems.push(Problem::WrongMark { mark, instead });
    if annotations.en_passant && !ply.is_en_passant() {
        wrong("en passant", "it is not");
    }
    if annotations.capture && ply.capture().is_none() {
        wrong("a capture", "nothing is captured");
    }
    if annotations.own_check && !after.is_mover_in_check() {
        wrong("leaving its own king in check", "it does not");
    }
    if annotations.odd_ordinal {
        wrong("another rank by the ending of the number", "the number was taken");
    }
    problems
}

/// Returns the length of the unreadable text, and the problem. `meant` lists suggestions supported by the
/// rest of the game.
pub fn failure(
    notation: &dyn Notation,
    position: &Position,
    text: &MoveText<'_>,
    meant: Vec<Suggestion>,
) -> (usize, Problem) {
    if let Some((len, why)) = notation.refusal(position, text.text) {
        let suggestions =
            if meant.is_empty() { nearest(notation, position, text.text.slice(..len)) } else { meant };
        return (len, Problem::NoLegalMove { reason: Some(why), suggestions });
    }
    let (len, reading) = extent(notation, position, text);
    let reason = reading.and_then(|reading| reason(position, &reading));
    // An unknown letter may follow a valid move.
    let mut suggestions = in_other_languages(notation, position, attempt(text.text));
    if suggestions.is_empty() {
        suggestions = meant;
    }
    if suggestions.is_empty() {
        suggestions = nearest(notation, position, text.text.slice(..len).trim());
    }
    (len.max(1).min(text.text.len()), Problem::NoLegalMove { reason, suggestions })
}

/// Returns the length of the text meant as one move, and its reading, if any.
pub fn extent(notation: &dyn Notation, position: &Position, text: &MoveText<'_>) -> (usize, Option<Reading>) {
    let mut readings = Vec::new();
    notation.read(position, text.text, &mut readings);
    match readings.first() {
        // In `Kt. to K. 8's 3d.`, only a part can be read.
        Some(reading) if text.text.slice(reading.len..).starts_with(['\'', '’']) => {
            (notation.misspelt(text.text).len.map_or(reading.len, |len| len.max(reading.len)), Some(*reading))
        }
        Some(reading) => (reading.len, Some(*reading)),
        None => (notation.misspelt(text.text).len.unwrap_or_else(|| attempt(text.text).len()), None),
    }
}

/// Returns the number of the next ply, as in `12...`.
pub fn label(position: &Position) -> String {
    format!("{}{}", position.move_number(), position.turn().fold_wb(".", "..."))
}

/// Returns the text of an attempted move: up to the next blank, or further if signs stand between blanks.
fn attempt(text: &str) -> &str {
    let is_sign = |word: &str| matches!(word, "-" | "–" | "—" | "−" | "x" | "×" | ":" | "@" | "&");
    let mut last = word(text);
    let mut len = last.len();
    loop {
        let rest = text.slice(len..).trim_start();
        let next = word(rest);
        if next.is_empty() || !is_sign(last) && !is_sign(next) {
            return text.slice(..len);
        }
        len = text.len() - rest.len() + next.len();
        last = next;
    }
}

/// At most this many legal moves are listed.
const LISTED: usize = 12;

/// Returns the legal moves related to a text that fits none: those of the named piece, and those to its
/// square. Lists longer than [`LISTED`] are dropped as no help.
pub fn legal(notation: &dyn Notation, position: &Position, text: &MoveText<'_>) -> Vec<Legal> {
    let mut readings = Vec::new();
    notation.read(position, text.text, &mut readings);
    let Some(pattern) = readings.first().map(|it| it.pattern).filter(|it| it.kind == KindPattern::Move)
    else {
        return Vec::new();
    };
    let list = |what, roles: Roles, to: Squares| {
        let wanted = Pattern { promotion: PromotionPattern::Unsaid, ..Pattern::to(roles, to) };
        let mut plies = Vec::new();
        position.plies(Scope::Legal, &wanted, &mut plies);
        let mut moves = candidates(notation, position, &plies);
        moves.sort_by(|one, other| one.text.cmp(&other.text));
        (1..=LISTED).contains(&moves.len()).then_some(Legal { what, moves })
    };
    let role = pattern.roles.single();
    let of_piece = role.and_then(|role| list(InCommon::Role { role }, role.into(), Squares::ALL));
    let to_square = pattern.to.single().and_then(|to| list(InCommon::To { to }, Roles::ALL, to.into()));
    of_piece.into_iter().chain(to_square).collect()
}

/// Returns the reason why no ply fits a reading.
fn reason(position: &Position, reading: &Reading) -> Option<Illegal> {
    let pattern = reading.pattern;
    let list = |scope, pattern: Pattern| {
        let mut plies = Vec::new();
        position.plies(scope, &pattern, &mut plies);
        plies
    };
    let side = position.turn();
    match pattern.kind {
        KindPattern::Castle(..) if position.is_check() => return Some(Illegal::CastlingInCheck { side }),
        KindPattern::Castle(..) => return Some(Illegal::Castling { side }),
        KindPattern::Null => return Some(Illegal::PassInCheck),
        KindPattern::Drop if position.variant() != Variant::Crazyhouse => {
            return Some(Illegal::DropElsewhere);
        }
        KindPattern::Drop => return Some(Illegal::Drop),
        KindPattern::Move => {}
    }
    if let (Some(role), true) = (pattern.roles.single(), pattern.from.is_empty()) {
        return Some(Illegal::NoSuchPiece { side, role });
    }
    if pattern.to.is_empty() {
        return Some(Illegal::OffBoard);
    }
    if let [one, ..] = list(Scope::PseudoLegal, pattern)[..] {
        return Some(exposed(position, &one));
    }
    if let (CapturePattern::Yes(victims, squares), Squares::ALL) = (pattern.capture, pattern.to) {
        return no_capture(position, &pattern, victims, squares);
    }
    let any_capture = Pattern { capture: CapturePattern::Unsaid, ..pattern };
    if let Some(one) = list(Scope::Legal, any_capture).first() {
        return Some(match (pattern.capture, one.capture()) {
            (CapturePattern::No, Some(captured)) => Illegal::Captures { role: captured.role },
            (_, Some(captured)) => Illegal::OtherVictim { role: captured.role },
            (_, None) => Illegal::NoVictim { to: one.to() },
        });
    }
    let any_promotion = Pattern { promotion: PromotionPattern::Unsaid, ..pattern };
    if let Some(one) = list(Scope::Legal, any_promotion).first() {
        let wanted = match pattern.promotion {
            PromotionPattern::To(roles) => roles.single(),
            _ => None,
        };
        return Some(match (one.promotion(), wanted) {
            (None, _) => Illegal::NoPromotion,
            (Some(_), Some(role)) => Illegal::Promotion { role },
            (Some(_), None) => Illegal::PromotionUnsaid,
        });
    }
    let role = pattern.roles.single();
    if let Some(role) = role.filter(|role| position.pieces(side, *role).is_empty()) {
        return Some(Illegal::NoPiece { side, role });
    }
    let to = pattern.to.single()?;
    if pattern.from != Squares::ALL {
        let anywhere = Pattern { from: Squares::ALL, ..any_capture };
        if let Some(one) = list(Scope::Legal, anywhere).first() {
            return Some(Illegal::OtherOrigin { role: one.role(), to, from: one.from() });
        }
    }
    if position.piece_at(to).is_some_and(|(owner, _)| owner == side) {
        return Some(Illegal::OwnPiece { side, to });
    }
    Some(Illegal::Unreachable { role, to })
}

/// Returns the reason why no piece can capture the named victim.
fn no_capture(position: &Position, pattern: &Pattern, victims: Roles, squares: Squares) -> Option<Illegal> {
    let role = pattern.roles.single()?;
    let victim = victims.single()?;
    let side = position.turn();
    if position.pieces(side, role).is_empty() {
        return Some(Illegal::NoPiece { side, role });
    }
    if (position.pieces(!side, victim) & squares).is_empty() {
        return Some(Illegal::NoSuchPiece { side: !side, role: victim });
    }
    Some(match (pattern.from.single(), squares.single()) {
        (Some(from), Some(to)) => Illegal::VictimOn { role, from, victim, to },
        (Some(from), None) => Illegal::Victim { role, from, victim },
        _ => Illegal::VictimThere { role, victim },
    })
}

/// Returns the reason why a pseudo-legal ply is illegal.
fn exposed(position: &Position, ply: &Ply) -> Illegal {
    if position.variant() == Variant::UChess {
        return unsayable(position, ply);
    }
    if ply.role() == Role::King {
        return Illegal::KingAttacked { to: ply.to() };
    }
    if position.is_check() {
        return Illegal::StillInCheck { side: position.turn() };
    }
    Illegal::Pinned { role: ply.role(), from: ply.from() }
}

/// Returns the reason why three symbols can't express this ply.
fn unsayable(position: &Position, ply: &Ply) -> Illegal {
    let mut rivals: Vec<(Square, Square)> =
        position.same_symbols(ply).iter().map(|it| (it.from(), it.to())).collect();
    rivals.dedup();
    if rivals.is_empty() { Illegal::PromotionWithCapture } else { Illegal::SharedSymbols { rivals } }
}

/// Returns the legal plies with texts similar to this one, most similar first.
fn nearest(notation: &dyn Notation, position: &Position, text: &str) -> Vec<Suggestion> {
    let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    let given = bare(text);
    let limit = if given.chars().count() > 3 { 2 } else { 1 };
    let mut near: Vec<(usize, Candidate)> = candidates(notation, position, &position.legal_plies())
        .into_iter()
        .map(|candidate| (distance(&given, &bare(&candidate.text)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_by(|one, other| (one.0, &one.1.text).cmp(&(other.0, &other.1.text)));
    let best = near.first().map(|it| it.0);
    let nearest = near.into_iter().filter(|it| Some(it.0) == best).take(4);
    nearest.map(|it| Suggestion::Instead { ply: it.1 }).collect()
}

/// Returns suggestions for a text in piece letters of other languages; at least one letter must not be the
/// notation's own.
fn in_other_languages(notation: &dyn Notation, position: &Position, text: &str) -> Vec<Suggestion> {
    let mut found = Vec::new();
    let Some(own) = notation.letters() else { return found };
    let is_foreign = |(at, letter): (usize, char)| {
        letter.is_uppercase() && !matches!(letter, 'O' | 'P') && own.read(text.slice(at..)).is_none()
    };
    if !text.char_indices().any(is_foreign) {
        return found;
    }
    let mut scratch = Scratch::default();
    for letters in LANGUAGES.iter().map(Letters::Language).filter(|it| *it != own) {
        let translated = letters.translate(text, own, position.turn());
        if let Some(exact) = read_move(notation, position, &translated, &mut scratch) {
            let meant = Suggestion::Instead { ply: candidate(notation, position, &exact.ply) };
            if !found.contains(&meant) {
                found.push(meant);
            }
        }
    }
    found
}
