//! What the fields of a record say of its game: tags, result, moves, clock times, remarks.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use crate::{
    chess::{Color, Comment, CommentKind, Outcome, Ply, Position, Tags, Variant},
    events::Depth,
    layout::{
        Event, ReadGame, pgn,
        read::{
            Unread,
            enclosed::begins_game,
            json::{self, Json},
            moves,
            times::{clock_text, moment},
            told,
            value::Value,
        },
        scoresheet,
    },
    resolve::Notations,
    words::{
        self, FieldName,
        ending::{self, Ending, Players},
    },
};

/// Fields that a game has once: further ones must say the same.
const ONCE: [&str; 8] =
    ["Result", "Winner", "StartFEN", "FEN", "Variant", "Notation", "ClockInitial", "ClockIncrement"];

/// Longest value that becomes a tag, in characters.
const SHORT: usize = 255;

/// What says that a game without a winner is over, as lichess's `status` does.
#[rustfmt::skip]
const DRAWN: [&str; 8] = [
    "draw", "drawn", "stalemate", "timeout", "outoftime", "variantend", "insufficientmaterialclaim", "unknownfinish",
];

/// Name under which an unread position is reported.
pub(super) const POSITION: &str = "fen";

/// This many legal plies from the start position are a game, whatever position stands beside them.
const OF_GAME: usize = 16;

/// Keys that are tag names.
const TAGS: [&str; 11] = [
    "Event", "Site", "Date", "Round", "Board", "ECO", "Opening", "TimeControl", "Termination", "UTCDate",
    "UTCTime",
];

/// Player tags, without the colour.
const OF_PLAYER: [&str; 5] = ["Elo", "Title", "Team", "Country", "RatingDiff"];

/// The name of a field, and what it stands for.
#[derive(Clone, Debug)]
pub struct Name<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) holds: FieldName,
}

impl<'t> Name<'t> {
    pub fn new(text: impl Into<Cow<'t, str>>) -> Name<'t> {
        let text = text.into();
        Name { holds: words::field(&text), text }
    }

    pub(super) fn borrowed(&self) -> Name<'_> {
        Name { text: Cow::Borrowed(&self.text), holds: self.holds }
    }

    /// Returns the value of the field, if it has the moves of a game. Where the name says nothing, a text in an object inside is that of
    /// another game.
    pub fn moves<'v, 'r>(&self, value: &'v Value<'r>) -> Option<&'v Value<'r>> {
        let begins = || match value {
            Value::Json(it) if it.is_list() => moves::opens(*it),
            _ => !self.text.contains('.') && value.text().is_some_and(|it| begins_game(&it)),
        };
        match self.holds {
            FieldName::Game("Moves") => Some(value),
            FieldName::Other => begins().then_some(value),
            // A count, or what is counted.
            FieldName::Game("Derived") => value.list().and_then(|_| begins().then_some(value)),
            _ => None,
        }
    }
}

