//! `plyglot stats`: the number of characters that moves take in each notation.
//!
//! The table from the original of economical notation, for all notations and for any games.

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::{
    Exit,
    args::StatsArgs,
    convert, counted, print,
    report::{Stderr, to_json},
    table,
};
use crate::{
    notation::{Choice, REGISTRY},
    stats::{Counts, LengthStats, Lengths},
};

/// The lengths with a column of their own; longer ones share a column.
const COLUMNS: std::ops::RangeInclusive<usize> = 2..=8;

/// A style that equals the plain notation.
const SAME: &str = "economical:symbol";

/// The styles of economical notation, with the averages of the original's table and those that its own shares
/// imply.
const ORIGINAL: [(&str, f64, f64); 3] =
    [("economical", 2.84, 2.84), ("economical:bare", 2.46, 2.46), ("economical:priority", 2.13, 2.23)];

/// Measures games.
pub fn run(args: &StatsArgs, stderr: Stderr) -> Result<Exit> {
    let choices = choices();
    let mut lengths = LengthStats::new(choices.len());
    let (mut games, mut failed) = (0, 0);
    let exit = convert::each(&args.input, stderr, &|| Box::new(Lengths::new(&choices)), &mut |converted| {
        lengths.add(&converted.out);
        games += converted.games;
        failed += converted.failed;
    })?;
    let report = StatsReport { choices: &choices, lengths: &lengths, games, failed };
    print(&if args.json { report.json()? } else { report.text() })?;
    Ok(exit)
}

/// Returns all notations with their styles, SAN first; letters of other languages are as long as English ones.
fn choices() -> Vec<Choice> {
    let names = REGISTRY.iter().flat_map(|entry| {
        let styles = entry.styles.iter().map(|style| format!("{}:{}", entry.name, style.name));
        std::iter::once(entry.name.to_owned()).chain(styles)
    });
    names.filter(|name| name != SAME).filter_map(|name| Choice::parse(&name).ok()).collect()
}

struct StatsReport<'a> {
    choices: &'a [Choice],
    lengths: &'a LengthStats,
    games: u64,
    failed: u64,
}

impl StatsReport<'_> {
    fn rows(&self) -> impl Iterator<Item = (&str, &Counts)> {
        self.choices.iter().map(|it| it.name.as_str()).zip(&self.lengths.counts)
    }

    fn average(&self, name: &str) -> Option<f64> {
        self.rows().find(|it| it.0 == name)?.1.average()
    }

    /// Returns the share of plies that the notation can write; `None` if there are no plies.
    fn writable(&self, counts: &Counts) -> Option<f64> {
        (self.lengths.plies > 0).then(|| counts.written() as f64 / self.lengths.plies as f64)
    }

    fn text(&self) -> String {
        let mut text = counted(self.games, "game", "games");
        if self.failed > 0 {
            text.push_str(&format!(" ({} with errors, measured as far as they could be read)", self.failed));
        }
        text.push_str(&format!(", {}\n", counted(self.lengths.plies, "ply", "plies")));
        if self.lengths.plies == 0 {
            return text;
        }
        text.push('\n');
        let percent = |it: f64| format!("{:.1}", 100.0 * it);
        let or_dash = |it: Option<String>| it.unwrap_or_else(|| "-".to_owned());
        let mut head = vec!["notation".to_owned(), "per ply".to_owned(), "economy %".to_owned()];
        head.extend(COLUMNS.map(|length| format!("{length} %")));
        head.extend([format!("{}+ %", COLUMNS.end() + 1), "writable %".to_owned()]);
        let mut rows = vec![head];
        for (name, counts) in self.rows() {
            let mut row = vec![name.to_owned()];
            row.push(or_dash(counts.average().map(|it| format!("{it:.2}"))));
            row.push(or_dash(counts.economy().map(percent)));
            row.extend(COLUMNS.map(|length| or_dash(counts.share(length..=length).map(percent))));
            row.push(or_dash(counts.share(COLUMNS.end() + 1..).map(percent)));
            row.push(or_dash(self.writable(counts).map(percent)));
            // A style as long as the plain notation adds nothing.
            let plain = name.split_once(':').and_then(|it| rows.iter().find(|row| row[0] == it.0));
            if plain.is_none_or(|plain| plain[1..] != row[1..]) {
                rows.push(row);
            }
        }
        table::push(&rows, |n| n > 0, &mut text);
        text.push_str(
            "\nCharacters per ply, and the shares of plies by length. Spaces between moves and move numbers do not count;\n\
             marks of check and mate do. Economy: the saving against SAN, over the plies that both can express. Main\n\
             lines only.\n",
        );
        if ORIGINAL.iter().any(|it| self.average(it.0).is_some()) {
            text.push('\n');
            text.push_str(&self.comparison());
        }
        text
    }

    /// Compares the original's averages for the three styles of economical notation with the measured ones.
    fn comparison(&self) -> String {
        let [says, gives, measured] = [
            ORIGINAL.map(|it| Some(it.1)),
            ORIGINAL.map(|it| Some(it.2)),
            ORIGINAL.map(|it| self.average(it.0)),
        ]
        .map(|row| {
            let [one, two, three] =
                row.map(|it| it.map_or_else(|| "-".to_owned(), |average| format!("{average:.2}")));
            format!("{one}, {two} and {three}")
        });
        format!(
            "Economical notation, its three styles: the original's table says {says};\n\
             its own shares give {gives}; measured {measured}.\n"
        )
    }

    fn json(&self) -> Result<String> {
        let notations = self.rows().map(|(name, counts)| JsonNotation {
            name,
            average: counts.average(),
            economy: counts.economy(),
            shares: (0..=counts.longest())
                .filter_map(|length| Some((length, counts.share(length..=length)?)))
                .filter(|it| it.0 > 0 && it.1 > 0.0)
                .collect(),
            written: counts.written(),
        });
        let original = |of: fn(&(&str, f64, f64)) -> f64| ORIGINAL.iter().map(of).collect();
        let report = JsonReport {
            v: 1,
            games: self.games,
            failed: self.failed,
            plies: self.lengths.plies,
            notations: notations.collect(),
            economical: JsonComparison {
                original_table: original(|it| it.1),
                original_shares: original(|it| it.2),
                measured: ORIGINAL.iter().map(|it| self.average(it.0)).collect(),
            },
        };
        let mut text = to_json(&report).context("cannot write JSON")?;
        text.push('\n');
        Ok(text)
    }
}

#[derive(Serialize)]
struct JsonReport<'a> {
    v: u32,
    games: u64,
    failed: u64,
    plies: u64,
    notations: Vec<JsonNotation<'a>>,
    economical: JsonComparison,
}

#[derive(Serialize)]
struct JsonNotation<'a> {
    name: &'a str,
    /// Characters per ply.
    average: Option<f64>,
    /// The saving against SAN.
    economy: Option<f64>,
    /// The share of each length.
    shares: std::collections::BTreeMap<usize, f64>,
    /// The number of plies that the notation can write.
    written: u64,
}

#[derive(Serialize)]
struct JsonComparison {
    original_table: Vec<f64>,
    original_shares: Vec<f64>,
    measured: Vec<Option<f64>>,
}
