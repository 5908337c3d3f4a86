//! City, state, postcode and country at the end of a block.

use super::{japanese, people, regions};
use crate::postcode::read_zip;
use postroom_base::geography;
use postroom_base::geography::{Country, UsZip, plain_name};

#[derive(Debug, Default)]
pub(super) struct Place {
    pub city: String,
    pub state: String,
    pub zip: String,
}

/// Removes the country from the lines: at their end, or above them in its own script.
pub(super) fn take_country(parts: &mut Vec<String>) -> Option<&'static Country> {
    let last = parts.last()?.clone();
    let above = parts.iter().rev().nth(1).cloned().unwrap_or_default();
    if let Some(country) = country_behind(&above, Gap::Line, &last) {
        parts.pop();
        return Some(country);
    }
    let in_line = tails(&last).find_map(|(head, tail)| {
        let gap = if head.ends_with([',', '-', '(']) { Gap::Comma } else { Gap::Space };
        Some((head, country_behind(head, gap, tail.trim_end_matches(')'))?))
    });
    if let Some((head, country)) = in_line {
        parts.pop();
        parts.push(trimmed(head).to_owned());
        return Some(country);
    }
    // The postcode of the United Kingdom may stand below its name.
    if let Some(country) = geography::country(&above)
        && geography::us_state(&above).is_none()
        && find_postcode(&last, country).is_some_and(|found| found.rest.is_empty())
    {
        parts.remove(parts.len().checked_sub(2)?);
        return Some(country);
    }
    // The city of `Singapore 238859` is the country.
    if let Some((name, postcode)) = last.rsplit_once(' ')
        && let Some(country) = geography::country(name).filter(|it| !it.fmt.contains("%C"))
        && country.usual_postcode(postcode).is_some()
    {
        return Some(country);
    }
    let first = parts.first().filter(|first| !first.is_ascii() && parts.len() > 1)?;
    let country = geography::country(first)?;
    parts.remove(0);
    Some(country)
}

/// What separates a text from the one before it.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    Line,
    Comma,
    Space,
}

/// The country that a text behind another one names. In `…, San Francisco, CA` the code is a state,
/// not Canada, and in `Atlanta, Georgia` the name.
fn country_behind(before: &str, gap: Gap, text: &str) -> Option<&'static Country> {
    let country = geography::country(text)?;
    let found = find_postcode(before, country);
    let is_told = match geography::us_state(text) {
        Some(state) if country.a2 != "US" => {
            // Codes of five digits are those of many countries.
            let row = found.as_ref().and_then(|found| geography::us_zip(&found.zip));
            found.is_some()
                && !row.is_some_and(|row| {
                    row.state == state.code && plain_name(before).contains(&plain_name(&row.city))
                })
        }
        _ => {
            let is_code = text.len() == 2 && !["GB", "UK", "US"].contains(&text);
            let has_postcodes = country.postcode_example().is_some();
            found.is_some()
                || match gap {
                    Gap::Line => true,
                    Gap::Comma => !is_code,
                    Gap::Space => text.len() > 3 && !has_postcodes,
                }
        }
    };
    is_told.then_some(country)
}

/// The last words of a text and what is before them, the most words first. A comma, a slash and a
/// parenthesis end a word as well, and a hyphen before two letters in capitals.
fn tails(text: &str) -> impl Iterator<Item = (&str, &str)> {
    const MOST_WORDS: usize = 5;
    let mut cuts = Vec::new();
    for (at, letter) in text.char_indices() {
        let after = at + letter.len_utf8();
        let tail = text.get(after..).unwrap_or_default();
        let is_cut = matches!(letter, ' ' | ',' | '/' | '(') || (letter == '-' && is_code(tail));
        if is_cut && !tail.starts_with([' ', ',']) && !tail.is_empty() {
            cuts.push(after);
        }
    }
    let first = cuts.len().saturating_sub(MOST_WORDS);
    cuts.into_iter().skip(first).filter_map(move |at| {
        let (head, tail) = text.split_at_checked(at)?;
        Some((head.trim_end(), tail))
    })
}

/// `DC`, `D.C.`
fn is_code(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_uppercase).count();
    (2..=3).contains(&letters) && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'.')
}

fn trimmed(text: &str) -> &str {
    text.trim_matches([',', ' ', '-', '/', '(', ')'])
}

