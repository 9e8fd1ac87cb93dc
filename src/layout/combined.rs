//! Merges the annotations that several texts of a game have between its moves.

use crate::{
    chess::{Comment, CommentKind},
    events::{self, Event},
    lex,
};

/// The annotations of a ply, or those before the first ply.
#[derive(Default)]
struct Annotations<'e, 't> {
    /// The events of the ply itself.
    ply: &'e [Event<'t>],
    nags: Vec<&'e Event<'t>>,
    /// Comments and variations, in order.
    others: Vec<&'e [Event<'t>]>,
}

/// Returns the plies of a game with the annotations of all its texts, each of which has all the plies.
/// Annotations that texts share are kept once. `remarks` are comments to be placed first after the ply of
/// that number, counted from 1.
pub fn combined<'t>(texts: &[Vec<Event<'t>>], remarks: &[(usize, String)]) -> Vec<Event<'t>> {
    let all: Vec<Vec<Annotations<'_, 't>>> = texts.iter().map(|it| by_ply(it)).collect();
    let count = all.iter().map(Vec::len).max().unwrap_or(0);
    let mut events = Vec::new();
    for n in 0..count {
        let here: Vec<&Annotations<'_, 't>> = all.iter().filter_map(|it| it.get(n)).collect();
        events.extend(here.first().iter().flat_map(|it| it.ply).cloned());
        let mut nags: Vec<&Event<'t>> = Vec::new();
        for nag in here.iter().flat_map(|it| &it.nags) {
            if !nags.contains(nag) {
                nags.push(nag);
            }
        }
        events.extend(nags.into_iter().cloned());
        // Remarks beyond the last ply belong to it.
        let of_ply = |it: &&(usize, String)| it.0 == n || n + 1 == count && it.0 > n;
        events.extend(remarks.iter().filter(of_ply).map(|it| remark(&it.1)));
        let mut others: Vec<&[Event<'t>]> = Vec::new();
        for other in here.iter().flat_map(|it| &it.others) {
            if !others.iter().any(|it| is_same(it, other)) {
                others.push(other);
            }
        }
        events.extend(others.into_iter().flatten().cloned().map(as_said));
    }
    events
}

fn remark<'t>(text: &str) -> Event<'t> {
    Event::Comment(Comment { kind: CommentKind::Text, text: lex::comment_text(text).into_owned().into() })
}

/// Turns a comment on unread moves into a plain one: the game's moves are known from both texts.
fn as_said(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Comment(comment) if comment.kind.is_of_moves() => {
            Event::Comment(Comment { kind: CommentKind::Text, ..comment })
        }
        other => other,
    }
}

/// Splits the events of a game at the plies of its main line.
fn by_ply<'e, 't>(events: &'e [Event<'t>]) -> Vec<Annotations<'e, 't>> {
    let mut all = vec![Annotations::default()];
    let mut at = 0;
    while let Some(event) = events.get(at) {
        let mut end = at + 1;
        match event {
            Event::Ply(..) => {
                end += usize::from(matches!(events.get(end), Some(Event::Confidence(..))));
                all.push(Annotations { ply: &events[at..end], ..Annotations::default() });
            }
            Event::BeginVariation => end += events::line_len(&events[end..]) + 1,
            _ => {}
        }
        end = end.min(events.len());
        let Some(here) = all.last_mut() else { break };
        match event {
            Event::Nag(_) => here.nags.push(event),
            Event::Comment(Comment { kind: CommentKind::Repaired, text }) if text.is_empty() => {}
            Event::Comment(_) | Event::BeginVariation => here.others.push(&events[at..end]),
            Event::Ply(..) | Event::Confidence(_) | Event::EndVariation(_) => {}
        }
        at = end;
    }
    all
}

/// Whether two comments or variations are equal, apart from offsets and white space.
fn is_same(one: &[Event<'_>], other: &[Event<'_>]) -> bool {
    let same = |(one, other): (&Event<'_>, &Event<'_>)| match (one, other) {
        (Event::Ply(one, _), Event::Ply(other, _)) => one == other,
        (Event::Comment(one), Event::Comment(other)) => {
            one.kind == other.kind && one.text.split_whitespace().eq(other.text.split_whitespace())
        }
        (Event::EndVariation(_), Event::EndVariation(_)) => true,
        (one, other) => one == other,
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}
