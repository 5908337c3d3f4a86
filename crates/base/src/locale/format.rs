//! Dates, times, numbers and money as the locale writes them.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use fixed_decimal::Decimal;
use icu_calendar::Gregorian;
use icu_calendar::types::Weekday;
use icu_calendar::week::WeekInformation;
use icu_datetime::fieldsets::{E, MD, MDE, MDT, T, YM, YMD, YMDE, YMDT};
use icu_datetime::input::{Date as IcuDate, DateTime as IcuDateTime, Time as IcuTime};
use icu_datetime::options::TimePrecision;
use icu_datetime::{
    DateTimeFormatterLoadError, DateTimeFormatterPreferences, FixedCalendarDateTimeFormatter,
    NoCalendarFormatter,
};
use icu_decimal::DecimalFormatter;
use icu_list::ListFormatter;
use icu_list::options::ListFormatterOptions;
use icu_locale_core::extensions::unicode::{key, value};
use icu_locale_core::{LanguageIdentifier, Locale, locale};
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::TimeZone;

use super::Language;
use crate::money::{Amount, Currency, Money};

/// The formatters of one locale.
pub struct Formats {
    language: Language,
    numbers: Option<DecimalFormatter>,
    lists: Option<ListFormatter>,
    dates: Option<Dates>,
    /// `true` if the region writes the symbol of a currency after the amount, with a space.
    currency_last: bool,
    /// `true` if the region writes a date in numbers as month, day, year.
    month_first: bool,
    first_weekday: civil::Weekday,
    /// `true` if the region weighs parcels in kilograms.
    metric: bool,
}

type Formatter<F> = FixedCalendarDateTimeFormatter<Gregorian, F>;

struct Dates {
    moment: Formatter<YMDT>,
    moment_of_year: Formatter<MDT>,
    moment_of_year_seconds: Formatter<MDT>,
    date: Formatter<YMD>,
    date_of_year: Formatter<MD>,
    weekday_date: Formatter<MDE>,
    long_date: Formatter<YMDE>,
    month: Formatter<YM>,
    weekday: Formatter<E>,
    clock: NoCalendarFormatter<T>,
    clock_seconds: NoCalendarFormatter<T>,
}

static CURRENT: LazyLock<RwLock<Arc<Formats>>> =
    LazyLock::new(|| RwLock::new(Arc::new(Formats::of_tag(Language::English, "en-US"))));

pub(super) fn select(language: Language, tag: &str) {
    let formats = Arc::new(Formats::of_tag(language, tag));
    *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = formats;
}

