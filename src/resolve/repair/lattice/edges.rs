//! The edges out of a node: the plies, numbers and words that the texts may mean at its offsets.

use std::rc::Rc;

use super::{Lattice, Node, Places};
use crate::{
    chess::{Ply, Position},
    notation::costs::Cost,
    resolve::{
        Certain, Looks, plies_of,
        repair::{
            element::Kind,
            placed::Placed,
            witness::{
                CertainText, WHOLE, Witness,
                spelled::{Choice, FITS, OTHER_NUMBER},
            },
        },
    },
};

/// If the best reading costs more, missing and exchanged plies are tried too.
pub const BAD: Cost = 300;
/// At most this many nodes per offset try missing and exchanged plies.
const BEST: usize = 24;
/// At most this many nodes per offset look for moves in a note.
const BEST_ASIDE: usize = 6;

/// Cost of a missing ply.
const MISSING: Cost = 950;
/// Cost of a missing ply where the text leaves room for it.
const LEFT_EMPTY: Cost = 380;
/// Cost of a text that means a different ply altogether.
pub(super) const ANY_PLY: Cost = 1_250;
/// Cost of two exchanged plies.
const EXCHANGED: Cost = 650;
/// Cost of dropping a word that may be a move.
pub const NO_MOVE: Cost = 900;
/// Cost of dropping a repeated word.
const TWICE: Cost = 480;
/// Cost of skipping a word of letters.
const WORD: Cost = 420;
/// Cost of skipping a punctuation character.
const SIGN: Cost = 60;
/// Cost of dropping a check mark.
const LOST_MARK: Cost = 260;
/// Cost of a word in a note.
const PASSED: Cost = 4;
/// Cost of a word in a note that looks like a row.
const PASSED_OPEN: Cost = 30;
/// Cost of a part of a move in a note: in a line without a number, with a number lower than expected, with
/// the expected or next one, and with a later one.
const PASSED_MOVE: [Cost; 4] = [200, 30, 400, 300];
/// Cost of the expected number in a note.
const PASSED_NUMBER: Cost = 500;
/// Cost of beginning a note in a line of moves: at its head, in brackets, elsewhere.
const NOTE_BEGINS: [Cost; 3] = [200, 60, 300];
/// Cost of beginning a note after a number, in a line that may be moves.
const NOTE_AT_NUMBER: Cost = 100;
/// Cost of continuing after a note without a number, at the head of a line and elsewhere.
const NOTE_ENDS: [Cost; 2] = [60, 200];
/// Cost of continuing with a number that isn't at the head of a line.
const NOTE_ENDS_WITHIN: Cost = 40;
/// Cost of continuing after a stated end of the game.
const NOT_ENDED: Cost = 1_500;
/// Cost of playing a word of a note.
const ASIDE: Cost = 600;
/// Cost of skipping a word that may belong to a note.
const OPEN_PASSED: Cost = 80;
/// Cost of playing a word that may belong to a note.
const OPEN: Cost = 130;
/// Cost of garbage on a page.
const RUBBISH: Cost = 70;
/// Additional cost of garbage for each character that occurs in moves.
const PAGE_WORD: Cost = 130;
/// Cost of an item that follows a text without a gap; numbers need none.
const STUCK: Cost = 260;
/// Cost of a missing move number, where others are present.
const NO_NUMBER: Cost = 90;
/// Cost of a ply that only one of two witnesses has, before either has ended.
const SILENT: Cost = 800;

/// At most this many consecutive plies may be missing.
const IN_A_ROW: u8 = 2;

