//! Printed pages as recognisers describe them: words with boxes, as hOCR, ALTO or pdftotext's XHTML.

use std::fmt::Write as _;

use plyglot::{Games, Notation};

/// A word with its box: left, top, right, bottom.
#[derive(Clone)]
pub struct Box(pub String, pub [f64; 4]);

/// A line of a column.
#[derive(Clone)]
pub enum Printed {
    /// A row of moves.
    Row(String, String, String),
    /// A line of words.
    Words(String),
}

/// How pages are set.
#[derive(Clone, Copy)]
pub struct Setting {
    pub columns: usize,
    /// The lines of a column.
    pub rows: usize,
    /// The running head, and the number of the first page.
    pub head: Option<(&'static str, u32)>,
    /// How far lines fall, per unit to the right.
    pub skew: f64,
}

const LETTER: f64 = 5.0;
const PITCH: f64 = 14.0;
const COLUMN: f64 = 230.0;
/// Where the cells of a row begin in its column.
const CELLS: [f64; 3] = [8.0, 32.0, 125.0];

/// The form in which words are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Hocr,
    Alto,
    Bbox,
}

pub const FORMS: [Form; 3] = [Form::Hocr, Form::Alto, Form::Bbox];

/// Returns the rows of a game in a notation, with a note of two lines after every few.
pub fn rows(pgn: &[u8], notation: &str) -> Vec<Printed> {
    let game = Games::new(pgn).next().expect("a game").expect("it is read");
    let notation: Notation = notation.parse().expect("a notation");
    let texts: Vec<String> = game
        .moves()
        .map(|(position, ply)| notation.write(&position, &ply).expect("it can be written"))
        .collect();
    let mut lines = Vec::new();
    for (n, pair) in texts.chunks(2).enumerate() {
        let black = pair.get(1).cloned().unwrap_or_default();
        lines.push(Printed::Row(format!("{}.", n + 1), pair[0].clone(), black));
        if n % 5 == 4 {
            lines.push(Printed::Words("White has a fine game here, and must".to_owned()));
            lines.push(Printed::Words("look after the pieces not yet at work".to_owned()));
        }
    }
    lines
}

/// Sets lines on pages, each as the words of its columns.
pub fn set(lines: &[Printed], setting: Setting) -> Vec<Vec<Vec<Box>>> {
    let mut pages = Vec::new();
    for (n, page) in lines.chunks(setting.columns * setting.rows).enumerate() {
        let mut columns: Vec<Vec<Box>> = Vec::new();
        for (column, lines) in page.chunks(setting.rows).enumerate() {
            let x = 40.0 + column as f64 * COLUMN;
            let mut words = Vec::new();
            for (row, line) in lines.iter().enumerate() {
                let y = 90.0 + row as f64 * PITCH;
                match line {
                    Printed::Words(text) => place(text, x, y, &mut words),
                    Printed::Row(number, white, black) => {
                        for (text, cell) in [number, white, black].into_iter().zip(CELLS) {
                            place(text, x + cell, y, &mut words);
                        }
                    }
                }
            }
            columns.push(words);
        }
        if let Some((head, first)) = setting.head {
            let mut words = Vec::new();
            place(&format!("{head} {}", first as usize + n), 120.0, 40.0, &mut words);
            columns.push(words);
        }
        for Box(_, [left, top, right, bottom]) in columns.iter_mut().flatten() {
            let (down, back) = (setting.skew * *left, setting.skew * *top);
            (*left, *right, *top, *bottom) = (*left - back, *right - back, *top + down, *bottom + down);
        }
        pages.push(columns);
    }
    pages
}

fn place(text: &str, mut x: f64, y: f64, words: &mut Vec<Box>) {
    for word in text.split(' ').filter(|it| !it.is_empty()) {
        let end = x + LETTER * word.chars().count() as f64;
        words.push(Box(word.to_owned(), [x, y, end, y + 10.0]));
        x = end + LETTER;
    }
}

/// Writes pages, the last column of each first, a word a line.
pub fn written(pages: &[Vec<Vec<Box>>], form: Form) -> String {
    let mut text = match form {
        Form::Hocr => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html><head><meta name='ocr-system' content='x'>\
            </head><body>\n",
        Form::Alto => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<alto xmlns=\"http://www.loc.gov/standards/alto/ns-v4#\"><Layout>\n",
        Form::Bbox => "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><doc>\n",
    }
    .to_owned();
    for page in pages {
        text.push_str(match form {
            Form::Hocr => "<div class='ocr_page' title='bbox 0 0 900 1200; ppageno 0'>\n",
            Form::Alto => "<Page WIDTH=\"900\" HEIGHT=\"1200\"><PrintSpace><TextBlock><TextLine>\n",
            Form::Bbox => "<page width=\"900\" height=\"1200\"><flow><block><line>\n",
        });
        for Box(word, [left, top, right, bottom]) in page.iter().rev().flatten() {
            let word = word.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            let _ = match form {
                Form::Hocr => writeln!(
                    text,
                    "<span class='ocrx_word' title='bbox {left} {top} {right} {bottom}; x_wconf 90'>{word}</span>"
                ),
                Form::Alto => writeln!(
                    text,
                    "<String CONTENT=\"{word}\" HPOS=\"{left}\" VPOS=\"{top}\" WIDTH=\"{}\" HEIGHT=\"{}\"/>",
                    right - left,
                    bottom - top
                ),
                Form::Bbox => writeln!(
                    text,
                    "<word xMin=\"{left}\" yMin=\"{top}\" xMax=\"{right}\" yMax=\"{bottom}\">{word}</word>"
                ),
            };
        }
        text.push_str(match form {
            Form::Hocr => "</div>\n",
            Form::Alto => "</TextLine></TextBlock></PrintSpace></Page>\n",
            Form::Bbox => "</line></block></flow></page>\n",
        });
    }
    text.push_str(match form {
        Form::Hocr => "</body></html>\n",
        Form::Alto => "</Layout></alto>\n",
        Form::Bbox => "</doc></body></html>\n",
    });
    text
}
