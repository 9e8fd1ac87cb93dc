//! Writer of PGN in export format (standard 3.2 and 8.2.1).
//!
//! Tags in order, a blank line, the moves in lines of less than 80 characters, a blank line. A token is never
//! broken; a comment only between words, and never inside `[%clk 0:01:00]`. Comments with line breaks of
//! their own, such as diagrams, keep them. Text that can't be written in braces is written after semicolons.

mod words;

use memchr::{memchr, memchr2, memchr3};

use crate::{
    chess::{Color, Comment, CommentKind, Nag, Outcome, Ply, Position, Tag},
    diagnostics::Located,
    events::WrittenTags,
    layout::{Head, MovetextStyle, NagForm, Numbers, Writer},
    lex,
    notation::{Choice, Notation, Unwritable},
};

const AT_END: usize = usize::MAX;

/// Writes games as PGN into a buffer.
pub struct PgnWriter<'a> {
    pub(super) out: Vec<u8>,
    /// The end of the text while words are stored one after the other: `out` has room for more beyond it.
    /// [`AT_END`] if the text ends with `out`.
    end: usize,
    pub(super) notation: &'a dyn Notation,
    /// The value of the `Notation` tag, if the moves are not in SAN.
    pub(super) tag: Option<&'a str>,
    /// The notation of games that name none, if others keep theirs.
    pub(super) otherwise: Option<&'a Choice>,
    pub(super) style: MovetextStyle,
    /// Whether NAGs may be written as symbols: not where `!` is a mark of check.
    signs: bool,
    /// The end of the last move, which a symbol may directly follow.
    move_end: usize,
    /// The offset of the `Result` tag's value, filled in when the result is known.
    result_at: Option<usize>,
    /// The line width in characters.
    width: usize,
    /// The offset of the current line in `out`.
    line: usize,
    /// The offset of the space before the last word, which may become a line end; [`AT_END`] if there is none.
    blank: usize,
    /// Whether the next word directly follows the last one, or begins a line.
    glued: bool,
    /// Whether the next move needs its number even if it is Black's.
    interrupted: bool,
}

impl<'a> PgnWriter<'a> {
    /// Creates a writer of moves in this notation, in lines of at most `width` characters (0: no limit).
    #[must_use]
    pub fn new(choice: &'a Choice, width: usize) -> PgnWriter<'a> {
        PgnWriter {
            out: Vec::new(),
            end: AT_END,
            notation: &*choice.notation,
            tag: (choice.name != "san").then_some(&choice.name),
            otherwise: None,
            style: MovetextStyle::default(),
            signs: false,
            move_end: 0,
            result_at: None,
            width: if width > 0 { width } else { usize::MAX },
            line: 0,
            blank: AT_END,
            glued: true,
            interrupted: true,
        }
    }

    /// Creates a writer that keeps the notation named by each game, and uses this one for others.
    #[must_use]
    pub fn retaining(choice: &'a Choice, width: usize) -> PgnWriter<'a> {
        PgnWriter { otherwise: Some(choice), ..PgnWriter::new(choice, width) }
    }

    /// Sets the style.
    #[must_use]
    pub fn styled(self, style: MovetextStyle) -> PgnWriter<'a> {
        PgnWriter { style, tag: self.tag.filter(|_| style.notation_tag), ..self }
    }

    /// Writes the text of a move without its check mark.
    ///
    /// # Errors
    ///
    /// If the notation cannot express it; nothing is then written.
    pub(in crate::layout) fn write_move(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        self.notation.write(before, ply, &mut self.out)
    }

    /// Returns the notation's sign of resignation.
    pub(in crate::layout) fn resignation(&self) -> Option<&'static str> {
        self.notation.resignation()
    }

    /// Writes the check mark of the move that led to this position.
    #[inline(always)]
    pub(in crate::layout) fn write_marks(&mut self, after: &Position, ply: &Ply) {
        if after.may_have_marks() {
            self.notation.write_marks(after, ply, &mut self.out);
        }
    }

    /// Whether the next move needs its number regardless of the side.
    #[inline(always)]
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    #[inline(always)]
    fn move_number(&mut self, before: &Position) {
        let black = before.turn() == Color::Black;
        if black && !self.interrupted || self.style.numbers == Numbers::Absent {
            return;
        }
        self.interrupted = false;
        self.separate();
        push_number(before.move_number(), &mut self.out);
        let dots: &[u8] = match self.style.numbers {
            _ if black => b"...",
            Numbers::Plain => b"",
            _ => b".",
        };
        self.out.extend_from_slice(dots);
        self.wrap();
    }

