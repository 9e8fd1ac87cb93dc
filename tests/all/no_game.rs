//! What holds no game: it is named, no game is written, and the other inputs are read.

use std::{fs, process::Stdio};

use crate::{
    archives::zip,
    support::{dice::Dice, fixture, plyglot, run},
};
use tempfile::TempDir;

const GAME: &str = "[Event \"a\"]\n\n1. e4 e5 *\n\n";

/// Inputs that are no text of games, with a word for each and one of the advice, if there is any.
fn foreign() -> Vec<(Vec<u8>, &'static str, &'static str)> {
    let plain: [(&[u8], &str, &str); 27] = [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\n", "PDF", "pdftotext -layout"),
        ("%PDF-1.4\n%âãÏÓ\n1. e4 e5\n".as_bytes(), "PDF", "pdftotext -layout"),
        (b"%!PS-Adobe-3.0\n", "PostScript", "ps2ascii"),
        (b"{\\rtf1\\ansi{\\fonttbl}1. e4 e5 2. Nf3 *\\par}", "RTF", "pandoc"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10", "PNG", "tesseract"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01", "JPEG", "tesseract"),
        (b"GIF89a\x10\0\x10\0\x80\0\0", "GIF", "tesseract"),
        (b"II*\0\x08\0\0\0", "TIFF", "tesseract"),
        (b"MM\0*\0\0\0\x08", "TIFF", "tesseract"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "WebP", "tesseract"),
        (b"BM\x36\0\x0c\0\0\0\0\0\x36\0\0\0", "BMP", "tesseract"),
        (b"AT&TFORM\0\0\x12\x34DJVM", "DjVu", "djvutxt"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0", "Office", "CSV"),
        (b"SQLite format 3\0\x10\0\x01\x01", "SQLite", "CSV"),
        (b"\x7fELF\x02\x01\x01\0", "ELF", ""),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff", "EXE", ""),
        (b"\0\0\x2c\0\x2e\x01\0\0\0\x05", "ChessBase", "PGN"),
        (b"Scid.si\0\x01\x90\0\0\0\0", "Scid", "PGN"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "7-Zip", "unpack"),
        (b"Rar!\x1a\x07\x01\0", "RAR", "unpack"),
        (b"\x01\x02\0\0\x05\x06\0\0\x09abc\0\0\0\x01", "binary", ""),
        (
            b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<h1>Not Found</h1>\n",
            "HTML",
            "",
        ),
        (
            b"\r\n<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx/1.18.0</body></html>",
            "HTML",
            "",
        ),
        (b"<!-- 1 -->\n<!doctype HTML><body>1. Home 2. Log in</body>", "HTML", ""),
        (b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n\r\nTry again.\r\n", "web server", ""),
        (b"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>\n", "XML", ""),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M1 2\"/></svg>", "XML", ""),
    ];
    let document = |members: &[&str]| {
        let files: Vec<(&str, &[u8])> = members.iter().map(|it| (*it, &b"<x>1. e4 e5</x>"[..])).collect();
        zip(&files)
    };
    let mut tar = b"games.pgn".to_vec();
    tar.resize(257, 0);
    tar.extend_from_slice(b"ustar\x0000");
    let xlsx = document(&["[Content_Types].xml", "xl/workbook.xml", "a.csv"]);
    let packed = [
        (xlsx[..xlsx.len() / 2].to_vec(), "Office", "CSV"),
        (xlsx, "Excel", "CSV"),
        (document(&["_rels/.rels", "word/document.xml", "[Content_Types].xml"]), "Word", "pandoc"),
        (document(&["mimetype", "content.xml", "META-INF/manifest.xml"]), "OpenDocument", "CSV"),
        (document(&["mimetype", "META-INF/container.xml", "text/1.txt"]), "EPUB", "pandoc"),
        (tar, "tar", "unpack"),
    ];
    plain.into_iter().map(|it| (it.0.to_vec(), it.1, it.2)).chain(packed).collect()
}

#[test]
fn what_is_no_text_of_games_is_named() {
    for (bytes, name, advice) in foreign() {
        for args in [&[][..], &["--extract"], &["check"], &["-j", "1"]] {
            let output = run(args, &bytes);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name} {args:?}: {said}");
            assert!(said.contains(name) && said.contains(advice), "{name} {args:?}: {said}");
            assert!(said.lines().count() <= 2, "{name} {args:?}: {said}");
            assert!(args == ["check"] || output.stdout.is_empty(), "{name} {args:?}");
        }
    }
}