/// Removes city, state and postcode from the end; they may be spread over several lines. Text before
/// the city in its line goes back to the lines. Without a name, only countries are recognized whose
/// addresses show it, and that of the sender.
pub(super) fn take_place(
    parts: &mut Vec<String>,
    named: Option<&'static Country>,
    home: &str,
) -> Option<(&'static Country, Place)> {
    if named.is_none_or(|named| named.a2 == "JP")
        && let Some(japan) = geography::country("JP")
        && let Some(place) = japanese::take_place(parts)
    {
        return Some((japan, place));
    }
    let candidates = candidates(parts, named, home);
    type Reading = fn(&str, &Country) -> Option<Found>;
    let readings: [(Reading, usize); 5] = [
        (with_postcode, 4),
        (with_lost_zeros, 3),
        (city_and_state, 2),
        (without_postcode, 2),
        (without_city, 1),
    ];
    for (read, most) in readings {
        for (country, trust) in &candidates {
            for count in 1..=parts.len().min(most) {
                let start = parts.len() - count;
                let text = parts.get(start..)?.join(", ");
                let Some(Found { before, mut place }) = read(&text, country) else {
                    continue;
                };
                if !trust.takes(&place, start == 0 && before.is_empty()) {
                    continue;
                }
                parts.truncate(start);
                parts.extend((!before.is_empty()).then_some(before));
                let above = parts.last().and_then(|last| regions::find(country, last));
                if let Some(state) = above.filter(|_| [&place.city, &place.state] == ["", ""]) {
                    parts.pop();
                    place.state = state;
                }
                return Some((country, place));
            }
        }
    }
    None
}

/// What shows that an address is in a country.
#[derive(Clone, Copy, PartialEq)]
enum Trust {
    /// Its name or the prefix of the postcode.
    Told,
    /// The form of the postcode, or it is the country of the sender.
    Usual,
    /// A region beside the postcode.
    WithRegion,
}

impl Trust {
    /// `is_alone`: nothing is before the place, so it may as well be somebody.
    fn takes(self, place: &Place, is_alone: bool) -> bool {
        let (has_zip, has_state) = (!place.zip.is_empty(), !place.state.is_empty());
        match self {
            Self::Told => has_zip || !is_alone,
            Self::Usual => has_zip || (has_state && !is_alone),
            Self::WithRegion => has_zip && has_state,
        }
    }
}

fn candidates(
    parts: &[String],
    named: Option<&'static Country>,
    home: &str,
) -> Vec<(&'static Country, Trust)> {
    if let Some(named) = named {
        return vec![(named, Trust::Told)];
    }
    let prefixed = parts.last().and_then(|last| country_of_prefix(last));
    let usual = ["US", "CA", "GB"].into_iter().map(|code| (code, Trust::Usual));
    let others = ["AU", "BR"].into_iter().map(|code| (code, Trust::WithRegion));
    let codes = usual.chain(others).chain([(home, Trust::Usual)]);
    let known = codes.filter_map(|(code, trust)| Some((geography::country(code)?, trust)));
    prefixed.map(|country| (country, Trust::Told)).into_iter().chain(known).collect()
}

/// The country whose postcodes alone have the form of this one.
pub(super) fn country_of_postcode(zip: &str) -> Option<&'static Country> {
    let mut countries = ["CA", "GB", "BR"].into_iter().filter_map(geography::country);
    countries.find(|country| !zip.is_empty() && country.usual_postcode(zip).is_some())
}

/// The country of a line that begins with a postcode such as `SE-111 22` or `D-10115`.
fn country_of_prefix(line: &str) -> Option<&'static Country> {
    let (prefix, rest) = line.split_once('-')?;
    let is_prefix = (1..=3).contains(&prefix.len())
        && prefix.bytes().all(|byte| byte.is_ascii_uppercase())
        && rest.starts_with(|letter: char| letter.is_ascii_digit());
    let postcode = [prefix, "-1"].concat();
    let mut countries = geography::countries().iter();
    countries.find(|country| is_prefix && country.bare_postcode(&postcode) == "1")
}

/// A place and what was before it in its lines.
struct Found {
    before: String,
    place: Place,
}

fn with_postcode(text: &str, country: &Country) -> Option<Found> {
    with_city(&find_postcode(text, country).or_else(|| postcode_inside(text, country))?, country)
}

/// `Mumbai 400001, Maharashtra`: the region is behind the postcode.
fn postcode_inside(text: &str, country: &Country) -> Option<Postcode> {
    let (head, state) = take_region(text, country)?;
    let found = find_postcode(&head, country)?;
    Some(Postcode { rest: [&found.rest, ", ", &state].concat(), ..found })
}

/// A postcode that a spreadsheet made a number of: `Boston, MA 2116`.
fn with_lost_zeros(text: &str, country: &Country) -> Option<Found> {
    let is_first = has_postcode_first(country);
    let (zip, rest) = match is_first {
        true => text.split_once(' ')?,
        false => text.rsplit_once(' ').map(|(rest, zip)| (zip, rest))?,
    };
    let state = take_region(rest, country).map(|(_, state)| state);
    if country.a2 == "US" && state.is_none() {
        return None;
    }
    let zip = read_zip(trimmed(zip), &country.a2, &state.unwrap_or_default());
    let restored = zip.restored;
    let found = Postcode { zip: zip.zip.into_owned(), rest: trimmed(rest).to_owned(), is_first };
    restored.then(|| with_city(&found, country)).flatten()
}

