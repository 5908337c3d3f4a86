use super::*;

fn usual(code: &str, text: &str) -> Option<String> {
    country(code).unwrap().usual_postcode(text)
}

#[test]
fn o30_postcodes_take_the_form_of_their_country() {
    let rows = include_str!("postcodes.tsv").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.clone().count(), 72);
    for row in rows {
        let [code, text, expected] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let expected = Some(expected).filter(|expected| !expected.is_empty());
        assert_eq!(usual(code, text).as_deref(), expected, "{row}");
        // What it is now stays.
        assert_eq!(expected.and_then(|it| usual(code, it)).as_deref(), expected, "{row}");
    }
}

#[test]
fn o30_every_example_stays_as_it_is() {
    let mut count = 0;
    for land in countries() {
        for example in land.zipex.split(',').filter(|example| !example.is_empty()) {
            assert_eq!(land.usual_postcode(example).as_deref(), Some(example), "{}", land.a2);
            count += 1;
        }
    }
    println!("{count} examples");
}

#[test]
fn o23_a_postcode_of_canada_names_its_province() {
    for (postcode, expected) in [
        ("M5V 2T6", &["ON"][..]),
        ("t2p 1j9", &["AB"]),
        ("K1A0B1", &["ON", "QC"]),
        ("X0A 0H0", &["NT", "NU"]),
        ("", &[]),
        ("Z1Z 1Z1", &[]),
    ] {
        assert_eq!(provinces_of_postcode(postcode), expected, "{postcode}");
    }
}
