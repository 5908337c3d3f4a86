//! The watched folder of this computer: while one is set and an account is signed in, its files are
//! imported without a person. It is no setting of the shop: another station could else have any
//! folder of this computer emptied.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::oneshot;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::order_import::OrderImport;
use crate::desk::order_records::import::preview::Beforehand;
use crate::desk::order_records::import::unattended::{
    ImportedFile, ImportedOrder, UnattendedImport, UnattendedRefusal, sentences,
};
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Keyed;
use crate::orders::order_state::OrderProblem;
use crate::store::workspace::OrderState;
use crate::tables::mapping::Mapping;
use crate::watched_folder::{
    FolderEvent, ImportRefusal, ImportSummary, OrderOutcome, OrderResult, SteadinessRules,
    WatchedFolderSettings, WatchedFolderSink, watch,
};

/// Ends when another account is shown, whose workspace may be another one.
const WATCH: Slot<OrderImport> = Slot::with_account("watched folder of orders");

/// The watched folder as the screen shows it.
#[derive(Clone, Debug, Default)]
pub struct FolderWatch {
    /// The folder that is watched; `None` if none is set, or nobody is signed in.
    pub folder: Option<PathBuf>,
    /// The last file that was taken, and what became of it.
    pub last: Option<WatchedFile>,
    /// Files that stay in the folder, each with the reason.
    pub waiting: BTreeMap<String, Message>,
    /// The folder cannot be read.
    unreadable: Option<Message>,
    /// The orders cannot be stored.
    paused: Option<Message>,
}

/// A file of the watched folder.
#[derive(Clone, Debug)]
pub struct WatchedFile {
    pub name: String,
    pub at: Timestamp,
    pub outcome: WatchedFileOutcome,
    /// What became of it, in words.
    pub result: Message,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedFileOutcome {
    Imported,
    /// Some of its orders need attention.
    ImportedWithProblems,
    /// A file with the same content was imported before.
    ImportedBefore,
    /// It is in the folder of files that cannot be imported.
    Refused,
}

impl FolderWatch {
    /// Why no file is imported at the moment.
    pub fn trouble(&self) -> Option<&Message> {
        self.unreadable.as_ref().or(self.paused.as_ref())
    }
}

/// Watches the folder that is set now, and no other one; none before the documents of an account are
/// here.
pub(in crate::desk) fn follow_setting(me: &mut OrderImport, ctx: &mut Ctx<'_>) {
    let set = ctx.settings.watched_folder.trim();
    let wanted = match ctx.pace.watched_file {
        Some(steady_for) if !set.is_empty() && me.known.documents.loaded => {
            Some((PathBuf::from(set), steady_for))
        }
        _ => None,
    };
    let Some((folder, steady_for)) = wanted else {
        ctx.jobs.abort(&WATCH);
        me.watch = FolderWatch::default();
        return;
    };
    if me.watch.folder.as_ref() == Some(&folder) && ctx.jobs.is_running(&WATCH) {
        return;
    }
    me.watch = FolderWatch { folder: Some(folder.clone()), ..FolderWatch::default() };
    start(ctx, folder, steady_for);
}

fn start(ctx: &mut Ctx<'_>, folder: PathBuf, steady_for: Duration) {
    let mut closing = ctx.jobs.closing();
    ctx.jobs.start(WATCH, |outbox| {
        let settings = WatchedFolderSettings {
            steadiness: SteadinessRules { steady_for, ..SteadinessRules::default() },
            ..WatchedFolderSettings::default()
        };
        let sink = OrderSink { outbox };
        watch(folder, settings, sink, async move {
            // An error means that the desk is gone.
            let _ = closing.wait_for(|closing| *closing).await;
        })
    });
}

/// Imports the files into the workspace, and tells the desk of them.
struct OrderSink {
    outbox: Outbox<OrderImport>,
}

/// What one file is imported with: as things are when the file comes.
struct Means {
    workspace: WorkspaceHandle,
    basis: Arc<OrderBasis>,
    saved: Vec<Keyed<Mapping>>,
    program: PathBuf,
    at: Timestamp,
}

impl WatchedFolderSink for OrderSink {
    async fn import_file(
        &self,
        name: &str,
        content: Arc<[u8]>,
    ) -> Result<ImportSummary, ImportRefusal> {
        let (tell, told) = oneshot::channel();
        self.outbox
            .send(move |me, ctx| {
                // The watch may have ended meanwhile.
                let _ = tell.send(means(me, ctx));
            })
            .await;
        let unavailable = ImportRefusal::Unavailable;
        let means = told.await.map_err(|_| unavailable(Message::default()))?;
        let workspace = means.workspace.open().await;
        let workspace = workspace.map_err(|error| unavailable(error.to_string().into()))?;
        let import = UnattendedImport {
            workspace,
            basis: means.basis,
            saved: means.saved,
            mapping: None,
            beforehand: Beforehand::default(),
            program: means.program,
            at: means.at,
        };
        match import_whole(&import, name, content).await {
            Ok((file, problems)) => Ok(summary(file, problems)),
            Err(UnattendedRefusal::Unreadable(reasons)) => {
                Err(ImportRefusal::Unreadable(sentences(reasons)))
            }
            Err(UnattendedRefusal::Unavailable(reason)) => Err(unavailable(reason)),
            Err(UnattendedRefusal::Failed(reason)) => Err(ImportRefusal::Failed(reason)),
        }
    }

