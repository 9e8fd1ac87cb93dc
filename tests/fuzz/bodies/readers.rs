//! Nothing of a game is lost, in whatever form it comes and goes: each word, result and start position of a text that is made of games is
//! in the output, in the rejects, or in a message; and where no error is told, so is each move, in order.

use plyglot::{
    chess::{Color, Ply, Position, Scope, Variant},
    convert::Options,
    layout::{
        Output,
        columns::ColumnsWriter,
        grid::GridWriter,
        html::HtmlWriter,
        jsonl::JsonWriter,
        moves::MovesWriter,
        pgn::PgnWriter,
        table::{Cells, GameTable},
    },
    notation::{Choice, text_of},
    resolve::Notations,
};
use serde_json::{Value, json};

use super::{Decisions, Whole, converted_by, games, words::slip};

/// A game to be written in some form.
struct Made {
    white: String,
    black: String,
    event: String,
    remark: String,
    result: &'static str,
    start: Position,
    plies: Vec<Ply>,
}

/// Words that are nothing in any language, notation or format.
fn word(n: usize) -> String {
    const BEGIN: [&str; 10] = ["Zog", "Quix", "Vemp", "Tarb", "Norv", "Plim", "Gurd", "Hesk", "Wolb", "Drun"];
    const END: [&str; 10] = ["ax", "ibb", "imb", "ost", "urk", "unt", "azz", "ipp", "olt", "yng"];
    format!("{}{}", BEGIN[n % 10], END[n / 10 % 10])
}

impl Made {
    fn new(decisions: &mut Decisions<'_>, n: usize) -> Made {
        let mut position = games::first(Variant::Standard);
        let mut played = |position: &mut Position, longest: usize| {
            let mut plies = Vec::new();
            for _ in 0..longest {
                let all = games::plies(position, Scope::Legal);
                if all.is_empty() || position.outcome().is_some() {
                    break;
                }
                let ply = all[(decisions.next() << 8 | decisions.next()) % all.len()];
                position.play(&ply);
                plies.push(ply);
            }
            (plies, decisions.next())
        };
        let (_, how) = played(&mut position, 0);
        if how % 4 == 0 {
            played(&mut position, 2 + how % 12);
        }
        let start = position.clone();
        let (plies, result) = played(&mut position, 2 + how / 8);
        let result =
            if position.outcome().is_some() { "*" } else { ["1-0", "0-1", "1/2-1/2", "*"][result % 4] };
        let [white, black, event, remark] = [0, 1, 2, 3].map(|it| word(4 * n + it));
        Made { white, black, event, remark, result, start, plies }
    }

    /// Returns the texts of the moves.
    fn texts(&self, notation: &str) -> Vec<String> {
        let choice = games::choice(notation);
        let mut position = self.start.clone();
        let text = |ply: &Ply| {
            let text = text_of(&*choice.notation, &position, ply).unwrap_or_default();
            position.play(ply);
            text
        };
        self.plies.iter().map(text).collect()
    }

    /// Returns the moves with their numbers, and the remark after the first.
    fn movetext(&self, notation: &str) -> String {
        let mut text = String::new();
        let (mut number, mut white) = (self.start.move_number(), self.start.turn() == Color::White);
        for (n, ply) in self.texts(notation).iter().enumerate() {
            if white || n < 2 {
                text.push_str(&format!("{number}{} ", if white { "." } else { "..." }));
            }
            text.push_str(ply);
            text.push(' ');
            if n == 0 {
                text.push_str(&format!("{{{}}} ", self.remark));
            }
            number += u32::from(!white);
            white = !white;
        }
        text
    }

    fn fen(&self) -> Option<String> {
        (!self.start.is_first()).then(|| self.start.fen())
    }

    fn pgn(&self, notation: &str) -> String {
        let Made { white, black, event, result, .. } = self;
        let set_up = self.fen().map_or(String::new(), |it| format!("[SetUp \"1\"]\n[FEN \"{it}\"]\n"));
        format!(
            "[Event \"{event}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{set_up}\n{}{result}\n\n",
            self.movetext(notation)
        )
    }

