//! Costs of substituted, lost and added characters: the table `confusions.tsv`.
//!
//! A cost is a negative log probability in hundredths (natural logarithm), so costs add up.

use std::sync::LazyLock;

pub type Cost = u32;

/// Number of characters.
const SIGNS: usize = 128;

/// The costs of single-character errors.
pub struct Costs {
    alike: Vec<[u16; SIGNS]>,
    lost: [u16; SIGNS],
    added: [u16; SIGNS],
}

static TABLE: &str = include_str!("confusions.tsv");

/// Costs of errors by people, printers and scanners.
pub static COSTS: LazyLock<Costs> = LazyLock::new(|| Costs::parse(TABLE));

/// Costs of errors at random, which don't depend on what a character looks like.
pub static RANDOM: LazyLock<Costs> = LazyLock::new(|| Costs::parse(TABLE).at_random());

/// Cost of a substituted or spurious letter or digit, and of a lost one, where errors are at random.
const ANY: [u16; 2] = [440, 300];
/// Pairs of characters up to this cost are variants of each other.
const VARIANT: u16 = 120;

impl Costs {
    fn parse(table: &str) -> Costs {
        let mut costs = Costs { alike: vec![[0; SIGNS]; SIGNS], lost: [0; SIGNS], added: [0; SIGNS] };
        for line in table.lines().filter(|it| !it.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let cost = fields.last().and_then(|it| it.parse().ok()).unwrap_or(0);
            match fields[..] {
                ["alike", "any", _] => {
                    for (n, row) in costs.alike.iter_mut().enumerate() {
                        row.fill(cost);
                        row[n] = 0;
                    }
                }
                ["lost", "any", _] => costs.lost.fill(cost),
                ["added", "any", _] => costs.added.fill(cost),
                ["alike", signs, _] => {
                    signs.bytes().for_each(|meant| costs.reads(meant, signs, cost));
                }
                ["for", meant, signs, _] => {
                    meant.bytes().for_each(|meant| costs.reads(meant, signs, cost));
                }
                ["lost", signs, _] => signs.bytes().for_each(|it| costs.lost[index(it)] = cost),
                ["added", signs, _] => signs.bytes().for_each(|it| costs.added[index(it)] = cost),
                _ => {}
            }
        }
        costs
    }

    fn at_random(mut self) -> Costs {
        let is_error = |sign: usize, cost: u16| cost > VARIANT && (sign as u8).is_ascii_alphanumeric();
        let [any, lost] = ANY;
        for (n, row) in self.alike.iter_mut().enumerate() {
            row.iter_mut().filter(|it| is_error(n, **it)).for_each(|it| *it = any);
        }
        for (costs, cost) in [(&mut self.lost, lost), (&mut self.added, any)] {
            costs.iter_mut().enumerate().filter(|it| is_error(it.0, *it.1)).for_each(|it| *it.1 = cost);
        }
        self
    }

    fn reads(&mut self, meant: u8, signs: &str, cost: u16) {
        for sign in signs.bytes() {
            let old = &mut self.alike[index(meant)][index(sign)];
            *old = cost.min(*old);
        }
    }

    /// Returns the cost of reading `read` where `meant` was meant.
    pub fn read_for(&self, meant: u8, read: u8) -> Cost {
        Cost::from(self.reads_of(meant)[index(read)])
    }

    /// Returns the costs of each character that may be read for `meant`.
    pub fn reads_of(&self, meant: u8) -> &[u16; SIGNS] {
        &self.alike[index(meant)]
    }

    /// Returns the cost of losing a character.
    pub fn lost(&self, meant: u8) -> Cost {
        Cost::from(self.lost[index(meant)])
    }

    /// Returns the cost of a spurious character.
    pub fn added(&self, read: u8) -> Cost {
        Cost::from(self.added[index(read)])
    }
}

const fn index(sign: u8) -> usize {
    (sign & 0x7f) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_says_something() {
        for line in TABLE.lines().filter(|it| !it.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let wanted = if fields[0] == "for" { 4 } else { 3 };
            assert!(["alike", "for", "lost", "added"].contains(&fields[0]), "{line}");
            assert!(fields.len() == wanted && fields[wanted - 1].parse::<u16>().is_ok(), "{line}");
        }
    }

    #[test]
    fn what_looks_alike_is_near() {
        let costs = &*COSTS;
        assert_eq!(costs.read_for(b'K', b'K'), 0);
        assert!(costs.read_for(b'B', b'8') < costs.read_for(b'B', b'7'));
        assert!(costs.read_for(b'5', b'S') < costs.read_for(b'5', b'4'));
        assert!(costs.lost(b'-') < costs.lost(b'4'));
    }
}
