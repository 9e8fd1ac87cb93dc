//! Writes games as records.

use super::{
    Schema,
    record::{Chunk, Record, Value},
};
use crate::{
    chess::{FenRanks, Nag, Outcome, Ply, Position, Tags},
    diagnostics::{Located, Severity},
    events::Confidence,
    layout::{
        Head,
        ply_records::{PlyRecords, PlyWriter, push_word},
        table::{Each, Holds, TAGS, by_column},
        texts::{self, EventTexts, Marks},
    },
    notation::Choice,
};

/// Writes the records of games into a buffer.
pub type ParquetWriter<'a> = PlyWriter<'a, GameRecords>;

/// The records of games.
pub struct GameRecords {
    out: Vec<u8>,
    schema: Schema,
    /// Texts of all plies in the notation of the output and, in rows of plies, in SAN and UCI.
    chunks: Vec<Chunk>,
    head: GameHead,
    /// Move number of each ply, and whether it is White's.
    plies: Vec<(i32, bool)>,
    /// Position after each ply, if requested.
    fens: Chunk,
    ranks: FenRanks,
    fen: Vec<u8>,
    /// Additions to plies, in order; most plies have none.
    additions: Vec<Addition>,
}

/// The values of a game from its head.
#[derive(Default)]
struct GameHead {
    tags: [Option<String>; TAGS.len()],
    /// Tags without a column of their own, and those that their column can't hold.
    others: Vec<[String; 2]>,
    variant: &'static str,
    /// The start position, unless it is the usual one.
    fen: Option<String>,
    notation: String,
    read_as: Option<String>,
}

/// Everything about a ply besides its text and position.
#[derive(Default)]
struct Addition {
    /// Number of plies up to and including it; 0 before the first.
    ply: usize,
    nags: Vec<i32>,
    comment: String,
    clock: Option<f64>,
    eval: Option<f64>,
    mate: Option<i32>,
    variations: String,
    confidence: Option<f64>,
}

impl Addition {
    fn comment(&self) -> Option<&str> {
        Some(&*self.comment).filter(|it| !it.is_empty())
    }

    fn variations(&self) -> Option<&str> {
        Some(&*self.variations).filter(|it| !it.is_empty())
    }

    /// Adds a comment, and the first values of its commands.
    fn add_comment(&mut self, text: &str) {
        push_word(&mut self.comment, text);
        for part in text.split('[').skip(1) {
            let Some((name, value)) = part.split_once(']').and_then(|it| it.0.split_once(' ')) else {
                continue;
            };
            match name {
                "%clk" => self.clock = self.clock.or_else(|| seconds(value.trim())),
                "%eval" => {
                    let score = score(value);
                    self.eval = self.eval.or_else(|| score.parse().ok().filter(|it: &f64| it.is_finite()));
                    self.mate = self.mate.or_else(|| score.strip_prefix('#')?.parse().ok());
                }
                _ => {}
            }
        }
    }
}

/// Returns the score of an evaluation, without the depth that may follow it: `0.25` for `0.25,18`.
fn score(eval: &str) -> &str {
    eval.split(',').next().unwrap_or(eval).trim()
}

/// Parses a clock as seconds, such as `0:01:00.5`.
fn seconds(clock: &str) -> Option<f64> {
    clock.split(':').try_fold(0.0, |sum, part| {
        let is_number = part.starts_with(|it: char| it.is_ascii_digit());
        Some(sum * 60.0 + part.parse::<f64>().ok().filter(|it| is_number && it.is_finite())?)
    })
}

/// How the value of a tag relates to its column.
enum TagValue {
    /// The value is stated to be unknown: `?`, `????.??.??`.
    Unknown,
    Fits,
    /// The column can't hold the value, which is kept elsewhere.
    Odd,
}

impl TagValue {
    fn of(value: &str, holds: Holds) -> TagValue {
        match value {
            "" | "-" => TagValue::Odd,
            _ if value.chars().all(|it| matches!(it, '?' | '.')) => TagValue::Unknown,
            _ if holds == Holds::Text || value.parse::<i32>().is_ok() => TagValue::Fits,
            _ => TagValue::Odd,
        }
    }
}

