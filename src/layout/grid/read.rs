//! Reads scoresheets.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use super::{
    notes::{self, NotedTag, NotesContent, Piece},
    parts::{self, Parts, Row, outcome, tag_value},
    pieces,
};
use crate::{
    chess::{CommentKind, Outcome, Position, Variant},
    diagnostics::{Diagnostic, Problem, Severity},
    layout::{
        Event, Game, ReadGame,
        grid::extent::is_prose,
        pgn::read::{Context, remarks},
        scoresheet::{FIELDS, Field},
        transcript::Transcript,
    },
    notation::{Choice, Notation},
    reasons::Illegal,
    resolve::{Chosen, Line, MoveText, Next, Notations, Repairing, Source, read_whole_line},
    slice::Slice as _,
};

/// Reads the game whose scoresheet is in this range.
///
/// The table may be in Markdown, separated values (tabs, commas, semicolons), or box-drawing characters. Its
/// heading determines the columns of the files; the column before them has the numbers, those after them are
/// remarks. A row may have both sides' moves, in either order, if the next row has a number. Only the order
/// of the rows determines the side to move: rows without a move, repeated headings and dividing lines are
/// skipped. An unexpected number is a warning. The first part has labels in one of several languages, each
/// followed by its value; an unlabelled line is the tournament, if nothing else is. Everything else is kept
/// as comments.
///
/// The text of a move is the line form of its cells, which the notation reads: `gN3` for `N3` in column g,
/// `fRgK` for castling.
pub fn read<'t>(text: &'t str, range: Range<usize>, notations: &Notations) -> ReadGame<'t> {
    let parts = parts::take_apart(text, range.clone());
    let said = notes::read(&parts.notes.text);
    let (start, end) = (range.start, range.start + text.slice(range).trim_end().len());
    let mut reader = Reader {
        text,
        moves: Moves::new(&parts.rows),
        draft: ReadGame {
            game: Game { movetext: parts.moves.clamp(start, end)..end, ..Game::default() },
            ..ReadGame::default()
        },
        places: Vec::new(),
        parts,
    };
    reader.read(said, notations);
    reader.draft.ordered()
}

/// A real game of this many rows has a piece move.
const MANY_ROWS: usize = 16;

/// The moves of a sheet: the line forms of its rows, one per line.
struct Moves {
    game: Transcript,
    /// Offset of each row's text, and its move number.
    rows: Vec<(usize, Option<u32>)>,
}

impl Moves {
    fn new(rows: &[Row<'_>]) -> Moves {
        let mut game = Transcript::new(0);
        let mut starts = Vec::with_capacity(rows.len());
        for row in rows {
            starts.push((game.moves.len(), row.number.as_ref().map(|it| it.0)));
            for (n, (file, cell)) in row.cells.iter().enumerate() {
                if row.both == Some(n) {
                    game.moves.push(' ');
                }
                game.part(cell.span.start, cell.span.len());
                game.moves.push(char::from(b'a' + file));
                game.moves.push_str(&cell.text);
            }
            game.moves.push('\n');
        }
        Moves { game, rows: starts }
    }

    /// Returns the index of the row whose text contains this offset.
    fn row(&self, place: usize) -> usize {
        self.rows.partition_point(|it| it.0 <= place).saturating_sub(1)
    }
}

impl Source for Moves {
    fn text(&self) -> &str {
        &self.game.moves
    }

    fn next(&self, place: usize) -> Next<'_> {
        let rest = self.text().slice(place..);
        let start = place + rest.leading(char::is_whitespace);
        match rest.trim_start().lines().next() {
            Some(text) => {
                let number = self.rows[self.row(start)].1.map(|it| (it, None));
                Next::Move(MoveText { start, text: text.trim_end(), number, digits: 0 })
            }
            None => Next::End(self.text().len()),
        }
    }

    fn supports(&self, notation: &dyn Notation) -> bool {
        notation.scoresheet()
    }
}

