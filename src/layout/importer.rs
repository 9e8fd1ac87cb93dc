//! PGN for a program that imports it: what that program is known not to take is written otherwise, and counted.
//!
//! | what | why |
//! |---|---|
//! | comments before the tags go behind them | strict readers take them for a game of their own (python-chess, `chess/pgn.py`) |
//! | comments with `}` or lines of their own become one text in braces | comments to the end of a line (`;`) are not read everywhere, as by pgn-extract |
//! | lines that begin with `%` are dropped | they are meant for other programs (PGN standard 6) |
//! | variants have the importer's names | <https://lichess.org/variant> |
//! | lichess: a line ends before a null move, with the rest in a comment | "Lichess does not support null moves" (lichess-org/scalachess pull request 230, lila issue 10127) |
//! | ChessBase: null moves are `--` | "We output `--` for it" (ChessBase support, article 1616, *Export to PGN*) |

use std::{
    borrow::Cow,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{Entry, Head, Output, Writer, pgn::PgnWriter};
use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Variant},
    diagnostics::Located,
    notation::Unwritable,
};

/// A program that imports PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Importer {
    /// lichess.org.
    Lichess,
    /// ChessBase.
    ChessBase,
}

impl Importer {
    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Importer::Lichess => "lichess",
            Importer::ChessBase => "ChessBase",
        }
    }
}

/// How often something has been written otherwise, in all games.
#[derive(Debug, Default)]
pub struct Changes([AtomicU64; KINDS.len()]);

/// What is written otherwise, in words: before the number, and what is counted.
const KINDS: [(&str, &str); 4] = [
    ("put behind the tags: ", "comment"),
    ("written in one line of braces: ", "comment"),
    ("dropped: ", "% line"),
    ("set: ", "Variant tag"),
];
const PREAMBLES: usize = 0;
const COMMENTS: usize = 1;
const ESCAPES: usize = 2;
const VARIANTS: usize = 3;

impl Changes {
    /// Returns what has been changed, in words; nothing if nothing has.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        let told = KINDS.iter().zip(&self.0).filter_map(|((what, thing), counter)| {
            let count = counter.load(Ordering::Relaxed);
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{what}{count} {thing}{plural}"))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

/// Writes PGN for an importer into a buffer.
pub struct ImportWriter<'a> {
    pgn: PgnWriter<'a>,
    importer: Importer,
    changes: &'a Changes,
    /// Those in the game at hand, which may be read twice.
    here: [u64; KINDS.len()],
}

impl<'a> ImportWriter<'a> {
    /// Returns the writer for this importer.
    #[must_use]
    pub fn new(pgn: PgnWriter<'a>, importer: Importer, changes: &'a Changes) -> ImportWriter<'a> {
        ImportWriter { pgn, importer, changes, here: [0; KINDS.len()] }
    }
}

impl Output for ImportWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.pgn.buffer()
    }

    fn take_entries(&mut self) -> Vec<Entry> {
        self.pgn.take_entries()
    }

    fn keeps_escapes(&self) -> bool {
        // They come here, and are counted.
        true
    }
}

impl Writer for ImportWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.here = [0; KINDS.len()];
        let mut tags = head.tags.clone();
        let variant = head.start.variant();
        let is_right = match tags.get("Variant") {
            Some(name) => name == variant.name(),
            None => variant == Variant::Standard,
        };
        if !is_right {
            self.here[VARIANTS] += 1;
            tags.set("Variant", variant.name());
        }
        self.pgn.begin(&Head { preamble: &[], tags: &tags, written: None, ..*head });
        for comment in head.preamble {
            if comment.kind != CommentKind::Escape {
                self.here[PREAMBLES] += 1;
            }
            self.comment(comment);
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.importer == Importer::Lichess && ply.is_null() {
            return Err(Unwritable("lichess does not support null moves".to_owned()));
        }
        self.pgn.ply(before, ply)
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        self.pgn.skip(before, ply)
    }

    fn suits(&self, start: &Position) -> Result<(), Unwritable> {
        let variant = start.variant();
        if matches!(variant, Variant::Chess99 | Variant::UChess) {
            return Err(Unwritable(format!("{} does not know {}", self.importer.name(), variant.name())));
        }
        self.pgn.suits(start)
    }

    fn uses_origins(&self) -> bool {
        self.pgn.uses_origins()
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        self.pgn.played(after, ply);
    }

    fn confidence(&mut self, share: u16) {
        self.pgn.confidence(share);
    }

    fn nag(&mut self, nag: Nag) {
        self.pgn.nag(nag);
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if comment.kind == CommentKind::Escape {
            self.here[ESCAPES] += 1;
            return;
        }
        if !comment.text.contains(['}', '\n']) {
            return self.pgn.comment(comment);
        }
        self.here[COMMENTS] += 1;
        let text = comment.text.replace('{', "(").replace('}', ")").replace('\n', " ");
        self.pgn.comment(&Comment { kind: comment.kind, text: Cow::Owned(text) });
    }

    fn short_comment(&mut self, text: &str) {
        self.pgn.short_comment(text);
    }

    fn begin_variation(&mut self) {
        self.pgn.begin_variation();
    }

    fn end_variation(&mut self) {
        self.pgn.end_variation();
    }

    fn resign(&mut self, position: &Position) {
        self.pgn.resign(position);
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.pgn.end(outcome, diagnostics);
        for (all, here) in self.changes.0.iter().zip(std::mem::take(&mut self.here)) {
            all.fetch_add(here, Ordering::Relaxed);
        }
    }
}
