use super::*;

const TABLES: [&str; 2] = [
    include_str!("../../../../../assets/place/country_names.tsv"),
    include_str!("../../../../../assets/place/country_aliases.tsv"),
];
const ISO_NAMES: &str = include_str!("iso_3166_names.tsv");

fn code_of(text: &str) -> Option<&'static str> {
    country(text).map(|land| land.a2.as_str())
}

fn check(code: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(code_of(text), Some(code), "{text}");
    }
}

/// `Republic of Korea` of `Korea, Republic of`.
fn turned(name: &str) -> Option<String> {
    let (last, first) = name.split_once(", ")?;
    Some(format!("{first} {last}"))
}

#[test]
fn o25_names_of_the_finding() {
    for (code, text) in [
        ("US", "United States (US)"),
        ("GB", "United Kingdom (UK)"),
        ("KR", "Korea, Republic of"),
        ("KR", "Korea, South"),
        ("NL", "Netherlands, The"),
        ("BA", "Bosnia & Herzegovina"),
        ("TT", "Trinidad & Tobago"),
        ("LC", "St. Lucia"),
        ("CI", "Ivory Coast"),
        ("MO", "Macau"),
        ("MO", "Macao S.A.R., China"),
        ("BS", "The Bahamas"),
        ("HK", "Hong Kong SAR China"),
        ("TZ", "Tanzania, United Republic of"),
        ("VE", "Venezuela, Bolivarian Republic of"),
        ("TW", "Taiwan (R.O.C.)"),
        ("HR", "Croatia, Republic of"),
        ("MK", "Macedonia"),
        ("CD", "Congo, Democratic Republic of the"),
        ("GB", "Britain"),
        ("SA", "السعودية"),
        ("IN", "भारत"),
    ] {
        check(code, &[text]);
    }
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

#[test]
fn o25_long_forms() {
    check("AF", &["Islamic Republic of Afghanistan", "Islamic Emirate of Afghanistan"]);
    check("AR", &["Argentine Republic", "República Argentina", "Argentina, Republic of"]);
    check("AT", &["Republic of Austria", "Republik Österreich"]);
    check("AU", &["Commonwealth of Australia", "Australia, Commonwealth of"]);
    check("BE", &["Kingdom of Belgium", "Royaume de Belgique", "Koninkrijk België"]);
    check("BO", &["Plurinational State of Bolivia", "Estado Plurinacional de Bolivia"]);
    check("BR", &["Federative Republic of Brazil", "República Federativa do Brasil"]);
    check("CH", &["Swiss Confederation", "Confédération suisse"]);
    check("CN", &["People's Republic of China", "China, People’s Republic of", "中华人民共和国"]);
    check("CO", &["Republic of Colombia", "República de Colombia"]);
    check("CZ", &["Czech Republic", "Tschechische Republik", "République tchèque"]);
    check("DE", &["Federal Republic of Germany", "Bundesrepublik Deutschland"]);
    check("DM", &["Commonwealth of Dominica"]);
    check("DO", &["Dominican Republic", "República Dominicana", "Dominican Rep."]);
    check("EG", &["Arab Republic of Egypt", "Egypt, Arab Rep."]);
    check("ES", &["Kingdom of Spain", "Reino de España", "Königreich Spanien"]);
    check("ET", &["Federal Democratic Republic of Ethiopia"]);
    check("FR", &["French Republic", "République française"]);
    check("GB", &["United Kingdom of Great Britain and Northern Ireland"]);
    check("GY", &["Co-operative Republic of Guyana"]);
    check("IR", &["Islamic Republic of Iran", "Iran (Islamic Republic of)"]);
    check("IT", &["Italian Republic", "Repubblica Italiana"]);
    check("JO", &["Hashemite Kingdom of Jordan"]);
    check("KN", &["Federation of Saint Kitts and Nevis"]);
    check("KP", &["Democratic People's Republic of Korea", "Korea, Dem. People's Rep."]);
    check("KR", &["Republic of Korea", "République de Corée", "Corée, République de", "대한민국"]);
    check("LA", &["Lao People's Democratic Republic", "Lao PDR"]);
    check("LK", &["Democratic Socialist Republic of Sri Lanka"]);
    check("LU", &["Grand Duchy of Luxembourg"]);
    check("LY", &["Libyan Arab Jamahiriya", "State of Libya"]);
    check("MD", &["Moldova, Republic of", "Moldavie, République de"]);
    check("MK", &["Macedonia, the former Yugoslav Republic of", "North Macedonia, Republic of"]);
    check("MM", &["Republic of the Union of Myanmar", "Burma (Myanmar)"]);
    check("MX", &["United Mexican States", "Estados Unidos Mexicanos"]);
    check("NL", &["Kingdom of the Netherlands", "Netherlands (Kingdom of the)"]);
    check("OM", &["Sultanate of Oman"]);
    check("PG", &["Independent State of Papua New Guinea"]);
    check("PL", &["Republic of Poland", "Rzeczpospolita Polska"]);
    check("PS", &["State of Palestine", "Palestinian Territory, Occupied"]);
    check("RU", &["Russian Federation", "Российская Федерация", "Föderation, Russische"]);
    check("SA", &["Kingdom of Saudi Arabia", "Saudi Arabia, Kingdom of"]);
    check("SK", &["Slovak Republic", "Slovak Republic (Slovakia)"]);
    check("SY", &["Syrian Arab Republic"]);
    check("TW", &["Republic of China", "Taiwan, Province of China", "Taiwan (Province of China)"]);
    check("TZ", &["United Republic of Tanzania", "Tanzanie, République-Unie de"]);
    check("UY", &["Eastern Republic of Uruguay", "República Oriental del Uruguay"]);
    check("VN", &["Socialist Republic of Viet Nam", "Socialist Republic of Vietnam"]);
    check("ZA", &["Republic of South Africa", "RSA"]);
}

#[test]
fn o25_spellings_of_shops_and_people() {
    check("AE", &["UAE", "U.A.E.", "United Arab Emirates (UAE)", "الإمارات"]);
    check("BA", &["Bosnia-Herzegovina", "Bosnien & Herzegowina", "Bosnie et Herzégovine"]);
    check("CD", &["DR Congo", "D.R. Congo", "Congo (Kinshasa)", "Congo, Dem. Rep.", "DRC"]);
    check("CG", &["Congo (Brazzaville)", "Congo, Republic of the", "Congo, Rep."]);
    check("CI", &["Cote d Ivoire (Ivory Coast)", "Cote D'Ivoire", "Côte d’Ivoire"]);
    check("CN", &["P.R. China", "China (PRC)", "VR China"]);
    check("DE", &["DE - Germany", "Germany (Deutschland)", "DEU", "Deutschland / Germany"]);
    check("FK", &["Falkland Islands (Malvinas)", "Falkland Islands [Malvinas]"]);
    check("GB", &["U.K.", "The UK", "England (UK)", "Scotland, United Kingdom", "Great Britain"]);
    check("GM", &["Gambia, The"]);
    check("HK", &["Hong Kong (China)", "Hong Kong, China", "HongKong"]);
    check("IE", &["Republic of Ireland", "République d’Irlande", "Éire"]);
    check("KP", &["Korea (North)", "N. Korea"]);
    check("KR", &["S. Korea", "Korea", "Korea, Republic of (South Korea)"]);
    check("MF", &["Saint Martin (French part)"]);
    check("MM", &["Myanmar (Burma)"]);
    check("PW", &["Belau"]);
    check("ST", &["Sao Tome & Principe"]);
    check("SX", &["Sint Maarten (Dutch part)", "Saint Martin (Dutch part)"]);
    check("SZ", &["Swaziland (Eswatini)"]);
    check("TR", &["Turkiye", "Turkey (Türkiye)"]);
    check("UM", &["United States (US) Minor Outlying Islands"]);
    check(
        "US",
        &["United States of America (USA)", "U.S.", "the US", "U. S. A.", "USA - United States"],
    );
    check("VC", &["St. Vincent & the Grenadines", "Saint Vincent and Grenadines"]);
    check("VG", &["Virgin Islands (British)", "Virgin Islands, British"]);
    check("VI", &["Virgin Islands (US)", "Virgin Islands, U.S.", "U.S. Virgin Islands"]);
}

#[test]
fn o25_a_name_of_two_countries_or_of_none_is_asked() {
    for text in [
        "Congo",
        "Kongo",
        "Virgin Islands",
        "Democratic Republic of Korea",
        "People's Republic of Korea",
        "United States (CA)",
        "US/CA",
        "Germany, France",
        "Republik Dominika",
        "Union Island",
        "Grand Island",
        "Del Mar",
        "Norfolk",
        "N/A",
        "n.a.",
        "Netherlands Antilles",
        "Yugoslavia",
        "Republic of",
        "United",
        "The",
        "Paris",
        "Ontario",
        "New York",
        "XX",
        "-",
        "",
    ] {
        assert_eq!(code_of(text), None, "{text}");
    }
    assert!(country(&"United States ".repeat(100_000)).is_none());
}