/// Returns the range of the last tag of this name.
fn tag_place(places: &[(Cow<'_, str>, Range<usize>)], movetext: usize, name: &str) -> Range<usize> {
    places.iter().rfind(|it| it.0 == name).map_or(movetext..movetext, |it| it.1.clone())
}

struct Reader<'t> {
    text: &'t str,
    parts: Parts<'t>,
    moves: Moves,
    draft: ReadGame<'t>,
    /// Names and ranges of the tags.
    places: Vec<(Cow<'t, str>, Range<usize>)>,
}

impl<'t> Reader<'t> {
    fn read(&mut self, said: NotesContent, notations: &Notations) {
        let NotesContent { preamble, tags, pieces, outcome, diagnostics } = said;
        for diagnostic in diagnostics {
            self.noted(diagnostic);
        }
        self.draft.game.preamble = preamble;
        let scored = self.parts.fields.iter().find(|it| it.0 == Field::Score);
        let scored = scored.and_then(|it| parts::outcome(&it.1.text));
        if scored.is_some() && scored == outcome.as_ref().map(|it| it.0) {
            // A score that the notes repeat isn't a tag.
            self.parts.fields.retain(|it| it.0 != Field::Score);
        }
        let result = self.result(outcome);
        self.tags(tags);
        let movetext = self.draft.game.movetext.start;
        let named = self.draft.notation_tag(notations, |tag| tag_place(&self.places, movetext, tag));
        self.set_pieces(named.as_ref().or(notations.is_given().then_some(notations.first())));
        let loose = std::mem::take(&mut self.parts.loose);
        for cell in loose {
            self.say(cell.text.into_owned());
        }
        if !self.draft.set_up(|tag| tag_place(&self.places, movetext, tag)) {
            return self.give_up(pieces, result, notations);
        }
        match notations.choose(named.as_ref(), &self.moves, &self.draft.game.start, 0) {
            Ok(Chosen { choice, note, .. }) => {
                self.draft.written_in(choice, note);
                self.order_both(&*choice.notation);
                let unrepaired = notations.clone().repairing(Repairing::Never);
                let are_missing = self.are_pieces_missing();
                let read = if are_missing { &unrepaired } else { notations };
                let line = read.read_line(&self.moves, &self.draft.game.start, 0, choice);
                if are_missing {
                    let is_sound =
                        line.complete && line.diagnostics.iter().all(|it| it.severity < Severity::Error);
                    let severity = if is_sound { Severity::Warning } else { Severity::Error };
                    self.draft.tell(Diagnostic {
                        severity,
                        ..Diagnostic::error(movetext..movetext, Problem::NoPieces)
                    });
                    if !is_sound {
                        return self.give_up(pieces, result, notations);
                    }
                }
                self.assemble(line, pieces, result, Context { notations, choice });
            }
            Err(problem) => {
                self.draft.error(movetext..movetext, problem);
                self.give_up(pieces, result, notations);
            }
        }
    }

    /// Puts the moves of rows with both sides' moves in the order in which they are legal.
    fn order_both(&mut self, notation: &dyn Notation) {
        if self.parts.rows.iter().all(|it| it.both.is_none()) {
            return;
        }
        let mut position = self.draft.game.start.clone();
        for n in 0..self.parts.rows.len() {
            let line = |row: &Row<'_>| {
                read_whole_line(&Moves::new(std::slice::from_ref(row)), &position, 0, notation)
            };
            let row = &mut self.parts.rows[n];
            let mut read = line(row).filter(|it| row.both.is_none() || it.plies().count() == 2);
            if let (None, Some(first)) = (&read, row.both) {
                row.cells.rotate_left(first);
                row.both = Some(row.cells.len() - first);
                read = line(row).filter(|it| it.plies().count() == 2);
                if read.is_none() {
                    row.cells.rotate_right(first);
                    row.both = None;
                }
            }
            let Some(line) = read else { break };
            position = position.after(line.plies());
        }
        self.moves = Moves::new(&self.parts.rows);
    }

    /// Whether a long game has no piece moves, perhaps because figurines were lost.
    fn are_pieces_missing(&self) -> bool {
        let of_pawn =
            |cell: &str| cell.chars().all(|it| !it.is_alphabetic() || matches!(it, 'x' | 'e' | 'p'));
        let rows = &self.parts.rows;
        rows.len() >= MANY_ROWS && rows.iter().flat_map(|row| &row.cells).all(|(_, cell)| of_pawn(&cell.text))
    }

    /// Adds a diagnostic about a range in the notes.
    fn noted(&mut self, diagnostic: Diagnostic) {
        let span = self.parts.notes.span(self.text, diagnostic.span.clone());
        self.draft.tell(Diagnostic { span, ..diagnostic });
    }

    /// Adds a comment.
    fn say(&mut self, text: String) {
        self.draft.comment(CommentKind::Text, text);
    }

    /// Keeps text that couldn't be read, or was read as something else, as a comment.
    fn unread(&mut self, text: String) {
        self.draft.comment(CommentKind::Unread, text);
    }

    /// Returns the result stated by the notes, by the score, or by a row or line after the moves, which then
    /// isn't a move.
    fn result(&mut self, noted: Option<(Outcome, Range<usize>)>) -> Outcome {
        let after = self.outcome_after_moves();
        let score = self.parts.fields.iter().find(|it| it.0 == Field::Score);
        let scored = score.and_then(|(_, cell)| outcome(&cell.text));
        let said = match noted {
            Some((outcome, place)) => Some((outcome, self.parts.notes.span(self.text, place))),
            None => after,
        };
        if let (Some((outcome, place)), Some(scored), Some((_, cell))) = (&said, scored, score)
            && *outcome != scored
        {
            let problem = Problem::ResultMismatch { tag: cell.text.clone().into_owned() };
            self.draft.warn(place.clone(), problem);
        }
        said.map(|it| it.0).or(scored).unwrap_or_default()
    }

    fn outcome_after_moves(&mut self) -> Option<(Outcome, Range<usize>)> {
        let count = self.parts.rows.len();
        let remark =
            self.parts.remarks.iter().position(|(rows, it)| *rows == count && outcome(&it.text).is_some());
        if let Some((_, cell)) = remark.map(|n| self.parts.remarks.remove(n)) {
            return Some((outcome(&cell.text)?, cell.span));
        }
        let [(_, cell)] = &self.parts.rows.last()?.cells[..] else { return None };
        let found = (outcome(&cell.text)?, cell.span.clone());
        self.parts.rows.pop();
        self.moves = Moves::new(&self.parts.rows);
        Some(found)
    }

    /// Adds the tags in order: those of the first part that the notes don't mention, then those of the notes.
    fn tags(&mut self, noted: Vec<NotedTag>) {
        let mentions: Vec<&str> = noted
            .iter()
            .filter_map(|it| if let NotedTag::Mention(name) = it { Some(&**name) } else { None })
            .collect();
        let mut fields = std::mem::take(&mut self.parts.fields);
        let mut named: Vec<(&'static str, String, Range<usize>)> = Vec::new();
        for (field, tags) in FIELDS {
            let Some(n) = fields.iter().position(|it| it.0 == field) else { continue };
            let (_, cell) = fields.remove(n);
            let name = tags.iter().find(|it| mentions.contains(it)).unwrap_or(&tags[0]);
            match tag_value(field, &cell.text) {
                Some(value) => named.push((name, value.into_owned(), cell.span)),
                None => self.parts.loose.push(cell),
            }
        }
        // These are duplicate fields.
        self.parts.loose.extend(fields.into_iter().map(|it| it.1));
        let is_event = |it: &NotedTag| matches!(it, NotedTag::Pair { name, .. } if name == "Event");
        if !named.iter().any(|it| it.0 == "Event") && !noted.iter().any(is_event) {
            // The last unlabelled line is the name of the tournament.
            let loose = &mut self.parts.loose;
            if let Some(n) =
                loose.iter().rposition(|it| it.span.start < self.parts.moves && !is_prose(&it.text))
            {
                let cell = loose.remove(n);
                let title = cell.text.trim_matches(['#', '*', ' ', '_']).to_owned();
                named.insert(0, ("Event", title, cell.span));
            }
        }
        let (late, early): (Vec<_>, Vec<_>) = named.into_iter().partition(|it| mentions.contains(&it.0));
        for (name, value, place) in early {
            self.push_tag(name, value, place);
        }
        for tag in noted {
            match tag {
                NotedTag::Pair { name, value, place } => {
                    let place = self.parts.notes.span(self.text, place);
                    self.push_tag(name, value, place);
                }
                NotedTag::Mention(name) => {
                    if let Some((name, value, place)) = late.iter().find(|it| it.0 == name).cloned() {
                        self.push_tag(name, value, place);
                    }
                }
            }
        }
    }

    fn push_tag(&mut self, name: impl Into<Cow<'t, str>>, value: String, place: Range<usize>) {
        let name = name.into();
        self.places.push((name.clone(), place));
        self.draft.game.tags.push(name, value);
    }

    /// Turns the table of pieces into a starting position, or compares it with the one stated by the tags.
    fn set_pieces(&mut self, choice: Option<&Choice>) {
        let pieces = std::mem::take(&mut self.parts.pieces);
        let (Some(first), Some(last)) =
            (pieces.first().and_then(|it| it.first()), pieces.last().and_then(|it| it.last()))
        else {
            return;
        };
        let place = first.span.start..last.span.end;
        let letters = choice.and_then(|it| it.notation.letters());
        let fen = if self.parts.ranks { None } else { pieces::fen(&pieces, letters) };
        let shown = match &fen {
            Some(fen) => pieces::squares_of_fen(fen),
            None => pieces::squares(&pieces),
        };
        match (self.draft.game.tags.get("FEN"), fen) {
            (Some(tag), _) if pieces::squares_of_fen(tag) == shown => {}
            (Some(_), _) => {
                let problem = "these pieces are not those of the FEN tag, which is taken";
                self.draft.warn(place, Problem::BadSetup(problem.to_owned()));
            }
            (None, Some(fen))
                if Position::default().fen().starts_with(fen.slice(..fen.find(' ').unwrap_or(0))) => {}
            (None, Some(fen)) => {
                if self.draft.game.tags.known("Variant").is_none() {
                    self.push_tag("Variant", Variant::Chess960.name().to_owned(), place.clone());
                }
                self.push_tag("SetUp", "1".to_owned(), place.clone());
                self.push_tag("FEN", fen, place);
            }
            (None, None) => {
                let problem = "not two rows with all the pieces of White and Black, and there is no FEN tag";
                self.draft.error(place, Problem::BadSetup(problem.to_owned()));
            }
        }
    }

    /// Keeps all moves and annotations as comments. Annotations before the first move are still read, as they
    /// have no variations.
    fn give_up(&mut self, pieces: Vec<Piece>, outcome: Outcome, notations: &Notations) {
        let (before, rest): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|it| it.about.is_none());
        let context = Context { notations, choice: notations.first() };
        for piece in before {
            self.said_about(&piece, None, &Position::default(), context);
        }
        self.keep_from(0, &rest);
        self.draft.game.outcome = outcome;
    }

    /// Keeps the rows from this offset on, with their annotations, as a comment.
    fn keep_from(&mut self, place: usize, pieces: &[Piece]) {
        let row = self.moves.row(place);
        let mut rest: Vec<&str> =
            self.moves.text().slice(place.min(self.moves.text().len())..).split_whitespace().collect();
        rest.extend(self.parts.remarks.iter().filter(|it| it.0 > row).map(|it| &*it.1.text));
        let labels: Vec<String> = pieces.iter().map(|piece| self.piece_text(piece)).collect();
        rest.extend(labels.iter().map(|it| &**it));
        if !rest.is_empty() {
            self.unread(rest.join(" "));
        }
    }

    /// Returns an annotation as written in the notes, with its label.
    fn piece_text(&self, piece: &Piece) -> String {
        let text = self.parts.notes.text.slice(piece.range.clone()).trim();
        match piece.about {
            Some((number, color)) => format!("{number}{} {text}", color.fold_wb(".", "...")),
            None => text.to_owned(),
        }
    }
}

/// Annotations by move number and whether the side is Black.
type Noted = BTreeMap<(u32, bool), Vec<Piece>>;

impl Reader<'_> {
    /// Adds the plies and annotations in order.
    fn assemble(&mut self, mut line: Line, pieces: Vec<Piece>, outcome: Outcome, context: Context<'_>) {
        for diagnostic in line.diagnostics.drain(..) {
            self.move_diagnostic(diagnostic);
        }
        let mut noted = Noted::new();
        let mut position = self.draft.game.start.clone();
        for piece in pieces {
            match piece.about {
                Some((number, color)) => noted.entry((number, color.is_black())).or_default().push(piece),
                None => self.said_about(&piece, None, &position, context),
            }
        }
        let mut shift = 0;
        let mut last_row = None;
        for (n, step) in line.steps.iter().enumerate() {
            let row = self.moves.row(step.start);
            self.remarks_before(row);
            let place = self.place(step.span());
            let repair = line.remark(n);
            let Some(ply) = step.ply else {
                self.unread(repair.unwrap_or_else(|| self.text.slice(place).to_owned()));
                continue;
            };
            let is_second = last_row.replace(row) == Some(row);
            if !is_second {
                self.check_number(row, &position, &mut shift);
            }
            let label = (position.move_number(), position.turn().is_black());
            let before = position.clone();
            position.play(&ply);
            self.draft.ply(ply, place, &line, n);
            let is_last = self.parts.rows[row].both.is_none() || is_second;
            self.draft.game.events.extend(self.parts.rows[row].nag.filter(|_| is_last).map(Event::Nag));
            repair.into_iter().for_each(|it| self.unread(it));
            for piece in noted.remove(&label).unwrap_or_default() {
                self.said_about(&piece, Some(&before), &position, context);
            }
        }
        // These are annotations of moves that don't exist.
        let left: Vec<Piece> = noted.into_values().flatten().collect();
        if line.complete {
            self.remarks_before(usize::MAX);
            for piece in left {
                self.noted(Diagnostic::warning(piece.range.clone(), Problem::Unread));
                self.unread(self.piece_text(&piece));
            }
        } else {
            self.keep_from(line.end, &left);
        }
        self.draft.game.outcome = outcome;
    }

    /// Adds a diagnostic about the moves of the main line.
    fn move_diagnostic(&mut self, diagnostic: Diagnostic) {
        let filled =
            self.parts.rows.get(self.moves.row(diagnostic.span.start)).map_or(0, |row| row.cells.len());
        let problem = match diagnostic.problem {
            Problem::NoLegalMove { reason: None, .. } if filled > 1 => {
                Problem::NoLegalMove { reason: Some(Illegal::ManyCells), suggestions: Vec::new() }
            }
            problem => problem,
        };
        let span = self.place(diagnostic.span);
        self.draft.tell(Diagnostic { problem, span, ..diagnostic });
    }

    /// Returns the range in the input of the cells for a range of the moves' text.
    fn place(&self, span: Range<usize>) -> Range<usize> {
        let start = self.draft.game.movetext.start;
        self.moves.game.parts_at(&span).unwrap_or(start..start)
    }

    /// Compares the number of a row with its move. `shift` is the known difference of the numbers, in plies.
    fn check_number(&mut self, row: usize, position: &Position, shift: &mut i64) {
        let Some((number, place)) = self.parts.rows[row].number.clone() else { return };
        let ply = 2 * i64::from(position.move_number()) + i64::from(position.turn().is_black());
        let found = 2 * i64::from(number) - ply;
        if found != *shift {
            let expected = ply + *shift;
            let dots = if expected % 2 == 0 { "." } else { "..." };
            let expected = format!("{}{dots}", expected.div_euclid(2));
            let problem = Problem::WrongNumber { expected };
            self.draft.tell(Diagnostic::warning(place, problem).at(position));
            *shift = found;
        }
    }

    /// Adds the remarks beside the moves before this row.
    fn remarks_before(&mut self, row: usize) {
        let count = self.parts.remarks.iter().take_while(|it| it.0 <= row).count();
        let remarks: Vec<String> =
            self.parts.remarks.drain(..count).map(|it| it.1.text.into_owned()).collect();
        for remark in remarks {
            self.say(remark);
        }
    }

    /// Adds an annotation of the ply between two positions, or of the starting position.
    fn said_about(
        &mut self,
        piece: &Piece,
        before: Option<&Position>,
        after: &Position,
        context: Context<'_>,
    ) {
        let notes = &self.parts.notes;
        if piece.prose {
            return self.say(notes.text.slice(piece.range.clone()).trim().to_owned());
        }
        let read = remarks(&notes.text, piece.range.clone(), before.cloned(), after.clone(), context)
            .placed(|it| notes.span(self.text, it.clone()));
        self.draft.escapes.extend(read.escapes);
        self.draft.game.events.extend(read.game.events);
        read.diagnostics.into_iter().for_each(|it| self.draft.tell(it));
    }
}

/// Returns the moves of the scoresheet in this range, to be used as a witness of the game.
pub fn transcript(text: &str, range: Range<usize>) -> Transcript {
    Moves::new(&parts::take_apart(text, range).rows).game
}