/// The parsed fields of a record.
#[derive(Default)]
pub(super) struct Content<'r, 't> {
    /// The tags listed in one field.
    tags: Tags<'static>,
    /// Whether that list is our JSON's, which has all tags of the game.
    has_tags: bool,
    /// Whether there is such a list at all, as in our tables.
    lists_tags: bool,
    /// Tags from other fields.
    pub(super) others: Vec<(String, String)>,
    /// The names of each player, with their rank of preference.
    names: [Vec<(usize, String, String)>; 2],
    /// The values of the fields in [`ONCE`].
    once: BTreeMap<&'static str, String>,
    results: [Option<String>; 2],
    status: Option<String>,
    clocks: Vec<f64>,
    pub(super) comments: Vec<String>,
    pub(super) moves: Vec<(&'r str, &'r Value<'t>)>,
    pub(super) unread: Unread,
    /// Ranges of the position and of the clock times.
    places: [Range<usize>; 2],
}

impl<'r, 't> Content<'r, 't> {
    pub(super) fn add(&mut self, name: &'r Name<'_>, value: &'r Value<'t>) {
        let Name { text: name, holds } = name;
        let text = value.text().map(Cow::into_owned);
        let taken = match *holds {
            FieldName::Game("Moves") => {
                self.moves.push((name, value));
                true
            }
            FieldName::Game("Tags") => return self.add_tags(name, value),
            FieldName::Game("Result") if let Some(scores) = pair(value) => {
                let said = scores.join("-");
                self.once.entry("Result").or_insert_with(|| said.clone()) == &said
            }
            FieldName::Game("Name")
                if let Some(players) = pair(value)
                    && players.iter().all(|it| it.contains(char::is_alphabetic)) =>
            {
                for (n, player) in players.into_iter().enumerate() {
                    self.names[n].push((0, name.to_string(), player));
                }
                true
            }
            FieldName::Game(key) if ONCE.contains(&key) => {
                if key == "FEN" {
                    self.places[0] = value.span();
                }
                match &text {
                    Some(it) => self.once.entry(key).or_insert_with(|| it.clone()) == it,
                    None => !value.is_list(),
                }
            }
            FieldName::Game("Status") => {
                self.status = text.as_ref().map(|it| it.to_lowercase());
                false
            }
            FieldName::Game("Started") => text.as_deref().and_then(moment).is_some_and(|(date, time)| {
                if !self.others.iter().any(|it| it.0 == "Date") && self.tags.get("Date").is_none() {
                    self.others.push(("Date".to_owned(), date.clone()));
                }
                self.others.push(("UTCDate".to_owned(), date));
                self.others.push(("UTCTime".to_owned(), time));
                true
            }),
            FieldName::Game("Derived") => text.as_ref().is_none_or(|it| it.trim().parse::<f64>().is_ok()),
            FieldName::Game("Clocks") => value.list().is_some_and(|list| {
                self.places[1] = list.span();
                let clocks: Option<Vec<f64>> =
                    list.items().iter().map(|it| it.text()?.parse().ok()).collect();
                clocks.is_some_and(|it| {
                    self.clocks = it;
                    true
                })
            }),
            FieldName::Game("Notes") if value.list().is_some() => {
                let items = value.list().map_or(Vec::new(), Json::items);
                let texts: Vec<String> =
                    items.iter().filter_map(|it| Some(it.text()?.into_owned())).collect();
                let is_all = texts.len() == items.len();
                self.comments.extend(texts);
                is_all
            }
            FieldName::Game("Notes") => {
                let texts = value.texts().unwrap_or_default();
                self.comments.extend(texts.iter().filter_map(|it| Some(it.text()?.into_owned())));
                self.comments.extend(text.clone());
                true
            }
            FieldName::Game("White") if text.is_some() => return self.name(Color::White, 0, name, text),
            FieldName::Game("Black") if text.is_some() => return self.name(Color::Black, 0, name, text),
            FieldName::Player(color, "Name", rank) => return self.name(color, rank, name, text),
            FieldName::Player(color, "Result", _) => {
                self.results[usize::from(color.is_black())] = text.as_ref().map(|it| it.to_lowercase());
                false
            }
            _ => false,
        };
        if taken {
            return;
        }
        let tag = match *holds {
            FieldName::Game(key) if TAGS.contains(&key) => Some(key.to_owned()),
            FieldName::Player(color, key, _) => {
                let suffix = if key == "Rating" { "Elo" } else { key };
                OF_PLAYER.contains(&suffix).then(|| format!("{}{suffix}", color.fold_wb("White", "Black")))
            }
            _ => None,
        };
        match (tag.or_else(|| words::tag_name(name)), text) {
            (Some(tag), Some(text)) if text.chars().count() <= SHORT && !text.contains('\n') => {
                let text = if tag.ends_with("Date") { scoresheet::date(&text).into_owned() } else { text };
                self.others.push((tag, text));
            }
            (_, None) if value.is_list() => self.unread.push((name.to_string(), value.span())),
            (_, None) => {}
            (_, Some(_)) => self.unread.push((name.to_string(), value.span())),
        }
    }

    fn name(&mut self, color: Color, rank: usize, field: &str, text: Option<String>) {
        let names = &mut self.names[usize::from(color.is_black())];
        names.extend(text.map(|it| (rank, field.to_owned(), it)));
    }