impl Lattice<'_, '_> {
    /// Adds the edges out of a node, or ends there; `rank` is the number of cheaper nodes at its offset.
    pub(super) fn expand(&mut self, n: u32, rank: usize, position: &Rc<Placed>, least: Cost) {
        let Node { places, depth, numbered, aside, .. } = self.nodes[n as usize];
        let open: Vec<usize> =
            (0..self.witnesses.len()).filter(|&w| places[w] < self.witnesses[w].end()).collect();
        if open.is_empty() || depth >= self.bounds.depth {
            if self.only.is_none_or(|it| it.len() == depth as usize) {
                self.ends.push(n);
            }
            return;
        }
        if let [w] = open[..]
            && let Some(certain) = self.witnesses[w].certain(places[w])
            && self.certain(n, w, certain, position)
        {
            return;
        }
        if let [w] = open[..]
            && (self.passes(w, places[w])
                || rank >= BEST_ASIDE && self.witnesses[w].looks(places[w]) == Looks::Note)
        {
            self.skips(n, w, position);
            return;
        }
        // An expected move number in a row can't be anything else.
        let turn = i64::from(position.turn().is_white());
        let printed = |w: usize| {
            let expected = i64::from(position.move_number()) + self.witnesses[w].offset + 1 - turn;
            self.witnesses[w].row_number(places[w]) == Some(expected)
        };
        let printed = |w: usize| open.contains(&w) && numbered & 1 << w == 0 && printed(w);
        let at_number: Vec<bool> = (0..self.witnesses.len()).map(printed).collect();
        if turn == 1
            && let Some(w) = at_number.iter().position(|it| *it)
        {
            self.numbers(n, w, position);
            return;
        }
        let plies: Vec<Ply> = position.plies().iter().copied().filter(|it| self.allows(depth, *it)).collect();
        let most = least - self.nodes[n as usize].cost;
        let mut bad = true;
        let mut options: Vec<Vec<Choice>> = Vec::new();
        for (w, &place) in places.iter().enumerate().take(self.witnesses.len()) {
            let mut found = if open.contains(&w) && !at_number[w] {
                self.witnesses[w].options(
                    place,
                    position,
                    &plies,
                    most.saturating_mul(WHOLE) / self.witnesses[w].weight,
                )
            } else {
                Vec::new()
            };
            found.retain(|it| self.allows(depth, it.ply));
            bad &= found.iter().all(|it| it.cost > BAD);
            options.push(found);
        }
        for &w in &open {
            self.numbers(n, w, position);
            self.skips(n, w, position);
        }
        self.plies(n, position, &options, &open);
        bad &= open.iter().any(|&w| self.witnesses[w].begins_word(places[w]));
        bad |= open.iter().any(|&w| self.is_left_empty(w, places[w], position));
        bad &= open
            .iter()
            .all(|&w| !self.witnesses[w].is_page || self.witnesses[w].looks(places[w]) == Looks::Moves);
        bad &= !aside;
        if bad && rank < BEST {
            self.missing(n, position, &plies, &open);
            if let [w] = open[..] {
                self.exchanged(n, position, w);
            }
        }
    }

    /// Adds the only edges for a text whose meaning is certain. Returns whether no others are possible, which
    /// isn't so if a move was missing before it and has been supplied.
    fn certain(&mut self, n: u32, w: usize, text: CertainText<'_>, position: &Rc<Placed>) -> bool {
        let Node { places, missing, .. } = self.nodes[n as usize];
        let mut behind = places;
        behind[w] = text.end;
        let notation = self.witnesses[w].notation;
        match text.says {
            Certain::Note => self.lead(n, behind, 0, Kind::Skip, None, position),
            Certain::Move(said) => {
                for ply in plies_of(notation, position, said) {
                    let told = 1 << w;
                    let kind = Kind::Ply { told, exact: told };
                    self.lead(n, behind, 0, kind, Some(ply), &position.after(ply));
                }
            }
            Certain::MissingBefore(_) if missing > 0 => return false,
            Certain::MissingBefore(said) => {
                let plies = match said {
                    Some(said) => plies_of(notation, position, said),
                    None => position.plies().to_vec(),
                };
                for ply in plies {
                    self.lead(n, places, 0, Kind::Missing, Some(ply), &position.after(ply));
                }
            }
        }
        true
    }

    /// Whether `ply` is allowed as the ply at this depth.
    fn allows(&self, depth: u32, ply: Ply) -> bool {
        self.only.is_none_or(|it| it.get(depth as usize) == Some(&ply))
    }

    /// Whether a word of a note can't be a move, having none of a move's characters.
    fn passes(&self, w: usize, at: usize) -> bool {
        let witness = &self.witnesses[w];
        let word = &witness.codes[at..witness.word_end(at)];
        let of_move = |it: &u8| it.is_ascii_digit() || it.is_ascii_uppercase() || b"-x@=".contains(it);
        witness.looks(at) == Looks::Note && !word.iter().any(of_move)
    }

