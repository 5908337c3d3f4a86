//! Describes the problems of a draft before any call is made. [`check`] goes through the wizard
//! from top to bottom; the problems are shown beside the fields and in the footer.

mod address;
mod customs;
mod field_names;
mod options;
mod parcel;

pub use customs::{items_value, items_weight};
pub use field_names::{field_name, field_name_message, recipient_field_name};
pub use options::{CUSTOM_TEXT_CHARS, special_service_obstacle};
pub use parcel::needs_dimensions;

use jiff::civil::Date;

use crate::catalogs::Catalogs;
use crate::draft::{AddressField, AddressForm, CustomsField, Draft, Field, OptionField, Problem};
use crate::message;
use postroom_api::carrier::Catalog;
use postroom_api::carrier_account::CarrierAccount;
use postroom_base::geography;
use postroom_base::locale::Message;
use postroom_base::locale::format::formats;

/// The sections of the wizard, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    From,
    To,
    Packages,
    Options,
    Customs,
    Rates,
}

/// All problems, in reading order. `today` is the current day at the desk. Catalogs and accounts
/// only add checks, so a draft can be checked before they are loaded.
pub fn check(
    draft: &Draft,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
    today: Date,
) -> Vec<Problem> {
    let mut report = Report::default();
    address::check(&mut report, &draft.from, Field::From);
    address::check(&mut report, &draft.to, Field::To);
    parcel::check(&mut report, draft, catalogs, accounts);
    options::check(&mut report, draft, catalogs, accounts, today);
    if is_declared(draft) {
        customs::check(&mut report, draft);
    }
    if draft.chosen.is_none() {
        report.missing(Field::Rate, message!("problems-rate-missing"));
    }
    report.0
}

/// Why the postcode of an address in the United States or Canada cannot be right, for places that
/// store addresses without shipping to them.
pub fn postcode_problem(form: &AddressForm) -> Option<Message> {
    let mut report = Report::default();
    address::check(&mut report, form, Field::To);
    let is_zip = |problem: &Problem| problem.field == Field::To(AddressField::Zip);
    let mut wrong = report.0.into_iter().filter(|problem| is_zip(problem) && !problem.missing);
    let is_known = ["US", "CA"].contains(&postal_country(&form.country).as_str());
    wrong.next().filter(|_| is_known).map(|problem| problem.message)
}

/// Whether the parcel crosses a border and so needs a customs declaration. Mail to US territories
/// and military addresses is domestic mail of the United States.
pub fn is_international(draft: &Draft) -> bool {
    let post = |text: &str| {
        let country = geography::country(text)?;
        let is_us = us_territory(&country.a2).is_some();
        Some(if is_us { "US" } else { country.a2.as_str() })
    };
    match (post(&draft.from.country), post(&draft.to.country)) {
        (Some(from), Some(to)) => from != to,
        // An unknown country crosses no border; the country field shows the problem.
        _ => false,
    }
}

/// Whether a declaration is possible although the parcel crosses no border: it goes to or comes from
/// a military address or a territory other than Puerto Rico. The postal service of the United States
/// wants a form for most of this mail; the interface asks for none.
pub fn may_be_declared(draft: &Draft) -> bool {
    let is_far = |form: &AddressForm| {
        let is_military =
            geography::is_military_state(&form.state) || geography::is_military_zip(&form.zip);
        let country = geography::country(&form.country).map_or("", |country| country.a2.as_str());
        let territory = match country {
            "US" => us_territory(&form.state),
            other => us_territory(other),
        };
        territory.is_some_and(|it| it != "PR") || country == "US" && is_military
    };
    !is_international(draft) && [&draft.from, &draft.to].into_iter().any(is_far)
}

/// Whether the request has the customs declaration of the draft.
pub fn is_declared(draft: &Draft) -> bool {
    is_international(draft) || may_be_declared(draft) && !draft.customs.items.is_empty()
}

/// The two-letter code of the country whose postal service delivers there: `US` for US territories.
pub fn postal_country(text: &str) -> String {
    let text = text.trim();
    let code = geography::country(text).map_or(text, |country| country.a2.as_str());
    if us_territory(code).is_some() {
        return "US".to_owned();
    }
    code.to_ascii_uppercase()
}

/// The state code of a US territory that also has its own country code.
pub fn us_territory(country: &str) -> Option<&'static str> {
    ["PR", "GU", "VI", "AS", "MP"]
        .into_iter()
        .find(|code| code.eq_ignore_ascii_case(country.trim()))
}

/// The section that shows a problem of this field.
pub fn section_of(field: Field) -> Section {
    match field {
        Field::From(_) => Section::From,
        Field::To(_) => Section::To,
        Field::Package(..) => Section::Packages,
        Field::Return(_) | Field::Option(_) => Section::Options,
        Field::Customs(_) | Field::CustomsItem(..) => Section::Customs,
        Field::Rate => Section::Rates,
    }
}

/// Whether the section has no problem, and so gets its check mark.
pub fn section_done(problems: &[Problem], section: Section) -> bool {
    !problems.iter().any(|problem| section_of(problem.field) == section)
}

/// Whether a problem of this field prevents POST /ShipmentRate. Fields that only a purchase sends
/// (label texts, ship date, return address, entry facility) do not.
pub fn blocks_quote(field: Field) -> bool {
    !matches!(
        field,
        Field::Rate
            | Field::Return(_)
            | Field::Option(
                OptionField::CustomText | OptionField::ShipDate | OptionField::EntryFacilityZip
            )
            | Field::Customs(CustomsField::Signer | CustomsField::Certify)
    )
}

pub fn ready_for_quote(problems: &[Problem]) -> bool {
    !problems.iter().any(|problem| blocks_quote(problem.field))
}

/// The catalog entries of carriers with an enabled account; `None` while that is unknown, so that
/// nothing is refused for lack of an answer.
pub fn offered<'a>(
    catalog: &'a Catalog,
    accounts: &[CarrierAccount],
) -> Option<Vec<(&'a str, &'a str)>> {
    let carriers: Vec<&str> = accounts
        .iter()
        .filter(|account| account.is_enabled())
        .filter_map(|account| account.carrier_code.as_deref())
        .collect();
    if carriers.is_empty() || catalog.is_empty() {
        return None;
    }
    Some(
        catalog
            .iter()
            .filter(|(code, _)| carriers.iter().any(|known| known.eq_ignore_ascii_case(code)))
            .flat_map(|(code, entries)| {
                entries.iter().filter_map(|entry| Some((code.as_str(), entry.code.as_deref()?)))
            })
            .collect(),
    )
}

/// Makes a message only for a problem that is there.
type MessageOf = fn() -> Message;

/// A number such as `0.5`, as the locale writes it.
fn number_as_written(digits: &'static str) -> Message {
    Message::composed(|| formats().decimal(digits))
}

#[derive(Default)]
struct Report(Vec<Problem>);

impl Report {
    fn missing(&mut self, field: Field, message: Message) {
        self.push(field, message, true);
    }

    fn wrong(&mut self, field: Field, message: Message) {
        self.push(field, message, false);
    }

    fn push(&mut self, field: Field, message: Message, missing: bool) {
        self.0.push(Problem { field, message, missing });
    }
}

#[cfg(test)]
mod tests;