/// `São Paulo 01310-200`: the name is that of the city and of the state.
fn city_and_state(text: &str, country: &Country) -> Option<Found> {
    let found = find_postcode(text, country)?;
    let name = trimmed(&found.rest);
    let (rest, state) = take_region(name, country)?;
    let is_both = rest.is_empty() && regions::is_city(country, name);
    is_both.then(|| found.at("", name, &state))
}

/// City and region where the postcode is missing, or where the country has none.
fn without_postcode(text: &str, country: &Country) -> Option<Found> {
    let none = Postcode { zip: String::new(), rest: String::new(), is_first: false };
    let (rest, state) = take_region(text, country).unwrap_or((text.to_owned(), String::new()));
    let (before, city) = last_piece(&rest);
    let needs_none = country.postcode_example().is_none() || !country.needs_postcode();
    let is_place = match !state.is_empty() || (needs_none && country.a2 != "US") {
        true => people::is_city(city, country.a2 == "IE"),
        false => regions::is_city(country, city),
    };
    let is_open = find_postcode(text, country).is_none();
    (is_open && is_place).then(|| none.at(before, city, &state))
}

/// Postcode and region whose city is not found: it is asked for. In a country without postcodes, the
/// region is the city.
fn without_city(text: &str, country: &Country) -> Option<Found> {
    if country.postcode_example().is_none() {
        let none = Postcode { zip: String::new(), rest: String::new(), is_first: false };
        let (head, state) = take_region(text, country)?;
        return Some(none.at(&head, trimmed(text.get(head.len()..)?), &state));
    }
    let found = find_postcode(text, country)?;
    let (rest, state) = match take_region(&found.rest, country) {
        Some(taken) => taken,
        None if country.a2 == "US" => return None,
        None => (found.rest.clone(), String::new()),
    };
    Some(found.at(trimmed(&rest), "", &state))
}

fn with_city(found: &Postcode, country: &Country) -> Option<Found> {
    let code = country.a2.as_str();
    let rest = trimmed(&found.rest);
    let american = (code == "US").then(|| geography::us_zip(&found.zip)).flatten();
    if let Some(row) = american {
        // The city of the ZIP, whose state need not be told.
        let (before, city) = last_piece(rest);
        if city.eq_ignore_ascii_case(&row.city) {
            return Some(found.at(before, city, &row.state));
        }
    }
    let (head, state) = match take_region(rest, country) {
        // What is behind a postcode is the city, even if the region has its name.
        Some((head, state)) if head.is_empty() => {
            let is_city = found.is_first && !is_code(rest);
            return is_city.then(|| found.at("", rest, &state));
        }
        Some(taken) => taken,
        None if code == "US" => return None,
        None => (rest.to_owned(), String::new()),
    };
    let (before, city) = match (found.is_first, head.split_once(',')) {
        (true, Some((city, behind))) => (behind.trim(), city.trim()),
        _ => last_piece(&head),
    };
    // `Nashville, Davidson County`
    let has_county = city.ends_with(" County") && code == "US";
    let (before, city) = if has_county { last_piece(before) } else { (before, city) };
    let region = trimmed(rest.get(head.len()..).unwrap_or_default());
    let is_quarter = ["BR", "IN"].contains(&code)
        && regions::is_city(country, region)
        && !regions::is_city(country, city)
        && !city.contains(region);
    if is_quarter {
        // `Bela Vista, São Paulo` names the city, `Campinas, São Paulo` the state.
        return Some(found.at(&head, region, &state));
    }
    if people::is_city(city, found.is_first || code == "IE") {
        return Some(found.at(before, city, &state));
    }
    // `475 Main St Washington`: only a table shows where the city begins.
    let (street, city) = split_known_city(city, country, &state, american)?;
    let before = [before, street].into_iter().filter(|text| !text.is_empty());
    Some(found.at(&before.collect::<Vec<_>>().join(", "), city, &state))
}

/// The text behind the last comma, and what is before it.
fn last_piece(text: &str) -> (&str, &str) {
    match text.rsplit_once(',') {
        Some((before, last)) => (before.trim(), trimmed(last)),
        None => ("", trimmed(text)),
    }
}

