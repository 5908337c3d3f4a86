//! Duplicate entries of the address book. They are found by comparing their text without case,
//! spaces and punctuation, shown side by side, and merged field by field once the user agrees.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::desk::addresses::{Addresses, Undo, is_shown, refresh};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::remote::Remote;
use crate::desk::records::contact;
use crate::desk::records::contact::{Contact, StoredContact};
use crate::message;
use crate::parcel::address_parts;
use crate::parcel::draft::{AddressField, AddressForm};
use crate::store::book::{Book, BookChange, BookError, GroupedRecord};

const DUPLICATES: Slot<Addresses> = Slot::with_window("duplicate addresses");

/// Two entries that seem to be the same address.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The entry used last; its fields win where both have a value.
    pub keep: Contact,
    pub gone: Contact,
    /// The form of the merged entry.
    pub merged: AddressForm,
    pub groups: Vec<String>,
}

/// Pairs shown at a time. Further pairs appear after these are merged.
const MOST: usize = 100;
const CHUNK: u32 = 5000;

/// Searches the whole book for duplicates in the background.
pub(super) fn find(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    let (book, scope) = (ctx.book.clone(), ctx.scope.clone());
    me.duplicates.start_loading();
    let work = async move { search(&book).await };
    ctx.jobs.answer(DUPLICATES, work, move |me, ctx, found| {
        let now = ctx.clock.now();
        let pairs = found.map(|pairs| {
            let shown = |filed| contact::contact(filed, scope.as_ref());
            pairs.into_iter().filter_map(|(a, b)| Some(pair(shown(a)?, shown(b)?))).collect()
        });
        let pairs = pairs.map_err(|error| {
            failure::describe_local_error(message!("addresses-attempted-duplicates"), &error)
        });
        me.duplicates.settle(pairs, now);
    });
}

async fn search(book: &Book) -> Result<Vec<(GroupedRecord, GroupedRecord)>, BookError> {
    let mut known = AddressIndex::default();
    let mut pairs = Vec::new();
    let mut after = 0;
    loop {
        let chunk = book.scan(after, CHUNK).await?;
        let Some(last) = chunk.last() else {
            return Ok(pairs);
        };
        after = last.record.row;
        for filed in chunk {
            let Some(kept) = StoredContact::read(&filed.record) else {
                continue;
            };
            let twin = known.twin(book, &kept.form).await?;
            known.add(&kept.form, filed.record.row);
            if let Some(twin) = twin
                && let Some(other) = book.get_with_groups(twin).await?
            {
                pairs.push((other, filed));
            }
            if pairs.len() == MOST {
                return Ok(pairs);
            }
        }
    }
}

/// The rows of the book by a hash of recipient and address; a million of them take some megabytes.
#[derive(Default)]
pub(super) struct AddressIndex(HashMap<u64, i64>);

impl AddressIndex {
    /// Reads the whole book once.
    pub(super) async fn read(book: &Book) -> Result<Self, BookError> {
        let mut known = Self::default();
        let mut after = 0;
        loop {
            let chunk = book.scan(after, CHUNK).await?;
            let Some(last) = chunk.last() else {
                return Ok(known);
            };
            after = last.record.row;
            for filed in &chunk {
                if let Some(kept) = StoredContact::read(&filed.record) {
                    known.add(&kept.form, filed.record.row);
                }
            }
        }
    }

    pub(super) fn add(&mut self, form: &AddressForm, row: i64) {
        self.0.insert(hash(form), row);
    }

    /// The row with the same recipient and address as `form`. The words are compared too, because
    /// hashes can collide.
    pub(super) async fn twin(
        &self,
        book: &Book,
        form: &AddressForm,
    ) -> Result<Option<i64>, BookError> {
        let Some(row) = self.0.get(&hash(form)).copied() else {
            return Ok(None);
        };
        let filed = book.get_with_groups(row).await?;
        let kept = filed.and_then(|filed| StoredContact::read(&filed.record));
        Ok(kept.filter(|kept| address_parts::same_door(&kept.form, form)).map(|_| row))
    }
}

