use super::*;

const TABLES: [&str; 2] = [
    include_str!("../../../../../assets/place/subdivisions.tsv"),
    include_str!("../../../../../assets/place/subdivision_aliases.tsv"),
];

fn land(code: &str) -> &'static Country {
    country(code).unwrap()
}

#[test]
fn o23_o26_states_are_what_carriers_are_told() {
    let rows = include_str!("states.tsv").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.clone().count(), 90);
    for row in rows {
        let [code, text, expected] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(land(code).usual_state(text), expected, "{row}");
    }
    for state in us_states() {
        assert_eq!(us_state(&state.name).unwrap().code, state.code, "{}", state.name);
    }
}

#[test]
fn o23_every_code_and_name_reads_back() {
    let (mut count, mut of_two) = (0, Vec::new());
    for line in TABLES.iter().flat_map(|table| table.lines()) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [code, label, codes, names] = cells[..] else {
            panic!("{line}");
        };
        let mut texts = vec![label.to_owned()];
        for part in codes.split('|').filter(|part| !part.is_empty()) {
            texts.push(format!("{code}-{part}"));
            if part.contains(char::is_alphabetic) {
                texts.push(part.to_owned());
            }
        }
        texts.extend(names.split('|').filter(|name| !name.is_empty()).map(str::to_owned));
        for text in texts {
            count += 1;
            match land(code).subdivision(&text) {
                Some(found) => assert_eq!(found.label, label, "{code} {text}"),
                None => of_two.push(format!("{code} {text}")),
            }
        }
    }
    println!("{count} codes and names, {} of two places", of_two.len());
    assert!(count > 10_000 && of_two.len() < 100);
    // Where codes are sent, none may be lost.
    let with_codes = ["AU ", "BR ", "CA ", "IT ", "MX ", "US "];
    assert!(!of_two.iter().any(|text| with_codes.iter().any(|code| text.starts_with(code))));
}