#[test]
fn other_inputs_are_read_and_nothing_is_written_for_it() {
    for (bytes, name, _) in foreign() {
        let folder = TempDir::new().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.pgn"), GAME).expect("a file");
        fs::write(path("b.pgn"), &bytes).expect("a file");
        fs::write(path("c.zip"), zip(&[("b.txt", &bytes), ("c.pgn", GAME.as_bytes())])).expect("a file");
        fs::write(path("old.pgn"), "old").expect("a file");
        let run = |args: &[&str]| {
            plyglot(args).current_dir(folder.path()).stdin(Stdio::null()).output().expect("it runs")
        };
        let output = run(&["b.pgn", "a.pgn", "c.zip"]);
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(2), GAME.repeat(2).as_bytes()),
            "{name}"
        );
        for args in [&["b.pgn", "-o", "new.pgn"], &["b.pgn", "-o", "old.pgn"]] {
            assert_eq!(run(args).status.code(), Some(2), "{name}");
        }
        assert_eq!(run(&["a.pgn", "b.pgn", "--out-dir", "out"]).status.code(), Some(2), "{name}");
        assert!(!path("new.pgn").exists() && !path("out/b.pgn").exists(), "{name}");
        assert_eq!(fs::read_to_string(path("old.pgn")).expect("the file"), "old", "{name}");
        assert_eq!(fs::read_to_string(path("out/a.pgn")).expect("the file"), GAME, "{name}");
    }
}

/// Not every file of a database has a signature.
#[test]
fn databases_are_known_by_their_names() {
    let folder = TempDir::new().expect("a folder");
    for (name, word) in [("a.cbv", "ChessBase"), ("b.CBG", "ChessBase"), ("c.sg4", "Scid")] {
        fs::write(folder.path().join(name), b"\x12 e4 \x01").expect("a file");
        let output = plyglot(&[name]).current_dir(folder.path()).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(word) && output.stdout.is_empty(), "{said}");
    }
}

/// Words without a legal move: no game, and it says so.
fn assert_none(text: &str) {
    for args in [&[][..], &["--extract"]] {
        let output = run(&[&["--layout", "jsonl"], args].concat(), text);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {text}\n{said}");
        assert!(said.contains("no game"), "{args:?}: {text}\n{said}");
        assert!(output.stdout.is_empty(), "{args:?}: {text}");
    }
}

#[test]
fn prose_is_no_game() {
    for text in [
        "Hello world\n",
        "404 page not found",
        "{a comment}\n",
        "; a comment\n",
        "%  escaped\n",
        "(1… c5)\n",
        "White resigned at move 12, in a lost position.\n",
        "He said that the game was drawn.\n",
        "1.\n",
        "$7\n",
        "From: a@b.c\nSubject: our game\n\nLet us play at 8.\n",
        "x,y,z\n1,2,3\n4,5,6\n",
        "192.168.1.1 - - [10/Oct/2000:13:55:36] \"GET / HTTP/1.0\" 200 2326\n",
        "fn main() {\n    let x = 1;\n}\n",
        "CONTENTS\n\n1. Some simple mates    9\n2. Pawn promotion    13\n3. Pawn endings    14\n",
    ] {
        assert_none(text);
    }
    let licence = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/LICENSE")).expect("a licence");
    let paragraphs: Vec<&str> = licence.split("\n\n").filter(|it| it.trim().len() > 3).collect();
    let mut dice = Dice::new(1);
    for _ in 0..25 {
        let first = dice.below(paragraphs.len());
        let last = paragraphs.len().min(first + 1 + dice.below(5));
        assert_none(&paragraphs[first..last].join("\n\n"));
    }
}

/// Moves and pages of words around them are read as before.
#[test]
fn games_among_other_things_are_games() {
    let game = String::from_utf8(fixture("opera.pgn")).expect("UTF-8");
    for (before, after) in [
        ("<!DOCTYPE html>\n<html><body><pre>\n", "</pre></body></html>\n"),
        ("HTTP/1.1 200 OK\r\nContent-Type: application/x-chess-pgn\r\n\r\n", ""),
        ("\u{feff}", ""),
    ] {
        let output = run(&["--layout", "moves"], format!("{before}{game}{after}"));
        let moves = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(moves.contains("17. Rd8#") || moves.contains("Rd8#"), "{before}: {moves}");
        assert_ne!(output.status.code(), Some(2), "{before}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
