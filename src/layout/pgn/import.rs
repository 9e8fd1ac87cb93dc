//! The effect of a strict importer on a game, using pgn-reader, the parser behind the tools of lichess.
//!
//! pgn-reader silently skips what it can't parse, and reports no offsets. So its game is compared with ours,
//! and the first of our moves that it lacks is reported.

use std::{ops::ControlFlow, ops::Range};

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use crate::{
    chess::{CommentKind, Outcome, Position},
    diagnostics::{Diagnostic, Problem},
    layout::{Event, Game},
    notation::Choice,
    resolve::meaning,
    slice::Slice as _,
};

/// Limit for tags and comments, in bytes: more than games have.
const LONGEST: usize = 1 << 20;

/// An item read by the importer.
enum ImportItem {
    San(String),
    Begin,
    End,
}

/// A game as read by the importer.
#[derive(Default)]
struct Imported {
    tags: Vec<String>,
    items: Vec<ImportItem>,
    comments: usize,
    outcome: Outcome,
}

struct Recorder;

impl Visitor for Recorder {
    type Tags = Imported;
    type Movetext = Imported;
    type Output = Imported;

    fn begin_tags(&mut self) -> ControlFlow<Imported, Imported> {
        ControlFlow::Continue(Imported::default())
    }

    fn tag(&mut self, game: &mut Imported, name: &[u8], _: RawTag<'_>) -> ControlFlow<Imported> {
        game.tags.push(String::from_utf8_lossy(name).trim().to_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Imported) -> ControlFlow<Imported, Imported> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Imported, san: SanPlus) -> ControlFlow<Imported> {
        game.items.push(ImportItem::San(san.san.to_string()));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Imported, _: RawComment<'_>) -> ControlFlow<Imported> {
        game.comments += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Imported) -> ControlFlow<Imported, Skip> {
        game.items.push(ImportItem::Begin);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, game: &mut Imported) -> ControlFlow<Imported> {
        game.items.push(ImportItem::End);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Imported, outcome: pgn_reader::Outcome) -> ControlFlow<Imported> {
        game.outcome = Outcome::from_marker(&outcome.to_string()).unwrap_or_default();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Imported) -> Imported {
        game
    }
}

/// Returns warnings of what a strict importer would drop from a game, which was read from this range of the
/// text.
pub fn losses(text: &str, range: Range<usize>, game: &Game<'_>) -> Vec<Diagnostic> {
    let bytes = &text.as_bytes()[range.clone()];
    let mut reader = Reader::build(bytes)
        .set_supported_tag_line_length(LONGEST)
        .set_supported_comment_length(LONGEST)
        .finish();
    let mut games = Vec::new();
    let failed = loop {
        match reader.read_game(&mut Recorder) {
            Ok(Some(game)) => games.push(game),
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    let first = games.first();
    let is_cut = failed || games.len() > 1;
    let said = |place: Range<usize>, what: String| Diagnostic::warning(place, Problem::Import(what));
    let start = range.start..range.start;
    let none = Imported::default();
    let imported = first.unwrap_or(&none);
    let mut found = Vec::new();
    let dropped: Vec<&str> = game
        .tags
        .0
        .iter()
        .map(|it| &*it.name)
        .filter(|name| !imported.tags.iter().any(|it| it == name))
        .collect();
    if !dropped.is_empty() {
        found.push(said(start.clone(), format!("drops the tags {}", dropped.join(", "))));
    }
    if let Some((place, position, left)) = first_lost(game, &imported.items) {
        let end = text.slice(place..range.end).find(char::is_whitespace).map_or(range.end, |n| place + n);
        let what = if is_cut { "cuts the game here and loses" } else { "loses" };
        let moves = if left == 1 { "this move" } else { "this move and others" };
        found.push(said(place..end, format!("{what} {moves}")).at(&position));
    } else if is_cut {
        found.push(said(start.clone(), format!("makes {} games of this one", games.len())));
    }
    let is_comment = |it: &&Event<'_>| matches!(it, Event::Comment(it) if it.kind == CommentKind::Text);
    let comments = game.preamble.len() + game.events.iter().filter(is_comment).count();
    if comments > imported.comments {
        found.push(said(
            start.clone(),
            format!("drops {} of {comments} comments", comments - imported.comments),
        ));
    }
    if game.outcome != imported.outcome && !is_cut {
        let (ours, theirs) = (game.outcome.marker(), imported.outcome.marker());
        found.push(said(start, format!("reads the result as {theirs}, not {ours}")));
    }
    found
}

/// Returns the offset of the first move that the importer lacks, the position before it, and the number of
/// moves lacking.
fn first_lost(game: &Game<'_>, items: &[ImportItem]) -> Option<(usize, Position, usize)> {
    let san = Choice::san();
    let mut items = items.iter().peekable();
    let mut lines = vec![(game.start.clone(), game.start.clone())];
    for (n, event) in game.events.iter().enumerate() {
        let (position, previous) = lines.last_mut()?;
        match event {
            Event::Ply(ply, place) => {
                let same = match items.next() {
                    Some(ImportItem::San(text)) => {
                        meaning(&*san.notation, position, text).plies.contains(ply)
                    }
                    _ => false,
                };
                if !same {
                    let left = game.events[n..].iter().filter(|it| matches!(it, Event::Ply(..))).count();
                    return Some((place.start, position.clone(), left));
                }
                *previous = position.clone();
                position.play(ply);
            }
            Event::BeginVariation => {
                items.next_if(|it| matches!(it, ImportItem::Begin));
                let start = previous.clone();
                lines.push((start.clone(), start));
            }
            Event::EndVariation(_) => {
                items.next_if(|it| matches!(it, ImportItem::End));
                if lines.len() > 1 {
                    lines.pop();
                }
            }
            _ => {}
        }
    }
    None
}
