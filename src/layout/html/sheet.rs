//! Drawing the sheet of a game.

use std::borrow::Cow;

use maud::{Markup, PreEscaped, html};

use super::{
    board,
    collect::{Collected, Entered, NUMBER, OPEN, Part},
};
use crate::{
    layout::sheet::{self, Disposition, FIELDS, Field},
    model::{Color, Nag, Outcome, Tag, Tags},
    notation::letters::Letters,
    report::{Located, Severity},
};

/// So many moves stand on a page of the sheet with a column for each file, as in the original.
pub const GRID_PAGE: usize = 20;
/// So many moves stand one below the other where White and Black have a column each.
pub const COLUMN: usize = 40;
/// Fewer moves than this stand in one column.
const ONE_COLUMN: usize = 12;

/// The game as an element that opens: a line about it, and its sheet.
pub fn game(game: &Collected, outcome: Outcome, diagnostics: &[Located], grid: bool) -> Markup {
    let fields = Fields::of(game, outcome);
    html! {
        (PreEscaped("<details class=\"game\"")) (OPEN) (PreEscaped(">"))
        summary {
            a.no href={ "#g" (NUMBER) } { (NUMBER) }
            span.who { (fields.players()) }
            span.score { (fields.score) }
            span.where { (fields.place()) }
        }
        article.sheet id={ "g" (NUMBER) } aria-label=(title(game)) {
            header.top {
                (first_part(&fields))
                (final_position(game))
            }
            (pieces(game))
            @if grid { (grid_pages(game)) } @else { (column_pages(game)) }
            (notes(game))
            (other_tags(game))
            (problems(diagnostics))
        }
        (PreEscaped("</details>\n"))
    }
}

/// Who played, and where: `Morphy – Harrwitz, Paris`.
pub fn title(game: &Collected) -> String {
    let fields = Fields::of(game, Outcome::Unknown);
    match fields.value(Field::Event) {
        Some(event) => format!("{}, {event}", fields.players()),
        None => fields.players(),
    }
}

/// What the first part of a sheet says.
pub struct Fields {
    values: [Option<String>; FIELDS.len()],
    score: &'static str,
}

impl Fields {
    fn of(game: &Collected, outcome: Outcome) -> Fields {
        let tag = |(name, value): &(String, String)| Tag {
            name: Cow::Owned(name.clone()),
            value: Cow::Owned(value.clone()),
        };
        let tags = Tags(game.tags.iter().map(tag).collect());
        let known = |field: Field| {
            let value = field.find(&tags).map(|n| tags.0[n].value.trim().to_owned())?;
            let unknown = value.is_empty() || value.chars().all(|it| matches!(it, '?' | '.' | '-'));
            (!unknown).then_some(value)
        };
        let score = if outcome == Outcome::Unknown { "" } else { sheet::score(outcome) };
        Fields { values: FIELDS.map(known), score }
    }

    /// Fields that are filled in with these values, and no score.
    pub fn given(values: impl Fn(Field) -> Option<String>) -> Fields {
        Fields { values: FIELDS.map(values), score: "" }
    }

    fn value(&self, field: Field) -> Option<&str> {
        FIELDS.iter().position(|it| *it == field).and_then(|n| self.values[n].as_deref())
    }

    fn or_blank(&self, field: Field) -> &str {
        self.value(field).unwrap_or("")
    }

    fn players(&self) -> String {
        let name = |color| self.value(Field::Name(color)).unwrap_or("?").to_owned();
        format!("{} – {}", name(Color::White), name(Color::Black))
    }

    fn place(&self) -> String {
        let fields = [Field::Event, Field::Place, Field::Date];
        let round = self.value(Field::Round).map(|it| format!("round {it}"));
        let known: Vec<String> =
            fields.iter().filter_map(|it| self.value(*it)).map(str::to_owned).chain(round).collect();
        known.join(", ")
    }
}

/// The first part of the sheet: section 5.2.
pub fn first_part(fields: &Fields) -> Markup {
    let player = |word: &str, color: Color| {
        html! {
            tr {
                th scope="row" { (word) }
                td.name { (fields.or_blank(Field::Name(color))) }
                td { (fields.or_blank(Field::Title(color))) }
                td { (fields.or_blank(Field::Rating(color))) }
                td { (fields.or_blank(Field::Country(color))) }
            }
        }
    };
    let facts = [
        ("Date", Field::Date),
        ("Place", Field::Place),
        ("Round", Field::Round),
        ("Chessboard", Field::Board),
    ];
    html! {
        div.first {
            h2 { @match fields.value(Field::Event) { Some(event) => (event), None => span.blank { "Name of tournament" } } }
            table.players {
                caption { "Players" }
                thead {
                    tr {
                        td {}
                        th scope="col" { "Name" } th scope="col" { "Title" } th scope="col" { "Rating" } th scope="col" { "Country" }
                    }
                }
                tbody { (player("White", Color::White)) (player("Black", Color::Black)) }
            }
            dl.facts {
                @for (word, field) in facts {
                    div { dt { (word) } dd { (fields.or_blank(field)) } }
                }
                div { dt { "Score" } dd { @if fields.score.is_empty() { (PreEscaped("&nbsp;:&nbsp;")) } @else { (fields.score) } } }
            }
        }
    }
}

