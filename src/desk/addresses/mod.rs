//! The address book panel: a paged list of any length, edits that can be undone, import, export,
//! duplicates, and address checks by the service.

pub mod check;
pub mod export;
pub mod import;
pub mod merge;
mod save;
pub mod sharing;
pub mod table;
pub mod vcard;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::locale::Message;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{batch_job, failure};
use crate::desk::records::contact;
use crate::desk::records::contact::Contact;
use crate::desk::records::stored_address;
use crate::message;
use crate::parcel::address_check::AddressCheck;
use crate::parcel::draft::AddressForm;
pub use crate::store::book::BookSort;
use crate::store::book::{Book, BookChange, BookError, BookPage, BookQuery};

/// Loads one window of the list.
const LIST: Slot<Addresses> = Slot::with_window("addresses");
const OPEN: Slot<Addresses> = Slot::with_window("address");
const STORE: Slot<Addresses> = Slot::with_account("address to keep");

/// Rows of one window: a few screens full.
pub const WINDOW: u32 = 200;

#[derive(Debug, Default)]
pub struct Addresses {
    pub text: String,
    pub group: Option<String>,
    pub sort: BookSort,
    /// Position of the first of `rows` in the whole list.
    pub first: u64,
    pub rows: Vec<Arc<Contact>>,
    /// Number of entries that match the search. With `capped`, counting stopped there and there are
    /// more.
    pub matching: u64,
    pub capped: bool,
    pub loaded: bool,
    /// Counts page answers of the book; `rows` are from the latest.
    pub answered: u64,
    pub groups: Vec<(String, u64)>,
    /// Why the book could not be read.
    pub trouble: Option<Trouble>,
    pub open: Option<Arc<Contact>>,
    /// The service's check of the open entry.
    pub check: Remote<AddressCheck>,
    /// State of storing the open entry at the service.
    pub storing: Remote<()>,
    /// Undoes the last change, while that is possible.
    pub undo: Option<Undo>,
    /// Counts writes to the book. A form that was opened at a lower count has been saved.
    pub saved: u64,
    pub duplicates: Remote<Vec<merge::Pair>>,
    pub import: import::Import,
    /// The batch job that is running or has just ended.
    pub work: Option<BatchJob>,
    /// The exchange with the server of a shared workspace.
    pub sharing: sharing::Sharing,
    /// The book is the one of a shared workspace.
    pub is_shared: bool,
    /// The file of the book that everything above is from.
    book_file: PathBuf,
}

impl AccountChange for Addresses {
    fn give_up_requests(&mut self) {
        self.check.cancel_loading();
        self.storing.cancel_loading();
    }

    /// The book is shared by all accounts; only requests made for the old account are dropped.
    fn forget_rows(&mut self) {
        let Self {
            check,
            storing,
            text: _,
            group: _,
            sort: _,
            first: _,
            rows: _,
            matching: _,
            capped: _,
            loaded: _,
            answered: _,
            groups: _,
            trouble: _,
            open: _,
            undo: _,
            saved: _,
            duplicates: _,
            import: _,
            work: _,
            sharing: _,
            is_shared: _,
            book_file: _,
        } = self;
        *check = Remote::NotAsked;
        *storing = Remote::NotAsked;
    }
}

#[derive(Clone, Debug)]
pub struct Undo {
    /// `Deleted Jane Sample`
    pub text: Message,
    steps: Vec<BookChange>,
}

#[derive(Clone, Debug)]
pub enum AddressIntent {
    /// Shows the window of the list that begins at `first`, for a search text and a group.
    Show {
        text: String,
        group: Option<String>,
        first: u64,
    },
    Open(Option<i64>),
    Save {
        row: Option<i64>,
        form: Box<AddressForm>,
        groups: Vec<String>,
        /// The entry as it was when the form was opened: another station may have changed it since.
        seen: Option<Box<Contact>>,
    },
    /// Shows the list in another order, from its beginning.
    Sort(BookSort),
    Remove(i64),
    RemoveMany(Vec<i64>),
    Undo,
    /// What was changed last is not undone any more.
    DropUndo,
    /// Stores the entry at the service too, which assigns it an id.
    Store(i64),
    Check(i64),
    /// Replaces the entry with the service's suggestion.
    Accept(i64),
    KeepMine(i64),
    /// Checks every entry of the list on screen that was not checked before.
    CheckMany,
    /// Checks these entries.
    CheckRows(Vec<i64>),
    FindDuplicates,
    Merge(Box<merge::Pair>),
    DropDuplicates,
    Import(import::ImportIntent),
    Work(BatchIntent),
    Export {
        file: PathBuf,
        format: export::Format,
    },
}

