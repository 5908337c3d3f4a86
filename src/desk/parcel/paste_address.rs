//! Parses a pasted address block, as copied from an e-mail, a web shop or a spreadsheet, into
//! fields. The result is a guess for the user to review. Headings such as `Ship to:` are skipped;
//! every other line is put into some field.

use crate::base::geography;
use crate::base::geography::Country;
use crate::desk::parcel::draft::AddressForm;

/// Parses a block of lines, or one line with commas.
pub fn parse_block(text: &str) -> AddressForm {
    let mut form = AddressForm::default();
    let mut parts = lines(text);
    take_contacts(&mut form, &mut parts);
    let named = take_country(&mut parts);
    let candidates: Vec<&'static Country> = match named {
        Some(country) => vec![country],
        // Only the postcodes of these countries are recognized without a country line.
        None => ["US", "CA", "GB"].into_iter().filter_map(geography::country).collect(),
    };
    if let Some((country, found)) = candidates
        .into_iter()
        .find_map(|country| Some((country, take_locality(&mut parts, country)?)))
    {
        form.country = country.a2.clone();
        form.city = found.city;
        form.state = found.state;
        form.zip = found.zip;
    } else if let Some(country) = named {
        form.country = country.a2.clone();
        if parts.len() > 2
            && let Some(city) = parts.pop()
        {
            form.city = city;
        }
    }
    if let [only] = parts.as_slice() {
        parts = split_at_house_number(only);
    }
    take_person_and_street(&mut form, parts);
    form
}

/// The address of a text in which nothing is missing: somebody, a street, a city and a postcode.
pub fn whole_address(text: &str) -> Option<AddressForm> {
    let form = parse_block(text);
    let somebody = !form.name.is_empty() || !form.company.is_empty();
    let place = [&form.street1, &form.city, &form.zip];
    (somebody && place.iter().all(|part| !part.is_empty())).then_some(form)
}

struct Locality {
    city: String,
    state: String,
    zip: String,
}

/// Splits the text into lines; a text of one line is split at its commas.
fn lines(text: &str) -> Vec<String> {
    let clean = |piece: &str| {
        piece
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .trim_matches([',', ';'])
            .trim()
            .to_owned()
    };
    let rows: Vec<String> = text
        .lines()
        .flat_map(|line| line.split('\t'))
        .map(clean)
        .filter(|line| !line.is_empty() && !is_heading(line))
        .collect();
    match rows.as_slice() {
        [single] => single.split([',', ';']).map(clean).filter(|piece| !piece.is_empty()).collect(),
        _ => rows,
    }
}

fn is_heading(line: &str) -> bool {
    ["ship to", "shipping address", "deliver to", "address", "to"]
        .iter()
        .any(|heading| line.trim_end_matches(':').eq_ignore_ascii_case(heading))
}

fn take_contacts(form: &mut AddressForm, parts: &mut Vec<String>) {
    parts.retain(|part| {
        let bare = without_label(part, &["e-mail", "email", "mail"]);
        if form.email.is_empty() && bare.contains('@') && !bare.contains(' ') {
            form.email = bare.trim_matches(['<', '>']).to_owned();
            return false;
        }
        let labels = ["phone", "telephone", "tel", "mobile", "cell", "ph"];
        let bare = without_label(part, &labels);
        let labelled = bare.len() < part.len();
        let digits = bare.chars().filter(char::is_ascii_digit).count();
        let plain = bare.chars().all(|c| c.is_ascii_digit() || " +-().x/".contains(c));
        if form.phone.is_empty()
            && plain
            && digits >= 7
            && (labelled || digits >= 10 || bare.starts_with('+'))
        {
            form.phone = bare.to_owned();
            return false;
        }
        true
    });
}

/// The text after one of the labels (`Tel: …`), or the whole text.
fn without_label<'a>(text: &'a str, labels: &[&str]) -> &'a str {
    labels
        .iter()
        .find_map(|label| {
            let head = text.get(..label.len())?;
            let rest = text.get(label.len()..)?;
            (head.eq_ignore_ascii_case(label) && !rest.starts_with(char::is_alphanumeric))
                .then(|| rest.trim_start_matches(['.', ':', ' ']))
        })
        .unwrap_or(text)
}

