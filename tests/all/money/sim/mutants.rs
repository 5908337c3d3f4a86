//! Wrappers around the traits that remove one protection each. The simulator is useful only if it
//! notices every one.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use postroom::api::account::BalanceEntry;
use postroom::api::call::CallFacts;
use postroom::api::error::{ApiError, Certainty, ErrorKind, ServiceError, Unsent};
use postroom::api::page::{DateRange, Page};
use postroom::api::shipment::{Shipment, ShipmentKey};
use postroom::base::id::{OrderId, ShipmentId, TransactionId};
use postroom::base::money::Money;
use postroom::desk::money::ports::{BoxFuture, JournalPort, Proof, Seen, ServicePort};
use postroom::store::{
    Entry, EntryContext, EntryKind, EntryState, JournalError, NewEntry, SendPermit,
};

use super::model::{Model, Rules};
use super::virtual_clock::{Side, held};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// Commits without syncing to disk; a crash loses the last seconds.
    NoSync,
    /// Returns the permit first and records the mark a moment later.
    PermitBeforeMark,
    /// Reports the confirmation as recorded, and records it a moment later.
    ConfirmLater,
    /// Never records the confirmation.
    ConfirmNever,
    /// Allows a second living purchase of one label.
    NoLivingPlace,
    /// Treats an uncertain purchase as one that was never sent.
    ForgetDoubt,
    /// Trusts NOT_FOUND: a purchase that was not found counts as not bought.
    TrustNotFound,
    /// Purchases that a crash left uncertain are not picked up.
    NobodyResumes,
    /// Purchases that were not found are not watched.
    NobodyWatches,
    /// Every further attempt has a new transaction id.
    NewIdOnRetry,
    /// Every further attempt has another body under the same transaction id.
    OtherBytes,
    /// A time-out counts as not sent.
    TimeOutIsUnsent,
    /// "This id was used already" counts as a plain refusal.
    UsedIsNo,
    /// Allows a second living top-up.
    NoLivingTopUp,
    /// An id in another spelling counts as not found.
    SpellingIsNone,
    /// The list of shipments is never readable, so it cannot replace an unreadable lookup.
    LookUpOnly,
}

impl Mutant {
    pub const ALL: [Self; 16] = [
        Self::NoSync,
        Self::PermitBeforeMark,
        Self::ConfirmLater,
        Self::ConfirmNever,
        Self::NoLivingPlace,
        Self::ForgetDoubt,
        Self::TrustNotFound,
        Self::NobodyResumes,
        Self::NobodyWatches,
        Self::NewIdOnRetry,
        Self::OtherBytes,
        Self::TimeOutIsUnsent,
        Self::UsedIsNo,
        Self::NoLivingTopUp,
        Self::SpellingIsNone,
        Self::LookUpOnly,
    ];

    pub fn rules(self) -> Rules {
        Rules {
            mutant: Some(self),
            unsynced: match self {
                Self::NoSync => Duration::from_secs(5),
                _ => Duration::ZERO,
            },
            // Without the watch, the lists of the panels would still settle these purchases.
            panels: self != Self::NobodyWatches,
            ..Rules::default()
        }
    }
}

pub fn records(
    mutant: Mutant,
    inner: Arc<dyn JournalPort>,
    model: &Arc<Model>,
) -> Arc<dyn JournalPort> {
    Arc::new(MutantRecords { mutant, inner, model: Arc::clone(model) })
}

pub fn wire(mutant: Mutant, inner: Arc<dyn ServicePort>) -> Arc<dyn ServicePort> {
    Arc::new(MutantWire { mutant, inner, sent: Arc::default() })
}

/// A journal without one of its guarantees.
struct MutantRecords {
    mutant: Mutant,
    inner: Arc<dyn JournalPort>,
    model: Arc<Model>,
}

