//! Text in columns.

/// Appends rows in columns that are as wide as they must be, with two blanks between them. A column of numbers
/// stands at the right.
pub fn push(rows: &[Vec<String>], numbers: impl Fn(usize) -> bool, text: &mut String) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|it| it.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|n| width(n).unwrap_or(0)).collect();
    for row in rows {
        let mut line = String::new();
        for (n, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[n] - cell.chars().count());
            line.push_str(if n > 0 { "  " } else { "" });
            if numbers(n) {
                line.push_str(&space);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&space);
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::push;

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let mut text = String::new();
        push(&[row(["a", "1", ""]), row(["×bc", "10", "d"])], |n| n == 1, &mut text);
        assert_eq!(text, "a     1\n×bc  10  d\n");
    }
}
