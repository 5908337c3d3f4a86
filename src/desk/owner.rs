//! [`Desk`], which owns the whole state, and how it lends a feature its own state and a [`Ctx`],
//! and nothing else.

use std::any::Any;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::clock::{Clock, Stopwatch};
use crate::desk::addresses::Addresses;
use crate::desk::balance::Balance;
use crate::desk::carriers::Carriers;
use crate::desk::containers::Containers;
use crate::desk::finder::Finder;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Feature, Fold, Jobs};
use crate::desk::kernel::notices::OffScreenNotices;
use crate::desk::kernel::pace::Timing;
use crate::desk::kernel::secret_places::SecretPlaces;
use crate::desk::kernel::session::{Link, Links};
use crate::desk::kernel::shop_outbox::OutboxHandle;
use crate::desk::kernel::workspaces::Workspaces;
use crate::desk::labels::Labels;
use crate::desk::manifests::Manifests;
use crate::desk::money::Purchases;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_import::OrderImport;
use crate::desk::order_moves::OrderMoves;
use crate::desk::order_printing::OrderPrinting;
use crate::desk::order_results::OrderResults;
use crate::desk::order_rules::OrderRules;
use crate::desk::orders::Orders;
use crate::desk::practice::Practice;
use crate::desk::printing::state::Printing;
use crate::desk::refunds::Refunds;
use crate::desk::safekeeping::Safekeeping;
use crate::desk::scale::Scales;
use crate::desk::scan_to_ship::ScanToShip;
use crate::desk::ship::Ship;
use crate::desk::shipments::list::Shipments;
use crate::desk::sign_in::Accounts;
use crate::desk::state::State;
use crate::desk::stations::Stations;
use crate::desk::tracking::Parcels;
use crate::label::Decoder;
use crate::label::print::spooler::Spooler;
use crate::rows::scope::Environment;
use crate::store::book::Book;
use crate::store::cache::{Cache, Scope};
use crate::store::journal::Journal;
use crate::store::spool::Spool;

/// The headless application: one owner of the state, no locks.
pub struct Desk {
    pub(in crate::desk) state: State,
    pub(in crate::desk) jobs: Jobs,
    pub(in crate::desk) clock: Clock,
    pub(in crate::desk) pace: Timing,
    pub(in crate::desk) cache: Cache,
    /// The address book of this computer alone.
    pub(in crate::desk) book: Book,
    /// `None` when the journal cannot be trusted; then nothing can be bought.
    pub(in crate::desk) journal: Option<Journal>,
    /// `None` when the print queue's file cannot be used; then nothing can be printed.
    pub(in crate::desk) spool: Option<Spool>,
    pub(in crate::desk) workspaces: Workspaces,
    pub(in crate::desk) shop_outbox: OutboxHandle,
    pub(in crate::desk) secret_places: SecretPlaces,
    pub(in crate::desk) spooler: Spooler,
    pub(in crate::desk) decoder: Arc<Decoder>,
    /// The folder of this desk's files.
    pub(in crate::desk) data_dir: PathBuf,
    /// Extra certificates given on the command line, for this run only.
    pub(in crate::desk) ca_file: Option<PathBuf>,
    pub(in crate::desk) link: Option<Arc<Link>>,
    pub(in crate::desk) links: Links,
    /// The account whose rows are shown; set before sign-in finishes.
    pub(in crate::desk) scope: Option<Scope>,
    /// Time since the last attempt to reconnect.
    pub(in crate::desk) retried: Option<Stopwatch>,
    pub(in crate::desk) aside: OffScreenNotices,
    /// Events that were announced and are not delivered yet.
    pub(in crate::desk) events: VecDeque<Event>,
    pub(in crate::desk) changed: bool,
}

macro_rules! context {
    ($desk:ident) => {{
        let book = $desk.book_in_use();
        Ctx {
            jobs: &mut $desk.jobs,
            clock: &$desk.clock,
            pace: &$desk.pace,
            cache: &$desk.cache,
            book,
            own_book: &$desk.book,
            journal: &$desk.journal,
            spool: &$desk.spool,
            workspaces: &$desk.workspaces,
            shop_outbox: &$desk.shop_outbox,
            secret_places: &$desk.secret_places,
            spooler: &$desk.spooler,
            decoder: &$desk.decoder,
            data_dir: &$desk.data_dir,
            given_ca_file: &$desk.ca_file,
            link: &mut $desk.link,
            links: &$desk.links,
            scope: &mut $desk.scope,
            connection: &mut $desk.state.connection,
            connectivity: &mut $desk.state.connectivity,
            retried: &mut $desk.retried,
            settings: &mut $desk.state.settings,
            practice: &mut $desk.state.practice_clock,
            notices: &mut $desk.state.notices,
            activity: &mut $desk.state.activity,
            aside: &mut $desk.aside,
            events: &mut $desk.events,
            changed: &mut $desk.changed,
        }
    }};
}

macro_rules! features {
    ($($name:ident: $feature:ty,)*) => {
        impl Desk {
            $(
                pub(in crate::desk) fn $name<R>(
                    &mut self,
                    with: impl FnOnce(&mut $feature, &mut Ctx<'_>) -> R,
                ) -> R {
                    let mut ctx = context!(self);
                    with(&mut self.state.$name, &mut ctx)
                }
            )*
        }

        $(
            impl Feature for $feature {
                fn lend(desk: &mut dyn Any, fold: impl FnOnce(&mut Self, &mut Ctx<'_>)) {
                    if let Some(desk) = desk.downcast_mut::<Desk>() {
                        desk.$name(fold);
                    }
                }
            }
        )*
    };
}

features! {
    accounts: Accounts,
    addresses: Addresses,
    balance: Balance,
    carriers: Carriers,
    containers: Containers,
    finder: Finder,
    labels: Labels,
    manifests: Manifests,
    order_batches: OrderBatches,
    order_import: OrderImport,
    order_moves: OrderMoves,
    order_printing: OrderPrinting,
    order_results: OrderResults,
    order_rules: OrderRules,
    orders: Orders,
    practice: Practice,
    printing: Printing,
    purchases: Purchases,
    refunds: Refunds,
    safekeeping: Safekeeping,
    scale: Scales,
    scan_to_ship: ScanToShip,
    ship: Ship,
    shipments: Shipments,
    stations: Stations,
    tracking: Parcels,
}

impl Desk {
    /// The practice service never uses the book of a shared workspace.
    fn book_in_use(&self) -> Book {
        let practice = Environment::Practice.word();
        let scope = self.scope.as_ref();
        let is_practice = scope.is_some_and(|scope| scope.environment == practice);
        let shared = self.workspaces.shared_book(is_practice);
        shared.unwrap_or_else(|| self.book.clone())
    }

    /// Lends only the context, for work that belongs to no feature.
    pub(in crate::desk) fn kernel<R>(&mut self, with: impl FnOnce(&mut Ctx<'_>) -> R) -> R {
        with(&mut context!(self))
    }
}

impl Feature for () {
    fn lend(desk: &mut dyn Any, fold: impl FnOnce(&mut Self, &mut Ctx<'_>)) {
        if let Some(desk) = desk.downcast_mut::<Desk>() {
            desk.kernel(|ctx| fold(&mut (), ctx));
        }
    }
}

/// An answer that changes several features at once.
pub(in crate::desk) fn to_desk(fold: impl FnOnce(&mut Desk) + Send + 'static) -> Fold {
    Box::new(move |desk| {
        if let Some(desk) = desk.downcast_mut::<Desk>() {
            fold(desk);
        }
    })
}
