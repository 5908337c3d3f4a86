//! The address book of a shared workspace: what was changed here is sent to the server, and what
//! other stations have changed is taken over. The book on this computer is what everything reads
//! and writes; it goes on while the server is away.

pub(super) mod reconcile;

use std::sync::Arc;

use crate::base::locale::Message;
use crate::desk::addresses::sharing::reconcile::{Clash, Reconciled, reconcile};
use crate::desk::addresses::{Addresses, Undo, is_shown, refresh, reload};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::shared_place::SharedPlace;
use crate::desk::records::contact::{self, StoredContact};
use crate::message;
use crate::parcel::address_parts;
use crate::parcel::draft::AddressForm;
use crate::store::book::mirror::{
    AddressContent, ConfirmedRecord, MirrorPosition, OwedRecord, RecordFields, SettledRecord,
    TakenRecord,
};
use crate::store::book::{Book, BookChange, BookError};
use crate::store::workspace::shared::{AddressOutcome, AddressWrite, ServerFault, SharedAddress};
use crate::store::workspace::{SharedWorkspace, Signature, WorkspaceError};

const EXCHANGE: Slot<Addresses> = Slot::with_window("addresses of the workspace");

/// Addresses that are read from the server at once.
const PAGE: i64 = 500;
/// Changes that are sent at once.
const BATCH: u32 = 200;
/// The list on screen is read again after so many pages.
const PAGES_SHOWN: u32 = 10;
/// Changes that met those of other stations and are told one by one; the others are counted.
const MOST_TOLD: usize = 3;
/// Rows that are remembered as changed by others; of more, every one may be.
const MOST_TAKEN: usize = 10_000;

/// How the exchange with the server goes.
#[derive(Debug, Default)]
pub struct Sharing {
    is_under_way: bool,
    /// Something happened since it began.
    is_wanted_again: bool,
    /// Why it does not go on, if nobody else tells.
    pub trouble: Option<Message>,
}

/// What became of one exchange.
#[derive(Debug, Default)]
struct Exchanged {
    is_changed: bool,
    /// The rows that others have changed.
    taken: Vec<i64>,
    clashes: Vec<MetChange>,
}

/// A change of this station that met one of another station.
#[derive(Debug)]
pub(super) struct MetChange {
    pub name: String,
    /// Who made the other change.
    pub by: String,
    pub clash: Clash,
    /// Writes the other version.
    pub theirs: Option<BookChange>,
}

#[derive(Debug)]
enum ExchangeFailure {
    Book(BookError),
    Workspace(WorkspaceError),
}

impl From<BookError> for ExchangeFailure {
    fn from(error: BookError) -> Self {
        Self::Book(error)
    }
}

impl From<WorkspaceError> for ExchangeFailure {
    fn from(error: WorkspaceError) -> Self {
        Self::Workspace(error)
    }
}

/// Shows the book of the workspace that is used from now on.
pub(in crate::desk) fn workspace_chosen(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    ctx.jobs.abort(&EXCHANGE);
    me.sharing = Sharing::default();
    refresh(me, ctx);
}

/// The server answers, for the first time or again.
pub(in crate::desk) fn workspace_back(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    // One that ended without an answer, by a fault, must not stand in the way.
    me.sharing.is_under_way &= ctx.jobs.is_running(&EXCHANGE);
    exchange(me, ctx);
}

/// Sends and takes over what there is, in the background; once more if it is under way.
pub(in crate::desk) fn exchange(me: &mut Addresses, ctx: &mut Ctx<'_>) {
    // A server that was never reached is left to those who say why.
    let place = ctx.workspaces.shared_place();
    let Some((place, workspace)) = place.and_then(|place| Some((place.clone(), place.opened()?)))
    else {
        return;
    };
    if me.sharing.is_under_way {
        me.sharing.is_wanted_again = true;
        return;
    }
    me.sharing.is_under_way = true;
    me.sharing.is_wanted_again = false;
    ctx.jobs.start(EXCHANGE, |outbox| async move {
        let mut exchanged = Exchanged::default();
        let ended = exchange_all(&place, &workspace, &outbox, &mut exchanged).await;
        outbox.finish(move |me, ctx| settle(me, ctx, &place.book(), exchanged, ended)).await;
    });
}

fn settle(
    me: &mut Addresses,
    ctx: &mut Ctx<'_>,
    book: &Book,
    exchanged: Exchanged,
    ended: Result<(), ExchangeFailure>,
) {
    me.sharing.is_under_way = false;
    let trouble = match ended {
        Ok(()) => None,
        Err(ExchangeFailure::Book(error)) => {
            Some(failure::describe_local_error(message!("addresses-attempted-share"), &error))
        }
        Err(ExchangeFailure::Workspace(error)) => is_told_here(&error).then(|| {
            failure::describe_workspace_error(message!("addresses-attempted-share"), &error)
        }),
    };
    // Every change and every news tries again, and would say the same again.
    let told = trouble.as_ref().map(|trouble| trouble.cause.clone());
    if let Some(trouble) = trouble
        && told != me.sharing.trouble
    {
        ctx.notice_failure(trouble);
    }
    me.sharing.trouble = told;
    let steps = tell_clashes(ctx, exchanged.clashes);
    if is_shown(book.file(), ctx) {
        offer_undo(me, steps, &exchanged.taken);
    }
    if exchanged.is_changed {
        reload(me, ctx);
    }
    if me.sharing.is_wanted_again {
        exchange(me, ctx);
    }
}

