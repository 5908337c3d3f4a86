//! One entry of the book: the address, its groups, and its ids at the service.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::id::AddressId;
use crate::desk::parcel::draft::AddressForm;
use crate::store::book::{BookRecord, Change, Filed};
use crate::store::cache::Scope;

/// What the record of an address holds. The service's ids belong to one account of one
/// environment each, and stand for exactly these words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    #[serde(flatten)]
    pub form: AddressForm,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ids: BTreeMap<String, AddressId>,
}

/// An entry as the screen shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub row: i64,
    pub form: AddressForm,
    pub groups: Vec<String>,
    /// Under the account on screen.
    pub id: Option<AddressId>,
    pub last_used: Option<Timestamp>,
}

impl Kept {
    pub fn read(record: &BookRecord) -> Option<Self> {
        serde_json::from_str(&record.json)
            .inspect_err(|error| tracing::warn!(%error, "an address of the book is not readable"))
            .ok()
    }

    /// Other words under the same entry: the ids stood for the old ones.
    pub fn with(mut self, form: AddressForm) -> Self {
        if !same_words(&self.form, &form) {
            self.ids.clear();
        }
        self.form = form;
        self
    }

    pub fn id(&self, scope: &Scope) -> Option<&AddressId> {
        self.ids.get(&key(scope))
    }

    pub fn set_id(&mut self, scope: &Scope, id: AddressId) {
        self.ids.insert(key(scope), id);
    }

    /// The step that writes it; groups stay where none are given.
    pub fn put(&self, row: Option<i64>, groups: Option<Vec<String>>) -> Change {
        let kept = Self {
            form: AddressForm {
                stored: None,
                ..self.form.clone()
            },
            ids: self.ids.clone(),
        };
        Change::Put {
            row,
            name: shown_name(&self.form).to_owned(),
            search_text: search_text(&self.form),
            json: serde_json::to_string(&kept).unwrap_or_default(),
            groups,
            last_used: None,
        }
    }
}

impl From<AddressForm> for Kept {
    fn from(form: AddressForm) -> Self {
        Self {
            form,
            ids: BTreeMap::new(),
        }
    }
}

pub(in crate::desk) fn contact(filed: Filed, scope: Option<&Scope>) -> Option<Contact> {
    let kept = Kept::read(&filed.record)?;
    Some(Contact {
        row: filed.record.row,
        id: scope.and_then(|scope| kept.id(scope)).cloned(),
        form: kept.form,
        groups: filed.groups,
        last_used: filed.record.last_used,
    })
}

/// Whether both are the same address, whatever was found out about it.
pub fn same_words(a: &AddressForm, b: &AddressForm) -> bool {
    let words = |form: &AddressForm| AddressForm {
        stored: None,
        residential: None,
        verification: None,
        ..form.clone()
    };
    words(a) == words(b)
}

/// The name, or the company where nobody is named.
pub fn shown_name(form: &AddressForm) -> &str {
    if form.name.trim().is_empty() {
        &form.company
    } else {
        &form.name
    }
}

/// The words of an address in the order in which tables, searches and comparisons have them.
pub fn parts(form: &AddressForm) -> [(&'static str, &str); 11] {
    [
        ("Name", &form.name),
        ("Company", &form.company),
        ("Street", &form.street1),
        ("Street line 2", &form.street2),
        ("Street line 3", &form.street3),
        ("City", &form.city),
        ("State", &form.state),
        ("ZIP", &form.zip),
        ("Country", &form.country),
        ("Phone", &form.phone),
        ("Email", &form.email),
    ]
}

pub(in crate::desk) fn search_text(form: &AddressForm) -> String {
    parts(form).map(|(_, words)| words).join(" ")
}

/// Why the book does not take an address, in words; `None` when it does. The service asks
/// for more, and says so when it is shipped to.
pub fn problem(form: &AddressForm) -> Option<&'static str> {
    let empty = |text: &str| text.trim().is_empty();
    if empty(&form.name) && empty(&form.company) {
        return Some("A name or a company is missing");
    }
    if empty(&form.street1) {
        return Some("The street is missing");
    }
    if empty(&form.city) && empty(&form.zip) {
        return Some("City and ZIP are missing");
    }
    if crate::base::place::country(&form.country).is_none() {
        return Some("The country is not known");
    }
    None
}

fn key(scope: &Scope) -> String {
    format!("{}/{}", scope.environment, scope.account)
}

/// The same person or company in the same street, town and country: what a carrier would
/// deliver to one door.
pub(in crate::desk) fn same_door(a: &AddressForm, b: &AddressForm) -> bool {
    door_words(a) == door_words(b)
}

pub(in crate::desk) fn door_words(form: &AddressForm) -> [String; 5] {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    // The first five figures: a ZIP with and without its last four is one place.
    let zip: String = plain(&form.zip);
    let zip = match form.country.eq_ignore_ascii_case("US") {
        true => zip.chars().take(5).collect(),
        false => zip,
    };
    [
        plain(shown_name(form)),
        plain(&form.street1),
        plain(&form.street2),
        zip,
        plain(&form.country),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_stands_for_its_words_only() {
        let scope = Scope {
            environment: "TEST".to_owned(),
            account: "a".to_owned(),
        };
        let form = AddressForm {
            name: "Ann".to_owned(),
            ..AddressForm::default()
        };
        let mut kept = Kept::from(form.clone());
        kept.set_id(&scope, AddressId::new("i-1"));
        let json = serde_json::to_string(&kept).unwrap();
        let read: Kept = serde_json::from_str(&json).unwrap();
        assert_eq!(read, kept);
        let checked = AddressForm {
            verification: Some("Success".to_owned()),
            ..form.clone()
        };
        assert!(read.clone().with(checked).id(&scope).is_some());
        let moved = AddressForm {
            city: "Bonn".to_owned(),
            ..form
        };
        assert!(read.with(moved).id(&scope).is_none());
    }

    #[test]
    fn records_of_older_versions_are_read() {
        let old = serde_json::to_string(&AddressForm::default()).unwrap();
        assert_eq!(serde_json::from_str::<Kept>(&old).unwrap(), Kept::default());
    }
}
