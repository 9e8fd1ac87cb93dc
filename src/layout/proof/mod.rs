//! Proofreading of decoded games: the doubts as a table or JSON lines, and a page that shows them beside the
//! source.
//!
//! [`Proof`] collects a game with the source text of its plies. A ply is doubtful if its confidence is below
//! [`SURE`], or if it has no text; a dropped text that should be a move is a doubt, too. [`doubts`] lists
//! these; [`page`] shows all lines of the source, each word with the ply that it became, and takes
//! corrections.

pub mod doubts;
pub mod page;

use std::ops::Range;

use super::{Head, Output, Writer, page_assembly::GAME};
use crate::{
    chess::{Outcome, Ply, Position},
    diagnostics::{Located, Problem, Repair, Severity},
    events::{Provenance, SourceText},
    notation::{Choice, Unwritable, text_of},
};

/// Confidence in ten-thousandths from which on a ply isn't worth a reader's time: messages name all plies
/// below 99 %, but nearly all of those above this value are right.
const SURE: u16 = 9_500;

/// The texts of a ply in SAN, and in the notation of the output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Texts {
    san: String,
    own: String,
}

/// A text of the source that is a ply, or should be one.
struct Passage {
    span: Range<usize>,
    line: u64,
    column: usize,
    text: String,
    /// Label of the ply's number, as in `12...`.
    label: String,
}

/// A ply with its source text.
struct ReadPly {
    at: Passage,
    read_as: Texts,
    /// The confidence in ten-thousandths, if it was decoded.
    share: Option<u16>,
    others: Vec<(Texts, u16)>,
    is_variation: bool,
    /// If it is doubtful, the placement of the pieces before it, and all legal moves in SAN.
    board: Option<(String, Vec<String>)>,
}

impl ReadPly {
    fn is_doubtful(&self) -> bool {
        self.share.is_some_and(|it| it < SURE) || self.at.span.is_empty()
    }
}

/// A doubt: a ply that may be another, or a dropped text.
struct Doubt<'p> {
    at: &'p Passage,
    /// Index of the ply; `None` for a dropped text.
    ply: Option<usize>,
}

/// A text that should be a move, but was dropped.
struct LeftOut {
    at: Passage,
    message: String,
}

struct Line {
    number: u64,
    start: usize,
    text: String,
}

/// A game with the source texts of its plies.
#[derive(Default)]
pub struct Proof {
    file: String,
    /// Range of the game, and its lines without blank ones at its ends.
    game: Range<usize>,
    lines: Vec<Line>,
    /// The tags that have values.
    tags: Vec<(String, String)>,
    plies: Vec<ReadPly>,
    left_out: Vec<LeftOut>,
}

/// Whether a problem is about a text that should be a move but was dropped.
fn leaves_out(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::Repaired { repair: Repair::LeftOut, .. }
            | Problem::Unread
            | Problem::UnreadRows
            | Problem::HiddenMoves
            | Problem::NotTaken { .. }
            | Problem::NoLegalMove { .. }
            | Problem::Ambiguous { taken: false, .. }
            | Problem::Unsure { .. }
            | Problem::MissingMove(_)
            | Problem::NoPosition
    )
}

impl Proof {
    fn begin(head: &Head<'_>) -> Proof {
        let known = |it: &&crate::chess::Tag<'_>| it.value.contains(char::is_alphanumeric);
        let tags = head.tags.0.iter().filter(known);
        let mut proof = Proof {
            tags: tags.map(|it| (it.name.clone().into_owned(), it.value.clone().into_owned())).collect(),
            ..Proof::default()
        };
        if let Some(source) = head.source {
            proof.set_source(source);
        }
        proof
    }

    fn set_source(&mut self, source: &SourceText<'_>) {
        self.file = source.file.to_owned();
        self.game = source.game();
        let line = |(number, range): (u64, Range<usize>)| {
            let start = range.start;
            Line { number, start, text: source.text(range).to_owned() }
        };
        let is_blank = |it: &Line| it.text.trim().is_empty();
        self.lines = source.lines().map(line).skip_while(is_blank).collect();
        while self.lines.pop_if(|it| is_blank(it)).is_some() {}
    }

