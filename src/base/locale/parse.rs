//! Dates as people type them.

use jiff::civil::Date;

use super::Language;
use super::format::{Formats, formats};

/// Parses `2026-11-28`, the day and month in the order of the region (`11/28/2026`,
/// `28.11.2026`) and a month by name (`Nov 28, 2026`, `28 nov 2026`) in every language of the
/// program, because a stored draft can be older than a change of the language. The year has four
/// digits.
pub fn date(text: &str) -> Option<Date> {
    date_in(text, &formats())
}

fn date_in(text: &str, formats: &Formats) -> Option<Date> {
    let text = text.trim();
    if let Ok(date) = text.parse() {
        return Some(date);
    }
    let mut numbers = Vec::new();
    let mut words = Vec::new();
    for part in text.split(|letter: char| !letter.is_alphanumeric()) {
        match part.parse::<i16>() {
            Ok(number) => numbers.push(number),
            Err(_) if part.is_empty() || part.eq_ignore_ascii_case("de") => {}
            Err(_) => words.push(part.to_lowercase()),
        }
    }
    let (year, month, day) = match (words.as_slice(), numbers.as_slice()) {
        ([word], [day, year]) => (*year, month_of(word)?, *day),
        ([], [first, second, year]) if formats.month_is_first() => (*year, *first, *second),
        ([], [first, second, year]) => (*year, *second, *first),
        _ => return None,
    };
    if year < 1000 {
        return None;
    }
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// The month whose name begins with this word of at least three letters.
fn month_of(word: &str) -> Option<i16> {
    if word.chars().count() < 3 {
        return None;
    }
    [(Language::English, "en-US"), (Language::Spanish, "es-ES")]
        .into_iter()
        .find_map(|(language, tag)| {
            let formats = Formats::of_tag(language, tag);
            (1..=12).find(|month| {
                let Ok(date) = Date::new(2026, i8::try_from(*month).unwrap_or(1), 1) else {
                    return false;
                };
                formats.month(date).to_lowercase().starts_with(word)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_as_the_region_writes_it() {
        let day = Some(Date::constant(2026, 11, 8));
        let american = Formats::of_tag(Language::English, "en-US");
        let spanish = Formats::of_tag(Language::Spanish, "es-ES");
        for text in [
            "2026-11-08",
            "11/8/2026",
            "Nov 8, 2026",
            "8 nov 2026",
            "8 de noviembre de 2026",
        ] {
            assert_eq!(date_in(text, &american), day, "{text}");
        }
        for text in ["2026-11-08", "8/11/2026", "08.11.2026", "November 8, 2026"] {
            assert_eq!(date_in(text, &spanish), day, "{text}");
        }
        for text in [
            "",
            "11/8",
            "11/8/26",
            "Nov 31, 2026",
            "tomorrow",
            "No 8, 2026",
        ] {
            assert_eq!(date_in(text, &american), None, "{text}");
        }
        for formats in [american, spanish] {
            let written = formats.date(Date::constant(2026, 11, 8));
            assert_eq!(date_in(&written, &formats), day, "{written}");
        }
    }
}
