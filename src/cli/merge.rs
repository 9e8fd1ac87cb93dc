//! `plyglot merge`: one game from two witnesses.
//!
//! Two scoresheets of a game, a scoresheet and a database, two editions: both texts are decoded together
//! ([`decode`]), so that one supplies what the other garbles, and every difference is reported.

use std::{ffi::OsString, io::Write as _, iter, ops::ControlFlow, path::Path};

use anyhow::{Result, bail};
use clap::Parser as _;
use serde::Serialize;
use serde_json::json;

use super::{Exit, args::Args, common_args::MessageFormat, convert, job::Job, report};
use crate::{
    chess::{Outcome, Position, Tags},
    io::{self, InputEvent, Origin, encoding, pipeline::Item},
    layout::SourceGame,
    notation::{Choice, text_of},
    resolve::{Decoded, Effort, Element, Kind, Next, Notations, Source as _, Witness, decode},
    slice::Slice as _,
};

/// Merge two witnesses of a game
#[derive(clap::Args, Clone, Debug)]
pub struct Merge {
    /// Two files with the same games, and any flags for converting
    #[arg(value_name = "A B [FLAG]...", required = true, num_args = 2.., trailing_var_arg = true, allow_hyphen_values = true)]
    pub rest: Vec<OsString>,
}

/// A difference is certain above this confidence.
const CERTAIN: f64 = 0.99;

/// A place where the witnesses differ.
#[derive(Serialize)]
struct Difference {
    kind: &'static str,
    game: usize,
    /// The number of the ply, counted from 1.
    ply: usize,
    #[serde(rename = "move")]
    label: String,
    /// The first and the second text; `None` where one has nothing.
    texts: [Option<String>; 2],
    taken: Option<String>,
    confidence: f64,
}

/// Merges two files.
///
/// # Errors
///
/// If a file cannot be read, or the flags are wrong.
pub fn run(merge: &Merge) -> Result<Exit> {
    let line = iter::once(OsString::from("plyglot")).chain(merge.rest.iter().cloned());
    let args = match Args::try_parse_from(line) {
        Ok(args) => args,
        Err(error) => error.exit(),
    };
    let [one, other] = &args.input.files[..] else { bail!("merge needs two files") };
    let mut job = Job::new(&args)?;
    let to = Choice::parse(&job.to.name).unwrap_or_else(|_| Choice::san());
    let [first, second] = [games(one, &job)?, games(other, &job)?];
    if first.is_empty() || second.is_empty() {
        bail!("no game in {}", if first.is_empty() { one.display() } else { other.display() });
    }
    let mut exit = Exit::Success;
    let mut text = String::new();
    for (n, (one, other)) in pairs(&first, &second).into_iter().enumerate() {
        let (record, differences) = match (one, other) {
            (Some(one), Some(other)) => merged(one, other, n + 1, &to, &job.work.options.from)?,
            (Some(one), None) | (None, Some(one)) => merged(one, one, n + 1, &to, &job.work.options.from)?,
            (None, None) => continue,
        };
        if one.is_none() || other.is_none() || differences.iter().any(|it| it.confidence < CERTAIN) {
            exit = Exit::GameErrors;
        }
        text.push_str(&record);
        if one.is_none() || other.is_none() {
            args.stderr().say("difference", &format!("game {} is in only one of the files", n + 1));
        }
        let is_json = args.messages.message_format == MessageFormat::Json;
        if !args.messages.quiet || is_json {
            report_differences(&differences, is_json)?;
        }
    }
    job.work.replacement = Some(text);
    job.work.options.from = Notations::only(Choice::san());
    Ok(exit.max(convert::run_job(&args, job)?))
}