    /// Adds a ply, with its texts in this notation.
    fn add(&mut self, from: &Provenance<'_>, choice: &Choice) {
        let san = Choice::san();
        let text = |choice: &Choice, ply: &Ply| text_of(&*choice.notation, from.before, ply).ok();
        let texts = |ply: &Ply| {
            let san = text(&san, ply).unwrap_or_default();
            Texts { own: text(choice, ply).unwrap_or_else(|| san.clone()), san }
        };
        let (line, column) = from.place();
        let (span, text_read, label) = (from.span.range(), from.text(), label(from.before));
        let mut ply = ReadPly {
            at: Passage { span, line, column, text: text_read, label },
            read_as: texts(from.ply),
            share: from.confidence.map(|it| it.share),
            others: from.others().map(|(ply, share)| (texts(ply), share)).collect(),
            is_variation: from.is_variation,
            board: None,
        };
        if ply.is_doubtful() {
            let legal = from.before.legal_plies().iter().filter_map(|it| text(&san, it)).collect();
            let fen = from.before.fen();
            ply.board = Some((fen.split([' ', '[']).next().unwrap_or_default().to_owned(), legal));
        }
        self.plies.push(ply);
    }

    /// Adds the dropped texts.
    fn end(&mut self, diagnostics: &[Located]) {
        let left =
            |it: &&Located| it.diagnostic.severity >= Severity::Warning && leaves_out(&it.diagnostic.problem);
        let start = self.game.start;
        let passage = |it: &Located| Passage {
            span: start + it.diagnostic.span.start..start + it.diagnostic.span.end,
            line: it.line,
            column: it.column,
            text: it.text.clone(),
            label: it.diagnostic.ply_label().unwrap_or_default(),
        };
        let left_out = diagnostics.iter().filter(left);
        let left_out = left_out.map(|it| LeftOut { at: passage(it), message: it.problem() });
        self.left_out = left_out.collect();
    }

    /// Returns the doubts, in the order of the source.
    fn doubts(&self) -> Vec<Doubt<'_>> {
        let plies = self.plies.iter().enumerate().filter(|it| it.1.is_doubtful());
        let plies = plies.map(|(n, it)| Doubt { at: &it.at, ply: Some(n) });
        let left_out = self.left_out.iter().map(|it| Doubt { at: &it.at, ply: None });
        let mut doubts: Vec<Doubt<'_>> = plies.chain(left_out).collect();
        doubts.sort_by_key(|it| (it.at.line, it.at.column));
        doubts
    }

    /// Returns a line of the source by its number; empty if there is none.
    fn line(&self, number: u64) -> &str {
        let found = self.lines.binary_search_by_key(&number, |it| it.number);
        found.map_or("", |n| &self.lines[n].text)
    }
}

/// Writes games with the source texts of their plies into a buffer.
pub struct ProofWriter<'a> {
    out: Vec<u8>,
    choice: &'a Choice,
    /// Appends a game.
    push: PushProof,
    proof: Proof,
}

type PushProof = fn(&Proof, Outcome, &mut Vec<u8>);

impl<'a> ProofWriter<'a> {
    /// Creates a writer of moves in this notation.
    pub fn new(choice: &'a Choice, push: PushProof) -> ProofWriter<'a> {
        ProofWriter { out: Vec::new(), choice, push, proof: Proof::default() }
    }
}

impl Output for ProofWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

impl Writer for ProofWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.proof = Proof::begin(head);
    }

    fn ply(&mut self, _: &Position, _: &Ply) -> Result<(), Unwritable> {
        Ok(())
    }

    fn wants_source(&self) -> bool {
        true
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        self.proof.add(from, self.choice);
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.proof.end(diagnostics);
        self.out.push(GAME);
        (self.push)(&self.proof, outcome, &mut self.out);
    }
}

/// Returns the label of the next ply's number, as in `12...`.
fn label(position: &Position) -> String {
    format!("{}{}", position.move_number(), position.turn().fold_wb(".", "..."))
}
