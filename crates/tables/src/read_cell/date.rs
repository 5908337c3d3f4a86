//! Dates of a cell: `2026-11-23`, `11/23/2026`, `23.11.2026`, `Nov 23, 2026`, the number of a day of
//! a spreadsheet. A time behind the date is ignored: what counts is the day that the shop wrote.

use jiff::ToSpan;
use jiff::civil::Date;

use super::plain_text;
use crate::mapping::DateOrder;
use crate::sheet::Cell;
use crate::word_lists::{has_word, key_of};
use postroom_base::geography::plain_name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateReading {
    Blank,
    Read {
        date: Date,
        /// The cell was the number of a day.
        repaired: bool,
    },
    /// The day and the month can be exchanged, and their order is not known.
    TwoReadings,
    Unreadable,
}

/// A date before the order of day and month is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Clear(Date),
    /// Two different numbers from 1 to 12.
    Either {
        first: i8,
        second: i8,
        year: i16,
    },
    /// As `Clear`; the numbers also show the order of day and month.
    Ordered(Date, DateOrder),
    NumberOfDay(Date),
}

/// Reads a date. `order` decides if day and month can be exchanged.
pub fn read_date(cell: &Cell, order: Option<DateOrder>) -> DateReading {
    let text = match cell {
        Cell::Empty => return DateReading::Blank,
        Cell::Error(_) => return DateReading::Unreadable,
        other => plain_text(other),
    };
    if text.is_empty() {
        return DateReading::Blank;
    }
    let date = match written(text) {
        None => return DateReading::Unreadable,
        Some(Written::Clear(date) | Written::Ordered(date, _)) => Some(date),
        Some(Written::NumberOfDay(date)) => {
            return DateReading::Read { date, repaired: true };
        }
        Some(Written::Either { first, second, year }) => match order {
            None => return DateReading::TwoReadings,
            Some(DateOrder::MonthFirst) => Date::new(year, first, second).ok(),
            Some(DateOrder::DayFirst) => Date::new(year, second, first).ok(),
        },
    };
    date.map_or(DateReading::Unreadable, |date| DateReading::Read { date, repaired: false })
}

/// The order of day and month that a date shows: one number is greater than 12.
pub fn order_of_date(cell: &Cell) -> Option<DateOrder> {
    match cell {
        Cell::Text(_) => match written(plain_text(cell))? {
            Written::Ordered(_, order) => Some(order),
            _ => None,
        },
        _ => None,
    }
}

fn written(text: &str) -> Option<Written> {
    if let Some(date) = iso_date(text) {
        return Some(Written::Clear(date));
    }
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && text.bytes().filter(|b| *b == b'.').count() <= 1
    {
        return only_digits(text);
    }
    let mut parts = Parts(text);
    let (mut numbers, mut month) = ([(0_i16, 0_usize); 3], None);
    let (mut count, mut separator) = (0_usize, ' ');
    loop {
        let (behind, part) = parts.next()?;
        match part {
            // A time without a day.
            Part::Number(..) if behind == ':' => return None,
            Part::Number(number, length) => {
                if count == 1 {
                    separator = behind;
                }
                *numbers.get_mut(count)? = (number, length);
                count += 1;
            }
            Part::Word(word) => match month_of(word) {
                Some(found) if month.is_none() => month = Some(found),
                Some(_) => return None,
                None if is_filler(word) => {}
                None => return None,
            },
        }
        if count + usize::from(month.is_some()) == 3 {
            break;
        }
    }
    if !is_time(parts.0) {
        return None;
    }
    let [one, two, three] = numbers;
    match month {
        Some(month) if one.1 == 4 => date_of(one, month, two.0).map(Written::Clear),
        Some(month) => date_of(two, month, one.0).map(Written::Clear),
        None if one.1 == 4 => date_of(one, two.0, three.0).map(Written::Clear),
        None => by_numbers(one.0, two.0, three, separator),
    }
}