impl GameHead {
    fn new(head: &Head<'_>, choice: &Choice) -> GameHead {
        let start = head.start;
        let name = choice.notation.another_name(start).unwrap_or(&choice.name);
        GameHead {
            variant: start.variant().name(),
            fen: (!start.is_first()).then(|| start.fen()),
            notation: name.to_owned(),
            read_as: head.notation.map(str::to_owned),
            ..GameHead::default()
        }
        .with_tags(&head.tags)
    }

    fn with_tags(mut self, tags: &Tags<'_>) -> GameHead {
        for (column, tag) in by_column(tags) {
            match column.map(|n| (n, TagValue::of(&tag.value, TAGS[n].2))) {
                Some((_, TagValue::Unknown)) => {}
                Some((n, TagValue::Fits)) => self.tags[n] = Some(tag.value.to_string()),
                Some((_, TagValue::Odd)) | None => self.add(&tag.name, &tag.value),
            }
        }
        self
    }

    /// Adds a tag without a column. DuckDB refuses a map with duplicate keys, so further values of a name are
    /// appended on new lines.
    fn add(&mut self, name: &str, value: &str) {
        match self.others.iter_mut().find(|it| it[0] == name) {
            Some(other) => other[1].extend(["\n", value]),
            None => self.others.push([name, value].map(str::to_owned)),
        }
    }
}

impl<'a> ParquetWriter<'a> {
    /// Creates a writer of moves in this notation.
    pub fn of_schema(choice: &'a Choice, schema: Schema) -> ParquetWriter<'a> {
        PlyWriter::new(choice, schema.each == Each::Ply, GameRecords::new(schema))
    }
}

impl GameRecords {
    fn new(schema: Schema) -> GameRecords {
        let count = if schema.each == Each::Ply { 3 } else { 1 };
        GameRecords {
            out: Vec::new(),
            schema,
            chunks: std::iter::repeat_with(Chunk::default).take(count).collect(),
            head: GameHead::default(),
            plies: Vec::new(),
            fens: Chunk::default(),
            ranks: FenRanks::default(),
            fen: Vec::new(),
            additions: Vec::new(),
        }
    }

    /// Returns the additions of the last ply, or those before the first ply, creating them if necessary.
    fn addition(&mut self) -> &mut Addition {
        let ply = self.plies.len();
        if self.additions.last().is_none_or(|it| it.ply < ply) {
            self.additions.push(Addition { ply, ..Addition::default() });
        }
        self.additions.last_mut().expect("one has been added")
    }

    /// Adds a ply that led to this position.
    #[inline(always)]
    fn add_ply(&mut self, number: u32, is_white: bool, after: &Position) {
        self.plies.push((number.cast_signed(), is_white));
        if self.schema.fens {
            self.fen.clear();
            after.push_fen(&mut self.ranks, &mut self.fen);
            push(self.schema.each, &mut self.fens, Some(&self.fen[..]));
        }
    }

    /// Iterates over one value of all plies; `None` for plies without additions.
    fn additional<'s, V: 's>(
        &'s self,
        get: impl Fn(&'s Addition) -> Option<V> + 's,
    ) -> impl Iterator<Item = Option<V>> + 's {
        let mut additions = self.additions.iter().filter(|it| it.ply > 0).peekable();
        (1..=self.plies.len()).map(move |ply| get(additions.next_if(|it| it.ply == ply)?))
    }

