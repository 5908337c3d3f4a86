//! The person and the street of a block: what is left when its end is taken.

use super::lines::pieces;
use super::words::{has, words};
use crate::draft::AddressForm;

/// Countries whose streets begin with the number of the house.
const NUMBER_FIRST: [&str; 7] = ["GB", "AU", "NZ", "IE", "FR", "IN", "ZA"];

pub(super) fn take_person_and_street(form: &mut AddressForm, parts: Vec<String>) {
    let is_american = matches!(form.country.as_str(), "US" | "CA");
    let parts = match parts.as_slice() {
        [only] => pieces(only),
        _ => parts,
    };
    let parts = match parts.as_slice() {
        [only] if is_american || NUMBER_FIRST.contains(&form.country.as_str()) => {
            split_at_house_number(only)
        }
        _ => parts,
    };
    let (mut people, mut streets): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let (mut units, mut care) = (Vec::new(), Vec::new());
    for part in parts.iter().flat_map(|part| split_at_care(part)) {
        let is_first = people.is_empty() && streets.is_empty();
        let is_behind_company =
            matches!(people.as_slice(), [only] if is_company(only)) && !has_digit(part);
        if let Some(name) = attention(part) {
            // A line that begins the block names the person.
            match is_first && form.name.is_empty() && !name.is_empty() {
                true => people.push(name.to_owned()),
                false => care.push(part.to_owned()),
            }
        } else if is_care_of(part) && !(is_first && is_word_of_name(part)) {
            care.push(part.to_owned());
        } else if is_unit(part) {
            // In North America the unit is behind the street, elsewhere as it was written.
            let lines = if is_american { &mut units } else { &mut streets };
            lines.push(part.to_owned());
        } else if !streets.is_empty()
            || is_box(part)
            || (has_digit(part) && !(is_first && is_company(part)))
            || (!is_first && !is_behind_company && is_street(part) && !is_company(part))
        {
            match part.rsplit_once(',') {
                Some((street, unit)) if is_american && is_unit(unit.trim()) => {
                    streets.push(street.trim().to_owned());
                    units.push(unit.trim().to_owned());
                }
                _ => streets.push(part.to_owned()),
            }
        } else {
            people.push(part.to_owned());
        }
    }
    // If no line has a number, none looks like a street; then the last one is the street.
    if streets.is_empty() && (people.len() > 1 || !form.name.is_empty()) {
        streets.extend(people.pop());
    }
    take_people(form, people, care.is_empty());
    streets.append(&mut units);
    streets.append(&mut care);
    let mut lines = three_lines(streets).into_iter();
    for field in [&mut form.street1, &mut form.street2, &mut form.street3] {
        *field = lines.next().unwrap_or_default();
    }
}

/// The first line is the name, unless it is a company and the second one is not: a person, or a
/// department if another line names the person.
fn take_people(form: &mut AddressForm, mut people: Vec<String>, may_be_swapped: bool) {
    let is_swapped = may_be_swapped
        && matches!(people.as_slice(), [company, person, ..]
        if is_company(company) && !is_company(person));
    if is_swapped {
        people.swap(0, 1);
    }
    let mut people = people.into_iter();
    if form.name.is_empty() {
        form.name = people.next().unwrap_or_default();
    }
    let known = Some(std::mem::take(&mut form.company)).filter(|company| !company.is_empty());
    form.company = known.into_iter().chain(people).collect::<Vec<_>>().join(", ");
}

/// Joins lines until three are left: first units that follow each other, else the last ones.
fn three_lines(mut lines: Vec<String>) -> Vec<String> {
    while lines.len() > 3 {
        let mut pairs = lines.windows(2);
        let units = pairs.position(|pair| pair.iter().all(|line| is_unit(line)));
        let at = units.unwrap_or(lines.len() - 2);
        let next = lines.remove(at + 1);
        if let Some(line) = lines.get_mut(at) {
            *line = [line.as_str(), ", ", &next].concat();
        }
    }
    lines
}

/// Splits `Jane Sample 475 Main St` where a name of two words or more is before the number.
fn split_at_house_number(text: &str) -> Vec<String> {
    let at = text.find(|letter: char| letter.is_ascii_digit()).unwrap_or_default();
    let (name, street) = text.split_at_checked(at).unwrap_or(("", text));
    let is_name = name.trim_end().contains(' ')
        && name.ends_with(' ')
        && !is_box(text)
        && !name.split(' ').any(|word| has_word("street", word) || has_word("road", word))
        && !is_street(name.trim_end());
    // A street has words behind its number: `Unter den Linden 77` is no person.
    let has_words = street.split(' ').skip(1).any(|word| word.chars().count() > 1);
    match is_name && has_words {
        true => vec![name.trim().to_owned(), street.trim().to_owned()],
        false => vec![text.to_owned()],
    }
}

