//! Numeric annotation glyphs (PGN standard 10) and the symbols written for them.

use std::sync::LazyLock;

use crate::slice::Slice as _;

/// A numeric annotation glyph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u32);

impl Nag {
    /// A dubious move, `?!`.
    pub const DUBIOUS: Nag = Nag(6);
    /// A diagram of the position, from White's side.
    pub const DIAGRAM: Nag = Nag(220);
    /// A diagram of the position, from Black's side.
    pub const DIAGRAM_FROM_BLACK: Nag = Nag(221);
}

/// The NAGs with their symbols, from `nags.txt`; of several, the first is the one written.
static SYMBOLS: LazyLock<Vec<(u32, &str)>> = LazyLock::new(|| {
    let lines = include_str!("nags.txt").lines().filter_map(|line| line.split_once(' '));
    let symbols = lines.flat_map(|(nag, symbols)| symbols.split(' ').map(move |it| (nag.parse(), it)));
    symbols.filter_map(|(nag, symbol)| Some((nag.ok()?, symbol))).collect()
});

impl Nag {
    /// Returns the symbol, if there is a usual one.
    #[must_use]
    pub fn symbol(self) -> Option<&'static str> {
        SYMBOLS.iter().find(|(number, _)| *number == self.0).map(|(_, glyph)| *glyph)
    }

    /// Returns the NAG for which the whole text is a symbol. Of three or more `!` or `?` in a row, only two count.
    #[must_use]
    pub fn from_symbol(text: &str) -> Option<Nag> {
        let is_exaggerated = |sign: char| text.len() > 2 && text.trim_start_matches(sign).is_empty();
        let text = if is_exaggerated('!') || is_exaggerated('?') { text.slice(..2) } else { text };
        SYMBOLS.iter().find(|(_, glyph)| *glyph == text).map(|(number, _)| Nag(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_read_back() {
        for number in 0..256 {
            if let Some(glyph) = Nag(number).symbol() {
                assert_eq!(Nag::from_symbol(glyph), Some(Nag(number)));
            }
        }
        assert_eq!(Nag::from_symbol("+-"), Some(Nag(18)));
        assert_eq!(Nag::from_symbol("???"), Some(Nag(4)));
        assert_eq!(Nag::from_symbol("!!!!"), Some(Nag(3)));
        assert_eq!(Nag::from_symbol("!?!"), None);
    }
}
