//! Assembles the plies of a line and everything between them in order: comments, NAGs, numbers, and
//! variations, which are read in the same way.

use std::ops::Range;

use super::{Context, Reader, Stretch};
use crate::{
    chess::{Color, CommentKind, Nag, Outcome, Ply, Position},
    diagnostics::{self, Problem, Severity},
    layout::Event,
    lex::{self, PgnToken},
    notation::{Choice, DASHES},
    resolve::{self, Line, Step, numbers::Numbers},
    slice::Slice as _,
    words::vocabulary::OfMove,
};

/// Nesting limit of variations; deeper ones become comments.
const DEEPEST: usize = 10_000;

/// A result, its range, and the number of events before it.
struct Found {
    outcome: Outcome,
    place: Range<usize>,
    events: usize,
}

/// The end of a fully read line.
struct Ended {
    /// The result found there.
    outcome: Option<Outcome>,
    /// The side that resigned, and the range of the resignation.
    resigned: Option<(Color, Range<usize>)>,
}

/// A line being assembled.
struct Frame {
    line: Line,
    /// The next step of the line.
    step: usize,
    at: usize,
    end: usize,
    position: Position,
    /// The position before the last ply.
    previous: Option<Position>,
    numbers: Numbers,
}

impl Frame {
    /// Whether no more moves of the line follow.
    fn is_at_end(&self) -> bool {
        self.line.complete && self.line.steps.iter().skip(self.step).all(Step::is_empty)
    }
}

