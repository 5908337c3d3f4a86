//! The lines of an address as its country writes them: where the postcode stands, and what is between
//! it, the city and the state.

use super::Country;

/// The usual layout, for countries without one and for Latin letters in countries that begin with
/// the largest place.
const USUAL: &str = "%A%n%C, %S %Z";
/// Canada's post asks for two spaces before the postcode; the table of layouts has one.
const CANADIAN: &str = "%A%n%C %S  %Z";

/// The fields of an address that a layout arranges.
#[derive(Clone, Copy, Debug, Default)]
pub struct AddressFields<'a> {
    pub streets: [&'a str; 3],
    pub city: &'a str,
    pub state: &'a str,
    pub zip: &'a str,
}

/// The lines between the recipient and the country, in the layout of `country`. No field is left
/// out.
pub fn lines(fields: &AddressFields<'_>, country: Option<&Country>) -> Vec<String> {
    let layout = match country {
        Some(country) if country.a2 == "CA" => CANADIAN,
        Some(country) => country.fmt.as_str(),
        None => "",
    };
    let layout = match layout {
        "" => USUAL,
        _ if begins_with_place(layout) && !is_east_asian(fields) => USUAL,
        layout => layout,
    };
    let mut lines: Vec<String> = Vec::new();
    let mut before_streets = 0;
    for part in layout.split("%n") {
        if part.contains("%A") {
            before_streets = lines.len();
        }
        if part.trim() == "%A" {
            lines.extend(fields.streets.iter().map(|street| street.trim().to_owned()));
        } else {
            lines.push(laid_out(part, fields));
        }
    }
    // Some countries have no place for a state or a postcode.
    for (letter, field) in [("%C", fields.city), ("%S", fields.state), ("%Z", fields.zip)] {
        let there =
            layout.contains(letter) || lines.iter().any(|line| contains_words(line, field.trim()));
        if !there && begins_with_place(layout) {
            lines.insert(before_streets, field.trim().to_owned());
            before_streets += 1;
        } else if !there {
            lines.push(field.trim().to_owned());
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Whether the layout begins with postcode or state rather than with the recipient.
fn begins_with_place(layout: &str) -> bool {
    let first = layout.split_once('%').map(|(_, rest)| rest);
    first.is_some_and(|rest| rest.starts_with(['Z', 'S', 'C', 'D']))
}

fn is_east_asian(fields: &AddressFields<'_>) -> bool {
    let [street1, street2, _] = fields.streets;
    let texts = [street1, street2, fields.city, fields.state];
    let mut letters = texts.into_iter().flat_map(str::chars);
    letters.any(|letter| letter >= '\u{1100}')
}

fn contains_words(line: &str, words: &str) -> bool {
    line.to_lowercase().contains(&words.to_lowercase())
}

enum Token<'a> {
    Field(String),
    /// Text between fields.
    Between(&'a str),
}

/// One line of a layout such as `%C, %S %Z`. Text between two fields is only written if both are
/// filled; a prefix such as `SE-` only if the field lacks it.
fn laid_out(part: &str, fields: &AddressFields<'_>) -> String {
    let mut tokens = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        if let Some(letter) = rest.strip_prefix('%').and_then(|it| it.chars().next()) {
            tokens.push(Token::Field(field_of(letter, fields)));
            rest = rest.get(1 + letter.len_utf8()..).unwrap_or_default();
        } else {
            let end = rest.find('%').filter(|end| *end > 0).unwrap_or(rest.len());
            let (between, after) = rest.split_at(end);
            tokens.push(Token::Between(between));
            rest = after;
        }
    }
    let mut line = String::new();
    let mut waiting = "";
    for token in &tokens {
        match token {
            Token::Between(text) => waiting = text,
            Token::Field(field) if field.is_empty() => {}
            Token::Field(field) => {
                let prefix = waiting.trim();
                let has_prefix = !prefix.is_empty() && field.starts_with(prefix);
                if !line.is_empty() || !has_prefix {
                    line.push_str(if line.is_empty() {
                        waiting.trim_start_matches([',', '-', '/', ' '])
                    } else {
                        waiting
                    });
                }
                line.push_str(field);
                waiting = "";
            }
        }
    }
    line.trim().to_owned()
}

/// A field by its letter in a layout; districts and sorting codes have no field of their own.
fn field_of(letter: char, fields: &AddressFields<'_>) -> String {
    let street = || {
        let filled = fields.streets.into_iter().map(str::trim);
        let filled: Vec<&str> = filled.filter(|street| !street.is_empty()).collect();
        filled.join(" ")
    };
    match letter {
        'A' => street(),
        'C' => fields.city.trim().to_owned(),
        'S' => fields.state.trim().to_owned(),
        'Z' => fields.zip.trim().to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geography;

    #[test]
    fn city_state_and_postcode_stand_as_the_country_writes_them() {
        for (country, [city, state, zip], written) in [
            ("CA", ["Montréal", "QC", "H2Y 1C6"], "Montréal QC  H2Y 1C6"),
            ("CA", ["Montréal", "QC", ""], "Montréal QC"),
            ("AU", ["Sydney", "NSW", "2000"], "Sydney NSW 2000"),
            ("DE", ["Berlin", "", "10115"], "10115 Berlin"),
            ("FR", ["Paris", "", "75001"], "75001 Paris"),
            ("GB", ["London", "", "SW1A 1AA"], "London | SW1A 1AA"),
            ("MX", ["Puebla", "Pue.", "72000"], "72000 Puebla, Pue."),
            ("JP", ["Minato-ku", "Tokyo", "105-0011"], "Minato-ku, Tokyo 105-0011"),
            ("XX", ["Where", "", "12"], "Where 12"),
        ] {
            let fields = AddressFields { streets: ["1 First St", "", ""], city, state, zip };
            let lines = lines(&fields, geography::country(country));
            assert_eq!(lines.join(" | "), format!("1 First St | {written}"), "{country}");
        }
    }
}
