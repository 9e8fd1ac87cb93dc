//! Reading fast what is written as it should be.
//!
//! The text is looked at just closely enough to list the few legal moves that it may mean. Each of them is written,
//! and the one whose text it is must be meant, for no other move has the same text.

use super::{Descriptive, Line, names::rank_of};
use crate::{
    model::{Color, Ply, Role, Squares},
    notation::{CheckClaim, Quick},
    rules::{Position, Scope, Wing},
};

/// The move that the text begins with, if it is written just so.
pub fn quick(notation: &Descriptive, before: &Position, text: &str) -> Option<Quick> {
    if notation.dialect.rank_first || before.size() != 8 {
        return None;
    }
    let len = length(text.as_bytes());
    if !is_whole(&text.as_bytes()[len..]) {
        return None;
    }
    let (bare, check) = marks(notation.dialect.marks, &text[..len]);
    let ply = match bare {
        "O-O" | "O-O-O" if !notation.long => before.castling(bare.len() == 3)?,
        _ => moved(notation, before, bare)?,
    };
    Some(Quick { len, ply, check })
}

/// How long the move is: to the next blank, comment, glyph, or bracket that closes more than it has opened.
fn length(text: &[u8]) -> usize {
    let mut inside = false;
    let ends = |byte: &u8| match byte {
        b'(' => std::mem::replace(&mut inside, true),
        b')' => !std::mem::replace(&mut inside, false),
        b'{' | b'!' | b'?' | b'$' => true,
        byte => *byte <= b' ',
    };
    text.iter().position(ends).unwrap_or(text.len())
}

/// Can nothing of what follows belong to the move, as `e.p.` and `and mate` do?
fn is_whole(rest: &[u8]) -> bool {
    let passed = |byte: &u8| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?');
    let Some(next) = rest.iter().position(passed) else { return true };
    match rest[next] {
        b'(' => rest.get(next + 1).is_some_and(u8::is_ascii_digit),
        byte => byte.is_ascii_digit() || b"PNKBRQO)*{;$".contains(&byte),
    }
}

/// The text without its mark of check, and the mark.
fn marks<'t>([check, discovered, double, mate]: [&str; 4], text: &'t str) -> (&'t str, Option<CheckClaim>) {
    // The longer ones end with the shorter one.
    let marks = [
        (mate, CheckClaim::Mate),
        (double, CheckClaim::Double),
        (discovered, CheckClaim::Discovered),
        (check, CheckClaim::Check),
    ];
    let ends = |(mark, claim): (&str, CheckClaim)| Some((text.strip_suffix(mark)?, Some(claim)));
    marks.into_iter().find_map(ends).unwrap_or((text, None))
}

/// The one of the legal moves that may be meant that has this text.
fn moved(notation: &Descriptive, before: &Position, text: &str) -> Option<Ply> {
    let sign = sign(text.as_bytes())?;
    let (mover, target) = (&text[..sign], &text[sign + 1..]);
    let role = role(notation, mover)?;
    let (target, promotion) = promotion(notation, target, role);
    let targets = if text.as_bytes()[sign] == b'x' {
        before.pieces(!before.turn(), self::role(notation, target)?)
    } else {
        squares(notation, before.turn(), target)?
    };
    targets
        .into_iter()
        .flat_map(|to| before.movers(Scope::Legal, role, to).into_iter().map(move |from| (from, to)))
        .filter_map(|(from, to)| before.ply_from(role, from, to, promotion))
        .find(|ply| {
            let mut line = Line::new();
            notation.put(before, ply, &mut line);
            line.bytes.get(..line.len) == Some(text.as_bytes())
        })
}

/// Where the dash or the sign of capture stands, the first that is not in brackets.
fn sign(text: &[u8]) -> Option<usize> {
    let mut inside = false;
    text.iter().position(|it| {
        match it {
            b'(' => inside = true,
            b')' => inside = false,
            _ => {}
        }
        !inside && matches!(it, b'-' | b'x')
    })
}

/// The piece that a text names before its brackets.
fn role(notation: &Descriptive, text: &str) -> Option<Role> {
    let name = text.split('(').next()?;
    Role::ALL[..6].iter().copied().find(|it| name.ends_with(notation.letter_text(*it)))
}

/// The target without the piece that a pawn becomes, and that piece.
fn promotion<'t>(notation: &Descriptive, target: &'t str, role: Role) -> (&'t str, Option<Role>) {
    let becomes = |target: &'t str| {
        let (target, piece) = target.strip_suffix(')')?.rsplit_once('(')?;
        let role = Role::ALL[..6].iter().copied().find(|it| notation.letter_text(*it) == piece)?;
        Some((target, Some(role)))
    };
    becomes(target).filter(|_| role == Role::Pawn).unwrap_or((target, None))
}

/// The empty squares that a name as `KB3`, `B3` or `K4` may mean.
fn squares(notation: &Descriptive, color: Color, name: &str) -> Option<Squares> {
    let (rank, files) = name.as_bytes().split_last()?;
    let piece = role(notation, std::str::from_utf8(files).ok()?)?;
    let side = &name[..name.len() - 1 - notation.letter_text(piece).len()];
    let side = match side {
        "" => None,
        side if side == notation.letter_text(Role::King) => Some(Wing::King),
        side if side == notation.letter_text(Role::Queen) => Some(Wing::Queen),
        _ => return None,
    };
    Some(super::names::files_of(side, piece) & rank_of(color, rank.wrapping_sub(b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation as _, text_of};

    #[test]
    fn what_is_written_is_read_fast() {
        for (fen, moves) in [
            (
                "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
                &["O-O", "B-N5", "P-B3", "NxP"][..],
            ),
            ("k7/2P5/8/8/8/8/8/K1R4R w - - 0 1", &["P-B8(Q)ch", "P-B8(N)"]),
            ("3rk3/2P5/8/8/8/8/8/K7 w - - 0 1", &["PxR(Q)ch", "PxR(N)", "P-B8(R)"]),
        ] {
            let before = Position::set_up(None, Some(fen)).expect("a position");
            let notation = Descriptive::new(&[]);
            for text in moves {
                let quick = notation.quick(&before, &format!("{text} ")).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(text_of(&notation, &before, &quick.ply).as_deref(), Ok(*text));
            }
        }
    }
}
