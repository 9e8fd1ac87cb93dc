//! `plyglot notations`: all notations and styles.

use std::{fmt::Write as _, iter};

use anyhow::Result;
use clap::error::{ContextKind, ContextValue};

use super::{
    Exit, print,
    table::{self, NONE, wrapped},
};
use crate::{
    layout::{Event, InputFormat},
    notation::{Choice, LANGUAGES, Notation, NotationEntry, REGISTRY},
    resolve::Notations,
};

/// Deep Blue – Kasparov, New York 1997, game 6, the example in the original of economical notation.
const SAMPLE: &str = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Ng5 Ngf6 6. Bd3 e6 \
                      7. N1f3 h6 8. Nxe6 Qe7 9. O-O fxe6 10. Bg6+ Kd8";

/// The move number from which the sample is shown.
const FIRST_SHOWN: u32 = 7;

/// The last move number of the sample.
const LAST_SHOWN: u32 = 10;

/// Lists all notations and styles.
pub fn run() -> Result<Exit> {
    let mut text = String::from("Each with moves 7 to 10 of Deep Blue – Kasparov, New York 1997, game 6.\n");
    for entry in REGISTRY.iter() {
        show(entry, &mut text);
    }
    text.push_str(&format!("\n{NONE} cannot be expressed in that notation.\n"));
    text.push_str("\nLANG is a language: king, queen, rook, bishop and knight are then\n");
    for language in &LANGUAGES {
        let letters = language.pieces.join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}  {letters:<12} {}", language.code, language.name);
    }
    text.push_str("\nCombine styles with commas, as in sllavcco:ascii,de.\n");
    print(&wrapped(&text))?;
    Ok(Exit::Success)
}

/// Returns a hint if an error shows a flag without its notation.
pub(super) fn missing(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let is_notation = flag.ends_with("<NOTATION[:STYLE]>");
    let is_missing =
        matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(it)) if it.is_empty());
    let name = flag.split(' ').next().unwrap_or_default();
    (is_notation && is_missing).then(|| format!("{name} needs a notation\n\n{}", overview()))
}

/// Returns a table of all notations, with a move of the sample and their styles by name.
fn overview() -> String {
    let row = |entry: &NotationEntry| {
        let letters = ["figurine", "LANG"].into_iter().filter(|_| entry.letters);
        let styles: Vec<&str> = entry.styles.iter().map(|it| it.name).chain(letters).collect();
        let texts = Choice::parse(entry.name).map(|it| sample(&*it.notation)).unwrap_or_default();
        let last = texts.rsplit_once(&format!(" {LAST_SHOWN}. ")).map_or("", |it| it.1);
        vec![format!("  {}", entry.name), last.to_owned(), styles.join(", ")]
    };
    let heading = ["  notation", "as in", "styles"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = iter::once(heading).chain(REGISTRY.iter().map(row)).collect();
    let mut text = String::new();
    table::push(&rows, |_| false, &mut text);
    let codes: Vec<&str> = LANGUAGES.iter().map(|it| it.code).collect();
    text.push_str(&format!(
        "\nStyles follow a colon, as in san:de or descriptive:kt,long. LANG is a language:\n{}.\n'plyglot notations' \
         describes them all.\n",
        codes.join(", ")
    ));
    wrapped(&text)
}

pub(super) fn show(entry: &NotationEntry, text: &mut String) {
    let mut line = |name: &str, shown: &str, summary: &str| {
        if let Ok(choice) = Choice::parse(name) {
            let _ = write!(text, "\n{shown}: {summary}\n    {}\n", sample(&*choice.notation));
        }
    };
    line(entry.name, entry.name, entry.summary);
    for style in &entry.styles {
        let name = format!("{}:{}", entry.name, style.name);
        line(&name, &name, style.summary);
    }
    if entry.letters {
        let name = format!("{}:figurine", entry.name);
        line(&name, &name, "with figurines, white ones for White's moves, black ones for Black's");
        let (name, shown) = (format!("{}:de", entry.name), format!("{}:LANG", entry.name));
        line(&name, &shown, "with the letters of a language; here German, de");
    }
}

fn sample(notation: &dyn Notation) -> String {
    let san = Notations::only(Choice::san());
    let game = InputFormat::Pgn.read(SAMPLE, 0..SAMPLE.len(), &san).game;
    let mut position = game.start;
    let mut out: Vec<u8> = Vec::new();
    for event in game.events {
        let Event::Ply(ply, _) = event else { continue };
        let shown = position.move_number() >= FIRST_SHOWN;
        if shown {
            let before = if out.is_empty() { "" } else { " " };
            let number =
                position.turn().fold_wb(format!("{before}{}. ", position.move_number()), " ".to_owned());
            out.extend_from_slice(number.as_bytes());
            if notation.write(&position, &ply, &mut out).is_err() {
                out.extend_from_slice(NONE.as_bytes());
            }
        }
        position.play(&ply);
        if shown && position.may_have_marks() {
            notation.write_marks(&position, &ply, &mut out);
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
