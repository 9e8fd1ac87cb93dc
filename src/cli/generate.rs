//! `plyglot completions` and `plyglot man`: made of the flags and their help.

use std::fs;

use anyhow::{Context as _, Result, bail};
use clap_complete::Shell;

use super::{Exit, args, help, manual, print};

/// The name of the program.
pub const NAME: &str = "plyglot";

/// What goes around the function for bash: to it, a colon ends a word, so that it would not see that `san:d` is one.
const BASH_COLONS: &str = r#"
_plyglot_with_colons() {
    local line="${COMP_LINE:0:COMP_POINT}" word before
    word="${line##*[[:space:]]}"
    before="${line%"$word"}"
    before="${before%"${before##*[![:space:]]}"}"
    before="${before##*[[:space:]]}"
    if [[ $word == --*=* ]]; then
        before="${word%%=*}"
        word="${word#*=}"
    fi
    if [[ $word != *:* || $COMP_WORDBREAKS != *:* ]]; then
        _plyglot "$1" "$word" "$before"
        return
    fi
    _plyglot "$1" "$word" "$before"
    local begun="${word%"${word##*:}"}"
    COMPREPLY=("${COMPREPLY[@]#"$begun"}")
}
complete -o nosort -o bashdefault -o default -F _plyglot_with_colons plyglot 2>/dev/null ||
    complete -o bashdefault -o default -F _plyglot_with_colons plyglot
"#;

/// Returns the command line for completions: in zsh a name of values with colons and brackets would be a list of them.
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

/// The function of fish's script that tells whether there is a command, and the next one.
const FISH_COMMAND: [&str; 2] =
    ["function __fish_plyglot_needs_command\n", "\nfunction __fish_plyglot_using_subcommand\n"];

/// Returns fish's script with a function of its own that finds the command: the one that is made for it takes a file for one,
/// and gives up at a flag whose value is being typed.
fn with_fish_commands(script: &str) -> String {
    let [begin, end] = FISH_COMMAND;
    let parts = script.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let Some((before, after)) = parts else { return script.to_owned() };
    let commands = help::commands().join(" ");
    format!(
        "{before}{begin}    for word in (commandline -opc)[2..]\n        if contains -- $word {commands}\n            \
         echo $word\n            return 1\n        end\n    end\n    return 0\nend\n{end}{after}"
    )
}

/// Prints what makes this shell complete.
pub fn completions(shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    // Into memory: on a pipe that is closed it would end the program.
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

/// Prints a manual page, or writes them all.
pub fn man(args: &args::Man) -> Result<Exit> {
    let mut program = args::command();
    program.build();
    if let Some(folder) = &args.out_dir {
        let context = || format!("cannot write into {}", folder.display());
        fs::create_dir_all(folder).with_context(context)?;
        let write = |name: &str, page: String| fs::write(folder.join(name), page).with_context(context);
        write(&format!("{NAME}.1"), manual::page(&program, true)?)?;
        for command in program.get_subcommands() {
            write(&format!("{NAME}-{}.1", command.get_name()), manual::page(command, false)?)?;
        }
        return Ok(Exit::Success);
    }
    let page = match args.command.as_deref() {
        None => manual::page(&program, true)?,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => manual::page(command, false)?,
            None => bail!("no command is called '{name}'{}", help::meant(name, &help::commands())),
        },
    };
    print(&page)?;
    Ok(Exit::Success)
}