    /// Takes back what was written of a move that cannot be written.
    #[cold]
    fn take_back(&mut self, len: usize) {
        self.out.truncate(len);
        if self.line > len {
            // The move's number has ended a line, which stays ended.
            self.out.push(b'\n');
            self.line = self.out.len();
        }
        self.blank = AT_END;
        self.glued = self.line == self.out.len() || self.out.last() == Some(&b'(');
        self.interrupted = true;
    }

    /// Begins a game with the comments that precede its tags.
    pub(in crate::layout) fn begin_preamble(&mut self, preamble: &[Comment<'_>]) {
        self.begin_moves();
        preamble.iter().for_each(|it| self.comment(it));
        if !preamble.is_empty() {
            self.new_line();
        }
    }

    /// Begins the moves at the end of the output.
    pub(in crate::layout) fn begin_moves(&mut self) {
        self.move_end = usize::MAX;
        self.line = self.out.len();
        self.blank = AT_END;
        self.glued = true;
        self.interrupted = true;
    }

    /// Begins a line with a move number, with three dots for Black, for text about that move.
    pub(in crate::layout) fn label(&mut self, number: u32, color: Color) {
        self.new_line();
        push_number(number, &mut self.out);
        self.out.extend_from_slice(color.fold_wb(b".".as_slice(), b"..."));
        self.glued = false;
    }

    pub(in crate::layout) fn tag_pair(&mut self, name: &str, value: &str) {
        self.out.push(b'[');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b" \"");
        if memchr3(b'"', b'\\', b'\n', value.as_bytes()).is_none() {
            self.out.extend_from_slice(value.as_bytes());
        } else {
            for &byte in value.as_bytes() {
                match byte {
                    b'"' | b'\\' => self.out.extend([b'\\', byte]),
                    // A tag pair is on one line, but values from tables may have several lines.
                    b'\n' => self.out.push(b' '),
                    _ => self.out.push(byte),
                }
            }
        }
        self.out.extend_from_slice(b"\"]\n");
    }

    fn tag_pairs(&mut self, tags: &[Tag<'_>]) {
        for tag in tags {
            let is_open = self.style.result_tag && tag.name == "Result";
            if is_open && matches!(Outcome::from_marker(&tag.value), None | Some(Outcome::Unknown)) {
                self.result_at = Some(self.out.len() + "[Result \"".len());
                self.tag_pair(&tag.name, Outcome::Unknown.marker());
            } else {
                self.tag_pair(&tag.name, &tag.value);
            }
        }
    }

    /// Writes a NAG as a separate word: as a symbol only if that can be read back, as letters may be pieces,
    /// and `!` belongs to a move.
    pub(in crate::layout) fn nag_apart(&mut self, nag: Nag) {
        let is_safe = |sign: &&str| !sign.chars().any(|it| it.is_ascii_alphabetic());
        match nag.symbol().filter(|sign| self.signs && nag > Nag::DUBIOUS && is_safe(sign)) {
            Some(sign) => self.out.extend_from_slice(sign.as_bytes()),
            None => {
                self.out.push(b'$');
                push_number(nag.0, &mut self.out);
            }
        }
    }

    /// Writes a comment that keeps its lines.
    fn laid_out(&mut self, text: &str) {
        self.separate();
        self.out.push(b'{');
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'}');
        let line = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |n| text.len() - n);
        self.line = self.out.len() - line;
        self.blank = AT_END;
    }

    /// Writes a text as comments to the end of the line, one per line.
    fn line_comments(&mut self, mark: u8, text: &str) {
        for line in text.split('\n') {
            self.new_line();
            self.out.push(mark);
            self.out.extend_from_slice(line.as_bytes());
        }
        self.new_line();
    }
}

/// Appends a text, with `\r\n` replaced by `\n`.
fn push_feeds(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some(len) = memchr(b'\r', text) {
        // Lines of tags are mostly too short to be worth a call.
        match text.first_chunk::<32>() {
            Some(chunk) if len <= chunk.len() => {
                let end = out.len() + len;
                out.extend_from_slice(chunk);
                out.truncate(end);
            }
            _ => out.extend_from_slice(&text[..len]),
        }
        text = &text[len + 1..];
    }
    out.extend_from_slice(text);
}

