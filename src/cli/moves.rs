//! `plyglot moves`: all moves in a position, which shows the rules of a notation or a variant.

use anyhow::{Context as _, Result, bail};

use super::{Exit, args::MovesArgs, print, table, table::NONE};
use crate::{
    chess::{Outcome, Ply, Position, Role},
    notation::{Choice, REGISTRY, text_of},
};

pub fn run(args: &MovesArgs) -> Result<Exit> {
    let to = args.to.as_deref().map(|name| Choice::parse(name).context("--to")).transpose()?;
    let position = args.position_args.position(&args.from)?;
    if let Some(Err(why)) = to.as_ref().map(|choice| choice.notation.supports(&position)) {
        bail!(why);
    }
    let plies = legal(&position);
    let mut text = String::new();
    match to {
        _ if plies.is_empty() => text.push_str(&ending(&position)),
        Some(choice) => list(&choice, &position, &plies, &mut text),
        None => table(&position, &plies, &mut text),
    }
    print(&text)?;
    Ok(Exit::Success)
}

/// Returns all legal plies except the null move: castling and drops last, the others by piece, then by
/// squares.
fn legal(position: &Position) -> Vec<Ply> {
    let mut plies = position.legal_plies();
    plies.sort_by_key(order);
    plies
}

fn order(ply: &Ply) -> impl Ord + use<> {
    let rank =
        |role| [Role::Queen, Role::Paladin, Role::Rook, Role::Bishop].iter().position(|it| *it == role);
    let square = |it: crate::chess::Square| (it.file(), it.rank());
    let partner = ply.castling().map(|it| square(it.from));
    (
        (ply.is_drop(), partner.is_some()),
        ply.role(),
        square(ply.from()),
        square(ply.to()),
        ply.promotion().map(rank),
        ply.is_en_passant(),
        partner,
    )
}

/// Describes why there are no moves.
fn ending(position: &Position) -> String {
    let how = match (position.is_mate(), position.outcome()) {
        (true, _) => "mate".to_owned(),
        (false, Some(Outcome::Draw)) if position.king(position.turn()).is_some() => {
            "stalemate, a draw".to_owned()
        }
        (false, Some(Outcome::Draw)) => "the game is over, a draw".to_owned(),
        (false, Some(outcome)) => format!("the game is over, {}", outcome.marker()),
        (false, None) => "stalemate".to_owned(),
    };
    format!("No legal moves: {how}.\n")
}

/// Appends one text per line and, after a blank line, the moves that have none, with reasons.
fn list(choice: &Choice, position: &Position, plies: &[Ply], text: &mut String) {
    let uci = Choice::uci();
    let mut without = Vec::new();
    for ply in plies {
        match text_of(&*choice.notation, position, ply) {
            Ok(written) => {
                text.push_str(&written);
                text.push('\n');
            }
            Err(why) => without
                .push(vec![text_of(&*uci.notation, position, ply).unwrap_or_default(), why.to_string()]),
        }
    }
    if !without.is_empty() {
        text.push_str(&format!("\nNot expressible in {}:\n", choice.name));
        table::push(&without, |_| false, text);
    }
}

/// Appends a table with a row per move and a column per notation.
fn table(position: &Position, plies: &[Ply], text: &mut String) {
    let choices: Vec<Choice> = REGISTRY
        .iter()
        .filter_map(|entry| Choice::parse(entry.name).ok())
        .filter(|choice| choice.notation.supports(position).is_ok())
        .collect();
    let mut rows = vec![choices.iter().map(|choice| choice.name.clone()).collect::<Vec<_>>()];
    rows.extend(plies.iter().map(|ply| {
        let cell =
            |choice: &Choice| text_of(&*choice.notation, position, ply).unwrap_or_else(|_| NONE.to_owned());
        choices.iter().map(cell).collect()
    }));
    table::push(&rows, |_| false, text);
    if rows[1..].iter().flatten().any(|cell| cell == NONE) {
        text.push_str(&format!("\n{NONE} cannot be expressed in that notation; -t NOTATION says why.\n"));
    }
}