    /// Adds the tags of an object or a list of pairs; a table's cell has them as JSON text.
    fn add_tags(&mut self, name: &str, value: &Value<'t>) {
        self.lists_tags = true;
        let of_cell = value.text().filter(|_| matches!(value, Value::Cell(..))).map(Cow::into_owned);
        let json = match (value, &of_cell) {
            (Value::Json(value), _) => Some(*value).filter(|it| it.is_object() || it.is_list()),
            (_, Some(text)) => match Json::begins(text, 0) {
                json::Begins::Value(value) => Some(value),
                _ => None,
            },
            _ => None,
        };
        let mut pairs: Vec<(String, String)> = Vec::new();
        match json {
            None => {
                self.unread.extend(value.text().is_some().then(|| (name.to_owned(), value.span())));
                return;
            }
            Some(value) if value.is_object() => {
                let fields = value.fields().into_iter();
                pairs.extend(fields.filter_map(|(name, value)| Some((name, value.text()?.into_owned()))));
            }
            Some(value) => {
                for item in value.items() {
                    let (name, value) = if item.is_object() {
                        (item.get("name"), item.get("value"))
                    } else {
                        let parts = item.items();
                        (parts.first().copied(), parts.get(1).copied())
                    };
                    let text = |it: Option<Json<'_>>| Some(it?.text()?.into_owned());
                    pairs.extend(text(name).zip(text(value)));
                }
            }
        }
        self.has_tags |= matches!(value, Value::Json(_));
        let known = self.tags.0.len();
        for (name, value) in pairs {
            if known > 0 {
                add_tag(&mut self.tags, name, value);
            } else {
                self.tags.push(name, on_one_line(value));
            }
        }
    }

    fn said(&self, key: &str) -> Option<&str> {
        self.once.get(key).map(String::as_str)
    }

    /// Returns the result, or `None` if it is unknown.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let name = |n: usize| self.names[n].iter().min_by_key(|it| it.0).map(|it| it.2.to_lowercase());
        let of_winner = |text: &str| {
            let text = text.trim().to_lowercase();
            // As in `white_won`.
            let first = text.split([' ', '_']).next().unwrap_or_default();
            match text.as_str() {
                "w" | "1" => Some(Outcome::WhiteWins),
                "b" | "0" => Some(Outcome::BlackWins),
                "0.5" | "0,5" | ".5" => Some(Outcome::Draw),
                _ if name(0).is_some_and(|it| it == text) => Some(Outcome::WhiteWins),
                _ if name(1).is_some_and(|it| it == text) => Some(Outcome::BlackWins),
                _ if ["draw", "drawn", "tie", "remis"].contains(&first) => Some(Outcome::Draw),
                _ if text.contains(' ') && !text.ends_with("wins") && !text.ends_with("won") => None,
                _ => words::side(first).map(|it| it.fold_wb(Outcome::WhiteWins, Outcome::BlackWins)),
            }
        };
        // As in `black wins by resignation`.
        let in_words = |text: &str| match ending::told(text, &Players::NONE)? {
            Ending::Won(color) => Some(Outcome::lost_by(!color)),
            Ending::Drawn => Some(Outcome::Draw),
            Ending::Resigned | Ending::LastWins => None,
        };
        let said = self.said("Result");
        let said =
            said.and_then(|it| pgn::of_text(it.trim()).or_else(|| of_winner(it)).or_else(|| in_words(it)));
        let won = |it: &Option<String>| it.as_deref().is_some_and(|it| ["win", "won", "1"].contains(&it));
        let of_players = || match &self.results {
            [white, _] if won(white) => Some(Outcome::WhiteWins),
            [_, black] if won(black) => Some(Outcome::BlackWins),
            [Some(white), Some(black)] if white == black => Some(Outcome::Draw),
            _ => None,
        };
        let drawn = || self.status.as_deref().is_some_and(|it| DRAWN.contains(&it)).then_some(Outcome::Draw);
        let winner = || self.said("Winner").and_then(of_winner);
        said.or_else(winner).or_else(of_players).or_else(drawn)
    }