    fn game(&self, record: &mut Record, outcome: Outcome, diagnostics: &[Located]) {
        let head = &self.head;
        for ((.., holds), value) in TAGS.iter().zip(&head.tags) {
            match holds {
                Holds::Integers => record.value(value.as_ref().and_then(|it| it.parse::<i32>().ok())),
                Holds::Text => record.value(value.as_deref()),
            }
        }
        record.value(Some(outcome.marker()));
        record.value(Some(head.variant));
        record.value(head.fen.as_deref());
        record.value(i32::try_from(self.plies.len()).ok());
        record.value(Some(head.notation.as_str()));
        record.value(head.read_as.as_deref());
        record.value(self.additions.first().filter(|it| it.ply == 0).and_then(Addition::comment));
        record.list_of(&self.chunks[0]);
        self.values(record, |it| it.clock);
        self.values(record, |it| it.eval);
        self.values(record, |it| it.mate);
        if self.additions.iter().any(|it| it.ply > 0 && !it.nags.is_empty()) {
            let nags = self.additional(|it| Some(&it.nags[..]));
            record.list_of_lists(nags.map(Option::unwrap_or_default));
        } else {
            record.value(None::<i32>);
        }
        self.values(record, Addition::comment);
        self.values(record, Addition::variations);
        if self.schema.fens {
            record.list_of(&self.fens);
        }
        if self.schema.confidence {
            self.values(record, |it| it.confidence);
        }
        // The result has a column, which repeats its tag.
        let is_told = |it: &&[String; 2]| it[0] == "Result" && it[1] == outcome.marker();
        let told = head.others.iter().position(|it| is_told(&it));
        let others = head.others.iter().enumerate().filter(|(n, _)| Some(*n) != told);
        record.map(&others.map(|it| it.1.clone()).collect::<Vec<_>>());
        problems(record, diagnostics, Severity::Error);
        problems(record, diagnostics, Severity::Warning);
    }

    /// Adds a list with a value per ply, or null if no ply has one.
    fn values<'s, V: Value + 's>(&'s self, record: &mut Record, get: fn(&'s Addition) -> Option<V>) {
        if self.additions.iter().any(|it| it.ply > 0 && get(it).is_some()) {
            record.list(self.additional(get));
        } else {
            record.value(None::<V>);
        }
    }

    /// Writes the columns of plies; `first` is the row before the first ply, if there is one.
    fn rows<'s>(&'s self, record: &mut Record, first: Option<&'s Addition>) {
        let plies = || first.iter().map(|_| None).chain(self.plies.iter().map(Some));
        let begin = i32::from(first.is_none());
        rows(record, (begin..).zip(plies()).map(|it| Some(it.0)));
        rows(record, plies().map(|it| Some(it?.0)));
        rows(record, plies().map(|it| Some(if it?.1 { "white" } else { "black" })));
        for texts in &self.chunks {
            record.rows_of(first.map(|_| None), texts);
        }
        let fen = first.map(|_| self.head.fen.as_deref());
        if self.schema.fens {
            record.rows_of(fen, &self.fens);
        } else {
            rows(record, fen.into_iter().chain(self.plies.iter().map(|_| None)));
        }
        let nags = first.map(|it| &it.nags[..]).into_iter();
        record.rows_of_lists(
            nags.chain(self.additional(|it| Some(&it.nags[..])).map(Option::unwrap_or_default)),
        );
        self.row_values(record, first, |it| it.clock);
        self.row_values(record, first, |it| it.eval);
        self.row_values(record, first, |it| it.mate);
        self.row_values(record, first, Addition::comment);
        self.row_values(record, first, Addition::variations);
        if self.schema.confidence {
            self.row_values(record, first, |it| it.confidence);
        }
    }

    fn row_values<'s, V: Value + 's>(
        &'s self,
        record: &mut Record,
        first: Option<&'s Addition>,
        get: fn(&'s Addition) -> Option<V>,
    ) {
        rows(record, first.map(get).into_iter().chain(self.additional(get)));
    }
}

/// Adds a value of a ply: an element of a list in the row of a game, or a row.
fn push<V: Value>(each: Each, chunk: &mut Chunk, text: Option<V>) {
    match each {
        Each::Game => chunk.element(text),
        Each::Ply => chunk.row(text),
    }
}

fn rows<V: Value>(record: &mut Record, rows: impl Iterator<Item = Option<V>>) {
    record.column(|chunk| rows.for_each(|it| chunk.row(it)));
}