impl Reader<'_> {
    /// Adds the plies of the main line and everything between them in order, and reads the variations.
    pub(super) fn assemble(&mut self, line: Line, start: usize, context: Context<'_>) {
        let position = self.draft.game.start.clone();
        let frame = self.frame(line, start, self.end, position, Numbers::new(0, self.is_untagged));
        let Ended { outcome, resigned } = self.run(vec![frame], context);
        self.finish(outcome);
        if let Some((loser, place)) = resigned {
            self.resign(loser, place);
        }
    }

    /// Reads annotations in a range without moves of its line, between these positions.
    pub(super) fn annotate(
        &mut self,
        range: Range<usize>,
        previous: Option<Position>,
        position: Position,
        context: Context<'_>,
    ) {
        let line = Line { end: range.end, complete: true, ..Line::default() };
        let frame = self.frame(line, range.start, range.end, position, Numbers::default());
        self.run(vec![Frame { previous, ..frame }], context);
    }

    /// Processes a line to its end, with all its variations.
    fn run(&mut self, mut frames: Vec<Frame>, context: Context<'_>) -> Ended {
        let mut outcome: Option<Found> = None;
        let mut resigned = None;
        loop {
            let depth = frames.len();
            let Some(frame) = frames.last_mut() else { break };
            let step = frame.line.steps.get(frame.step).copied();
            let gap_end = match step {
                Some(step) => step.start,
                None if frame.line.complete => frame.end,
                None => frame.line.end,
            };
            frame.at += lex::blank_len(self.text.slice(frame.at..gap_end.max(frame.at)));
            let at = frame.at;
            self.insertions(at, &frames[0].position);
            let frame = &mut frames[depth - 1];
            if frame.at < gap_end {
                self.gap(&mut frames, gap_end, context, if depth == 1 { Some(&mut outcome) } else { None });
                continue;
            }
            match step {
                Some(step) => {
                    let n = frame.step;
                    frame.step += 1;
                    frame.at = step.end();
                    match step.ply {
                        Some(ply) => self.ply(ply, frame, n),
                        None if depth == 1 && step.resigns => {
                            resigned = Some((frame.position.turn(), step.span()));
                        }
                        None => {
                            let remark = frame.line.remark(n);
                            self.not_a_move(step, remark, &frames[0].position);
                        }
                    }
                }
                None => self.end_line(&mut frames, &mut outcome),
            }
        }
        Ended { outcome: outcome.map(|it| it.outcome), resigned }
    }

    /// Plays a ply, which is the step of this number of its line.
    fn ply(&mut self, ply: Ply, frame: &mut Frame, n: usize) {
        self.draft.ply(ply, frame.line.steps[n].span(), &frame.line, n);
        let mut after = frame.position.clone();
        after.play(&ply);
        frame.previous = Some(std::mem::replace(&mut frame.position, after));
        if let Some(remark) = frame.line.remark(n) {
            self.draft.comment(CommentKind::Repaired, remark);
        }
    }

    /// Ends the last line, of which no step is left. Behind the main line may be the outcome.
    fn end_line(&mut self, frames: &mut Vec<Frame>, outcome: &mut Option<Found>) {
        let Some(mut over) = frames.pop() else { return };
        over.numbers.end(self.text, &mut self.draft.diagnostics);
        let mut rest = over.at..over.end;
        if frames.is_empty() && !rest.is_empty() {
            let (before, found) = self.without_outcome(rest.clone());
            if let (None, Some(found)) = (&outcome, found) {
                let place = before.end..rest.end;
                *outcome = Some(Found { outcome: found, place, events: self.draft.game.events.len() });
            }
            rest = before;
        }
        self.keep_unread(rest, &frames.first().unwrap_or(&over).position);
        if !frames.is_empty() {
            self.draft.game.events.push(Event::EndVariation(over.end));
        }
    }

    /// Keeps a text that is not a move as a comment.
    fn not_a_move(&mut self, step: Step, remark: Option<String>, board: &Position) {
        if step.resigns {
            // A resignation in a variation isn't one of the game.
            self.draft.warn(step.span(), Problem::Unread);
        }
        if let (None, Some(nag)) = (&remark, Nag::from_symbol(self.text.slice(step.span()))) {
            self.draft.game.events.push(Event::Nag(nag));
            return;
        }
        match remark {
            Some(remark) => self.draft.comment(CommentKind::Repaired, remark),
            None => {
                let text = self.text.slice(step.span());
                let (number, turn) = (board.move_number(), board.turn());
                if resolve::is_misread(text, board) {
                    let expected = format!("{number}{}", turn.fold_wb(".", "..."));
                    self.warn(step.span(), Problem::WrongNumber { expected });
                    return;
                }
                let is_note = text.trim().contains(char::is_whitespace);
                self.keep(step.span(), board, if is_note { CommentKind::Text } else { CommentKind::Unread });
            }
        }
    }

    /// Begins a line and adds its diagnostics.
    fn frame(
        &mut self,
        mut line: Line,
        at: usize,
        end: usize,
        position: Position,
        numbers: Numbers,
    ) -> Frame {
        std::mem::take(&mut line.diagnostics).into_iter().for_each(|it| self.draft.tell(it));
        Frame { line, step: 0, at, end, position, previous: None, numbers }
    }

    /// Reads one item between two moves.
    fn gap(
        &mut self,
        frames: &mut Vec<Frame>,
        gap_end: usize,
        context: Context<'_>,
        outcome: Option<&mut Option<Found>>,
    ) {
        let Some(frame) = frames.last_mut() else { return };
        let at = frame.at;
        let gap_end = self.insertions.get(self.taken).map_or(gap_end, |it| gap_end.min(it.at));
        let Some((item, after)) = lex::item(self.text, at, gap_end) else {
            self.digits(frame, gap_end);
            return;
        };
        frame.at = after;
        match &item {
            PgnToken::Nag(nag) => self.draft.game.events.push(Event::Nag(*nag)),
            PgnToken::Stop => {}
            PgnToken::Number(number, color) => self.number(frame, at..after, *number, *color),
            PgnToken::Close => {
                self.warn(at..after, Problem::StrayClose);
            }
            PgnToken::Outcome(found) => match outcome {
                Some(outcome) if frame.is_at_end() => {
                    if let Some(early) = outcome.take().filter(|it| it.outcome != *found) {
                        self.early(early.place, early.events);
                    }
                    let events = self.draft.game.events.len();
                    *outcome = Some(Found { outcome: *found, place: at..after, events });
                    self.check_outcome(*found, at..after);
                }
                outcome => {
                    self.early.extend(outcome.filter(|_| *found != Outcome::Unknown).map(|_| at));
                    self.early(at..after, self.draft.game.events.len());
                }
            },
            PgnToken::Open => {
                self.parenthesis(frames, at, context);
                // A parenthesis without moves was a comment.
                if let [frame] = &frames[..]
                    && outcome.is_some_and(|_| frame.is_at_end())
                {
                    self.heed(at..frame.at);
                }
            }
            _ => {
                if outcome.is_some_and(|_| frame.is_at_end()) {
                    if let PgnToken::Line { inner } = &item
                        && self.goes_on(inner, &frame.position, context.choice)
                    {
                        self.warn(at..at + 1, Problem::HiddenMoves);
                    }
                    self.heed(at..after);
                }
                let comment = self.comment(&item);
                self.draft.game.events.extend(comment.map(Event::Comment));
            }
        }
    }

    /// Whether a comment to the end of its line continues the game: it begins with the next number and
    /// consists of legal moves, or it has many numbers.
    fn goes_on(&self, inner: &Range<usize>, position: &Position, choice: &Choice) -> bool {
        let comment = self.text.slice(inner.clone());
        let first = comment.split_whitespace().find_map(lex::leading_number);
        let distance = first.map_or(u32::MAX, |it| it.0.abs_diff(position.move_number()));
        let fits = || {
            let stretch = self.stretch(inner);
            resolve::read_whole_line(&stretch, position, inner.start, &*choice.notation)
                .is_some_and(|it| it.plies().next().is_some())
        };
        distance == 0 && lex::leading_number(comment.trim_start()).is_some() && fits()
            || distance <= 1 && lex::may_hide_moves(self.text, inner)
    }

    /// Reads digits that turn out to be a number run into its move; other text is kept as a comment, except a
    /// dash between moves.
    fn digits(&mut self, frame: &mut Frame, gap_end: usize) {
        let place = frame.at..gap_end;
        frame.at = gap_end;
        let text = self.text.slice(place.clone());
        match text.parse() {
            Ok(number) => self.number(frame, place, number, None),
            // As in `1. e4-e5`.
            Err(_) if self.is_untagged && text.chars().all(|it| DASHES.contains(&it)) => {}
            Err(_) => {
                self.draft.warn(place, Problem::Unread);
                self.draft.comment(CommentKind::Unread, text.trim());
            }
        }
    }

    /// Adds a warning, or extends the previous one if it is the same and adjacent.
    fn warn(&mut self, place: Range<usize>, problem: Problem) {
        diagnostics::warn(&mut self.draft.diagnostics, self.text, place, problem);
    }

    fn number(&mut self, frame: &mut Frame, place: Range<usize>, number: u32, color: Option<Color>) {
        let position = &frame.position;
        // A missing move of Black's before White's number has been reported already.
        let next = i64::from(position.move_number()) + frame.numbers.offset + 1;
        if position.turn().is_black()
            && color.is_none()
            && i64::from(number) == next
            && number > 0
            && !frame.line.complete
        {
            return;
        }
        frame.numbers.read((self.text, place), (number, color), position, &mut self.draft.diagnostics);
    }

    /// Reads a variation, or keeps any other parenthesis as a comment.
    fn parenthesis(&mut self, frames: &mut Vec<Frame>, open: usize, context: Context<'_>) {
        let Some(frame) = frames.last_mut() else { return };
        let found = self.parentheses.binary_search_by_key(&open, |it| it.0).map(|n| self.parentheses[n].1);
        let close = found.unwrap_or(frame.end).min(frame.end);
        let mut inner = open + 1..close;
        if close < frame.end {
            frame.at = close + 1;
        } else {
            self.draft.error(open..open + 1, Problem::UnclosedVariation);
            (inner, _) = self.without_outcome(inner);
            frame.at = inner.end;
        }
        let begins = inner.start + lex::blank_len(self.text.slice(inner.clone()));
        let number = match lex::item(self.text, begins, inner.end) {
            Some((PgnToken::Number(number, _), _)) if begins < inner.end => Some(number),
            _ => None,
        };
        let words = self.text.slice(inner.clone()).trim();
        let is_value = words.contains('.') && words.parse::<f64>().is_ok();
        let numbered = number.is_some() && !is_value;
        // With the number of the move, `(1.00)` may be castling.
        let may_vary = |it: &Position| !is_value || number == Some(it.move_number());
        let previous = frame.previous.clone().filter(may_vary);
        let mut kind = CommentKind::Text;
        if frames.len() > DEEPEST {
            self.warn(open..open + 1, Problem::TooDeep);
            kind = CommentKind::Unread;
        } else if let Some(previous) = previous {
            let stretch = Stretch { bracketed: true, ..self.stretch(&inner) };
            // Words must not be repaired into moves.
            let Context { notations, choice } = context;
            let mut line = match numbered {
                true => notations.read_line(&stretch, &previous, inner.start, choice),
                false => resolve::read_whole_line(&stretch, &previous, inner.start, &*choice.notation)
                    .unwrap_or_default(),
            };
            if self.names_another(&line, &previous) {
                line.diagnostics.iter_mut().for_each(|it| it.severity = it.severity.min(Severity::Warning));
            }
            if line.plies().next().is_some() {
                let numbers = Numbers::new(frames.last().map_or(0, |frame| frame.numbers.offset), false);
                self.draft.game.events.push(Event::BeginVariation);
                let frame = self.frame(line, inner.start, inner.end, previous, numbers);
                frames.push(frame);
                return;
            }
            // It has no moves, but was meant as a variation.
            if numbered && !line.complete {
                line.diagnostics.into_iter().for_each(|it| self.draft.tell(it));
                kind = CommentKind::Unread;
            }
        } else if numbered {
            self.draft.warn(open..open + 1, Problem::NothingToVary);
        }
        let text = lex::comment_text(self.words.slice(inner));
        self.draft.comment(kind, text);
    }

    /// Whether a variation ends where words mention another move in place of one of its own, as in
    /// `(6. b4 and 6. Nf3 were played)`.
    fn names_another(&self, line: &Line, start: &Position) -> bool {
        let error = line.diagnostics.iter().find(|it| it.severity == Severity::Error);
        let last = line.steps.iter().rfind(|it| it.ply.is_some());
        let (Some(error), Some(last)) = (error, last) else { return false };
        let position = start.after(line.plies());
        let between = self.text.slice(last.end()..error.span.start.max(last.end()));
        let is_again = |word: &str| {
            lex::leading_number(word).is_some_and(|(number, rest)| {
                let is_white = !rest.starts_with("..") && !rest.starts_with('…');
                number < position.move_number()
                    || number == position.move_number() && is_white && position.turn().is_black()
            })
        };
        let is_word = |it: &str| it.starts_with(char::is_lowercase) && OfMove::of(it) < OfMove::Part;
        between.split_whitespace().any(is_word) && between.split_whitespace().any(is_again)
    }
}
