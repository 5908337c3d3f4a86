//! Numbers, dates and times as people type them.

use std::sync::LazyLock;

use jiff::civil::{Date, Time};

use super::Language;
use super::format::{Formats, formats};
use crate::money::{Amount, AmountError};

/// A typed number in plain notation: without separators of thousands, and with a point before the
/// decimals. Text that is no such number comes back as it is.
///
/// The last separator is the decimal one if both kinds are there. A single one is decimal if the
/// region uses it so; the other one groups thousands if it can (`1,250`, but not `12,50` or `0,125`),
/// and else is decimal too.
pub fn plain_number(text: &str) -> String {
    plain_number_in(text, formats().has_decimal_comma())
}

/// The same where the comma is the decimal separator, or the point.
pub fn plain_number_in(text: &str, decimal_comma: bool) -> String {
    let (commas, points) = (text.matches(',').count(), text.matches('.').count());
    let comma_is_decimal = match (commas, points) {
        (0, 0) => return text.to_owned(),
        (1, 0) => decimal_comma || !is_grouped(text, ','),
        (_, 0) => false,
        (0, 1) => decimal_comma && is_grouped(text, '.'),
        (0, _) => true,
        _ => text.rfind(',') > text.rfind('.'),
    };
    let (decimal, grouping) = if comma_is_decimal { (',', '.') } else { ('.', ',') };
    let (whole, decimals) = match text.split_once(decimal) {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (text, None),
    };
    if whole.contains(grouping) && !is_grouped(whole, grouping) {
        return text.to_owned();
    }
    let whole = whole.replace(grouping, "");
    match decimals {
        Some(decimals) => format!("{whole}.{decimals}"),
        None => whole,
    }
}

/// Parses an amount of money, with or without the sign of the currency before it.
pub fn amount_in(text: &str, decimal_comma: bool) -> Result<Amount, AmountError> {
    let text = text.trim().trim_start_matches(['$', '€', '£']).trim();
    plain_number_in(text, decimal_comma).parse()
}

/// Whether a separator divides a whole number into thousands.
fn is_grouped(number: &str, separator: char) -> bool {
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = number.trim_start_matches(['-', '+']).split(separator);
    let first = groups.next().unwrap_or_default();
    let begins = (1..=3).contains(&first.len()) && is_digits(first) && !first.starts_with('0');
    begins && groups.all(|group| group.len() == 3 && is_digits(group))
}

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

/// A date that the program wrote in another of its languages, as it is written now. `None` for other
/// text: what was typed in a form of its own stays.
pub fn date_of_other_language(text: &str) -> Option<String> {
    date_of_other_language_in(text, &formats())
}

fn date_of_other_language_in(text: &str, now: &Formats) -> Option<String> {
    let day = date_in(text, now)?;
    let written = now.date(day);
    let is_of_program = |text: &str| FORMS.iter().any(|form| form.date(day) == text);
    (written != text && is_of_program(text)).then_some(written)
}

/// The ways in which the languages of the program write a date.
static FORMS: LazyLock<[Formats; 3]> = LazyLock::new(|| {
    [
        Formats::of_tag(Language::English, "en-US"),
        Formats::of_tag(Language::BritishEnglish, "en-GB"),
        Formats::of_tag(Language::Spanish, "es-ES"),
    ]
});

/// The names of the months in every language of the program, in lower case, with their numbers.
/// Kept, because a field with a date is read in every frame.
static MONTHS: LazyLock<Vec<(String, i16)>> = LazyLock::new(|| {
    [(Language::English, "en-US"), (Language::Spanish, "es-ES")]
        .into_iter()
        .flat_map(|(language, tag)| {
            let formats = Formats::of_tag(language, tag);
            (1..=12).filter_map(move |month| {
                let first = Date::new(2026, month, 1).ok()?;
                Some((formats.month(first).to_lowercase(), i16::from(month)))
            })
        })
        .collect()
});

/// The month whose name begins with this word of at least three letters.
fn month_of(word: &str) -> Option<i16> {
    if word.chars().count() < 3 {
        return None;
    }
    let named = MONTHS.iter().find(|(name, _)| name.starts_with(word));
    named.map(|(_, month)| *month)
}

