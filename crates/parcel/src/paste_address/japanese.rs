//! Addresses of Japan in their own script, which begin with the postcode and end with the person.

use super::place::Place;

/// Takes city, prefecture and postcode out of the lines. The rest of their line is the street, and
/// the person goes before it.
pub(super) fn take_place(parts: &mut Vec<String>) -> Option<Place> {
    let at = parts.iter().position(|part| prefecture(without_postcode(part).1).is_some())?;
    let mut place = Place::default();
    // The postcode is before the prefecture, or in a line of its own.
    let lines = [at, at.wrapping_sub(1), at + 1];
    let line = lines
        .into_iter()
        .find(|at| parts.get(*at).is_some_and(|part| !without_postcode(part).0.is_empty()));
    if let Some(part) = line.and_then(|at| parts.get_mut(at)) {
        let (zip, rest) = without_postcode(part);
        (place.zip, *part) = (zip.to_owned(), rest.trim().to_owned());
    }
    let part = parts.get_mut(at)?;
    let (state, rest) = prefecture(part)?;
    let (city, street) = rest.split_at_checked(end_of_city(rest))?;
    (place.state, place.city) = (state.to_owned(), city.to_owned());
    *part = street.trim().to_owned();
    let has_person = parts.iter().take(at).any(|part| !part.is_empty());
    parts.retain(|part| !part.is_empty());
    if !has_person && parts.len() > 1 {
        parts.rotate_right(1);
    }
    Some(place)
}

/// The postcode that begins a text, and the rest.
fn without_postcode(text: &str) -> (&str, &str) {
    let bare = text.trim_start_matches(['〒', ' ']);
    let end = bare.find(|letter: char| !letter.is_ascii_digit() && letter != '-');
    let (zip, rest) = bare.split_at_checked(end.unwrap_or(bare.len())).unwrap_or(("", bare));
    let digits = zip.bytes().filter(u8::is_ascii_digit).count();
    if digits == 7 { (zip, rest.trim_start()) } else { ("", text) }
}

/// The prefecture that begins a text, and the rest.
fn prefecture(text: &str) -> Option<(&str, &str)> {
    let named = ["東京都", "北海道", "大阪府", "京都府"];
    let name = named.into_iter().find(|name| text.starts_with(name));
    let end = match name {
        Some(name) => name.len(),
        // Two or three letters are before the one for *prefecture*.
        None => {
            let mut letters = text.char_indices().skip(2).take(2);
            letters.find(|(_, letter)| *letter == '県')?.0 + '県'.len_utf8()
        }
    };
    text.split_at_checked(end)
}

/// Where the city ends, with its ward: behind 市, 区, 町 or 村. At the start if none is found.
fn end_of_city(text: &str) -> usize {
    let find = |from: usize, ends: &[char]| {
        let rest = text.get(from..)?;
        let at = rest.char_indices().skip(1).find(|(_, letter)| ends.contains(letter));
        at.map(|(at, letter)| from + at + letter.len_utf8())
    };
    let end = find(0, &['市', '区', '町', '村']).unwrap_or_default();
    let is_city = text.get(..end).is_some_and(|city| city.ends_with('市'));
    // A ward has few letters.
    const LONGEST_WARD: usize = 5 * '区'.len_utf8();
    let ward = find(end, &['区']).filter(|ward| is_city && ward - end <= LONGEST_WARD);
    ward.unwrap_or(end)
}