fn split_known_city<'a>(
    text: &'a str,
    country: &Country,
    state: &str,
    zip: Option<&UsZip>,
) -> Option<(&'a str, &'a str)> {
    let is_of_zip = |tail: &str| zip.is_some_and(|row| row.city.eq_ignore_ascii_case(tail));
    let is_of_state = |tail: &str| match country.a2.as_str() {
        "US" => geography::us_zips()
            .iter()
            .any(|row| row.state == state && row.city.eq_ignore_ascii_case(tail)),
        _ => regions::is_city(country, tail),
    };
    let found = tails(text).find(|(_, tail)| is_of_zip(tail));
    found.or_else(|| tails(text).find(|(_, tail)| is_of_state(tail)))
}

/// Splits the region off the end: `Ottawa ON`, `Montréal (Québec)`, `São Paulo - SP`. What is before
/// it is empty if the text is nothing else.
fn take_region(text: &str, country: &Country) -> Option<(String, String)> {
    let text = trimmed(text);
    let find = |text: &str| regions::find(country, text).filter(|_| !text.contains(','));
    let region = |(head, tail): (&str, &str)| {
        let state = find(tail)?;
        // `New Delhi` and `Stratford upon Avon` are cities.
        let last = head.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let mut words_of_names = "new port upon on of the by under de do da del la".split(' ');
        let is_of_name = !is_code(trimmed(tail)) && words_of_names.any(|word| word == last);
        (!is_of_name).then(|| (trimmed(head).to_owned(), state))
    };
    // `Washington DC` is a city with its code, and as a whole a name of the region.
    let code = tails(text).last().filter(|(_, tail)| is_code(trimmed(tail)));
    let whole = || find(text).map(|state| (String::new(), state));
    // So is `New York New York`.
    let is_twice = |(head, tail): &(&str, &str)| plain_name(head) == plain_name(tail);
    let city = code.or_else(|| tails(text).find(is_twice));
    let found = city.and_then(region).or_else(whole);
    let (head, state) = found.or_else(|| tails(text).find_map(region))?;
    match country.a2 == "GB" && regions::is_nation(&state) {
        // The county is before the nation.
        true => take_region(&head, country).or(Some((head, state))),
        false => Some((head, state)),
    }
}

/// A postcode and the text without it.
struct Postcode {
    zip: String,
    rest: String,
    /// It was before the text.
    is_first: bool,
}

impl Postcode {
    fn at(&self, before: &str, city: &str, state: &str) -> Found {
        let [city, state] = [city, state].map(str::to_owned);
        Found { before: before.to_owned(), place: Place { city, state, zip: self.zip.clone() } }
    }
}

/// Finds a postcode of the country at the end or the start of a text.
fn find_postcode(text: &str, country: &Country) -> Option<Postcode> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let is_label = |word: &&str| {
        let labels = ["cp", "cep", "pin", "pincode", "zip", "plz", "postcode"];
        labels.contains(&plain_name(word).as_str())
    };
    let read = |words: &[&str]| {
        let joined = words.join(" ");
        let has_digit = joined.contains(|letter: char| letter.is_ascii_digit());
        has_digit.then(|| country.usual_postcode(&joined)).flatten()
    };
    // The longer candidate first: `SW1A 2AA`, `114 55` and `SE 114 55` have several words.
    for count in [3, 2, 1] {
        let Some(cut) = words.len().checked_sub(count) else {
            continue;
        };
        if let Some((head, tail)) = words.split_at_checked(cut)
            && let Some(zip) = read(tail)
        {
            let labels = usize::from(head.last().is_some_and(is_label));
            let head = head.get(..head.len() - labels).unwrap_or(head);
            return Some(Postcode { zip, rest: head.join(" "), is_first: false });
        }
        let labels = usize::from(words.first().is_some_and(is_label));
        let behind = words.get(labels..).unwrap_or_default();
        if let Some((head, tail)) = behind.split_at_checked(count)
            && let Some(zip) = read(head)
            && (tail.is_empty() || can_be_first(&zip, country))
        {
            return Some(Postcode { zip, rest: tail.join(" "), is_first: true });
        }
    }
    None
}

/// Whether a postcode before a text is none of the numbers with which a street begins.
fn can_be_first(zip: &str, country: &Country) -> bool {
    // There the number of a house is behind its street.
    let has_numbers_behind = ["HU", "LV", "PE", "UA", "VE"].contains(&country.a2.as_str());
    let is_long = zip.len() > 5 || !zip.bytes().all(|byte| byte.is_ascii_digit());
    has_postcode_first(country) || has_numbers_behind || (is_long && country.a2 != "US")
}

/// Whether the postcode is before the city.
fn has_postcode_first(country: &Country) -> bool {
    let at = |mark| country.fmt.find(mark);
    at("%Z").zip(at("%C").or(at("%S"))).is_some_and(|(zip, city)| zip < city)
}
