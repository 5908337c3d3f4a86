use super::*;

const TABLES: [&str; 2] = [
    include_str!("../../../../../assets/place/country_names.tsv"),
    include_str!("../../../../../assets/place/country_aliases.tsv"),
];
const ISO_NAMES: &str = include_str!("iso_3166_names.tsv");
const SPELLINGS: &str = include_str!("country_spellings.tsv");

fn code_of(text: &str) -> Option<&'static str> {
    country(text).map(|land| land.a2.as_str())
}

/// `Republic of Korea` of `Korea, Republic of`.
fn turned(name: &str) -> Option<String> {
    let (last, first) = name.split_once(", ")?;
    Some(format!("{first} {last}"))
}

#[test]
fn o25_spellings_are_read_or_asked() {
    let lines = SPELLINGS.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for (code, texts) in lines.filter_map(|line| line.split_once('\t')) {
        for text in texts.split('|') {
            assert_eq!(code_of(text), Some(code).filter(|code| *code != "-"), "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 209);
    assert!(country(&"United States ".repeat(100_000)).is_none());
}

#[test]
fn o25_every_name_of_the_tables_reads_back() {
    let mut count = 0;
    for line in TABLES.iter().flat_map(|table| table.lines()) {
        let (code, names) = line.split_once('\t').unwrap();
        let expected = Some(code).filter(|code| *code != "-");
        for name in names.split('|') {
            assert_eq!(code_of(name), expected, "{name}");
            // Some languages have other capitals than the rest: `KIBRIS`.
            let capitals = format!(" {} ", name.to_uppercase());
            if plain_name(&capitals) == plain_name(name) {
                assert_eq!(code_of(&capitals), expected, "{capitals}");
            }
            count += 1;
        }
    }
    println!("{count} names");
    assert!(count > 2_500);
}

#[test]
fn o25_iso_names_in_every_form() {
    let mut count = 0;
    for line in ISO_NAMES.lines() {
        let (code, name) = line.split_once('\t').unwrap();
        // Two countries have this name.
        if name == "Congo" {
            continue;
        }
        let mut forms = vec![
            name.to_owned(),
            name.replace(" and ", " & "),
            name.replace("Saint ", "St. "),
            name.replace("Saint ", "St "),
            format!("{name} ({code})"),
            format!("{code} - {name}"),
            format!("{name}, {code}"),
        ];
        match turned(name) {
            Some(turned) => {
                let (last, first) = name.split_once(", ").unwrap();
                forms.extend([
                    turned,
                    format!("{last} ({first})"),
                    format!("{last} (the {first})"),
                ]);
            }
            None => forms.extend([
                format!("The {name}"),
                format!("{name}, The"),
                format!("{name} (the)"),
                name.to_uppercase(),
            ]),
        }
        for form in forms {
            assert_eq!(code_of(&form), Some(code), "{form}");
            count += 1;
        }
    }
    println!("{count} forms of ISO names");
}
