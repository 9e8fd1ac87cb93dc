//! `plyglot merge`: one game from two witnesses.
//!
//! Two scoresheets of a game, a scoresheet and a database, two editions: both texts are decoded together
//! ([`decode_both`]), so that one supplies what the other garbles. Tags, comments, NAGs and variations of both are kept, and
//! every difference is reported.

use std::{
    ffi::OsString,
    io::Write as _,
    iter,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow, bail};
use serde::Serialize;

use super::{
    Exit,
    args::{Args, Merge},
    common_args::{ColorWhen, MessageArgs, MessageFormat},
    convert,
    job::Job,
    report,
};
use crate::{
    chess::{Comment, Outcome, Position, Tag, Tags},
    diagnostics::Severity,
    io::{self, InputEvent, Origin, encoding, pipeline::Item},
    layout::{Event, Game, SourceGame, SourceGames, combined},
    notation::{Choice, text_of},
    resolve::{
        Apart, Decoded, Effort, Element, Kind, Next, Notations, Source as _, Witness, decode, decode_both,
        meaning,
    },
    slice::Slice as _,
    words,
};

/// The confidence above which a difference is certain.
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

/// A tag with different values in the witnesses.
#[derive(Serialize)]
struct TagDifference {
    kind: &'static str,
    game: usize,
    tag: String,
    texts: [String; 2],
    taken: String,
}

/// A game with the differences between its witnesses.
struct Merged {
    game: Game<'static>,
    differences: Vec<Difference>,
    tags: Vec<TagDifference>,
    /// The results, if they differ; the first is taken.
    results: Option<TagDifference>,
}

impl Merged {
    /// Whether all of it is certain.
    fn is_sure(&self) -> bool {
        self.results.is_none() && self.differences.iter().all(|it| it.confidence >= CERTAIN)
    }
}

/// Merges two files, or those of a folder that belong together. Fails if a file cannot be read, or the flags are wrong.
pub fn run(merge: &Merge, color: ColorWhen) -> Result<Exit> {
    let mut args = Args::read_from(iter::once(OsString::from("plyglot")).chain(merge.rest.iter().cloned()))?;
    if args.color == ColorWhen::default() {
        args.color = color;
    }
    let stderr = args.stderr();
    let (witnesses, alone) = match &args.input.files[..] {
        [folder] if folder.is_dir() => in_folder(folder)?,
        [one, other] => (vec![[one.clone(), other.clone()]], Vec::new()),
        _ => bail!("merge needs two files, or a folder with pairs of them"),
    };
    let mut job = Job::new(&args)?;
    let mut exit = Exit::Success;
    for group in alone {
        exit = Exit::GameErrors;
        stderr.say("difference", &group);
    }
    let merging = Merging { to: Choice::parse(&job.to.name).unwrap_or_else(|_| Choice::san()), job: &job };
    let mut games: Vec<Merged> = Vec::new();
    for files in &witnesses {
        let (merged, told) = merging.files(files, games.len() + 1)?;
        exit = if told.is_empty() { exit } else { Exit::GameErrors };
        told.iter().for_each(|it| stderr.say("difference", it));
        games.extend(merged);
    }
    if games.is_empty() {
        return Ok(Exit::GameErrors);
    }
    for game in &games {
        if !game.is_sure() {
            exit = Exit::GameErrors;
        }
        game.report(&args.messages)?;
    }
    job.work.merged = Some(games.into_iter().map(|it| it.game).collect());
    Ok(exit.max(convert::run_job(&args, job)?))
}

/// Returns the common part of the names of two files about one game: without the side, as in `board1-white`,
/// `White 3` and `Brett 2 schwarz`, or else without what follows the last hyphen or underscore, or a letter
/// after a number, as in `5a`.
fn name_of_game(name: &str) -> String {
    let words = || name.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let others: Vec<&str> = words().filter(|it| words::side_or_letter(it).is_none()).collect();
    if !others.is_empty() && others.len() < words().count() {
        return others.join("-");
    }
    let lettered = name.strip_suffix(['a', 'b']).filter(|it| it.ends_with(|it: char| it.is_ascii_digit()));
    let shared = lettered.or_else(|| Some(name.rsplit_once(['-', '_'])?.0));
    shared.unwrap_or(name).to_owned()
}

