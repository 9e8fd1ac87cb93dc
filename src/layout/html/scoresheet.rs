//! Renders the scoresheet of a game.

use std::borrow::Cow;

use maud::{Markup, PreEscaped, Render, html};

use super::{
    board,
    collected::{Additions, Collected, GAME, NUMBER, Note, Shown, plain},
    language::Language,
    notes,
    text::{Escaped, Linked, MoveText},
};
use crate::{
    chess::{Color, Nag, Outcome},
    diagnostics::{Located, Severity},
    layout::scoresheet::{self, Disposition, FIELDS, Field},
    notation::letters::Letters,
};

/// Moves per page of a scoresheet with a column per file, as in the original.
pub const GRID_PAGE: usize = 20;
/// Most rows of a column, on a scoresheet with a column per side.
pub const COLUMN: usize = 40;
/// A page with at most this many moves has a single column.
const ONE_COLUMN: usize = 12;

/// Renders a game as a collapsible element: a summary line and its scoresheet.
pub fn game(
    game: &Collected,
    outcome: Outcome,
    diagnostics: &[Located],
    grid: bool,
    language: Language,
) -> Markup {
    let fields = Fields::of(game);
    let score = match outcome {
        Outcome::WhiteWins => "1–0",
        Outcome::BlackWins => "0–1",
        Outcome::Draw => "½–½",
        Outcome::Unknown => "",
    };
    let written = match outcome {
        Outcome::Unknown => "",
        _ if language.of_laws => scoresheet::score(outcome),
        _ => score,
    };
    html! {
        (PreEscaped("<details class=\"game\"")) (GAME) (PreEscaped(">"))
        summary {
            a.no href={ "#g" (NUMBER) } { (NUMBER) }
            span.who { (fields.names()) }
            span.score { (score) }
            span.where dir="auto" { (Escaped(&fields.place(language))) }
        }
        article.sheet id={ "g" (NUMBER) } aria-label=(Escaped(&title(&fields))) {
            header.top {
                (first_part(&fields, &Sheet::Finished(written), language))
                (final_position(game, language))
            }
            (pieces(game, language))
            @if grid { (grid_pages(game, &fields, language)) (notes::section(game, language)) } @else { (ColumnPages { game, fields: &fields, language }) }
            (other_tags(game, language))
            (problems(diagnostics, language))
        }
        (PreEscaped("</details>\n"))
    }
}

/// Returns the players and the event: `Morphy – Harrwitz, Paris`.
fn title(fields: &Fields) -> String {
    match fields.value(Field::Event) {
        Some(event) => format!("{}, {event}", fields.players()),
        None => fields.players(),
    }
}

/// The known values of the first part of a scoresheet.
#[derive(Clone, Debug)]
pub struct Fields(pub Vec<(Field, String)>);

impl Fields {
    fn of(game: &Collected) -> Fields {
        let known = |(field, _): (Field, _)| {
            let value = field.value(&game.tags)?.trim().to_owned();
            let unknown = value.is_empty() || value.chars().all(|it| matches!(it, '?' | '.' | '-'));
            (!unknown).then(|| (field, if field == Field::Date { date(value) } else { value }))
        };
        Fields(FIELDS.into_iter().filter_map(known).collect())
    }

    fn value(&self, field: Field) -> Option<&str> {
        self.0.iter().find(|it| it.0 == field).map(|it| &*it.1)
    }

    fn or_blank(&self, field: Field) -> &str {
        self.value(field).unwrap_or("")
    }

    fn players(&self) -> String {
        let name = |color| self.value(Field::Name(color)).unwrap_or("?").to_owned();
        format!("{} – {}", name(Color::White), name(Color::Black))
    }

    /// Renders the players, each in the direction of their script.
    fn names(&self) -> Markup {
        let name = |color| self.value(Field::Name(color)).unwrap_or("?");
        html! { bdi { (Escaped(name(Color::White))) } " – " bdi { (Escaped(name(Color::Black))) } }
    }

    fn place(&self, language: Language) -> String {
        let fields = [Field::Event, Field::Place, Field::Date];
        let round = self.value(Field::Round).map(|it| format!("{} {it}", language.say("round")));
        let known: Vec<String> =
            fields.iter().filter_map(|it| self.value(*it)).map(str::to_owned).chain(round).collect();
        known.join(", ")
    }
}

/// Removes the unknown parts of a date: `1858.??.??` becomes `1858`.
fn date(mut value: String) -> String {
    while let Some(known) = value.strip_suffix(".??") {
        value.truncate(known.len());
    }
    value
}

const FACTS: [(&str, Field); 4] =
    [("Date", Field::Date), ("Place", Field::Place), ("Round", Field::Round), ("Board", Field::Board)];
