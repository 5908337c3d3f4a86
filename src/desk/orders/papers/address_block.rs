//! The lines of an address as the country of the address writes them, for people who read it on
//! paper. Carriers get the fields themselves.

use crate::base::geography;
use crate::desk::parcel::draft::AddressForm;

/// The usual layout, for countries without one and for Latin letters in countries that begin with
/// the largest place.
const USUAL: &str = "%A%n%C, %S %Z";

/// Name and company, then the other lines. The country's name is the last line unless it is
/// `home`, a two-letter code. No field is left out but telephone and email.
pub fn address_lines(form: &AddressForm, home: &str) -> Vec<String> {
    let country = geography::country(&form.country);
    let layout = country.map_or("", |country| country.fmt.as_str());
    let layout = match layout {
        "" => USUAL,
        _ if begins_with_place(layout) && !is_east_asian(form) => USUAL,
        layout => layout,
    };
    let mut lines: Vec<String> = [&form.name, &form.company]
        .into_iter()
        .map(|field| field.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect();
    let streets = [&form.street1, &form.street2, &form.street3];
    let mut before_streets = lines.len();
    for part in layout.split("%n") {
        if part.contains("%A") {
            before_streets = lines.len();
        }
        if part.trim() == "%A" {
            lines.extend(streets.iter().map(|street| street.trim().to_owned()));
        } else {
            lines.push(laid_out(part, form));
        }
    }
    // Some countries have no place for a state or a postcode.
    for (letter, field) in [("%C", &form.city), ("%S", &form.state), ("%Z", &form.zip)] {
        let there =
            layout.contains(letter) || lines.iter().any(|line| contains_words(line, field.trim()));
        if !there && begins_with_place(layout) {
            lines.insert(before_streets, field.trim().to_owned());
            before_streets += 1;
        } else if !there {
            lines.push(field.trim().to_owned());
        }
    }
    let code = form.country.trim();
    if !code.eq_ignore_ascii_case(home.trim()) {
        lines.push(country.map_or(code, |country| country.name()).to_owned());
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Whether the layout begins with postcode or state rather than with the recipient.
fn begins_with_place(layout: &str) -> bool {
    let first = layout.split_once('%').map(|(_, rest)| rest);
    first.is_some_and(|rest| rest.starts_with(['Z', 'S', 'C', 'D']))
}

fn is_east_asian(form: &AddressForm) -> bool {
    let fields = [&form.street1, &form.street2, &form.city, &form.state];
    let mut letters = fields.into_iter().flat_map(|field| field.chars());
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
fn laid_out(part: &str, form: &AddressForm) -> String {
    let mut tokens = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        if let Some(letter) = rest.strip_prefix('%').and_then(|it| it.chars().next()) {
            tokens.push(Token::Field(field_of(letter, form)));
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
fn field_of(letter: char, form: &AddressForm) -> String {
    let street = || {
        let streets = [&form.street1, &form.street2, &form.street3];
        let filled = streets.into_iter().map(|street| street.trim());
        let filled: Vec<&str> = filled.filter(|street| !street.is_empty()).collect();
        filled.join(" ")
    };
    match letter {
        'A' => street(),
        'C' => form.city.trim().to_owned(),
        'S' => form.state.trim().to_owned(),
        'Z' => form.zip.trim().to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
