//! Finds running heads and page numbers: lines at the edge of a page, set off from the rest, that recur or
//! continue counting there on nearby pages, or that consist of a number.

use super::geometry::{Line, Page, Word, lines, median, unit};

/// A line left out.
pub struct LeftOut {
    pub text: String,
    /// The page number, if it has one.
    pub number: Option<u32>,
    at: Vec<usize>,
}

/// An edge of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
}

/// A line at an edge of a page.
struct Outermost {
    edge: Edge,
    level: f64,
    words: String,
    /// Its letters, without digits and signs, by which it is compared.
    text: String,
    numbers: Vec<u32>,
    at: Vec<usize>,
}

/// Least space that sets off a head, as a multiple of the space between most lines.
const SET_OFF: f64 = 1.25;

/// Largest distance between lines at the same place on two pages, in units.
const SAME_PLACE: f64 = 2.0;

/// Least similarity of the texts of two heads.
const SIMILAR: f64 = 0.75;

/// At most this many words of a head are compared.
const LONGEST: usize = 16;

/// Heads are compared with those this many pages away, as left and right pages have different ones.
const NEARBY: usize = 2;

/// Removes running heads and page numbers; returns what was removed from each page.
pub fn remove(pages: &mut [Page]) -> Vec<Vec<LeftOut>> {
    let units: Vec<f64> = pages.iter().map(|it| unit(&it.words)).collect();
    let lines: Vec<Vec<Line<'_>>> =
        pages.iter().zip(&units).map(|(it, unit)| lines(it.words.iter().collect(), *unit)).collect();
    let pitch = median(lines.iter().flat_map(|it| it.windows(2).map(space)).collect());
    let outermost: Vec<Vec<Outermost>> = lines.iter().map(|it| edges(it, SET_OFF * pitch)).collect();
    let recurs = |n: usize, line: &Outermost| {
        let near = n.saturating_sub(NEARBY)..(n + NEARBY + 1).min(outermost.len());
        near.filter(|other| *other != n).find_map(|other| {
            let same = outermost[other].iter().find(|it| it.edge == line.edge)?;
            let is_there = (same.level - line.level).abs() < SAME_PLACE * units[n];
            let counts = |it: &&u32| same.numbers.contains(&(**it + other as u32).saturating_sub(n as u32));
            let number = line.numbers.iter().find(counts).copied();
            let is_same = strsim::normalized_levenshtein(&same.text, &line.text) >= SIMILAR;
            (is_there && (number.is_some() || is_same)).then_some(number)
        })
    };
    let found = |n: usize| {
        outermost[n].iter().filter_map(move |line| {
            let alone = line.text.is_empty().then(|| line.numbers.first().copied());
            Some((line, recurs(n, line).or(alone)?))
        })
    };
    let left_out =
        |(line, number): (&Outermost, _)| LeftOut { text: line.words.clone(), number, at: line.at.clone() };
    let removed: Vec<Vec<LeftOut>> = (0..outermost.len()).map(|n| found(n).map(left_out).collect()).collect();
    for (page, of_page) in pages.iter_mut().zip(&removed) {
        page.words.retain(|it| !of_page.iter().any(|left| left.at.contains(&it.at)));
    }
    removed
}

fn level(line: &Line<'_>) -> f64 {
    line.first().map_or(0.0, |it| it.rect.middle())
}

/// Returns the space between two lines.
fn space(lines: &[Line<'_>]) -> f64 {
    level(&lines[1]) - level(&lines[0])
}

/// Returns the lines at the top and bottom of a page with at least this space between them and the others.
fn edges(lines: &[Line<'_>], least: f64) -> Vec<Outermost> {
    let (Some(first), Some(last)) = (lines.windows(2).next(), lines.windows(2).next_back()) else {
        return Vec::new();
    };
    let top = (space(first) >= least).then(|| outermost(Edge::Top, &first[0]));
    let bottom = (space(last) >= least).then(|| outermost(Edge::Bottom, &last[1]));
    top.into_iter().chain(bottom).collect()
}

fn outermost(edge: Edge, line: &Line<'_>) -> Outermost {
    let is_digit = |it: char| it.is_ascii_digit();
    let number = |word: &&Word| word.text.trim_matches(|it: char| !it.is_alphanumeric()).parse().ok();
    let numbers = line.iter().filter_map(number).collect();
    let text = line.iter().map(|it| it.text.replace(|it: char| is_digit(it) || !it.is_alphanumeric(), ""));
    let words = line.iter().map(|it| &*it.text).collect::<Vec<_>>().join(" ");
    let at = line.iter().map(|it| it.at).collect();
    Outermost { edge, level: level(line), words, text: text.take(LONGEST).collect(), numbers, at }
}
