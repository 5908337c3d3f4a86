//! Cells of tables that are opened in a spreadsheet program.

/// Escapes a cell that starts like a formula, so that every spreadsheet program shows it as text.
pub fn escape_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
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
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(escape_formula(text), safe);
        }
    }
}
