//! Numeric annotation glyphs (PGN standard 10) and the symbols written for them.

/// A numeric annotation glyph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u32);

impl Nag {
    /// A good move, `!`.
    pub const GOOD: Nag = Nag(1);
    /// A mistake, `?`.
    pub const MISTAKE: Nag = Nag(2);
    /// A brilliant move, `!!`.
    pub const BRILLIANT: Nag = Nag(3);
    /// A blunder, `??`.
    pub const BLUNDER: Nag = Nag(4);
    /// A speculative move, `!?`.
    pub const SPECULATIVE: Nag = Nag(5);
    /// A dubious move, `?!`.
    pub const DUBIOUS: Nag = Nag(6);
    /// A diagram of the position, from White's side.
    pub const DIAGRAM: Nag = Nag(220);
    /// A diagram of the position, from Black's side.
    pub const DIAGRAM_FROM_BLACK: Nag = Nag(221);
}

/// Symbols by NAG; of several, the first is the one written.
const GLYPHS: &[(u32, &str)] = &[
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (3, "‼"),
    (4, "??"),
    (4, "⁇"),
    (5, "!?"),
    (5, "⁉"),
    (6, "?!"),
    (6, "⁈"),
    (7, "□"),
    (7, "[]"),
    (10, "="),
    (11, "=="),
    (13, "∞"),
    (13, "~"),
    (14, "⩲"),
    (14, "+/="),
    (14, "+="),
    (15, "⩱"),
    (15, "=/+"),
    (15, "=+"),
    (16, "±"),
    (16, "+/-"),
    (16, "+/−"),
    (16, "+/–"),
    (17, "∓"),
    (17, "-/+"),
    (17, "−/+"),
    (17, "–/+"),
    (18, "+-"),
    (18, "+−"),
    (18, "+–"),
    (18, "+--"),
    (19, "-+"),
    (19, "−+"),
    (19, "–+"),
    (19, "--+"),
    (22, "⨀"),
    (22, "⊙"),
    (22, "zz"),
    (26, "○"),
    (32, "⟳"),
    (36, "↑"),
    (40, "→"),
    (44, "=∞"),
    (44, "=/∞"),
    (44, "∞="),
    (44, "©"),
    (132, "⇆"),
    (138, "⊕"),
    (138, "⨁"),
    (140, "∆"),
    (140, "Δ"),
    (142, "⌓"),
    (145, "RR"),
    (146, "N"),
    (146, "TN"),
    (220, "D"),
    (220, "⬒"),
    (239, "⇔"),
    (240, "⇗"),
    (242, "⟫"),
    (243, "⟪"),
    (244, "✕"),
    (245, "⊥"),
];

impl Nag {
    /// Returns the symbol, if there is a usual one.
    #[must_use]
    pub fn symbol(self) -> Option<&'static str> {
        GLYPHS.iter().find(|(number, _)| *number == self.0).map(|(_, glyph)| *glyph)
    }

    /// Returns the NAG for which the whole text is a symbol.
    #[must_use]
    pub fn from_symbol(text: &str) -> Option<Nag> {
        GLYPHS.iter().find(|(_, glyph)| *glyph == text).map(|(number, _)| Nag(*number))
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
        assert_eq!(Nag::from_symbol("!?!"), None);
    }
}
