//! The page for proofreading games: beside each game its source, in its printed lines, each word with the ply
//! that it became.
//!
//! The doubts come first, each with its board, its text, what was read, and the alternatives. The page's
//! script only shows and collects: everything about chess in it was written here. The reader's decisions are
//! kept in the browser, and shown as the text for `--corrections`.

use std::ops::Range;

use maud::{Markup, PreEscaped, html};

use super::{Doubt, Passage, Proof, ReadPly};
use crate::{
    chess::Outcome,
    layout::{
        PageAssembly,
        html::{Language, foot, head_with_style},
        page_assembly::{NUMBER, push_numbered},
    },
    slice::Slice as _,
};

const STYLE: &str = include_str!("proof.css");
const SCRIPT: &str = include_str!("proof.js");

/// Marks the number of the game, as a character that no text has; replaced by [`NUMBER`] when the text
/// becomes bytes.
const PLACE: char = '\u{fdd0}';

/// Appends a game to be proofread.
pub fn push(proof: &Proof, outcome: Outcome, out: &mut Vec<u8>) {
    let text = game(proof, outcome).0;
    for (n, part) in text.split(PLACE).enumerate() {
        out.extend((n > 0).then_some(NUMBER));
        out.extend_from_slice(part.as_bytes());
    }
}

/// Returns the CSS class for a confidence in ten-thousandths.
fn class(share: Option<u16>) -> &'static str {
    match share {
        None | Some(9_950..) => "sure",
        Some(super::SURE..) => "likely",
        Some(7_000..) => "unsure",
        Some(_) => "guess",
    }
}

/// Formats a share in ten-thousandths as a percentage, which is 100 only if the share is complete.
fn percent(share: u16) -> String {
    format!("{}\u{202f}%", if share < 10_000 { ((share + 50) / 100).min(99) } else { 100 })
}

fn game(proof: &Proof, outcome: Outcome) -> Markup {
    let tag = |name: &str| proof.tags.iter().find(|it| it.0 == name).map(|it| &*it.1);
    let doubts = proof.doubts();
    let last = proof.lines.last().map_or(0, |it| it.number);
    let first = proof.lines.first().map_or(0, |it| it.number);
    html! {
        section.proof id={ "g" (PLACE) } data-file=(proof.file) {
            h2 {
                (PLACE) ". "
                @match (tag("White"), tag("Black")) {
                    (None, None) => "Game",
                    (white, black) => { (white.unwrap_or("?")) " – " (black.unwrap_or("?")) }
                }
                " " small {
                    @for name in ["Event", "Site", "Date"] { @if let Some(it) = tag(name) { (it) ", " } }
                    (proof.file) ", lines " (first) "–" (last) ", "
                    (doubts.len()) @if doubts.len() == 1 { " doubt" } @else { " doubts" }
                }
            }
            @if !doubts.is_empty() { ol.doubts { @for it in &doubts { (doubt(proof, it)) } } }
            div.both { (moves(proof, outcome)) (source(proof)) }
        }
        "\n"
    }
}

/// Renders a doubt: the board before it, the text, what was read, and the alternatives.
fn doubt(proof: &Proof, doubt: &Doubt<'_>) -> Markup {
    let Doubt { at: Passage { line, column, text, label, .. }, ply } = doubt;
    let place = format!("{line}:{column}");
    let Some((ply, n)) = ply.map(|n| (&proof.plies[n], n)) else {
        let left_out = proof.left_out.iter().find(|it| (it.at.line, it.at.column) == (*line, *column));
        return html! {
            li tabindex="-1" data-at=(place) data-text=(text) {
                p { b { (label) } " " q { (text) } " " em.out { (left_out.map_or("left out", |it| &it.message)) } }
            }
        };
    };
    let (fen, legal) = ply.board.as_ref().map_or(("", &[][..]), |it| (&it.0, &it.1));
    let is_missing = ply.at.span.is_empty();
    html! {
        li tabindex="-1" data-at=(place) data-text=(text) data-p=(n) data-san=(ply.read_as.san) data-fen=(fen)
            data-legal=(legal.join(" ")) data-missing[is_missing] {
            p {
                b { (label) } " "
                @if is_missing { em.out { "no text" } } @else { q { (text) } }
                " → " em class=(class(ply.share)) {
                    (ply.read_as.own) @if let Some(share) = ply.share { " " (percent(share)) }
                }
                @for (n, (texts, share)) in ply.others.iter().enumerate() {
                    " " button type="button" data-san=(texts.san) { small { (n + 1) } " " (texts.own) " " (percent(*share)) }
                }
            }
        }
    }
}

/// Renders the moves of the game, each linked with its text.
fn moves(proof: &Proof, outcome: Outcome) -> Markup {
    let is_varied = |n: usize| proof.plies.get(n).is_some_and(|it| it.is_variation);
    html! {
        div.read {
            @for (n, ply) in proof.plies.iter().enumerate() {
                @if ply.is_variation && (n == 0 || !is_varied(n - 1)) { "(" }
                @if !ply.at.label.ends_with("..") || n == 0 || is_varied(n - 1) != ply.is_variation { (ply.at.label) "\u{a0}" }
                (word(ply, n, &ply.read_as.own))
                @if ply.is_variation && !is_varied(n + 1) { ")" }
                " "
            }
            (outcome.marker())
        }
    }
}

