//! Text in columns, at most as wide as the terminal.

use std::io::{self, IsTerminal as _};

use crate::slice::Slice as _;

/// Shown where a notation cannot write a move.
pub const NONE: &str = "·";

/// Appends rows in columns of minimal width, separated by two spaces. A column of numbers is right-aligned.
pub fn push(rows: &[Vec<String>], numbers: impl Fn(usize) -> bool, text: &mut String) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|it| it.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|n| width(n).unwrap_or(0)).collect();
    for row in rows {
        let mut line = String::new();
        for (n, cell) in row.iter().enumerate() {
            let (space, width) = (if n > 0 { "  " } else { "" }, widths[n]);
            line +=
                &if numbers(n) { format!("{space}{cell:>width$}") } else { format!("{space}{cell:<width$}") };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// Wraps lines that are wider than the terminal; continuation lines are indented to the last column that begins
/// in the left half.
pub fn wrapped(text: &str) -> String {
    match columns() {
        Some(columns) => text.lines().map(|line| wrapped_line(line, columns)).collect(),
        None => text.to_owned(),
    }
}

/// Returns the width of standard output, if it is a terminal, or from `COLUMNS`.
fn columns() -> Option<usize> {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = || Some(usize::from(terminal_size::terminal_size()?.0.0));
    let columns = if io::stdout().is_terminal() { terminal().or_else(said) } else { said() };
    columns.filter(|it| *it > 0)
}

fn wrapped_line(line: &str, columns: usize) -> String {
    let count = |text: &str| text.chars().count();
    let leading = count(line) - count(line.trim_start());
    let head: String = line.chars().take(columns / 2).collect();
    let indent = head.rfind("  ").map_or(leading, |at| count(head.slice(..at)) + 2).max(leading);
    let mut out = String::new();
    let mut width = 0;
    for (n, word) in line.split(' ').enumerate() {
        let blank = usize::from(n > 0);
        if width + blank + count(word) > columns && width > indent && !word.is_empty() {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            width = indent;
        } else if n > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += count(word);
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::{push, wrapped_line};

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let mut text = String::new();
        push(&[row(["a", "1", ""]), row(["×bc", "10", "d"])], |n| n == 1, &mut text);
        assert_eq!(text, "a     1\n×bc  10  d\n");
    }

    #[test]
    fn lines_are_broken_between_words() {
        for (line, expected) in [
            ("short", "short\n"),
            ("  one two three four", "  one two three\n  four\n"),
            ("a  one two three four", "a  one two three\n   four\n"),
            ("averyveryverylongword two", "averyveryverylongword\ntwo\n"),
        ] {
            assert_eq!(wrapped_line(line, 17), expected, "{line}");
        }
    }
}
