//! Sizes in human notation.

use crate::slice::Slice as _;

/// Parses a size in bytes, or with K, M, G or T for powers of 1024 (`64M`, `64MB`, `64MiB`).
pub fn parse(text: &str) -> Result<u64, String> {
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.divide(digits);
    let unit = unit.trim().to_ascii_uppercase();
    let unit = unit.strip_suffix("IB").or_else(|| unit.strip_suffix('B')).unwrap_or(&unit);
    let shift = ["", "K", "M", "G", "T"].iter().position(|it| *it == unit);
    let size =
        number.parse::<u64>().ok().zip(shift).and_then(|(number, n)| number.checked_mul(1 << (10 * n)));
    size.filter(|it| *it > 0).ok_or_else(|| "a size is written like 500K, 64M or 2G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, size) in
            [("1", 1), ("500k", 512_000), ("64M", 64 << 20), ("64 MiB", 64 << 20), ("2GB", 2 << 30)]
        {
            assert_eq!(parse(text), Ok(size));
        }
        for text in ["", "M", "0", "-1", "1.5M", "5X", "99999999999999999999", "999999999T"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