/// Parses a time of 12 or 24 hours, in every language of the program: `4:30 PM`, `4 pm`,
/// `4:30 p. m.`, `16:30`, `16.30`, `16h30`.
pub fn time(text: &str) -> Option<Time> {
    let text = text.trim().to_lowercase();
    let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, ':' | '.' | 'h');
    let clock = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let half: String = text
        .strip_prefix(clock)?
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '.')
        .collect();
    let parts: Option<Vec<i8>> = clock.split(is_separator).map(|part| part.parse().ok()).collect();
    let (hour, minute) = match parts?.as_slice() {
        [hour] if !half.is_empty() => (*hour, 0),
        [hour, minute] => (*hour, *minute),
        _ => return None,
    };
    let hour = match half.as_str() {
        "" | "h" => hour,
        "am" | "pm" if !(1..=12).contains(&hour) => return None,
        "am" => hour % 12,
        "pm" => hour % 12 + 12,
        _ => return None,
    };
    Time::new(hour, minute, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_the_region_writes_it() {
        for (text, with_point, with_comma) in [
            ("12", "12", "12"),
            ("1.5", "1.5", "1.5"),
            ("1,5", "1.5", "1.5"),
            ("1,250", "1250", "1.250"),
            ("1.250", "1.250", "1250"),
            ("12,345,678", "12345678", "12345678"),
            ("1.250.000", "1250000", "1250000"),
            ("1,250.5", "1250.5", "1250.5"),
            ("1.250,5", "1250.5", "1250.5"),
            ("0,125", "0.125", "0.125"),
            ("0.125", "0.125", "0.125"),
            ("1250,125", "1250.125", "1250.125"),
            ("1,2500", "1.2500", "1.2500"),
            ("-1,250", "-1250", "-1.250"),
            ("1,", "1.", "1."),
            // These are no numbers.
            ("1,25,0", "1,25,0", "1,25,0"),
            ("12,50.00", "12,50.00", "12,50.00"),
            ("soon", "soon", "soon"),
        ] {
            assert_eq!(plain_number_in(text, false), with_point, "{text}");
            assert_eq!(plain_number_in(text, true), with_comma, "{text}");
        }
    }

    #[test]
    fn a_time_is_read_as_every_region_writes_it() {
        let half_past_four = Some(Time::constant(16, 30, 0, 0));
        for text in
            ["16:30", " 16.30 ", "16h30", "4:30 PM", "4:30pm", "4:30\u{a0}p.\u{a0}m.", "4.30 p.m."]
        {
            assert_eq!(time(text), half_past_four, "{text}");
        }
        assert_eq!(time("12:05 AM"), Some(Time::constant(0, 5, 0, 0)));
        assert_eq!(time("12 pm"), Some(Time::constant(12, 0, 0, 0)));
        assert_eq!(time("9h"), Some(Time::constant(9, 0, 0, 0)));
        for text in [
            "", "soon", "16", "1630", "24:00", "16:30 pm", "0:30 am", "4:60", "4:30 x", "at 4:30",
            "-4:30", "4:30:15",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_read_as_the_region_writes_it() {
        let day = Some(Date::constant(2026, 11, 8));
        let american = Formats::of_tag(Language::English, "en-US");
        let spanish = Formats::of_tag(Language::Spanish, "es-ES");
        for text in
            ["2026-11-08", "11/8/2026", "Nov 8, 2026", "8 nov 2026", "8 de noviembre de 2026"]
        {
            assert_eq!(date_in(text, &american), day, "{text}");
        }
        for text in ["2026-11-08", "8/11/2026", "08.11.2026", "November 8, 2026"] {
            assert_eq!(date_in(text, &spanish), day, "{text}");
        }
        for text in ["", "11/8", "11/8/26", "Nov 31, 2026", "tomorrow", "No 8, 2026"] {
            assert_eq!(date_in(text, &american), None, "{text}");
        }
        for formats in [american, spanish] {
            let written = formats.date(Date::constant(2026, 11, 8));
            assert_eq!(date_in(&written, &formats), day, "{written}");
        }
    }

    #[test]
    fn a_date_of_the_program_is_written_again_in_another_language() {
        let american = Formats::of_tag(Language::English, "en-US");
        let spanish = Formats::of_tag(Language::Spanish, "es-ES");
        for (text, in_american, in_spanish) in [
            ("Nov 8, 2026", None, Some("8 nov 2026")),
            ("8 nov 2026", Some("Nov 8, 2026"), None),
            ("8 Nov 2026", Some("Nov 8, 2026"), Some("8 nov 2026")),
            // These are typed by hand, or are no dates.
            ("2026-11-08", None, None),
            ("11/8/2026", None, None),
            ("November 8, 2026", None, None),
            ("Nov 8", None, None),
            ("", None, None),
        ] {
            for (formats, expected) in [(&american, in_american), (&spanish, in_spanish)] {
                let written = date_of_other_language_in(text, formats);
                assert_eq!(written.as_deref(), expected, "{text}");
            }
        }
    }
}
