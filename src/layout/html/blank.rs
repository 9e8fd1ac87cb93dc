//! Empty scoresheets, to be filled in by hand.

use maud::{Markup, PreEscaped, html};

use super::{
    language::Language,
    page::{self, Paper},
    scoresheet::{
        ColumnsTable, Fields, GRID_PAGE, MoveRow, Sheet, disposition_table, first_part, grid_table,
    },
};

/// Options of empty scoresheets.
#[derive(Clone, Debug)]
pub struct Blank {
    /// Whether there is a column per file, rather than one per side.
    pub grid: bool,
    pub moves: u32,
    pub paper: Paper,
    /// Number of scoresheets.
    pub copies: usize,
    /// Fields filled in: organiser, tournament, date, place, round.
    pub filled: Fields,
}

impl Blank {
    /// Returns the number of moves per page, with rows high enough to write in.
    const fn page(&self) -> usize {
        match (self.grid, self.paper) {
            (true, Paper::A5) => 15,
            (true, _) => GRID_PAGE,
            (false, _) => 60,
        }
    }
}

/// Returns an HTML page of empty scoresheets for printing.
pub fn blank(blank: &Blank) -> String {
    let kind = if blank.grid { "form" } else { "form form-columns" };
    let moves: Vec<MoveRow<'_>> = (1..=blank.moves).map(MoveRow::new).collect();
    let pages: Vec<&[MoveRow<'_>]> = moves.chunks(blank.page()).collect();
    let caption = |page: &[MoveRow<'_>]| {
        format!("Moves {}–{}", page.first().map_or(0, |it| it.number), page.last().map_or(0, |it| it.number))
    };
    // The columns per file are those of the laws, and so are the words.
    let english = if blank.grid { Language::laws() } else { Language::default() };
    let markup = html! {
        (page::head("Scoresheet", Some(blank.paper), kind, english))
        h1.unseen { "Scoresheet" }
        @for _ in 0..blank.copies {
            @for (n, page) in pages.iter().enumerate() {
                section.sheet aria-label={ "Page " (n + 1) } {
                    @if n == 0 { (first_part(&blank.filled, &Sheet::Blank, english)) (disposition(english)) } @else { (continued(n + 1, english)) }
                    div.moves.grid[blank.grid].columns[!blank.grid] {
                        @if blank.grid {
                            (grid_table(&caption(page), page, 8, english))
                        } @else {
                            div.page {
                                @for column in page.chunks(page.len().div_ceil(2).max(1)) {
                                    (ColumnsTable(&caption(column), column, english))
                                }
                            }
                        }
                    }
                    // The laws' form has no place for signatures.
                    @if n + 1 == pages.len() && !blank.grid { (signatures()) }
                }
            }
        }
        (PreEscaped(page::foot(None)))
    };
    markup.into_string()
}

/// Returns the head of a further page of a scoresheet.
fn continued(page: usize, language: Language) -> Markup {
    html! {
        dl.facts.continued {
            @for word in ["White", "Black", "Round", "Board"] { div { dt { (language.say(word)) } dd {} } }
            div { dt { "Page" } dd { (page) } }
        }
    }
}

/// Returns the section for the pieces at an unusual start position: rule 16.2.
fn disposition(language: Language) -> Markup {
    let empty = [const { Vec::new() }; 2].map(|mut it: Vec<String>| (it.resize(8, String::new()), it).1);
    html! { div.pieces { (disposition_table(&empty, language)) } }
}

fn signatures() -> Markup {
    html! { div.signatures { @for word in ["White", "Black", "Arbiter"] { div { (word) } } } }
}
