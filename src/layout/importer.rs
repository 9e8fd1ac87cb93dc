//! PGN for a program that imports it: what that program is known to reject is written differently, and counted.
//!
//! | what | why |
//! |---|---|
//! | comments with braces or lines of their own become one text in braces | comments to the end of a line (`;`) are not read everywhere, as by pgn-extract |
//! | lines that begin with `%` are dropped | they are meant for other programs (PGN standard 6) |
//! | variants have the importer's names | <https://lichess.org/variant> |
//! | lichess: a line ends before a null move, with the rest in a comment | "Lichess does not support null moves" (lichess-org/scalachess pull request 230, lila issue 10127) |
//! | NAGs, comments and variations follow a move in this order | in any other, lichess silently skips the rest of the game (lichess-org/scalachess, `format/pgn/Parser.scala`, `metas` and `moveParser`), and pgn-extract begins another game |
//! | tags with invalid names become comments | names consist of letters, digits and `_` (PGN standard 8.1.1); for lichess of letters only: "Tag name can only contains alphabet characters" (the same file, `TagParser`) |
//! | ChessBase: null moves are `--` | "We output `--` for it" (ChessBase support, article 1616, *Export to PGN*) |

use std::{
    borrow::Cow,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{Head, HeadTags, Output, Writer, arranged::Arranged, pgn::PgnWriter};
use crate::{
    chess::{Comment, CommentKind, Nag, Outcome, Ply, Position, Tags, Variant},
    diagnostics::Located,
    named::named,
    notation::{Notation, Unwritable},
};

named! {
    /// A program that imports PGN.
    "importer" Importer {
        Lichess: ["lichess"], "lichess.org";
        ChessBase: ["chessbase"], "ChessBase";
    }
}

impl Importer {
    /// Returns its name in a sentence.
    pub const fn proper_name(self) -> &'static str {
        match self {
            Importer::Lichess => "lichess",
            Importer::ChessBase => "ChessBase",
        }
    }
}

/// Counts of changes, over all games.
#[derive(Debug, Default)]
pub struct Changes([AtomicU64; KINDS.len()]);

/// Kinds of changes: the change in words, and the thing counted.
const KINDS: [(&str, &str); 5] = [
    ("written in braces on one line: ", "comment"),
    ("dropped: ", "% line"),
    ("set: ", "Variant tag"),
    ("moved before variations and comments: ", "comment or NAG"),
    ("written as comments: ", "tag"),
];
const COMMENTS: usize = 0;
const ESCAPES: usize = 1;
const VARIANTS: usize = 2;
const MOVED: usize = 3;
const TAGS: usize = 4;

impl Changes {
    /// Describes the changes, if there were any.
    pub fn describe(&self) -> Option<String> {
        let told = KINDS.iter().zip(&self.0).filter_map(|((what, thing), counter)| {
            let count = counter.load(Ordering::Relaxed);
            let things = if count == 1 { thing.to_string() } else { thing.replace(" or ", "s or ") + "s" };
            (count > 0).then(|| format!("{what}{count} {things}"))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

/// Writes PGN for an importer into a buffer.
pub struct ImportWriter<'a> {
    arranged: Arranged<'a>,
    importer: Importer,
    changes: &'a Changes,
    /// Counts of the current game, which may be read twice.
    here: [u64; KINDS.len()],
}

impl<'a> ImportWriter<'a> {
    pub fn new(pgn: PgnWriter<'a>, importer: Importer, changes: &'a Changes) -> ImportWriter<'a> {
        ImportWriter { arranged: Arranged::new(pgn), importer, changes, here: [0; KINDS.len()] }
    }

    fn is_lichess(&self) -> bool {
        self.importer == Importer::Lichess
    }
}

impl Output for ImportWriter<'_> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.arranged.pgn.buffer()
    }

    fn keeps_escapes(&self) -> bool {
        // Passed on, and counted.
        true
    }
}

impl Writer for ImportWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        self.here = [0; KINDS.len()];
        self.arranged.clear();
        let mut tags = Tags::clone(&head.tags);
        let variant = head.start.variant();
        let is_right = match tags.get("Variant") {
            Some(name) => name == variant.name(),
            None => variant == Variant::Standard,
        };
        if !is_right {
            self.here[VARIANTS] += 1;
            tags.set("Variant", variant.name());
        }
        let is_lichess = self.is_lichess();
        let is_letter = |it: u8| {
            if is_lichess { it.is_ascii_alphabetic() } else { it.is_ascii_alphanumeric() || it == b'_' }
        };
        let is_named = |name: &str| name.bytes().all(is_letter);
        let unnamed: Vec<_> = tags.0.extract_if(.., |it| !is_named(&it.name)).collect();
        self.arranged.pgn.begin(&Head { preamble: &[], tags: HeadTags::Read(&tags), written: None, ..*head });
        head.preamble.iter().for_each(|it| self.comment(it));
        for tag in unnamed {
            self.here[TAGS] += 1;
            self.short_comment(&format!("{} {}", tag.name, tag.value).replace(['{', '}'], "|"));
        }
    }

    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        if self.is_lichess() && ply.is_null() {
            return Err(Unwritable::NullMove { importer: self.importer.proper_name() });
        }
        if self.arranged.in_variation() {
            self.arranged.ply(before, ply);
            return Ok(());
        }
        self.arranged.flush();
        self.arranged.pgn.ply(before, ply)
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        self.arranged.pgn.skip(before, ply)
    }

    fn supports(&self, start: &Position) -> Result<(), Unwritable> {
        let variant = start.variant();
        if matches!(variant, Variant::Chess99 | Variant::UChess) {
            return Err(Unwritable::Rules { importer: self.importer.proper_name(), variant });
        }
        self.arranged.pgn.supports(start)
    }

    fn notation(&self) -> Option<&dyn Notation> {
        self.arranged.pgn.notation()
    }

    fn played(&mut self, after: &Position, ply: &Ply) {
        if self.arranged.in_variation() {
            self.arranged.played(after, ply);
        } else {
            self.arranged.pgn.played(after, ply);
        }
    }

    fn confidence(&mut self, share: u16) {
        self.arranged.confidence(share);
    }

    fn nag(&mut self, nag: Nag) {
        self.arranged.nag(nag);
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        if comment.kind == CommentKind::Escape {
            self.here[ESCAPES] += 1;
            return;
        }
        let mut comment = Cow::Borrowed(comment);
        if comment.text.contains(['{', '}', '\n']) {
            self.here[COMMENTS] += 1;
            let text = comment.text.replace('{', "(").replace('}', ")").replace('\n', " ");
            comment = Cow::Owned(Comment { kind: comment.kind, text: text.into() });
        }
        self.arranged.comment(&comment);
    }

    fn begin_variation(&mut self) {
        self.arranged.begin_variation();
    }

    fn end_variation(&mut self) {
        self.arranged.end_variation();
    }

    fn resign(&mut self, position: &Position) {
        self.arranged.flush();
        self.arranged.pgn.resign(position);
    }

    fn end(&mut self, outcome: Outcome, diagnostics: &[Located]) {
        self.arranged.flush();
        self.here[MOVED] = self.arranged.moved;
        self.arranged.pgn.end(outcome, diagnostics);
        for (all, here) in self.changes.0.iter().zip(std::mem::take(&mut self.here)) {
            all.fetch_add(here, Ordering::Relaxed);
        }
    }
}
