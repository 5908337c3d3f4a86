//! Countries of a cell: codes of two and three letters, and names in the languages of shops.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::base::geography::{self, Country, plain_name};
use crate::desk::parcel::paste_address::country_by_line;

/// Finds a country by a code or a name. Besides the languages of the program, names are known in
/// Dutch, French, German, Italian, Portuguese and in the language of the country.
pub fn read_country(text: &str) -> Option<&'static Country> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    country_by_line(text).or_else(|| {
        let code = other_names().get(plain_name(text).as_str())?;
        geography::country(code)
    })
}

/// Countries by the texts of a file: a column has few different ones.
#[derive(Default)]
pub struct CountryLookup<'a> {
    found: HashMap<&'a str, Option<&'static Country>>,
    last: Option<(&'a str, Option<&'static Country>)>,
}

impl<'a> CountryLookup<'a> {
    pub fn find(&mut self, text: &'a str) -> Option<&'static Country> {
        if let Some((last, found)) = self.last
            && last == text
        {
            return found;
        }
        let found = *self.found.entry(text).or_insert_with(|| read_country(text));
        self.last = Some((text, found));
        found
    }
}

fn other_names() -> &'static HashMap<String, &'static str> {
    static TABLE: OnceLock<HashMap<String, &'static str>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let entries = NAMES.iter().flat_map(|(code, names)| {
            let names = names.split(", ");
            names.map(move |name| (plain_name(name), *code))
        });
        entries.collect()
    })
}

