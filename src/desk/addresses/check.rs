//! Checks entries of the book at the service: one entry beside its suggestion, or many as a batch
//! job.

use std::sync::Arc;

use tokio::task::JoinSet;

use crate::api;
use crate::api::address::Address;
use crate::desk::addresses::{Addresses, Committed, WORK, commit, refresh};
use crate::desk::kernel::batch_job;
use crate::desk::kernel::batch_job::{BatchJob, BatchRow, Progress, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::session::Link;
use crate::desk::records::contact::StoredContact;
use crate::message;
use crate::parcel::address_check;
use crate::parcel::address_check::{AddressCheck, KEPT_AS_TYPED};
use crate::parcel::draft::AddressForm;
use crate::parcel::requests;
use crate::store::book::{Book, BookChange, BookError, BookQuery, GroupedRecord};
use crate::text;

const CHECK: Slot<Addresses> = Slot::with_account("address check");

pub(super) fn check_entry(me: &mut Addresses, ctx: &mut Ctx<'_>, row: i64) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Info, message!("addresses-sign-in-to-check"), None);
    };
    let open = me.open.as_ref();
    let Some(typed) = open.filter(|open| open.row == row).map(|open| open.form.clone()) else {
        return;
    };
    me.check.start_loading();
    let book = ctx.book.clone();
    ctx.jobs.start(CHECK, |outbox| async move {
        let address = Address { verify: Some(true), ..requests::details(&typed) };
        let answer = link.send(api::address::create(&address)).await;
        let answer = answer.map(|suggested| address_check::compare(typed, suggested));
        if let Ok(check) = &answer
            && let Some(checked) = verdict(check)
            && let Err(error) = keep(&book, row, &check.typed, checked).await
        {
            tracing::warn!(%error, "the verdict on an address could not be kept");
        }
        outbox
            .send(move |me, ctx| {
                let now = ctx.clock.now();
                let answer = ctx.note_failure(answer);
                if me.open.as_ref().is_some_and(|open| open.row == row) {
                    me.check.settle(answer, now);
                }
                refresh(me, ctx);
            })
            .await;
    });
}

/// The typed address with the result of the check, or `None` if the user has to choose.
pub(super) fn verdict(check: &AddressCheck) -> Option<AddressForm> {
    let found = &check.suggested;
    if check.differs && check.remarks.is_empty() {
        return None;
    }
    // What the service objects to is kept, so that the entry says why it needs review.
    let verification = match check.remarks.as_slice() {
        [] => found.verification_status.clone(),
        remarks => Some(remarks.join(" ")),
    };
    Some(AddressForm {
        verification,
        residential: found.is_residential.or(check.typed.residential),
        ..check.typed.clone()
    })
}

/// Writes the result of a check, unless the entry changed in the meantime.
pub(super) async fn keep(
    book: &Book,
    row: i64,
    typed: &AddressForm,
    checked: AddressForm,
) -> Result<(), BookError> {
    let filed = book.get_with_groups(row).await?;
    let kept = filed.as_ref().and_then(|filed| StoredContact::read(&filed.record));
    if let Some(kept) =
        kept.filter(|kept| crate::parcel::address_parts::same_words(&kept.form, typed))
    {
        book.change(vec![kept.with(checked).put_change(Some(row), None)]).await?;
    }
    Ok(())
}

/// Replaces the entry with the service's suggestion; fields that the service left empty stay as
/// typed.
pub(super) fn accept(me: &mut Addresses, ctx: &mut Ctx<'_>, row: i64) {
    if let Some(check) = settled(me) {
        rewrite(ctx, row, address_check::accepted(&check));
    }
}

/// Keeps the entry as typed. This is stored with the entry, so that the user is not asked again.
pub(super) fn keep_mine(me: &mut Addresses, ctx: &mut Ctx<'_>, row: i64) {
    if let Some(check) = settled(me) {
        let kept = AddressForm { verification: Some(KEPT_AS_TYPED.to_owned()), ..check.typed };
        rewrite(ctx, row, kept);
    }
}

fn settled(me: &Addresses) -> Option<AddressCheck> {
    match &me.check {
        Remote::Ready(known) => Some((*known.value).clone()),
        _ => None,
    }
}

fn rewrite(ctx: &mut Ctx<'_>, row: i64, form: AddressForm) {
    commit(ctx, move |book| async move {
        let Some(old) = book.get_with_groups(row).await? else {
            return Ok(Committed::default());
        };
        let kept = StoredContact::read(&old.record).unwrap_or_default().with(form);
        book.change(vec![kept.put_change(Some(row), None)]).await?;
        let undo = crate::desk::addresses::Undo {
            text: message!("addresses-undo-changed", name = &old.record.name),
            steps: vec![BookChange::restore(old)],
        };
        Ok(Committed { row: Some(row), undo: Some(undo), ..Committed::default() })
    });
}

/// Checks every entry of the list on screen that was not checked before, a few at a time.
pub(super) fn check_listed_entries(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    let shown = &*me;
    let query =
        BookQuery { text: shown.text.clone(), group: shown.group.clone(), ..BookQuery::default() };
    let title = message!("addresses-work-check");
    let work = BatchJob::with_expected_rows(title, shown.matching)
        .finished_as(|| text!("addresses-work-all-checked"));
    run(me, ctx, work, Rows::Listed(query));
}

