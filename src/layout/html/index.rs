//! The index of games on several pages.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::{
    language::Language,
    page::{foot, head},
};

/// A table of games: numbers, players, results and places, each with a link to its page.
pub struct Index {
    title: String,
    language: Language,
    rows: String,
    games: u64,
}

impl Index {
    pub fn new(title: String, language: Language) -> Index {
        Index { title, language, rows: String::new(), games: 0 }
    }

    /// Adds a game as written by [`HtmlWriter`](super::HtmlWriter), which is the `n`th on the page at this
    /// address.
    pub fn add(&mut self, game: &[u8], page: &str, n: u64) {
        self.games += 1;
        let game = String::from_utf8_lossy(game);
        let part = |class: &str| PreEscaped(summary(&game, class));
        let row = html! {
            tr {
                td.no { (self.games) }
                td.who { a href={ (encoded(page)) "#g" (n) } { (part("who")) } }
                td.score { (part("score")) }
                td.where dir="auto" { (part("where")) }
            }
            "\n"
        };
        self.rows.push_str(&row.0);
    }

    pub fn page(self) -> String {
        let say = |it| self.language.say(it);
        let page: Markup = html! {
            (head(&self.title, None, "index", self.language))
            h1 { (self.title) } "\n"
            table {
                caption { (self.title) }
                thead {
                    tr {
                        th.no scope="col" { (say("No.")) }
                        th.who scope="col" { (say("Players")) }
                        th.score scope="col" { (say("Result")) }
                        th.where scope="col" { (say("Event")) }
                    }
                }
                tbody { "\n" (PreEscaped(&self.rows)) }
            }
            p.count { (self.games) " " (say("games")) } "\n"
            (PreEscaped(foot(None)))
        };
        page.0
    }
}

/// Returns the content of the element with this class in a game's summary line.
fn summary<'g>(game: &'g str, class: &str) -> &'g str {
    let line =
        game.split_once("<summary>").and_then(|it| it.1.split_once("</summary>")).unwrap_or_default().0;
    let begin = format!("<span class=\"{class}\"");
    let element = line.split_once(&*begin).and_then(|it| it.1.split_once('>')).unwrap_or_default().1;
    element.split_once("</span>").unwrap_or_default().0
}

/// Encodes a file name as a relative URL.
fn encoded(name: &str) -> String {
    let mut address = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_links_to_the_game() {
        let mut index = Index::new("R & S".to_owned(), Language::default());
        let game = b"<details class=\"game\"\xfe><summary><a class=\"no\" href=\"#g\xff\">\xff</a><span class=\"who\"><bdi>A</bdi></span>\
            <span class=\"score\">1</span><span class=\"where\" dir=\"auto\">Riga</span></summary><span class=\"who\">no</span>";
        index.add(game, "round 1&-002.html", 3);
        let page = index.page();
        let row = page.split_once("<tbody>").unwrap().1.split_once("</tbody>").unwrap().0.trim();
        let expected = "<tr><td class=\"no\">1</td>\
            <td class=\"who\"><a href=\"round%201%26-002.html#g3\"><bdi>A</bdi></a></td>\
            <td class=\"score\">1</td><td class=\"where\" dir=\"auto\">Riga</td></tr>";
        assert_eq!(row, expected);
        assert!(page.contains("<h1>R &amp; S</h1>") && page.contains("1 games"), "{page}");
    }
}