    /// Returns all tags, those of the Seven Tag Roster first unless our JSON lists them.
    pub(super) fn all_tags(&mut self, outcome: Option<Outcome>) -> Tags<'static> {
        for (n, color) in ["White", "Black"].into_iter().enumerate() {
            let mut names = std::mem::take(&mut self.names[n]);
            names.sort_by_key(|it| it.0);
            let mut names = names.into_iter();
            let Some((rank, _, first)) = names.next() else { continue };
            for (other, field, name) in names {
                // A further name of equal rank becomes a tag; others identify the same player.
                if name != first && other == rank {
                    self.others.push((color.to_owned(), name));
                } else if !name.eq_ignore_ascii_case(&first) {
                    self.others.extend(words::tag_name(&field).map(|it| (it, name)));
                }
            }
            self.others.insert(0, (color.to_owned(), first));
        }
        let has_result = self.has_tags || self.tags.get("Result").is_some();
        match outcome {
            Some(it) if !has_result => self.others.push(("Result".to_owned(), it.marker().to_owned())),
            Some(_) => {}
            // Text other than a result is kept.
            None => {
                let said = self.once.remove("Result").filter(|it| self.tags.get("Result") != Some(it));
                self.others.extend(said.map(|it| ("Termination".to_owned(), it)));
            }
        }
        if let Some(winner) = self.once.remove("Winner").filter(|_| outcome.is_none()) {
            self.others.push(("Winner".to_owned(), winner));
        }
        if let Some(initial) = self.said("ClockInitial") {
            let control = format!("{initial}+{}", self.said("ClockIncrement").unwrap_or("0"));
            self.others.push(("TimeControl".to_owned(), control));
        }
        let rank = |name: &str| Tags::ROSTER.iter().position(|it| *it == name);
        let mut tags = std::mem::take(&mut self.tags);
        let mut own = std::mem::take(&mut self.others);
        let mut listed = Vec::new();
        if !self.has_tags {
            // Those of the roster come first, listed or not.
            for tag in std::mem::take(&mut tags).0 {
                let is_own = Tags::ROSTER.contains(&&*tag.name) && !own.iter().any(|it| it.0 == tag.name);
                let tag = (tag.name.into_owned(), tag.value.into_owned());
                if is_own { own.push(tag) } else { listed.push(tag) }
            }
        }
        own.sort_by_key(|it| rank(&it.0).unwrap_or(Tags::ROSTER.len()));
        own.into_iter().chain(listed).for_each(|(name, value)| add_tag(&mut tags, name, value));
        self.set_up(&mut tags);
        if let Some(notation) = self.once.remove("Notation").filter(|_| tags.get("Notation").is_none()) {
            tags.push("Notation", notation);
        }
        tags
    }

    /// Adds tags of the variant and start position, if they aren't the usual ones.
    fn set_up(&mut self, tags: &mut Tags<'static>) {
        if let Some(variant) = self.once.remove("Variant").filter(|_| tags.known("Variant").is_none()) {
            let known = Variant::from_name(&variant);
            let fen = tags.known("FEN").or(self.said("StartFEN")).or(self.said("FEN"));
            let of_position = || Position::set_up(None, fen).is_ok_and(|it| Some(it.variant()) == known);
            let is_told = known == Some(Variant::Standard) || self.lists_tags && of_position();
            if !is_told {
                tags.push("Variant", known.map_or(variant, |it| it.name().to_owned()));
            }
        }
        // A position beside that of the tags repeats it, or is the last one.
        let start = self.once.remove("StartFEN").filter(|_| tags.known("FEN").is_none());
        if let Some(start) =
            start.filter(|it| it != "startpos" && position(tags, it).is_none_or(|it| !it.is_first()))
        {
            tags.set_start(start);
        }
    }

    /// Takes the position, if the tags have none and it isn't the usual start position.
    fn taken_fen(&mut self, tags: &Tags<'_>) -> Option<String> {
        let is_needed =
            |it: &str| tags.get("FEN").is_none() && position(tags, it).is_none_or(|it| !it.is_first());
        self.once.remove("FEN").filter(|it| is_needed(it))
    }

    pub(super) fn read_list(
        &mut self,
        list: Json<'t>,
        tags: &Tags<'static>,
        notations: &Notations,
    ) -> ReadGame<'static> {
        self.read_from_start(tags, false, |tags| {
            let mut unread = Vec::new();
            let mut read = moves::read(list, tags, notations, &mut unread);
            read.diagnostics.extend(told(unread));
            read
        })
    }

    pub(super) fn read_texts(
        &mut self,
        texts: &[Value<'t>],
        at: usize,
        tags: &Tags<'static>,
        notations: &Notations,
    ) -> ReadGame<'static> {
        self.read_from_start(tags, false, |tags| moves::read_texts(texts, at, &tags, notations))
    }

    /// Reads moves from the position in a field, unless that is the last one, as chess.com's is; elsewhere it
    /// is the first. If the moves have tags of their own, these state the start position.
    pub(super) fn read_from_start(
        &mut self,
        tags: &Tags<'static>,
        tagged: bool,
        mut read: impl FnMut(Tags<'static>) -> ReadGame<'static>,
    ) -> ReadGame<'static> {
        let Some(fen) = self.taken_fen(tags) else { return read(tags.clone()) };
        let mut attempt = |start: Option<&str>| {
            let mut tags = tags.clone();
            start.into_iter().for_each(|it| tags.set_start(it.to_owned()));
            read(tags)
        };
        let board = |fen: &str| fen.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        let ends_there = |read: &ReadGame<'_>| {
            !read.has_errors() && board(&read.game.last_position().fen()) == board(&fen)
        };
        let first = if tagged { None } else { Some(attempt(Some(&fen))).filter(|it| !it.has_errors()) };
        if let Some(read) = first {
            return read;
        }
        let last = attempt(None);
        // If the moves are those of a game from the start, it is of another position.
        let is_game = !last.has_errors() && plies(&last).nth(OF_GAME - 1).is_some();
        let other = if is_game || ends_there(&last) { None } else { Some(attempt(Some(&fen))) };
        if let Some(read) = other.filter(|it| !tagged || !it.has_errors()) {
            return read;
        }
        if !ends_there(&last) {
            self.unread.push((POSITION.to_owned(), self.places[0].clone()));
        }
        last
    }

    /// Adds clock times, in hundredths of a second, after the moves of the main line.
    pub(super) fn insert_clocks(&mut self, events: &mut Vec<Event<'static>>) {
        let mut clocks = std::mem::take(&mut self.clocks).into_iter();
        let mut depth = Depth::default();
        let mut with_clocks = Vec::with_capacity(events.len() + clocks.len());
        for event in events.drain(..) {
            let is_ply = depth.is_main(&event) && matches!(event, Event::Ply(..));
            let clock = if is_ply { clocks.next() } else { None };
            with_clocks.push(event);
            with_clocks.extend(clock.map(|it| {
                let text = format!("[%clk {}]", clock_text(it / 100.0));
                Event::Comment(Comment { kind: CommentKind::Text, text: text.into() })
            }));
        }
        *events = with_clocks;
        if clocks.next().is_some() {
            self.unread.push(("clocks".to_owned(), self.places[1].clone()));
        }
    }
}

