//! `plyglot help`: explains notations, messages and commands.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use super::{
    Exit, args,
    explain::describe,
    notations, print,
    table::{self, NONE, wrapped},
};
use crate::{
    chess::Position,
    diagnostics::KINDS,
    notation::{Choice, NotationEntry, REGISTRY, guide, text_of},
    resolve::meaning,
    similar,
};

/// Moves that show how a notation writes: positions, each with a move in UCI notation.
const SHOWN: &[(&str, &str)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"),
    ("rnbqkbnr/ppp2ppp/4p3/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3", "b1d2"),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5"),
    ("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6"),
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 9", "e3c5"),
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 9", "e1g1"),
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 9", "e8c8"),
    ("2r5/1P4k1/8/8/8/8/8/4K3 w - - 0 50", "b7b8q"),
    ("2r5/1P4k1/8/8/8/8/8/4K3 w - - 0 50", "b7c8n"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 40", "a1a8"),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 40", "a1a8"),
];

/// Explains a topic.
pub fn run(words: &[String]) -> Result<Exit> {
    let words: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => command(args::command())?,
        ["notation" | "notations"] => print(&wrapped(&overview()))?,
        ["notation" | "notations", name] => print(&wrapped(&explained(name)?))?,
        ["messages" | "message"] => print(&wrapped(&messages()))?,
        [name] if args::commands().iter().any(|it| it == name) => {
            let mut program = args::command();
            program.build();
            if let Some(found) = program.find_subcommand(name) {
                command(found.clone())?;
            }
        }
        [name] if Choice::parse(name).is_ok() => print(&wrapped(&explained(name)?))?,
        [name, ..] => {
            bail!(
                "no help topic '{}'{}",
                words.join(" "),
                suggestion(name, &[args::commands(), args::topics()].concat())
            )
        }
    }
    Ok(Exit::Success)
}

/// Prints the help of a command as `--help` does.
fn command(mut command: clap::Command) -> Result<()> {
    // Through clap, which handles colours.
    Ok(command.print_long_help()?)
}

/// Returns the suggestion at the end of a message about an unknown name.
pub fn suggestion(name: &str, known: &[String]) -> String {
    similar::suggestion(name, known.iter().map(String::as_str))
        .map_or_else(String::new, |it| format!("; did you mean {it}?"))
}

fn overview() -> String {
    let rows: Vec<Vec<String>> =
        REGISTRY.iter().map(|entry| vec![format!("  {}", entry.name), entry.summary.to_owned()]).collect();
    let mut text = "The notations that plyglot reads and writes:\n\n".to_owned();
    table::push(&rows, |_| false, &mut text);
    text.push_str(
        "\n'plyglot help notation NAME' explains one of them, 'plyglot notations' shows them with all their \
         styles.\nThe input notation is detected; -f NAME says so. -t NAME is written.\n",
    );
    text
}

/// Explains a notation.
fn explained(name: &str) -> Result<String> {
    let choice = Choice::parse(name)?;
    let plain = name.split(':').next().unwrap_or(name);
    let Some(entry) = REGISTRY.iter().find(|it| it.name == plain) else { bail!("no help topic '{name}'") };
    let mut text = format!("{}: {}\n\n", entry.name, entry.summary);
    if let Some(guide) = guide::of(entry.name) {
        text.push_str(guide);
    }
    let _ = writeln!(text, "\nCompared with standard algebraic notation:\n");
    table::push(&shown(&choice), |_| false, &mut text);
    let _ = writeln!(text, "\nStyles, with moves 7 to 10 of Deep Blue – Kasparov, New York 1997, game 6:");
    notations::show(entry, &mut text);
    if text.contains(NONE) {
        let _ = writeln!(
            text,
            "\n{NONE} cannot be expressed in {}; 'plyglot moves -t {}' says why.",
            entry.name, entry.name
        );
    }
    text.push_str(&tries(entry));
    Ok(text)
}

/// Returns the moves of [`SHOWN`] in words, in SAN and in a notation.
fn shown(choice: &Choice) -> Vec<Vec<String>> {
    let (uci, san) = (Choice::uci(), Choice::san());
    let mut rows = vec![vec!["  ".to_owned(), "san".to_owned(), choice.name.clone()]];
    for (fen, text) in SHOWN {
        let Ok(position) = Position::set_up(None, Some(fen)) else { continue };
        for ply in meaning(&*uci.notation, &position, text).plies {
            let written = |choice: &Choice| {
                text_of(&*choice.notation, &position, &ply).unwrap_or_else(|_| NONE.to_owned())
            };
            rows.push(vec![format!("  {}", describe(&position, &ply)), written(&san), written(choice)]);
        }
    }
    rows
}

/// Suggests what to do next.
fn tries(entry: &NotationEntry) -> String {
    let name = entry.name;
    let mut text = format!(
        "\nExamples:\n  plyglot games.pgn -t {name}\n  plyglot games.pgn -t {name} | plyglot -f {name} -t san\n  \
         plyglot moves -t {name}\n"
    );
    if let Some(style) = entry.styles.last() {
        let _ = writeln!(text, "  plyglot games.pgn -t {name}:{}", style.name);
    }
    text
}

fn messages() -> String {
    let mut text = "\
Messages go to standard error. Each begins with its place and its subject:

  games.pgn:120:14: error: game 7 (Morphy – Harrwitz), 12... Sf6: no legal move; did you mean Nf6?

that is line 120, column 14, in characters; Black's twelfth move in the seventh game of the file. Indented lines below it
show the source line, the position, and legal moves similar to the unreadable one: for the first 3 errors of a
conversion and the first 20 of a check, for all of them with -v, for none with -q. Further warnings of the same kind in
a file are counted, and their places listed at the end.

--message-format json prints one object per line, with the fields file, line, column, game, players, ply (1 is White's
first move, 2 Black's), move (as in '12...'), severity (error, warning, note), kind, text (the source text), message,
candidates (possible meanings) and fen (the position); fields that do not apply are null. --message-format github
prints annotations for GitHub Actions. Both include every warning.

Colours are used on a terminal unless NO_COLOR is set, elsewhere if CLICOLOR_FORCE is set, or as --color says.

The kinds, whose names are stable:

"
    .to_owned();
    let row = |(kind, what): &(&str, &str)| vec![format!("  {kind}"), (*what).to_owned()];
    let mut rows: Vec<Vec<String>> = KINDS.iter().map(row).collect();
    rows.push(vec!["  input".to_owned(), "a file that cannot be read, or not completely".to_owned()]);
    rows.push(vec!["  failure".to_owned(), "the run failed".to_owned()]);
    rows.push(vec!["  flags".to_owned(), "a flag without effect in the layout".to_owned()]);
    rows.push(vec!["  summary, progress".to_owned(), "the result and the progress of a run".to_owned()]);
    table::push(&rows, |_| false, &mut text);
    text.push_str(
        "\nExit status: 0 for success, 1 if some game had errors, 2 for wrong arguments or a file that could not be \
         read\nor written, 129, 130 and 143 after an interrupt.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_shown_can_be_played() {
        let rows = shown(&Choice::san());
        assert_eq!(rows.len(), SHOWN.len() + 1);
    }
}