/// Checks these entries, also those that were checked before.
pub(super) fn check_rows(me: &mut Addresses, ctx: &mut Ctx<'_>, rows: Vec<i64>) {
    let title = message!("addresses-work-check");
    let work = BatchJob::with_expected_rows(title, rows.len() as u64)
        .finished_as(|| text!("addresses-work-all-checked"));
    run(me, ctx, work, Rows::Named(rows));
}

/// Checks the failed and canceled rows again.
pub(super) fn again(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    let Some(mut work) = me.work.clone() else {
        return;
    };
    let keys = work.retry();
    let rows = keys.iter().filter_map(|key| key.parse().ok()).collect();
    run(me, ctx, work, Rows::Named(rows));
}

/// Which entries to check.
enum Rows {
    Listed(BookQuery),
    Named(Vec<i64>),
}

/// Entries read at a time, and requests sent at a time.
const CHUNK: u32 = 200;
const TOGETHER: usize = 4;

fn run(me: &mut Addresses, ctx: &mut Ctx<'_>, planned: BatchJob, rows: Rows) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Info, message!("addresses-sign-in-to-check"), None);
    };
    let book = ctx.book.clone();
    me.duplicates = Remote::NotAsked;
    batch_job::start(me, ctx, &WORK, planned, |progress| async move {
        match rows {
            Rows::Named(rows) => {
                let mut chunk = Vec::new();
                for row in rows {
                    chunk.extend(book.get_with_groups(row).await.map_err(unreadable)?);
                }
                check_chunk(&link, &book, &progress, chunk, true).await
            }
            Rows::Listed(query) => check_list(&link, &book, &progress, query).await,
        }
    });
}

async fn check_list(
    link: &Arc<Link>,
    book: &Book,
    progress: &Progress<Addresses>,
    query: BookQuery,
) -> Result<(), Trouble> {
    let whole = query.text.trim().is_empty() && query.group.is_none();
    let (mut after, mut offset) = (0, 0);
    while !progress.is_cancelled() {
        let chunk = if whole {
            book.scan(after, CHUNK).await
        } else {
            let query = BookQuery { offset, limit: CHUNK, ..query.clone() };
            book.page(query).await.map(|page| page.records)
        };
        let chunk = chunk.map_err(unreadable)?;
        let Some(last) = chunk.last() else {
            return Ok(());
        };
        (after, offset) = (last.record.row, offset + chunk.len() as u64);
        check_chunk(link, book, progress, chunk, false).await?;
    }
    Ok(())
}

/// Checks some entries. A failure that the remaining rows would meet too ends the job.
async fn check_chunk(
    link: &Arc<Link>,
    book: &Book,
    progress: &Progress<Addresses>,
    chunk: Vec<GroupedRecord>,
    anew: bool,
) -> Result<(), Trouble> {
    let entries = chunk.into_iter().filter_map(|filed| {
        let kept = StoredContact::read(&filed.record)?;
        Some((filed.record.row, kept.form))
    });
    let (open, known): (Vec<_>, Vec<_>) =
        entries.partition(|(_, form)| anew || form.verification.is_none());
    progress.report_rows(known.len() as u64, Vec::new()).await;
    for few in open.chunks(TOGETHER) {
        if progress.is_cancelled() {
            return Ok(());
        }
        let mut asking = JoinSet::new();
        for (row, form) in few.iter().cloned() {
            let (link, book) = (Arc::clone(link), book.clone());
            asking.spawn(async move { check_row(&link, &book, row, form).await });
        }
        let mut results = Vec::new();
        let mut trouble = None;
        while let Some(answer) = asking.join_next().await {
            match answer {
                Ok(Ok(result)) => results.push(result),
                Ok(Err(gone)) => trouble = Some(gone),
                Err(cut) => {
                    trouble = Some(crate::desk::kernel::failure::describe_local_error(
                        message!("addresses-attempted-check"),
                        &cut,
                    ))
                }
            }
        }
        progress.report_rows(results.len() as u64, results).await;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
    }
    Ok(())
}

/// Checks one entry. An error here means that the next row would fail too.
async fn check_row(
    link: &Link,
    book: &Book,
    row: i64,
    typed: AddressForm,
) -> Result<BatchRow, Trouble> {
    let name = crate::parcel::address_parts::shown_name(&typed).to_owned();
    let address = Address { verify: Some(true), ..requests::details(&typed) };
    let state = match link.send(api::address::create(&address)).await {
        Err(setback) if setback.trouble.offline || setback.sign_in => return Err(setback.trouble),
        Err(setback) => RowState::Failed(Box::new(setback.trouble)),
        Ok(suggested) => {
            let check = address_check::compare(typed, suggested);
            match verdict(&check) {
                None => {
                    let form = address_check::accepted(&check);
                    let words = message!("addresses-check-suggestion", address = line(&form));
                    RowState::NeedsReview(words)
                }
                Some(checked) => {
                    keep(book, row, &check.typed, checked).await.map_err(unreadable)?;
                    match check.remarks.first() {
                        None => RowState::Done(message!("addresses-check-good")),
                        Some(_) => RowState::NeedsReview(check.remarks.join(" ").into()),
                    }
                }
            }
        }
    };
    Ok(BatchRow::new(row.to_string(), name, state).with_entry(row))
}

fn line(form: &AddressForm) -> String {
    let parts = [&form.street1, &form.street2, &form.city, &form.state, &form.zip, &form.country];
    let parts = parts.into_iter().map(|part| part.trim());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn unreadable(error: BookError) -> Trouble {
    let attempted = message!("addresses-attempted-use");
    crate::desk::kernel::failure::describe_local_error(attempted, &error)
}
