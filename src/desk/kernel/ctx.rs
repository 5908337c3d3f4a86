//! What a feature may use besides its own state: the files, the connection, the jobs, and what
//! every panel shows.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::clock::{Clock, Stopwatch};
use crate::base::redact;
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Jobs;
use crate::desk::kernel::notices::{Activity, Notice, OffScreenNotices};
use crate::desk::kernel::pace::Timing;
use crate::desk::kernel::secret_places::SecretPlaces;
use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::kernel::session::{Connection, Link, Links};
use crate::desk::kernel::settings::Settings;
use crate::desk::kernel::shop_outbox::OutboxHandle;
use crate::desk::kernel::workspaces::Workspaces;
use crate::label::Decoder;
use crate::label::print::spooler::Spooler;
use crate::store::book::Book;
use crate::store::cache::{Cache, Scope};
use crate::store::journal::Journal;
use crate::store::spool::Spool;

/// Lent to a feature while it runs. A feature changes its own state and this, nothing else; effects
/// on other features are announced as events.
pub(in crate::desk) struct Ctx<'a> {
    pub jobs: &'a mut Jobs,
    pub clock: &'a Clock,
    pub pace: &'a Timing,
    pub cache: &'a Cache,
    /// The address book of the account on screen: of this computer, or of the shared workspace.
    pub book: Book,
    /// The address book of this computer alone, which backups hold.
    pub own_book: &'a Book,
    /// `None` when the journal cannot be trusted; then nothing can be bought.
    pub journal: &'a Option<Journal>,
    /// `None` when the print queue's file cannot be used; then nothing can be printed.
    pub spool: &'a Option<Spool>,
    pub workspaces: &'a Workspaces,
    pub shop_outbox: &'a OutboxHandle,
    pub secret_places: &'a SecretPlaces,
    pub spooler: &'a Spooler,
    pub decoder: &'a Arc<Decoder>,
    /// The folder of this desk's files.
    pub data_dir: &'a PathBuf,
    /// Extra certificates given on the command line.
    pub given_ca_file: &'a Option<PathBuf>,
    pub link: &'a mut Option<Arc<Link>>,
    pub links: &'a Links,
    /// The account whose rows are shown; set before sign-in finishes.
    pub scope: &'a mut Option<Scope>,
    pub connection: &'a mut Connection,
    pub connectivity: &'a mut Connectivity,
    /// Time since the last attempt to reconnect.
    pub retried: &'a mut Option<Stopwatch>,
    pub settings: &'a mut Settings,
    /// The practice service's clock, while its account is on the screen.
    pub practice: &'a mut Option<PracticeClock>,
    pub notices: &'a mut Vec<Notice>,
    pub activity: &'a mut VecDeque<Activity>,
    pub aside: &'a mut OffScreenNotices,
    pub events: &'a mut VecDeque<Event>,
    /// Set when something on the screen may have changed.
    pub changed: &'a mut bool,
}

impl Ctx<'_> {
    /// Queues an event for the other features; it is delivered after the current change.
    pub fn announce(&mut self, event: Event) {
        tracing::debug!(event = %redact::outline(&event), "an event");
        self.events.push_back(event);
    }

    /// The file of certificates trusted besides the system's; the command line takes precedence
    /// over the settings.
    pub fn ca_file(&self) -> Option<PathBuf> {
        let set = &self.settings.ca_file;
        let set = (!set.is_empty()).then(|| PathBuf::from(set));
        self.given_ca_file.clone().or(set)
    }
}
