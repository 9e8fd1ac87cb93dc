//! Inputs that are not texts of games, recognised by their first bytes or their names, with a way to get at
//! what they may hold.

use std::{fmt, path::Path};

use memchr::memmem;

/// What an input is instead of a text of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// Its kind, with an article.
    pub what: &'static str,
    /// What to do with it, if anything helps.
    remedy: &'static str,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, no text of games", self.what)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", self.remedy) }
    }
}

const UNPACK: &str = "unpack it first";
const PDF: &str = "take its text, with `pdftotext -layout FILE -`; that of a scan must be recognised first";
const PANDOC: &str = "take its text, with `pandoc -t plain FILE`";
const SAVE: &str = "save it as plain text, or a table as CSV";
const SHEET: &str = "save the sheet as CSV";
const RECOGNISE: &str = "recognise its text first, as with `tesseract FILE -`";
const EXPORT: &str = "export its games as PGN";
const QUERY: &str = "export its table as CSV";

/// The first bytes, where `?` is any byte. Each has a byte that occurs in no text, or more letters than would
/// begin a text by chance.
const SIGNATURES: [(&[u8], &str, &str); 41] = [
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"\x04\x22\x4d\x18", "an LZ4 file", UNPACK),
    (b"LZIP\x01", "an lzip file", UNPACK),
    (b"\x1f\x9d", "a compressed file (.Z)", UNPACK),
    (b"%PDF-", "a PDF document", PDF),
    (b"\xef\xbb\xbf%PDF-", "a PDF document", PDF),
    (b"%!PS", "a PostScript document", "take its text, with `ps2ascii FILE`"),
    (b"{\\rtf", "an RTF document", PANDOC),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (.doc, .xls, .ppt)", SAVE),
    (b"AT&TFORM", "a DjVu document", "take its text, with `djvutxt FILE`"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", RECOGNISE),
    (b"\xff\xd8\xff", "a JPEG image", RECOGNISE),
    (b"GIF87a", "a GIF image", RECOGNISE),
    (b"GIF89a", "a GIF image", RECOGNISE),
    (b"II*\0", "a TIFF image", RECOGNISE),
    (b"MM\0*", "a TIFF image", RECOGNISE),
    (b"RIFF????WEBP", "a WebP image", RECOGNISE),
    (b"BM????\0\0\0\0", "a BMP image", RECOGNISE),
    (b"\0\0\0\x0cjP  ", "a JPEG 2000 image", RECOGNISE),
    (b"\0\0\0?ftypheic", "a HEIC image", RECOGNISE),
    (b"\0\0\0?ftypmif1", "a HEIC image", RECOGNISE),
    (b"\0\0\0?ftypavif", "an AVIF image", RECOGNISE),
    (b"\0\0\0?ftyp", "a video", ""),
    (b"RIFF????", "a sound or a video", ""),
    (b"OggS\0", "a sound or a video", ""),
    (b"ID3?\0", "a sound", ""),
    (b"SQLite format 3\0", "an SQLite database", QUERY),
    (b"\0\x01\0\0Standard ", "an Access database", QUERY),
    (b"PAR1\x15", "a Parquet table", QUERY),
    (b"\x7fELF", "a program (ELF)", ""),
    (b"MZ?\0", "a program (EXE)", ""),
    (b"\xcf\xfa\xed\xfe", "a program (Mach-O)", ""),
    (b"\xca\xfe\xba\xbe", "a program", ""),
    (b"\0asm", "a program (WebAssembly)", ""),
    (b"\0\0\x2c\0\x2e\x01", "a ChessBase database", EXPORT),
    (b"\0\0\x24\0\x2e\x01", "a ChessBase database", EXPORT),
    (b"Scid.si\0", "a Scid database", EXPORT),
    (b"Scid.sn\0", "a Scid database", EXPORT),
    (b"wOFF", "a font", ""),
    (b"\0\x01\0\0\0", "a font", ""),
];

/// The extensions of databases whose files may lack a signature.
const EXTENSIONS: [(&str, &[&str]); 2] = [
    (
        "a ChessBase database",
        &["cbh", "cbg", "cba", "cbp", "cbt", "cbc", "cbs", "cbe", "cbj", "cbv", "cbz", "cbf", "cbi", "2cbh"],
    ),
    ("a Scid database", &["si3", "sg3", "sn3", "si4", "sg4", "sn4", "si5", "sg5", "sn5"]),
];

/// The offset of the mark in the header of a tar archive.
const TAR: usize = 257;

/// What the first bytes of a stream show.
pub enum Seen {
    /// It may be a text.
    Text,
    /// More bytes are needed.
    More,
    /// It is not a text.
    Foreign(Foreign),
}