    /// Adds the edges for the plies that the texts may mean.
    fn plies(&mut self, n: u32, position: &Rc<Placed>, options: &[Vec<Choice>], open: &[usize]) {
        let Node { places, numbered, aside, ended, .. } = self.nodes[n as usize];
        let mut without = [0; 2];
        for &w in open {
            let wanted = position.turn().is_white() && self.witnesses[w].numbered && numbered & (1 << w) == 0;
            without[w] = if wanted { NO_NUMBER } else { 0 };
            if aside {
                without[w] += NOTE_ENDS[usize::from(!self.witnesses[w].begins_line(places[w]))];
                without[w] += if ended { NOT_ENDED } else { 0 };
            }
            without[w] += match self.witnesses[w].looks(places[w]) {
                Looks::Moves => 0,
                Looks::Either => OPEN,
                Looks::Note => ASIDE,
            };
        }
        let single = self.witnesses.len() == 1;
        let mut taken: Vec<Ply> = Vec::new();
        for choice in options.iter().flatten() {
            if taken.contains(&choice.ply) {
                continue;
            }
            taken.push(choice.ply);
            let ply = choice.ply;
            let mut ways: Vec<(Places, Cost, u8, u8)> = vec![(places, 0, 0, 0)];
            for (w, of_witness) in options.iter().enumerate() {
                let mut next = Vec::new();
                for way in &ways {
                    for it in of_witness.iter().filter(|it| it.ply == ply && it.end > places[w]) {
                        let mut places = way.0;
                        places[w] = it.end;
                        let exact = way.3 | u8::from(it.exact) << w;
                        let cost = self.witnesses[w].weighed(it.cost + without[w]);
                        next.push((places, way.1 + cost, way.2 | 1 << w, exact));
                    }
                    if !single {
                        let silent = if open.contains(&w) { self.witnesses[w].weighed(SILENT) } else { 0 };
                        next.push((way.0, way.1 + silent, way.2, way.3));
                    }
                }
                ways = next;
            }
            let after = position.after(ply);
            for (places, cost, told, exact) in ways {
                if told > 0 {
                    self.lead(n, places, cost, Kind::Ply { told, exact }, Some(ply), &after);
                }
            }
        }
    }

    /// Adds the edges for a number before a ply: the expected one, possibly misspelt, or another.
    fn numbers(&mut self, n: u32, w: usize, position: &Rc<Placed>) {
        let Node { places, numbered, aside, ended, .. } = self.nodes[n as usize];
        if numbered & (1 << w) != 0 {
            return;
        }
        let at = places[w];
        let witness = &mut self.witnesses[w];
        let expected = i64::from(position.move_number()) + witness.offset;
        // A mark before a number isn't part of it.
        if !witness.is_page && matches!(witness.codes.get(at), Some(b'+' | b'#')) {
            return;
        }
        let near = witness.codes[at..].iter().take(4);
        let is_near = near.clone().any(|it| it.is_ascii_digit() || b"lIiOoSsBZzg".contains(it));
        let mut found: Vec<(usize, Cost)> = Vec::new();
        if is_near {
            let forms: &[&str] = if position.turn().is_white() { &["."] } else { &["...", "."] };
            for form in forms {
                for end in witness.ends_of(at, format!("{expected}{form}").as_bytes()).to_vec() {
                    let after = at + end.len;
                    // A stop that was misread as a dash.
                    let dashed = witness.is_page
                        && witness.codes.get(after) == Some(&b'-')
                        && witness.codes[after - 1].is_ascii_digit();
                    let is_stuck = dashed || (STUCK..STUCK + 40).contains(&end.cost);
                    let cost = if is_stuck { end.cost.saturating_sub(STUCK) } else { end.cost };
                    let black = if form.len() == 1 && position.turn().is_black() { 40 } else { 0 };
                    let place = witness.settle(after + usize::from(dashed));
                    found.push((skip_dots(witness, place), cost + black));
                }
            }
        }
        if let Some((number, end)) = witness.number(at)
            && i64::from(number) != expected
            && witness.looks(at) != Looks::Note
        {
            found.push((end, OTHER_NUMBER));
        }
        let back = if aside && !witness.begins_line(at) { NOTE_ENDS_WITHIN } else { 0 };
        let back = back + if ended { NOT_ENDED } else { 0 };
        for (end, cost) in found {
            let mut places = places;
            places[w] = end;
            let cost = self.witnesses[w].weighed(cost + back);
            self.lead(n, places, cost, Kind::Number(w as u8), None, position);
        }
    }

