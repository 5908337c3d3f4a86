//! Checks entries of the book at the service: one entry beside its suggestion, or many as a batch
//! job.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::api;
use crate::api::address::Address;
use crate::desk::addresses::{Addresses, Committed, WORK, commit, refresh};
use crate::desk::kernel::batch_job;
use crate::desk::kernel::batch_job::early_end::EarlyEnd;
use crate::desk::kernel::batch_job::pause::Pause;
use crate::desk::kernel::batch_job::row_engine::{NextRows, RowBatch, RowName, run_rows};
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
    let query = BookQuery {
        text: shown.text.clone(),
        group: shown.group.clone(),
        limit: CHUNK,
        ..BookQuery::default()
    };
    let title = message!("addresses-work-check");
    let work = BatchJob::with_expected_rows(title, shown.matching)
        .finished_as(|| text!("addresses-work-all-checked"));
    run(me, ctx, work, Rows::Listed { query, after: 0 });
}

/// Checks these entries, also those that were checked before.
pub(super) fn check_rows(me: &mut Addresses, ctx: &mut Ctx<'_>, rows: Vec<i64>) {
    let title = message!("addresses-work-check");
    let work = BatchJob::with_expected_rows(title, rows.len() as u64)
        .finished_as(|| text!("addresses-work-all-checked"));
    run(me, ctx, work, Rows::Named(rows.into()));
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
    /// Those of the list that were not checked before, with where the next ones begin.
    Listed {
        query: BookQuery,
        after: i64,
    },
    Named(VecDeque<i64>),
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
        let early = EarlyEnd::of_batch(&progress);
        let checker = Checker { link, book, pause: Pause::default(), early: early.clone() };
        let mut check = EntryCheck { checker, rows, progress: &progress, results: Vec::new() };
        run_rows(&mut check, TOGETHER).await;
        check.write().await;
        early.end(&progress).await
    });
}

/// Checks entries of the book.
struct EntryCheck<'a> {
    checker: Checker,
    rows: Rows,
    progress: &'a Progress<Addresses>,
    results: Vec<BatchRow>,
}

#[derive(Clone)]
struct Checker {
    link: Arc<Link>,
    book: Book,
    pause: Pause,
    early: EarlyEnd,
}

impl EntryCheck<'_> {
    async fn read_next(&mut self) -> Result<Vec<GroupedRecord>, BookError> {
        let book = &self.checker.book;
        match &mut self.rows {
            Rows::Named(rows) => {
                let mut chunk = Vec::new();
                let next = rows.len().min(CHUNK as usize);
                for row in rows.drain(..next) {
                    chunk.extend(book.get_with_groups(row).await?);
                }
                Ok(chunk)
            }
            Rows::Listed { query, after } => {
                let is_whole = query.text.trim().is_empty() && query.group.is_none();
                let chunk = match is_whole {
                    true => book.scan(*after, CHUNK).await?,
                    false => book.page(query.clone()).await?.records,
                };
                *after = chunk.last().map_or(*after, |last| last.record.row);
                query.offset += chunk.len() as u64;
                Ok(chunk)
            }
        }
    }
}

impl RowBatch for EntryCheck<'_> {
    type Row = (i64, AddressForm);
    /// Missing for an entry whose turn came after the end.
    type Outcome = Option<BatchRow>;

    fn early(&self) -> &EarlyEnd {
        &self.checker.early
    }

    async fn next_rows(&mut self) -> NextRows<Self::Row> {
        loop {
            let chunk = match self.read_next().await {
                Ok(chunk) => chunk,
                Err(error) => {
                    self.checker.early.ask_for(unreadable(error));
                    return NextRows::Rows(Vec::new());
                }
            };
            let is_anew = matches!(self.rows, Rows::Named(_));
            let is_end = chunk.is_empty();
            let entries = chunk.into_iter().filter_map(|filed| {
                let kept = StoredContact::read(&filed.record)?;
                Some((filed.record.row, kept.form))
            });
            let (open, known): (Vec<_>, Vec<_>) =
                entries.partition(|(_, form)| is_anew || form.verification.is_none());
            self.progress.report_rows(known.len() as u64, Vec::new()).await;
            if is_end || !open.is_empty() {
                return NextRows::Rows(open);
            }
        }
    }

    fn begin(
        &self,
        (row, typed): Self::Row,
    ) -> (RowName, impl Future<Output = Self::Outcome> + Send + 'static) {
        let subject = crate::parcel::address_parts::shown_name(&typed).to_owned();
        let name = RowName { key: row.to_string(), subject: subject.clone() };
        let checker = self.checker.clone();
        let task = async move {
            if checker.early.must_stop() {
                return None;
            }
            let state = checker.check(row, typed).await;
            Some(BatchRow::new(row.to_string(), subject, state).with_entry(row))
        };
        (name, task)
    }

    async fn take_in(
        &mut self,
        name: RowName,
        outcome: Option<Self::Outcome>,
    ) -> Option<Self::Row> {
        self.results.extend(outcome.unwrap_or_else(|| Some(name.crashed())));
        None
    }

    fn unwritten(&self) -> usize {
        self.results.len()
    }

    /// Each entry has its verdict already.
    async fn write(&mut self) {
        let results = std::mem::take(&mut self.results);
        self.progress.report_rows(results.len() as u64, results).await;
    }
}

impl Checker {
    /// Checks one entry and keeps the verdict.
    async fn check(&self, row: i64, typed: AddressForm) -> RowState {
        let address = Address { verify: Some(true), ..requests::details(&typed) };
        let answer = self.pause.keep(|| self.link.send(api::address::create(&address))).await;
        self.early.note_outcome(&answer);
        let check = match answer {
            Ok(suggested) => address_check::compare(typed, suggested),
            Err(error) => return RowState::Failed(Box::new(error.trouble)),
        };
        let Some(checked) = verdict(&check) else {
            let form = address_check::accepted(&check);
            let words = message!("addresses-check-suggestion", address = line(&form));
            return RowState::NeedsReview(words);
        };
        if let Err(error) = keep(&self.book, row, &check.typed, checked).await {
            let trouble = unreadable(error);
            self.early.ask_for(trouble.clone());
            return RowState::Failed(Box::new(trouble));
        }
        match check.remarks.first() {
            None => RowState::Done(message!("addresses-check-good")),
            Some(_) => RowState::NeedsReview(check.remarks.join(" ").into()),
        }
    }
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
