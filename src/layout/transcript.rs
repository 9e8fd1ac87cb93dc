//! Games assembled from parts of a text, such as printed pages and tables: the tags, the moves in reading
//! order, and the insertions between the moves, each with its range in the source.
//!
//! Only the moves are text, as a move may begin in one part and end in the next. They are read by the lexer
//! and reader of PGN ([`super::pgn::read`]); the insertions between them are already known and not part of
//! that text.

use std::{borrow::Cow, ops::Range};

use super::{ReadGame, pgn};
use crate::{
    chess::{Comment, CommentKind, Position, Tags},
    lex,
    resolve::{Evidence, Notations, Recognised},
    words::ending::Players,
};

/// A game assembled from parts of a text.
#[derive(Debug, Default)]
pub struct Transcript {
    pub tags: Tags<'static>,
    /// The players named by the tags or by a heading.
    pub players: Players,
    /// The moves as movetext, with a line end wherever something is inserted between them.
    pub moves: String,
    /// The insertions, in order.
    pub insertions: Vec<Insertion>,
    /// A recogniser's readings of the move texts, in order.
    pub recognised: Vec<Recognised>,
    /// The start of the game in the source.
    pub from: usize,
    /// The parts of the moves: offset, offset in the source, length in the source.
    parts: Vec<(usize, usize, usize)>,
}

/// An insertion between moves.
#[derive(Debug)]
pub struct Insertion {
    /// The offset of its line end in the moves.
    pub at: usize,
    /// Its range in the source.
    span: Range<usize>,
    kind: InsertionKind,
}

#[derive(Debug)]
pub enum InsertionKind {
    Words(String),
    /// A diagram, with its placement as in FEN.
    Diagram(String),
}

/// The empty transcript, for a text that contains its whole game.
pub static NOTHING: Transcript = Transcript {
    tags: Tags(Vec::new()),
    players: Players::NONE,
    moves: String::new(),
    insertions: Vec::new(),
    recognised: Vec::new(),
    from: 0,
    parts: Vec::new(),
};

impl Insertion {
    /// Returns the insertion as a comment on this position, and whether it is a diagram of a different one.
    pub fn comment(&self, position: &Position) -> (Comment<'_>, bool) {
        let (text, differs) = match &self.kind {
            InsertionKind::Words(words) => (lex::comment_text(words), false),
            InsertionKind::Diagram(placement) => {
                let fen = position.fen();
                let differs = fen.split(' ').next() != Some(placement);
                (Cow::Owned(format!("Diagram: {}", if differs { placement } else { &fen })), differs)
            }
        };
        (Comment { kind: CommentKind::Text, text }, differs)
    }
}

impl Transcript {
    /// Creates a game that begins at this offset in the source.
    pub fn new(from: usize) -> Transcript {
        Transcript { from, ..Transcript::default() }
    }

    /// Begins a part at this offset in the source, of `len` bytes there.
    pub fn part(&mut self, at: usize, len: usize) {
        self.parts.push((self.moves.len(), at, len));
    }

    /// Adds moves from this offset in the source.
    pub fn copy(&mut self, moves: &str, at: usize) {
        self.part(at, moves.len());
        self.moves.push_str(moves);
    }

    /// Adds an insertion between moves, with its range in the source.
    pub fn aside(&mut self, kind: InsertionKind, span: Range<usize>) {
        self.insertions.push(Insertion { at: self.moves.len(), span, kind });
        self.moves.push('\n');
    }

    /// Converts an offset in the moves to one in the source.
    fn place(&self, at: usize) -> usize {
        let n = self.parts.partition_point(|part| part.0 <= at);
        match n.checked_sub(1).map(|n| self.parts[n]) {
            Some((begin, from, len)) => from + (at - begin).min(len),
            None => self.from,
        }
    }

    /// Translates what is certain of the source to the moves. A text that contains its whole game is its own
    /// source.
    pub fn evidence(&self, of_source: &[Evidence]) -> Vec<Evidence> {
        if self.parts.is_empty() {
            return of_source.to_vec();
        }
        let here = |at: usize| {
            let holds = |it: &&(usize, usize, usize)| (it.1..it.1 + it.2).contains(&at);
            self.parts.iter().find(holds).map(|it| it.0 + (at - it.1))
        };
        let placed = |it: &Evidence| {
            let span = here(it.span.start)?..here(it.span.end.checked_sub(1)?)? + 1;
            (span.start < span.end).then(|| Evidence { span, says: it.says.clone() })
        };
        of_source.iter().filter_map(placed).collect()
    }

    /// Returns the source range of all parts that a range of the moves touches.
    pub fn parts_at(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let first = self.parts.partition_point(|it| it.0 <= span.start).saturating_sub(1);
        let end = self.parts.partition_point(|it| it.0 < span.end).max(first + 1);
        let (parts, last) = (self.parts.get(first..end)?, end - 1);
        Some(parts.first()?.1..self.parts[last].1 + self.parts[last].2)
    }

    /// Translates a range of the moves, perhaps that of an insertion, to the source.
    fn span(&self, span: &Range<usize>) -> Range<usize> {
        let insertion = self.insertions.binary_search_by_key(&span.start, |it| it.at).ok();
        match insertion.map(|n| &self.insertions[n]).filter(|_| span.len() == 1) {
            Some(insertion) => insertion.span.clone(),
            None => self.place(span.start)..self.place(span.end).max(self.place(span.start)),
        }
    }

    /// Reads the game; all ranges refer to the source.
    pub fn read(&self, notations: &Notations) -> ReadGame<'static> {
        pgn::read::read_transcript(self, notations).placed(|it| self.span(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Event;

    /// Returns the game in a text with bars, in which every other part is an insertion between the moves.
    fn transcript(source: &str) -> Transcript {
        let mut game = Transcript::new(0);
        let mut at = 0;
        for (n, part) in source.split('|').enumerate() {
            match n % 2 {
                0 => game.copy(part, at),
                _ => game.aside(InsertionKind::Words(part.to_owned()), at..at + part.len()),
            }
            at += part.len() + 1;
        }
        game
    }

    #[test]
    fn what_stands_between_moves_stays_there_read_or_not() {
        for (source, expected) in [
            ("1. e4|a|e5 2. Nf3|b| |c|*", "3 a 8 14 b c"),
            ("1. e4 (1. d4|in it|d5)|after| e5", "3 10 in it 19 after 30"),
            ("1. e4|a|e6 2. Ke3|b|Nf6 3. d4|c|", "3 a 8 Ke3 b Nf6 3. d4 c"),
        ] {
            let read = transcript(source).read(&Notations::any());
            let event = |it: &Event<'_>| match it {
                Event::Ply(_, at) => Some(at.start.to_string()),
                Event::Comment(comment) => Some(comment.text.to_string()),
                _ => None,
            };
            let found: Vec<String> = read.game.events.iter().filter_map(event).collect();
            assert_eq!(found.join(" "), expected, "{source}");
        }
    }
}