/// A detail about a player: its label, and the field for each side.
type Standing = (&'static str, fn(Color) -> Field);
const STANDING: [Standing; 3] =
    [("Title", Field::Title), ("Rating", Field::Rating), ("Country", Field::Country)];

/// A kind of scoresheet, which decides how its first part is shown.
pub enum Sheet {
    /// An empty one, section 5.2: each field has a box.
    Blank,
    /// That of a game with this score: only known values are shown.
    Finished(&'static str),
}

/// Renders the first part of a scoresheet.
pub fn first_part(fields: &Fields, sheet: &Sheet, language: Language) -> Markup {
    let say = |it| language.say(it);
    let is_blank = matches!(sheet, Sheet::Blank);
    let is_shown = |field: Field| is_blank || fields.value(field).is_some();
    let value = |field| match fields.or_blank(field) {
        date if field == Field::Date && language.of_laws => html! { bdi { (scoresheet::day_first(date)) } },
        text if is_blank => html! { bdi { (text) } },
        text => html! { bdi { (Linked(text)) } },
    };
    let standing = STANDING.into_iter();
    let standing: Vec<Standing> =
        standing.filter(|(_, field)| Color::ALL.iter().any(|it| is_shown(field(*it)))).collect();
    html! {
        div.first {
            @if is_shown(Field::Organiser) {
                p.organiser { span { (say("Organiser")) } " " bdi { (fields.or_blank(Field::Organiser)) } }
            }
            @if fields.value(Field::Event).is_some() { h2 { (value(Field::Event)) } }
            @else if is_blank { h2 { span.blank { (say("Tournament")) } } }
            (players(fields, &standing, language))
            dl.facts {
                @for (word, field) in FACTS {
                    @if is_shown(field) { div { dt { (say(word)) } dd { (value(field)) } } }
                }
                @match sheet {
                    Sheet::Blank => div {
                        dt { (say("Result")) }
                        dd { (PreEscaped(if language.of_laws { "&nbsp;:&nbsp;" } else { "&nbsp;–&nbsp;" })) }
                    },
                    Sheet::Finished("") => {},
                    Sheet::Finished(score) => div { dt { (say("Result")) } dd.result { (score) } },
                }
            }
        }
    }
}

fn players(fields: &Fields, standing: &[Standing], language: Language) -> Markup {
    let say = |it| language.say(it);
    html! {
        table.players {
            caption { (say("Players")) }
            thead {
                tr {
                    td {}
                    // In the laws' form, the names have no heading.
                    @if language.of_laws { td {} } @else { th scope="col" { (say("Name")) } }
                    @for (word, _) in standing { th scope="col" { (say(word)) } }
                }
            }
            tbody {
                @for (word, color) in [("White", Color::White), ("Black", Color::Black)] {
                    tr {
                        th scope="row" { (say(word)) }
                        td.name { bdi { (Escaped(fields.or_blank(Field::Name(color)))) } }
                        @for (_, field) in standing { td { bdi { (Escaped(fields.or_blank(field(color)))) } } }
                    }
                }
            }
        }
    }
}

fn final_position(game: &Collected, language: Language) -> Markup {
    let last = game.plies.iter().rfind(|it| it.ply.is_some());
    let said = match (last, game.end.turn()) {
        (Some(last), _) => {
            format!("{} {}", language.say("Final position, after"), game.shown(last).label())
        }
        (None, Color::White) => language.say("Position, White to move").to_owned(),
        (None, Color::Black) => language.say("Position, Black to move").to_owned(),
    };
    html! {
        figure.steps data-start=(board::placement(&game.start)) data-number=(game.start.move_number())
            data-black[game.start.turn().is_black()] {
            (board::diagram(&game.end, last.and_then(|it| it.ply.as_ref())))
            figcaption { (said) }
        }
    }
}

/// Renders the start position if it is unusual: as two rows, as in rule 16.2, or as a diagram.
fn pieces(game: &Collected, language: Language) -> Markup {
    let Some(disposition) = scoresheet::disposition(&game.start, Letters::Figurine) else { return html! {} };
    html! {
        section.pieces {
            h3 { (language.say("Pieces at the beginning")) }
            @match disposition {
                Disposition::Ranks(ranks) => (disposition_table(&ranks, language)),
                Disposition::Board(_) => div.start { (board::diagram(&game.start, None)) },
            }
        }
    }
}

/// Renders both sides' pieces on their first ranks, without headings that the laws don't have.
pub fn disposition_table(ranks: &[Vec<String>; 2], language: Language) -> Markup {
    let size = ranks[0].len().try_into().unwrap_or(u8::MAX);
    html! {
        table class=[language.of_laws.then_some("plain")] {
            caption { (language.say("Disposition of the pieces")) }
            thead { tr { @if !language.of_laws { td {} } (files(size)) } }
            tbody {
                @for (word, rank) in ["White", "Black"].iter().zip(ranks) {
                    tr {
                        @if !language.of_laws { th scope="row" { (language.say(word)) } }
                        @for piece in rank { td { (piece) } }
                    }
                }
            }
        }
    }
}

/// Renders the file letters as column headings.
fn files(size: u8) -> Markup {
    html! { @for file in 0..size { th scope="col" { (char::from(b'a' + file)) } } }
}

/// A move of the main line: White's ply and Black's.
pub struct MoveRow<'g> {
    pub number: u32,
    plies: [Option<Shown<'g>>; 2],
    notes: [Option<&'g Note>; 2],
}

impl MoveRow<'_> {
    /// Creates an empty row.
    pub fn new(number: u32) -> Self {
        MoveRow { number, plies: [None; 2], notes: [None; 2] }
    }
}

fn moves(game: &Collected) -> Vec<MoveRow<'_>> {
    let mut moves: Vec<MoveRow<'_>> = Vec::with_capacity(game.plies.len() / 2 + 1);
    let mut notes = game.notes.iter().filter(|it| it.ply > 0).peekable();
    for (n, ply) in game.plies.iter().enumerate() {
        if ply.color == Color::White || moves.is_empty() {
            moves.push(MoveRow::new(ply.number));
        }
        let side = usize::from(ply.color.is_black());
        if let Some(last) = moves.last_mut() {
            last.plies[side] = Some(game.shown(ply));
            last.notes[side] = notes.next_if(|it| it.ply == n + 1);
        }
    }
    moves
}

/// Renders moves with a column per file: section 5.3.
pub fn grid_table(caption: &str, page: &[MoveRow<'_>], size: u8, language: Language) -> Markup {
    html! {
        table {
            caption { (caption) }
            thead { tr { th.n scope="col" { (language.say("Move")) } (files(size)) } }
            @for entry in page {
                tbody {
                    tr { th scope="rowgroup" rowspan="2" { (entry.number) } (grid_row(entry, 0, size)) }
                    tr.black { (grid_row(entry, 1, size)) }
                }
            }
        }
    }
}

fn grid_pages(game: &Collected, fields: &Fields, language: Language) -> Markup {
    html! {
        div.moves.grid {
            @for page in moves(game).chunks(GRID_PAGE) {
                (grid_table(&caption(fields, page, language), page, game.start.size(), language))
            }
        }
    }
}

fn grid_row(entry: &MoveRow<'_>, side: usize, size: u8) -> Markup {
    let cells = entry.plies[side].map(Shown::cells).unwrap_or_default();
    let is_noted = entry.notes[side].is_some_and(|it| it.for_people);
    let last = cells.last().map(|it| it.0);
    html! {
        @for column in 0..size {
            @match cells.iter().find(|it| it.0 == column) {
                Some((_, cell)) if last == Some(column) => {
                    td class=[is_noted.then_some("noted")] data-d=[entry.plies[side].map(Shown::change)] {
                        (MoveText(cell)) (additions(entry.plies[side]))
                    }
                }
                Some((_, cell)) => td { (MoveText(cell)) },
                None => td {},
            }
        }
    }
}

/// Renders moves with a column per side, under a caption.
pub struct ColumnsTable<'g>(pub &'g str, pub &'g [MoveRow<'g>], pub Language);