    /// Returns the game as an object with some program's names for its fields.
    fn object(&self, how: usize) -> Value {
        let Made { white, black, event, remark, result, .. } = self;
        let winner = match *result {
            "1-0" => json!("white"),
            "0-1" => json!("black"),
            _ => Value::Null,
        };
        let moves = match how / 4 % 5 {
            0 => json!(self.texts("san").join(" ")),
            1 => json!(self.texts("uci").join(" ")),
            2 => json!(self.texts("san")),
            3 => self
                .texts("uci")
                .iter()
                .map(|it| json!({ "from": it[..2], "to": it[2..4], "promotion": it.get(4..5) }))
                .collect(),
            _ => self
                .texts("lan")
                .iter()
                .zip(self.texts("san"))
                .map(|it| json!({ "lan": it.0, "san": it.1 }))
                .collect(),
        };
        let mut object = match how % 4 {
            0 => {
                json!({ "players": { "white": { "user": { "name": white } }, "black": { "user": { "name": black } } }, "winner": winner,
                "status": if *result == "1/2-1/2" { "draw" } else { "resign" }, "event": event, "club": remark, "moves": moves })
            }
            1 => {
                json!({ "white": { "username": white }, "black": { "username": black }, "pgn": self.pgn("san") })
            }
            2 => {
                json!({ "White": white, "Black": black, "result": result, "tournament": event, "moves": moves, "comments": [remark] })
            }
            _ => {
                json!({ "white_id": white, "black_id": black, "Result": result, "Event": event, "moves": moves, "something": { "else": remark } })
            }
        };
        if let (Some(fen), true) = (self.fen(), how % 4 != 1) {
            object[["initialFen", "fen", "start_fen"][how % 3]] = fen.into();
        }
        object
    }
}

/// Returns games as a text in a form; the second says whether that has the players, the event and the start position.
fn form(made: &mut [Made], how: usize, detail: usize) -> (String, bool) {
    let notation = ["san", "uci", "lan", "san:de", "descriptive"][detail % 5];
    let first = Position::default();
    let quoted = |cell: String| format!("\"{}\"", cell.replace('"', "\"\""));
    match how % 9 {
        0 => (made.iter().map(|it| it.pgn(notation)).collect(), true),
        1 => (made.iter().map(|it| format!("{}\n", it.object(detail))).collect(), true),
        2 => {
            let games: Vec<Value> = made.iter().map(|it| it.object(detail)).collect();
            (
                if detail.is_multiple_of(2) {
                    json!(games).to_string()
                } else {
                    format!("{:#}", json!({ "games": games }))
                },
                true,
            )
        }
        3 | 4 => {
            let separator = [",", ";", "\t"][detail % 3];
            let names = [
                ["white", "black", "result", "event", "fen", "remark", "moves"],
                ["White", "Black", "Result", "Tournament", "StartFEN", "Club", "movetext"],
                ["white_username", "black_username", "result", "Event", "initial_fen", "odd one", "pgn"],
            ][detail / 4 % 3];
            let mut text = names.join(separator) + "\n";
            for game in made {
                let moves = if detail.is_multiple_of(2) {
                    game.texts(notation).join(" ")
                } else {
                    game.movetext(notation)
                };
                let fen = game.fen().unwrap_or_default();
                let cells = [&game.white, &game.black, game.result, &game.event, &fen, &game.remark, &moves];
                text.push_str(&cells.map(|it| quoted(it.to_owned())).join(separator));
                text.push('\n');
            }
            (text, true)
        }
        _ if made.iter().any(|it| !it.start.same_as(&first)) => {
            (made.iter().map(|it| it.pgn(notation)).collect(), true)
        }
        5 => {
            let sides = [["White", "Black"], ["Weiß", "Schwarz"], ["Blancs", "Noirs"], ["Белые", "Чёрные"]]
                [detail % 4];
            let separator = [",", ";", "\t", " | "][detail / 4 % 4];
            let mut text = String::new();
            for game in made.iter() {
                text.push_str(&["No", sides[0], sides[1], "Notes"].join(separator));
                text.push('\n');
                for (n, pair) in game.texts(notation).chunks(2).enumerate() {
                    let note = if n == 0 { &*game.remark } else { "" };
                    let cells =
                        [&*(n + 1).to_string(), &pair[0], pair.get(1).map_or("", String::as_str), note];
                    text.push_str(&cells.join(separator));
                    text.push('\n');
                }
                text.push_str(&format!("{}\n\n", game.result));
            }
            (text, false)
        }
        6 => {
            let mut text = String::from("game,page,row,column,text,score\n");
            for (g, game) in made.iter_mut().enumerate() {
                game.remark = word(3);
                game.result = "*";
                for (n, it) in game.texts(notation).iter().enumerate() {
                    let column = [["white", "black"], ["Blancas", "Negras"]][detail % 2][n % 2];
                    text.push_str(&format!("{g},1,{},{column},{},0.9\n", n / 2 + 1, quoted(it.clone())));
                }
                text.push_str(&format!("{g},1,99,note,{},0.9\n", game.remark));
            }
            (text, false)
        }
        7 => {
            let game = made.iter_mut().map(|it| {
                it.result = "*";
                it.remark = String::new();
                format!("position startpos moves {}\n", it.texts("uci").join(" "))
            });
            (game.collect(), false)
        }
        _ => {
            let game = &made[0];
            let mut text = format!("{} {}\n\n", game.remark, game.event);
            for (n, pair) in game.texts(["descriptive", "san"][detail % 2]).chunks(2).enumerate() {
                text.push_str(&format!(
                    "{}. {:<12} {}\n",
                    n + 1,
                    pair[0],
                    pair.get(1).map_or("", String::as_str)
                ));
            }
            text.push_str(game.result);
            text.push('\n');
            (text, false)
        }
    }
}

