//! Implements the traits of `money::ports` with the desk's journal, client, clock and window.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::api;
use crate::api::account::BalanceEntry;
use crate::api::error::ApiError;
use crate::api::page::{DateRange, Page};
use crate::api::shipment;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::clock::Clock;
use crate::base::id::{ShipmentId, TransactionId};
use crate::base::money::Money;
use crate::client::Client;
use crate::desk::kernel::event::{Bought, Event, Unlogged};
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::{Notice, NoticeSubject, Tone};
use crate::desk::kernel::pace::Timing;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::{Link, Links};
use crate::desk::money::Purchases;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::ports::{
    BoxFuture, ClaimPort, ClockPort, JournalPort, JournalStatus, MoneyPorts, Proof,
    PurchaseAccount, PurchaseResult, ScreenPort, Seen, ServicePort,
};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases::set_status;
use crate::desk::records::{label_files, shipment_row};
use crate::message;
use crate::rows::scope::Environment;
use crate::store::cache::{Cache, Scope};
use crate::store::journal::{
    Entry, EntryContext, EntryKind, Journal, JournalError, NewEntry, SendPermit,
};

/// The parts of this desk that a money job works with.
#[derive(Clone)]
pub(in crate::desk) struct MoneyParts {
    pub journal: Journal,
    pub cache: Cache,
    pub link: Arc<Link>,
    pub links: Links,
    pub clock: Clock,
    pub pace: Timing,
}

/// Builds everything a money job needs from this desk.
pub(in crate::desk) fn money_ports(
    parts: MoneyParts,
    outbox: Outbox<Purchases>,
    claims: Arc<dyn ClaimPort>,
) -> MoneyPorts {
    let MoneyParts { journal, cache, link, links, clock, pace } = parts;
    let place = PurchaseAccount {
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        other_keys: links.other_keys(&link.scope),
        base_url: link.base_url.clone(),
        moves: link.environment == Environment::Practice,
    };
    let window = ScreenAdapter { outbox, cache, link: Arc::clone(&link), clock: clock.clone() };
    let clocks = ClockAdapter { own: clock, link: Arc::clone(&link) };
    MoneyPorts {
        journal: Arc::new(journal),
        service: Arc::new(ServiceAdapter { first: link, links }),
        clock: Arc::new(clocks),
        screen: Arc::new(window),
        claims,
        pace,
        account: place,
    }
}

impl JournalPort for Journal {
    fn intend(
        &self,
        new: NewEntry,
        beside: EntryContext,
    ) -> BoxFuture<'_, Result<Entry, JournalError>> {
        Box::pin(self.intend_with(new, beside))
    }

    fn mark_sending<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<SendPermit, JournalError>> {
        Box::pin(self.mark_sending(transaction))
    }

    fn mark_unsent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.mark_unsent(transaction, trouble))
    }

    fn mark_unknown<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        answer: Option<Vec<u8>>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.mark_unknown_by(transaction, trouble, answer))
    }

    fn confirm<'a>(
        &'a self,
        transaction: &'a TransactionId,
        result_id: &'a str,
        charged: Option<Money>,
        reply: Vec<u8>,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.confirm(transaction, result_id, charged, reply))
    }

    fn reject<'a>(
        &'a self,
        transaction: &'a TransactionId,
        trouble: &'a str,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.reject_watched(transaction, trouble, watched_until))
    }

    fn mark_absent<'a>(
        &'a self,
        transaction: &'a TransactionId,
        watched_until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.mark_absent(transaction, watched_until))
    }

    fn watch<'a>(
        &'a self,
        transaction: &'a TransactionId,
        until: Timestamp,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.watch(transaction, until))
    }

    fn mark_charged<'a>(
        &'a self,
        transaction: &'a TransactionId,
        charged: Money,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.mark_charged(transaction, charged))
    }

    fn cancel<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.cancel(transaction))
    }

    fn give_up<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.give_up(transaction))
    }

    fn consent_to_another<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Entry, JournalError>> {
        Box::pin(self.consent_to_another(transaction))
    }

    fn get<'a>(
        &'a self,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<Option<Entry>, JournalError>> {
        Box::pin(self.get(transaction))
    }

    fn unsettled(&self) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>> {
        Box::pin(self.unsettled())
    }

    fn unconfirmed(
        &self,
        transactions: Vec<TransactionId>,
        shipments: Vec<ShipmentId>,
    ) -> BoxFuture<'_, Result<Vec<Entry>, JournalError>> {
        Box::pin(self.unconfirmed(transactions, shipments))
    }
}

/// Sends to one account, through the newest sign-in.
struct ServiceAdapter {
    first: Arc<Link>,
    links: Links,
}

impl ServiceAdapter {
    fn client(&self) -> Client {
        self.links.newest(&self.first).client.clone()
    }
}

