//! `plyglot notations`: all notations and styles.

use std::fmt::Write as _;

use anyhow::Result;

use super::{
    Exit, print,
    table::{NONE, wrapped},
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

/// Shows a notation with its styles.
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

/// Returns the sample in a notation.
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