/// Returns the pairs of files in a folder whose names differ only in the side, such as `board1-white.txt` and
/// `board1-black.txt`, and messages about the others.
fn in_folder(folder: &Path) -> Result<(Vec<[PathBuf; 2]>, Vec<String>)> {
    let mut groups: Vec<(PathBuf, Vec<PathBuf>)> = Vec::new();
    for file in io::walk(folder, None) {
        let file = file.map_err(|(path, error)| anyhow!("cannot read {}: {error}", path.display()))?;
        let stem = io::stem(&file);
        let game = file.with_file_name(name_of_game(&stem.to_string_lossy()));
        match groups.iter_mut().find(|it| it.0 == game) {
            Some(group) => group.1.push(folder.join(file)),
            None => groups.push((game, vec![folder.join(file)])),
        }
    }
    let (mut pairs, mut others) = (Vec::new(), Vec::new());
    for (game, files) in groups {
        match <[PathBuf; 2]>::try_from(files) {
            Ok(pair) => pairs.push(pair),
            Err(files) if files.len() == 1 => {
                others.push(format!("{} has no partner; left out", files[0].display()));
            }
            Err(files) => {
                let count = files.len();
                others.push(format!("{count} files are called {}-…, not two; left out", game.display()));
            }
        }
    }
    if pairs.is_empty() {
        bail!("no pairs of files such as board1-white.txt and board1-black.txt in {}", folder.display());
    }
    Ok((pairs, others))
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
                let decoded = encoding::decode(&block.bytes, options.encoding).text;
                let (format, text) = match block.format.page_text(&decoded) {
                    Some((format, pages)) => (format, pages.text),
                    None => (block.format, decoded),
                };
                let mut extents = format.extents(&text);
                let mut source = SourceGames::new(format, &text);
                let mut at = 0;
                while !text.slice(at..).trim().is_empty() {
                    let range = at..extents.of(at).at.clamp(at + 1, text.len());
                    let read = extents.read(range.clone(), &options.from);
                    at = range.end;
                    let own = options.extract.then(|| extents.place(&range, &read)).flatten();
                    games.push(source.take(own.map_or(range, |it| it.own), read.game));
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

/// One game as it is in each of the files.
type Pair<'g> = [Option<&'g SourceGame>; 2];

/// Pairs games: those of the same players in the same round, and the others by order.
fn pairs<'g>(first: &'g [SourceGame], second: &'g [SourceGame]) -> Vec<Pair<'g>> {
    let name = |game: &SourceGame| {
        let tag = |name| game.tags.known(name).map(|it| it.trim().to_lowercase());
        Some((tag("White")?, tag("Black")?, tag("Round")))
    };
    let mut left: Vec<&SourceGame> = second.iter().collect();
    let mut pairs: Vec<Pair<'g>> = Vec::new();
    for game in first {
        let same = |it: &&SourceGame| name(it).is_some() && name(it) == name(game);
        let other = left.iter().position(same).map(|n| left.remove(n));
        pairs.push([Some(game), other]);
    }
    let mut left = left.into_iter();
    pairs.iter_mut().filter(|it| it[1].is_none()).for_each(|pair| pair[1] = left.next());
    pairs.extend(left.map(|it| [None, Some(it)]));
    pairs
}

/// How games are merged.
struct Merging<'j, 'a> {
    /// The notation of the moves in messages.
    to: Choice,
    job: &'j Job<'a>,
}

impl Merging<'_, '_> {
    /// Merges the games of two files, numbering from `first`; also returns messages about games in only one
    /// of them.
    fn files(&self, files: &[PathBuf; 2], first: usize) -> Result<(Vec<Merged>, Vec<String>)> {
        let names = [0, 1].map(|n| files[n].display().to_string());
        let read = [games(&files[0], self.job)?, games(&files[1], self.job)?];
        for (games, name) in read.iter().zip(&names) {
            if games.is_empty() {
                bail!("no game in {name}");
            }
        }
        let mut merged: Vec<Merged> = Vec::new();
        let mut is_shared = false;
        let mut single = Vec::new();
        for pair in pairs(&read[0], &read[1]) {
            let number = first + merged.len();
            if let Some(game) = self.merged(pair, number)? {
                is_shared |= pair.iter().all(Option::is_some);
                single.extend((0..2).filter(|w| pair[1 - w].is_none()).map(|w| (number, w)));
                merged.push(game);
                continue;
            }
            // These are different games, each in only one of the files.
            for (w, only) in [[pair[0], None], [None, pair[1]]].into_iter().enumerate() {
                single.push((first + merged.len(), w));
                merged.extend(self.merged(only, first + merged.len())?);
            }
        }
        if !is_shared {
            let told = format!("{} and {} tell different games; nothing is written", names[0], names[1]);
            return Ok((Vec::new(), vec![told]));
        }
        let told = single.into_iter().map(|(number, w)| format!("game {number} is only in {}", names[w]));
        Ok((merged, told.collect()))
    }

    /// Merges the witnesses of a game, of which one may be missing. `None` if they tell different games.
    fn merged(&self, pair: Pair<'_>, game: usize) -> Result<Option<Merged>> {
        let given: Vec<&SourceGame> = pair.into_iter().flatten().collect();
        let Some(start) = start(&given) else { return Ok(None) };
        let notations = &self.job.work.options.from;
        let choices: Vec<&Choice> = given.iter().map(|it| choice(it, start, notations)).collect();
        let witness = |n: usize| {
            let game = given[n];
            Witness::new(game, &*choices[n].notation, game.begin(), usize::MAX)
        };
        let decoded = match given.len() {
            2 => decode_both(&mut [witness(0), witness(1)], start),
            _ => decode(&mut witness(0), start, Effort::Full).ok_or(Apart::TooUnclear),
        };
        let decoded = match decoded {
            Ok(decoded) => decoded,
            Err(Apart::Different) => return Ok(None),
            Err(Apart::TooUnclear) => bail!("game {game} is too long and too unclear to be merged"),
        };
        let differences = differences(&decoded, pair, start, game, &choices, &self.to);
        let (mut tags, told) = tags(&given, game);
        let (outcome, results) = outcome(&given, game);
        if tags.get("Result").is_some() {
            tags.set("Result", outcome.marker());
        }
        let texts = given.iter().zip(&choices).enumerate();
        let texts = texts.map(|(w, (game, choice))| game.events(start, (&decoded, w), notations, choice));
        let remarks: Vec<(usize, String)> = differences.iter().map(|it| (it.ply, it.words())).collect();
        let mut preamble: Vec<Comment<'static>> = Vec::new();
        for comment in given.iter().flat_map(|it| &it.preamble) {
            if !preamble.contains(comment) {
                preamble.push(comment.clone());
            }
        }
        let events = combined(&texts.collect::<Vec<_>>(), &remarks);
        let merged = Game {
            tags,
            start: start.clone(),
            events: preamble.into_iter().map(Event::Comment).chain(events).collect(),
            outcome,
            ..Game::default()
        };
        Ok(Some(Merged { game: merged, differences, tags: told, results }))
    }
}

/// Returns the position in which a game begins. `None` if its witnesses disagree.
fn start<'g>(given: &[&'g SourceGame]) -> Option<&'g Position> {
    let says = |it: &&&'g SourceGame| ["FEN", "Variant"].iter().any(|name| it.tags.known(name).is_some());
    let mut said = given.iter().filter(says).map(|it| &it.start);
    let first = said.next().or_else(|| Some(&given.first()?.start))?;
    said.all(|it| it.same_as(first)).then_some(first)
}

