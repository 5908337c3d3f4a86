//! Rows of a table as text for the clipboard.

/// The start of a cell's text, short enough for a menu.
pub fn beginning(words: &str) -> String {
    const MOST: usize = 24;
    match words.chars().count() {
        0..=MOST => words.to_owned(),
        _ => words.chars().take(MOST - 1).chain(['…']).collect(),
    }
}

/// Rows as tab-separated text below their titles; tabs and line breaks within a cell become spaces,
/// so that the columns stay intact.
pub fn tsv(titles: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    std::iter::once(titles)
        .chain(rows)
        .map(|row| {
            let cells: Vec<String> =
                row.into_iter().map(|cell| cell.replace(['\t', '\n', '\r'], " ")).collect();
            cells.join("\t")
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_rows_stay_rows() {
        let rows = vec![vec!["a\tb".to_owned(), "c\nd".to_owned()]];
        let text = tsv(vec!["One".into(), "Two".into()], rows.into_iter());
        assert_eq!(text, "One\tTwo\na b\tc d");
    }
}
