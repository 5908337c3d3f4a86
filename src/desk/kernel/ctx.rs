//! What a feature may use beside its own state: the files, the connection, the jobs, and what
//! every panel shows.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::clock::{Clock, Stopwatch};
use crate::desk::kernel::connectivity::Line;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Jobs;
use crate::desk::kernel::notices::{Activity, Aside, Notice};
use crate::desk::kernel::pace::Pace;
use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::kernel::session::{Connection, Link, Links};
use crate::desk::kernel::settings::Settings;
use crate::label::Decoder;
use crate::label::print::spooler::Spooler;
use crate::store::book::Book;
use crate::store::cache::{Cache, Scope};
use crate::store::journal::Journal;
use crate::store::spool::Spool;

/// Lent to a feature while it does something. A feature changes its own state and this, and
/// nothing else: what others are to hear of is announced.
pub(in crate::desk) struct Ctx<'a> {
    pub jobs: &'a mut Jobs,
    pub clock: &'a Clock,
    pub pace: &'a Pace,
    pub cache: &'a Cache,
    pub book: &'a Book,
    /// `None` when it cannot be trusted; then nothing is bought.
    pub journal: &'a Option<Journal>,
    /// `None` when its file cannot be used; then nothing is printed.
    pub spool: &'a Option<Spool>,
    pub spooler: &'a Spooler,
    pub decoder: &'a Arc<Decoder>,
    /// Where this desk keeps its files.
    pub data_dir: &'a PathBuf,
    /// Certificates trusted beside the system's, of the command line.
    pub given_ca_file: &'a Option<PathBuf>,
    pub link: &'a mut Option<Arc<Link>>,
    pub links: &'a Links,
    /// Whose rows are on the screen, also before anyone is signed in.
    pub scope: &'a mut Option<Scope>,
    pub connection: &'a mut Connection,
    pub line: &'a mut Line,
    /// Since the last try to get back on line.
    pub retried: &'a mut Option<Stopwatch>,
    pub settings: &'a mut Settings,
    /// The practice service's own clock, while its world is on the screen.
    pub practice: &'a mut Option<PracticeClock>,
    pub notices: &'a mut Vec<Notice>,
    pub activity: &'a mut VecDeque<Activity>,
    pub aside: &'a mut Aside,
    pub events: &'a mut VecDeque<Event>,
    /// Something on the screen may look otherwise now.
    pub changed: &'a mut bool,
}

impl Ctx<'_> {
    /// Tells the other features, once what is being done is done.
    pub fn announce(&mut self, event: Event) {
        tracing::debug!(?event);
        self.events.push_back(event);
    }

    /// The file of certificates that are trusted beside the system's.
    pub fn ca_file(&self) -> Option<PathBuf> {
        let set = &self.settings.ca_file;
        let set = (!set.is_empty()).then(|| PathBuf::from(set));
        self.given_ca_file.clone().or(set)
    }
}
