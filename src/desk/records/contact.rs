//! One entry of the address book: the address, its groups, and its ids at the service.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::id::AddressId;
use crate::desk::kernel::saved_values;
use crate::parcel::address_parts::{same_words, search_text, shown_name};
use crate::parcel::draft::AddressForm;
use crate::store::book::mirror::{AddressContent, RecordFields};
use crate::store::book::{BookChange, BookRecord, GroupedRecord};
use crate::store::cache::Scope;

/// The stored data of an address. Each of the service's ids belongs to one account of one
/// environment, and is valid only for exactly these fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StoredContact {
    #[serde(flatten)]
    pub form: AddressForm,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ids: BTreeMap<String, AddressId>,
}

/// An entry of the address book as the screen shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub row: i64,
    pub form: AddressForm,
    pub groups: Vec<String>,
    /// The id under the account on screen.
    pub id: Option<AddressId>,
    pub last_used: Option<Timestamp>,
    /// The station and the person that changed it last, of a shared address.
    pub changed_by: String,
}

impl StoredContact {
    pub fn read(record: &BookRecord) -> Option<Self> {
        saved_values::readable(&record.json, "an address of the book")
    }

    /// Replaces the address; the ids are removed if its fields differ.
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

    /// The change that writes this entry to the book; `None` as `groups` leaves the groups
    /// unchanged.
    pub fn put_change(&self, row: Option<i64>, groups: Option<Vec<String>>) -> BookChange {
        let kept =
            Self { form: AddressForm { stored: None, ..self.form.clone() }, ids: self.ids.clone() };
        BookChange::Put {
            row,
            name: shown_name(&self.form).to_owned(),
            search_text: search_text(&self.form),
            json: serde_json::to_string(&kept).unwrap_or_default(),
            groups,
            last_used: None,
        }
    }
}

impl From<AddressForm> for StoredContact {
    fn from(form: AddressForm) -> Self {
        Self { form, ids: BTreeMap::new() }
    }
}

pub(in crate::desk) fn contact(filed: GroupedRecord, scope: Option<&Scope>) -> Option<Contact> {
    let kept = StoredContact::read(&filed.record)?;
    Some(Contact {
        row: filed.record.row,
        id: scope.and_then(|scope| kept.id(scope)).cloned(),
        form: kept.form,
        groups: filed.groups,
        last_used: filed.record.last_used,
        changed_by: filed.record.changed_by,
    })
}

/// What other computers get of a stored address: all but the ids at the service, which belong to
/// accounts that the others may not have. A text that cannot be read is passed on as it is.
pub(in crate::desk) fn shared_json(json: &str) -> String {
    let Ok(mut kept) = serde_json::from_str::<StoredContact>(json) else {
        return json.to_owned();
    };
    kept.ids.clear();
    kept.form.stored = None;
    serde_json::to_string(&kept).unwrap_or_else(|_| json.to_owned())
}

/// All that a book stores of an address of another computer. A text that cannot be read is kept; it
/// is not shown.
pub(in crate::desk) fn record_fields(content: AddressContent) -> RecordFields {
    let AddressContent { json, groups } = content;
    let form = serde_json::from_str::<StoredContact>(&json).map(|kept| kept.form);
    let form = form.unwrap_or_default();
    RecordFields {
        name: shown_name(&form).to_owned(),
        search_text: search_text(&form),
        json,
        groups,
    }
}

/// The stored address of another computer with the ids that this one has for the same words.
pub(in crate::desk) fn with_local_ids(local: &str, theirs: String) -> String {
    let read = |json: &str| saved_values::readable::<StoredContact>(json, "an address of the book");
    let (Some(local), Some(form)) = (read(local), read(&theirs).map(|kept| kept.form)) else {
        return theirs;
    };
    serde_json::to_string(&local.with(form)).unwrap_or(theirs)
}

fn key(scope: &Scope) -> String {
    format!("{}/{}", scope.environment, scope.account)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_stands_for_its_words_only() {
        let scope = Scope { environment: "TEST".to_owned(), account: "a".to_owned() };
        let form = AddressForm { name: "Ann".to_owned(), ..AddressForm::default() };
        let mut kept = StoredContact::from(form.clone());
        kept.set_id(&scope, AddressId::new("i-1"));
        let json = serde_json::to_string(&kept).unwrap();
        let read: StoredContact = serde_json::from_str(&json).unwrap();
        assert_eq!(read, kept);
        let checked = AddressForm { verification: Some("Success".to_owned()), ..form.clone() };
        assert!(read.clone().with(checked).id(&scope).is_some());
        let moved = AddressForm { city: "Bonn".to_owned(), ..form };
        assert!(read.with(moved).id(&scope).is_none());
    }

    #[test]
    fn an_id_stays_on_the_computer_of_its_account() {
        let scope =
            |account: &str| Scope { environment: "TEST".to_owned(), account: account.to_owned() };
        let form = AddressForm { name: "Ann".to_owned(), ..AddressForm::default() };
        let mut kept = StoredContact::from(form.clone());
        kept.set_id(&scope("a"), AddressId::new("i-1"));
        let json = serde_json::to_string(&kept).unwrap();
        let shared = shared_json(&json);
        assert!(!shared.contains("i-1") && shared.contains("Ann"), "{shared}");
        assert_eq!(shared_json(&shared), shared);
        assert_eq!(shared_json("no json"), "no json");

        let back: StoredContact = serde_json::from_str(&with_local_ids(&json, shared)).unwrap();
        assert_eq!(back.id(&scope("a")), kept.id(&scope("a")));
        assert_eq!(back.id(&scope("b")), None);
        let moved = AddressForm { city: "Bonn".to_owned(), ..form };
        let theirs = serde_json::to_string(&StoredContact::from(moved.clone())).unwrap();
        let back: StoredContact = serde_json::from_str(&with_local_ids(&json, theirs)).unwrap();
        assert_eq!(back, StoredContact::from(moved));
    }

    #[test]
    fn records_of_older_versions_are_read() {
        let old = serde_json::to_string(&AddressForm::default()).unwrap();
        assert_eq!(serde_json::from_str::<StoredContact>(&old).unwrap(), StoredContact::default());
    }
}
