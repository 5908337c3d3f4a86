//! The keyed import: the shop's database fills the order of a scanned number.

use std::sync::Arc;

use jiff::Timestamp;

use crate::base::clock::desk_zone;
use crate::base::locale::Message;
use crate::desk::kernel::secret_places::SecretPlaces;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::order_records::import::reader::Reader;
use crate::desk::order_records::import::write_plan::writes_of;
use crate::desk::order_records::order_keys::OrderKeys;
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::documents;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use crate::shop_database::error::ShopDatabaseError;
use crate::shop_database::fetch::fetch;
use crate::shop_database::secret_item;
use crate::store::workspace::{OrderRow, Workspace, WorkspaceError, WriteOutcome};
use crate::tables::headings;
use crate::tables::mapping::{MappedColumn, Mapping, OrderField};
use crate::tables::sheet::{Cell, Sheet, Workbook};

/// The heading of the column that is added to a result without one for the number. No database has
/// such a column.
const SCANNED_NUMBER: &str = "#scanned-number";
/// A write is lost only to one of another computer at the very same moment.
const MOST_ROUNDS: usize = 3;

pub(in crate::desk) struct KeyedImport {
    /// A person at this computer has allowed the database.
    pub is_allowed: bool,
    pub key: String,
    pub database: Arc<ShopDatabase>,
    pub places: SecretPlaces,
    pub workspace: WorkspaceHandle,
    pub basis: Arc<OrderBasis>,
    pub at: Timestamp,
}

/// Why the database did not fill an order.
pub(in crate::desk) enum Unfilled {
    Nothing,
    Refused(Message),
}

impl From<WorkspaceError> for Unfilled {
    fn from(error: WorkspaceError) -> Self {
        Self::Refused(error.to_string().into())
    }
}

impl From<ShopDatabaseError> for Unfilled {
    fn from(error: ShopDatabaseError) -> Self {
        match error {
            ShopDatabaseError::NoSuchNumber { .. } => Self::Nothing,
            error => Self::Refused(error.message()),
        }
    }
}

impl KeyedImport {
    /// Asks the database for the number and writes its rows as an order. What is there already is
    /// changed as by any other import.
    pub(in crate::desk) async fn fill(&self, number: &str) -> Result<OrderRow, Unfilled> {
        if !self.is_allowed {
            return Err(Unfilled::Refused(documents::refusal(&self.database)));
        }
        let secret = match self.database.kind {
            ShopDatabaseKind::SqliteFile => None,
            _ => {
                let item = secret_item(&self.key, &self.database);
                let read = self.places.read(&item).await;
                read.map_err(|error| {
                    let reason = error.to_string();
                    Unfilled::Refused(message!("scan-password-not-read", reason = reason))
                })?
            }
        };
        let fetched = fetch(&self.database, secret.as_ref(), number, &desk_zone()).await?;
        let workspace = self.workspace.open().await?;
        let (sheet, mapping) = self.with_number(fetched.sheet, number);
        for _ in 0..MOST_ROUNDS {
            let written = self.write(workspace.as_ref(), &sheet, &mapping).await?;
            if let Some(row) = written {
                return Ok(row);
            }
        }
        Err(Unfilled::Refused(message!("order-import-unattended-overtaken")))
    }

    /// The result with a column for the number, and the mapping that reads it.
    fn with_number(&self, mut sheet: Sheet, number: &str) -> (Sheet, Mapping) {
        let mut mapping = match self.database.mapping.columns.is_empty() {
            true => headings::recognize(&sheet).mapping,
            false => self.database.mapping.clone(),
        };
        if mapping.source.trim().is_empty() {
            mapping.source.clone_from(&self.database.name);
        }
        let places = match sheet.rows.first() {
            Some(heading) => mapping.places(heading),
            None => Vec::new(),
        };
        let mut mapped = mapping.columns.iter().zip(places).filter(|(_, place)| place.is_some());
        let has_number = mapped.any(|(column, _)| column.field == Some(OrderField::Number));
        if has_number {
            return (sheet, mapping);
        }
        for (at, row) in sheet.rows.iter_mut().enumerate() {
            let text = if at == 0 { SCANNED_NUMBER } else { number };
            row.cells.push(Cell::Text(text.into()));
        }
        mapping.columns.push(MappedColumn {
            heading: SCANNED_NUMBER.to_owned(),
            field: Some(OrderField::Number),
            ..MappedColumn::default()
        });
        (sheet, mapping)
    }

    /// `None` if another computer wrote the order at the same moment.
    async fn write(
        &self,
        workspace: &dyn Workspace,
        sheet: &Sheet,
        mapping: &Mapping,
    ) -> Result<Option<OrderRow>, Unfilled> {
        let workbook = Workbook {
            file: self.database.name.clone(),
            sheets: vec![sheet.clone()],
            ..Workbook::default()
        };
        let basis = Arc::clone(&self.basis);
        let mapping = Some(mapping.clone());
        let reader = Reader::unattended(None, workbook, mapping, Vec::new(), basis, self.at);
        let planned = reader.plan(workspace).await?;
        let source = planned.preview.mapping.source.clone();
        let mut plan = planned.plan;
        plan.orders.truncate(1);
        let Some(order) = plan.orders.first_mut() else {
            return Err(Unfilled::Nothing);
        };
        let number = order.number.clone();
        if let Some(write) = &mut order.write {
            write.order.write_back = Some(self.key.clone());
        }
        let keys = OrderKeys::read(workspace).await?;
        let writes = writes_of(plan, &self.basis, &keys);
        let outcomes = workspace.write_orders(writes).await?;
        let is_written = |outcome: &WriteOutcome| matches!(outcome, WriteOutcome::Written(_));
        if !outcomes.iter().all(is_written) {
            return Ok(None);
        }
        let rows = workspace.orders_by_number(Some(source), vec![number]).await?;
        Ok(rows.into_iter().next())
    }
}
