//! Reads the words of hOCR, ALTO and pdftotext's XHTML with their boxes.

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};

use super::geometry::{Page, Rect, Word};
use crate::diagnostics::Problem;

/// The pages of a file, and its problems, by offset.
#[derive(Debug, Default)]
pub struct Document {
    pub pages: Vec<Page>,
    pub problems: Vec<(usize, Problem)>,
}

/// A closing tag closes at most this many elements, so that reading takes linear time.
const DEEPEST: usize = 64;

/// HTML elements that are never closed.
const VOID: [&str; 7] = ["meta", "link", "br", "hr", "img", "input", "col"];

struct Element {
    name: String,
    kind: Kind,
    rect: Option<Rect>,
    text: String,
    /// Number of words on its page when it was opened.
    words: usize,
    at: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    Line,
    Word,
    Other,
}

/// Whether a text is such a file; `None` if more of it is needed.
pub fn is_boxes(beginning: &str, enough: bool) -> Option<bool> {
    let text = beginning.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return Some(false);
    }
    let signs = ["<alto", ":alto", "'ocr_page'", "\"ocr_page\"", "ocrx_word", "<word xMin=", "<page width="];
    if signs.iter().any(|it| text.contains(it)) {
        return Some(true);
    }
    // A declaration and a head may be long.
    let may_be = ["<?xml", "<!DOCTYPE", "<!doctype", "<html", "<HTML"].iter().any(|it| text.starts_with(it));
    if may_be && !enough { None } else { Some(false) }
}

/// Reads a file, as far as it is well-formed.
pub fn read(text: &str) -> Document {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut parser = Parser::default();
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let is_void = VOID.contains(&tag.local_name().as_ref());
                parser.open(&tag, at);
                if is_void {
                    parser.close(tag.local_name().as_ref());
                }
            }
            Ok(Event::Empty(tag)) => {
                parser.open(&tag, at);
                parser.close(tag.local_name().as_ref());
            }
            Ok(Event::End(tag)) => parser.close(tag.local_name().as_ref()),
            Ok(Event::Text(text)) => parser.text(&text.into_inner()),
            Ok(Event::CData(text)) => parser.text(&text.into_inner()),
            Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(letter)) => parser.text(letter.encode_utf8(&mut [0; 4])),
                _ => match resolve_predefined_entity(&name) {
                    Some(text) => parser.text(text),
                    None => parser.text(&format!("&{};", &*name)),
                },
            },
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                let at = usize::try_from(reader.error_position()).unwrap_or(at);
                parser.problem(at, Problem::BrokenXml(error.to_string()));
                return parser.document;
            }
        }
    }
    if parser.open.iter().any(|it| it.kind != Kind::Other) {
        parser.problem(text.trim_end().len(), Problem::BrokenXml("the file ends within a page".to_owned()));
    }
    parser.document
}

#[derive(Default)]
struct Parser {
    document: Document,
    open: Vec<Element>,
}

impl Parser {
    fn problem(&mut self, at: usize, problem: Problem) {
        self.document.problems.push((at, problem));
    }

    fn page(&mut self) -> &mut Page {
        if self.document.pages.is_empty() {
            self.document.pages.push(Page::default());
        }
        let last = self.document.pages.len() - 1;
        &mut self.document.pages[last]
    }

