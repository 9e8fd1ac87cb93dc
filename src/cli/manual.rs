//! The manual pages, generated from the flags and their help as roff that passes `mandoc -Tlint`.

use std::io;

use clap::Command;
use clap_mangen::{Man, roff::Roff};

pub const NAME: &str = "plyglot";

/// The most bytes in a source line; mandoc counts non-ASCII letters as eight.
const WIDTH: usize = 72;

/// What precedes the examples in the help of a command, and the exit status.
const EXAMPLES: &str = "Examples:\n";
/// See [`EXAMPLES`].
const STATUS: &str = "Exit status: ";

/// Returns the manual page of a command, or of the program itself.
pub fn page(command: &Command, is_program: bool) -> io::Result<String> {
    let title = if is_program { NAME.to_owned() } else { format!("{NAME}-{}", command.get_name()) };
    let man = Man::new(command.clone().name(title.clone()));
    let mut body = Vec::new();
    man.render_description_section(&mut body)?;
    man.render_options_section(&mut body)?;
    if is_program {
        man.render_subcommands_section(&mut body)?;
    }
    let mut page = format!(
        ".TH {} 1 {} \"{NAME} {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
        title.to_uppercase().replace('-', "\\-"),
        env!("PLYGLOT_BUILT_DATE"),
        env!("CARGO_PKG_VERSION"),
        title.replace('-', "\\-"),
        text(&command.get_about().map(ToString::to_string).unwrap_or_default()),
        synopsis(command, is_program),
    );
    page.push_str(&String::from_utf8_lossy(&body));
    page.push_str(&sections(command));
    if is_program {
        page.push_str(&format!(
            ".SH LICENSE\n{}\n",
            text(&format!(
                "{}; {NAME} --version tells how the program was built.",
                env!("CARGO_PKG_LICENSE")
            ))
        ));
    }
    Ok(tidy(&page))
}

/// Escapes a text as roff.
fn text(text: &str) -> String {
    let mut roff = Roff::new();
    roff.text([clap_mangen::roff::roman(text)]);
    roff.to_roff().trim_end().to_owned()
}

/// Returns the synopsis: the arguments of the command, and for the program its commands.
fn synopsis(command: &Command, is_program: bool) -> String {
    let name = match (is_program, command.get_name()) {
        (true, _) => NAME.to_owned(),
        (false, command) => format!("{NAME} {command}"),
    };
    let mut line = format!(".B {}\n", text(&name));
    line.push_str("[\\fIOPTIONS\\fR]\n");
    for arg in command.get_positionals() {
        let many = arg.get_num_args().is_some_and(|it| it.max_values() > 1);
        let name =
            arg.get_value_names().and_then(|it| it.first().map(ToString::to_string)).unwrap_or_default();
        let name = format!("\\fI{}\\fR", text(&name));
        line.push_str(&if arg.is_required_set() { name } else { format!("[{name}]") });
        line.push_str(if many { "...\n" } else { "\n" });
    }
    if is_program {
        line.push_str(&format!(".br\n.B {NAME}\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n"));
    }
    line
}

/// Returns the sections below the help of a command: examples and exit status.
fn sections(command: &Command) -> String {
    let help = command.get_after_long_help().or_else(|| command.get_after_help());
    let Some(help) = help.map(ToString::to_string) else { return String::new() };
    let (examples, status) = help.split_once(STATUS).map_or((&*help, None), |it| (it.0, Some(it.1)));
    let mut out = String::new();
    if let Some(examples) = examples.strip_prefix(EXAMPLES) {
        out.push_str(".SH EXAMPLES\n");
        for line in examples.lines().filter(|it| !it.trim().is_empty()) {
            // A command, followed or preceded by what it does.
            let is_command = line.starts_with("  ") && !line.starts_with("   ");
            let (call, what) = if is_command {
                line.trim().split_once("   ").unwrap_or((line.trim(), ""))
            } else {
                ("", line)
            };
            if !call.is_empty() {
                out.push_str(&format!(".TP\n.B {}\n", text(call)));
            }
            if !what.trim().is_empty() {
                out.push_str(&format!("{}\n", text(what.trim())));
            }
        }
    }
    if let Some(status) = status {
        out.push_str(&format!(".SH EXIT STATUS\n{}\n", text(&status.replace('\n', " "))));
    }
    out
}

/// Arranges paragraphs, long lines and blanks as roff requires.
fn tidy(page: &str) -> String {
    let mut out = String::new();
    let mut filled = true;
    let page = page.replace("\\*(Aq", "\\(aq");
    let lines: Vec<&str> = page.lines().map(str::trim_end).collect();
    for (n, line) in lines.iter().enumerate() {
        let beside = |n: Option<usize>| n.and_then(|n| lines.get(n)).copied().unwrap_or_default();
        match *line {
            ".nf" => filled = false,
            ".fi" => filled = true,
            _ => {}
        }
        // A line break next to a blank line has no effect, and a blank line is written as a request.
        let is_idle =
            *line == ".br" && (beside(n.checked_sub(1)).is_empty() || beside(Some(n + 1)).is_empty());
        if is_idle {
            continue;
        }
        if line.is_empty() && filled {
            // Two of them, or one before a request that begins a paragraph, would be redundant.
            let next = beside(Some(n + 1));
            if !next.is_empty() && !next.starts_with(".TP") && !next.starts_with(".SH") {
                out.push_str(".sp\n");
            }
        } else if filled && !line.starts_with('.') && line.len() > WIDTH {
            push_wrapped(line, &mut out);
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Appends a line of text, split into source lines that are refilled for display.
fn push_wrapped(line: &str, out: &mut String) {
    let mut width = 0;
    for (n, word) in line.split(' ').enumerate() {
        let fits = width + 1 + word.len() <= WIDTH;
        // A leading period or quote would be a request.
        let is_request = word.is_empty() || word.starts_with(['.', '\'']);
        if n > 0 && !fits && !is_request {
            out.push('\n');
            width = 0;
        } else if n > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += word.len();
    }
    out.push('\n');
}
