use super::*;

fn zip(text: &str, country: &str, state: &str) -> (String, bool) {
    let read = read_zip(text, country, state);
    (read.zip.into_owned(), read.restored)
}

#[test]
fn zeros_of_the_united_states_are_restored() {
    for (text, state, expected) in [
        ("2035", "MA", "02035"),
        ("2035", "Massachusetts", "02035"),
        ("2035", "", "02035"),
        ("7030", "NJ", "07030"),
        ("601", "PR", "00601"),
        ("601", "", "00601"),
        ("501", "NY", "00501"),
        ("6390", "NY", "06390"),
        ("9012", "AE", "09012"),
        ("2035.0", "MA", "02035"),
        ("20351234", "MA", "02035-1234"),
        ("2035-1234", "MA", "02035-1234"),
        ("6011234", "PR", "00601-1234"),
    ] {
        assert_eq!(zip(text, "US", state), (expected.to_owned(), true), "{text}");
    }
}

#[test]
fn a_zip_without_missing_zeros_stays() {
    for (text, state, expected) in [
        ("02035", "MA", "02035"),
        ("'02035", "MA", "02035"),
        ("02035-1234", "MA", "02035-1234"),
        ("020351234", "MA", "02035-1234"),
        ("606066306", "IL", "60606-6306"),
        ("02035-", "MA", "02035"),
        ("60606", "", "60606"),
        ("60606.0", "", "60606"),
        // 02035 is not in Texas, so a digit at the end may be missing.
        ("2035", "TX", "2035"),
        ("9012", "MA", "9012"),
        ("35", "", "35"),
        ("200", "", "200"),
        ("602035", "", "602035"),
        ("2035-12", "MA", "2035-12"),
        ("K1A 0B6", "", "K1A 0B6"),
        ("", "", ""),
        ("2035 1234", "MA", "2035 1234"),
    ] {
        assert_eq!(zip(text, "US", state), (expected.to_owned(), false), "{text}");
    }
}

#[test]
fn zeros_of_other_countries_are_restored() {
    for (text, country, expected) in [
        ("1067", "DE", "01067"),
        ("8001", "ES", "08001"),
        ("1000", "FR", "01000"),
        ("184", "IT", "00184"),
        ("6000", "MX", "06000"),
        ("150", "NO", "0150"),
        ("10", "NO", "0010"),
        ("800", "AU", "0800"),
        ("1", "ZA", "0001"),
        ("600000", "JP", "060-0000"),
        ("60-0000", "JP", "060-0000"),
        ("18956", "SG", "018956"),
        ("1310100", "BR", "01310-100"),
        ("1310-100", "BR", "01310-100"),
        ("950", "PL", "00-950"),
        ("D-1067", "DE", "01067"),
        ("610", "NZ", "0610"),
        ("100", "KE", "00100"),
        ("1001", "UA", "01001"),
        ("601", "PR", "00601"),
        ("802", "VI", "00802"),
    ] {
        assert_eq!(zip(text, country, ""), (expected.to_owned(), true), "{text} {country}");
    }
    for (text, country, expected) in [
        ("10115", "DE", "10115"),
        // No postcode of these countries begins with so many zeros.
        ("106", "DE", "106"),
        ("101", "AT", "101"),
        ("800", "CH", "800"),
        ("1012", "HR", "1012"),
        ("75001", "FR", "75001"),
        ("31945", "PL", "31-945"),
        ("31-945", "PL", "31-945"),
        ("SW1A 2AA", "GB", "SW1A 2AA"),
        ("999", "", "999"),
    ] {
        assert_eq!(zip(text, country, ""), (expected.to_owned(), false), "{text} {country}");
    }
}

#[test]
fn o30_a_postcode_takes_the_form_of_its_country() {
    for (text, country, expected) in [
        ("D-10115", "DE", "10115"),
        ("CH-3000", "CH", "3000"),
        ("LT-01100", "LT", "01100"),
        ("400 001", "IN", "400001"),
        ("〒064-0941", "JP", "064-0941"),
        ("37206 1234", "US", "37206-1234"),
        ("'M5V 2T6", "CA", "M5V 2T6"),
        ("h2w 1y4", "CA", "H2W 1Y4"),
        ("sw1a1aa", "GB", "SW1A 1AA"),
        ("1012ab", "NL", "1012 AB"),
        ("00901 1234", "PR", "00901-1234"),
        ("1000001", "PT", "1000-001"),
        // What fits no form stays, and so does every text of a country without forms.
        ("F-75001", "DE", "F-75001"),
        ("sw1", "GB", "sw1"),
        ("00000", "AE", "00000"),
        ("d-10115", "", "d-10115"),
    ] {
        assert_eq!(zip(text, country, ""), (expected.to_owned(), false), "{text} {country}");
    }
}