fn final_position(game: &Collected) -> Markup {
    let said = match (game.plies.iter().rfind(|it| !it.resigns), game.end.turn()) {
        (Some(last), _) => format!("Final position, after {}", label(last)),
        (None, Color::White) => "Position, White to move".to_owned(),
        (None, Color::Black) => "Position, Black to move".to_owned(),
    };
    html! {
        figure {
            (board::diagram(&game.end, game.last.as_ref()))
            figcaption { (said) }
        }
    }
}

/// As in `12… Nf6`.
fn label(ply: &Entered) -> String {
    format!("{}{}\u{a0}{}", ply.number, ply.color.fold_wb(".", "…"), ply.text)
}

/// The pieces with which the game begins, if that is not as usual: two rows as in rule 16.2, or the position.
fn pieces(game: &Collected) -> Markup {
    let Some(disposition) = sheet::disposition(&game.start, Letters::Figurine) else { return html! {} };
    html! {
        section.pieces {
            h3 { "Pieces at the beginning" }
            @match disposition {
                Disposition::Ranks(ranks) => {
                    table {
                        caption { "Disposition of the pieces" }
                        thead { tr { td {} (files(game.start.size())) } }
                        tbody {
                            @for (word, rank) in ["White", "Black"].iter().zip(ranks) {
                                tr { th scope="row" { (word) } @for piece in rank { td { (piece) } } }
                            }
                        }
                    }
                }
                Disposition::Board(_) => div.start { (board::diagram(&game.start, None)) },
            }
        }
    }
}

/// Headings of columns with the letters of the files.
fn files(size: u8) -> Markup {
    html! { @for file in 0..size { th scope="col" { (char::from(b'a' + file)) } } }
}

/// A move of the main line: White's ply and Black's.
struct Move<'g> {
    number: u32,
    plies: [Option<&'g Entered>; 2],
    /// Something is said about them.
    noted: [bool; 2],
}

fn moves(game: &Collected) -> Vec<Move<'_>> {
    let mut moves: Vec<Move<'_>> = Vec::new();
    let notes = game.notes.iter().filter(|it| it.0 > 0 && it.1.iter().any(is_for_people));
    let mut noted = notes.map(|it| it.0).peekable();
    for (n, ply) in game.plies.iter().enumerate() {
        if ply.color == Color::White || moves.is_empty() {
            moves.push(Move { number: ply.number, plies: [None; 2], noted: [false; 2] });
        }
        let side = usize::from(ply.color.is_black());
        if let Some(last) = moves.last_mut() {
            last.plies[side] = Some(ply);
            last.noted[side] = noted.next_if_eq(&(n + 1)).is_some();
        }
    }
    moves
}

/// The heading of the sheet with a column for each file: section 5.3.
pub fn grid_heading(size: u8) -> Markup {
    html! { thead { tr { th.n scope="col" { "Number of the move" } (files(size)) } } }
}

fn grid_pages(game: &Collected) -> Markup {
    let size = game.start.size();
    let moves = moves(game);
    html! {
        div.moves.grid {
            @for page in moves.chunks(GRID_PAGE) {
                table {
                    caption { (caption(game, page)) }
                    (grid_heading(size))
                    @for entry in page {
                        tbody {
                            tr { th scope="rowgroup" rowspan="2" { (entry.number) } (grid_row(entry, 0, size)) }
                            tr.black { (grid_row(entry, 1, size)) }
                        }
                    }
                }
            }
        }
    }
}

fn grid_row(entry: &Move<'_>, side: usize, size: u8) -> Markup {
    let cells = entry.plies[side].map_or(&[][..], |it| &it.cells);
    let last = cells.last().map(|it| it.0);
    html! {
        @for column in 0..size {
            @match cells.iter().find(|it| it.0 == column) {
                Some((_, cell)) if last == Some(column) => {
                    td class=[entry.noted[side].then_some("noted")] { (move_text(cell)) (glyphs(entry.plies[side])) }
                }
                Some((_, cell)) => td { (move_text(cell)) },
                None => td {},
            }
        }
    }
}

