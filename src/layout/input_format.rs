//! Input formats: detects them, finds the ends of games, and reads games.

use std::{borrow::Cow, ops::Range};

use super::{
    Event, PageText, ReadGame, boxes,
    extract::Place,
    grid, pgn, prose,
    read::{
        cells, chat, fields::Fields, labelled::with_plies_alone, latex::of_latex, lists, literals::Literals,
        marked, records, woven,
    },
    rows::is_rule,
};
use crate::{
    chess::{Comment, CommentKind},
    diagnostics::{Diagnostic, Problem, Severity},
    io::{Form, GameEnd, encoding},
    lex, lines,
    resolve::{Notations, Repairing},
    slice::Slice as _,
    words::ending::Players,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InputFormat {
    /// PGN, or bare moves.
    #[default]
    Pgn,
    /// Scoresheets with a column for each file.
    Grid,
    /// PGN, or bare moves, with extraneous marks such as those of quoted mail.
    Marked,
    /// PGN, or bare moves, in strings of a program or LaTeX commands.
    Source,
    /// Records, one per line: JSON, UCI commands.
    Records,
    /// Records in other syntaxes: literals of programs, YAML, TOML, XML, SQL.
    Fields,
    /// Tables with moves in their cells.
    Cells,
    /// Bare moves, one game per line or per block of lines.
    Lists(lists::Apart),
    /// Printed text, as in books.
    Prose,
    /// Words of printed pages with their boxes, as XML; their text is read as [`InputFormat::Prose`].
    Boxes,
}

/// Bytes that suffice to detect the format.
const BEGINNING: usize = 16 << 10;

/// Longest character in UTF-8, in bytes.
const LONGEST_LETTER: usize = 4;

/// Whether a tagged game begins at `start`, after white space; `tagged` is the offset of the next one.
fn is_tagged(text: &str, start: usize, tagged: Option<usize>) -> bool {
    tagged.is_some_and(|at| at <= start + lex::blank_len(text.slice(start..)))
}

impl Form for InputFormat {
    fn of(beginning: &[u8], whole: bool) -> Option<InputFormat> {
        let read = match beginning.utf8_chunks().next() {
            // The last character may be cut.
            Some(first) if beginning.len() < first.valid().len() + LONGEST_LETTER => {
                Cow::Borrowed(first.valid())
            }
            Some(_) => Cow::Owned(encoding::decode(beginning, None).text),
            None => Cow::Borrowed(""),
        };
        let text = read.slice(..read.ceil_char_boundary(BEGINNING));
        let is_cut = !whole || beginning.len() >= BEGINNING;
        if boxes::is_boxes(text, whole || beginning.len() >= BEGINNING)? {
            return Some(InputFormat::Boxes);
        }
        if records::are_records(&read, whole)? {
            if cells::Tables::of(&read).is_some() {
                return Some(InputFormat::Cells);
            }
            // A list of moves may be objects, without a game around it.
            let enough = whole || beginning.len() >= BEGINNING;
            let is_none = records::other_value(&read).is_some();
            if is_none && !enough {
                return None;
            }
            return Some(match is_none {
                true if Fields::begin(text, is_cut).is_some() => InputFormat::Fields,
                true if Literals::of(text).is_some_and(|it| it.are_below_words()) => InputFormat::Source,
                _ => InputFormat::Records,
            });
        }
        let enough = whole || beginning.len() >= BEGINNING;
        let begins = grid::begins(text, enough)?;
        if begins == grid::Begins::Sheet {
            return Some(InputFormat::Grid);
        } else if begins == grid::Begins::Prose {
            let is_document = if enough { grid::next_sheet(text, 0).is_some() } else { return None };
            return Some(if is_document { InputFormat::Prose } else { InputFormat::Grid });
        }
        let lines = if enough { text } else { text.slice(..lines::start(text, text.len())) };
        let rows = if enough { &*read } else { read.slice(..lines::start(&read, read.len())) };
        if Fields::begin(lines, is_cut).is_some() {
            return enough.then_some(InputFormat::Fields);
        }
        if cells::Tables::shown(rows, enough)?.is_some() {
            return Some(InputFormat::Cells);
        }
        if let Some(apart) = lists::Apart::of(text, enough)? {
            return Some(InputFormat::Lists(apart));
        }
        let plain = marked::plain(text);
        let is_program = || Literals::of(text).is_some_and(|it| it.are_of_program());
        if is_program() || of_latex(text).is_some() {
            return enough.then_some(InputFormat::Source);
        }
        let pgn = if matches!(plain, Cow::Owned(_)) { InputFormat::Marked } else { InputFormat::Pgn };
        if let Some(at) = lex::next_game(plain.slice(..lines.len()), 0) {
            // Text above may be a program's, of which more will show.
            return (enough || plain.slice(..at).trim().is_empty()).then_some(pgn);
        }
        let prose = prose::is_prose(plain.as_bytes(), whole)?;
        let may_be_document = !prose && begins == grid::Begins::Words;
        if may_be_document && !enough {
            return None;
        }
        let is_document = may_be_document && grid::next_sheet(&plain, 0).is_some();
        Some(if prose || is_document { InputFormat::Prose } else { pgn })
    }

    fn plain(self, text: Cow<'_, str>) -> Cow<'_, str> {
        match self {
            InputFormat::Marked | InputFormat::Source | InputFormat::Prose => {
                let replaced = if let Cow::Owned(it) = marked::plain(&text) { Some(it) } else { None };
                replaced.map_or(text, Cow::Owned)
            }
            _ => text,
        }
    }

    fn last_boundary(self, bytes: &[u8], from: usize) -> Option<usize> {
        match self {
            InputFormat::Pgn => lex::last_boundary(bytes, from),
            InputFormat::Grid => grid::last_boundary(bytes, from),
            InputFormat::Lists(apart) => apart.last_boundary(bytes, from),
            InputFormat::Marked
            | InputFormat::Source
            | InputFormat::Records
            | InputFormat::Fields
            | InputFormat::Cells
            | InputFormat::Prose
            | InputFormat::Boxes => None,
        }
    }

    fn ends(self, text: &str) -> impl FnMut(usize) -> GameEnd {
        let mut extents = self.extents(text);
        move |start| extents.of(start)
    }
}

impl InputFormat {
    /// Returns the text of pages with boxes, and the format in which it is read; `None` for other formats.
    pub fn page_text(self, xml: &str) -> Option<(InputFormat, PageText)> {
        match self {
            InputFormat::Boxes => Some((InputFormat::Prose, boxes::read(xml))),
            _ => None,
        }
    }

    /// Returns a finder of the ends of games in a text.
    pub fn extents(self, text: &str) -> Extents<'_> {
        Extents {
            format: self,
            text,
            printed: prose::Text::new(text),
            tagged: None,
            sheet: None,
            is_open: false,
            tables: cells::Tables::default(),
            fields: (self == InputFormat::Fields).then(|| Fields::of(text)).flatten(),
        }
    }

    /// Reads the game in this range of the text.
    pub fn read<'t>(self, text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        self.extents(text).read(range, notations)
    }
}

