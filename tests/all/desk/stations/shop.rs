//! A shop whose desks share a PostgreSQL of their own.

use postroom::base::secret::Secret;
use postroom::desk::Setup;
use postroom::desk::kernel::session::Connection;
use postroom::desk::state::State;
use postroom::desk::stations::{GivenWorkspace, SharedStatus, WorkspaceAddress, WorkspaceTls};
use postroom::orders::shop_database::ShopDatabaseKind;
use postroom::store::workspace::SharedWorkspace;

use crate::database_servers::{PASSWORD, Server};
use crate::desk::harness::{DeskFixture, TestDesk, pace};

/// One service and one database, with as many desks as a test needs.
pub struct Shop {
    pub world: DeskFixture,
    pub server: Server,
}

impl Shop {
    /// With an empty database. `None` where no server is to be started.
    pub fn empty() -> Option<Self> {
        let server = Server::start(ShopDatabaseKind::Postgres)?;
        server.admin("CREATE DATABASE stations");
        let world = DeskFixture::new();
        Some(Self { world, server })
    }

    /// With tables, which the role of a station may use.
    pub fn prepared() -> Option<Self> {
        Server::start(ShopDatabaseKind::Postgres).map(Self::with_tables)
    }

    /// The same on this server.
    pub fn with_tables(server: Server) -> Self {
        server.admin("CREATE DATABASE stations");
        let world = DeskFixture::new();
        let shop = Self { world, server };
        let owner = || Some(Secret::new("owner-password"));
        let run = |future| shop.world.runtime.block_on(future);
        run(SharedWorkspace::prepare(shop.address("owner"), owner())).unwrap();
        let granted = SharedWorkspace::grant(shop.address("owner"), owner(), "shop");
        shop.world.runtime.block_on(granted).unwrap();
        shop
    }

    pub fn address(&self, user: &str) -> WorkspaceAddress {
        WorkspaceAddress {
            host: "127.0.0.1".to_owned(),
            port: self.server.port(),
            database: "stations".to_owned(),
            user: user.to_owned(),
            tls: WorkspaceTls::Off,
            ..WorkspaceAddress::default()
        }
    }

    /// What the tables say, as the owner of the database reads it.
    pub fn number(&self, sql: &str) -> i64 {
        let said = self.server.admin_in("stations", sql);
        let number = said.lines().find_map(|line| line.trim().parse().ok());
        number.unwrap_or_else(|| panic!("{said}"))
    }

    pub fn claims(&self) -> i64 {
        self.number("SELECT count(*) FROM postroom.claims")
    }

    pub fn setup(&self, station: &str) -> Setup {
        Setup {
            data_dir: self.world.folder.join(station),
            credentials: Some(self.world.credentials()),
            ..self.world.setup()
        }
    }

    /// A desk that is signed in and uses the workspace of its own computer.
    pub fn alone(&self, station: &str) -> TestDesk {
        connected(self.setup(station))
    }

    /// A desk that was started with the shared workspace.
    pub fn station(&self, station: &str) -> TestDesk {
        let given =
            GivenWorkspace { address: self.address("shop"), password: Some(Secret::new(PASSWORD)) };
        let mut desk = connected(Setup { workspace: Some(given), ..self.setup(station) });
        desk.run_until("the shared workspace", is_open);
        desk
    }
}

/// Signed in, with the documents of its workspace.
pub fn connected(setup: Setup) -> TestDesk {
    let mut desk = TestDesk(postroom::desk::Desk::open_paced(setup, pace()).unwrap());
    desk.run_until("connected", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
            && state.balance.summary.value().is_some()
            && state.order_rules.documents.loaded
    });
    desk
}

pub fn is_open(state: &State) -> bool {
    state.stations.status == SharedStatus::Open { newer: None }
        && state.order_rules.documents.loaded
}