/// Judges the first bytes of a stream.
pub fn seen(first: &[u8]) -> Seen {
    let fits = |magic: &[u8]| magic.iter().zip(first).all(|(it, byte)| *it == b'?' || it == byte);
    let mut more = false;
    for (magic, what, remedy) in SIGNATURES.iter().filter(|it| fits(it.0)) {
        if first.len() >= magic.len() {
            return Seen::Foreign(Foreign { what, remedy });
        }
        more = true;
    }
    // A name followed by zeros.
    if first.iter().take(100).any(|it| *it == 0) && first[0] != 0 {
        match first.get(TAR..TAR + 5) {
            Some(b"ustar") => return Seen::Foreign(Foreign { what: "a tar archive", remedy: UNPACK }),
            Some(_) => {}
            None => more = true,
        }
    }
    if more { Seen::More } else { Seen::Text }
}

/// Recognises a zip archive that is a document, by the names of its files.
pub fn of_members<'n>(names: impl Iterator<Item = &'n [u8]>) -> Option<Foreign> {
    let (mut office, mut found) = (false, None);
    for name in names {
        office |= matches!(name, b"[Content_Types].xml" | b"mimetype" | b"META-INF/manifest.xml");
        let kind = match name {
            _ if name.starts_with(b"xl/") => ("an Excel workbook (.xlsx)", SHEET),
            _ if name.starts_with(b"word/") => ("a Word document (.docx)", PANDOC),
            _ if name.starts_with(b"ppt/") => ("a PowerPoint presentation (.pptx)", PANDOC),
            b"META-INF/container.xml" => ("an EPUB book", PANDOC),
            b"content.xml" => ("an OpenDocument text or sheet (.odt, .ods)", SAVE),
            _ => continue,
        };
        found.get_or_insert(kind);
    }
    let (what, remedy) = found.unwrap_or(("an Office document", SAVE));
    office.then_some(Foreign { what, remedy })
}

/// Recognises a file by its name.
pub fn of_name(path: &Path) -> Option<Foreign> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let (what, _) = EXTENSIONS.into_iter().find(|it| it.1.contains(&&*extension))?;
    Some(Foreign { what, remedy: EXPORT })
}

/// The number of bytes that an input without games is judged by.
pub const BEGINNING: usize = 4096;

/// The number of control characters below which a text may hold them by accident, however short it is.
const FEW_CONTROLS: usize = 4;

/// Recognises an input in which no game was found by its beginning: a web page, or not a text at all.
pub fn without_games(beginning: &[u8]) -> Option<Foreign> {
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning).trim_ascii_start();
    let lower = text.to_ascii_lowercase();
    let holds = |what: &[u8]| memmem::find(&lower, what).is_some();
    let named = |what| Some(Foreign { what, remedy: "" });
    if lower.starts_with(b"http/") && lower.get(5).is_some_and(u8::is_ascii_digit) {
        return named("an answer of a web server");
    }
    if lower.starts_with(b"<")
        && [&b"<!doctype html"[..], b"<html", b"<head", b"<body"].iter().any(|it| holds(it))
    {
        return Some(Foreign {
            what: "an HTML page without games",
            remedy: "save the game itself, as PGN or as text",
        });
    }
    if lower.starts_with(b"<?xml") || lower.starts_with(b"<svg") || lower.starts_with(b"<rss") {
        return named("an XML document without games");
    }
    let is_control = |it: &&u8| it.is_ascii_control() && !it.is_ascii_whitespace() && **it != b'\x1b';
    let controls = beginning.iter().filter(is_control).count();
    // In UTF-16 without a byte order mark, every other byte is 0.
    let wide = |odd: usize| beginning.iter().skip(odd).step_by(2).all(|it| *it == 0);
    (controls >= FEW_CONTROLS && controls * 16 > beginning.len() && !wide(0) && !wide(1))
        .then_some(Foreign { what: "binary data", remedy: "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_taken_for_anything_else() {
        let foreign = |it: &[u8]| match seen(it) {
            Seen::Foreign(it) => Some(it.what),
            _ => without_games(it).map(|it| it.what),
        };
        for text in [
            "BMW beat Audi 3-1",
            "MZ won",
            "RIFF",
            "II. P-K4",
            "GIF is no move",
            "ID3 4",
            "1. e4 {a\0b} *",
            "%!",
            "{\\}",
            "<p>1. e4 e5</p>",
            "> 1. e4 e5",
            "1. e4 {<html>} *",
            "HTTP was slow that day",
        ] {
            assert_eq!(foreign(text.as_bytes()), None, "{text}");
        }
        let utf16: Vec<u8> = "1. e4 e5 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(foreign(&utf16), None);
        for (magic, what, _) in SIGNATURES {
            let bytes =
                [&magic.iter().map(|it| if *it == b'?' { 7 } else { *it }).collect::<Vec<_>>()[..], b"xxxx"];
            assert_eq!(foreign(&bytes.concat()), Some(what));
        }
    }
}
