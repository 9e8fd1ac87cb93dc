//! JSON lines: one object per game, for other programs.
//!
//! ```json
//! {"v":1,"tags":[["Event","…"]],"headers":{"Event":"…"},"variant":"Standard","fen":null,"notation":"lan","comments":[],
//!  "moves":[{"text":"e2-e4","san":"e4","uci":"e2e4","nags":[],"comments":[],"variations":[[…]]}],
//!  "result":"1-0","errors":[],"warnings":[]}
//! ```
//!
//! `headers` has the tags as an object, unordered, with only the first tag of each name. `variant` is that of
//! the game; `fen` is the start position, or null if it is the variant's usual one. `notation` is that of
//! each `text`; a game that wasn't read in SAN also has `read_as`, the notation in which it was read. The
//! `comments` of the game precede the first move.
//!
//! A move has more fields in these cases:
//!
//! * `before`, in the first move of a variation: the comments before it, if any. In a variation without moves
//!   it is the only field.
//! * `after`: the comments after its variations, if any.
//! * `fen`, on request: the position after it.
//! * `confidence`, in decoded games (`--repair`): from 0 to 1.
//! * `source`, `line` and `column`, on request (`--provenance`): the text that it was read from (empty if
//!   there was none), and the place of that text. In decoded games also `alternatives`: other meanings of the
//!   text, each with its `san` and `confidence`.
//!
//! `san` is null in games of Chess 99, which SAN can't write. NAGs before the first move are among the
//! comments, as `$n`. A ply that the notation can't write is omitted with the rest of its line, which is kept
//! as a comment; `errors` gives the reason. If the notation allows a game to continue without the ply, its
//! `text` is null. `warnings` has the other problems.

use serde::Serialize;

use super::{
    Head, Output, Writer,
    texts::{self, EventTexts, Marks, Records, Texts},
};
use crate::{
    chess::{Comment, CommentKind, FenRanks, Nag, Outcome, Ply, Position, Tags},
    diagnostics::{Located, Severity},
    eight::{self, ShortText},
    events::{Confidence, Provenance},
    notation::{Choice, Notation, Unwritable},
    resolve::exact,
};

/// The end of a move without additions.
const BARE_END: &[u8; 41] = b",\"nags\":[],\"comments\":[],\"variations\":[]}";

/// Writes games as JSON lines into a buffer.
pub struct JsonWriter<'a> {
    out: Vec<u8>,
    choice: &'a Choice,
    texts: EventTexts,
    /// The open lines, the main line first.
    lines: Vec<OpenLine>,
    /// Whether each move gets the position after it.
    fens: bool,
    /// Whether each move gets its source text.
    provenance: bool,
    ranks: FenRanks,
}

/// A line of moves whose last move may be open.
#[derive(Default)]
struct OpenLine {
    /// Comments before the first move.
    before: Vec<String>,
    /// NAGs and comments of the last move.
    nags: Vec<u32>,
    comments: Vec<String>,
    state: MoveState,
    /// Number of moves.
    moves: usize,
}

impl OpenLine {
    /// Whether the last move has no additions.
    fn is_bare(&self) -> bool {
        self.nags.is_empty() && self.comments.is_empty()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum MoveState {
    /// No move is open.
    #[default]
    None,
    /// A move whose NAGs and comments aren't written yet, and which has no variations so far.
    Open,
    /// A move whose variations are being written.
    Varied,
}

/// A diagnostic as an entry of `errors` or `warnings`.
#[derive(Serialize)]
struct JsonSaid<'a> {
    line: u64,
    column: usize,
    severity: &'static str,
    kind: &'static str,
    #[serde(rename = "move")]
    ply: Option<String>,
    text: &'a str,
    message: String,
}

impl JsonSaid<'_> {
    fn of(located: &Located) -> JsonSaid<'_> {
        JsonSaid {
            line: located.line,
            column: located.column,
            severity: located.diagnostic.severity.word(),
            kind: located.diagnostic.problem.kind(),
            ply: located.diagnostic.ply_label(),
            text: &located.text,
            message: located.problem(),
        }
    }
}

/// Whether JSON needs escapes for a text.
fn is_escaped(text: &[u8]) -> bool {
    let escaped = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        eight::below(word, 0x20) | eight::equal(word, b'"') | eight::equal(word, b'\\') != 0
    };
    match text.last_chunk() {
        Some(last) => escaped(last) || text.as_chunks().0.iter().any(escaped),
        None => text.iter().any(|it| matches!(it, 0..0x20 | b'"' | b'\\')),
    }
}

/// Returns, for each tag, whether it is the first of its name.
fn firsts(tags: &Tags<'_>) -> Vec<bool> {
    // Sorts by length first, as names of different lengths needn't be compared.
    let name = |n: usize| (tags.0[n].name.len(), &*tags.0[n].name);
    let mut by_name: Vec<usize> = (0..tags.0.len()).collect();
    by_name.sort_by(|one, other| name(*one).cmp(&name(*other)));
    let mut firsts = vec![true; by_name.len()];
    for pair in by_name.windows(2) {
        firsts[pair[1]] = name(pair[0]) != name(pair[1]);
    }
    firsts
}