/// Whether the top bar and the settings do not say it already.
fn is_told_here(error: &WorkspaceError) -> bool {
    match error {
        WorkspaceError::Server { fault, .. } => {
            matches!(fault, ServerFault::NotAllowed(_) | ServerFault::Full | ServerFault::Other(_))
        }
        _ => true,
    }
}

/// Returns what brings the versions of the others back.
fn tell_clashes(ctx: &mut Ctx<'_>, clashes: Vec<MetChange>) -> Vec<BookChange> {
    for met in clashes.iter().take(MOST_TOLD) {
        let words = met.message();
        ctx.notice_here(Tone::Warning, words);
    }
    let more = clashes.len().saturating_sub(MOST_TOLD);
    if more > 0 {
        ctx.notice_here(Tone::Warning, message!("addresses-shared-more", addresses = more));
    }
    clashes.into_iter().filter_map(|met| met.theirs).collect()
}

/// The last change cannot be undone any more where another station has changed the entry since.
fn offer_undo(me: &mut Addresses, steps: Vec<BookChange>, taken: &[i64]) {
    let is_outdated = |undo: &mut Undo| {
        let mut rows = undo.steps.iter().filter_map(BookChange::row);
        taken.len() > MOST_TAKEN || rows.any(|row| taken.contains(&row))
    };
    me.undo.take_if(is_outdated);
    if !steps.is_empty() {
        me.undo =
            Some(Undo { text: message!("addresses-undo-shared", addresses = steps.len()), steps });
    }
}

impl MetChange {
    pub(super) fn message(&self) -> Message {
        let by = Signature::parse(&self.by).message();
        let name = self.name.as_str();
        match &self.clash {
            Clash::BothChanged { mine, theirs } => message!(
                "addresses-shared-both",
                name = name,
                by = by,
                theirs = in_one_line(theirs),
                mine = in_one_line(mine)
            ),
            Clash::RemovedHere => message!("addresses-shared-removed-here", name = name, by = by),
            Clash::RemovedThere => message!("addresses-shared-removed-there", name = name, by = by),
        }
    }
}

