//! What the service thinks of entries of the book: one beside its suggestion, or many in a
//! row.

use super::contact::Kept;
use super::{commit, refresh};
use crate::api;
use crate::api::address::Address;
use crate::desk::book::{self, KEPT_AS_TYPED};
use crate::desk::draft::AddressForm;
use crate::desk::jobs::Slot;
use crate::desk::remote::Remote;
use crate::desk::state::{AddressCheck, Tone};
use crate::desk::{Desk, request};

pub(super) fn one(desk: &mut Desk, row: i64) {
    let Some(link) = desk.link.clone() else {
        let words = "Connect first: the service checks addresses";
        return desk.notice(Tone::Info, words, None);
    };
    let open = desk.state.addresses.open.as_ref();
    let Some(typed) = open
        .filter(|open| open.row == row)
        .map(|open| open.form.clone())
    else {
        return;
    };
    desk.state.addresses.check.start_loading();
    let book = desk.book.clone();
    desk.jobs.start(Slot::CheckAddress, |outbox| async move {
        let address = Address {
            verify: Some(true),
            ..request::details(&typed)
        };
        let answer = link.ask(api::address::create(&address)).await;
        let answer = answer.map(|suggested| book::compare(typed, suggested));
        if let Ok(check) = &answer
            && let Some(checked) = verdict(check)
            && let Err(error) = keep(&book, row, &check.typed, checked).await
        {
            tracing::warn!(%error, "the verdict on an address could not be kept");
        }
        outbox
            .send(move |desk| {
                let now = desk.clock.now();
                let answer = desk.heed(answer);
                if desk
                    .state
                    .addresses
                    .open
                    .as_ref()
                    .is_some_and(|open| open.row == row)
                {
                    desk.state.addresses.check.settle(answer, now);
                }
                refresh(desk);
            })
            .await;
    });
}

/// The same words with what was found out about them; `None` while a person has to choose.
pub(super) fn verdict(check: &AddressCheck) -> Option<AddressForm> {
    let found = &check.suggested;
    if check.differs && check.remarks.is_empty() {
        return None;
    }
    Some(AddressForm {
        verification: found.verification_status.clone(),
        residential: found.is_residential.or(check.typed.residential),
        ..check.typed.clone()
    })
}

/// Writes the verdict, unless the entry was changed meanwhile.
pub(super) async fn keep(
    book: &crate::store::book::Book,
    row: i64,
    typed: &AddressForm,
    checked: AddressForm,
) -> Result<(), crate::store::book::BookError> {
    let filed = book.filed(row).await?;
    let kept = filed.as_ref().and_then(|filed| Kept::read(&filed.record));
    if let Some(kept) = kept.filter(|kept| super::contact::same_words(&kept.form, typed)) {
        book.change(vec![kept.with(checked).put(Some(row), None)])
            .await?;
    }
    Ok(())
}

/// The service's words, and the person's own where it has none.
pub(super) fn accept(desk: &mut Desk, row: i64) {
    if let Some(check) = settled(desk) {
        rewrite(desk, row, book::accepted(&check));
    }
}

/// Remembered with the entry, so that nobody is asked again.
pub(super) fn keep_mine(desk: &mut Desk, row: i64) {
    if let Some(check) = settled(desk) {
        let kept = AddressForm {
            verification: Some(KEPT_AS_TYPED.to_owned()),
            ..check.typed
        };
        rewrite(desk, row, kept);
    }
}

fn settled(desk: &Desk) -> Option<AddressCheck> {
    match &desk.state.addresses.check {
        Remote::Ready(known) => Some((*known.value).clone()),
        _ => None,
    }
}

fn rewrite(desk: &mut Desk, row: i64, form: AddressForm) {
    commit(desk, move |book| async move {
        let Some(old) = book.filed(row).await? else {
            return Ok((None, None));
        };
        let kept = Kept::read(&old.record).unwrap_or_default().with(form);
        book.change(vec![kept.put(Some(row), None)]).await?;
        let undo = super::Undo {
            text: format!("Changed {}", old.record.name),
            steps: vec![crate::store::book::Change::restore(old)],
        };
        Ok((Some(row), Some(undo)))
    });
}

pub(super) fn many(_desk: &mut Desk) {}
