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

/// Prints what makes this shell complete.
pub fn completions(shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    // Into memory: on a pipe that is closed it would end the program.
    clap_complete::generate(shell, &mut args::command(), NAME, &mut script);
    if shell == Shell::Bash {
        script.extend_from_slice(BASH_COLONS.as_bytes());
    }
    print(&String::from_utf8_lossy(&script))?;
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
