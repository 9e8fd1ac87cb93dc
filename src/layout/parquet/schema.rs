//! The columns of a file.

use ::parquet::schema::{parser::parse_message_type, types::TypePtr};

use crate::layout::table::{Each, Holds, TAGS};

/// The options that decide the columns of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    /// What a row represents.
    pub each: Each,
    /// Whether plies have the position after them.
    pub fens: bool,
    /// Whether plies have a confidence, as in decoded games.
    pub confidence: bool,
}

/// A problem, as in JSON lines.
const PROBLEM: &str = "required group element { optional int64 line; optional int64 column; optional binary kind (STRING); \
                       optional binary move (STRING); optional binary text (STRING); optional binary message (STRING); }";

impl Schema {
    /// Returns the columns, in order.
    pub fn columns(self) -> TypePtr {
        let columns = match self.each {
            Each::Game => self.of_games(),
            Each::Ply => self.of_plies(),
        };
        let message = format!("message games {{ required int64 game; {} }}", columns.concat());
        TypePtr::new(parse_message_type(&message).expect("the message is well-formed"))
    }

    fn of_games(self) -> Vec<String> {
        let tags = TAGS.iter().map(|(_, name, holds)| match holds {
            Holds::Integers => integer(name),
            Holds::Text => text(name),
        });
        let mut columns: Vec<String> = tags.collect();
        columns.extend(["result", "variant", "fen"].map(text));
        columns.push(integer("plies"));
        columns.extend(["notation", "read_as", "comment"].map(text));
        columns.push(list("moves", &text("element")));
        columns.extend(["clocks", "evals"].map(|name| list(name, &number("element"))));
        columns.push(list("mates", &integer("element")));
        columns.push(list("nags", &list("element", &integer("element"))));
        columns.extend(["comments", "variations"].map(|name| list(name, &text("element"))));
        columns.extend(self.fens.then(|| list("fens", &text("element"))));
        columns.extend(self.confidence.then(|| list("confidences", &number("element"))));
        let pair = "required binary key (STRING); optional binary value (STRING);";
        columns.push(format!("optional group tags (MAP) {{ repeated group key_value {{ {pair} }} }}"));
        columns.extend(["errors", "warnings"].map(|name| list(name, PROBLEM)));
        columns
    }

    fn of_plies(self) -> Vec<String> {
        let mut columns = ["ply", "move"].map(integer).to_vec();
        columns.extend(["color", "text", "san", "uci", "fen"].map(text));
        columns.push(list("nags", &integer("element")));
        columns.extend(["clock", "eval"].map(number));
        columns.push(integer("mate"));
        columns.extend(["comment", "variations"].map(text));
        columns.extend(self.confidence.then(|| number("confidence")));
        columns
    }
}

fn text(name: &str) -> String {
    format!("optional binary {name} (STRING);")
}

fn integer(name: &str) -> String {
    format!("optional int32 {name};")
}

fn number(name: &str) -> String {
    format!("optional double {name};")
}

fn list(name: &str, element: &str) -> String {
    format!("optional group {name} (LIST) {{ repeated group list {{ {element} }} }}")
}
