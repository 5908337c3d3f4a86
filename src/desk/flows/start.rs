//! Starting the desk: opening its files, restoring the last run, choosing what to connect to.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;

use crate::base::clock::{Clock, Stopwatch};
use crate::base::{locale, private};
use crate::desk::balance::history;
use crate::desk::flows::saved_rows::Rows;
use crate::desk::flows::{copy_state, order_workspace, saved_rows};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::{Jobs, Outbox, Waker};
use crate::desk::kernel::notices::{OffScreenNotices, Tone};
use crate::desk::kernel::pace::Timing;
use crate::desk::kernel::saved_values::LastAccount;
use crate::desk::kernel::session::{Links, SignIn};
use crate::desk::kernel::settings::{LabelDefaults, Settings};
use crate::desk::kernel::shop_outbox::OutboxHandle;
use crate::desk::kernel::workspaces::Workspaces;
use crate::desk::kernel::{saved_values, settings};
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::{Purchases, purchases};
use crate::desk::owner::Desk;
use crate::desk::printing::state::Printing;
use crate::desk::scale::ScaleSource;
use crate::desk::ship::draft_edit;
use crate::desk::shipments::never_scanned;
use crate::desk::sign_in::Accounts;
use crate::desk::sign_in::practice_access::PracticeLauncher;
use crate::desk::state::State;
use crate::desk::stations::GivenWorkspace;
use crate::desk::{printing, safekeeping, sign_in, stations};
use crate::label::Decoder;
use crate::label::print::spooler::Spooler;
use crate::message;
use crate::parcel::draft::{Draft, LabelForm};
use crate::store;
use crate::store::book::{Book, BookError};
use crate::store::cache::{Cache, CacheError, Scope};
use crate::store::journal;
use crate::store::journal::{Entry, Journal, JournalError, Salvage};
use crate::store::secret::SecretStore;
use crate::store::spool::{JobRecord, Spool, SpoolError};
use crate::text;

/// Longest time to restore the rows of the last run before the first frame; after it the desk opens
/// without them.
const RESTORE_LIMIT: Duration = Duration::from_secs(5);