/// Returns a writer of some layout, and whether that has everything.
fn writer(choice: &Choice, how: usize) -> (Box<dyn Output + '_>, bool) {
    let table = |cells| Box::new(GameTable::new(choice, cells));
    let form = [Cells::Pipes, Cells::Tabs, Cells::Commas][how / 9 % 3];
    let writer: Box<dyn Output> = match how % 9 {
        8 if choice.notation.scoresheet() => return (Box::new(GridWriter::new(choice, form, 0, 79)), true),
        0 | 8 => Box::new(PgnWriter::new(choice, 79)),
        1 => Box::new(JsonWriter::new(choice)),
        2 => table(Cells::Commas),
        3 => table(Cells::Tabs),
        4 => table(Cells::Pipes),
        5 => Box::new(ColumnsWriter::new(choice, 79)),
        6 => Box::new(HtmlWriter::new(choice, &[])),
        _ => Box::new(MovesWriter::new(choice, true)),
    };
    (writer, !matches!(how % 9, 6 | 7))
}

fn convert(text: &str, writer: Box<dyn Output + '_>) -> Whole {
    let options = Options { rejects: true, ..Options::new(Notations::any()) };
    converted_by(text.as_bytes(), None, usize::MAX, &options, writer)
}

/// Checks what becomes of games in any form, written in any layout.
pub fn readers(data: &[u8]) {
    let mut decisions = Decisions(data);
    let [reader, detail, layout, target, slips] = [0; 5].map(|_| decisions.next());
    let count = if reader % 9 == 8 { 1 } else { 1 + detail % 3 };
    let mut made: Vec<Made> = (0..count).map(|n| Made::new(&mut decisions, n)).collect();
    let (mut text, has_heads) = form(&mut made, reader, detail);
    let slips = if slips < 128 { 0 } else { slips % 4 };
    for _ in 0..slips {
        slip(&mut text, [decisions.next() << 8 | decisions.next(), decisions.next(), decisions.next()]);
    }
    let san = Choice::san();
    let lines = convert(&text, Box::new(JsonWriter::new(&san)));
    if slips == 0 && lines.failed == 0 {
        let out = String::from_utf8_lossy(&lines.out);
        let moves = |line: &str| -> Vec<Value> {
            let game: Value = serde_json::from_str(line).expect("JSON");
            game["moves"].as_array().expect("moves").iter().map(|it| it["san"].clone()).collect()
        };
        let found: Vec<Value> = out.lines().flat_map(moves).collect();
        let expected: Vec<Value> = made.iter().flat_map(|it| it.texts("san")).map(Value::from).collect();
        assert_eq!(
            found,
            expected,
            "the moves of:\n{text}\n--- written\n{out}\n--- said\n{}",
            lines.said.join("\n")
        );
    }
    let target = [Choice::san(), Choice::uci(), games::choice("geographical"), games::choice("sllavcco")]
        .into_iter()
        .nth(target % 4);
    let target = target.unwrap_or(san);
    let (writer, has_all) = writer(&target, layout);
    account(&text, &made, has_heads, slips > 0, has_all, &convert(&text, writer));
}

/// Asserts that what is in the text is in the output, the rejects or a message.
fn account(text: &str, made: &[Made], has_heads: bool, is_corrupted: bool, has_all: bool, whole: &Whole) {
    let [out, rejects] = [&whole.out, &whole.rejects].map(|it| String::from_utf8_lossy(it).into_owned());
    let said = whole.said.join("\n");
    let assert_kept = |what: &str| {
        let is_kept = [&out, &rejects, &said].iter().any(|it| it.contains(what));
        assert!(
            is_kept || !text.contains(what),
            "{what:?} is lost of:\n{text}\n--- written\n{out}\n--- said\n{said}"
        );
    };
    for game in made.iter().filter(|_| has_all) {
        assert_kept(&game.remark);
        if has_heads {
            [&game.white, &game.black, &game.event].into_iter().for_each(|it| assert_kept(it));
        }
    }
    if is_corrupted {
        return;
    }
    for game in made {
        let fen = game.fen().unwrap_or_default();
        assert_kept(fen.split(' ').next().unwrap_or_default());
    }
    for (result, forms) in [
        ("1-0", &["1-0", "1 : 0", "1–0"][..]),
        ("0-1", &["0-1", "0 : 1", "0–1"]),
        ("1/2-1/2", &["1/2-1/2", "½ : ½", "½–½", "½-½"]),
    ] {
        let count = made.iter().filter(|it| it.result == result).count();
        let found: usize = [&out, &rejects, &said]
            .iter()
            .flat_map(|it| forms.iter().map(|form| it.matches(form).count()))
            .sum();
        assert!(found >= count, "{result} is lost of:\n{text}\n--- written\n{out}\n--- said\n{said}");
    }
}
