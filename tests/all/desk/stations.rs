//! Desks without a window that share a workspace on a real PostgreSQL, where `POSTROOM_DATABASES` is
//! set (`.ci/run` sets it).

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod addresses;
mod bad_input;
mod batch;
mod buying;
mod documents;
mod moving;
mod other_account;
mod pooled;
mod server;
mod sharing;
mod watched;

use postroom::base::id::OrderId;
use postroom::base::secret::Secret;
use postroom::desk::Setup;
use postroom::desk::kernel::remote::Remote;
use postroom::desk::kernel::session::Connection;
use postroom::desk::orders::change::OrderEdit;
use postroom::desk::orders::import_flow::OrderImportIntent;
use postroom::desk::orders::intent::OrderIntent;
use postroom::desk::orders::list::OrderFilter;
use postroom::desk::orders::order_row::OrderInList;
use postroom::desk::orders::shop_database::ShopDatabaseKind;
use postroom::desk::state::State;
use postroom::desk::stations::{GivenWorkspace, SharedStatus, WorkspaceAddress, WorkspaceTls};

use super::harness::{DeskFixture, TestDesk, pace};
use crate::database_servers::{PASSWORD, Server};

/// One service and one database, with as many desks as a test needs.
pub struct Shop {
    pub world: DeskFixture,
    server: Server,
}

impl Shop {
    /// With an empty database. `None` where no server is to be started.
    fn empty() -> Option<Self> {
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
    fn with_tables(server: Server) -> Self {
        use postroom::store::workspace::SharedWorkspace;
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
    fn number(&self, sql: &str) -> i64 {
        let said = self.server.admin_in("stations", sql);
        let number = said.lines().find_map(|line| line.trim().parse().ok());
        number.unwrap_or_else(|| panic!("{said}"))
    }

    fn claims(&self) -> i64 {
        self.number("SELECT count(*) FROM postroom.claims")
    }

    fn setup(&self, station: &str) -> Setup {
        Setup {
            data_dir: self.world.folder.join(station),
            credentials: Some(self.world.credentials()),
            ..self.world.setup()
        }
    }

    /// A desk that is signed in and uses the workspace of its own computer.
    fn alone(&self, station: &str) -> TestDesk {
        connected(self.setup(station))
    }

    /// Imports orders, at a station that is closed then.
    #[cfg(feature = "inspect")]
    pub fn import_orders(&self, orders: usize) {
        let mut desk = self.station("bench-0");
        desk.import_orders(&super::orders::batches::table(orders));
    }

    /// A desk that was started with the shared workspace.
    fn station(&self, station: &str) -> TestDesk {
        let given =
            GivenWorkspace { address: self.address("shop"), password: Some(Secret::new(PASSWORD)) };
        let mut desk = connected(Setup { workspace: Some(given), ..self.setup(station) });
        desk.run_until("the shared workspace", is_open);
        desk
    }
}

/// Signed in, with the documents of its workspace.
fn connected(setup: Setup) -> TestDesk {
    let mut desk = TestDesk(postroom::desk::Desk::open_paced(setup, pace()).unwrap());
    desk.run_until("connected", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
            && state.balance.summary.value().is_some()
            && state.orders.documents.loaded
    });
    desk
}

/// Without waiting for the orders.
fn connected_to_nothing(setup: Setup) -> TestDesk {
    TestDesk(postroom::desk::Desk::open_paced(setup, pace()).unwrap())
}

fn is_open(state: &State) -> bool {
    state.stations.status == SharedStatus::Open { newer: None } && state.orders.documents.loaded
}

fn is_lost(state: &State) -> bool {
    matches!(state.stations.status, SharedStatus::Lost { .. })
}

/// Imports orders with these numbers.
fn import(desk: &mut TestDesk, numbers: &[&str]) {
    let mut table =
        "Order Number\tRecipient\tStreet\tCity\tState\tZip\tCountry\tWeight (oz)\n".to_owned();
    for number in numbers {
        table += &format!("{number}\tAnn {number}\t350 5th Ave\tNew York\tNY\t10118\tUS\t8\n");
    }
    desk.apply(OrderIntent::Import(OrderImportIntent::ReadClipboard(table)));
    desk.run_until("preview", |state| matches!(state.orders.import.preview, Remote::Ready(_)));
    let before = desk.state().orders.total();
    let wanted = before + numbers.len() as u64;
    desk.apply(OrderIntent::Import(OrderImportIntent::Write));
    desk.run_until("imported", |state| state.orders.total() == wanted);
    show_all(desk);
}

fn show_all(desk: &mut TestDesk) {
    desk.apply(OrderIntent::Show { filter: OrderFilter::default(), first: 0 });
    desk.run_until("the list", |state| state.orders.rows.len() as u64 == state.orders.total());
}

fn order<'a>(state: &'a State, number: &str) -> Option<&'a OrderInList> {
    let mut rows = state.orders.rows.iter();
    rows.find(|row| row.order.number == number).map(|row| &**row)
}

fn id_of(desk: &TestDesk, number: &str) -> OrderId {
    order(desk.state(), number).unwrap().id.clone()
}

fn note(desk: &mut TestDesk, number: &str, text: &str) {
    let ids = vec![id_of(desk, number)];
    let edit = OrderEdit::Note(text.to_owned());
    desk.apply(OrderIntent::Edit { ids, edit });
}