/// Returns the notation of a witness.
fn choice<'n>(game: &SourceGame, start: &Position, notations: &'n Notations) -> &'n Choice {
    let named = game.tags.known("Notation").and_then(|name| notations.named(name));
    notations.choose(named, game, start, game.begin()).map_or_else(|_| notations.first(), |it| it.choice)
}

/// Returns the tags of all witnesses, each with its first value, and those whose values differ.
fn tags(given: &[&SourceGame], game: usize) -> (Tags<'static>, Vec<TagDifference>) {
    let mut all = Tags::default();
    let mut told = Vec::new();
    for tag in given.iter().flat_map(|it| &it.tags.0).filter(|it| it.name != "Notation") {
        let Some(known) = all.0.iter_mut().find(|it: &&mut Tag<'_>| it.name == tag.name) else {
            all.0.push(tag.clone());
            continue;
        };
        match union(&known.value, &tag.value) {
            Some(value) => known.value = value.to_owned().into(),
            None if tag.name == "Result" => {}
            None => told.push(TagDifference {
                kind: "difference",
                game,
                tag: tag.name.to_string(),
                texts: [&known.value, &tag.value].map(|it| it.to_string()),
                taken: known.value.to_string(),
            }),
        }
    }
    (all, told)
}

/// Returns the value that unites two: `?` leaves a character open or, alone, the whole value.
fn union<'v>(one: &'v str, other: &'v str) -> Option<&'v str> {
    let is_open = |value: &str| value.chars().all(|it| "?.*- ".contains(it));
    let covers = |less: &str, more: &str| {
        let same = |(less, more): (char, char)| less == '?' || less == more;
        less.chars().count() == more.chars().count() && less.chars().zip(more.chars()).all(same)
    };
    if is_open(other) || one.split_whitespace().eq(other.split_whitespace()) || covers(other, one) {
        Some(one)
    } else {
        (is_open(one) || covers(one, other)).then_some(other)
    }
}

