//! Similarity of texts, for suggestions where a name is unknown.

/// Returns the number of letters to change, add, omit or swap to turn one text into the other.
pub(crate) use strsim::osa_distance as distance;

/// Returns the known name that was probably meant: one that begins with `name`, or differs by a letter or two.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for it in known {
        let distance = match distance(&name, it) {
            _ if name.len() > 1 && it.starts_with(&name) => 1,
            distance => distance,
        };
        let near = distance <= name.chars().count() / 2 && distance < 3;
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, it));
        }
    }
    best.map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (one, other, expected) in
            [("Nf3", "Nf3", 0), ("Sf3", "Nf3", 1), ("Nf3", "Ngf3", 1), ("", "e4", 2), ("e4", "4e", 1)]
        {
            assert_eq!(distance(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn names_that_were_meant() {
        let known = ["san", "lan", "uci", "descriptive", "geographical"];
        for (name, expected) in [
            ("SAN", Some("san")),
            ("desc", Some("descriptive")),
            ("descritpive", Some("descriptive")),
            ("uic", Some("uci")),
            ("klingon", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(suggestion(name, known), expected, "{name}");
        }
    }
}
