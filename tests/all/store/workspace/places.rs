//! Where a workspace is while it is tested.

use std::sync::LazyLock;

use postroom::store::workspace::{ClaimTimes, LocalWorkspace, Workspace};
use tokio::runtime::Runtime;

use crate::prelude::*;

/// An empty workspace that can be opened by several computers.
pub trait Place {
    fn open_as(&self, station: &str) -> Box<dyn Workspace>;

    /// Lets time pass, as the workspace measures it.
    fn pass(&self, time: SignedDuration);

    /// How long its claims are kept.
    fn times(&self) -> ClaimTimes;

    /// A computer that said nothing has no lease any more.
    fn pass_lease(&self) {
        self.pass(more_than(self.times().lease));
    }

    /// A computer that was asked had time enough to answer.
    fn pass_answer(&self) {
        self.pass(more_than(self.times().answer));
    }

    /// Runs a statement as another program would. `{orders}` and `{details}` are the tables,
    /// `{long}` and `{large}` texts of 40,000 letters and of 5 MB.
    fn change_rows(&self, statement: &str);

    /// Rows that only this database can have: see `odd_rows`.
    fn odd_rows(&self) -> Vec<(&'static str, &'static str, &'static str)>;

    fn open(&self) -> Box<dyn Workspace> {
        self.open_as("bench 1")
    }
}

fn more_than(time: Duration) -> SignedDuration {
    SignedDuration::try_from(time).unwrap() + SignedDuration::from_secs(1)
}

/// Connections to a server belong to the runtime in which they were made.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
});

pub fn run<T>(future: impl Future<Output = T>) -> T {
    RUNTIME.block_on(future)
}

/// A folder of this computer.
pub struct Folder {
    folder: crate::store::Folder,
    clock: Clock,
}

impl Folder {
    pub fn new(name: &str) -> Self {
        Self { folder: crate::store::Folder::new(name), clock: crate::store::clock() }
    }
}

impl Place for Folder {
    fn open_as(&self, station: &str) -> Box<dyn Workspace> {
        let folder = self.folder.path();
        let opened = LocalWorkspace::open(folder, self.clock.clone(), station.to_owned());
        Box::new(opened.unwrap())
    }

    fn times(&self) -> ClaimTimes {
        ClaimTimes::default()
    }

    fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
    }

    fn change_rows(&self, statement: &str) {
        let file = rusqlite::Connection::open(self.folder.path().join("workspace.db")).unwrap();
        let statement = statement
            .replace("{orders}", "orders")
            .replace("{details}", "order_details")
            .replace("{long}", "printf('%.40000c', 'x')")
            .replace("{large}", "printf('%.5000000c', 'x')");
        file.execute_batch(&statement).unwrap();
    }

    fn odd_rows(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        vec![
            (
                "time",
                "UPDATE {orders} SET changed = 9223372036854775807 WHERE number = 'time'",
                "“changed” has",
            ),
            (
                "bytes",
                "UPDATE {orders} SET recipient = CAST(x'41ff' AS TEXT) WHERE number = 'bytes'",
                "“recipient” has",
            ),
        ]
    }
}
