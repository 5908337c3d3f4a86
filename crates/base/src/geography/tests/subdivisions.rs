use super::*;

const TABLES: [&str; 2] = [
    include_str!("../../../../../assets/place/subdivisions.tsv"),
    include_str!("../../../../../assets/place/subdivision_aliases.tsv"),
];

fn land(code: &str) -> &'static Country {
    country(code).unwrap()
}

fn check_sent(code: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(land(code).usual_state(text), *expected, "{code} {text}");
    }
}

#[test]
fn o26_states_of_the_finding() {
    check_sent(
        "US",
        &[
            ("Armed Forces Europe", "AE"),
            ("Armed Forces America", "AA"),
            ("Armed Forces (AE)", "AE"),
            ("U.S. Virgin Islands", "VI"),
            ("Washington, D.C.", "DC"),
            ("Washington DC", "DC"),
            ("D.C.", "DC"),
            ("N.Y.", "NY"),
            ("US-TN", "TN"),
            ("Tennessee (US)", "TN"),
            ("TN - Tennessee", "TN"),
        ],
    );
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

#[test]
fn o23_states_are_sent_as_codes_where_carriers_take_them() {
    check_sent(
        "CA",
        &[
            ("Québec", "QC"),
            ("QUEBEC", "QC"),
            ("Quebec (QC)", "QC"),
            ("CA-QC", "QC"),
            ("Québec, Canada", "QC"),
            ("British Columbia", "BC"),
            ("B.C.", "BC"),
            ("Colombie-Britannique", "BC"),
            ("Île-du-Prince-Édouard", "PE"),
            ("PEI", "PE"),
            ("Newfoundland & Labrador", "NL"),
            ("Newfoundland", "NL"),
            ("Yukon Territory", "YT"),
            ("Province of Ontario", "ON"),
            ("on", "ON"),
        ],
    );
    check_sent(
        "AU",
        &[("New South Wales", "NSW"), ("Victoria", "VIC"), ("AU-QLD", "QLD"), ("N.S.W.", "NSW")],
    );
    check_sent(
        "MX",
        &[
            ("Jalisco", "JAL"),
            ("Jal.", "JAL"),
            ("MX-JAL", "JAL"),
            ("Ciudad de México", "CMX"),
            ("CDMX", "CMX"),
            ("Nuevo León", "NLE"),
            ("N.L.", "NLE"),
            ("Estado de México", "MEX"),
            ("Q. Roo", "ROO"),
            // Carriers and shops have codes of their own.
            ("NL", "NL"),
            ("JA", "JA"),
            ("YUC", "YUC"),
        ],
    );
    check_sent("BR", &[("São Paulo", "SP"), ("Sao Paulo (SP)", "SP"), ("BR-RJ", "RJ")]);
    check_sent(
        "IT",
        &[("Milano", "MI"), ("IT-RM", "RM"), ("Forlì-Cesena", "FC"), ("Firenze", "FI")],
    );
    check_sent(
        "US",
        &[
            ("Calif.", "CA"),
            ("W. Va.", "WV"),
            ("State of Maine", "ME"),
            ("Washington State", "WA"),
            ("Puerto Rico (US)", "PR"),
            ("New York, NY", "NY"),
            ("Armed Forces - Pacific", "AP"),
        ],
    );
}

#[test]
fn o23_a_code_becomes_a_name_where_carriers_take_none() {
    check_sent(
        "NL",
        &[("NL-LI", "Limburg"), ("Limburg", "Limburg"), ("Noord Holland", "Noord Holland")],
    );
    check_sent("GR", &[("I", "Attica"), ("Αττική", "Αττική")]);
    check_sent("ES", &[("B", "Barcelona"), ("ES-M", "Madrid"), ("Barcelona", "Barcelona")]);
    check_sent("JP", &[("JP13", "Tokyo"), ("JP-27", "Osaka"), ("東京都", "東京都"), ("13", "13")]);
    check_sent("CN", &[("CN2", "Beijing"), ("CN-GD", "Guangdong"), ("广东省", "广东省")]);
    check_sent("AR", &[("C", "Ciudad Autónoma de Buenos Aires"), ("Córdoba", "Córdoba")]);
    check_sent("IN", &[("IN-TS", "Telangana"), ("MH", "MH"), ("Tamil Nadu", "Tamil Nadu")]);
    check_sent("DE", &[("DE-BY", "Bayern"), (" Bayern ", "Bayern"), ("nowhere", "nowhere")]);
    check_sent("CH", &[("ZH", "ZH"), ("CH-ZH", "Zürich"), ("Zürich", "Zürich")]);
    check_sent("AE", &[("DU", "Dubai"), ("دبي", "دبي")]);
}

#[test]
fn o23_what_is_no_state_stays() {
    check_sent(
        "CA",
        &[("Atlantis", "Atlantis"), ("CA", "CA"), ("Quebec Ontario", "Quebec Ontario")],
    );
    check_sent("US", &[("TN / KY", "TN / KY"), ("Tennessee (CA)", "Tennessee (CA)"), ("", "")]);
}