/// Merges the pair: one entry is rewritten, the other removed. Undo restores both.
pub(super) fn merge(me: &mut Addresses, ctx: &mut Ctx<'_>, pair: Pair) {
    if let Remote::Ready(known) = &me.duplicates {
        let left: Vec<Pair> = known
            .value
            .iter()
            .filter(|other| ![other.keep.row, other.gone.row].contains(&pair.gone.row))
            .cloned()
            .collect();
        me.duplicates = Remote::ready(left, known.at);
    }
    let book = ctx.book.clone();
    ctx.jobs.spawn_writing(|outbox: Outbox<Addresses>| async move {
        let written = write(&book, &pair).await;
        outbox
            .send(move |me, ctx| match written {
                Ok(Some(undo)) => {
                    me.undo = is_shown(book.file(), ctx).then_some(undo);
                    refresh(me, ctx);
                }
                Ok(None) => {
                    // The entries changed in the meantime, so the pairs are outdated.
                    find(me, ctx);
                    refresh(me, ctx);
                }
                Err(error) => ctx.notice_failure(failure::describe_local_error(
                    message!("addresses-attempted-merge"),
                    &error,
                )),
            })
            .await;
    });
}

/// Returns `None` if an entry changed since the pair was shown.
async fn write(book: &Book, pair: &Pair) -> Result<Option<Undo>, BookError> {
    let (keep, gone) =
        (book.get_with_groups(pair.keep.row).await?, book.get_with_groups(pair.gone.row).await?);
    let (Some(keep), Some(gone)) = (keep, gone) else {
        return Ok(None);
    };
    let (Some(kept), Some(other)) =
        (StoredContact::read(&keep.record), StoredContact::read(&gone.record))
    else {
        return Ok(None);
    };
    if kept.form != pair.keep.form || other.form != pair.gone.form {
        return Ok(None);
    }
    let merged = kept.with(pair.merged.clone());
    let undo = Undo {
        text: message!(
            "addresses-undo-merged",
            first = &keep.record.name,
            second = &gone.record.name
        ),
        steps: vec![BookChange::restore(keep), BookChange::restore(gone)],
    };
    book.change(vec![
        merged.put_change(Some(pair.keep.row), Some(pair.groups.clone())),
        BookChange::Remove(pair.gone.row),
    ])
    .await?;
    Ok(Some(undo))
}

/// Pairs two entries. The one used last keeps its fields; its empty fields are filled from the
/// other, and the groups are combined.
pub fn pair(a: Contact, b: Contact) -> Pair {
    let (keep, gone) = if a.last_used >= b.last_used { (a, b) } else { (b, a) };
    let mut groups = keep.groups.clone();
    groups.extend(gone.groups.iter().cloned());
    groups.sort();
    groups.dedup();
    Pair { merged: merged(&keep.form, &gone.form), keep, gone, groups }
}

/// Swaps which of the two is kept.
pub fn swapped(pair: Pair) -> Pair {
    Pair {
        merged: merged(&pair.gone.form, &pair.keep.form),
        keep: pair.gone,
        gone: pair.keep,
        groups: pair.groups,
    }
}

fn merged(first: &AddressForm, second: &AddressForm) -> AddressForm {
    let mut merged = AddressForm {
        stored: None,
        residential: first.residential.or(second.residential),
        ..first.clone()
    };
    for field in AddressField::ALL {
        if field.text(&merged).trim().is_empty() {
            field.text(second).clone_into(field.text_mut(&mut merged));
        }
    }
    merged.country.clone_from(&first.country);
    merged
}

fn hash(form: &AddressForm) -> u64 {
    let mut hasher = DefaultHasher::new();
    address_parts::door_words(form).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str, street: &str, zip: &str) -> AddressForm {
        AddressForm {
            name: name.to_owned(),
            street1: street.to_owned(),
            zip: zip.to_owned(),
            ..AddressForm::default()
        }
    }

    #[test]
    fn what_is_one_door_and_what_is_not() {
        let ann = form("Ann Lee", "12 Main St.", "60606");
        for (other, one) in [
            (form("ANN LEE", "12 main st", "60606-1234"), true),
            (form("Ann Lee", "12 Main Street", "60606"), true),
            (form("Ann Lee", "12 Main St", "60607"), false),
            (form("Anna Lee", "12 Main St", "60606"), false),
            (form("Ann Lee", "13 Main St", "60606"), false),
        ] {
            assert_eq!(address_parts::same_door(&ann, &other), one, "{other:?}");
            assert_eq!(hash(&ann) == hash(&other), one, "{other:?}");
        }
    }

    #[test]
    fn no_field_is_lost_that_only_one_has() {
        let first = AddressForm { phone: "1".to_owned(), ..form("Ann", "12 Main St", "60606") };
        let second = AddressForm {
            phone: "2".to_owned(),
            email: "ann@example.com".to_owned(),
            residential: Some(true),
            ..form("ANN", "12 MAIN ST", "60606")
        };
        let one = merged(&first, &second);
        assert_eq!(
            (one.name.as_str(), one.phone.as_str(), one.email.as_str(), one.residential),
            ("Ann", "1", "ann@example.com", Some(true))
        );
    }
}