impl MutantRecords {
    /// Does the work within the next seconds, unless the program crashes before.
    fn later(
        &self,
        work: impl FnOnce(Arc<dyn JournalPort>) -> BoxFuture<'static, ()> + Send + 'static,
    ) {
        let (inner, model) = (Arc::clone(&self.inner), Arc::clone(&self.model));
        self.model.begin_task(Side::Program, async move {
            model.pause(500, 5000).await;
            work(inner).await;
        });
    }

    async fn known(&self, transaction: &TransactionId) -> Result<Entry, JournalError> {
        let found = self.inner.get(transaction).await?;
        found.ok_or_else(|| JournalError::NotFound { transaction: transaction.clone() })
    }
}

impl JournalPort for MutantRecords {
    fn intend(
        &self,
        mut new: NewEntry,
        beside: EntryContext,
    ) -> BoxFuture<'_, Result<Entry, JournalError>> {
        let free = match self.mutant {
            Mutant::NoLivingPlace => true,
            Mutant::NoLivingTopUp => new.kind == EntryKind::TopUp,
            _ => false,
        };
        if free {
            let place = self.model.with(|state, _| state.dice.draw());
            new.order = Some(OrderId::new(place.to_string()));
        }
        self.inner.intend(new, beside)
    }

    fn mark_sending<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<SendPermit, JournalError>> {
        if self.mutant != Mutant::PermitBeforeMark {
            return self.inner.mark_sending(transaction);
        }
        Box::pin(async move {
            let entry = self.known(transaction).await?;
            let transaction = transaction.clone();
            self.later(|inner| {
                Box::pin(async move {
                    drop(inner.mark_sending(&transaction).await);
                })
            });
            Ok(SendPermit::after_commit(entry))
        })
    }

    fn mark_unsent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.inner.mark_unsent(transaction, trouble)
    }

    fn mark_unknown<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        answer: Option<Vec<u8>>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        match self.mutant {
            Mutant::ForgetDoubt => self.inner.mark_unsent(transaction, trouble),
            _ => self.inner.mark_unknown(transaction, trouble, answer),
        }
    }

    fn confirm<'a>(
        &'a self,
        transaction: &'a TransactionId,
        result_id: &'a str,
        charged: Option<Money>,
        reply: Vec<u8>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        let late = self.mutant == Mutant::ConfirmLater;
        if !late && self.mutant != Mutant::ConfirmNever {
            return self.inner.confirm(transaction, result_id, charged, reply);
        }
        Box::pin(async move {
            let entry = self.known(transaction).await?;
            let (transaction, result_id) = (transaction.clone(), result_id.to_owned());
            if late {
                self.later(move |inner| {
                    Box::pin(async move {
                        drop(inner.confirm(&transaction, &result_id, charged, reply).await);
                    })
                });
            }
            Ok(entry)
        })
    }

    fn reject<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.inner.reject(transaction, trouble, watched_until)
    }

    fn mark_absent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        match self.mutant {
            Mutant::TrustNotFound => {
                let why = "it was not found";
                self.inner.reject(transaction, why, Timestamp::UNIX_EPOCH)
            }
            _ => self.inner.mark_absent(transaction, watched_until),
        }
    }

    fn watch<'a>(
        &'a self,
        transaction: &'a TransactionId,
        until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.inner.watch(transaction, until)
    }

    fn mark_charged<'a>(
        &'a self,
        transaction: &'a TransactionId,
        charged: Money,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.inner.mark_charged(transaction, charged)
    }

    fn cancel<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.inner.cancel(transaction)
    }

    fn consent_to_another<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        self.inner.consent_to_another(transaction)
    }

    fn get<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Option<Entry>, JournalError>> {
        self.inner.get(transaction)
    }

    fn unsettled(&self) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>> {
        let dropped: &[EntryState] = match self.mutant {
            Mutant::NobodyResumes => &[EntryState::Sending, EntryState::Unknown],
            Mutant::NobodyWatches => &[EntryState::Absent],
            _ => &[],
        };
        Box::pin(async move {
            let mut entries = self.inner.unsettled().await?;
            entries.retain(|entry| !dropped.contains(&entry.state));
            Ok(entries)
        })
    }

    fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>> {
        self.inner.unconfirmed(transactions, shipments)
    }
}

