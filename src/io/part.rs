//! A part of a file: the K-th of N, cut at game boundaries.
//!
//! The file is cut by size, and each cut is moved to the next game, so that every game belongs to the part in
//! which it begins, and the parts together are the whole. A cut is found from nearby bytes alone if games
//! begin with an `Event` tag after a termination marker. Otherwise (bare moves, tags in another order), games
//! are counted from the beginning of the file, which is slower.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    str::FromStr,
};

use memchr::{memmem, memrchr2};

use super::{
    BlockContent, Blocks, Cutting, Form,
    compressed::{Sniffed, sniff},
    encoding,
};
use crate::lex;

/// The K-th of N parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// K, counted from 1.
    number: u64,
    /// N, the number of parts.
    of: u64,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let (number, of) = text.split_once('/').ok_or("expected K/N, as in 2/8")?;
        let parse = |it: &str| it.parse().map_err(|_| format!("'{it}' is not a number"));
        let part = Part { number: parse(number)?, of: parse(of)? };
        if part.number == 0 || part.number > part.of {
            return Err(format!("no part {number} of {of}"));
        }
        Ok(part)
    }
}

/// The number of bytes to read at a time.
const WINDOW: usize = 256 << 10;

/// The number of bytes to look back for a game boundary.
const NEARBY: u64 = 4 << 20;

impl Part {
    /// Returns the range of the file that makes up the part.
    ///
    /// # Errors
    ///
    /// Those of the file; also if it is compressed or in UTF-16 and cannot be cut.
    pub fn range<F: Form>(self, mut file: &File, cutting: Cutting<F>) -> io::Result<Range<u64>> {
        let mut first = Vec::new();
        file.take(16).read_to_end(&mut first)?;
        match sniff(&first, true) {
            Sniffed::Compressed(_) => {
                return Err(io::Error::other("compressed input cannot be read in parts"));
            }
            Sniffed::Foreign(it) => return Err(io::Error::other(format!("is {it}"))),
            Sniffed::Plain | Sniffed::More => {}
        }
        let wide = cutting.encoding.is_some_and(|it| !it.is_ascii_compatible());
        if wide || first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff") {
            return Err(io::Error::other("UTF-16 input cannot be read in parts"));
        }
        let size = file.seek(SeekFrom::End(0))?;
        let place =
            |n: u64| u64::try_from(u128::from(size) * u128::from(n) / u128::from(self.of)).unwrap_or(size);
        let start = first_game(file, place(self.number - 1), size, cutting)?;
        let end =
            if self.number == self.of { size } else { first_game(file, place(self.number), size, cutting)? };
        Ok(start..end.max(start))
    }
}

/// Returns the beginning of the first game at or after this offset.
fn first_game<F: Form>(file: &File, place: u64, size: u64, cutting: Cutting<F>) -> io::Result<u64> {
    if place == 0 || place >= size {
        return Ok(place.min(size));
    }
    if let Some(found) = next_boundary(file, place, size, &mut |at| at >= place)? {
        return Ok(found);
    }
    let near = place.saturating_sub(NEARBY);
    if next_boundary(file, near, place, &mut |at| at > near)?.is_some() {
        return Ok(size);
    }
    count_games_to(file, place, cutting)
}

/// Returns the first acceptable boundary from `start` to `end`.
fn next_boundary(
    mut file: &File,
    start: u64,
    end: u64,
    wanted: &mut dyn FnMut(u64) -> bool,
) -> io::Result<Option<u64>> {
    // A boundary is recognised by what precedes it: the whole line before the blank lines.
    let mut base = start.saturating_sub(WINDOW as u64);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        file.seek(SeekFrom::Start(base))?;
        file.take(start - base).read_to_end(&mut bytes)?;
        if base == 0 || bytes.is_empty() || line_before(&bytes) > 0 {
            break;
        }
        base = base.saturating_sub(bytes.len() as u64);
    }
    // The offset in `bytes` to search from.
    let mut from = bytes.len().saturating_sub(8);
    file.seek(SeekFrom::Start(start))?;
    loop {
        let new = file.take(WINDOW as u64).read_to_end(&mut bytes)?;
        let found = memmem::find_iter(&bytes[from..], b"[Event ")
            .map(|n| from + n)
            .find(|&at| lex::is_boundary(&bytes, at) && wanted(base + at as u64))
            .map(|at| base + at as u64);
        if let Some(found) = found {
            return Ok((found < end).then_some(found));
        }
        if new == 0 || base + bytes.len() as u64 >= end + 8 {
            return Ok(None);
        }
        let keep = line_before(&bytes);
        bytes.drain(..keep);
        base += keep as u64;
        from = bytes.len().saturating_sub(8);
    }
}