/// Finds games and their ends in a text, from its beginning on.
pub struct Extents<'t> {
    format: InputFormat,
    text: &'t str,
    printed: prose::Text<'t>,
    /// The next tagged game in a printed text, once searched for; searching again for each game would take
    /// quadratic time.
    tagged: Option<Option<usize>>,
    /// The next scoresheet in a printed text, once searched for.
    sheet: Option<Option<Range<usize>>>,
    /// Whether a record was found unclosed at the end of the text.
    is_open: bool,
    tables: cells::Tables,
    /// Games in records of syntaxes other than JSON.
    fields: Option<Fields<'t>>,
}

impl<'t> Extents<'t> {
    /// Reads the game in this range of the text.
    pub fn read(&mut self, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        let Range { start: from, end } = range;
        let mut read = match self.read_beside(&range, notations, false) {
            Some(read) => self.doubted(read, &range),
            None => {
                let read = self.read_game(range.clone(), notations);
                let beside = || self.read_beside(&range, notations, true);
                let beside = read.has_errors().then(beside).flatten();
                let read = beside
                    .filter(|it| it.game.main_line().count() > read.game.main_line().count())
                    .map_or(read, |it| self.doubted(it, &range));
                let woven = || self.read_woven(&range, notations);
                read.has_errors().then(woven).flatten().unwrap_or(read)
            }
        };
        let is_named = ["White", "Black"].iter().any(|name| read.game.tags.get(name).is_some());
        if matches!(self.format, InputFormat::Marked | InputFormat::Prose)
            && !is_named
            && let Some([white, black]) = chat::players(self.text, from, &read.game)
        {
            if let Some(said) = chat::ending(self.text.slice(..end), &read.game, [&white, &black]) {
                read.game.said.retain(|it| !it.ending.depends_on_moves());
                read.game.said.push(said);
            }
            read.game.tags.set("White", white);
            read.game.tags.set("Black", black);
        }
        read
    }