pub(in crate::desk) fn apply(me: &mut Addresses, ctx: &mut Ctx<'_>, intent: AddressIntent) {
    match intent {
        AddressIntent::Show { text, group, first } => show(me, ctx, text, group, first),
        AddressIntent::Open(row) => open(me, ctx, row),
        AddressIntent::Save { row, form, groups, seen } => {
            save::save(ctx, row, *form, groups, seen.map(|seen| *seen))
        }
        AddressIntent::Sort(sort) => {
            me.sort = sort;
            show(me, ctx, me.text.clone(), me.group.clone(), 0);
        }
        AddressIntent::Remove(row) => remove(ctx, vec![row]),
        AddressIntent::RemoveMany(rows) => remove(ctx, rows),
        AddressIntent::Undo => undo(me, ctx),
        AddressIntent::DropUndo => me.undo = None,
        AddressIntent::Store(row) => store(me, ctx, row),
        AddressIntent::Check(row) => check::check_entry(me, ctx, row),
        AddressIntent::Accept(row) => check::accept(me, ctx, row),
        AddressIntent::KeepMine(row) => check::keep_mine(me, ctx, row),
        AddressIntent::CheckMany => check::check_listed_entries(me, ctx),
        AddressIntent::CheckRows(rows) => check::check_rows(me, ctx, rows),
        AddressIntent::FindDuplicates => merge::find(me, ctx),
        AddressIntent::Merge(pair) => merge::merge(me, ctx, *pair),
        AddressIntent::DropDuplicates => me.duplicates = Remote::NotAsked,
        AddressIntent::Import(intent) => import::apply(me, ctx, intent),
        AddressIntent::Work(intent) => {
            if intent.obey(&mut me.work) {
                check::again(me, ctx);
            }
        }
        AddressIntent::Export { file, format } => export::export(me, ctx, file, format),
    }
}

/// The batch job of the address book; only one runs at a time.
const WORK: batch_job::BatchSlot<Addresses> = batch_job::BatchSlot {
    slot: Slot::with_account("work with addresses"),
    batch: |me| &mut me.work,
    ended: refresh,
};

pub(in crate::desk) fn show(
    me: &mut Addresses,
    ctx: &mut Ctx<'_>,
    text: String,
    group: Option<String>,
    first: u64,
) {
    let shown = &mut *me;
    shown.text.clone_from(&text);
    shown.group.clone_from(&group);
    let query = BookQuery { text, group, sort: shown.sort, offset: first, limit: WINDOW };
    let (book, scope) = (ctx.book.clone(), ctx.scope.clone());
    ctx.jobs.start(LIST, |outbox| async move {
        let page = book.page(query).await.map(|page| {
            let BookPage { records, matching, capped } = page;
            let contact = |filed| contact::contact(filed, scope.as_ref()).map(Arc::new);
            let rows: Vec<_> = records.into_iter().filter_map(contact).collect();
            (rows, matching, capped)
        });
        outbox
            .send(move |me, _| {
                let shown = &mut *me;
                match page {
                    Ok((rows, matching, capped)) => {
                        (shown.rows, shown.first) = (rows, first);
                        (shown.matching, shown.capped) = (matching, capped);
                        (shown.loaded, shown.trouble) = (true, None);
                        shown.answered += 1;
                    }
                    Err(error) => shown.trouble = Some(unreadable(&error)),
                }
            })
            .await;
        // Groups are counted after the rows are sent: counting a million members must not delay a
        // search.
        let groups = book.groups().await;
        outbox
            .send(move |me, ctx| match groups {
                Ok(groups) => me.groups = groups,
                Err(error) => ctx.notice_failure(unreadable(&error)),
            })
            .await;
    });
}

fn unreadable(error: &BookError) -> Trouble {
    failure::describe_local_error(message!("addresses-attempted-read"), error)
}

/// After any change of the book: reloads it, and tells the other stations of a shared workspace.
pub(in crate::desk) fn refresh(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    reload(me, ctx);
    sharing::exchange(me, ctx);
}

/// Reloads the window on screen, the open entry, and the addresses that Ship offers.
pub(in crate::desk) fn reload(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    if *me.book_file != *ctx.book.file() {
        forget_other_book(me, ctx);
    }
    let shown = &*me;
    let (text, group, first) = (shown.text.clone(), shown.group.clone(), shown.first);
    let row = shown.open.as_ref().map(|open| open.row);
    show(me, ctx, text, group, first);
    if let Some(row) = row {
        read_open(ctx, row);
    }
    ctx.announce(Event::BookRead);
}

/// Forgets what was shown of another book: its rows name nothing in this one.
fn forget_other_book(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    for slot in [&LIST, &OPEN] {
        ctx.jobs.abort(slot);
    }
    me.book_file = ctx.book.file().to_owned();
    me.is_shared = *ctx.book.file() != *ctx.own_book.file();
    (me.group, me.first, me.loaded) = (None, 0, false);
    (me.rows, me.groups) = (Vec::new(), Vec::new());
    (me.open, me.undo) = (None, None);
    me.check = Remote::NotAsked;
    me.duplicates = Remote::NotAsked;
    me.work.take_if(|work| !work.is_running());
}