/// Returns the two texts of a list with both sides, as in `("Fischer", "Spassky")` and `[1, 0]`.
fn pair(value: &Value<'_>) -> Option<[String; 2]> {
    let texts: Vec<String> = match (value.list(), value.texts()) {
        (Some(list), _) => list.items().iter().filter_map(|it| Some(it.text()?.into_owned())).collect(),
        (_, Some(texts)) => texts.iter().filter_map(|it| Some(it.text()?.into_owned())).collect(),
        _ => return None,
    };
    texts.try_into().ok()
}

/// Returns the value of a tag, which is on one line.
fn on_one_line(value: String) -> String {
    if value.contains(['\n', '\r']) { value.replace("\r\n", " ").replace(['\n', '\r'], " ") } else { value }
}

/// Adds a tag unless one of that name has the same value.
pub(super) fn add_tag(tags: &mut Tags<'static>, name: String, value: String) {
    let value = on_one_line(value);
    let same = |it: &str| it.trim().eq_ignore_ascii_case(value.trim());
    let is_known = tags.0.iter().any(|it| it.name == name && same(&it.value));
    // A URL is the same under any name.
    let is_address = value.contains("://") && tags.0.iter().any(|it| same(&it.value));
    if !is_known && !is_address {
        tags.push(name, value);
    }
}

pub(super) fn plies<'r>(read: &'r ReadGame<'_>) -> impl Iterator<Item = Ply> + 'r {
    read.game.events.iter().filter_map(|it| if let Event::Ply(ply, _) = it { Some(*ply) } else { None })
}

/// Returns the position of a FEN in a game with these tags.
pub fn position(tags: &Tags<'_>, fen: &str) -> Option<Position> {
    let variant = tags.known("Variant").and_then(Variant::from_name);
    Position::set_up(variant, Some(fen)).ok()
}