    async fn receive_event(&self, event: FolderEvent) {
        self.outbox.send(move |me, ctx| receive(me, ctx, event)).await;
    }
}

async fn import_whole(
    import: &UnattendedImport,
    name: &str,
    content: Arc<[u8]>,
) -> Result<(ImportedFile, Problems), UnattendedRefusal> {
    let mut reader = import.read(name, content).await?;
    let planned = import.plan(&reader).await?;
    let file = import.write(&mut reader, planned).await?;
    let problems = import.problems(&file.orders).await?;
    Ok((file, problems))
}

/// What keeps orders from being bought.
type Problems = HashMap<OrderId, Vec<OrderProblem>>;

fn means(me: &OrderImport, ctx: &Ctx<'_>) -> Means {
    Means {
        workspace: ctx.workspace(),
        basis: Arc::clone(&me.known.basis),
        saved: me.known.documents.mappings.clone(),
        program: Path::to_owned(ctx.decoder.program()),
        at: ctx.clock.now(),
    }
}

fn summary(file: ImportedFile, mut problems: Problems) -> ImportSummary {
    let orders = file.orders.into_iter().map(|order| {
        let problems = order.id.as_ref().and_then(|id| problems.remove(id));
        result_of(order, &problems.unwrap_or_default())
    });
    let skipped = file.skipped.into_iter();
    ImportSummary {
        orders: orders.collect(),
        skipped: skipped.map(|row| (row.row, row.reason.text())).collect(),
    }
}

fn result_of(order: ImportedOrder, problems: &[OrderProblem]) -> OrderResult {
    let problems = problems.iter().map(|problem| problem.in_words());
    OrderResult {
        row: order.row,
        number: order.number,
        outcome: order.outcome,
        needs_attention: order.state == OrderState::NeedsAttention
            || order.outcome == OrderOutcome::Refused,
        notes: order.note.into_iter().chain(problems).collect(),
    }
}

fn receive(me: &mut OrderImport, ctx: &mut Ctx<'_>, event: FolderEvent) {
    let notice = event.notice();
    let words = notice.clone().unwrap_or_default();
    let at = ctx.clock.now();
    let took = |name: &str, outcome| WatchedFile {
        name: name.to_owned(),
        at,
        outcome,
        result: words.clone(),
    };
    let watched = &mut me.watch;
    let tone = match &event {
        FolderEvent::FolderAvailable => {
            watched.unreadable = None;
            Tone::Info
        }
        FolderEvent::FolderUnavailable { .. } => {
            watched.unreadable = Some(words.clone());
            Tone::Warning
        }
        FolderEvent::FileImported { file, summary } => {
            let (outcome, tone) = match summary.in_need_of_attention() {
                0 => (WatchedFileOutcome::Imported, Tone::Good),
                _ => (WatchedFileOutcome::ImportedWithProblems, Tone::Warning),
            };
            watched.last = Some(took(file, outcome));
            match has_changed_orders(summary) {
                true => tone,
                false => Tone::Info,
            }
        }
        FolderEvent::FileImportedBefore { file, .. } => {
            watched.last = Some(took(file, WatchedFileOutcome::ImportedBefore));
            Tone::Info
        }
        FolderEvent::FileRefused { file, .. } => {
            watched.last = Some(took(file, WatchedFileOutcome::Refused));
            Tone::Bad
        }
        FolderEvent::FileWaits { file, reason } => {
            watched.waiting.insert(file.clone(), reason.clone());
            Tone::Warning
        }
        FolderEvent::FileWaitEnded { file } => {
            watched.waiting.remove(file);
            Tone::Info
        }
        FolderEvent::ImportUnavailable { .. } => {
            watched.paused = Some(words.clone());
            Tone::Warning
        }
        FolderEvent::ImportAvailable => {
            watched.paused = None;
            Tone::Info
        }
    };
    if let Some(notice) = notice {
        ctx.notice(tone, notice, None);
    }
    if matches!(event, FolderEvent::FileImported { .. }) {
        ctx.announce(Event::OrdersChanged);
    }
}

fn has_changed_orders(summary: &ImportSummary) -> bool {
    let mut orders = summary.orders.iter();
    orders.any(|order| order.outcome != OrderOutcome::Unchanged)
}
