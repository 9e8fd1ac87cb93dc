//! The page around the games.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::board;
use crate::layout::{GameEntry, PageAssembly, page_assembly::push_numbered};

/// A paper size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Paper {
    /// 210 × 297 mm
    A4,
    /// 148 × 210 mm
    A5,
    /// 8½ × 11 inches
    Letter,
}

impl Paper {
    /// Returns the name in CSS.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::A5 => "A5",
            Paper::Letter => "letter",
        }
    }
}

const STYLE: &str = include_str!("style.css");
/// The script that lets the board follow the moves.
const SCRIPT: &str = include_str!("board.js");
/// The smaller style for small paper.
const SMALL: &str = include_str!("a5.css");

/// Returns the head of a page, up to its content.
pub fn head(title: &str, paper: Option<Paper>, kind: &str) -> Markup {
    let class = format!("{kind} {}", paper.map_or("any", Paper::name));
    html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">\n"))
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="generator" content={ "plyglot " (env!("CARGO_PKG_VERSION")) };
            title { (title) }
            style {
                (PreEscaped(STYLE))
                (PreEscaped(style_for(paper)))
            }
        }
        (PreEscaped(format!("\n<body class=\"{class}\">\n")))
        (board::symbols())
        (PreEscaped("\n<main>\n"))
    }
}

/// Returns the style for a paper size. Media queries match the paper in the printer, not the size that the page requests.
fn style_for(paper: Option<Paper>) -> String {
    match paper {
        None => format!("@media print and (max-width:150mm){{{SMALL}}}"),
        Some(paper) => {
            let small = if paper == Paper::A5 { format!("@media print{{{SMALL}}}") } else { String::new() };
            format!("@page{{size:{}}}{small}", paper.name())
        }
    }
}

/// Returns the foot of a page, with the script for its boards if it has any.
pub fn foot(with_script: bool) -> String {
    let script = if with_script { format!("<script>\n{SCRIPT}</script>\n") } else { String::new() };
    format!("</main>\n{script}</body>\n</html>\n")
}

/// A page of consecutive games.
pub struct Page {
    title: String,
    paper: Option<Paper>,
    /// The number of games so far.
    games: u64,
    /// The first game, until it is known whether there is another; the page has then not begun.
    first: Option<First>,
}

/// The first game of a page.
#[derive(Default)]
struct First {
    title: String,
    game: Vec<u8>,
    /// The offset of the placeholder for whether it is open.
    open: usize,
}

impl Page {
    /// Creates a page with this title, if it has more than one game.
    #[must_use]
    pub fn new(title: String, paper: Option<Paper>) -> Page {
        Page { title, paper, games: 0, first: Some(First::default()) }
    }

    /// Returns the head and the first game, which may be the only one.
    fn begin(&mut self, only: bool) -> Vec<u8> {
        let Some(First { title, game, open }) = self.first.take() else { return Vec::new() };
        let (head, state) = if only {
            (html! { (head(&title, self.paper, "one")) h1.unseen { (title) } }, " open")
        } else {
            (html! { (head(&self.title, self.paper, "many")) h1 { (self.title) } }, "")
        };
        let mut out = head.into_string().into_bytes();
        out.push(b'\n');
        out.extend_from_slice(&game[..open]);
        out.extend_from_slice(state.as_bytes());
        out.extend_from_slice(&game[open..]);
        out
    }
}

impl PageAssembly for Page {
    fn add(&mut self, games: Vec<u8>, entries: &[GameEntry]) -> Vec<u8> {
        let several = self.games + entries.len() as u64 > 1;
        let mut out = if several { self.begin(false) } else { Vec::new() };
        push_numbered(&games, entries, &mut self.games, &mut out);
        let Some(first) = &mut self.first else { return out };
        if let [entry] = entries {
            // No number precedes this place.
            first.open = first.game.len() + entry.open;
            first.title.clone_from(&entry.title);
        }
        first.game.extend_from_slice(&out);
        Vec::new()
    }

    fn end(&mut self) -> Vec<u8> {
        let mut out = self.begin(self.games == 1);
        if self.games != 1 {
            let count = html! { p.count { (self.games) " games" } "\n" };
            out.extend_from_slice(count.into_string().as_bytes());
        }
        out.extend_from_slice(foot(self.games > 0).as_bytes());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(at: usize) -> GameEntry {
        GameEntry { title: format!("t{at}"), numbers: vec![at + 1, at + 2], open: at }
    }

    fn page(blocks: &[(&str, Vec<GameEntry>)]) -> String {
        let mut page = Page::new("all".to_owned(), None);
        let mut out = Vec::new();
        for (games, entries) in blocks {
            out.extend(page.add(games.as_bytes().to_vec(), entries));
        }
        out.extend(page.end());
        let out = String::from_utf8(out).unwrap();
        let (head, body) = out.split_once("<main>").unwrap();
        let title = head.split_once("<title>").unwrap().1.split_once('<').unwrap().0;
        format!("{title} {}", body.split_once("</main>").unwrap().0.replace('\n', ""))
    }

    #[test]
    fn numbers_do_not_depend_on_the_blocks() {
        assert_eq!(page(&[("abc", vec![entry(0)])]), "t0 <h1 class=\"unseen\">t0</h1> opena1b1c");
        let many = "all <h1>all</h1>a1b1ca2b2ca3b3c<p class=\"count\">3 games</p>";
        assert_eq!(page(&[("abcabcabc", vec![entry(0), entry(3), entry(6)])]), many);
        assert_eq!(
            page(&[("abc", vec![entry(0)]), ("", vec![]), ("abcabc", vec![entry(0), entry(3)])]),
            many
        );
        assert!(page(&[]).contains("0 games"));
    }
}