impl Render for ColumnsTable<'_> {
    fn render_to(&self, out: &mut String) {
        let ColumnsTable(caption, column, language) = *self;
        out.push_str("<table>");
        html! { caption { (Escaped(caption)) } (columns_heading(language)) }.render_to(out);
        out.push_str("<tbody>");
        for entry in column {
            out.push_str("<tr><th scope=\"row\">");
            entry.number.render_to(out);
            out.push_str("</th>");
            entry.plies.iter().for_each(|it| Side(*it).render_to(out));
            out.push_str("</tr>");
        }
        out.push_str("</tbody></table>");
    }
}

/// Renders the moves of a game with a column per side. They are most of the sheet, so they are drawn in
/// place.
struct ColumnPages<'g> {
    game: &'g Collected,
    fields: &'g Fields,
    language: Language,
}

impl Render for ColumnPages<'_> {
    fn render_to(&self, out: &mut String) {
        /// About the length of a row without its cells.
        const ROW: usize = 40;
        let ColumnPages { game, fields, language } = *self;
        let moves = moves(game);
        if game.notes.iter().any(|it| it.for_people) {
            let moves = annotated(game, fields, &moves, language);
            return html! { div.moves.columns.annotated { (moves) } }.render_to(out);
        }
        out.reserve(game.texts.len() + ROW * moves.len());
        out.push_str("<div class=\"moves columns\">");
        for page in moves.chunks(2 * COLUMN) {
            let rows = if page.len() > ONE_COLUMN { page.len().div_ceil(2) } else { ONE_COLUMN };
            out.push_str("<div class=\"page\">");
            for column in page.chunks(rows) {
                ColumnsTable(&caption(fields, column, language), column, language).render_to(out);
            }
            out.push_str("</div>");
        }
        out.push_str("</div>");
        notes::section(game, language).render_to(out);
    }
}