/// Splits `Ana Test c/o Bob Jones`.
fn split_at_care(part: &str) -> Vec<&str> {
    let lower = part.to_ascii_lowercase();
    let cut = [" c/o ", " c/o: ", " attn: ", " attn. ", " z. hd. ", " z.hd. "];
    let at = cut.iter().find_map(|mark| lower.find(mark));
    match at.and_then(|at| part.split_at_checked(at)) {
        Some((person, care)) if !person.trim().is_empty() => vec![person.trim(), care.trim()],
        _ => vec![part],
    }
}

/// The name behind `Attn:`, `z. Hd.` and the like: a person at the recipient.
fn attention(part: &str) -> Option<&str> {
    behind_mark(part, "attention")
}

/// Whether the line names who takes the parcel in: `c/o Bob Jones`.
fn is_care_of(part: &str) -> bool {
    behind_mark(part, "care of").is_some_and(|name| !name.is_empty())
}

/// Whether the mark of [`is_care_of`] may as well begin the name of somebody: `Chez Panisse`.
fn is_word_of_name(part: &str) -> bool {
    !part.get(..4).is_some_and(|head| head.contains(['/', '\\', '.']))
        && !part.to_lowercase().starts_with("care of ")
}

/// The text behind one of the marks of a list, if a line begins with it.
fn behind_mark<'a>(part: &'a str, list: &str) -> Option<&'a str> {
    let rest = words(list).iter().find_map(|mark| {
        let (head, rest) = part.split_at_checked(mark.len())?;
        let is_mark = head.to_lowercase() == *mark;
        let ends = mark.ends_with('/') || !rest.starts_with(char::is_alphanumeric);
        (is_mark && ends).then_some(rest)
    })?;
    Some(rest.trim_start_matches(['.', ':', ' ']))
}

fn has_digit(part: &str) -> bool {
    part.contains(char::is_numeric)
}

fn has_word(list: &str, word: &str) -> bool {
    has(list, &word.trim_matches(['.', ',']).to_lowercase())
}

/// Whether the words of a line are those of a street or a house.
pub(super) fn is_street(part: &str) -> bool {
    let mut words = part.split(' ').filter(|word| !has_digit(word)).peekable();
    let begins = words.peek().is_some_and(|word| has_word("before street", word));
    let ends = words.last().is_some_and(|word| has_word("street", word));
    begins || ends || is_road(part) || has_ending(part, "street ending")
}

fn is_road(part: &str) -> bool {
    let mut words = part.split(' ').filter(|word| !has_digit(word));
    let last = words.next_back();
    last.is_some_and(|word| word != part && has_word("road", word))
        || has_ending(part, "road ending")
}

fn has_ending(part: &str, list: &str) -> bool {
    let lower = part.to_lowercase();
    lower.split([' ', ',']).any(|word| {
        let mut endings = words(list).iter();
        endings.any(|ending| word.len() > ending.len() + 1 && word.ends_with(ending))
    })
}

/// Whether a text can be a city: no street and no unit. The district of a city may have a number
/// where no street can be meant: `Dublin 2`, `110 00 Praha 1`.
pub(super) fn is_city(text: &str, may_have_district: bool) -> bool {
    let has_district = may_have_district
        && text.starts_with(char::is_alphabetic)
        && text.rsplit(' ').next().is_some_and(|word| has_digit(word) && word.len() < 4);
    // `Flat Rock` is a city, `Flat B` is none.
    let is_short = text.rsplit(' ').next().is_some_and(|word| word.len() < 3);
    let is_door = is_unit(text) && is_short;
    let has_no_number = !has_digit(text) || has_district;
    let is_other = is_road(text) || is_box(text) || is_door;
    text.contains(char::is_alphabetic) && has_no_number && !is_other
}

/// Whether the line is a post-office box, or a route of rural or military post: a street, never a
/// name.
fn is_box(part: &str) -> bool {
    let lower = part.to_lowercase().replace('.', "");
    let squeezed = lower.replace(' ', "");
    let letters = squeezed.find(|letter: char| !letter.is_alphabetic()).unwrap_or(squeezed.len());
    let (word, number) = squeezed.split_at_checked(letters).unwrap_or_default();
    let is_numbered = number.starts_with(|letter: char| letter.is_ascii_digit() || letter == '#');
    let is_named = words("box").iter().any(|name| squeezed.starts_with(name));
    is_named || (is_numbered && has("numbered box", word))
}

pub(super) fn is_unit(part: &str) -> bool {
    let lower = part.to_lowercase();
    let word = lower.split([' ', '.', ':']).next().unwrap_or_default();
    // `4/F`, `3rd floor`
    let is_floor = lower.ends_with("/f") || lower.ends_with(" floor") || lower.ends_with(" étage");
    lower.starts_with('#') || is_floor || (has("unit", word) && lower.len() > word.len())
}

/// Whether a line has the mark of a company.
fn is_company(part: &str) -> bool {
    let lower = part.to_lowercase().replace('.', "");
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric() && letter != '/');
    let last = lower.rsplit(' ').next().unwrap_or_default();
    // Those of two letters are also words of names.
    words.any(|word| has("company", word)) || (last != lower && has("last of company", last))
}
