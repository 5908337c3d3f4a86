//! The practice service: the whole shipping interface over one SQLite file, so that Postroom can
//! run, be learned and be tested without an account or network.
//!
//! It shares no wire types with the client: both follow the interface independently. `routes.rs` is
//! the table of calls, `fail.rs` the table of errors; the other files have one resource each.

mod account;
mod address;
mod address_check;
mod admin;
mod app;
mod auth;
mod body;
mod call_spec;
mod carrier;
mod carrier_account;
mod carrier_rules;
pub mod carriers;
mod connections;
mod container;
mod customs;
mod db;
pub mod document;
mod facts;
pub mod fail;
mod fault_calls;
mod fault_play;
mod faults;
mod fields;
mod front;
mod guard;
mod identify;
mod journal;
mod journal_calls;
mod label;
mod ledger;
mod limits;
mod listen;
mod luck;
mod manifest;
mod manifest_order;
mod number;
mod page;
mod paper;
mod parcel;
mod practice;
mod purchase;
mod rate;
mod ready_made;
mod refund;
mod refused_head;
mod reply;
mod request_text;
mod routes;
mod routing;
mod schema;
mod serve;
mod shipment;
mod sim_clock;
/// Writes a table of objects, and the list of all in it.
macro_rules! shapes {
    ($list:ident $($(#[$attribute:meta])* $constant:ident = $name:literal $words:literal [$($field:expr),+ $(,)?])+) => {
        $($(#[$attribute])* pub static $constant: Shape =
            Shape { name: $name, words: $words, fields: &[$($field),+] };)+
        /// Every object, in the order of this file.
        pub static $list: &[&Shape] = &[$(&$constant),+];
    };
}

mod spec;
mod spec_calls;
mod spec_fields;
mod spec_openapi;
mod spec_practice_shapes;
mod spec_proof;
mod spec_shapes;
mod spec_yaml;
mod special;
mod stamp;
mod stored_shipment;
pub mod tariff;
mod tracking;
mod user;
mod warnings;
mod wire;
mod world;
mod world_copies;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use app::{App, RefundsDue};
pub use faults::FaultsError;
pub use limits::Limits;
use postroom_base::clock::Clock;
use postroom_base::secret::Secret;
use postroom_base::{geography, private};
pub use ready_made::PracticeLogin;
pub use serve::{HELP as SERVE_HELP, Options as ServeOptions, serve_blocking};
pub use world::AccountsError;

/// How long a stop waits for calls in progress.
const STOP_PATIENCE: Duration = Duration::from_secs(3);
const FILE_NAME: &str = "practice.db";

pub struct Config {
    /// Port 0 selects any free port.
    pub listen: SocketAddr,
    /// The folder of the database; created if it is missing.
    pub data_dir: PathBuf,
    /// How many seconds of machine time a simulated day lasts; 86,400 is real time.
    pub day_seconds: u32,
    pub clock: Clock,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("making the folder {path}: {source}")]
    Folder { path: PathBuf, source: std::io::Error },
    #[error(transparent)]
    Database(#[from] db::DbError),
    #[error("listening on {listen}: {source}")]
    Listen { listen: SocketAddr, source: std::io::Error },
    #[error("preparing the practice service: {0}")]
    Prepare(#[from] fail::Fail),
    #[error(transparent)]
    Accounts(#[from] AccountsError),
    #[error(transparent)]
    Faults(#[from] FaultsError),
}

/// What a service for tests has besides.
#[derive(Default)]
pub struct Extras {
    /// Ids, numbers, keys and tokens follow from it.
    pub seed: Option<u64>,
    /// The password of the page and of the practice calls.
    pub admin_password: Option<Secret>,
    /// A file of accounts to make.
    pub accounts: Option<PathBuf>,
    /// A file of faults to inject.
    pub faults: Option<PathBuf>,
    /// Whether the data end with the service, so that no write waits for the disk.
    pub is_temporary: bool,
}

/// A running practice service. Dropping it does not stop it; [`Service::stop`] does.
pub struct Service {
    app: Arc<App>,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    connections: Arc<connections::Connections>,
    server: JoinHandle<()>,
    keeper: JoinHandle<()>,
}

/// Starts the service on the current tokio runtime. It runs until [`Service::stop`].
pub async fn start(config: Config) -> Result<Service, StartError> {
    start_within(config, Limits::default()).await
}

/// Like [`start`], with other limits.
pub async fn start_within(config: Config, limits: Limits) -> Result<Service, StartError> {
    start_with(config, limits, Extras::default()).await.map(|(service, _)| service)
}

/// Like [`start_within`], with extras. Also returns the credentials of the accounts that were made.
pub async fn start_with(
    config: Config,
    limits: Limits,
    extras: Extras,
) -> Result<(Service, Vec<Value>), StartError> {
    let file = config.data_dir.join(FILE_NAME);
    // SQLite gives its side files the permissions of the main file, so the file is created first.
    private::create_private_dir(&config.data_dir)
        .and_then(|()| private::open_private_file(&file))
        .map_err(|source| StartError::Folder { path: config.data_dir.clone(), source })?;
    let db = db::Db::open(&file, extras.is_temporary)?;
    let (machine, day_seconds) = (config.clock, config.day_seconds);
    let clock =
        db.read(move |conn| Ok(sim_clock::SimClock::resume(machine, day_seconds, conn)?)).await?;
    clock.persist(&db, false).await?;
    // Address checks need the place tables; they load in the background while the first calls
    // arrive.
    tokio::task::spawn_blocking(geography::warm_up);
    let listen_error = |source| StartError::Listen { listen: config.listen, source };
    let listener = listen::bind(config.listen).map_err(listen_error)?;
    let address = listener.local_addr().map_err(listen_error)?;
    let app = Arc::new(App {
        db,
        clock,
        keys: auth::Keys::generate(extras.seed)?,
        faults: faults::Faults::default(),
        refunds: RefundsDue::default(),
        bodies: body::BodyMemoryBudget::new(limits),
        copies: world_copies::Copies::default(),
        journal: journal::Journal::default(),
        admin_password: extras.admin_password,
        listen_ip: address.ip(),
    });
    world::begin(&app);
    let accounts = match &extras.accounts {
        Some(file) => world::load(&app, file).await?,
        None => Vec::new(),
    };
    if let Some(file) = &extras.faults {
        app.faults.load(file)?;
    }
    let (stop, stopping) = watch::channel(false);
    refund::retry_failed_refunds(&app).await?;
    let router = routes::router(Arc::clone(&app));
    let connections = Arc::<connections::Connections>::default();
    let serving =
        listen::serve(listener, router, Arc::clone(&connections), limits, stopping.clone());
    let server = tokio::spawn(serving);
    let keeper = tokio::spawn(keep_time(Arc::clone(&app), stopping));
    Ok((Service { app, address, stop, connections, server, keeper }, accounts))
}

impl Service {
    /// `http://127.0.0.1:PORT/v3.1`
    pub fn base_url(&self) -> String {
        format!("http://{}/v3.1", self.address)
    }

    /// `http://127.0.0.1:PORT/practice`
    pub fn practice_url(&self) -> String {
        format!("http://{}/practice", self.address)
    }

    /// Makes sure that the ready-made practice account exists (Active, terms approved, $500.00,
    /// card on file, one carrier account per carrier, a few saved addresses) and sets a new API
    /// secret and password, so that no secret is ever stored in clear text.
    pub async fn practice_login(&self) -> Result<PracticeLogin, StartError> {
        Ok(ready_made::login(&self.app).await?)
    }

    /// Adds the faults of a file (docs/practice-service.md) to the existing ones.
    ///
    /// # Errors
    /// Fails when the file cannot be read or one of its rules is invalid; then none of them is
    /// added.
    pub fn load_faults(&self, file: &Path) -> Result<(), FaultsError> {
        self.app.faults.load(file)
    }

    pub fn forget_faults(&self) {
        self.app.faults.forget();
    }

    /// How many calls got each kind of fault since the start.
    pub fn faults_met(&self) -> BTreeMap<&'static str, u64> {
        self.app.faults.injected_counts()
    }

    /// How many open connections wait for their next request.
    pub fn idle_connections(&self) -> usize {
        self.connections.idle()
    }

    /// Completes the calls in progress, stores the simulated time to the millisecond and closes the
    /// database.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        let abort = self.server.abort_handle();
        if tokio::time::timeout(STOP_PATIENCE, self.server).await.is_err() {
            abort.abort();
        }
        self.keeper.abort();
        if let Err(error) = self.app.clock.persist(&self.app.db, true).await {
            tracing::error!(%error, "keeping the simulated time at the stop");
        }
        let app = self.app;
        if tokio::task::spawn_blocking(move || app.db.close()).await.is_err() {
            tracing::error!("closing the practice database");
        }
    }
}

async fn keep_time(app: Arc<App>, mut stopping: watch::Receiver<bool>) {
    let mut tick = tokio::time::interval(Duration::from_secs(sim_clock::KEEP_EVERY_SECONDS));
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        if let Err(error) = app.clock.persist(&app.db, false).await {
            tracing::error!(%error, "keeping the simulated time");
        }
    }
}
