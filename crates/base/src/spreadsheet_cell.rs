//! Cells of tables that are opened in a spreadsheet program.

/// What a formula begins with. Spreadsheets in Japanese and Chinese take the wide forms too.
const FORMULA_STARTS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
/// What begins a new cell in a spreadsheet whose language separates the cells of a list with a
/// semicolon: there the quotes around one of our cells are letters like any other.
const OTHER_SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Escapes a cell that is a formula, or has one behind the separator of another language, so that
/// every spreadsheet program shows it as text.
pub fn escape_formula(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 1);
    let mut is_start = true;
    for letter in text.chars() {
        if is_start && FORMULA_STARTS.contains(&letter) {
            escaped.push('\'');
        }
        is_start = OTHER_SEPARATORS.contains(&letter);
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, safe) in [
            ("=SUM(A1)", "'=SUM(A1)"),
            ("+1 613", "'+1 613"),
            ("-2", "'-2"),
            ("@x", "'@x"),
            ("＝1+1", "'＝1+1"),
            ("a=b", "a=b"),
            ("", ""),
            // A Spanish or German spreadsheet begins a cell at each semicolon, and a row at each break.
            ("X;=1+1;y", "X;'=1+1;y"),
            ("X;y; =z", "X;y; =z"),
            ("X\n@sum", "X\n'@sum"),
            ("X\t-2", "X\t'-2"),
        ] {
            assert_eq!(escape_formula(text), safe);
        }
    }
}
