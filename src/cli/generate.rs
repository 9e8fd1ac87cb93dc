//! `plyglot completions` and `plyglot man`, generated from the flags and their help.

use std::fs;

use anyhow::{Context as _, Result, bail};
use clap_complete::Shell;

use super::{
    Exit, args, help,
    manual::{self, NAME},
    print,
};

/// Wraps the function for bash, which splits words at colons and would not see `san:d` as one.
const BASH_COLONS: &str = include_str!("colons.bash");

/// Returns the command line for completions, its value names cut before colons and brackets, in which zsh
/// would see lists of values.
fn completed(command: clap::Command) -> clap::Command {
    let plain = |arg: clap::Arg| match arg.get_value_names().and_then(|it| it.first()) {
        Some(name) if name.contains(':') => {
            let name = name.split(['[', ':']).next().unwrap_or_default().to_owned();
            arg.value_name(name)
        }
        _ => arg,
    };
    command.mut_args(plain).mut_subcommands(move |it| it.mut_args(plain))
}

/// The test in fish's script for whether a command is given, and the next one.
const FISH_COMMAND: [&str; 2] =
    ["function __fish_plyglot_needs_command\n", "\nfunction __fish_plyglot_using_subcommand\n"];

/// Replaces the test for the command in fish's script: the generated one takes a file for a command, and fails
/// at a flag whose value is being typed.
fn with_fish_commands(script: &str) -> String {
    let [begin, end] = FISH_COMMAND;
    let parts = script.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let Some((before, after)) = parts else { return script.to_owned() };
    let commands = args::commands().join(" ");
    format!(
        "{before}{begin}    for word in (commandline -opc)[2..]\n        if contains -- $word {commands}\n            \
         echo $word\n            return 1\n        end\n    end\n    return 0\nend\n{end}{after}"
    )
}

/// Prints the completion script of a shell.
pub fn completions(shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    // Into memory: on a closed pipe it would panic.
    clap_complete::generate(shell, &mut completed(args::command()), NAME, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => script.push_str(BASH_COLONS),
        Shell::Fish => script = with_fish_commands(&script),
        _ => {}
    }
    print(&script)?;
    Ok(Exit::Success)
}

/// Prints a manual page, or writes them all to a folder.
pub fn man(args: &args::Man) -> Result<Exit> {
    let mut program = args::command();
    program.build();
    let page = |name: &str| match program.find_subcommand(name) {
        Some(command) => Ok(manual::page(command, false)?),
        None => bail!("unknown command '{name}'{}", help::suggestion(name, &args::commands())),
    };
    let Some(folder) = &args.out_dir else {
        print(&args.command.as_deref().map_or_else(|| Ok(manual::page(&program, true)?), page)?)?;
        return Ok(Exit::Success);
    };
    let context = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    let write = |name: &str, page: String| fs::write(folder.join(name), page).with_context(context);
    write(&format!("{NAME}.1"), manual::page(&program, true)?)?;
    for name in program.get_subcommands().map(clap::Command::get_name) {
        write(&format!("{NAME}-{name}.1"), page(name)?)?;
    }
    Ok(Exit::Success)
}