    fn open(&mut self, tag: &BytesStart<'_>, at: usize) {
        let attribute = |name: &str| {
            let mut all = tag.html_attributes();
            let found = all.with_checks(false).filter_map(Result::ok);
            let value = found.filter(|it| it.key.local_name().as_ref() == name).map(|it| {
                match it.normalized_value(XmlVersion::Implicit1_0) {
                    Ok(value) => value.into_owned(),
                    Err(_) => it.value.to_string(),
                }
            });
            value.last()
        };
        let number = |name: &str| attribute(name)?.trim().parse::<f64>().ok();
        let (left, top) = (|| number("HPOS"), || number("VPOS"));
        let of_alto = || {
            let (left, top) = (left()?, top()?);
            Rect::new(left, top, left + number("WIDTH")?, top + number("HEIGHT")?)
        };
        let of_bbox = || Rect::new(number("xMin")?, number("yMin")?, number("xMax")?, number("yMax")?);
        let class = attribute("class").unwrap_or_default();
        let has = |name: &str| class.split_whitespace().any(|it| it == name);
        let title = || attribute("title").unwrap_or_default();
        let name = tag.local_name().as_ref().to_owned();
        let (kind, rect) = match &*name {
            "String" => (Kind::Word, of_alto()),
            "HYP" => return self.hyphen(&attribute("CONTENT").unwrap_or_else(|| "-".to_owned())),
            "word" => (Kind::Word, of_bbox()),
            "page" | "Page" => (Kind::Page, None),
            _ if has("ocrx_word") => (Kind::Word, of_title(&title())),
            _ if has("ocr_page") => (Kind::Page, None),
            _ if has("ocr_line") || has("ocrx_line") => (Kind::Line, of_title(&title())),
            _ => (Kind::Other, None),
        };
        if kind == Kind::Page {
            let label = attribute("PRINTED_IMG_NR").or_else(|| number_of_title(&title()));
            let label = label.filter(|it| !it.trim().is_empty());
            self.document.pages.push(Page { label, words: Vec::new() });
        }
        let text = attribute("CONTENT").filter(|_| kind == Kind::Word).unwrap_or_default();
        // Elements outside pages don't begin a page.
        let words = self.document.pages.last().map_or(0, |it| it.words.len());
        self.open.push(Element { name, kind, rect, text, words, at });
    }

    /// Adds text to the word or line around it.
    fn text(&mut self, text: &str) {
        let mut open = self.open.iter_mut().rev().take(DEEPEST);
        if let Some(element) = open.find(|it| matches!(it.kind, Kind::Word | Kind::Line)) {
            element.text.push_str(text);
        }
    }

    /// Appends a hyphen to the preceding word.
    fn hyphen(&mut self, sign: &str) {
        let glued = |word: &mut Word| word.text.push_str(sign);
        self.page().words.last_mut().into_iter().for_each(glued);
    }

    /// Closes the innermost element of this name, and those within it.
    fn close(&mut self, name: &str) {
        let Some(depth) = self.open.iter().rev().take(DEEPEST).position(|it| it.name == name) else { return };
        for element in self.open.split_off(self.open.len() - 1 - depth).into_iter().rev() {
            match element.kind {
                Kind::Word => self.words(&element),
                Kind::Line if self.page().words.len() == element.words => self.words(&element),
                _ => {}
            }
        }
    }

    /// Adds the words of an element, each with its share of the box.
    fn words(&mut self, element: &Element) {
        let text = &element.text;
        let letters = text.trim().chars().count();
        if letters == 0 {
            return;
        }
        let Some(rect) = element.rect else {
            return self.problem(element.at, Problem::UnplacedWord(text.trim().to_owned()));
        };
        let mut begun = 0;
        for word in text.trim().split(char::is_whitespace) {
            let len = word.chars().count();
            let share = rect.part(begun as f64 / letters as f64, (begun + len) as f64 / letters as f64);
            if len > 0 {
                self.page().words.push(Word { text: word.to_owned(), rect: share, at: element.at });
            }
            begun += len + 1;
        }
    }
}

/// Returns the printed page number in an hOCR title, as in `bbox 0 0 9 9; lpageno 141`.
fn number_of_title(title: &str) -> Option<String> {
    let number = title.split(';').find_map(|it| it.trim().strip_prefix("lpageno "))?;
    Some(number.trim().trim_matches(['"', '\'']).to_owned())
}

/// Returns the box in an hOCR title, as in `bbox 36 92 116 122; x_wconf 96`.
fn of_title(title: &str) -> Option<Rect> {
    let mut words = title.split(|it: char| it.is_whitespace() || it == ';');
    words.find(|it| *it == "bbox")?;
    let mut number = || words.next()?.parse::<f64>().ok();
    Rect::new(number()?, number()?, number()?, number()?)
}
