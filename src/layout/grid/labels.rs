//! The words printed on scoresheets, in several languages.

/// The meaning of a word on a scoresheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The name of the tournament.
    Event,
    /// White, with the title, rating and country after the name.
    White,
    /// Black, likewise.
    Black,
    /// The column of the titles.
    Title,
    /// The column of the ratings.
    Rating,
    /// The column of the countries or teams.
    Country,
    /// The date.
    Date,
    /// The place.
    Place,
    /// The round.
    Round,
    /// The number of the chessboard.
    Board,
    /// The score.
    Score,
    /// The notes.
    Notes,
    /// The column of the ranks, in a table of pieces.
    Rank,
    /// A column beside the moves: clock times, pages.
    Column,
}

/// The words, in lower case: English, then Serbian, Russian, German, Dutch, French, Spanish, Portuguese,
/// Italian, Polish, Czech.
const WORDS: &[(Label, &[&str])] = &[
    (
        Label::Event,
        &[
            "name of tournament",
            "name of tournament or logo of tournament",
            "tournament",
            "event",
            "назив турнира",
            "турнир",
            "naziv turnira",
            "turnir",
            "turnier",
            "toernooi",
            "tournoi",
            "torneo",
            "torneio",
            "turniej",
            "turnaj",
        ],
    ),
    (
        Label::White,
        &[
            "white",
            "бели",
            "beli",
            "белые",
            "weiß",
            "weiss",
            "wit",
            "blancs",
            "blanc",
            "blancas",
            "brancas",
            "bianco",
            "białe",
            "biale",
            "bílý",
        ],
    ),
    (
        Label::Black,
        &[
            "black",
            "црни",
            "crni",
            "чёрные",
            "черные",
            "schwarz",
            "zwart",
            "noirs",
            "noir",
            "negras",
            "pretas",
            "nero",
            "czarne",
            "černý",
        ],
    ),
    (
        Label::Title,
        &["title", "титула", "titula", "звание", "титул", "titel", "titre", "título", "titolo", "tytuł"],
    ),
    (
        Label::Rating,
        &[
            "rating",
            "elo",
            "рејтинг",
            "rejting",
            "рейтинг",
            "wertung",
            "wertungszahl",
            "classement",
            "ranking",
        ],
    ),
    (
        Label::Country,
        &[
            "country",
            "team",
            "federation",
            "fed",
            "држава",
            "država",
            "земља",
            "страна",
            "land",
            "pays",
            "país",
            "paese",
            "kraj",
            "země",
        ],
    ),
    (Label::Date, &["date", "датум", "datum", "дата", "fecha", "data"]),
    (
        Label::Place,
        &[
            "place",
            "site",
            "место",
            "mesto",
            "ort",
            "plaats",
            "lieu",
            "lugar",
            "local",
            "luogo",
            "miejsce",
            "místo",
        ],
    ),
    (Label::Round, &["round", "коло", "kolo", "тур", "runde", "ronde", "ronda", "rodada", "turno", "runda"]),
    (
        Label::Board,
        &[
            "chessboard",
            "board",
            "табла",
            "tabla",
            "доска",
            "brett",
            "bord",
            "échiquier",
            "table",
            "tablero",
            "tabuleiro",
            "scacchiera",
            "szachownica",
            "šachovnice",
        ],
    ),
    (
        Label::Score,
        &[
            "score",
            "result",
            "резултат",
            "rezultat",
            "результат",
            "ergebnis",
            "uitslag",
            "résultat",
            "resultado",
            "risultato",
            "wynik",
            "výsledek",
        ],
    ),
    (
        Label::Notes,
        &[
            "notes",
            "remarks",
            "comments",
            "напомене",
            "napomene",
            "примечания",
            "anmerkungen",
            "bemerkungen",
            "opmerkingen",
            "remarques",
            "notas",
            "note",
        ],
    ),
    (Label::Rank, &["rank", "ред", "red", "ряд", "reihe"]),
    (
        Label::Column,
        &[
            "time",
            "clock",
            "време",
            "vreme",
            "время",
            "zeit",
            "tijd",
            "temps",
            "tiempo",
            "tempo",
            "czas",
            "čas",
            "page",
        ],
    ),
];

impl Label {
    /// Returns the label that a text is, in any case, with or without a colon or full stop after it.
    pub fn of(text: &str) -> Option<Label> {
        // No label is longer than this.
        if text.len() > 60 || text.is_empty() {
            return None;
        }
        let text = text.trim().trim_end_matches([':', '.']).to_lowercase();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        WORDS.iter().find(|(_, forms)| forms.contains(&&*words)).map(|(label, _)| *label)
    }

    /// Returns a label and the offset of its value in the same cell, after a colon, or after a label in
    /// capitals: `PLACE BELGRADE`.
    pub fn with_value(text: &str) -> Option<(Label, usize)> {
        if let Some((label, _)) = text.split_once(':')
            && let Some(found) = Label::of(label)
        {
            return Some((found, label.len() + 1));
        }
        let word = text.split_whitespace().next()?;
        let capitals = !word.chars().any(char::is_lowercase);
        let end = text.find(word)? + word.len();
        let found = Label::of(word).filter(|_| capitals && end < text.len())?;
        Some((found, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_known_in_any_case_and_with_their_values() {
        for (text, expected) in [
            ("WHITE", Some(Label::White)),
            ("Weiß:", Some(Label::White)),
            ("NAME OF  TOURNAMENT", Some(Label::Event)),
            ("Резултат", Some(Label::Score)),
            ("Petrosjan", None),
            ("", None),
        ] {
            assert_eq!(Label::of(text), expected, "{text}");
        }
        assert_eq!(Label::with_value("PLACE BELGRADE"), Some((Label::Place, 5)));
        assert_eq!(Label::with_value("Score: 1 : 0"), Some((Label::Score, 6)));
        assert_eq!(Label::with_value("White Knight Club"), None);
    }
}