impl<'a> JsonWriter<'a> {
    /// Sets whether each move gets the position after it, as `fen`.
    pub fn with_fens(self, fens: bool) -> JsonWriter<'a> {
        JsonWriter { fens, ..self }
    }

    /// Sets whether each move gets its source text, the place of that, and alternatives.
    pub fn with_provenance(self, provenance: bool) -> JsonWriter<'a> {
        JsonWriter { provenance, ..self }
    }

    /// Creates a writer of moves in this notation.
    pub fn new(choice: &'a Choice) -> JsonWriter<'a> {
        JsonWriter {
            out: Vec::new(),
            choice,
            texts: EventTexts::new(choice, true),
            lines: Vec::new(),
            fens: false,
            provenance: false,
            ranks: FenRanks::default(),
        }
    }

    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn string(&mut self, text: &str) {
        if is_escaped(text.as_bytes()) {
            return self.value(&text);
        }
        self.out.push(b'"');
        self.raw(text);
        self.out.push(b'"');
    }

    /// Appends the tags as a list of pairs, and as an object with only the first tag of each name.
    fn tags(&mut self, tags: &Tags<'_>) {
        self.raw("{\"v\":1,\"tags\":[");
        // Offsets of each name, of its value, and of the value's end.
        let mut places = Vec::with_capacity(tags.0.len());
        for tag in &tags.0 {
            self.out.push(b'[');
            let name = self.out.len();
            self.string(&tag.name);
            self.out.push(b',');
            let value = self.out.len();
            self.string(&tag.value);
            places.push([name, value, self.out.len()]);
            self.raw("],");
        }
        self.end_list(b']');
        self.raw(",\"headers\":{");
        for (is_first, [name, value, end]) in firsts(tags).into_iter().zip(places) {
            if is_first {
                self.out.extend_from_within(name..value - 1);
                self.out.push(b':');
                self.out.extend_from_within(value..end);
                self.out.push(b',');
            }
        }
        self.end_list(b'}');
    }

    /// Ends a list, removing the comma after its last element, if any.
    fn end_list(&mut self, bracket: u8) {
        self.out.pop_if(|it| *it == b',');
        self.out.push(bracket);
    }

    fn value(&mut self, value: &impl Serialize) {
        // Strings and numbers written into memory: neither can fail.
        let _ = serde_json::to_writer(&mut self.out, value);
    }

    fn field(&mut self, name: &str, value: &impl Serialize) {
        self.raw(",\"");
        self.raw(name);
        self.raw("\":");
        self.value(value);
    }

    /// Begins the object of a move, up to its text.
    fn begin_move(&mut self) {
        self.close_move();
        let main = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return };
        let first = line.moves == 0;
        line.moves += 1;
        line.state = MoveState::Open;
        let comments = if first { std::mem::take(&mut line.before) } else { Vec::new() };
        if main && first {
            self.field("comments", &comments);
            self.raw(",\"moves\":[");
        }
        self.raw(if first { "{" } else { ",{" });
        if !main && !comments.is_empty() {
            self.raw("\"before\":");
            self.value(&comments);
            self.raw(",");
        }
    }

    /// Adds the move of a ply received as an event.
    fn add_move(&mut self, after: &Position, ply: &Ply) {
        self.begin_move();
        let keys: [&[u8]; 3] = [b"\"text\":", b",\"san\":", b",\"uci\":"];
        for (key, text) in keys.into_iter().zip(self.texts.marked(after, ply)) {
            self.out.extend_from_slice(key);
            // Texts of moves have nothing that JSON escapes.
            let parts: [&[u8]; 3] = text.map_or([b"", b"null", b""], |it| [b"\"", it, b"\""]);
            parts.into_iter().for_each(|it| self.out.extend_from_slice(it));
        }
        self.position(after);
    }

    /// Adds the position after a move, if requested.
    fn position(&mut self, after: &Position) {
        if self.fens {
            // A FEN has nothing that JSON escapes.
            self.raw(",\"fen\":\"");
            after.push_fen(&mut self.ranks, &mut self.out);
            self.raw("\"");
        }
    }

    /// Ends the open move of the innermost line.
    fn close_move(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        let state = std::mem::take(&mut line.state);
        let comments = std::mem::take(&mut line.comments);
        match state {
            MoveState::None => {}
            MoveState::Open if line.nags.is_empty() && comments.is_empty() => {
                self.out.extend_from_slice(BARE_END);
            }
            MoveState::Open => {
                let nags = std::mem::take(&mut line.nags);
                self.field("nags", &nags);
                self.field("comments", &comments);
                self.raw(",\"variations\":[]}");
            }
            MoveState::Varied => {
                self.raw("]");
                if !comments.is_empty() {
                    self.field("after", &comments);
                }
                self.raw("}");
            }
        }
    }
}

