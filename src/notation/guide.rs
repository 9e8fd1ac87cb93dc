//! The guides to the notations for players, one text each.
//!
//! `plyglot help notation NAME` prints them. A line indented by four spaces is a game: the notation with its
//! style, then the moves exactly as the program writes them, which a test checks.

/// Returns the guide to the notation with this name, without its styles.
pub fn of(name: &str) -> Option<&'static str> {
    GUIDES.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// All guides, by the names of their notations.
const GUIDES: &[(&str, &str)] = &[
    ("san", include_str!("guide/san.txt")),
    ("lan", include_str!("guide/lan.txt")),
    ("uci", include_str!("guide/uci.txt")),
    ("iccf", include_str!("guide/iccf.txt")),
    ("smith", include_str!("guide/smith.txt")),
    ("chess99", include_str!("guide/chess99.txt")),
    ("sllavcco", include_str!("guide/sllavcco.txt")),
    ("economical", include_str!("guide/economical.txt")),
    ("geographical", include_str!("guide/geographical.txt")),
    ("descriptive", include_str!("guide/descriptive.txt")),
    ("uchess", include_str!("guide/uchess.txt")),
    ("spoken", include_str!("guide/spoken.txt")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        layout::{Event, InputFormat},
        notation::{Choice, REGISTRY},
        resolve::Notations,
    };

    #[test]
    fn every_notation_is_explained_and_its_games_are_as_written() {
        for entry in REGISTRY.iter() {
            let guide = of(entry.name).unwrap_or_else(|| panic!("{} has no guide", entry.name));
            let mut games = 0;
            for line in
                guide.lines().filter_map(|it| it.strip_prefix("    ")).filter(|it| !it.starts_with(' '))
            {
                let (name, moves) = line.split_once(' ').expect("a name, and moves");
                let moves = moves.trim();
                let choice =
                    |name: &str| Choice::parse(name).unwrap_or_else(|error| panic!("{line}: {error}"));
                let read = InputFormat::Pgn.read(moves, 0..moves.len(), &Notations::only(choice(name)));
                assert!(read.diagnostics.is_empty(), "{line}: {:?}", read.diagnostics);
                let (game, choice) = (read.game, choice(name));
                let mut position = game.start.clone();
                let mut written = Vec::new();
                for event in &game.events {
                    let Event::Ply(ply, _) = event else { panic!("{line}: {event:?}") };
                    let text = crate::notation::text_of(&*choice.notation, &position, ply);
                    let text = text.unwrap_or_else(|why| panic!("{line}: {why}"));
                    let number =
                        position.turn().fold_wb(format!("{}. ", position.move_number()), String::new());
                    written.push(format!("{number}{text}"));
                    position.play(ply);
                }
                assert_eq!(written.join(" "), moves, "{name}");
                games += 1;
            }
            assert!(games > 0, "{} has no example", entry.name);
        }
    }
}
