//! Diagnoses texts that can't be read: the reason, the candidates, and suggestions.

use super::{MoveText, Scratch, read_move, word};
use crate::{
    chess::{
        CapturePattern, Effect, KindPattern, Pattern, Ply, Position, PromotionPattern, Role, Roles, Scope,
        Square, Squares, Variant,
    },
    diagnostics::{Legal, Problem, any_of},
    notation::{self, Annotations, CheckClaim, Choice, LANGUAGES, Notation, Reading, letters::Letters},
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

/// Returns the diagnostic for a text with several candidate plies, whether or not the first is chosen.
pub fn ambiguous(notation: &dyn Notation, position: &Position, plies: &[Ply], is_taken: bool) -> Problem {
    let candidates: Vec<String> = plies.iter().map(|ply| text_of(notation, position, ply)).collect();
    let taken = is_taken.then(|| candidates[0].clone());
    Problem::Ambiguous { reason: who(plies), candidates, taken }
}

/// Returns the diagnostic for a ply singled out by the rest of the game.
pub fn settled(notation: &dyn Notation, position: &Position, ply: &Ply, all: &[Ply]) -> Problem {
    Problem::Settled {
        taken: text_of(notation, position, ply),
        candidates: all.iter().map(|it| text_of(notation, position, it)).collect(),
    }
}

/// Lists the pieces, as in `two knights can go there: from b1 and from e4`, `a pawn on d2 and a bishop on c1
/// can go there`.
fn who(plies: &[Ply]) -> String {
    const COUNTS: [&str; 5] = ["two", "three", "four", "five", "six"];
    let one = &plies[0];
    let mut squares: Vec<Square> = plies.iter().map(|it| it.from()).collect();
    squares.sort_unstable();
    squares.dedup();
    if squares.len() != plies.len() || plies.iter().any(|it| it.to() != one.to()) {
        return "it fits several moves".to_owned();
    }
    if plies.iter().any(|it| it.role() != one.role()) {
        let pieces = plies.iter().map(|it| format!("a {} on {}", it.role().word(), it.from()));
        return format!("{} can go there", all_of(pieces.collect()));
    }
    let count = COUNTS.get(plies.len().wrapping_sub(2)).copied().unwrap_or("several");
    let from = plies.iter().map(|it| format!("from {}", it.from()));
    format!("{count} {}s can go there: {}", one.role().word(), all_of(from.collect()))
}

/// Joins words, as in `a, b and c`.
fn all_of(mut words: Vec<String>) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// Returns the diagnostics for marks that don't fit the ply that led to this position.
pub fn wrong_marks(after: &Position, ply: &Ply, annotations: Annotations) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut wrong = |mark, instead| problems.push(Problem::WrongMark { mark, instead });
    // In U-chess checks are ignored.
    if let Some(claim) = annotations.check.filter(|_| after.variant() != Variant::UChess) {
        let effect = after.effect(ply);
        if !claim.fits(effect) {
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
            wrong(mark, instead);
        }
    }
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

/// Returns the length of the unreadable text, and the reason. `meant` lists the suggestions that the rest of
/// the game supports.
pub fn failure(
    notation: &dyn Notation,
    position: &Position,
    text: &MoveText<'_>,
    meant: Vec<String>,
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

/// Returns the length of the text that is to be one move, and its reading, if any.
pub fn extent(notation: &dyn Notation, position: &Position, text: &MoveText<'_>) -> (usize, Option<Reading>) {
    let mut readings = Vec::new();
    notation.read(position, text.text, &mut readings);
    match readings.first() {
        // In `Kt. to K. 8's 3d.` only a part can be read.
        Some(reading) if text.text.slice(reading.len..).starts_with(['\'', '’']) => (
            notation.malformed_len(text.text).map_or(reading.len, |len| len.max(reading.len)),
            Some(*reading),
        ),
        Some(reading) => (reading.len, Some(*reading)),
        None => (notation.malformed_len(text.text).unwrap_or_else(|| attempt(text.text).len()), None),
    }
}

/// Returns the number of the next ply, as in `12...`.
pub fn label(position: &Position) -> String {
    format!("{}{}", position.move_number(), position.turn().fold_wb(".", "..."))
}

/// Returns the text of an attempted move: up to the next blank, or further if there are signs between blanks.
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

/// Returns the legal moves related to a text that fits none: those of the piece that it names, and those to
/// its square. Lists longer than [`LISTED`] are of no help and dropped.
pub fn legal(notation: &dyn Notation, position: &Position, text: &MoveText<'_>) -> Vec<Legal> {
    let mut readings = Vec::new();
    notation.read(position, text.text, &mut readings);
    let Some(pattern) = readings.first().map(|it| it.pattern).filter(|it| it.kind == KindPattern::Move)
    else {
        return Vec::new();
    };
    let list = |what: String, roles: Roles, to: Squares| {
        let wanted = Pattern { promotion: PromotionPattern::Unsaid, ..Pattern::to(roles, to) };
        let mut plies = Vec::new();
        position.plies(Scope::Legal, &wanted, &mut plies);
        let mut moves: Vec<String> = plies.iter().map(|ply| text_of(notation, position, ply)).collect();
        moves.sort();
        (1..=LISTED).contains(&moves.len()).then_some(Legal { what, moves })
    };
    let role = pattern.roles.single();
    let of_piece =
        role.and_then(|role| list(format!("moves of a {}", role.word()), role.into(), Squares::ALL));
    let to_square = pattern.to.single().and_then(|to| list(format!("moves to {to}"), Roles::ALL, to.into()));
    of_piece.into_iter().chain(to_square).collect()
}

/// Returns the reason why no ply fits a reading.
fn reason(position: &Position, reading: &Reading) -> Option<String> {
    let pattern = reading.pattern;
    let list = |scope, pattern: Pattern| {
        let mut plies = Vec::new();
        position.plies(scope, &pattern, &mut plies);
        plies
    };
    let color = position.turn();
    let side = color.fold_wb("White", "Black");
    match pattern.kind {
        KindPattern::Castle(..) if position.is_check() => {
            return Some(format!("{side} is in check and cannot castle"));
        }
        KindPattern::Castle(..) => return Some(format!("{side} cannot castle there now")),
        KindPattern::Null => return Some("the move cannot be passed in check".to_owned()),
        KindPattern::Drop if position.variant() != Variant::Crazyhouse => {
            return Some("pieces are dropped in Crazyhouse only (--rules crazyhouse)".to_owned());
        }
        KindPattern::Drop => return Some("nothing of the kind can be dropped there".to_owned()),
        KindPattern::Move => {}
    }
    if let (Some(role), true) = (pattern.roles.single(), pattern.from.is_empty()) {
        return Some(format!("{side} has no such {}", role.word()));
    }
    if pattern.to.is_empty() {
        return Some("that leads off the board".to_owned());
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
            (CapturePattern::No, Some(captured)) => format!("it would capture the {}", captured.role.word()),
            (_, Some(captured)) => format!("what stands there is a {}", captured.role.word()),
            (_, None) => format!("nothing stands on {} to be captured", one.to()),
        });
    }
    let any_promotion = Pattern { promotion: PromotionPattern::Unsaid, ..pattern };
    if let Some(one) = list(Scope::Legal, any_promotion).first() {
        let wanted = match pattern.promotion {
            PromotionPattern::To(roles) => roles.single(),
            _ => None,
        };
        return Some(match (one.promotion(), wanted) {
            (None, _) => "that is no promotion".to_owned(),
            (Some(_), Some(role)) => format!("the pawn cannot become a {} there", role.word()),
            (Some(_), None) => "the text does not say to what the pawn is promoted".to_owned(),
        });
    }
    let role = pattern.roles.single();
    if let Some(role) = role.filter(|role| position.pieces(color, *role).is_empty()) {
        return Some(format!("{side} has no {}", role.word()));
    }
    let to = pattern.to.single()?;
    if pattern.from != Squares::ALL {
        let anywhere = Pattern { from: Squares::ALL, ..any_capture };
        if let Some(one) = list(Scope::Legal, anywhere).first() {
            return Some(format!("the {} that can reach {to} stands on {}", one.role().word(), one.from()));
        }
    }
    if position.piece_at(to).is_some_and(|(owner, _)| owner == color) {
        return Some(format!("{side}'s own piece stands on {to}"));
    }
    Some(format!("no {} can reach {to}", role.map_or("piece", Role::word)))
}