fn column_pages(game: &Collected) -> Markup {
    let moves = moves(game);
    html! {
        div.moves.columns {
            @for page in moves.chunks(2 * COLUMN) {
                div.page {
                    @for column in page.chunks(if page.len() > ONE_COLUMN { page.len().div_ceil(2) } else { ONE_COLUMN }) {
                        table {
                            caption { (caption(game, column)) }
                            (columns_heading())
                            tbody {
                                @for entry in column {
                                    tr {
                                        th scope="row" { (entry.number) }
                                        @for side in 0..2 {
                                            td class=[entry.noted[side].then_some("noted")] {
                                                @if let Some(ply) = entry.plies[side] { (move_text(&ply.text)) (glyphs(Some(ply))) }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The heading of the sheet with a column for each side.
pub fn columns_heading() -> Markup {
    html! { thead { tr { th.n scope="col" { "No." } th scope="col" { "White" } th scope="col" { "Black" } } } }
}

/// As in `Moves 21–40, Petrosjan – Sllavcco`.
fn caption(game: &Collected, page: &[Move<'_>]) -> String {
    let numbers = match page {
        [first, .., last] => format!("Moves {}–{}", first.number, last.number),
        [one] => format!("Move {}", one.number),
        [] => String::new(),
    };
    format!("{numbers}, {}", Fields::of(game, Outcome::Unknown).players())
}

/// The text of a move, in which figurines are as large as letters.
fn move_text(text: &str) -> Markup {
    let is_figurine = |it: char| ('♔'..='♟').contains(&it);
    if !text.contains(is_figurine) {
        return html! { (text) };
    }
    html! {
        @for part in text.split_inclusive(is_figurine) {
            @let figurine = part.char_indices().next_back().filter(|it| is_figurine(it.1)).map_or(part.len(), |it| it.0);
            (part[..figurine]) @if figurine < part.len() { span.fig { (part[figurine..]) } }
        }
    }
}

fn glyphs(ply: Option<&Entered>) -> Markup {
    html! { @for nag in ply.map_or(&[][..], |it| &it.nags) { (glyph(*nag)) } }
}

/// A glyph: `!` and `?` as they are, others a little apart.
fn glyph(nag: Nag) -> Markup {
    let sign = nag.glyph().map_or_else(|| Cow::Owned(format!("${}", nag.0)), Cow::Borrowed);
    html! { @if nag > Nag::DUBIOUS { " " } span.nag { (sign) } }
}

fn notes(game: &Collected) -> Markup {
    if game.notes.is_empty() {
        return html! {};
    }
    html! {
        section.notes {
            h3 { "Notes" }
            div.all {
                @for (ply, parts) in &game.notes {
                    div.note {
                        @if let Some(ply) = ply.checked_sub(1).and_then(|n| game.plies.get(n)) {
                            b { (move_text(&label(ply))) } " "
                        }
                        @for (n, part) in parts.iter().enumerate() {
                            @let opened = n == 0 || matches!(parts[n - 1], Part::Open);
                            @if !opened && !matches!(part, Part::Close) { " " }
                            (self::part(part))
                        }
                    }
                }
            }
        }
    }
}

fn part(part: &Part) -> Markup {
    html! {
        @match part {
            // Comments with lines of their own, such as diagrams, keep them.
            Part::Comment(text) if text.contains('\n') => pre { (text) },
            Part::Comment(text) => (comment(text)),
            Part::Escape(text) => code { "%" (text) },
            Part::Unread(text) => span.unread { "Not read: " (text) },
            Part::Open => "(",
            Part::Close => ")",
            Part::Move(text) => i { (move_text(text)) },
            Part::Nag(nag) => (glyph(*nag)),
        }
    }
}

/// Is there anything in it for people to read?
fn is_for_people(part: &Part) -> bool {
    match part {
        Part::Comment(text) => {
            commands(text).0.iter().any(|it| !it.0.trim().is_empty()) || !commands(text).1.trim().is_empty()
        }
        Part::Escape(_) => false,
        _ => true,
    }
}

/// The parts of a comment: words with the command after them, as in `[%clk 0:01:00]`, and the words at the end.
fn commands(text: &str) -> (Vec<(&str, &str)>, &str) {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("[%") {
        let Some(end) = rest[start..].find(']').map(|n| start + n + 1) else { break };
        parts.push((&rest[..start], &rest[start..end]));
        rest = &rest[end..];
    }
    (parts, rest)
}

/// A comment, in which what is meant for programs stands back.
fn comment(text: &str) -> Markup {
    let (parts, rest) = commands(text);
    html! { @for (words, command) in parts { (words) code { (command) } } (rest) }
}

/// The tags that the first part does not show.
fn other_tags(game: &Collected) -> Markup {
    let tags = &game.tags;
    let shown =
        FIELDS.map(|field| field.tags().iter().find_map(|name| tags.iter().position(|tag| tag.0 == *name)));
    let others = || tags.iter().enumerate().filter(|(n, _)| !shown.contains(&Some(*n))).map(|it| it.1);
    html! {
        @if others().next().is_some() {
            section.more {
                h3 { "More" }
                dl { @for (name, value) in others() { div { dt { (name) } dd { (value) } } } }
            }
        }
    }
}

fn problems(diagnostics: &[Located]) -> Markup {
    let problems = || diagnostics.iter().filter(|it| it.diagnostic.severity > Severity::Note);
    html! {
        @if problems().next().is_some() {
            section.problems {
                h3 { "Problems in the source of this game" }
                ul {
                    @for located @ Located { diagnostic, line, text, .. } in problems() {
                        li {
                            "Line " (line)
                            @if let Some(label) = diagnostic.ply_label() { ", " (label) }
                            @if !text.is_empty() { " " q { (text) } }
                            ": " (located.problem())
                        }
                    }
                }
            }
        }
    }
}