/// The formats of this process; those of the United States until a locale is selected.
pub fn formats() -> Arc<Formats> {
    CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The regions that weigh parcels in pounds: the United States with its territories, and Liberia.
const IMPERIAL: [&str; 8] = ["US", "PR", "GU", "VI", "AS", "MP", "UM", "LR"];

impl Formats {
    /// The formats of a locale tag; what is not known is written as in the United States.
    pub fn of_tag(language: Language, tag: &str) -> Self {
        let known = Locale::try_from_str(tag).ok();
        // The months and weekdays of a text are in the language of the text.
        let region = known.as_ref().and_then(|locale| locale.id.region);
        let mut locale = match language {
            Language::Spanish => locale!("es"),
            _ => locale!("en"),
        };
        locale.id.region = region.filter(|region| region.as_str() != "XA");
        // Numbers have the separators of the tag's own language (`tr-TR`), and digits that every
        // field takes.
        let mut numbers = match &known {
            Some(known) if locale.id.region.is_some() => {
                LanguageIdentifier { region: locale.id.region, ..known.id.clone() }.into()
            }
            _ => locale.clone(),
        };
        numbers.extensions.unicode.keywords.set(key!("nu"), value!("latn"));
        let region = locale.id.region.map(|region| region.to_string());
        let american = |region: &str| {
            ["US", "MX", "PR", "CA", "GT", "SV", "HN", "NI", "PA", "DO"].contains(&region)
        };
        let region_or_us = region.as_deref().unwrap_or("US");
        Self {
            language,
            metric: !IMPERIAL.contains(&region_or_us),
            numbers: DecimalFormatter::try_new((&numbers).into(), Default::default()).ok(),
            lists: ListFormatter::try_new_and((&locale).into(), ListFormatterOptions::default())
                .ok(),
            dates: Dates::of((&locale).into()).ok(),
            currency_last: language == Language::Spanish
                && !region.as_deref().is_some_and(american),
            month_first: region.as_deref().is_none_or(|region| region == "US")
                && language != Language::BritishEnglish,
            first_weekday: WeekInformation::try_new((&locale).into())
                .map_or(civil::Weekday::Sunday, |week| weekday(week.first_weekday)),
        }
    }

    /// `1,234.5`; as many decimal places as needed.
    pub fn number(&self, number: f64) -> String {
        // The shortest form that reads back as the same number.
        self.decimal(&number.to_string())
    }

    /// A number in plain notation (`-1234.50`) with the separators of the locale; its decimal
    /// places stay. Other text comes back unchanged.
    pub fn decimal(&self, plain: &str) -> String {
        match (&self.numbers, plain.parse::<Decimal>()) {
            (Some(numbers), Ok(number)) => numbers.format(&number).to_string(),
            _ => plain.to_owned(),
        }
    }

    /// `$1,234.50`, `12.345,50 US$`, with a true minus sign, as wide as a plus sign.
    pub fn money(&self, money: Money) -> String {
        let amount = self.decimal(&money.amount.abs().to_string());
        let sign = if money.amount.is_negative() { "−" } else { "" };
        let currency = self.currency_sign(money.currency);
        match (money.currency.symbol().is_some(), self.currency_last) {
            (_, true) => format!("{sign}{amount}\u{a0}{currency}"),
            (true, false) => format!("{sign}{currency}{amount}"),
            (false, false) => format!("{sign}{currency}\u{a0}{amount}"),
        }
    }

    /// The currency as it is written beside an amount: `$`, `US$` or its code.
    pub fn currency_sign(&self, currency: Currency) -> String {
        let sign = match (currency.symbol(), self.currency_last) {
            (Some("$"), true) => "US$",
            (symbol, _) => symbol.unwrap_or(currency.code()),
        };
        sign.to_owned()
    }

    /// `Chicago, Boston, and Dallas`
    pub fn list(&self, items: &[impl AsRef<str>]) -> String {
        let items = items.iter().map(AsRef::as_ref);
        match &self.lists {
            Some(lists) => lists.format(items).to_string(),
            None => items.collect::<Vec<_>>().join(", "),
        }
    }

    /// `Nov 23, 2026, 8:31 AM`
    pub fn moment(&self, at: &civil::DateTime) -> String {
        self.written(at, |dates, at| dates.moment.format(at).to_string())
    }

    /// `Nov 23, 8:31 AM`
    pub fn moment_of_year(&self, at: &civil::DateTime) -> String {
        self.written(at, |dates, at| dates.moment_of_year.format(at).to_string())
    }

    /// `8:31 AM`
    pub fn clock(&self, at: &civil::DateTime) -> String {
        self.written(at, |dates, at| dates.clock.format(&at.time).to_string())
    }

    /// `8:31:07 AM`
    pub fn clock_seconds(&self, at: &civil::DateTime) -> String {
        self.written(at, |dates, at| dates.clock_seconds.format(&at.time).to_string())
    }

    /// `Nov 23, 8:31:07 AM`
    pub fn moment_of_year_seconds(&self, at: &civil::DateTime) -> String {
        self.written(at, |dates, at| dates.moment_of_year_seconds.format(at).to_string())
    }

    /// `Nov 23, 2026`
    pub fn date(&self, date: civil::Date) -> String {
        self.written(&date.into(), |dates, at| dates.date.format(&at.date).to_string())
    }

    /// `Nov 23`
    pub fn date_of_year(&self, date: civil::Date) -> String {
        self.written(&date.into(), |dates, at| dates.date_of_year.format(&at.date).to_string())
    }

    /// `Mon, Nov 23`
    pub fn weekday_date(&self, date: civil::Date) -> String {
        self.written(&date.into(), |dates, at| dates.weekday_date.format(&at.date).to_string())
    }

    /// `Monday, November 23, 2026`
    pub fn long_date(&self, date: civil::Date) -> String {
        self.written(&date.into(), |dates, at| dates.long_date.format(&at.date).to_string())
    }

    /// `November 2026`, as the head of a calendar.
    pub fn month(&self, date: civil::Date) -> String {
        self.written(&date.into(), |dates, at| dates.month.format(&at.date).to_string())
    }

    /// `Mon`, as the head of a column.
    pub fn weekday(&self, date: civil::Date) -> String {
        self.written(&date.into(), |dates, at| dates.weekday.format(&at.date).to_string())
    }

    /// Whether the decimal separator is a comma.
    pub fn has_decimal_comma(&self) -> bool {
        self.number(0.5).contains(',')
    }

    /// Whether a date in numbers is month, day, year.
    pub fn month_is_first(&self) -> bool {
        self.month_first
    }

    /// Whether the region weighs parcels in kilograms and measures them in centimeters.
    pub fn is_metric(&self) -> bool {
        self.metric
    }

    /// The day in the first column of a calendar.
    pub fn first_weekday(&self) -> civil::Weekday {
        self.first_weekday
    }

    pub fn language(&self) -> Language {
        self.language
    }

    fn written(
        &self,
        at: &civil::DateTime,
        write: impl FnOnce(&Dates, &IcuDateTime<Gregorian>) -> String,
    ) -> String {
        let (Some(dates), Some(converted)) = (&self.dates, converted(at)) else {
            return at.strftime("%Y-%m-%d %H:%M").to_string();
        };
        // The narrow space before AM and PM is in few typefaces.
        write(dates, &converted).replace('\u{202f}', "\u{a0}")
    }
}

impl Dates {
    fn of(locale: DateTimeFormatterPreferences) -> Result<Self, DateTimeFormatterLoadError> {
        let minutes = TimePrecision::Minute;
        Ok(Self {
            moment: Formatter::try_new(locale, YMDT::medium().with_time_precision(minutes))?,
            moment_of_year: Formatter::try_new(locale, MDT::medium().with_time_precision(minutes))?,
            moment_of_year_seconds: Formatter::try_new(
                locale,
                MDT::medium().with_time_precision(TimePrecision::Second),
            )?,
            date: Formatter::try_new(locale, YMD::medium())?,
            date_of_year: Formatter::try_new(locale, MD::medium())?,
            weekday_date: Formatter::try_new(locale, MDE::medium())?,
            long_date: Formatter::try_new(locale, YMDE::long())?,
            month: Formatter::try_new(locale, YM::long())?,
            weekday: Formatter::try_new(locale, E::short())?,
            clock: NoCalendarFormatter::try_new(locale, T::medium().with_time_precision(minutes))?,
            clock_seconds: NoCalendarFormatter::try_new(
                locale,
                T::medium().with_time_precision(TimePrecision::Second),
            )?,
        })
    }
}

fn converted(at: &civil::DateTime) -> Option<IcuDateTime<Gregorian>> {
    let [month, day] = [at.month(), at.day()].map(|part| u8::try_from(part).ok());
    let [hour, minute, second] =
        [at.hour(), at.minute(), at.second()].map(|part| u8::try_from(part).ok());
    Some(IcuDateTime {
        date: IcuDate::try_new_iso(at.year().into(), month?, day?).ok()?.to_calendar(Gregorian),
        time: IcuTime::try_new(hour?, minute?, second?, 0).ok()?,
    })
}

fn weekday(day: Weekday) -> civil::Weekday {
    match day {
        Weekday::Monday => civil::Weekday::Monday,
        Weekday::Tuesday => civil::Weekday::Tuesday,
        Weekday::Wednesday => civil::Weekday::Wednesday,
        Weekday::Thursday => civil::Weekday::Thursday,
        Weekday::Friday => civil::Weekday::Friday,
        Weekday::Saturday => civil::Weekday::Saturday,
        Weekday::Sunday => civil::Weekday::Sunday,
    }
}

/// A number as the locale of this process writes it.
pub fn number(number: f64) -> String {
    formats().number(number)
}

/// Money as the locale of this process writes it.
pub fn money(money: Money) -> String {
    formats().money(money)
}

/// The currency as the locale of this process writes it, for the label of a field with an amount.
pub fn currency_sign(currency: Currency) -> String {
    formats().currency_sign(currency)
}

/// An amount without its currency, for a column whose head names it.
pub fn amount(amount: Amount) -> String {
    formats().decimal(&amount.to_string())
}

/// `Chicago, Boston, and Dallas`
pub fn list(items: &[impl AsRef<str>]) -> String {
    formats().list(items)
}

/// `Nov 23, 2026, 8:31 AM` in this time zone.
pub fn moment(at: Timestamp, zone: &TimeZone) -> String {
    formats().moment(&zone.to_datetime(at))
}

/// `Nov 23, 8:31 AM`, or `Nov 23, 2025` if it is not in the current year.
pub fn short_moment(at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let [at, now] = [at, now].map(|time| zone.to_datetime(time));
    if at.year() == now.year() { formats().moment_of_year(&at) } else { formats().date(at.date()) }
}

/// `Nov 23, 8:31:07 AM` in this time zone.
pub fn short_moment_seconds(at: Timestamp, zone: &TimeZone) -> String {
    formats().moment_of_year_seconds(&zone.to_datetime(at))
}

/// `Monday, November 23, 2026` in this time zone, as a heading: with a capital in every language.
pub fn heading_date(at: Timestamp, zone: &TimeZone) -> String {
    capital(&formats().long_date(zone.to_datetime(at).date()))
}

/// The text with a capital as its first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// `8:31 AM` in this time zone.
pub fn clock(at: Timestamp, zone: &TimeZone) -> String {
    formats().clock(&zone.to_datetime(at))
}

/// `8:31:07 AM` in this time zone.
pub fn clock_seconds(at: Timestamp, zone: &TimeZone) -> String {
    formats().clock_seconds(&zone.to_datetime(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_region_writes_dates_numbers_and_money_its_own_way() {
        let at = civil::date(2026, 11, 3).at(16, 5, 7, 0);
        let price = Money::new(Amount::from_cents(-123_450), Currency::USD);
        for (language, tag, written) in [
            (
                Language::English,
                "en-US",
                [
                    "Nov 3, 2026, 4:05 PM",
                    "Nov 3, 4:05 PM",
                    "4:05 PM",
                    "4:05:07 PM",
                    "Tue, Nov 3",
                    "Tuesday, November 3, 2026",
                    "November 2026",
                    "1,234.5",
                    "−$1,234.50",
                ],
            ),
            (
                Language::BritishEnglish,
                "en-GB",
                [
                    "3 Nov 2026, 16:05",
                    "3 Nov, 16:05",
                    "16:05",
                    "16:05:07",
                    "Tue 3 Nov",
                    "Tuesday, 3 November 2026",
                    "November 2026",
                    "1,234.5",
                    "−$1,234.50",
                ],
            ),
            (
                Language::Spanish,
                "es-US",
                [
                    "3 nov 2026, 4:05 p.m.",
                    "3 nov, 4:05 p.m.",
                    "4:05 p.m.",
                    "4:05:07 p.m.",
                    "mar, 3 de nov",
                    "martes, 3 de noviembre de 2026",
                    "noviembre de 2026",
                    "1,234.5",
                    "−$1,234.50",
                ],
            ),
            (
                Language::Spanish,
                "es-ES",
                [
                    "3 nov 2026, 16:05",
                    "3 nov, 16:05",
                    "16:05",
                    "16:05:07",
                    "mar, 3 nov",
                    "martes, 3 de noviembre de 2026",
                    "noviembre de 2026",
                    "1234,5",
                    "−1234,50 US$",
                ],
            ),
        ] {
            let formats = Formats::of_tag(language, tag);
            let found = [
                formats.moment(&at),
                formats.moment_of_year(&at),
                formats.clock(&at),
                formats.clock_seconds(&at),
                formats.weekday_date(at.date()),
                formats.long_date(at.date()),
                formats.month(at.date()),
                formats.number(1234.5),
                formats.money(price),
            ]
            .map(|text| text.replace('\u{a0}', " "));
            assert_eq!(found, written, "{tag}");
        }
    }

    /// Finding W80: a person whose language has no texts here still has numbers of their own.
    #[test]
    fn numbers_are_written_as_the_language_of_the_system_does() {
        for (tag, written) in [
            ("tr-TR", "1.234,5"),
            ("de-AT", "1 234,5"),
            ("ja-JP", "1,234.5"),
            ("ar-EG", "1,234.5"),
            ("en-XA", "1,234.5"),
            ("xx", "1,234.5"),
        ] {
            let formats = Formats::of_tag(Language::of_tag(tag), tag);
            let found = formats.number(1234.5).replace('\u{a0}', " ");
            assert_eq!(found, written, "{tag}");
            assert_eq!(formats.has_decimal_comma(), found.ends_with(",5"), "{tag}");
        }
    }

    #[test]
    fn parcels_are_weighed_in_pounds_in_the_united_states_and_in_kilograms_elsewhere() {
        for (language, tag, metric) in [
            (Language::English, "en-US", false),
            (Language::English, "en", false),
            (Language::Spanish, "es-PR", false),
            (Language::Spanish, "es-MX", true),
            (Language::Spanish, "es-ES", true),
            (Language::BritishEnglish, "en-GB", true),
            (Language::English, "en-CA", true),
        ] {
            assert_eq!(Formats::of_tag(language, tag).is_metric(), metric, "{tag}");
        }
    }

    #[test]
    fn the_week_begins_where_the_region_begins_it() {
        let first = |tag| Formats::of_tag(Language::English, tag).first_weekday();
        assert_eq!(first("en-US"), civil::Weekday::Sunday);
        assert_eq!(first("en-GB"), civil::Weekday::Monday);
    }
}