/// Returns the beginning of the last line before the potential boundary at the end of these bytes.
fn line_before(bytes: &[u8]) -> usize {
    // The last bytes may be part of a boundary.
    let before = bytes[..bytes.len().saturating_sub(8)].trim_ascii_end();
    memrchr2(b'\n', b'\r', before).map_or(0, |n| n + 1)
}

/// Returns the beginning of the first game at or after this offset by reading all games before it.
fn count_games_to<F: Form>(mut file: &File, place: u64, cutting: Cutting<F>) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut blocks = Blocks::new(file, Cutting { format: cutting.format.or(Some(F::default())), ..cutting });
    let mut at = 0;
    while let Some(block) = blocks.next_block()? {
        let end = at + block.bytes.len() as u64;
        if end >= place && block.content == BlockContent::Games {
            let games = encoding::runs(&block.bytes, block.format, cutting.encoding).into_iter().flatten();
            // A game begins after the blank lines before it.
            let starts = games.map(|it| it.end - block.bytes[it].trim_ascii_start().len());
            if let Some(game) = starts.map(|it| at + it as u64).find(|it| (place..end).contains(it)) {
                return Ok(game);
            }
        }
        at = end;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::layout::InputFormat;

    const CUTTING: Cutting<InputFormat> = Cutting { format: None, encoding: None, max_game: 64 << 20 };

    fn file(text: &str) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    fn parts(text: &str, of: u64) -> Vec<String> {
        let mut file = file(text);
        (1..=of)
            .map(|number| {
                file.rewind().unwrap();
                let range = Part { number, of }.range(&file, CUTTING).unwrap();
                text[range.start as usize..range.end as usize].to_owned()
            })
            .collect()
    }

    #[test]
    fn parts_are_the_whole_and_are_cut_at_games() {
        let lf = "[Event \"a\"]\n[Site \"s\"]\n\n1. e4 {x [Event \"no\"]\n} e5 1-0\n\n";
        let crlf = lf.replace('\n', "\r\n");
        let dense = "[Event \"a\"]\n1. e4 e5 1-0\n";
        let bare = "1. e4 e5 1-0\n\n";
        let long = format!("[Event \"a\"]\n\n1. e4 {{{}}} 1-0\n\n", "[x] ".repeat(200_000));
        let other = "[White \"a\"]\n\n1. e4 e5 1-0\n\n";
        for (game, count) in
            [(lf, 5000), (crlf.as_str(), 7), (dense, 300), (bare, 50), (long.as_str(), 3), (other, 9)]
        {
            let text = game.repeat(count);
            for of in [1, 2, 3, 7, 20] {
                let parts = parts(&text, of);
                assert_eq!(parts.concat(), text);
                assert!(parts.iter().all(|it| it.is_empty() || it.starts_with(&game[..8])), "{game}");
                assert!(parts.iter().filter(|it| !it.is_empty()).count() >= count.min(of as usize).min(3));
            }
        }
    }

    /// Where the last game is in sight, the games before it are not counted.
    #[test]
    fn the_end_of_a_file_is_found_from_its_neighbourhood() {
        use std::time::{Duration, Instant};
        let games = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n".repeat(40_000);
        let last = format!("[Event \"z\"]\n\n1. e4 {{{}}} 1-0\n", "word ".repeat(20_000));
        let file = file(&[&*games, &last].concat());
        let (place, size) = (games.len() as u64 + 100, (games.len() + last.len()) as u64);
        let timed = |find: &mut dyn FnMut(&File) -> u64| -> Duration {
            let tries = (0..9).map(|_| {
                let begun = Instant::now();
                assert_eq!(find(&file), size);
                begun.elapsed()
            });
            tries.min().unwrap()
        };
        let near = timed(&mut |file| first_game(file, place, size, CUTTING).unwrap());
        let counted = timed(&mut |file| count_games_to(file, place, CUTTING).unwrap());
        assert!(2 * near < counted, "{near:?} and {counted:?}");
    }

    #[test]
    fn what_cannot_be_cut_is_refused() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"\x1f\x8b\x08\x00").unwrap();
        file.rewind().unwrap();
        assert!(Part { number: 1, of: 2 }.range(&file, CUTTING).is_err());
        for text in ["0/2", "3/2", "1", "a/b", "1/0"] {
            assert!(text.parse::<Part>().is_err());
        }
    }
}