fn in_one_line(form: &AddressForm) -> String {
    let parts = address_parts::parts(form).into_iter().map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

async fn exchange_all(
    place: &Arc<SharedPlace>,
    workspace: &SharedWorkspace,
    outbox: &Outbox<Addresses>,
    exchanged: &mut Exchanged,
) -> Result<(), ExchangeFailure> {
    take_all(place, workspace, outbox, exchanged).await?;
    if !workspace.reads_only() && send_all(&place.book(), workspace, exchanged).await? {
        // What was sent is read past, so that the next news are short.
        take_all(place, workspace, outbox, exchanged).await?;
    }
    Ok(())
}

/// Takes over what other stations have changed, page by page.
async fn take_all(
    place: &Arc<SharedPlace>,
    workspace: &SharedWorkspace,
    outbox: &Outbox<Addresses>,
    exchanged: &mut Exchanged,
) -> Result<(), ExchangeFailure> {
    let mut pages = 0;
    loop {
        let book = place.book();
        let Some(position) = book.mirror_position().await? else {
            return Ok(());
        };
        let page = workspace.addresses_after(position.sequence, PAGE).await?;
        if position.workspace != page.workspace {
            follow_workspace(place, &book, &position, page.workspace).await?;
            exchanged.is_changed = true;
            continue;
        }
        if page.last < position.sequence {
            tracing::warn!("the server has an older state of the addresses than was read");
            book.begin_reading(page.workspace).await?;
            continue;
        }
        let Some(last) = page.rows.last() else {
            return Ok(());
        };
        let sequence = last.sequence;
        let is_last = i64::try_from(page.rows.len()).unwrap_or(PAGE) < PAGE;
        let records = page.rows.into_iter().map(taken).collect();
        let changed = book.take_records(records, sequence, contact::with_local_ids).await?;
        exchanged.is_changed |= !changed.is_empty();
        if exchanged.taken.len() <= MOST_TAKEN {
            exchanged.taken.extend(changed);
        }
        if is_last {
            return Ok(());
        }
        pages += 1;
        if pages % PAGES_SHOWN == 0 {
            outbox.send(reload).await;
        }
    }
}

/// The address leads to this workspace, for the first time or now: its book is used from now on.
async fn follow_workspace(
    place: &Arc<SharedPlace>,
    book: &Book,
    position: &MirrorPosition,
    workspace: String,
) -> Result<(), ExchangeFailure> {
    let (books, id) = (place.books.clone(), workspace.clone());
    if position.workspace.is_empty() {
        let noted = tokio::task::spawn_blocking(move || books.note_workspace(&id)).await;
        if let Err(error) = noted {
            tracing::error!(%error, "the workspace of a book was not noted");
        }
        return Ok(book.begin_reading(workspace).await?);
    }
    tracing::warn!("the address of the workspace leads to another database than before");
    let opened = tokio::task::spawn_blocking(move || books.open_of_workspace(&id)).await;
    let stopped = |_| BookError::Stopped(crate::store::workspace::Stopped);
    place.use_book(opened.map_err(stopped)??);
    Ok(())
}

fn taken(row: SharedAddress) -> TakenRecord {
    TakenRecord {
        key: row.key,
        revision: row.revision,
        changed_by: row.changed_by,
        fields: row.content.map(contact::record_fields),
    }
}

pub(super) fn form_of(json: &str) -> Option<AddressForm> {
    let kept = saved_values::readable::<StoredContact>(json, "an address of the book");
    kept.map(|kept| kept.form)
}

/// As the server and the other stations have it.
pub(super) fn shared(content: &AddressContent) -> AddressContent {
    AddressContent { json: contact::shared_json(&content.json), groups: content.groups.clone() }
}

/// Sends what was changed here. Returns whether anything was sent.
async fn send_all(
    book: &Book,
    workspace: &SharedWorkspace,
    exchanged: &mut Exchanged,
) -> Result<bool, ExchangeFailure> {
    let mut is_sent = false;
    loop {
        let owed = book.owed_records(BATCH).await?;
        if owed.is_empty() {
            return Ok(is_sent);
        }
        let (mut changed, mut writes, mut confirmed) = (Vec::new(), Vec::new(), Vec::new());
        for record in owed {
            let content = record.content.as_ref().map(shared);
            let base = record.base.as_ref().map(shared);
            // Only what is not shared was changed, or the change was taken back.
            if base.is_some() && base == content {
                confirmed.push(confirmation(&record, record.revision, content, None));
                continue;
            }
            writes.push(AddressWrite {
                key: record.key.clone(),
                revision: record.revision,
                content,
            });
            changed.push(record);
        }
        if !writes.is_empty() {
            is_sent = true;
            let by = workspace.signed();
            let outcomes = workspace.write_addresses(&writes).await?;
            for ((record, write), outcome) in changed.into_iter().zip(writes).zip(outcomes) {
                match outcome {
                    AddressOutcome::Written(revision) => {
                        let by = Some(by.clone());
                        confirmed.push(confirmation(&record, revision, write.content, by));
                    }
                    AddressOutcome::Conflict(now) => {
                        let met = settle_conflict(book, &record, write.content, *now).await?;
                        exchanged.clashes.extend(met);
                    }
                }
            }
            exchanged.is_changed = true;
        }
        book.confirm_records(confirmed).await?;
    }
}

fn confirmation(
    record: &OwedRecord,
    revision: i64,
    sent: Option<AddressContent>,
    changed_by: Option<String>,
) -> ConfirmedRecord {
    ConfirmedRecord { key: record.key.clone(), owed: record.owed, revision, sent, changed_by }
}

/// Another station has changed the address meanwhile. Both changes are kept where they are about
/// different things.
async fn settle_conflict(
    book: &Book,
    record: &OwedRecord,
    mine: Option<AddressContent>,
    now: SharedAddress,
) -> Result<Option<MetChange>, BookError> {
    let base = record.base.as_ref().map(shared);
    let theirs = now.content;
    let Reconciled { content, is_owed, clash } =
        reconcile(mine.as_ref(), base.as_ref(), theirs.as_ref());
    let local = record.content.as_ref().map(|content| content.json.as_str());
    let fields = content.map(|content| fields_with_ids(content, local));
    let shown = theirs.as_ref().or(mine.as_ref());
    let name = shown.and_then(|content| form_of(&content.json));
    let name = name.map(|form| address_parts::shown_name(&form).to_owned());
    let settled = SettledRecord {
        key: record.key.clone(),
        owed: record.owed,
        revision: now.revision,
        changed_by: now.changed_by.clone(),
        fields,
        base: theirs.clone(),
        is_owed,
    };
    let is_settled = book.settle_record(settled).await?;
    let Some(clash) = clash.filter(|_| is_settled) else {
        return Ok(None);
    };
    let row = record.row;
    let their_version = theirs.filter(|_| matches!(clash, Clash::BothChanged { .. }));
    Ok(Some(MetChange {
        name: name.unwrap_or_default(),
        by: now.changed_by,
        clash,
        theirs: their_version.map(|content| put(row, fields_with_ids(content, local))),
    }))
}

fn fields_with_ids(content: AddressContent, local: Option<&str>) -> RecordFields {
    let fields = contact::record_fields(content);
    match local {
        Some(local) => RecordFields { json: contact::with_local_ids(local, fields.json), ..fields },
        None => fields,
    }
}

fn put(row: i64, fields: RecordFields) -> BookChange {
    BookChange::Put {
        row: Some(row),
        name: fields.name,
        search_text: fields.search_text,
        json: fields.json,
        groups: Some(fields.groups),
        last_used: None,
    }
}