impl ServicePort for ServiceAdapter {
    fn send(&self, kind: EntryKind, permit: SendPermit) -> BoxFuture<'_, Result<Proof, ApiError>> {
        Box::pin(async move {
            let transaction = permit.transaction().clone();
            let body: Arc<[u8]> = Arc::from(permit.body());
            let client = self.client();
            match kind {
                EntryKind::Label => client
                    .send(api::shipment::create_bytes(transaction, body))
                    .await
                    .map(|answer| Proof {
                        found: PurchaseResult::Shipment(Box::new(answer.value)),
                        answer: answer.body,
                    }),
                EntryKind::TopUp => client
                    .send(api::account::top_up_bytes(transaction, body))
                    .await
                    .map(|answer| Proof {
                        found: PurchaseResult::TopUp(Some(Box::new(answer.value)), None),
                        answer: answer.body,
                    }),
                EntryKind::Refund => client
                    .send(api::shipment::refund_bytes(transaction, body))
                    .await
                    .map(|answer| Proof {
                        found: PurchaseResult::Refund(Box::new(answer.value)),
                        answer: answer.body,
                    }),
            }
        })
    }

    fn shipment<'a>(
        &'a self,
        key: ShipmentKey,
        value: &'a str,
    ) -> BoxFuture<'a, Result<Option<Seen>, ApiError>> {
        Box::pin(async move {
            let call = api::shipment::get_by(key, value);
            let answer = self.client().send(call).await?;
            let (found, answer) = (answer.value.found(), answer.body);
            Ok(found.map(|shipment| Seen { shipment: Box::new(shipment), answer }))
        })
    }

    fn shipments(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<Shipment>, ApiError>> {
        Box::pin(async move {
            let call = api::shipment::list(range, page_token.as_deref());
            Ok(self.client().send(call).await?.value)
        })
    }

    fn balance_history(
        &self,
        range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<BalanceEntry>, ApiError>> {
        Box::pin(async move {
            let call = api::account::balance_history(range, page_token.as_deref());
            Ok(self.client().send(call).await?.value)
        })
    }
}

/// This computer's clock and the service's.
struct ClockAdapter {
    own: Clock,
    link: Arc<Link>,
}

impl ClockPort for ClockAdapter {
    fn now(&self) -> Timestamp {
        self.own.now()
    }

    fn server_now(&self) -> Option<Timestamp> {
        self.link.server_clock.now(&self.own)
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'_, ()> {
        Box::pin(tokio::time::sleep(time))
    }
}

/// Shows results by sending them to the desk, and writes them to the cache.
struct ScreenAdapter {
    outbox: Outbox<Purchases>,
    cache: Cache,
    link: Arc<Link>,
    clock: Clock,
}

impl ScreenPort for ScreenAdapter {
    fn show<'a>(
        &'a self,
        transaction: &'a TransactionId,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()> {
        let transaction = transaction.clone();
        Box::pin(
            self.outbox
                .send(move |me, ctx| set_status(&mut DeskHost::new(me, ctx), &transaction, status)),
        )
    }

    fn line(&self, trouble: Trouble) -> BoxFuture<'_, ()> {
        let scope = self.link.scope.clone();
        Box::pin(self.outbox.send(move |_, ctx| {
            // Another account may use another server; its failures say nothing about the connection
            // here.
            if ctx.scope.as_ref() == Some(&scope) {
                ctx.note_connection_failure(&trouble);
            }
        }))
    }

    fn refused<'a>(&'a self, entry: &'a Entry, trouble: Trouble) -> BoxFuture<'a, ()> {
        let title = &entry.title;
        let text = match entry.kind {
            EntryKind::Label => message!("errors-refused-label", title = title),
            EntryKind::TopUp => message!("errors-refused-top-up", title = title),
            EntryKind::Refund => message!("errors-refused-refund", title = title),
        };
        let order = entry.order.clone();
        let about = match entry.kind {
            EntryKind::Label => order.map(NoticeSubject::Unbought),
            EntryKind::TopUp => Some(NoticeSubject::NotToppedUp),
            EntryKind::Refund => order.map(NoticeSubject::NotRefunded),
        };
        let (whose, trouble) = (Some(self.link.scope.clone()), Some(trouble));
        let tone = Tone::Bad;
        let notice = Notice { whose, tone, text, trouble, about, ..Notice::default() };
        Box::pin(self.outbox.send(move |_, ctx| ctx.show_notice(notice)))
    }

    fn recording(&self, news: JournalStatus) -> BoxFuture<'_, ()> {
        Box::pin(self.outbox.send(move |me, ctx| match news {
            JournalStatus::Stopped(text) => crate::desk::money::journal_health::stop(me, ctx, text),
            JournalStatus::Owed(text) => {
                crate::desk::money::journal_health::unrecorded(me, ctx, text)
            }
            JournalStatus::Again => crate::desk::money::journal_health::recorded(me, ctx),
        }))
    }

    fn taken_over<'a>(&'a self, entry: &'a Entry) -> BoxFuture<'a, ()> {
        let (scope, transaction) = (self.link.scope.clone(), entry.transaction.clone());
        let text = message!("errors-claim-given-up", title = &entry.title);
        Box::pin(self.outbox.send(move |me, ctx| {
            me.forget(&transaction);
            *ctx.changed = true;
            ctx.notice_of(&scope, Tone::Warning, text, None);
        }))
    }

    fn turned_away(&self, trouble: Trouble) -> BoxFuture<'_, ()> {
        let scope = self.link.scope.clone();
        Box::pin(self.outbox.send(move |_, ctx| {
            if ctx.scope.as_ref() == Some(&scope) {
                ctx.announce(Event::SignInRefused(trouble));
            }
        }))
    }

    fn done<'a>(
        &'a self,
        entry: &'a Entry,
        proof: PurchaseResult,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            match proof {
                PurchaseResult::Shipment(shipment) => self.bought(entry, *shipment, status).await,
                PurchaseResult::TopUp(..) => self.topped_up(entry, status).await,
                PurchaseResult::Refund(shipment) => {
                    self.refund_asked(entry, *shipment, status).await
                }
            }
        })
    }
}