/// Adds the columns of the errors, or of the warnings.
fn problems(record: &mut Record, diagnostics: &[Located], severity: Severity) {
    let said: Vec<&Located> = diagnostics.iter().filter(|it| it.diagnostic.severity == severity).collect();
    record.list(said.iter().map(|it| i64::try_from(it.line).ok()));
    record.list(said.iter().map(|it| i64::try_from(it.column).ok()));
    record.list(said.iter().map(|it| Some(it.diagnostic.problem.kind())));
    let strings: [fn(&Located) -> Option<String>; 3] =
        [|it| it.diagnostic.ply_label(), |it| Some(it.text.to_string()), |it| Some(it.problem())];
    for get in strings {
        let strings: Vec<Option<String>> = said.iter().map(|it| get(it)).collect();
        record.list(strings.iter().map(|it| it.as_deref()));
    }
}

impl PlyRecords for GameRecords {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn begin(&mut self, head: &Head<'_>, choice: &Choice) {
        self.plies.clear();
        self.additions.clear();
        self.fens.clear();
        self.chunks.iter_mut().for_each(Chunk::clear);
        self.head = GameHead::new(head, choice);
        if self.schema.each == Each::Ply && !head.start.is_first() {
            self.addition();
        }
    }

    #[inline(always)]
    fn add(&mut self, texts: &texts::Texts, marks: &Marks, after: &Position) {
        for ((chunk, text), mark) in self.chunks.iter_mut().zip(texts).zip(marks) {
            let len = (text.len + mark.1) as u8;
            chunk.text(self.schema.each, len, |entry| texts::push(text, *mark, entry));
        }
        let (number, us) = texts::number(after);
        self.add_ply(number, us.is_white(), after);
    }

    fn played(&mut self, texts: &mut EventTexts, after: &Position, ply: &Ply) {
        for (chunk, text) in self.chunks.iter_mut().zip(texts.marked(after, ply)) {
            push(self.schema.each, chunk, text);
        }
        let (number, color) = texts.number;
        self.add_ply(number, color.is_white(), after);
    }

    fn skip(&mut self, _: String, texts: &mut EventTexts, before: &Position, ply: &Ply) {
        texts.write_others(before, ply);
        let after = before.after([*ply]);
        self.played(texts, &after, ply);
    }

    fn confidence(&mut self, share: u16) {
        if self.schema.confidence {
            self.addition().confidence = Some(Confidence::number(share));
        }
    }

    fn nag(&mut self, nag: Nag) {
        let is_game = self.schema.each == Each::Game;
        let addition = self.addition();
        if addition.ply == 0 && is_game {
            addition.add_comment(&format!("${}", nag.0));
        } else {
            addition.nags.push(nag.0.cast_signed());
        }
    }

    fn comment(&mut self, text: &str) {
        self.addition().add_comment(text);
    }

    fn variation(&mut self, text: &str) {
        push_word(&mut self.addition().variations, text);
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        let records = std::mem::take(&mut self.out);
        let first = self.additions.first().filter(|it| it.ply == 0);
        let rows = match self.schema.each {
            Each::Game => 1,
            Each::Ply => self.plies.len() + usize::from(first.is_some()),
        };
        let mut record = Record::new(rows, records);
        match self.schema.each {
            Each::Game => self.game(&mut record, outcome, diagnostics),
            Each::Ply => self.rows(&mut record, first),
        }
        self.out = record.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_seconds() {
        for (clock, expected) in [
            ("0:01:00", Some(60.0)),
            ("1:02:03.5", Some(3723.5)),
            ("59", Some(59.0)),
            ("1:-2:03", None),
            ("soon", None),
            ("1::2", None),
        ] {
            assert_eq!(seconds(clock), expected, "{clock}");
        }
    }

    #[test]
    fn evaluations_are_pawns_or_moves_to_mate() {
        for (eval, pawns, mate) in [
            ("0.25", Some(0.25), None),
            ("-1.5,20", Some(-1.5), None),
            ("#-3", None, Some(-3)),
            ("inf", None, None),
            ("equal", None, None),
        ] {
            let mut addition = Addition::default();
            addition.add_comment(&format!("a [%eval {eval}] b"));
            assert_eq!((addition.eval, addition.mate), (pawns, mate), "{eval}");
        }
    }
}