/// Reloads after a switch of accounts. Of the same book, the service ids shown belong to the new
/// account.
pub(in crate::desk) fn enter(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    refresh(me, ctx);
}

fn open(me: &mut Addresses, ctx: &mut Ctx<'_>, row: Option<i64>) {
    let shown = &mut *me;
    shown.check = Remote::NotAsked;
    shown.storing = Remote::NotAsked;
    match row {
        None => close(me, ctx),
        Some(row) => {
            shown.open = shown.rows.iter().find(|contact| contact.row == row).cloned();
            read_open(ctx, row);
        }
    }
}

/// Shows no entry, not one that is still being read either.
fn close(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    ctx.jobs.abort(&OPEN);
    me.open = None;
}

fn read_open(ctx: &mut Ctx<'_>, row: i64) {
    let (book, scope) = (ctx.book.clone(), ctx.scope.clone());
    let work = async move { book.get_with_groups(row).await };
    ctx.jobs.answer_or_notice(OPEN, work, unreadable, move |me, _, filed| {
        let contact = filed.and_then(|filed| contact::contact(filed, scope.as_ref()));
        me.open = contact.map(Arc::new);
    });
}

fn remove(ctx: &mut Ctx<'_>, rows: Vec<i64>) {
    commit(ctx, move |book| async move {
        let mut old = Vec::with_capacity(rows.len());
        for row in rows {
            old.extend(book.get_with_groups(row).await?);
        }
        let text = match old.as_slice() {
            [] => return Ok(Committed::default()),
            [one] => message!("addresses-undo-deleted", name = &one.record.name),
            many => message!("addresses-undo-deleted-many", count = many.len()),
        };
        let removed = old.iter().map(|old| BookChange::Remove(old.record.row));
        book.change(removed.collect()).await?;
        let undo = Undo { text, steps: old.into_iter().map(BookChange::restore).collect() };
        Ok(Committed { undo: Some(undo), ..Committed::default() })
    });
}

fn undo(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    let Some(undo) = me.undo.take() else {
        return;
    };
    commit(ctx, move |book| async move {
        let rows = book.change(undo.steps).await?;
        Ok(Committed { row: rows.first().copied(), ..Committed::default() })
    });
}

fn is_shown(file: &Path, ctx: &Ctx<'_>) -> bool {
    *file == *ctx.book.file()
}

/// What a change of the book leads to.
#[derive(Default)]
struct Committed {
    /// The entry to open.
    row: Option<i64>,
    undo: Option<Undo>,
    /// What a person has to know.
    told: Option<Message>,
}

/// Writes to the book, stores how to undo it, and opens the entry that `write` returns.
fn commit<F>(ctx: &mut Ctx<'_>, write: impl FnOnce(Book) -> F)
where
    F: Future<Output = Result<Committed, BookError>> + Send + 'static,
{
    let file = ctx.book.file().to_owned();
    let writing = write(ctx.book.clone());
    ctx.jobs.spawn_writing(|outbox: Outbox<Addresses>| async move {
        let written = writing.await;
        outbox
            .send(move |me, ctx| match written {
                // Of the book before this one: there is nothing of it on screen.
                Ok(_) if !is_shown(&file, ctx) => sharing::exchange(me, ctx),
                Ok(Committed { row, undo, told }) => {
                    if let Some(told) = told {
                        ctx.notice_here(Tone::Warning, told);
                    }
                    let shown = &mut *me;
                    shown.undo = undo;
                    shown.saved += 1;
                    shown.check = Remote::NotAsked;
                    close(me, ctx);
                    refresh(me, ctx);
                    if let Some(row) = row {
                        read_open(ctx, row);
                    }
                }
                Err(error) => {
                    let attempted = message!("addresses-attempted-change");
                    ctx.notice_failure(failure::describe_local_error(attempted, &error));
                }
            })
            .await;
    });
}

/// POST /Address with `save` (section 4.3): assigns the entry an id in this account.
fn store(me: &mut Addresses, ctx: &mut Ctx<'_>, row: i64) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Info, message!("addresses-sign-in-to-store"), None);
    };
    let book = ctx.book.clone();
    me.storing.start_loading();
    let work = async move { stored_address::id_at_service(&link, &book, row).await };
    ctx.jobs.answer(STORE, work, move |me, ctx, answer| {
        let now = ctx.clock.now();
        let answer = ctx.note_failure(answer).map(|_| ());
        me.storing.settle(answer, now);
        refresh(me, ctx);
    });
}