    /// Returns the offset of the first tag pairs in this range.
    fn tags_in(&self, range: &Range<usize>) -> Option<usize> {
        lex::next_game(self.text.slice(..range.end), range.start)
    }

    /// Reports unread moves that would continue a game without tags.
    fn doubted(&self, mut read: ReadGame<'t>, range: &Range<usize>) -> ReadGame<'t> {
        if self.tags_in(range).is_none() {
            pgn::doubt_rest(&mut read, self.text, range);
        }
        read
    }

    /// Returns the part of `range` that the game read from it takes up; `None` if words around it wouldn't
    /// become comments.
    pub fn place(&mut self, range: &Range<usize>, read: &ReadGame<'_>) -> Option<Place> {
        if matches!(
            self.format,
            InputFormat::Grid
                | InputFormat::Records
                | InputFormat::Fields
                | InputFormat::Cells
                | InputFormat::Lists(_)
        ) {
            return None;
        }
        let text = self.text.slice(..range.end);
        let places = read
            .game
            .events
            .iter()
            .filter_map(|it| if let Event::Ply(_, at) = it { Some(at.range()) } else { None });
        let first = places.clone().map(|it| it.start).min()?;
        let last = places.map(|it| it.end).max()?;
        // Unread text may be the rest of the game.
        let is_cut = |it: &Diagnostic| it.severity == Severity::Error && it.span.start >= last;
        let last = if read.diagnostics.iter().any(is_cut) { text.trim_end().len().max(last) } else { last };
        let is_print = matches!(self.format, InputFormat::Prose | InputFormat::Boxes);
        let labelled = |own| Some(Place { own, is_labelled: true, left: Vec::new() });
        if let Some(tags) = self.tags_in(range).filter(|it| *it <= first) {
            let end = prose::end_of_paragraph(text, last);
            return labelled(tags..end.max(pgn::own_extent(text, tags).at));
        }
        if let Some(sheet) = self.next_sheet(range.start).filter(|it| is_print && it.start <= first) {
            return labelled(sheet.start..range.end);
        }
        let (own, left) = prose::place(text, range, (first, last), &Players::of(&read.game.tags));
        Some(Place { own, is_labelled: false, left })
    }

    fn read_game(&mut self, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
        let text = self.text;
        match self.format {
            InputFormat::Pgn | InputFormat::Marked => {
                let read = pgn::read::read(text, range.clone(), notations);
                let read = prose::or_page(read, text, range.clone(), notations);
                let read = self.doubted(read, &range);
                // Repairs may leave more to words than the literal reading does.
                let is_cut = read.diagnostics.iter().any(|it| it.problem == Problem::UnreadRows);
                if !is_cut || notations.repair() == Repairing::Never {
                    return read;
                }
                let literal = notations.clone().repairing(Repairing::Never);
                prose::better(read, pgn::read::read(text, range, &literal))
            }
            InputFormat::Source => {
                let read = pgn::read::read(text, range.clone(), notations);
                self.doubted(read, &range)
            }
            InputFormat::Grid => grid::read(text, range, notations),
            InputFormat::Records => records::read(text, range, self.is_open, notations),
            InputFormat::Fields => {
                match self.fields.as_ref().and_then(|it| it.read(range.clone(), notations)) {
                    Some(read) => read,
                    None => pgn::read::read(text, range, notations),
                }
            }
            InputFormat::Cells => {
                let read = self.tables.read(text, range.clone(), notations);
                // Two columns may be the two squares of each ply.
                let plain = read.has_errors().then(|| with_plies_alone(text)).flatten();
                let Some(plain) = plain else { return read };
                let ReadGame { game, diagnostics, escapes } = pgn::read::read(&plain, range, notations);
                prose::better(read, ReadGame { game: game.into_owned(), diagnostics, escapes })
            }
            InputFormat::Lists(_) => lists::read(text, range, notations),
            InputFormat::Prose if is_tagged(text, range.start, self.tags_in(&range)) => {
                pgn::read::read(text, range, notations)
            }
            InputFormat::Prose | InputFormat::Boxes => match self.next_sheet(range.start) {
                Some(sheet) if sheet.start < range.end => read_sheet(text, range, sheet.start, notations),
                _ => prose::read(&self.printed, range, notations),
            },
        }
    }

    /// Reads a game without tags from two columns of rows side by side, in lines or in running text.
    fn read_beside(
        &self,
        range: &Range<usize>,
        notations: &Notations,
        in_lines: bool,
    ) -> Option<ReadGame<'static>> {
        let may_be = matches!(self.format, InputFormat::Pgn | InputFormat::Marked | InputFormat::Prose);
        if !may_be || self.tags_in(range).is_some() {
            return None;
        }
        prose::read_beside(self.text, range.clone(), notations, in_lines)
    }

