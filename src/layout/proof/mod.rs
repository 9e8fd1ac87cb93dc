//! Proofreading of what was decoded: the doubts as a table or as JSON lines, and a page that shows them beside the source.
//!
//! [`Proof`] collects a game with the texts its plies were read from. A ply is doubtful below [`SURE`], or if it has no text; so
//! is a text that should be a move and was left out. [`doubts`] lists these; [`page`] shows all lines of the source, each word
//! with the ply that it became, and takes corrections.

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

/// From this confidence on, in ten-thousandths, a ply is not worth a reader's time: messages name all plies below 99 %, but
/// of those above this nearly all are right.
const SURE: u16 = 9_500;

/// A ply in SAN, and in the notation of the output.
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
    /// The number of the ply, as in `12...`.
    label: String,
}

/// A ply with the text that it was read from.
struct ReadPly {
    at: Passage,
    read_as: Texts,
    /// The confidence in ten-thousandths, if it was decoded.
    share: Option<u16>,
    others: Vec<(Texts, u16)>,
    is_variation: bool,
    /// The placement of the pieces before it, and all legal moves in SAN, if it is doubtful.
    board: Option<(String, Vec<String>)>,
}

impl ReadPly {
    fn is_doubtful(&self) -> bool {
        self.share.is_some_and(|it| it < SURE) || self.at.span.is_empty()
    }
}

/// A doubt: a ply that may be another, or a text that was left out.
struct Doubt<'p> {
    at: &'p Passage,
    /// The ply; `None` if the text was left out.
    ply: Option<usize>,
}

/// A text that should be a move, and was left out.
struct LeftOut {
    at: Passage,
    message: String,
}

struct Line {
    number: u64,
    start: usize,
    text: String,
}

/// A game with the texts that its plies were read from.
#[derive(Default)]
pub struct Proof {
    file: String,
    /// The range of the game, and its lines without blank ones at its ends.
    game: Range<usize>,
    lines: Vec<Line>,
    /// The tags with values.
    tags: Vec<(String, String)>,
    plies: Vec<ReadPly>,
    left_out: Vec<LeftOut>,
}

/// Whether a problem is about a text that should be a move and is none.
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

    /// Adds a ply, whose texts are in this notation.
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

    /// Adds the texts that were left out.
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

    /// Lists the doubts, in the order of their places.
    fn doubts(&self) -> Vec<Doubt<'_>> {
        let plies = self.plies.iter().enumerate().filter(|it| it.1.is_doubtful());
        let plies = plies.map(|(n, it)| Doubt { at: &it.at, ply: Some(n) });
        let left_out = self.left_out.iter().map(|it| Doubt { at: &it.at, ply: None });
        let mut doubts: Vec<Doubt<'_>> = plies.chain(left_out).collect();
        doubts.sort_by_key(|it| (it.at.line, it.at.column));
        doubts
    }

    /// Returns a line of the source by its number.
    fn line(&self, number: u64) -> &str {
        let found = self.lines.binary_search_by_key(&number, |it| it.number);
        found.map_or("", |n| &self.lines[n].text)
    }
}

/// Writes games with the texts that their plies were read from into a buffer.
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

/// Returns the number of the next ply, as in `12...`.
fn label(position: &Position) -> String {
    format!("{}{}", position.move_number(), position.turn().fold_wb(".", "..."))
}