    /// Adds the edges for a word or character other than a move.
    fn skips(&mut self, n: u32, w: usize, position: &Rc<Placed>) {
        let Node { places, aside, .. } = self.nodes[n as usize];
        let at = places[w];
        let witness = &self.witnesses[w];
        if witness.is_page {
            let mut behind = places;
            behind[w] = witness.settle(witness.word_end(at));
            let cost = self.in_note(w, &self.nodes[n as usize], position);
            self.lead(n, behind, cost, Kind::Note, None, position);
            if aside || self.witnesses[w].looks(at) == Looks::Note {
                return;
            }
        }
        let witness = &self.witnesses[w];
        if let Some(sign) = witness.notation.resignation() {
            let end = witness.word_end(at);
            if witness.codes[at..end] == *sign.as_bytes() && witness.settle(end) == witness.end() {
                let mut places = places;
                places[w] = witness.end();
                self.lead(n, places, 0, Kind::Resigns, None, position);
                return;
            }
        }
        let end = witness.word_end(at);
        let word = &witness.codes[at..end];
        let before = witness.codes[..at].split(|it| matches!(it, b' ' | b'\n')).rfind(|it| !it.is_empty());
        let letters = word.iter().filter(|it| it.is_ascii_alphabetic()).count();
        let capitals = word.iter().filter(|it| it.is_ascii_uppercase()).count();
        let digits = word.iter().filter(|it| it.is_ascii_digit()).count();
        let is_number = digits > 0 && letters == 0;
        let is_prose =
            digits == 0 && letters > 2 && capitals <= 1 && !word.contains(&b'-') && !word.contains(&b'x');
        let looks = witness.looks(at);
        let is_mark = letters + digits == 0 && word.iter().any(|it| matches!(it, b'+' | b'#'));
        let (cost, kind) = if looks == Looks::Note {
            (PASSED, Kind::Skip)
        } else if is_mark {
            (LOST_MARK, Kind::Skip)
        } else if looks == Looks::Either {
            (OPEN_PASSED, Kind::Skip)
        } else if letters + digits == 0 {
            (SIGN, Kind::Skip)
        } else if witness.is_page {
            let of_move = word.iter().filter(|it| b"KQRBNP12345678-x=@".contains(it)).count() as Cost;
            // A single digit may be the rank of a square, a letter its file or a piece.
            let is_part = matches!(word, [b'1'..=b'8' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P']);
            let cost = if is_part { WORD } else { RUBBISH + (PAGE_WORD * of_move).min(NO_MOVE) };
            (cost, if of_move < 2 || is_prose || is_number { Kind::Skip } else { Kind::LeftOut })
        } else if before == Some(word) {
            (TWICE, Kind::LeftOut)
        } else if is_prose || is_number {
            (WORD, Kind::Skip)
        } else {
            (NO_MOVE, Kind::LeftOut)
        };
        let mut places = places;
        places[w] = witness.settle(end);
        let cost = witness.weighed(cost);
        self.lead(n, places, cost, kind, None, position);
    }

    /// Returns the cost of taking the word after a node for one of a note, perhaps its first.
    fn in_note(&self, w: usize, node: &Node, position: &Position) -> Cost {
        let (witness, at, ended) = (&self.witnesses[w], node.places[w], self.has_ended(node));
        let word = &witness.codes[at..witness.word_end(at)];
        let looks = witness.looks(at);
        let begins = match looks {
            _ if node.aside || ended => 0,
            Looks::Note => 0,
            Looks::Either => OPEN_PASSED,
            Looks::Moves if witness.begins_line(at) => NOTE_BEGINS[0],
            Looks::Moves if matches!(word.first(), Some(b'(' | b'[')) => NOTE_BEGINS[1],
            Looks::Moves => NOTE_BEGINS[2],
        };
        let expected = i64::from(position.move_number()) + witness.offset;
        let is_expected = witness.number(at).is_some_and(|it| i64::from(it.0) == expected);
        let is_of_move = word.iter().any(|it| b"KQRBNP12345678-x=@".contains(it));
        let passed = match looks {
            Looks::Note => PASSED,
            _ if ended => PASSED_OPEN,
            _ if is_expected => PASSED_NUMBER,
            Looks::Either => PASSED_OPEN,
            Looks::Moves if is_of_move => match witness.row(at) {
                None => PASSED_MOVE[0],
                Some(row) if row < expected => PASSED_MOVE[1],
                Some(row) if row <= expected + 1 => PASSED_MOVE[2],
                Some(_) => PASSED_MOVE[3],
            },
            Looks::Moves => 2 * PASSED,
        };
        // A number is followed by a move.
        let numbered = if node.numbered != 0 && looks != Looks::Note { NOTE_AT_NUMBER } else { 0 };
        begins + numbered + passed
    }

    /// Adds the edges for a ply without a text, or with an unreadable one, if the text after it fits.
    fn missing(&mut self, n: u32, position: &Rc<Placed>, plies: &[Ply], open: &[usize]) {
        let Node { places, missing, cost, depth, .. } = self.nodes[n as usize];
        let empty = open.iter().any(|&w| self.is_left_empty(w, places[w], position));
        let lost = if empty { LEFT_EMPTY } else { MISSING };
        let mut behind = places;
        for &w in open {
            behind[w] = self.witnesses[w].settle(self.witnesses[w].word_end(places[w]));
        }
        let ends = behind.iter().zip(self.witnesses.iter()).all(|(at, it)| *at >= it.end());
        let sum = |places: Places| places.iter().sum();
        let is_lost =
            missing < IN_A_ROW && self.has_room((sum(places), missing + 1, true), depth + 1, cost + lost);
        let is_garbled = self.has_room((sum(behind), 0, true), depth + 1, cost + ANY_PLY);
        if !is_lost && !is_garbled {
            return;
        }
        for ply in plies {
            let after = position.after(*ply);
            if is_lost && self.fits(&after, places, open) {
                self.lead(n, places, lost, Kind::Missing, Some(*ply), &after);
            }
            if is_garbled && (ends || self.fits(&after, behind, open)) {
                let told = open.iter().fold(0, |told, w| told | 1 << w);
                self.lead(n, behind, ANY_PLY, Kind::Ply { told, exact: 0 }, Some(*ply), &after);
            }
        }
    }

    /// Whether the text indicates a missing ply, by dots or by the next number.
    fn is_left_empty(&self, w: usize, at: usize, position: &Position) -> bool {
        let witness = &self.witnesses[w];
        let dots = witness.codes[at..].iter().take_while(|it| **it == b'.' || **it == b'-').count();
        let next = i64::from(position.move_number()) + self.witnesses[w].offset + 1;
        let ahead = witness.number(at).is_some_and(|it| i64::from(it.0) == next);
        let before = witness.codes[..at].trim_ascii_end();
        let told = before.ends_with(b"...") && position.turn().is_white();
        dots > 1 || ahead && position.turn().is_black() || told
    }

    /// Whether the text at these offsets fits a ply of the position.
    fn fits(&mut self, position: &Placed, places: Places, open: &[usize]) -> bool {
        let key = (position.key, places);
        if let Some(known) = self.fitting.get(&key) {
            return *known;
        }
        let fits = open.iter().any(|&w| {
            let witness = &mut self.witnesses[w];
            let at = witness.number(places[w]).map_or(places[w], |it| it.1);
            at < witness.end() && witness.fits(at, position)
        });
        self.fitting.insert(key, fits);
        fits
    }

    /// Adds the edges for two plies whose texts are exchanged.
    fn exchanged(&mut self, n: u32, position: &Rc<Placed>, w: usize) {
        let Node { places, depth, .. } = self.nodes[n as usize];
        let witness = &mut self.witnesses[w];
        let first = places[w];
        let second = witness.settle(witness.word_end(first));
        if second >= witness.end() || witness.has_certain(first..witness.end().min(second + 1)) {
            return;
        }
        let mut found = Vec::new();
        for one in
            witness.options(second, position, position.plies(), FITS).into_iter().filter(|it| it.cost < FITS)
        {
            let between = position.after(one.ply);
            for other in witness
                .options(first, &between, between.plies(), FITS)
                .into_iter()
                .filter(|it| it.cost < FITS)
            {
                if other.end == second
                    && self.only.is_none_or(|it| it[depth as usize..].starts_with(&[one.ply, other.ply]))
                {
                    found.push((one, other));
                }
            }
        }
        for (one, other) in found {
            let between = position.after(one.ply);
            let after = between.after(other.ply);
            let mut places = places;
            places[w] = second;
            // The node in between is separate, so that nothing else continues from it.
            let edge = self.add_edge(n, EXCHANGED + one.cost, Kind::Exchanged, Some(one.ply));
            let node = self.reached(edge, places, &between);
            let edge_of = Some(self.edges.len() as u32 - 1);
            self.nodes.push(Node { position: None, edge: edge_of, ..node });
            places[w] = one.end;
            self.lead(edge.to, places, other.cost, Kind::Exchanged, Some(other.ply), &after);
        }
    }
}

fn skip_dots(witness: &Witness<'_>, mut at: usize) -> usize {
    while witness.codes.get(at) == Some(&b'.') {
        at += 1;
    }
    witness.settle(at)
}