impl Output for JsonWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn read_itself(&mut self, job: &exact::GameInput<'_>) -> Option<Option<exact::Read>> {
        let choice = self.choice;
        Some(texts::read(self, &*choice.notation, job))
    }
}

impl Records for JsonWriter<'_> {
    #[inline(always)]
    fn add(&mut self, texts: &Texts, marks: &Marks, after: &Position) {
        let mut room = [0; 192];
        let mut text = ShortText::new(&mut room);
        match self.lines.last_mut() {
            // The common case: nothing was added to the last move.
            Some(line) if line.state == MoveState::Open && line.is_bare() => {
                line.moves += 1;
                text.push(BARE_END);
                text.push(b",{");
            }
            _ => self.begin_move(),
        }
        text.push(b"\"text\":\"");
        texts::push(&texts[0], marks[0], &mut text);
        text.push(b"\",\"san\":\"");
        texts::push(&texts[1], marks[1], &mut text);
        text.push(b"\",\"uci\":\"");
        texts::push(&texts[2], marks[2], &mut text);
        text.push(b"\"");
        self.out.extend_from_slice(text.as_bytes());
        self.position(after);
    }

    fn writer(&mut self) -> &mut dyn Writer {
        self
    }
}

impl Writer for JsonWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.lines.clear();
        self.texts.begin(head.start);
        self.tags(&head.tags);
        self.field("variant", &head.start.variant().name());
        let fen = (!head.start.is_first()).then(|| head.start.fen());
        self.field("fen", &fen);
        let name = self.choice.notation.another_name(head.start).unwrap_or(&self.choice.name);
        self.field("notation", &name);
        head.notation.iter().for_each(|it| self.field("read_as", it));
        let mut main = OpenLine::default();
        for comment in head.preamble {
            match comment.kind {
                CommentKind::Escape => {}
                _ => main.before.push(comment.text.clone().into_owned()),
            }
        }
        self.lines.push(main);
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.texts.write(before, ply)
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        if self.choice.notation.placeholder(before, ply).is_none() {
            return false;
        }
        self.texts.write_others(before, ply);
        let after = before.after([*ply]);
        self.add_move(&after, ply);
        true
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(&*self.choice.notation)
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        self.add_move(after, ply);
    }

    fn shows_tags(&self) -> bool {
        true
    }

    fn wants_source(&self) -> bool {
        self.provenance
    }

    fn provenance(&mut self, from: &Provenance<'_>) {
        let (line, column) = from.place();
        self.field("source", &from.text());
        self.field("line", &line);
        self.field("column", &column);
        if from.confidence.is_some() {
            self.field("alternatives", &from.alternatives().collect::<Vec<_>>());
        }
    }

    fn confidence(&mut self, share: u16) {
        self.field("confidence", &Confidence::number(share));
    }

    fn nag(&mut self, nag: Nag) {
        if let Some(line) = self.lines.last_mut() {
            if line.moves == 0 { line.before.push(format!("${}", nag.0)) } else { line.nags.push(nag.0) }
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if comment.kind == CommentKind::Escape {
            return;
        }
        let text = comment.text.clone().into_owned();
        if let Some(line) = self.lines.last_mut() {
            if line.moves == 0 { line.before.push(text) } else { line.comments.push(text) }
        }
    }

    fn begin_variation(&mut self) {
        if let Some(line) = self.lines.last_mut() {
            match line.state {
                MoveState::Varied => self.raw(",["),
                _ => {
                    line.state = MoveState::Varied;
                    let nags = std::mem::take(&mut line.nags);
                    let comments = std::mem::take(&mut line.comments);
                    self.field("nags", &nags);
                    self.field("comments", &comments);
                    self.raw(",\"variations\":[[");
                }
            }
        }
        self.lines.push(OpenLine::default());
    }

    fn end_variation(&mut self) {
        self.close_move();
        let line = self.lines.pop().unwrap_or_default();
        if line.moves == 0 && !line.before.is_empty() {
            self.raw("{\"before\":");
            self.value(&line.before);
            self.raw("}");
        }
        self.raw("]");
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.close_move();
        let main = self.lines.pop().unwrap_or_default();
        if main.moves == 0 {
            self.field("comments", &main.before);
            self.raw(",\"moves\":[");
        }
        self.raw("]");
        self.field("result", &outcome.marker());
        for (key, severity) in [("errors", Severity::Error), ("warnings", Severity::Warning)] {
            let said = diagnostics.iter().filter(|it| it.diagnostic.severity == severity).map(JsonSaid::of);
            self.field(key, &said.collect::<Vec<_>>());
        }
        self.raw("}\n");
    }
}
