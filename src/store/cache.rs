//! `cache.db`: data received from the server, plus settings and drafts of this installation.
//! Disposable: a damaged file is moved aside and a new one is created. Every row of remote data
//! belongs to a [`Scope`], so data of one environment never shows in another.
//!
//! Bodies are JSON text here; the cache does not interpret them.

mod documents;
mod find;
mod labels;
mod open;
mod quotes;
mod schema;
mod shipments;
mod spending;
mod values;

use std::path::Path;

use jiff::Timestamp;

use self::find::Counting;
use crate::base::clock::Clock;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::base::money::Money;
use crate::store::file;
use crate::store::file::FileError;
use crate::store::file_step::log_failed_call;
use crate::store::worker::{ConnectionThreads, Stopped};
use crate::text;

pub use self::labels::Label;
pub use self::quotes::{MOST_QUOTES, QuotePage, QuoteRecord};
pub use crate::rows::scope::Scope;

#[derive(Clone, Debug)]
pub struct Opened {
    pub cache: Cache,
    /// Whether a damaged file was moved aside, so this one is new and empty.
    pub rebuilt: bool,
    /// The path of the file if it was too large to check while opening:
    /// [`crate::store::look_through`] has to check it in the background.
    pub unchecked_file: Option<std::path::PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub json: String,
    /// When it was stored.
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipmentRecord {
    pub id: ShipmentId,
    pub created: Timestamp,
    pub to_name: String,
    pub to_place: String,
    /// The code of the recipient's country, if the sender is in another one.
    pub to_country: String,
    pub to_email: String,
    /// The reference texts of the label.
    pub reference: String,
    pub carrier: String,
    pub service: String,
    /// The number of the first package.
    pub tracking_number: Option<TrackingNumber>,
    /// The numbers of the further packages, as far as known. Storing a record without them keeps
    /// those that are known.
    pub further_numbers: Vec<TrackingNumber>,
    pub status: String,
    pub sub_status: String,
    pub price: Option<Money>,
    pub packages: u32,
    pub refund_status: Option<String>,
    /// The text of every field that can be searched.
    pub search_text: String,
    pub json: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipmentQuery {
    pub text: String,
    pub created_from: Option<Timestamp>,
    pub created_to: Option<Timestamp>,
    /// Any of these statuses; empty means every status.
    pub statuses: Vec<String>,
    pub refunded: Option<bool>,
    /// The carriers whose shipments are not wanted, by the name in their rows.
    pub carriers_left_out: Vec<String>,
    pub offset: u64,
    pub limit: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipmentPage {
    /// Newest first. `search_text` is empty, and so is `json` except in rows stored by a version
    /// that had fewer columns.
    pub rows: Vec<ShipmentRecord>,
    pub matching: u64,
    /// Whether there may be more matches than `matching`: counting a search stops at
    /// [`COUNTED_AT_MOST`].
    pub more: bool,
    pub total: u64,
}

/// The total cost of the labels of one service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    pub carrier: String,
    pub service: String,
    pub sum: Money,
    pub shipments: u64,
}

/// Counting every record that contains a common letter would take longer than reading the page.
pub const COUNTED_AT_MOST: u64 = 1_000;

#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("{}", text!("storage-cache-failed"))]
    Sql { attempted: &'static str, source: rusqlite::Error },
    #[error("{}", text!("storage-cache-not-opened"))]
    File(#[from] FileError),
    #[error("{}", text!("storage-cache-closed"))]
    Stopped(#[from] Stopped),
}

/// Handle to the cache. Clones share the file.
#[derive(Clone, Debug)]
pub struct Cache {
    readers: ConnectionThreads,
    writer: ConnectionThreads,
    clock: Clock,
}

impl Cache {
    /// Opens the cache and checks a small file for damage. Not for the UI thread.
    ///
    /// # Errors
    /// Problems with the disk, its permissions or a lock. Damage is not an error: the cache is
    /// rebuilt.
    pub fn open(dir: &Path, clock: Clock) -> Result<Opened, CacheError> {
        open::open(dir, clock)
    }

    /// Removes up to `most` of the oldest shipments created before `before`, with their labels.
    /// Returns how many were removed.
    pub async fn forget_before(
        &self,
        scope: &Scope,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, CacheError> {
        let scope = scope.clone();
        self.writer.run(move |connection| shipments::forget(connection, &scope, before, most)).await
    }

    /// Removes all data of one account: shipments, labels, quotes, forms, tracked numbers,
    /// values.
    pub async fn forget_scope(&self, scope: &Scope) -> Result<(), CacheError> {
        const CHUNK: u32 = 500;
        while self.forget_before(scope, Timestamp::MAX, CHUNK).await? > 0 {}
        self.forget_quotes(scope, Timestamp::MAX).await?;
        let scope = scope.clone();
        self.writer.run(move |connection| values::forget_scope(connection, &scope)).await
    }

    /// To be called when a user signs in to this account: its rows are stored again, even if the
    /// account was forgotten earlier in this run.
    pub async fn enter_scope(&self, scope: &Scope) -> Result<(), CacheError> {
        let scope = scope.clone();
        self.writer
            .run(move |connection| {
                schema::note_known_again(connection, &scope).map_err(sql("enter an account"))
            })
            .await
    }

    /// Deletes everything, of every account, including settings and drafts.
    pub async fn clear(&self) -> Result<(), CacheError> {
        self.writer.run(|connection| file::empty(connection).map_err(sql("empty everything"))).await
    }

    /// Stores a setting, a draft or a snapshot. Without a scope the value belongs to this
    /// installation.
    pub async fn put(
        &self,
        scope: Option<&Scope>,
        key: &str,
        json: String,
    ) -> Result<(), CacheError> {
        let (scope, key, at) = (scope.cloned(), key.to_owned(), file::now(&self.clock));
        self.writer
            .run(move |connection| values::put_value(connection, scope.as_ref(), &key, &json, at))
            .await
    }

    pub async fn get(
        &self,
        scope: Option<&Scope>,
        key: &str,
    ) -> Result<Option<Snapshot>, CacheError> {
        let (scope, key) = (scope.cloned(), key.to_owned());
        self.readers.run(move |connection| values::get(connection, scope.as_ref(), &key)).await
    }

    /// Stores all records or none of them, as reported by the service now. A known id is replaced.
    pub async fn put_shipments(
        &self,
        scope: &Scope,
        records: Vec<ShipmentRecord>,
    ) -> Result<(), CacheError> {
        let received = Some(file::now(&self.clock));
        self.write_shipments(scope, records, received).await
    }

    /// Stores a change of a shipment that the service did not report again: its age stays.
    pub async fn revise_shipment(
        &self,
        scope: &Scope,
        record: ShipmentRecord,
    ) -> Result<(), CacheError> {
        self.write_shipments(scope, vec![record], None).await
    }

    /// Stores a shipment that was just bought with its labels, each with its package number and file
    /// type, and its tracking: all in one commit.
    pub async fn put_bought(
        &self,
        scope: &Scope,
        record: Option<ShipmentRecord>,
        labels: Vec<Label>,
        tracking: Option<(TrackingNumber, String)>,
    ) -> Result<(), CacheError> {
        let (scope, now) = (scope.clone(), file::now(&self.clock));
        self.writer
            .run(move |connection| {
                let transaction = connection.transaction().map_err(sql("store a purchase"))?;
                shipments::put_shipments(&transaction, &scope, record.as_slice(), Some(now))?;
                for label in &labels {
                    labels::put_label(&transaction, label)?;
                }
                if let Some((number, json)) = tracking {
                    values::put_tracking(&transaction, &scope, &number, &json, now)?;
                }
                transaction.commit().map_err(sql("store a purchase"))
            })
            .await
    }

    async fn write_shipments(
        &self,
        scope: &Scope,
        records: Vec<ShipmentRecord>,
        received: Option<Timestamp>,
    ) -> Result<(), CacheError> {
        let scope = scope.clone();
        self.writer
            .run(move |connection| {
                let transaction = connection.transaction().map_err(sql("store shipments"))?;
                shipments::put_shipments(&transaction, &scope, &records, received)?;
                transaction.commit().map_err(sql("store shipments"))
            })
            .await
    }

    pub async fn find_shipments(
        &self,
        scope: &Scope,
        query: ShipmentQuery,
    ) -> Result<ShipmentPage, CacheError> {
        self.find_counting(scope, query, Counting::Whole).await
    }

    /// Like [`Self::find_shipments`], without counting: for a search, `matching` is the number of
    /// rows up to the end of this page, and `more` is true if there may be further ones.
    pub async fn first_shipments(
        &self,
        scope: &Scope,
        query: ShipmentQuery,
    ) -> Result<ShipmentPage, CacheError> {
        self.find_counting(scope, query, Counting::RowsOnly).await
    }

    async fn find_counting(
        &self,
        scope: &Scope,
        query: ShipmentQuery,
        counting: Counting,
    ) -> Result<ShipmentPage, CacheError> {
        let scope = scope.clone();
        self.readers.run(move |connection| find::find(connection, &scope, &query, counting)).await
    }

    /// What was paid for shipments created in the period, highest sum first. Refunded ones are
    /// left out.
    pub async fn spending(
        &self,
        scope: &Scope,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> Result<Vec<Spending>, CacheError> {
        let scope = scope.clone();
        self.readers.run(move |connection| spending::sums(connection, &scope, (from, to))).await
    }

    pub async fn shipment(
        &self,
        scope: &Scope,
        id: &ShipmentId,
    ) -> Result<Option<ShipmentRecord>, CacheError> {
        let (scope, id) = (scope.clone(), id.clone());
        self.readers.run(move |connection| shipments::get(connection, &scope, &id)).await
    }

    /// The shipment and when the service reported it.
    pub async fn shipment_with_time(
        &self,
        scope: &Scope,
        id: &ShipmentId,
    ) -> Result<Option<(ShipmentRecord, Timestamp)>, CacheError> {
        let (scope, id) = (scope.clone(), id.clone());
        self.readers.run(move |connection| shipments::get_with_time(connection, &scope, &id)).await
    }

    /// If a carrier used the number twice, the newest shipment.
    pub async fn shipment_by_tracking(
        &self,
        scope: &Scope,
        number: &TrackingNumber,
    ) -> Result<Option<ShipmentRecord>, CacheError> {
        let (scope, number) = (scope.clone(), number.clone());
        self.readers
            .run(move |connection| shipments::by_tracking(connection, &scope, &number))
            .await
    }

    /// Stores the numbers of the second and further packages of a known shipment. They are found
    /// by a search and a look-up like the first.
    pub async fn put_further_numbers(
        &self,
        scope: &Scope,
        id: &ShipmentId,
        numbers: Vec<TrackingNumber>,
    ) -> Result<(), CacheError> {
        let (scope, id) = (scope.clone(), id.clone());
        self.writer
            .run(move |connection| shipments::put_further(connection, &scope, &id, &numbers))
            .await
    }

    /// Stores a label file, in place of an earlier one of its package and type.
    pub async fn put_label(&self, label: Label) -> Result<(), CacheError> {
        self.writer.run(move |connection| labels::put_label(connection, &label)).await
    }

    /// The labels of a shipment: package number, file type and bytes.
    pub async fn labels(
        &self,
        scope: &Scope,
        shipment: &ShipmentId,
    ) -> Result<Vec<(u32, String, Vec<u8>)>, CacheError> {
        let (scope, shipment) = (scope.clone(), shipment.clone());
        self.readers.run(move |connection| labels::list(connection, &scope, &shipment)).await
    }

    /// Stores a document: one per name, such as `scan-form/…`.
    pub async fn put_document(
        &self,
        scope: &Scope,
        name: &str,
        bytes: Vec<u8>,
    ) -> Result<(), CacheError> {
        let (scope, name) = (scope.clone(), name.to_owned());
        self.writer
            .run(move |connection| documents::put_document(connection, &scope, &name, &bytes))
            .await
    }

    pub async fn document(&self, scope: &Scope, name: &str) -> Result<Option<Vec<u8>>, CacheError> {
        let (scope, name) = (scope.clone(), name.to_owned());
        self.readers.run(move |connection| documents::get(connection, &scope, &name)).await
    }

    /// Complete records created at or after `created_from`, newest first: at most `limit` of
    /// them, after skipping the `skip` newest.
    pub async fn whole_shipments(
        &self,
        scope: &Scope,
        created_from: Timestamp,
        limit: u32,
        skip: u32,
    ) -> Result<Vec<ShipmentRecord>, CacheError> {
        let scope = scope.clone();
        self.readers
            .run(move |connection| shipments::whole(connection, &scope, created_from, limit, skip))
            .await
    }

    /// Stores tracking data. An empty `json` means the number is tracked but nothing is known
    /// yet.
    pub async fn put_tracking(
        &self,
        scope: &Scope,
        number: &TrackingNumber,
        json: String,
    ) -> Result<(), CacheError> {
        let (scope, number, at) = (scope.clone(), number.clone(), file::now(&self.clock));
        self.writer
            .run(move |connection| values::put_tracking(connection, &scope, &number, &json, at))
            .await
    }

    /// Tracked numbers in the order in which tracking began.
    pub async fn tracked(
        &self,
        scope: &Scope,
    ) -> Result<Vec<(TrackingNumber, Snapshot)>, CacheError> {
        let scope = scope.clone();
        self.readers.run(move |connection| values::tracked(connection, &scope)).await
    }

    pub async fn untrack(&self, scope: &Scope, number: &TrackingNumber) -> Result<(), CacheError> {
        let (scope, number) = (scope.clone(), number.clone());
        self.writer.run(move |connection| values::untrack(connection, &scope, &number)).await
    }
}

fn count_of(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

fn sql(attempted: &'static str) -> impl FnOnce(rusqlite::Error) -> CacheError {
    move |source| {
        log_failed_call(attempted, &source);
        CacheError::Sql { attempted, source }
    }
}