    /// Reads a game without tags from the sentences that tell it, if nothing is left in doubt.
    fn read_woven(&self, range: &Range<usize>, notations: &Notations) -> Option<ReadGame<'static>> {
        let may_be = matches!(self.format, InputFormat::Pgn | InputFormat::Marked | InputFormat::Prose);
        if !may_be || self.tags_in(range).is_some() {
            return None;
        }
        let (woven, plies) = woven::with_words_apart(self.text, range.clone())?;
        let ReadGame { game, diagnostics, escapes } = pgn::read::read(&woven, range.clone(), notations);
        let read = ReadGame { game: game.into_owned(), diagnostics, escapes };
        (!read.has_errors() && read.game.main_line().count() == plies).then_some(read)
    }

    /// Returns the range from which a game in this range is read: the whole table, if the game stands beside
    /// others.
    pub fn whole(&mut self, range: Range<usize>) -> Range<usize> {
        match self.format {
            InputFormat::Cells => self.tables.whole(self.text, range),
            _ => range,
        }
    }

    /// Returns the end of the game at `start`, which must not be before that of the previous call.
    pub fn of(&mut self, start: usize) -> GameEnd {
        let text = self.text;
        match self.format {
            InputFormat::Pgn => pgn::extent(text, start),
            InputFormat::Marked | InputFormat::Source => {
                let GameEnd { at, decided } = pgn::extent(text, start);
                // The opening of a string, blanked, precedes the game in it.
                let own = start + text.slice(start..at).trim_end().len();
                let at = if at < text.len() && own > start { own } else { at };
                // Code after the last game, blanked here, is no other game.
                let behind = text.slice(at..);
                let is_last = behind_comments(behind).is_empty();
                let may_be_other = self.format == InputFormat::Marked && behind.trim_start().is_empty();
                GameEnd { at, decided: decided && (!is_last || may_be_other) }
            }
            InputFormat::Grid => grid::extent(text, start),
            InputFormat::Records => records::extent(text, start, &mut self.is_open),
            InputFormat::Fields => {
                let open = GameEnd { at: text.len(), decided: false };
                self.fields.as_ref().map_or(open, |it| it.extent(start))
            }
            InputFormat::Cells => self.tables.extent(text, start),
            InputFormat::Lists(apart) => {
                let at = apart.extent(text, start);
                GameEnd { at, decided: at < text.len() }
            }
            // A game may continue on the next page.
            InputFormat::Boxes => GameEnd { at: text.len(), decided: false },
            InputFormat::Prose => match self.next_tagged(start) {
                tagged if is_tagged(text, start, tagged) => pgn::extent(text, start),
                tagged
                    if let Some(sheet) =
                        self.next_sheet(start).filter(|it| tagged.is_none_or(|at| it.start < at)) =>
                {
                    before_sheet(text, start, &sheet)
                }
                Some(at) => {
                    let end = prose::extent(text.slice(..at), start);
                    GameEnd { decided: end.decided || end.at == at, ..end }
                }
                None => prose::extent(text, start),
            },
        }
    }

    /// Whether the game at `start`, which must not be before that of the previous call, may suit the exact
    /// reader: PGN, or bare moves.
    pub fn may_be_exact(&mut self, start: usize) -> bool {
        match self.format {
            InputFormat::Pgn | InputFormat::Marked | InputFormat::Source => true,
            InputFormat::Prose => is_tagged(self.text, start, self.next_tagged(start)),
            // A leading number may be a label.
            InputFormat::Lists(_) => {
                self.text.slice(start..).starts_with(|it: char| it.is_ascii_alphabetic())
            }
            InputFormat::Grid
            | InputFormat::Records
            | InputFormat::Fields
            | InputFormat::Cells
            | InputFormat::Boxes => false,
        }
    }

    fn next_sheet(&mut self, start: usize) -> Option<Range<usize>> {
        if self.sheet.as_ref().is_none_or(|it| it.as_ref().is_some_and(|it| it.start < start)) {
            self.sheet = Some(grid::next_sheet(self.text, start));
        }
        self.sheet.clone().flatten()
    }

    fn next_tagged(&mut self, start: usize) -> Option<usize> {
        match self.tagged {
            Some(known) if known.is_none_or(|at| at >= start) => known,
            _ => *self.tagged.insert(lex::next_game(self.text, start)),
        }
    }
}

