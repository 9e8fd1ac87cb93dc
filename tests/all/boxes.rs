//! Pages of words with boxes: hOCR, ALTO, and what `pdftotext -bbox-layout` writes.

use std::{fs, io::Write as _};

use flate2::{Compression, write::GzEncoder};
use plyglot::Games;
use tempfile::TempDir;

use crate::support::{
    described, fixture, plyglot, run,
    typeset::{FORMS, Form, Printed, Setting, rows, set, written},
};

const PLAIN: Setting = Setting { columns: 2, rows: 16, head: None, skew: 0.0 };

fn games() -> Vec<Vec<u8>> {
    ["opera.pgn", "deep-blue.pgn", "immortal.pgn"].map(fixture).into()
}

/// Returns the moves of the games in a text, as UCI.
fn moves(text: impl AsRef<[u8]>, flags: &[&str]) -> Vec<String> {
    let args = [
        &["-q", "-t", "uci", "--layout", "moves", "--no-comments", "--no-variations", "--no-results"],
        flags,
    ];
    let output = run(&args.concat(), text);
    String::from_utf8_lossy(&output.stdout).lines().map(|it| it.trim().to_owned()).collect()
}

#[test]
fn columns_are_read_in_order_whatever_their_order_in_the_file() {
    for pgn in games() {
        let truth = moves(&pgn, &[]);
        for (columns, skew) in [(1, 0.0), (2, 0.0), (3, 0.0), (1, 0.02), (2, -0.01), (3, 0.015)] {
            for notation in ["descriptive:kt", "san"] {
                let pages =
                    set(&rows(&pgn, notation), Setting { columns, skew, rows: 36 / columns, ..PLAIN });
                for form in FORMS {
                    let text = written(&pages, form);
                    assert_eq!(
                        moves(&text, &[]),
                        truth,
                        "{notation}, {columns} columns, skew {skew}, {form:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn games_beside_each_other_are_two() {
    let (one, other) = (fixture("opera.pgn"), fixture("immortal.pgn"));
    let columns =
        [&one, &other].map(|it| rows(it, "descriptive:kt").into_iter().take(17).collect::<Vec<_>>());
    let pages = set(&columns.concat(), Setting { rows: 17, ..PLAIN });
    let read = moves(written(&pages, Form::Bbox), &[]);
    let begins =
        |pgn: &[u8], read: &str| moves(pgn, &[])[0].starts_with(read) && read.split(' ').count() > 20;
    assert!(read.len() == 2 && begins(&one, &read[0]) && begins(&other, &read[1]), "{read:?}");
}

#[test]
fn heads_and_page_numbers_are_left_out_and_told() {
    let setting = Setting { rows: 10, columns: 1, head: Some(("THE BOOK OF CHESS", 141)), ..PLAIN };
    let pgn = fixture("immortal.pgn");
    let text = written(&set(&rows(&pgn, "descriptive:kt"), setting), Form::Alto);
    assert_eq!(moves(&text, &[]), moves(&pgn, &[]));
    let said = described(&["-v", "--page-refs", "--no-notation-tag"], &text);
    assert!(said.contains("running head or page number left out: THE BOOK OF CHESS 142"), "{said}");
    let (out, _) = said.split_once("--- stderr").expect("messages");
    let out = out.replace('\n', " ");
    assert!(!out.contains("THE BOOK"), "{out}");
    for page in ["{p. 141} 1. e4", "{p. 142}", "{p. 143}"] {
        assert_eq!(out.matches(page).count(), 1, "{page}: {out}");
    }
    assert!(!described(&[], &text).contains("{p. "));
}

#[test]
fn pages_without_a_number_are_counted_unless_the_file_states_one() {
    let text = written(&set(&rows(&fixture("opera.pgn"), "descriptive:kt"), PLAIN), Form::Hocr);
    let stated = text.replacen("ppageno 0", "ppageno 0; lpageno 141", 1);
    for (text, page) in [(text, "{p. 1} 1. e4"), (stated, "{p. 141} 1. e4")] {
        let out = described(&["--page-refs", "--no-notation-tag"], &text);
        assert!(out.contains(page), "{out}");
    }
}

#[test]
fn misread_numbers_count_with_their_neighbours() {
    let mut lines = rows(&fixture("opera.pgn"), "descriptive:kt");
    let rows =
        lines.iter_mut().filter_map(|it| if let Printed::Row(number, ..) = it { Some(number) } else { None });
    for number in rows {
        *number = match &**number {
            "5." => "S.".to_owned(),
            "12." => "l2,".to_owned(),
            "15." => "75.".to_owned(),
            other => other.to_owned(),
        };
    }
    let text = written(&set(&lines, PLAIN), Form::Hocr);
    assert_eq!(moves(&text, &[]), moves(fixture("opera.pgn"), &[]));
    let said = described(&["-v"], &text);
    assert!(said.contains("5.: printed S.; numbered as the rows around it"), "{said}");
}

#[test]
fn messages_point_into_the_file() {
    let mut lines = rows(&fixture("opera.pgn"), "san");
    let row = lines
        .iter_mut()
        .rev()
        .find_map(|it| if let Printed::Row(_, white, _) = it { Some(white) } else { None });
    *row.expect("a row") = "Kh8".to_owned();
    for form in FORMS {
        let text = written(&set(&lines, PLAIN), form);
        let line = text.lines().position(|it| it.contains("Kh8")).expect("the word") + 1;
        let said = described(&[], &text);
        assert!(said.contains(&format!("<stdin>:{line}:1: error: game 1, 17. Kh8")), "{line} {said}");
        assert!(said.ends_with("status 1\n"), "{said}");
    }
}

#[test]
fn compressed_pages_and_those_of_folders_are_read() {
    let folder = TempDir::new().expect("a folder");
    let text = written(&set(&rows(&fixture("opera.pgn"), "san"), PLAIN), Form::Alto);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory");
    let packed = encoder.finish().expect("memory");
    let truth = moves(fixture("opera.pgn"), &[]);
    assert_eq!(moves(packed, &[]), truth);
    for (name, text) in
        [("a.xml", &*text), ("b.html", "<html><p>1. e4 e5 2. Nf3 Nc6</p></html>"), ("c.hocr", &*text)]
    {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let out = folder.path().join("out");
    let args = ["-q", folder.path().to_str().expect("UTF-8"), "--out-dir", out.to_str().expect("UTF-8")];
    assert!(plyglot(&args).status().expect("it runs").success());
    let mut made: Vec<_> =
        fs::read_dir(&out).expect("the folder").map(|it| it.expect("a file").file_name()).collect();
    made.retain(|it| !it.to_string_lossy().starts_with('.'));
    made.sort();
    assert_eq!(made, ["a.pgn", "c.pgn"]);
    let library: Vec<String> = Games::new(text.as_bytes())
        .map(|it| it.expect("a game").moves().map(|(_, ply)| ply.to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(library, truth);
}

#[test]
fn what_cannot_be_read_is_an_error_with_a_place() {
    let whole = written(&set(&rows(&fixture("opera.pgn"), "san"), PLAIN), Form::Bbox);
    let cut = &whole[..whole.rfind("</word>").expect("a word") + 3];
    let open = whole.replace("</line></block></flow></page>\n</doc></body></html>\n", "");
    let unplaced = whole.replacen("<word xMin=\"", "<word xMun=\"", 1);
    for (text, line, message) in [
        (cut, cut.lines().count(), "broken XML"),
        (&open, open.lines().count(), "broken XML"),
        (&unplaced, 4, "has no box; left out"),
        ("<html><body><div class='ocr_page'></div></body></html>", 1, "no words with boxes"),
    ] {
        let said = described(&[], text);
        assert!(
            said.contains(&format!("<stdin>:{line}:")) && said.contains(message),
            "{line} {message}: {said}"
        );
        assert!(said.ends_with("status 1\n"), "{said}");
    }
    assert!(described(&[], cut).contains("1. e4"), "what was read before is kept");
}
