//! Finds scoresheets within other text.

use std::ops::Range;

use super::{
    extent::{Heading, Line, Lines, TextLines, extent, is_prose},
    labels::Label,
    read::read,
};
use crate::{
    diagnostics::Problem,
    layout::{Event, rows::is_rule},
    resolve::Notations,
    slice::Slice as _,
};

/// Returns the range of the next scoresheet at or after this offset.
///
/// A table of moves is a scoresheet if its first number is 1 and its first move is legal; tables in texts
/// about the notation begin at any number. The sheet includes its first part above the table, and an
/// unlabelled line above that. It ends at the first line that isn't a row.
pub fn next(text: &str, from: usize) -> Option<Range<usize>> {
    let mut above = Vec::new();
    TextLines { text, range: from..text.len() }.find_map(|line| {
        let sheet = sheet(text, &above, line.start);
        above.push(line);
        sheet
    })
}

/// Returns the range of the sheet whose heading of the moves is the line at `heading`; `above` are the lines
/// above it.
fn sheet(text: &str, above: &[Range<usize>], heading: usize) -> Option<Range<usize>> {
    let mut lines = Lines::new(text, heading..text.len());
    let (_, Line::Heading(found)) = lines.next()? else { return None };
    let mut lines = lines.filter(|it| it.1 != Line::Drawn);
    let (first, Line::Row(_, row)) = lines.next()? else { return None };
    if found.ranks || row.number != Some(1) || row.filled == 0 {
        return None;
    }
    let start = first_line(text, above).unwrap_or(heading);
    let mut end = first.end;
    for (line, kind) in lines {
        match kind {
            Line::Heading(_) => {}
            Line::Row(_, row) if row.number != Some(1) => end = line.end,
            Line::Note | Line::Notes(_) => {
                end = extent(text, start).at;
                break;
            }
            _ => break,
        }
    }
    let sheet = read(text, start..end, &Notations::any());
    let is_game = sheet.game.events.iter().any(|it| matches!(it, Event::Ply(..)))
        || sheet.diagnostics.iter().any(|it| it.problem == Problem::NoPieces);
    is_game.then_some(start..end)
}

/// Returns the start of a sheet's first part, if the last of these lines belong to one.
fn first_line(text: &str, lines: &[Range<usize>]) -> Option<usize> {
    let mut first = None;
    let mut labelled = false;
    for line in lines.iter().rev() {
        let content = text.slice(line.clone());
        if is_rule(content) {
            continue;
        }
        // A label, with or without a value, or a line of a table of pieces: its heading, or a row with a cell for each file.
        let cells: Vec<&str> =
            content.split(['\t', '|']).map(str::trim).filter(|it| !it.is_empty()).collect();
        let is_piece = |it: &&str| it.chars().count() <= 2 && it.chars().any(|it| !it.is_ascii_digit());
        let is_part = Label::first_cell(content).and_then(Label::leading).is_some()
            || cells.len() == 8 && cells.iter().all(is_piece)
            || Heading::of(text, line.clone(), &mut Vec::new()).is_some();
        // The line above the labels is the tournament.
        let is_title = !is_part && labelled && !content.contains(['\t', '|']) && !is_prose(content);
        if is_part || is_title {
            first = Some(line.start);
            labelled |= is_part;
        }
        if !is_part {
            break;
        }
    }
    first
}