/// Returns the reason why no piece can capture the victim named in the text.
fn no_capture(position: &Position, pattern: &Pattern, victims: Roles, squares: Squares) -> Option<String> {
    let role = pattern.roles.single()?;
    let victim = victims.single()?;
    let (side, other) = position.turn().fold_wb(("White", "Black"), ("Black", "White"));
    if position.pieces(position.turn(), role).is_empty() {
        return Some(format!("{side} has no {}", role.word()));
    }
    if (position.pieces(!position.turn(), victim) & squares).is_empty() {
        return Some(format!("{other} has no such {}", victim.word()));
    }
    let (role, victim) = (role.word(), victim.word());
    Some(match (pattern.from.single(), squares.single()) {
        (Some(from), Some(on)) => format!("the {role} on {from} cannot take the {victim} on {on}"),
        (Some(from), None) => format!("the {role} on {from} cannot take a {victim}"),
        _ => format!("no {role} can take a {victim} there"),
    })
}

/// Returns the reason why a pseudo-legal ply is illegal.
fn exposed(position: &Position, ply: &Ply) -> String {
    if position.variant() == Variant::UChess {
        return unsayable(position, ply);
    }
    if ply.role() == Role::King {
        return format!("the king would be attacked on {}", ply.to());
    }
    if position.is_check() {
        let side = position.turn().fold_wb("White", "Black");
        return format!("{side} is in check, and this does not parry it");
    }
    format!("the {} on {} is pinned", ply.role().word(), ply.from())
}

/// Returns the reason why three symbols can't express this ply.
fn unsayable(position: &Position, ply: &Ply) -> String {
    let mut rivals: Vec<String> =
        position.same_symbols(ply).iter().map(|it| format!("{}–{}", it.from(), it.to())).collect();
    rivals.dedup();
    if rivals.is_empty() {
        return "three symbols cannot say a capture with what the pawn becomes".to_owned();
    }
    format!("its three symbols would also do for {}", any_of(&rivals))
}

/// Returns the texts of legal plies similar to this text, most similar first.
fn nearest(notation: &dyn Notation, position: &Position, text: &str) -> Vec<String> {
    let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    let given = bare(text);
    let limit = if given.chars().count() > 3 { 2 } else { 1 };
    let mut near: Vec<(usize, String)> = position
        .legal_plies()
        .iter()
        .map(|ply| text_of(notation, position, ply))
        .map(|candidate| (distance(&given, &bare(&candidate)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort();
    let best = near.first().map(|it| it.0);
    near.into_iter().filter(|it| Some(it.0) == best).take(4).map(|it| it.1).collect()
}

/// Returns what the text means with the piece letters of other languages. At least one letter must not be the
/// notation's own.
fn in_other_languages(notation: &dyn Notation, position: &Position, text: &str) -> Vec<String> {
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
            let meant = text_of(notation, position, &exact.ply);
            if !found.contains(&meant) {
                found.push(meant);
            }
        }
    }
    found
}
