//! The times of subtitles (SubRip, WebVTT): a line `00:00:03,600 --> 00:00:06,000`, below a number or a name.

use super::{chat::is_clock, edited::Edited};
use crate::lines::lines;

/// Returns a text of subtitles with their numbers and times as comments, in place of the line ends around
/// them.
pub(super) fn with_times_apart(text: &str) -> Option<String> {
    if !text.contains(" --> ") {
        return None;
    }
    let all: Vec<(usize, &str)> = lines(text).collect();
    let mut edited = Edited::new(text);
    for (n, (at, line)) in all.iter().enumerate() {
        let Some((begin, end)) = line.split_once(" --> ") else { continue };
        // Settings of the place on the screen may follow.
        if !is_clock(begin.trim()) || !end.split_whitespace().next().is_some_and(is_clock) {
            continue;
        }
        let number = n.checked_sub(1).map(|n| all[n]).filter(|it| it.1.trim().parse::<u32>().is_ok());
        // At the beginning of the text, the brace takes the place of the number.
        let above = number.map_or(*at, |it| it.0).saturating_sub(1);
        edited.comment(text, above..(at + line.len() + 1).min(text.len()));
    }
    edited.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_become_comments() {
        for (text, expected) in [
            (
                "intro\n7\n00:00:01,000 --> 00:00:03,500\n1. d4 d5\n\n8\n00:00:03,600 --> 00:00:06,000\n2. Bf4\n",
                "intro{7\n00:00:01,000 --> 00:00:03,500}1. d4 d5\n{8\n00:00:03,600 --> 00:00:06,000}2. Bf4\n",
            ),
            ("1\n00:00:01,000 --> 00:00:03,500\n1. d4 d5\n", "{\n00:00:01,000 --> 00:00:03,500}1. d4 d5\n"),
            (
                "WEBVTT\n\n00:01.000 --> 00:03.500 align:start\n1. d4 d5\n",
                "WEBVTT\n{00:01.000 --> 00:03.500 align:start}1. d4 d5\n",
            ),
        ] {
            assert_eq!(with_times_apart(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(with_times_apart("1. e4 --> e5\n"), None);
    }
}
