//! The page around the games.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use super::{board, language::Language};
use crate::{
    io::buffers,
    layout::{
        PageAssembly,
        page_assembly::{GAME, headed, push_numbered},
    },
    named::named,
};

named! {
    /// A paper size.
    "paper size" Paper {
        A4: ["a4"], "210 × 297 mm";
        A5: ["a5"], "148 × 210 mm";
        Letter: ["letter"], "8½ × 11 inches";
    }
}

impl Paper {
    /// Returns the name in CSS.
    const fn in_css(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::A5 => "A5",
            Paper::Letter => "letter",
        }
    }
}

const STYLE: &str = include_str!("style.css");
/// The script that makes the board follow the moves.
const SCRIPT: &str = include_str!("board.js");
/// The additional style for small paper.
const SMALL: &str = include_str!("a5.css");

/// Returns the head of a page, up to its content.
pub fn head(title: impl Render, paper: Option<Paper>, kind: &str, language: Language) -> Markup {
    head_with_style(title, paper, kind, language, "")
}

/// Like [`head`], with a further style besides that of all pages.
pub fn head_with_style(
    title: impl Render,
    paper: Option<Paper>,
    kind: &str,
    language: Language,
    style: &str,
) -> Markup {
    let code = language.code();
    let words =
        language.of_script().map(|it| format!(" data-words=\"{}\"", html! { (it) }.0)).unwrap_or_default();
    let class = format!("{kind} {}", paper.map_or("any", Paper::in_css));
    html! {
        (DOCTYPE)
        (PreEscaped(format!("<html lang=\"{code}\"{words}>\n")))
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="generator" content={ "plyglot " (env!("CARGO_PKG_VERSION")) };
            title { (title) }
            style {
                (PreEscaped(STYLE))
                (PreEscaped(style_for(paper)))
                (PreEscaped(style))
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
            format!("@page{{size:{}}}{small}", paper.in_css())
        }
    }
}

/// Returns the foot of a page, with its script, if any.
pub fn foot(script: Option<&str>) -> String {
    let script = script.map(|it| format!("<script>\n{it}</script>\n")).unwrap_or_default();
    format!("</main>\n{script}</body>\n</html>\n")
}

/// A page of consecutive games.
pub struct Page {
    title: String,
    paper: Option<Paper>,
    language: Language,
    /// Number of games so far.
    games: u64,
    /// The first game, until it is known whether another follows; the page hasn't begun until then.
    first: Option<Vec<u8>>,
}

impl Page {
    /// Creates a page; `title` is used if it has more than one game.
    pub fn new(title: String, paper: Option<Paper>, language: Language) -> Page {
        Page { title, paper, language, games: 0, first: Some(Vec::new()) }
    }

    /// Returns the head of a page with several games.
    fn begin(&self) -> Markup {
        html! { (head(&self.title, self.paper, "many", self.language)) h1 { (self.title) } "\n" }
    }
}

/// Returns the title of a game, which is that of its scoresheet.
fn title(game: &[u8]) -> Markup {
    let game = String::from_utf8_lossy(game);
    let title = game.split_once("aria-label=\"").and_then(|it| it.1.split_once('"'));
    PreEscaped(title.unwrap_or_default().0.to_owned())
}

impl PageAssembly for Page {
    fn add(&mut self, games: Vec<u8>) -> Vec<u8> {
        let mut head = String::new();
        let mut ready = games;
        if let Some(first) = self.first.take() {
            ready = if first.is_empty() { ready } else { [first, ready].concat() };
            if memchr::memchr_iter(GAME, &ready).nth(1).is_none() {
                self.first = Some(ready);
                return Vec::new();
            }
            head = self.begin().0;
        }
        let mut out = headed(head.as_bytes(), &ready);
        push_numbered(&ready, &mut self.games, "", &mut out);
        buffers::give(ready);
        out
    }

    fn end(&mut self) -> Vec<u8> {
        let first = self.first.take();
        if let Some(only) = first.as_ref().filter(|it| !it.is_empty()) {
            let title = title(only);
            let head = html! { (head(&title, self.paper, "one", self.language)) h1.unseen { (title) } "\n" };
            let mut out = head.0.into_bytes();
            push_numbered(only, &mut self.games, " open", &mut out);
            out.extend_from_slice(foot(Some(SCRIPT)).as_bytes());
            return out;
        }
        let end = html! {
            @if first.is_some() { (self.begin()) }
            p.count { (self.games) " " (self.language.say("games")) } "\n"
            (PreEscaped(foot((self.games > 0).then_some(SCRIPT))))
        };
        end.0.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &[u8] = b"\xfe<i id=\"g\xff\" aria-label=\"a &amp; b\">\xff</i>";

    fn page(blocks: &[usize]) -> String {
        let mut page = Page::new("all".to_owned(), None, Language::default());
        let mut out: Vec<u8> = blocks.iter().flat_map(|games| page.add(SHEET.repeat(*games))).collect();
        out.extend(page.end());
        let out = String::from_utf8(out).unwrap();
        let (head, body) = out.split_once("<main>").unwrap();
        let title = head.split_once("<title>").unwrap().1.split_once('<').unwrap().0;
        format!("{title} {}", body.split_once("</main>").unwrap().0.replace('\n', ""))
    }

    #[test]
    fn numbers_do_not_depend_on_the_blocks() {
        let sheet = |n| format!("<i id=\"g{n}\" aria-label=\"a &amp; b\">{n}</i>");
        assert_eq!(page(&[1]), format!("a &amp; b <h1 class=\"unseen\">a &amp; b</h1> open{}", sheet(1)));
        let many =
            format!("all <h1>all</h1>{}{}{}<p class=\"count\">3 games</p>", sheet(1), sheet(2), sheet(3));
        for blocks in [&[3][..], &[1, 0, 2], &[0, 1, 1, 1]] {
            assert_eq!(page(blocks), many);
        }
        assert!(page(&[]).contains("0 games"));
    }
}
