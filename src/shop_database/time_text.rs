//! Times as the databases write and read them. Pure functions.

use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};

use crate::tables::sheet::Cell;
use smol_str::ToSmolStr;

/// A `date` as text, such as `2026-11-23`. What is no day of the calendar, such as `infinity`, stays
/// as it is.
pub fn date_cell(text: &str) -> Cell {
    match text.parse::<jiff::civil::Date>() {
        Ok(date) => Cell::Date(date.to_smolstr()),
        Err(_) => Cell::Text(text.into()),
    }
}

/// A time without a zone, such as `2026-11-23 14:05:00.25`, without its fraction of a second.
pub fn date_time_cell(text: &str) -> Cell {
    match text.parse::<jiff::civil::DateTime>() {
        Ok(time) => Cell::Date(time.strftime("%Y-%m-%dT%H:%M:%S").to_smolstr()),
        Err(_) => Cell::Text(text.into()),
    }
}

/// A time with an offset, such as `2026-11-23 14:05:00+00`, as the clock in `zone` shows it.
pub fn zoned_time_cell(text: &str, zone: &TimeZone) -> Cell {
    match text.parse::<Timestamp>() {
        Ok(time) => {
            let local = time.to_zoned(zone.clone());
            Cell::Date(local.strftime("%Y-%m-%dT%H:%M:%S").to_smolstr())
        }
        Err(_) => Cell::Text(text.into()),
    }
}

/// With its offset, such as `2026-11-23T09:05:00-05:00`: exact in a column with a zone, the clock of
/// this computer in one without.
pub fn with_offset(time: Timestamp, zone: &TimeZone) -> String {
    time.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// What a clock at this offset shows, in seconds east of Greenwich.
pub fn clock_at_offset(time: Timestamp, seconds: i32) -> String {
    let offset = Offset::from_seconds(seconds).unwrap_or(Offset::UTC);
    let local: Zoned = time.to_zoned(TimeZone::fixed(offset));
    local.strftime("%Y-%m-%d %H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_as_the_clock_of_the_shop_shows_it() {
        let zone = TimeZone::fixed(Offset::from_seconds(-5 * 3600).unwrap());
        let date = |text: &str| Cell::Date(text.into());
        let text = |text: &str| Cell::Text(text.into());
        for (found, wanted) in [
            (date_cell("2026-11-23"), date("2026-11-23")),
            (date_cell("infinity"), text("infinity")),
            (date_cell("0044-03-15 BC"), text("0044-03-15 BC")),
            (date_time_cell("2026-11-23 14:05:00.999"), date("2026-11-23T14:05:00")),
            (date_time_cell("-infinity"), text("-infinity")),
            (zoned_time_cell("2026-11-24 02:05:00+00", &zone), date("2026-11-23T21:05:00")),
            (zoned_time_cell("2026-11-23 14:05:00.5+05:30", &zone), date("2026-11-23T03:35:00")),
            (zoned_time_cell("2026-11-23 14:05:00-03", &zone), date("2026-11-23T12:05:00")),
            (zoned_time_cell("infinity", &zone), text("infinity")),
        ] {
            assert_eq!(found, wanted);
        }
        let time: Timestamp = "2026-11-23T14:05:00.7Z".parse().unwrap();
        assert_eq!(with_offset(time, &zone), "2026-11-23T09:05:00-05:00");
        assert_eq!(clock_at_offset(time, 3600), "2026-11-23 15:05:00");
    }
}