/// Reads the games of a file.
fn games(path: &Path, job: &Job<'_>) -> Result<Vec<SourceGame>> {
    let mut games = Vec::new();
    let mut failure = None;
    let options = &job.work.options;
    let origin = if path.as_os_str() == "-" { Origin::Stdin } else { Origin::File(path.to_path_buf()) };
    io::read(&[Some(origin)], &job.work.reading, &mut |item| {
        match item {
            Item::Job(block) => {
                let text = encoding::decode(block.bytes, options.encoding).text;
                let mut at = 0;
                while !text.slice(at..).trim().is_empty() {
                    let end = block.format.extent(&text, at).at.clamp(at + 1, text.len());
                    games.push(SourceGame::of(block.format, &text, at..end, &options.from));
                    at = end;
                }
            }
            Item::Message(InputEvent::Note(note)) => failure = Some(note.text),
            Item::Message(_) => {}
        }
        ControlFlow::Continue(())
    });
    match failure {
        Some(why) => bail!("cannot read {}: {why}", path.display()),
        None => Ok(games),
    }
}

/// Pairs games: by players and round where both have these tags, otherwise by order.
fn pairs<'g>(
    first: &'g [SourceGame],
    second: &'g [SourceGame],
) -> Vec<(Option<&'g SourceGame>, Option<&'g SourceGame>)> {
    let name = |game: &SourceGame| {
        let tag = |name| game.tags.known(name).map(|it| it.trim().to_lowercase());
        Some((tag("White")?, tag("Black")?, tag("Round")))
    };
    let mut left: Vec<Option<&SourceGame>> = second.iter().map(Some).collect();
    let mut pairs: Vec<(Option<&SourceGame>, Option<&SourceGame>)> = Vec::new();
    for game in first {
        let same =
            |it: &Option<&SourceGame>| it.is_some_and(|it| name(it).is_some() && name(it) == name(game));
        pairs.push((Some(game), left.iter().position(same).and_then(|n| left[n].take())));
    }
    for (n, pair) in pairs.iter_mut().enumerate().filter(|it| it.1.1.is_none()) {
        let other = left.get(n).copied().flatten();
        let fits = |other: &SourceGame| pair.0.is_none_or(|one| name(one).is_none() || name(other).is_none());
        if other.is_some_and(fits) {
            pair.1 = other;
            left[n] = None;
        }
    }
    pairs.extend(left.into_iter().flatten().map(|it| (None, Some(it))));
    pairs
}

/// Merges two witnesses; returns the game as a record, and the differences.
fn merged(
    one: &SourceGame,
    other: &SourceGame,
    game: usize,
    to: &Choice,
    notations: &Notations,
) -> Result<(String, Vec<Difference>)> {
    let start = if one.tags.known("FEN").is_some() { &one.start } else { &other.start };
    let choice = |game: &SourceGame| {
        let named = game.tags.known("Notation").and_then(|name| notations.named(name));
        match notations.choose(named, game, start, game.begin()) {
            Ok(chosen) => chosen.choice.name.clone(),
            Err(_) => notations.first().name.clone(),
        }
    };
    let [first, second] = [Choice::parse(&choice(one)), Choice::parse(&choice(other))];
    let (Ok(first), Ok(second)) = (first, second) else { bail!("no notation fits the games") };
    let mut witnesses = [
        Witness::new(one, &*first.notation, one.begin(), usize::MAX),
        Witness::new(other, &*second.notation, other.begin(), usize::MAX),
    ];
    let Some(decoded) = decode(&mut witnesses, start, Effort::Full) else {
        bail!("game {game} is too long and too unclear to be merged");
    };
    let differences = differences(&decoded, [one, other], start, game, to);
    let outcome = if one.outcome == Outcome::Unknown { other.outcome } else { one.outcome };
    let record = record(&decoded, &tags(&one.tags, &other.tags), start, outcome, &differences)?;
    Ok((record, differences))
}

/// Returns the tags of one game, and those that only the other has.
fn tags<'t>(one: &Tags<'t>, other: &Tags<'t>) -> Tags<'t> {
    let mut all = one.clone();
    for tag in &other.0 {
        match all.0.iter_mut().find(|it| it.name == tag.name) {
            Some(known)
                if known.value.trim().is_empty() || known.value.chars().all(|it| "?.*".contains(it)) =>
            {
                known.value = tag.value.clone();
            }
            Some(_) => {}
            None => all.0.push(tag.clone()),
        }
    }
    all.0.retain(|tag| tag.name != "Notation");
    all
}