fn take_country(parts: &mut Vec<String>) -> Option<&'static Country> {
    let last = parts.last()?;
    let country = geography::country(last)?;
    // In `…, San Francisco, CA` the code is a state, not Canada.
    if last.len() == 2 && country.a2 != "US" && geography::us_state(last).is_some() {
        let before: Vec<String> = parts.iter().rev().skip(1).take(1).cloned().collect();
        if !before.iter().any(|line| find_postcode(line, country).is_some()) {
            return None;
        }
    }
    parts.pop();
    Some(country)
}

/// Removes city, state and postcode from the end; they may be spread over up to three lines. Text
/// before the city in its line goes back to the lines.
fn take_locality(parts: &mut Vec<String>, country: &Country) -> Option<Locality> {
    for count in 1..=parts.len().min(3) {
        let start = parts.len() - count;
        let joined = parts.get(start..)?.join(", ");
        if let Some((rest, locality)) = locality(&joined, country) {
            parts.truncate(start);
            if !rest.is_empty() {
                parts.push(rest);
            }
            return Some(locality);
        }
    }
    None
}

fn locality(text: &str, country: &Country) -> Option<(String, Locality)> {
    let (zip, rest) = find_postcode(text, country)?;
    let american = country.a2 == "US";
    let rest = rest.trim_matches([',', ' ', '-']).to_owned();
    let (rest, state) = if american {
        us_state_at_end(&rest)?
    } else if country.fmt.contains("%S") {
        region_at_end(&rest)
    } else {
        (rest, String::new())
    };
    let rest = rest.trim_end_matches([',', ' ']);
    let (before, city) = match rest.rsplit_once(',') {
        Some((before, city)) => (before.trim().to_owned(), city.trim().to_owned()),
        None => split_known_city(rest, &zip, american),
    };
    (!city.is_empty()).then_some((before, Locality { city, state, zip }))
}

/// Finds a postcode of the country at the end of the text or, outside the United States, at its
/// start; returns it and the rest.
fn find_postcode(text: &str, country: &Country) -> Option<(String, String)> {
    let words: Vec<&str> = text.split(' ').collect();
    let read = |words: &[&str]| {
        let joined = words.join(" ");
        let has_digit = joined.contains(|c: char| c.is_ascii_digit());
        country.usual_postcode(&joined).filter(|_| has_digit)
    };
    // The longer candidate first: `SW1A 2AA` and `114 55` are two words.
    for count in [2, 1] {
        let Some(cut) = words.len().checked_sub(count) else {
            continue;
        };
        if let Some((head, tail)) = words.split_at_checked(cut)
            && let Some(zip) = read(tail)
        {
            return Some((zip, head.join(" ")));
        }
        if let Some((head, tail)) = words.split_at_checked(count)
            && country.a2 != "US"
            && let Some(zip) = read(head)
        {
            return Some((zip, tail.join(" ")));
        }
    }
    None
}

/// Splits a US state, as code or name, off the end; something must precede it.
fn us_state_at_end(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split(' ').collect();
    for count in [1, 2, 3] {
        let cut = words.len().checked_sub(count)?;
        let (head, tail) = words.split_at_checked(cut)?;
        let name = tail.join(" ");
        let name = name.trim_matches([',', '.']);
        if let Some(state) = geography::us_state(name)
            && !head.is_empty()
        {
            return Some((head.join(" "), state.code.clone()));
        }
    }
    None
}

/// Splits off the region of `Ottawa ON`, `Sydney NSW` or `Montréal, Québec`: a short code in
/// capitals, or the text after the last comma.
fn region_at_end(text: &str) -> (String, String) {
    if let Some((head, tail)) = text.rsplit_once(' ')
        && (2..=4).contains(&tail.len())
        && tail.bytes().all(|b| b.is_ascii_uppercase())
    {
        return (head.to_owned(), tail.to_owned());
    }
    match text.rsplit_once(',') {
        Some((head, tail)) if !head.trim().is_empty() => {
            (head.trim().to_owned(), tail.trim().to_owned())
        }
        _ => (text.to_owned(), String::new()),
    }
}

