//! How orders come in: a file, a table from the clipboard or the sample of the practice service is
//! shown as the orders it would make, and written when a person says so. A watched folder is imported
//! without a person. The shop's database is set up here.

pub mod database;
pub mod intent;
mod ready_plan;
pub mod table;
pub mod watch;
mod write;

use std::sync::Arc;

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::remote::Remote;
use crate::desk::order_import::database::DatabaseTest;
use crate::desk::order_import::table::TableImport;
use crate::desk::order_import::watch::FolderWatch;
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Documents;

#[derive(Debug, Default)]
pub struct OrderImport {
    pub table: TableImport,
    /// The import that is being written, or has just ended with a trouble.
    pub writing: Option<BatchJob>,
    /// The folder whose files are imported without a person.
    pub watch: FolderWatch,
    /// The test of a database that is being set up.
    pub database_test: Remote<DatabaseTest>,
    /// What the feature knows of others; copied to it after each change.
    pub(in crate::desk) known: KnownToOrderImport,
}

#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToOrderImport {
    pub basis: Arc<OrderBasis>,
    pub documents: Arc<Documents>,
    /// A batch of orders is at work.
    pub is_busy: bool,
}

impl AccountChange for OrderImport {
    fn give_up_requests(&mut self) {
        self.watch = FolderWatch::default();
        self.database_test = Remote::NotAsked;
    }

    fn forget_rows(&mut self) {
        if let Some(writing) = &mut self.writing {
            writing.cancel();
        }
        *self = Self::default();
    }
}