/// Returns the text without the blanks and comments at its beginning.
fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some((_, behind)) = rest.strip_prefix('{').and_then(|it| it.split_once('}')) {
        rest = behind.trim_start();
    }
    rest
}

/// Returns the end of the game at `start` in a text with this scoresheet: the end of the sheet, if only words
/// precede it.
fn before_sheet(text: &str, start: usize, sheet: &Range<usize>) -> GameEnd {
    let before = text.slice(..sheet.start);
    let printed = prose::Text::new(before);
    let mut at = start;
    while at < sheet.start {
        let end = prose::extent(before, at).at;
        let read = prose::read(&printed, at..end, &Notations::any());
        if read.game.events.iter().any(|it| matches!(it, Event::Ply(..))) {
            return GameEnd { at: if at == start { end } else { at }, decided: true };
        }
        at = end;
    }
    // Rows may follow the end of the text so far.
    let ends = |line: &str| line.ends_with('\n') && !line.trim().is_empty() && !is_rule(line.trim());
    let decided = text.slice(sheet.end..).split_inclusive('\n').any(ends);
    GameEnd { at: sheet.end, decided }
}

/// Reads the scoresheet that begins at this offset, with the words before it.
fn read_sheet<'t>(text: &'t str, range: Range<usize>, sheet: usize, notations: &Notations) -> ReadGame<'t> {
    let mut read = grid::read(text, sheet..range.end, notations);
    let words = text.slice(range.start..sheet).trim();
    let paragraphs = words.split("\n\n").map(str::trim).filter(|it| !it.is_empty());
    let said =
        paragraphs.map(|it| Event::Comment(Comment { kind: CommentKind::Text, text: lex::comment_text(it) }));
    read.game.events.splice(0..0, said);
    read
}