/// What the desk needs at its start.
pub struct Setup {
    /// Runs the jobs. It must have its own threads: `open` blocks until the first reads finish.
    pub runtime: Handle,
    /// Where `journal.db`, `book.db`, `print.db` and `cache.db` live.
    pub data_dir: PathBuf,
    pub clock: Clock,
    pub waker: Waker,
    /// How to start the practice service; `None` if it is not available.
    pub practice: Option<PracticeLauncher>,
    /// The program that decodes labels in a child process (this program).
    pub decoder_program: PathBuf,
    /// The server's address from the command line; replaces the stored one.
    pub base_url: Option<String>,
    /// From the environment, for this run only.
    pub credentials: Option<SignIn>,
    /// The system's keyring; `None` if this program supports none.
    pub keyring: Option<Arc<dyn SecretStore>>,
    /// Certificates trusted beside the system's, for this run only.
    pub ca_file: Option<PathBuf>,
    /// The workspace of the command line, for this run only.
    pub workspace: Option<GivenWorkspace>,
    /// Where to find scales; `None` if no scales are to be read.
    pub devices: Option<ScaleSource>,
}

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// Another process has the journal of this folder open.
    #[error("{}", text!("ship-flow-start-in-use"))]
    InUse,
    #[error("{}", text!("ship-flow-start-files", folder = folder.display().to_string()))]
    Cache {
        folder: PathBuf,
        #[source]
        source: CacheError,
    },
    /// A newer version of the program wrote a file that must not be lost.
    #[error("{}", text!("ship-flow-start-files", folder = folder.display().to_string()))]
    Newer {
        folder: PathBuf,
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    #[error("{}", text!("ship-flow-start-book", folder = folder.display().to_string()))]
    Book {
        folder: PathBuf,
        #[source]
        source: BookError,
    },
    #[error("{}", text!("ship-flow-start-folder", folder = folder.display().to_string()))]
    Folder {
        folder: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

/// The data of the last run, read before the first frame.
#[derive(Default)]
pub(in crate::desk) struct Restored {
    settings: Option<Settings>,
    draft: Option<Draft>,
    world: Option<LastAccount>,
    rows: Option<Rows>,
    unsettled: Vec<Entry>,
    printers: Vec<String>,
    print_jobs: Vec<JobRecord>,
}

impl Desk {
    /// Opens the files, shows their data and begins to connect. Blocks only for local reads, some
    /// milliseconds; never for the network.
    pub fn open(setup: Setup) -> Result<Self, DeskError> {
        Self::open_paced(setup, Timing::default())
    }

    /// As [`Desk::open`], with other delays.
    pub fn open_paced(setup: Setup, pace: Timing) -> Result<Self, DeskError> {
        // The packages below the desk have words too, and cannot hand them in.
        crate::catalogs::install();
        let folder = setup.data_dir.clone();
        private::create_private_dir(&folder)
            .map_err(|source| DeskError::Folder { folder: folder.clone(), source })?;
        let (opened, salvaged) = open_journal(&folder, &setup.clock);
        let (journal, blocked) = match opened {
            Ok(journal) => (Some(journal), None),
            Err(JournalError::InUse { .. }) => return Err(DeskError::InUse),
            // Nothing else is opened: an older program would write beside what it cannot read.
            Err(JournalError::File(error)) if error.is_of_newer_version() => {
                return Err(DeskError::Newer { folder, source: Box::new(error) });
            }
            Err(error) => (None, Some(error)),
        };
        let opened = Cache::open(&folder, setup.clock.clone())
            .map_err(|source| DeskError::Cache { folder: folder.clone(), source })?;
        let book = Book::open(&folder, setup.clock.clone())
            .map_err(|source| DeskError::Book { folder: folder.clone(), source })?;
        let (spool, no_printing) = match Spool::open(&setup.data_dir, setup.clock.clone()) {
            Ok(spool) => (Some(spool), None),
            Err(SpoolError::File(error)) if error.is_of_newer_version() => {
                return Err(DeskError::Newer { folder, source: Box::new(error) });
            }
            Err(error) => (None, Some(error)),
        };
        let workspaces = Workspaces::new(&setup.data_dir, &setup.clock);
        let shop_outbox = OutboxHandle::new(&setup.data_dir, &setup.clock);
        let account_files = sign_in::AccountFiles::new(&setup.data_dir, setup.keyring.clone());
        let secret_places = account_files.secret_places();
        let restored =
            restore_now(&setup.runtime, &opened.cache, journal.as_ref(), spool.as_ref(), &setup);
        // Before the first message is written.
        if let Some(settings) = &restored.settings
            && !settings.language.is_empty()
        {
            locale::choose(&settings.language);
        }
        let blocked =
            blocked.map(|error| message!("ship-flow-journal-unusable", error = error.to_string()));
        let no_printing = no_printing
            .map(|error| message!("ship-flow-printing-unusable", error = error.to_string()));
        let mut desk = Self {
            state: State {
                purchases: Purchases::new(blocked),
                printing: Printing { blocked: no_printing, ..Printing::default() },
                accounts: Accounts::new(account_files, setup.practice, setup.credentials),
                ..State::default()
            },
            jobs: Jobs::new(setup.runtime, setup.waker),
            clock: setup.clock,
            pace,
            cache: opened.cache,
            book,
            journal,
            spool,
            workspaces,
            shop_outbox,
            secret_places,
            spooler: Spooler::new(setup.decoder_program.clone()),
            decoder: Arc::new(Decoder::new(setup.decoder_program)),
            data_dir: setup.data_dir,
            ca_file: setup.ca_file,
            link: None,
            links: Links::default(),
            scope: None,
            retried: None,
            aside: OffScreenNotices::default(),
            events: VecDeque::new(),
            changed: true,
        };
        let large =
            [opened.unchecked_file, desk.book.unchecked_file().map(std::path::Path::to_owned)];
        for file in large.into_iter().flatten() {
            desk.kernel(|ctx| look_through(ctx, file));
        }
        if opened.rebuilt {
            let text = message!("ship-flow-cache-rebuilt");
            desk.kernel(|ctx| ctx.notice_here(Tone::Warning, text));
        }
        if let Some(salvaged) = salvaged {
            desk.kernel(|ctx| ctx.notice_here(Tone::Bad, safekeeping::salvage_message(&salvaged)));
        }
        let blocked = [desk.state.purchases.blocked.clone(), desk.state.printing.blocked.clone()];
        for text in blocked.into_iter().flatten() {
            desk.kernel(|ctx| ctx.notice_here(Tone::Bad, text));
        }
        desk.stations(|me, ctx| stations::begin(me, ctx, setup.workspace));
        desk.take_up(restored);
        desk.scale(|scale, ctx| crate::desk::scale::begin(scale, ctx, setup.devices));
        desk.accounts(sign_in::read_list);
        if let Some(base_url) = setup.base_url {
            desk.state.settings.use_base_url_of_run(base_url);
        }
        desk.safekeeping(safekeeping::at_start);
        desk.addresses(crate::desk::addresses::refresh);
        desk.accounts(sign_in::open_account_at_start);
        Ok(desk)
    }

    fn take_up(&mut self, restored: Restored) {
        self.state.settings = restored.settings.unwrap_or_default();
        self.state.ship.draft_saved = restored.draft.is_some();
        self.state.ship.draft = restored.draft.unwrap_or_default();
        // Without the setting each draft had the label of the one before.
        let LabelForm { file_type, size, orientation } = self.state.ship.draft.label.clone();
        let label = &mut self.state.settings.new_label;
        label.get_or_insert(LabelDefaults { file_type, size, orientation });
        self.state.ship.inputs_changed = Some(Stopwatch::start());
        if let Some(world) = restored.world {
            self.scope = Some(world.scope());
            self.state.accounts.saved.current_scope = Some(world.scope());
        }
        if let Some(rows) = restored.rows {
            saved_rows::show(self, rows);
        }
        self.purchases(|me, ctx| {
            purchases::list_unsettled(&mut DeskHost::new(me, ctx), restored.unsettled);
        });
        self.printing(|me, ctx| {
            printing::restore_printers_and_jobs(me, ctx, restored.printers, restored.print_jobs);
        });
        if self.scope.is_some() {
            // These read only the cache, so they need no connection.
            self.balance(history::reload_ledger);
            self.shipments(never_scanned::reload_never_scanned);
            order_workspace::enter(self);
        }
        // A rate of an earlier run may no longer be the price.
        self.state.ship.draft.chosen = None;
        copy_state::to_each(self);
        self.ship(draft_edit::recheck);
    }
}

/// Opens the journal. A damaged one is salvaged as far as it is readable, and the desk continues
/// with that.
fn open_journal(folder: &Path, clock: &Clock) -> (Result<Journal, JournalError>, Option<Salvage>) {
    match Journal::open(folder, clock.clone()) {
        Err(JournalError::Damaged { path, detail }) => {
            tracing::error!(%detail, "the purchase journal is damaged");
            match journal::salvage(folder, clock) {
                Ok(salvaged) => (Journal::open(folder, clock.clone()), Some(salvaged)),
                Err(error) => {
                    tracing::error!(%error, "it could not be salvaged");
                    (Err(JournalError::Damaged { path, detail }), None)
                }
            }
        }
        opened => (opened, None),
    }
}

/// Checks a large file for damage in the background.
fn look_through(ctx: &mut Ctx<'_>, file: PathBuf) {
    let pause = ctx.pace.backup;
    ctx.jobs.spawn_lasting(|outbox: Outbox<()>| async move {
        // Right after the start the user needs the disk more.
        tokio::time::sleep(pause).await;
        let looked = tokio::task::spawn_blocking(move || store::look_through(&file)).await;
        let Ok(Err(error)) = looked else { return };
        tracing::warn!(%error, "a large file was read through");
        outbox
            .send(move |_, ctx| {
                let text = message!("ship-flow-file-damaged", error = error.to_string());
                ctx.notice_here(Tone::Bad, text);
            })
            .await;
    });
}

/// Applies and saves the settings. A server given on the command line is saved only if it was
/// changed.
pub(in crate::desk) fn change_settings(desk: &mut Desk, settings: Settings) {
    let before = std::mem::replace(&mut desk.state.settings, settings);
    if desk.state.settings.base_url != before.base_url {
        desk.state.settings.base_url_of_run = None;
    }
    desk.kernel(settings::save_settings);
    if desk.state.settings.label_defaults() != before.label_defaults() {
        desk.ship(draft_edit::use_label_of_settings);
    }
    if desk.state.settings.language != before.language {
        locale::choose(&desk.state.settings.language);
        // The messages of the draft are stored with it, the dates of the day with its parcels.
        desk.ship(crate::desk::ship::draft_edit::recheck);
        desk.manifests(|manifests, _| crate::desk::manifests::mark_regroup_needed(manifests));
        // The practice service describes its carriers in the language of the window.
        desk.carriers(crate::desk::carriers::catalogs::refresh_carriers);
    }
    desk.scale(crate::desk::scale::choose);
    if desk.state.settings.watched_folder != before.watched_folder {
        desk.order_import(crate::desk::order_import::watch::follow_setting);
    }
    if desk.state.settings.keep_shipments_days != before.keep_shipments_days {
        desk.kernel(crate::desk::safekeeping::local_data::forget_old);
        desk.shipments(crate::desk::shipments::sync::fetch_older);
    }
}

/// The account that this run will most likely open; its rows are shown at once.
fn expected_world(credentials: Option<&SignIn>, last: Option<LastAccount>) -> Option<LastAccount> {
    let Some(sign_in) = credentials else {
        return last;
    };
    let expected = sign_in::scope_of(sign_in.environment, &sign_in.api_key, &sign_in.user_name);
    last.filter(|world| world.scope() == expected).or_else(|| {
        Some(LastAccount {
            environment: sign_in.environment,
            account: expected.account,
            account_name: sign_in.user_name.clone(),
            base_url: sign_in.base_url.clone(),
        })
    })
}

fn restore_now(
    runtime: &Handle,
    cache: &Cache,
    journal: Option<&Journal>,
    spool: Option<&Spool>,
    setup: &Setup,
) -> Restored {
    let (tell, told) = std::sync::mpsc::sync_channel(1);
    let (cache, journal, spool) = (cache.clone(), journal.cloned(), spool.cloned());
    let credentials = setup.credentials.clone();
    runtime.spawn(async move {
        let last: Option<LastAccount> = saved_values::read(&cache, None, saved_values::WORLD).await;
        let last_scope = last.as_ref().map(LastAccount::scope);
        let world = expected_world(credentials.as_ref(), last);
        let scope: Option<Scope> = world.as_ref().map(LastAccount::scope);
        // The current draft belongs to the last account; every other account has its own.
        let other = scope.as_ref().filter(|_| last_scope.is_some() && last_scope != scope);
        let restored = Restored {
            settings: saved_values::read(&cache, None, saved_values::SETTINGS).await,
            draft: saved_values::read(&cache, other, saved_values::DRAFT).await,
            rows: match &scope {
                Some(scope) => Some(saved_rows::rows(&cache, scope).await),
                None => None,
            },
            printers: match &spool {
                Some(spool) => saved_values::logged(spool.printers().await).unwrap_or_default(),
                None => Vec::new(),
            },
            print_jobs: match &spool {
                Some(spool) => saved_values::logged(spool.jobs().await).unwrap_or_default(),
                None => Vec::new(),
            },
            unsettled: match &journal {
                Some(journal) => journal.unsettled().await.unwrap_or_default(),
                None => Vec::new(),
            },
            world,
        };
        // Sending fails only after the time limit; the rows are not needed then.
        let _ = tell.send(restored);
    });
    told.recv_timeout(RESTORE_LIMIT).unwrap_or_default()
}