/// Returns the first known result of a game, and the results if they differ.
fn outcome(given: &[&SourceGame], game: usize) -> (Outcome, Option<TagDifference>) {
    let mut known = given.iter().map(|it| it.outcome).filter(|it| *it != Outcome::Unknown);
    let first = known.next().unwrap_or_default();
    let other = known.find(|it| *it != first);
    let differ = |other: Outcome| TagDifference {
        kind: "difference",
        game,
        tag: "Result".to_owned(),
        texts: [first, other].map(|it| it.marker().to_owned()),
        taken: first.marker().to_owned(),
    };
    (first, other.map(differ))
}

fn text(game: &SourceGame, element: &Element, w: usize) -> Option<String> {
    let text = game.text().get(element.spans[w].clone()).unwrap_or("").trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whether a witness's text for a ply may also mean others.
fn is_ambiguous(
    game: &SourceGame,
    element: &Element,
    w: usize,
    choice: &Choice,
    position: &Position,
) -> bool {
    text(game, element, w).is_some_and(|it| meaning(&*choice.notation, position, &it).plies.len() != 1)
}

/// Returns the places where the texts of a game differ or leave a ply open.
fn differences(
    decoded: &Decoded,
    pair: Pair<'_>,
    start: &Position,
    game: usize,
    choices: &[&Choice],
    to: &Choice,
) -> Vec<Difference> {
    let given: Vec<&SourceGame> = pair.into_iter().flatten().collect();
    let all = (1_u8 << given.len()) - 1;
    let mut position = start.clone();
    let mut found = Vec::new();
    let mut ply = 1;
    let mut silent = vec![false; given.len()];
    for element in &decoded.elements {
        let taken = element.ply.map(|ply| text_of(&*to.notation, &position, &ply).unwrap_or_default());
        let ended = (0..given.len()).map(|w| {
            let at = element.spans[w].start;
            !matches!(given[w].next(at), Next::Move(_)) && element.spans[w].is_empty()
        });
        let ended: Vec<bool> = ended.collect();
        let is_sure = f64::from(element.confidence) >= CERTAIN;
        let is_open = |exact: u8| {
            let mut says = (0..given.len()).filter(|w| exact & 1 << w != 0);
            !is_sure && says.all(|w| is_ambiguous(given[w], element, w, choices[w], &position))
        };
        let differs = match element.kind {
            Kind::Ply { exact, .. } => exact != all || is_open(exact),
            Kind::Missing | Kind::Exchanged | Kind::LeftOut => true,
            Kind::Number(_) | Kind::Skip | Kind::Note | Kind::Resigns => false,
        };
        // A witness that breaks off is reported once only.
        let breaks_off = (0..given.len()).any(|w| ended[w] && silent[w]);
        let known = breaks_off
            && matches!(element.kind, Kind::Ply { exact, .. } if matches!(exact, 1 | 2) && !is_open(exact));
        if differs && !known {
            let mut texts = given.iter().enumerate().map(|(w, game)| text(game, element, w));
            found.push(Difference {
                kind: "difference",
                game,
                ply,
                label: format!("{}{}", position.move_number(), position.turn().fold_wb(".", "...")),
                texts: pair.map(|it| it.and_then(|_| texts.next().flatten())),
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

impl TagDifference {
    fn words(&self) -> String {
        let [one, other] = &self.texts;
        format!("{}: {one} / {other}; {} is taken", self.tag, self.taken)
    }
}

impl Merged {
    /// Reports the differences between the witnesses on standard error.
    fn report(&self, messages: &MessageArgs) -> Result<()> {
        let mut err = std::io::stderr().lock();
        let is_json = messages.message_format == MessageFormat::Json;
        let mut tell = |game: usize, words: String, json: String| {
            let line = if is_json { json } else { format!("game {game}, {words}") };
            writeln!(err, "{line}")
        };
        if is_json || messages.least() < Severity::Error {
            for it in &self.tags {
                tell(it.game, it.words(), report::to_json(it)?)?;
            }
            for it in &self.differences {
                tell(it.game, it.words(), report::to_json(it)?)?;
            }
        }
        if let Some(it) = &self.results {
            tell(it.game, it.words(), report::to_json(it)?)?;
        }
        Ok(())
    }
}