/// Codes with names that neither `assets/language` nor `base/geography.rs` has.
const NAMES: [(&str, &str); 62] = [
    ("AE", "UAE, Vereinigte Arabische Emirate, Émirats arabes unis, Emirati Arabi Uniti"),
    ("AR", "Argentinien, Argentine"),
    ("AT", "Österreich, Autriche, Oostenrijk, Áustria"),
    ("AU", "Australien, Australie, Austrália"),
    ("BE", "België, Belgique, Belgien, Belgio"),
    ("BG", "Bulgarien, Bulgarie, България"),
    ("BR", "Brasil, Brasilien, Brésil, Brasile, Brazilië"),
    ("CA", "Kanada"),
    ("CH", "Schweiz, Suisse, Svizzera, Svizra, Zwitserland, Suíça"),
    ("CL", "Chili, Cile"),
    ("CN", "China, Chine, Cina, 中国, 中國, PRC, PR China"),
    ("CO", "Kolumbien, Colombie"),
    ("CY", "Zypern, Chypre, Cipro, Κύπρος"),
    (
        "CZ",
        "Česko, Česká republika, Tschechien, Tschechische Republik, Tchéquie, République tchèque, Cechia, Tsjechië",
    ),
    ("DE", "Deutschland, Allemagne, Germania, Duitsland, Alemanha"),
    ("DK", "Danmark, Dänemark, Danemark, Danimarca, Denemarken"),
    ("EE", "Eesti, Estland, Estonie"),
    ("EG", "Ägypten, Égypte, Egitto"),
    ("ES", "España, Spanien, Espagne, Spagna, Spanje, Espanha"),
    ("FI", "Suomi, Finnland, Finlande"),
    ("FR", "Frankreich, Frankrijk, França, République française"),
    (
        "GB",
        "UK, GB, Great Britain, Vereinigtes Königreich, Großbritannien, England, Royaume-Uni, Regno Unito, Verenigd Koninkrijk, Schottland",
    ),
    ("GR", "Ελλάδα, Hellas, Griechenland, Grèce, Griekenland"),
    ("HK", "Hong Kong, Hongkong, Hong Kong SAR, 香港"),
    ("HR", "Hrvatska, Kroatien, Croatie, Croazia"),
    ("HU", "Magyarország, Ungarn, Hongrie, Ungheria, Hongarije"),
    ("IE", "Éire, Irland, Irlande, Ierland, Republic of Ireland"),
    ("IL", "Israël, Israele, ישראל"),
    ("IN", "Indien, Inde"),
    ("IS", "Ísland, Island, Islande, Islanda"),
    ("IT", "Italia, Italien, Italie, Itália, Italië"),
    ("JP", "日本, 日本国, Japon, Giappone"),
    (
        "KR",
        "South Korea, Korea, Republic of Korea, Südkorea, Corée du Sud, Corea del Sud, 대한민국, 한국",
    ),
    ("LI", "Fürstentum Liechtenstein"),
    ("LT", "Lietuva, Litauen, Lituanie"),
    ("LU", "Luxemburg, Lëtzebuerg, Lussemburgo"),
    ("LV", "Latvija, Lettland, Lettonie, Lettonia"),
    ("MA", "Marokko, Maroc, Marocco"),
    ("MT", "Malte"),
    ("MX", "México, Mexiko, Mexique, Messico"),
    (
        "NL",
        "Nederland, Holland, The Netherlands, Niederlande, Pays-Bas, Paesi Bassi, Países Baixos",
    ),
    ("NO", "Norge, Noreg, Norwegen, Norvège, Norvegia, Noorwegen"),
    ("NZ", "Neuseeland, Nouvelle-Zélande, Nuova Zelanda, Aotearoa"),
    ("PE", "Pérou"),
    ("PH", "Philippinen, Pilipinas"),
    ("PL", "Polska, Polen, Pologne"),
    ("PR", "Puerto Rico, Porto Rico"),
    ("RO", "România, Rumänien, Roumanie"),
    ("RS", "Srbija, Serbien, Serbie, Србија"),
    ("RU", "Russia, Россия, Russland, Russie"),
    ("SA", "Saudi-Arabien, Arabie saoudite, KSA"),
    ("SE", "Sverige, Schweden, Suède, Svezia, Zweden"),
    ("SG", "Singapur, Singapour"),
    ("SI", "Slovenija, Slowenien, Slovénie"),
    ("SK", "Slovensko, Slowakei, Slovaquie, Slovacchia"),
    ("TH", "ประเทศไทย"),
    ("TR", "Turkey, Türkei, Turquie, Turchia"),
    ("TW", "Taiwan, 台灣, 台湾, Taïwan"),
    ("UA", "Україна, Ukraine, Ucraina"),
    (
        "US",
        "USA, America, United States, Vereinigte Staaten, Vereinigte Staaten von Amerika, États-Unis, Stati Uniti, Verenigde Staten, Estados Unidos, 美国, アメリカ",
    ),
    ("VN", "Vietnam, Viet Nam, Việt Nam"),
    ("ZA", "Südafrika, Afrique du Sud, Sudafrica"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_known_by_codes_and_in_several_languages() {
        for (text, code) in [
            ("US", "US"),
            ("usa", "US"),
            ("U.S.A.", "US"),
            ("United States", "US"),
            ("Vereinigte Staaten", "US"),
            ("DEU", "DE"),
            ("deutschland", "DE"),
            ("Allemagne", "DE"),
            ("Alemania", "DE"),
            ("GERMANIA", "DE"),
            ("uk", "GB"),
            ("England", "GB"),
            ("Österreich", "AT"),
            ("OSTERREICH", "AT"),
            ("Schweiz", "CH"),
            ("Česko", "CZ"),
            ("日本", "JP"),
            ("South Korea", "KR"),
            ("Korea", "KR"),
            ("Россия", "RU"),
            ("Turkey", "TR"),
            ("Viet Nam", "VN"),
            ("Taiwan", "TW"),
            ("Puerto Rico", "PR"),
            ("Hong Kong", "HK"),
            ("Ελλάδα", "GR"),
        ] {
            let found = read_country(text).map(|country| country.a2.as_str());
            assert_eq!(found, Some(code), "{text}");
        }
        for text in ["", "Atlantis", "XX", "New York", "-"] {
            assert!(read_country(text).is_none(), "{text}");
        }
    }

    #[test]
    fn no_name_belongs_to_two_countries() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for (code, names) in NAMES {
            assert!(geography::country(code).is_some(), "{code}");
            for name in names.split(", ") {
                let before = seen.insert(plain_name(name), code).unwrap_or(code);
                assert_eq!(before, code, "{name}");
            }
        }
    }

    #[test]
    fn a_lookup_finds_what_a_reading_finds() {
        let mut lookup = CountryLookup::default();
        for text in ["France", "France", "Atlantis", "Italia", "France", "Atlantis"] {
            let found = lookup.find(text).map(|country| &country.a2);
            assert_eq!(found, read_country(text).map(|country| &country.a2), "{text}");
        }
    }
}