/// Splits `475 Main St Washington`: only the ZIP table shows where the city begins.
fn split_known_city(text: &str, zip: &str, american: bool) -> (String, String) {
    if american
        && text.contains(|c: char| c.is_ascii_digit())
        && let Some(row) = geography::us_zip(zip)
        && let Some(cut) = text.len().checked_sub(row.city.len())
        && let (Some(before), Some(city)) = (text.get(..cut), text.get(cut..))
        && city.eq_ignore_ascii_case(&row.city)
    {
        return (before.trim().to_owned(), city.to_owned());
    }
    (String::new(), text.to_owned())
}

/// Splits `Jane Sample 475 Main St`: the street begins with its number.
fn split_at_house_number(text: &str) -> Vec<String> {
    match text.find(|c: char| c.is_ascii_digit()) {
        Some(at) if at > 0 && text.get(..at).is_some_and(|name| name.ends_with(' ')) => {
            let (name, street) = text.split_at_checked(at).unwrap_or((text, ""));
            vec![name.trim().to_owned(), street.trim().to_owned()]
        }
        _ => vec![text.to_owned()],
    }
}

fn take_person_and_street(form: &mut AddressForm, parts: Vec<String>) {
    let mut people = Vec::new();
    let mut streets: Vec<String> = Vec::new();
    let mut units = Vec::new();
    for part in parts {
        let attention = without_label(&part, &["attn", "attention", "c/o"]);
        if attention.len() < part.len() {
            match form.name.is_empty() {
                true => form.name = attention.to_owned(),
                false => people.push(attention.to_owned()),
            }
        } else if is_unit(&part) {
            units.push(part);
        } else if !streets.is_empty() || starts_street(&part) {
            match part.rsplit_once(',') {
                Some((street, unit)) if is_unit(unit.trim()) => {
                    streets.push(street.trim().to_owned());
                    units.push(unit.trim().to_owned());
                }
                _ => streets.push(part),
            }
        } else {
            people.push(part);
        }
    }
    // If no line has a number, none looks like a street; then the last one is the street.
    if streets.is_empty() && people.len() > 1 {
        streets.extend(people.pop());
    }
    let mut people = people.into_iter();
    let (first, second) = (people.next(), people.next());
    match (first, second) {
        // The person is named by the `Attn:` line; the others are where to find that person.
        (first, second) if !form.name.is_empty() => {
            let others: Vec<String> = first.into_iter().chain(second).collect();
            form.company = others.join(", ");
        }
        (Some(name), None) => form.name = name,
        (Some(company), Some(name)) if is_company(&company) && !is_company(&name) => {
            form.company = company;
            form.name = name;
        }
        (Some(name), Some(company)) => {
            form.name = name;
            form.company = company;
        }
        (None, _) => {}
    }
    streets.extend(units);
    streets.extend(people);
    let mut streets = streets.into_iter();
    form.street1 = streets.next().unwrap_or_default();
    form.street2 = streets.next().unwrap_or_default();
    form.street3 = streets.collect::<Vec<_>>().join(", ");
}

/// Whether the line has a house number or is a post-office box.
fn starts_street(part: &str) -> bool {
    let lower = part.to_lowercase();
    part.contains(|c: char| c.is_ascii_digit())
        || lower.starts_with("po box")
        || lower.starts_with("p.o. box")
}

fn is_unit(part: &str) -> bool {
    let lower = part.to_lowercase();
    let word = lower.split([' ', '.']).next().unwrap_or_default();
    lower.starts_with('#')
        || (matches!(
            word,
            "apt"
                | "apartment"
                | "suite"
                | "ste"
                | "unit"
                | "floor"
                | "fl"
                | "rm"
                | "room"
                | "flat"
                | "bldg"
                | "building"
        ) && lower.len() > word.len())
}

fn is_company(part: &str) -> bool {
    const MARKS: [&str; 12] =
        ["inc", "llc", "ltd", "corp", "co", "company", "gmbh", "ag", "sa", "bv", "plc", "limited"];
    part.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.contains(&word))
}

#[cfg(test)]
mod tests;
