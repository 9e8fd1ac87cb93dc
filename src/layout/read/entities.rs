//! Decodes HTML entities.

use crate::slice::Slice as _;

/// HTML entities without their `&`, and their characters.
const ENTITIES: [(&str, &str); 12] = [
    ("nbsp;", " "),
    ("ndash;", "–"),
    ("mdash;", "—"),
    ("minus;", "-"),
    ("frac12;", "½"),
    ("amp;", "&"),
    ("quot;", "\""),
    ("rsquo;", "’"),
    ("szlig;", "ß"),
    ("aelig;", "æ"),
    ("oelig;", "œ"),
    ("hellip;", "…"),
];

/// Names of accents in entities, the letters that they combine with, and the accented letters.
const ACCENTS: [(&str, &str, &str); 9] = [
    ("uml;", "aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"),
    ("acute;", "aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ"),
    ("grave;", "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
    ("circ;", "aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
    ("tilde;", "anoANO", "ãñõÃÑÕ"),
    ("cedil;", "cC", "çÇ"),
    ("ring;", "aA", "åÅ"),
    ("slash;", "oO", "øØ"),
    ("caron;", "cszCSZ", "čšžČŠŽ"),
];

/// Returns the character of the entity at the start of `text`, which follows an `&`, and the entity's length
/// in bytes.
fn entity(text: &str) -> Option<(char, usize)> {
    if let Some(code) = text.strip_prefix('#') {
        let digits = code.split_once(';')?.0;
        let hexadecimal = digits.strip_prefix(['x', 'X']).map(|it| u32::from_str_radix(it, 16));
        let sign = char::from_u32(hexadecimal.unwrap_or_else(|| digits.parse()).ok()?)?;
        return Some((if sign == '\u{a0}' { ' ' } else { sign }, digits.len() + 2));
    }
    if let Some((name, sign)) = ENTITIES.iter().find(|it| text.starts_with(it.0)) {
        return Some((sign.chars().next()?, name.len()));
    }
    let letter = text.chars().next()?;
    let (name, plain, accented) =
        ACCENTS.iter().find(|it| text.slice(letter.len_utf8()..).starts_with(it.0))?;
    let n = plain.chars().position(|it| it == letter)?;
    Some((accented.chars().nth(n)?, name.len() + 1))
}

/// Returns a word with its entities decoded.
pub(super) fn without_entities(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let (sign, len) = entity(after).unwrap_or(('&', 0));
        plain.push(sign);
        rest = after.slice(len..);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_their_characters() {
        for (word, expected) in [
            ("J&ouml;rg", "Jörg"),
            ("Lef&egrave;vre&nbsp;&ndash;", "Lefèvre –"),
            ("&#8211;&#x2014;&#160;", "–— "),
            ("R&D;&unknown;", "R&D;&unknown;"),
            ("&Oslash;&szlig;&amp;", "Øß&"),
        ] {
            assert_eq!(without_entities(word), expected);
        }
    }
}