/// Whether a comment in braces would be read back as this text.
fn fits_in_braces(text: &str) -> bool {
    let boundary = || {
        // Includes the brace, as the beginning of a line matters.
        let text = format!("{{{text}");
        lex::boundaries(text.as_bytes(), 0..text.len()).next().is_some()
    };
    memchr(b'}', text.as_bytes()).is_none() && !boundary()
}

impl Writer for PgnWriter<'_> {
    fn begin(&mut self, head: &Head<'_>) {
        // A game given up by the exact reader may have left an offset.
        self.result_at = None;
        // Strict readers take a comment before the tags as a game of its own (python-chess, `chess/pgn.py`).
        let escapes = head.preamble.iter().take_while(|it| it.kind == CommentKind::Escape).count();
        let (escapes, comments) = head.preamble.split_at(escapes);
        self.begin_preamble(escapes);
        match head.written {
            Some(WrittenTags { text, added }) => {
                push_feeds(text.as_bytes(), &mut self.out);
                self.out.extend((!text.ends_with('\n')).then_some(b'\n'));
                self.tag_pairs(added);
            }
            None => self.tag_pairs(&head.tags.0),
        }
        self.signs = self.style.nags == Some(NagForm::Symbols) && head.start.size() == 8;
        let another = self.notation.another_name(head.start).filter(|_| self.style.notation_tag);
        let tag = another.or(self.tag);
        if let Some(name) = tag {
            self.tag_pair("Notation", name);
        }
        if head.written.is_some() || tag.is_some() || !head.tags.0.is_empty() {
            self.out.push(b'\n');
        }
        self.begin_moves();
        comments.iter().for_each(|it| self.comment(it));
    }

    #[inline(always)]
    fn ply(&mut self, before: &Position, ply: &Ply) -> Result<(), Unwritable> {
        let len = self.out.len();
        self.move_number(before);
        self.separate();
        let written = self.notation.write(before, ply, &mut self.out);
        if written.is_err() {
            self.take_back(len);
        }
        written
    }

    fn skip(&mut self, before: &Position, ply: &Ply) -> bool {
        let Some(instead) = self.notation.placeholder(before, ply) else { return false };
        let dots = before.turn().fold_wb(".", "...");
        let text = format!("{}{dots} {instead}", before.move_number()).into();
        self.comment(&Comment { kind: CommentKind::Unwritten, text });
        true
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(self.notation)
    }

    fn resign(&mut self, position: &Position) {
        if let Some(sign) = self.notation.resignation() {
            self.move_number(position);
            self.separate();
            self.out.extend_from_slice(sign.as_bytes());
            self.wrap();
        }
    }

    #[inline(always)]
    fn played(&mut self, after: &Position, ply: &Ply) {
        self.write_marks(after, ply);
        self.wrap();
        self.move_end = self.out.len();
    }

    fn nag(&mut self, nag: Nag) {
        match nag.symbol() {
            Some(sign) if self.signs && nag <= Nag::DUBIOUS && self.move_end == self.out.len() => {
                self.out.extend_from_slice(sign.as_bytes());
            }
            _ => {
                self.separate();
                self.nag_apart(nag);
            }
        }
        self.wrap();
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        let text = &*comment.text;
        match (comment.kind, memchr2(b'}', b'\n', text.as_bytes())) {
            (CommentKind::Escape, _) => self.line_comments(b'%', text),
            (_, None) => return self.short_comment(text),
            (_, Some(_)) if fits_in_braces(text) => self.laid_out(text),
            (_, Some(_)) => self.line_comments(b';', text),
        }
        self.interrupted = true;
    }

    #[inline(always)]
    fn short_comment(&mut self, text: &str) {
        self.stored_comment(text);
        self.settle();
    }

    fn begin_variation(&mut self) {
        self.separate();
        self.out.push(b'(');
        self.glued = true;
        self.interrupted = true;
    }

    fn end_variation(&mut self) {
        self.out.push(b')');
        self.glued = false;
        self.interrupted = true;
        self.wrap();
    }

    fn end(&mut self, outcome: Outcome, _: &[Located]) {
        self.settle();
        if self.style.results {
            self.separate();
            self.out.extend_from_slice(outcome.marker().as_bytes());
            self.wrap();
        }
        if let Some(at) = self.result_at.take() {
            self.out.splice(at..at + Outcome::Unknown.marker().len(), outcome.marker().bytes());
        }
        self.out.extend_from_slice(b"\n\n");
    }
}

/// Appends a number in decimal.
pub fn push_number(mut number: u32, out: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}