/// Day and month by number, with the year behind them.
fn by_numbers(first: i16, second: i16, year: (i16, usize), separator: char) -> Option<Written> {
    // `26-11-23` may begin with its year.
    if separator == '-' && year.1 != 4 {
        return None;
    }
    let month_first = || date_of(year, first, second);
    let day_first = || date_of(year, second, first);
    if first > 12 {
        return day_first().map(|date| Written::Ordered(date, DateOrder::DayFirst));
    }
    if second > 12 {
        return month_first().map(|date| Written::Ordered(date, DateOrder::MonthFirst));
    }
    // With points, the day stands before the month everywhere.
    if first == second || separator == '.' {
        return day_first().map(Written::Clear);
    }
    month_first().or_else(day_first)?;
    Some(Written::Either {
        first: i8::try_from(first).ok()?,
        second: i8::try_from(second).ok()?,
        year: full_year(year)?,
    })
}

fn date_of(year: (i16, usize), month: i16, day: i16) -> Option<Date> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    Date::new(full_year(year)?, month, day).ok()
}

/// A year of two or four digits, from 1990 to 2099.
fn full_year((year, length): (i16, usize)) -> Option<i16> {
    let year = match length {
        4 => year,
        2 => year + 2000,
        _ => return None,
    };
    (1990..=2099).contains(&year).then_some(year)
}

/// `2026-11-23`, alone or before a time.
fn iso_date(text: &str) -> Option<Date> {
    let (day, rest) = text.split_at_checked(10)?;
    let bytes = day.as_bytes();
    if bytes.get(4) != Some(&b'-') || bytes.get(7) != Some(&b'-') {
        return None;
    }
    let number = |range: std::ops::Range<usize>| day.get(range)?.parse::<i16>().ok();
    let year = (number(0..4)?, 4);
    let date = date_of(year, number(5..7)?, number(8..10)?)?;
    let rest = rest.strip_prefix(['T', 't']).unwrap_or(rest);
    is_time(rest).then_some(date)
}

/// `20261123`, or the number of a day since 1899-12-30 as spreadsheets count them, with the time as
/// its fraction.
fn only_digits(text: &str) -> Option<Written> {
    if text.len() == 8 && !text.contains('.') {
        let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i16>().ok();
        return date_of((number(0..4)?, 4), number(4..6)?, number(6..8)?).map(Written::Clear);
    }
    let (whole, _) = text.split_once('.').unwrap_or((text, ""));
    let days: i64 = whole.parse().ok()?;
    // 1990 to 2099.
    if !(32_874..=73_050).contains(&days) {
        return None;
    }
    let date = Date::new(1899, 12, 30).ok()?.checked_add(days.days()).ok()?;
    Some(Written::NumberOfDay(date))
}

enum Part<'a> {
    /// With the count of its digits.
    Number(i16, usize),
    Word(&'a str),
}

/// The numbers and words of a text, each with the character before it.
struct Parts<'a>(&'a str);

impl<'a> Iterator for Parts<'a> {
    type Item = (char, Part<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let is_mark =
            |c: char| !c.is_alphanumeric() || matches!(c, '年' | '月' | '日' | '년' | '월' | '일');
        let start = self.0.find(|c| !is_mark(c))?;
        let (marks, rest) = self.0.split_at_checked(start)?;
        let behind = marks.trim_end().chars().next_back().unwrap_or(' ');
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
        let end = rest.find(|c: char| is_mark(c) || c.is_ascii_digit() != is_number);
        let (part, rest) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        self.0 = rest;
        let part = match is_number {
            true => Part::Number(part.parse().ok()?, part.len()),
            false => Part::Word(part),
        };
        Some((behind, part))
    }
}

/// Whether the text behind a date is a time or nothing: `08:15:00 -0500`, `2:05 PM`, `UTC`.
fn is_time(text: &str) -> bool {
    let text = text.trim_matches([' ', ',', '日', '일']);
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty());
    let is_short = |word: &str| word.len() <= 5;
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|it| !it.is_empty());
    text.is_empty()
        || (text.contains(':') && numbers.count() <= 6 && words.all(is_short))
        || (text.len() <= 5 && text.bytes().all(|b| b.is_ascii_uppercase()))
}

/// Words of a date that say nothing about it: weekdays, `de`, and the end of `23rd`.
fn is_filler(word: &str) -> bool {
    let word = plain_name(word);
    let is_weekday = has_word("weekday", &word)
        || word.get(..3).is_some_and(|beginning| has_word("weekday", beginning));
    is_weekday || has_word("filler of a date", &word)
}

fn month_of(word: &str) -> Option<i16> {
    let word = plain_name(word);
    let month = |length: usize| key_of("month", word.get(..length)?);
    month(3).or_else(|| month(4))?.parse().ok()
}

#[cfg(test)]
mod tests;