/// Stores a bought shipment in the cache, with its label files and its tracking.
pub(in crate::desk) async fn keep_bought_shipment(
    cache: &Cache,
    scope: &Scope,
    shipment: &Shipment,
    now: Timestamp,
) {
    let Some(id) = shipment::id_of(shipment) else {
        return;
    };
    let record = shipment_row::record_from_shipment(shipment, now);
    let labels = label_files::inside(shipment).iter().map(|file| file.row(scope, &id)).collect();
    let tracking = shipment.tracking_number().map(|number| {
        (number.clone(), serde_json::to_string(&shipment.tracking).unwrap_or_default())
    });
    saved_values::logged(cache.put_bought(scope, record, labels, tracking).await);
}

impl ScreenAdapter {
    async fn bought(&self, entry: &Entry, shipment: Shipment, status: PurchaseStatus) {
        let Some(id) = shipment::id_of(&shipment) else {
            return;
        };
        let scope = &self.link.scope;
        keep_bought_shipment(&self.cache, scope, &shipment, self.clock.now()).await;
        tracing::debug!(transaction = %entry.transaction, shipment = %id, "a bought label is kept");
        let (charged, differs) = match &status {
            PurchaseStatus::Bought { charged, differs, .. } => (*charged, *differs),
            _ => (None, false),
        };
        let transaction = entry.transaction.clone();
        let bought = Box::new(Bought {
            entry: Unlogged(entry.clone()),
            scope: scope.clone(),
            id,
            shipment: Unlogged(shipment),
            charged,
            differs,
        });
        self.outbox
            .send(move |me, ctx| {
                // A look-up and a list can find it at the same moment. What follows a purchase, such as
                // its print, follows once.
                let mut listed = me.list.iter();
                let is_news = !listed.any(|purchase| {
                    let is_bought = matches!(purchase.status, PurchaseStatus::Bought { .. });
                    purchase.transaction == transaction && is_bought
                });
                set_status(&mut DeskHost::new(me, ctx), &transaction, status);
                if is_news {
                    ctx.announce(Event::Bought(bought));
                }
            })
            .await;
    }

    async fn topped_up(&self, entry: &Entry, status: PurchaseStatus) {
        let text = match entry.expected {
            Some(amount) => message!("errors-topped-up", amount = amount),
            None => message!("errors-topped-up-as", title = &entry.title),
        };
        let scope = self.link.scope.clone();
        self.show(&entry.transaction, status).await;
        self.outbox
            .send(move |_, ctx| {
                ctx.remove_notices_about(&NoticeSubject::NotToppedUp);
                ctx.notice_of(&scope, Tone::Good, text, None);
                if ctx.scope.as_ref() == Some(&scope) {
                    ctx.announce(Event::ToppedUp);
                }
            })
            .await;
    }

    async fn refund_asked(&self, entry: &Entry, shipment: Shipment, status: PurchaseStatus) {
        if let Some(row) = shipment_row::record_from_shipment(&shipment, self.clock.now()) {
            let scope = &self.link.scope;
            saved_values::logged(self.cache.put_shipments(scope, vec![row]).await);
        }
        self.show(&entry.transaction, status).await;
        let over = entry.order.clone().map(NoticeSubject::NotRefunded);
        self.outbox
            .send(move |_, ctx| {
                if let Some(over) = over {
                    ctx.remove_notices_about(&over);
                }
                ctx.announce(Event::ShipmentsChanged);
                ctx.announce(Event::RefundsChanged);
            })
            .await;
    }
}