/// Returns the text of an element in one of the witnesses.
fn text(game: &SourceGame, element: &Element, w: usize) -> Option<String> {
    let text = game.text().get(element.spans[w].clone()).unwrap_or("").trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn differences(
    decoded: &Decoded,
    witnesses: [&SourceGame; 2],
    start: &Position,
    game: usize,
    to: &Choice,
) -> Vec<Difference> {
    let mut position = start.clone();
    let mut found = Vec::new();
    let mut ply = 1;
    let mut silent = [false; 2];
    for element in &decoded.elements {
        let taken = element.ply.map(|ply| text_of(&*to.notation, &position, &ply).unwrap_or_default());
        let ended = [0, 1].map(|w| {
            let at = element.spans[w].start;
            !matches!(witnesses[w].next(at), Next::Move(_)) && element.spans[w].is_empty()
        });
        let differs = match element.kind {
            Kind::Ply { exact, .. } => exact != 3,
            Kind::Missing | Kind::Exchanged | Kind::LeftOut => true,
            Kind::Number(_) | Kind::Skip | Kind::Resigns => false,
        };
        // Where one witness breaks off, that is reported once.
        let known =
            (0..2).any(|w| ended[w] && silent[w]) && matches!(element.kind, Kind::Ply { exact: 1 | 2, .. });
        if differs && !known {
            found.push(Difference {
                kind: "difference",
                game,
                ply,
                label: format!("{}{}", position.move_number(), position.turn().fold_wb(".", "...")),
                texts: [text(witnesses[0], element, 0), text(witnesses[1], element, 1)],
                taken,
                confidence: rounded(element.confidence),
            });
        }
        if element.ply.is_some() {
            silent = ended;
            ply += 1;
        }
        element.ply.iter().for_each(|ply| position.play(ply));
    }
    found
}

/// Returns the game as a record, with the confidence of each ply, and comments where the texts differ.
fn record(
    decoded: &Decoded,
    tags: &Tags<'_>,
    start: &Position,
    outcome: Outcome,
    differences: &[Difference],
) -> Result<String> {
    let san = Choice::san();
    let mut moves = Vec::new();
    let mut position = start.clone();
    for (n, element) in decoded.elements.iter().filter(|it| it.ply.is_some()).enumerate() {
        let Some(ply) = element.ply else { continue };
        let text = text_of(&*san.notation, &position, &ply)?;
        let comments = differences.iter().filter(|it| it.ply == n + 1).map(Difference::words);
        let comments: Vec<String> = comments.collect();
        moves.push(json!({ "san": text, "confidence": rounded(element.confidence), "comments": comments }));
        position.play(&ply);
    }
    let tags: Vec<[&str; 2]> = tags.0.iter().map(|it| [&*it.name, &*it.value]).collect();
    Ok(format!("{}\n", json!({ "tags": tags, "moves": moves, "result": outcome.marker() })))
}

/// Rounds a share to four digits.
fn rounded(share: f32) -> f64 {
    (f64::from(share) * 1e4).round() / 1e4
}

impl Difference {
    fn words(&self) -> String {
        let [one, other] = self.texts.each_ref().map(|it| it.as_deref().unwrap_or("nothing"));
        let taken = self.taken.as_deref().map_or("left out".to_owned(), |it| format!("read as {it}"));
        let percent = (self.confidence * 100.0).round().min(99.0);
        let sure = if self.confidence < CERTAIN { format!(", {percent} % sure") } else { String::new() };
        format!("{} {one} / {other} {taken}{sure}", self.label)
    }
}

/// Reports the differences on standard error.
fn report_differences(differences: &[Difference], json: bool) -> Result<()> {
    let mut err = std::io::stderr().lock();
    for difference in differences {
        let line = match json {
            true => report::to_json(difference)?,
            false => format!("game {}, {}", difference.game, difference.words()),
        };
        writeln!(err, "{line}")?;
    }
    Ok(())
}
