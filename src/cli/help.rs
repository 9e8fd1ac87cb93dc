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
    notation::{Choice, NotationEntry, REGISTRY, text_of},
    resolve::meaning,
    similar,
};

/// Moves that show how a notation writes: positions, each with a move in UCI notation.
const SHOWN: &str = include_str!("shown.tsv");

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

fn explained(name: &str) -> Result<String> {
    let choice = Choice::parse(name)?;
    let plain = name.split(':').next().unwrap_or(name);
    let Some(entry) = REGISTRY.iter().find(|it| it.name == plain) else { bail!("no help topic '{name}'") };
    let mut text = format!("{}: {}\n\n{}\n", entry.name, entry.summary, entry.guide);
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
    for (fen, text) in SHOWN.lines().filter_map(|it| it.split_once('\t')) {
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
    let mut text = include_str!("messages.txt").to_owned() + "\n";
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
        assert_eq!(rows.len(), SHOWN.lines().count() + 1);
    }
}
