//! The words for a group of shipments: its carrier account, where it leaves from, and when. Two
//! groups never have the same words.

use jiff::civil::Date;

use crate::api::address::Address;
use crate::base::locale::format;
use crate::desk::manifests::groups::{Group, UnmanifestedShipments};

/// Characters of an account's id that tell two accounts of one name apart.
const ID_SHOWN: usize = 6;

/// The groups that have something to hand over, then those that the carrier has.
pub fn in_order(day: &UnmanifestedShipments) -> Vec<&Group> {
    let (done, waiting): (Vec<&Group>, Vec<&Group>) = day.groups.iter().partition(|it| is_done(it));
    waiting.into_iter().chain(done).collect()
}

/// Whether the carrier has every parcel of the group.
pub fn is_done(group: &Group) -> bool {
    group.parcels.iter().all(|parcel| parcel.with_carrier)
}

/// `Postal main, Chicago, IL, Nov 21`
pub fn group_words(day: &UnmanifestedShipments, group: &Group) -> String {
    GroupNames::of_group(day, group).words()
}

/// What the words for a group are made of. Kept by a question, because the date in the words depends
/// on the language.
#[derive(Clone, Debug)]
pub struct GroupNames {
    account: String,
    from: String,
    ship_date: Date,
}

impl GroupNames {
    pub fn of_group(day: &UnmanifestedShipments, group: &Group) -> Self {
        Self {
            account: account_words(day, group),
            from: from_words(day, group),
            ship_date: group.id.ship_date,
        }
    }

    pub fn words(&self) -> String {
        let date = ship_date_words(self.ship_date);
        let parts = [self.account.as_str(), self.from.as_str(), date.as_str()];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// The name of the account, with the end of its id if another account has the same name.
pub fn account_words(day: &UnmanifestedShipments, group: &Group) -> String {
    let name = &group.account_name;
    let alike = |other: &Group| other.account_name == *name && other.id.account != group.id.account;
    if !day.groups.iter().any(alike) {
        return name.clone();
    }
    let id = group.id.account.as_str();
    let before = id.chars().count().saturating_sub(ID_SHOWN);
    let end: String = id.chars().skip(before).collect();
    format!("{name} (…{end})")
}

/// The city, with the street if shipments leave from another street of it too.
pub fn from_words(day: &UnmanifestedShipments, group: &Group) -> String {
    let city = origin_words(&group.from);
    let alike =
        |other: &Group| other.id.origin != group.id.origin && origin_words(&other.from) == city;
    if !day.groups.iter().any(alike) {
        return city;
    }
    let from = &group.from;
    words_of([&from.street1, &from.street2, &from.city, &from.state])
}

pub fn date_words(group: &Group) -> String {
    ship_date_words(group.id.ship_date)
}

fn ship_date_words(ship_date: Date) -> String {
    format::formats().date_of_year(ship_date)
}

/// `Chicago, IL`
pub fn origin_words(from: &Address) -> String {
    words_of([&from.city, &from.state])
}

fn words_of<const COUNT: usize>(parts: [&Option<String>; COUNT]) -> String {
    let words: Vec<&str> = parts
        .into_iter()
        .filter_map(|part| part.as_deref())
        .filter(|part| !part.trim().is_empty())
        .collect();
    words.join(", ")
}