/// A wire, or a caller of it, that breaks one rule.
struct MutantWire {
    mutant: Mutant,
    inner: Arc<dyn ServicePort>,
    sent: Arc<Mutex<BTreeSet<TransactionId>>>,
}

impl MutantWire {
    fn bend(&self, permit: SendPermit) -> SendPermit {
        let (id, mut body) = (permit.transaction().clone(), permit.body().to_vec());
        let again = !held(&self.sent).insert(id.clone());
        match self.mutant {
            Mutant::NewIdOnRetry if again => permit_of(format!("{id}-again").as_str(), body),
            Mutant::OtherBytes if again => {
                body.push(b' ');
                permit_of(id.as_str(), body)
            }
            _ => permit,
        }
    }

    fn misread(&self, error: ApiError) -> ApiError {
        let kind = match self.mutant {
            Mutant::TimeOutIsUnsent if error.certainty() == Certainty::Unknown => {
                ErrorKind::NotSent(Unsent::ConnectTimeOut)
            }
            Mutant::UsedIsNo if error.has_code("SHIPMENT.VALIDATION_FAILED") => {
                ErrorKind::Refused {
                    status: 422,
                    errors: Box::new([ServiceError {
                        code: "ADDRESS.VALIDATION_FAILED".to_owned(),
                        message: String::new(),
                        additional_info: None,
                    }]),
                    raised_by: None,
                }
            }
            _ => return error,
        };
        ApiError::new(CallFacts::new("POST /Shipment", || "Simulating"), kind)
    }
}

impl ServicePort for MutantWire {
    fn send(&self, kind: EntryKind, permit: SendPermit) -> BoxFuture<'_, Result<Proof, ApiError>> {
        let permit = self.bend(permit);
        Box::pin(async move {
            let sent = self.inner.send(kind, permit).await;
            sent.map_err(|error| self.misread(error))
        })
    }

    fn shipment<'a>(
        &'a self,
        key: ShipmentKey,
        value: &'a str,
    ) -> BoxFuture<'a, Result<Option<Seen>, ApiError>> {
        Box::pin(async move {
            let found = self.inner.shipment(key, value).await?;
            Ok(found.filter(|seen| {
                let id = seen.shipment.transaction_id.as_ref();
                let exact = id.is_some_and(|id| id.as_str() == value);
                exact || key != ShipmentKey::TransactionId || self.mutant != Mutant::SpellingIsNone
            }))
        })
    }

    fn shipments(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<Shipment>, ApiError>> {
        if self.mutant == Mutant::LookUpOnly {
            let call = CallFacts::new("GET /Shipment", || "Simulating");
            let error = ApiError::new(call, ErrorKind::TooLarge);
            return Box::pin(std::future::ready(Err(error)));
        }
        self.inner.shipments(range, page_token)
    }

    fn balance_history(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<BalanceEntry>, ApiError>> {
        self.inner.balance_history(range, page_token)
    }
}

/// A permit for a request that is in no journal.
pub fn permit_of(id: &str, body: Vec<u8>) -> SendPermit {
    SendPermit::after_commit(Entry {
        number: 0,
        transaction: TransactionId::new(id),
        kind: EntryKind::Label,
        order: None,
        sequence: 0,
        environment: String::new(),
        account: String::new(),
        base_url: String::new(),
        call: String::new(),
        body,
        expected: None,
        title: String::new(),
        sha256: String::new(),
        state: EntryState::Sending,
        attempts: 1,
        uncertain_once: false,
        created: Timestamp::UNIX_EPOCH,
        updated: Timestamp::UNIX_EPOCH,
        result_id: None,
        charged: None,
        trouble: None,
        watched_until: None,
        server_time: None,
        claimed: false,
    })
}
