use super::*;

/// O30 too: a postcode takes the form of its country, and what fits no form stays.
#[test]
fn zeros_are_restored_where_country_and_state_show_that_they_are_missing() {
    let rows = include_str!("tests/read.tsv").lines().filter(|row| !row.starts_with('#'));
    assert_eq!(rows.clone().count(), 77);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [text, country, state, expected, restored] = cells[..] else {
            panic!("{row}");
        };
        let read = read_zip(text, country, state);
        assert_eq!((&*read.zip, read.restored), (expected, restored == "restored"), "{row}");
    }
}
