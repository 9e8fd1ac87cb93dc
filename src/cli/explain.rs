//! `plyglot explain`: the meaning of a move text, in which notations, and how the others write the move.

use std::fmt;

use anyhow::Result;

use super::{Exit, args::ExplainArgs, position_args::notations, print, table, table::NONE};
use crate::{
    chess::{Ply, PlyKind, Position},
    notation::{Choice, REGISTRY, all, text_of},
    resolve::{Meaning, meaning},
};

/// A ply that the text may mean.
struct Candidate {
    ply: Ply,
    /// The notations in which it is unambiguous.
    surely: Names,
    /// The notations in which it is ambiguous.
    perhaps: Names,
}

/// Names of notations, each with the styles for which the same holds where it does not hold for the plain
/// notation.
#[derive(Default)]
struct Names(Vec<(&'static str, Vec<String>)>);

impl Names {
    fn add(&mut self, choice: &Choice) {
        let (name, style) = choice.name.split_once(':').unwrap_or((&choice.name, ""));
        let Some(entry) = REGISTRY.iter().find(|it| it.name == name) else { return };
        match self.0.iter_mut().find(|it| it.0 == entry.name) {
            Some((_, styles)) if !styles.is_empty() => styles.push(style.to_owned()),
            Some(_) => {}
            None if style.is_empty() => self.0.push((entry.name, Vec::new())),
            None => self.0.push((entry.name, vec![style.to_owned()])),
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (name, styles)) in self.0.iter().enumerate() {
            f.write_str(if n > 0 { ", " } else { "" })?;
            match &styles[..] {
                [] => f.write_str(name)?,
                [style] => write!(f, "{name}:{style}")?,
                styles => write!(f, "{name} ({})", styles.join(", "))?,
            }
        }
        Ok(())
    }
}

/// Explains a move text.
pub fn run(args: &ExplainArgs) -> Result<Exit> {
    let position = args.position_args.position(&args.from)?;
    let given = (args.from != "auto").then(|| notations(&args.from)).transpose()?;
    let choices = given.as_ref().map_or_else(all, |it| vec![it.first().clone()]);
    let text = args.text.trim();
    let bare = text.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
    let mut findings = Findings::of(text, &choices, &position);
    if findings.is_empty() && bare != text {
        findings = Findings::of(bare, &choices, &position);
    }
    print(&findings.show(&position))?;
    Ok(if findings.is_empty() { Exit::GameErrors } else { Exit::Success })
}

/// The possible meanings of a text.
#[derive(Default)]
struct Findings {
    plies: Vec<Candidate>,
    /// Problems, each with the notations it arises in.
    remarks: Vec<(String, Names)>,
    /// The notations in which the text means resignation.
    resigns: Names,
}

impl Findings {
    fn of(text: &str, choices: &[Choice], position: &Position) -> Findings {
        let mut findings = Findings::default();
        for choice in choices {
            if choice.notation.resignation() == Some(text) {
                findings.resigns.add(choice);
            }
            findings.add(choice, meaning(&*choice.notation, position, text), choices.len() == 1);
        }
        findings
    }

    fn add(&mut self, choice: &Choice, Meaning { plies, problems }: Meaning, only: bool) {
        for ply in &plies {
            let known = self.plies.iter().position(|it| it.ply == *ply);
            let n = known.unwrap_or_else(|| {
                self.plies.push(Candidate { ply: *ply, surely: Names::default(), perhaps: Names::default() });
                self.plies.len() - 1
            });
            let candidate = &mut self.plies[n];
            let names = if plies.len() == 1 { &mut candidate.surely } else { &mut candidate.perhaps };
            names.add(choice);
        }
        // Problems of a style that nobody asked for, or of a notation for another board, are not shown.
        let is_plain = !choice.name.contains(':');
        for problem in problems.iter().filter(|it| only || is_plain && it.kind() != "wrong-board") {
            let remark = problem.to_string();
            let known = self.remarks.iter().position(|it| it.0 == remark);
            let n = known.unwrap_or_else(|| {
                self.remarks.push((remark, Names::default()));
                self.remarks.len() - 1
            });
            self.remarks[n].1.add(choice);
        }
    }

    fn is_empty(&self) -> bool {
        self.plies.is_empty() && self.resigns.is_empty()
    }

    fn show(&self, position: &Position) -> String {
        let mut text = String::new();
        if !self.resigns.is_empty() {
            let side = position.turn().fold_wb("White", "Black");
            text.push_str(&format!("{side} resigns, in {}\n", self.resigns));
        }
        for (n, candidate) in self.plies.iter().enumerate() {
            let number = if self.plies.len() > 1 { format!("{}. ", n + 1) } else { String::new() };
            text.push_str(&format!("{number}{}", describe(position, &candidate.ply)));
            for (label, names) in [(", in ", &candidate.surely), (", perhaps in ", &candidate.perhaps)] {
                if !names.is_empty() {
                    text.push_str(&format!("{label}{names}"));
                }
            }
            text.push('\n');
        }
        if !self.plies.is_empty() {
            text.push('\n');
            table::push(&self.written(position), |_| false, &mut text);
        }
        if !self.remarks.is_empty() {
            let rows: Vec<Vec<String>> = self
                .remarks
                .iter()
                .map(|(remark, names)| vec![format!("{names}:"), remark.clone()])
                .collect();
            text.push_str(if text.is_empty() { "" } else { "\n" });
            table::push(&rows, |_| false, &mut text);
        }
        if text.is_empty() { "not the text of a move\n".to_owned() } else { text }
    }

    /// Returns how each notation writes the plies: a row per notation, and one per style that differs.
    fn written(&self, position: &Position) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        if self.plies.len() > 1 {
            let numbers = (1..=self.plies.len()).map(|n| format!("{n}."));
            rows.push(std::iter::once(String::new()).chain(numbers).collect());
        }
        for entry in REGISTRY.iter() {
            let styles = entry.styles.iter().map(|it| it.name).chain(entry.letters.then_some("figurine"));
            let styled = styles.map(|style| format!("{}:{style}", entry.name));
            let mut plain: Vec<String> = Vec::new();
            for name in std::iter::once(entry.name.to_owned()).chain(styled) {
                let Ok(choice) = Choice::parse(&name) else { continue };
                if choice.notation.supports(position).is_err() {
                    continue;
                }
                let is_plain = name == entry.name;
                let texts = self.plies.iter().map(|candidate| {
                    let text = text_of(&*choice.notation, position, &candidate.ply);
                    // The reason would be the same for a style.
                    text.unwrap_or_else(|why| if is_plain { format!("({why})") } else { NONE.to_owned() })
                });
                let texts: Vec<String> = texts.collect();
                if is_plain {
                    plain.clone_from(&texts);
                } else if texts == plain || texts.iter().all(|it| it == NONE) {
                    continue;
                }
                rows.push(std::iter::once(name).chain(texts).collect());
            }
        }
        rows
    }
}

/// Describes a ply of a position in words.
pub(super) fn describe(position: &Position, ply: &Ply) -> String {
    let role = ply.role().word();
    let goes = match (ply.kind(), ply.capture()) {
        (PlyKind::Null, _) => return "null move".to_owned(),
        (PlyKind::Drop, _) => return format!("a {role} is dropped on {}", ply.to()),
        (PlyKind::Castle(_), _) if position.size() == 8 => {
            let side = if ply.is_kingside_castling() == Some(true) { "kingside" } else { "queenside" };
            return format!("{side} castling");
        }
        (PlyKind::Castle(partner), _) => {
            let (king, piece) = (ply.from(), partner.role.word());
            return format!("castling, king on {king} with {piece} on {}", partner.from);
        }
        (PlyKind::EnPassant, Some(taken)) => format!(
            "the {role} on {} captures the {} on {} en passant, moving to {}",
            ply.from(),
            taken.role.word(),
            taken.square,
            ply.to()
        ),
        (_, Some(taken)) => {
            format!("the {role} on {} captures the {} on {}", ply.from(), taken.role.word(), ply.to())
        }
        (_, None) => format!("the {role} moves from {} to {}", ply.from(), ply.to()),
    };
    match ply.promotion() {
        Some(role) if ply.is_late_promotion() => format!("{goes}, promoting to a {}", role.word()),
        Some(role) => format!("{goes} and promotes to a {}", role.word()),
        None => goes,
    }
}