/// Renders the moves of a game with the notes on each below it; notes before Black's move separate it from
/// White's.
fn annotated(game: &Collected, fields: &Fields, moves: &[MoveRow<'_>], language: Language) -> Markup {
    html! {
        table {
            caption { (caption(fields, moves, language)) }
            (columns_heading(language))
            tbody {
                @if let Some(before) = game.notes.first().filter(|it| it.ply == 0) { (said(before)) }
                @for entry in moves {
                    tr {
                        th scope="row" { (entry.number) } (Side(entry.plies[0]))
                        @if entry.notes[0].is_none() { (Side(entry.plies[1])) } @else { td {} }
                    }
                    @if let Some(note) = entry.notes[0] {
                        (said(note))
                        @if entry.plies[1].is_some() { tr { th scope="row" { (entry.number) } td { "…" } (Side(entry.plies[1])) } }
                    }
                    @if let Some(note) = entry.notes[1] { (said(note)) }
                }
            }
        }
    }
}

fn said(note: &Note) -> Markup {
    html! { tr.said { td colspan="3" { (notes::note(note, None)) } } }
}

/// Renders the cell of White's or Black's ply.
struct Side<'g>(Option<Shown<'g>>);

impl Render for Side<'_> {
    fn render_to(&self, out: &mut String) {
        let Some(ply) = self.0 else { return out.push_str("<td></td>") };
        if ply.entered.additions.is_none() {
            return out.push_str(ply.cell());
        }
        out.push_str(ply.open_cell());
        additions(Some(ply)).render_to(out);
        out.push_str("</td>");
    }
}

/// Renders the heading of a scoresheet with a column per side.
fn columns_heading(language: Language) -> Markup {
    let say = |it| language.say(it);
    html! { thead { tr { th.n scope="col" { (say("No.")) } th scope="col" { (say("White")) } th scope="col" { (say("Black")) } } } }
}

/// Returns a caption such as `Moves 21–40, Petrosjan – Sllavcco`.
fn caption(fields: &Fields, page: &[MoveRow<'_>], language: Language) -> String {
    let numbers = match page {
        [first, .., last] => format!("{} {}–{}", language.say("Moves"), first.number, last.number),
        [one] => format!("{} {}", language.say("Move"), one.number),
        [] => String::new(),
    };
    format!("{numbers}, {}", fields.players())
}

/// Renders the annotations in a ply's cell: NAGs, evaluation and clock.
fn additions(ply: Option<Shown<'_>>) -> Markup {
    let Some(Additions { nags, eval, clock }) = ply.and_then(|it| it.entered.additions.as_deref()) else {
        return Markup::default();
    };
    html! {
        @for nag in nags { (nag_symbol(*nag)) }
        @if let Some(eval) = eval { small.eval title="evaluation" { (eval) } }
        @if let Some(clock) = clock { small.clock title="clock" { (clock) } }
    }
}

/// Renders a NAG: `!` and `?` directly after the move, others after a space.
pub fn nag_symbol(nag: Nag) -> Markup {
    let sign = nag.symbol().map_or_else(|| Cow::Owned(format!("${}", nag.0)), Cow::Borrowed);
    html! { @if nag > Nag::DUBIOUS { " " } span.nag { (sign) } }
}

/// Renders the tags that the first part doesn't show.
fn other_tags(game: &Collected, language: Language) -> Markup {
    let shown = FIELDS.map(|it| it.0.find(&game.tags));
    let others = || game.tags.0.iter().enumerate().filter(|(n, _)| !shown.contains(&Some(*n))).map(|it| it.1);
    html! {
        @if others().next().is_some() {
            section.more {
                h3 { (language.say("More")) }
                dl { @for tag in others() { div { dt { (Escaped(&tag.name)) } dd { bdi { (Linked(&tag.value)) } } } } }
            }
        }
    }
}

fn problems(diagnostics: &[Located], language: Language) -> Markup {
    let problems = || diagnostics.iter().filter(|it| it.diagnostic.severity > Severity::Note);
    html! {
        @if problems().next().is_some() {
            section.problems {
                h3 { (language.say("Problems in the source of this game")) }
                ul {
                    @for located @ Located { diagnostic, line, text, .. } in problems() {
                        li {
                            (language.say("Line")) " " (line)
                            @if let Some(label) = diagnostic.ply_label() { ", " (label) }
                            @if !text.is_empty() { " " q { (plain(text)) } }
                            ": " (plain(&located.problem()))
                        }
                    }
                }
            }
        }
    }
}