/// Renders a word of a ply, in its colour.
fn word(ply: &ReadPly, n: usize, text: &str) -> Markup {
    let share = ply.share.map(percent).unwrap_or_default();
    html! { span class=(class(ply.share)) data-p=(n) title={ (ply.at.label) " " (ply.read_as.own) " " (share) } { (text) } }
}

/// Renders the lines of the source.
fn source(proof: &Proof) -> Markup {
    let mut plies: Vec<(usize, &ReadPly)> =
        proof.plies.iter().enumerate().filter(|it| !it.1.at.span.is_empty()).collect();
    plies.sort_by_key(|it| it.1.at.span.start);
    html! {
        div.source {
            @for line in &proof.lines {
                div data-l=(line.number) { (line_of(proof, &plies, line.start, &line.text)) }
            }
        }
    }
}

/// Renders a line of the source, which begins at offset `start`: the words of plies, dropped words, and all
/// others.
fn line_of(proof: &Proof, plies: &[(usize, &ReadPly)], start: usize, text: &str) -> Markup {
    let end = start + text.len();
    let part = |range: &Range<usize>| text.get(range.start - start..range.end - start).unwrap_or_default();
    let first = plies.partition_point(|it| it.1.at.span.end <= start);
    let mut at = start;
    let mut words = String::new();
    for (n, ply) in plies[first..].iter().take_while(|it| it.1.at.span.start < end) {
        let span = ply.at.span.start.max(at)..ply.at.span.end.clamp(at, end);
        rest(proof, at, part(&(at..span.start)), &mut words);
        if !part(&span).is_empty() {
            words.push_str(&word(ply, *n, part(&span)).0);
        }
        at = span.end;
    }
    rest(proof, at, part(&(at..end)), &mut words);
    PreEscaped(words)
}

/// Appends text outside plies, which begins at offset `start`, word by word.
fn rest(proof: &Proof, start: usize, text: &str, words: &mut String) {
    let mut at = start;
    for part in text.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        let span = at..at + word.len();
        at += part.len();
        let is_left_out =
            proof.left_out.iter().any(|it| it.at.span.start < span.end && span.start < it.at.span.end);
        let marked = html! {
            @if word.is_empty() {} @else if is_left_out { s { (word) } }
            @else if word.contains(char::is_alphabetic) { i { (word) } } @else { (word) }
        };
        words.push_str(&marked.0);
        words.push_str(part.slice(word.len()..));
    }
}

/// The page around the games.
pub struct ProofPage {
    title: String,
    games: u64,
    has_begun: bool,
}

impl ProofPage {
    pub fn new(title: String) -> ProofPage {
        ProofPage { title, games: 0, has_begun: false }
    }

    /// Returns the head of the page on the first call, then nothing.
    fn begin(&mut self) -> Vec<u8> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Vec::new();
        }
        let button = |id: &str, key: &str, words: &str| {
            html! { button type="button" id=(id) { (words) " " kbd { (key) } } " " }
        };
        let head = html! {
            (head_with_style(&self.title, None, "proofs", Language::default(), STYLE))
            h1 { "Proofs of " (self.title) }
            div.tools role="toolbar" aria-label="Decisions" {
                p #now aria-live="polite" { "Choose a doubt, or any word of the source." }
                (button("next", "n", "Next doubt")) (button("back", "p", "Previous"))
                (button("accept", "a", "Accept"))
                (button("note", "x", "Not a move")) (button("missing", "i", "A move is missing before"))
                (button("begins", "g", "A game begins here")) (button("undo", "u", "Undo"))
                label { "Type a move " kbd { "m" } " " input #typed size="9" list="legal" autocomplete="off" spellcheck="false"; }
                datalist #legal {}
                label { "The game ends here " kbd { "e" } " "
                    select #ends { option value="" { "–" } @for it in ["1-0", "0-1", "1/2-1/2", "*"] { option { (it) } } }
                }
            }
            "\n"
        };
        head.0.into_bytes()
    }
}

impl PageAssembly for ProofPage {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        let mut out = self.begin();
        push_numbered(&games, &mut self.games, "", &mut out);
        out
    }

    fn end(&mut self) -> Vec<u8> {
        let mut out = self.begin();
        let end = html! {
            section.decided {
                h2 { "Corrections" }
                p { "For the next run with " code { "--corrections FILE" } "." }
                textarea #corrections readonly rows="8" aria-label="Corrections" {}
                p { button type="button" id="copy" { "Copy" } " " button type="button" id="download" { "Download" } }
            }
            "\n" (PreEscaped(foot(Some(SCRIPT))))
        };
        out.extend_from_slice(end.0.as_bytes());
        out
    }
}
