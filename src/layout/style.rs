//! How movetext is written where there is a choice.

/// How move numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbers {
    /// `1. e4 e5`.
    #[default]
    Dotted,
    /// `1 e4 e5`; Black's keep their dots, `1...`, which say whose they are.
    Plain,
    /// `e4 e5`.
    Absent,
}

/// How annotation glyphs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NagForm {
    /// As signs, `!?` and `±`, where there is one that reads back.
    Signs,
    /// As numbers, `$5` and `$16`.
    Numbers,
}

/// How movetext is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Move numbers.
    pub numbers: Numbers,
    /// Annotation glyphs; `None` as is usual in the layout.
    pub nags: Option<NagForm>,
    /// Whether the result stands at the end.
    pub results: bool,
    /// Whether a `Notation` tag says in which notation the moves are, if that is not SAN.
    pub notation_tag: bool,
    /// Whether the `Result` tag is filled in from the result of the game, as the export format of PGN wants.
    pub result_tag: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { numbers: Numbers::Dotted, nags: None, results: true, notation_tag: true, result_tag: false }
    }
}
