//! The desk as the program around the money jobs.

use std::sync::Arc;

use jiff::Timestamp;

use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::base::money::{Currency, Money};
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Link;
use crate::desk::kernel::{connectivity, failure};
use crate::desk::money::claim_keeper::ClaimKeeper;
use crate::desk::money::host::{AnswerLives, JournalWork, PurchaseHost};
use crate::desk::money::nudge::Nudge;
use crate::desk::money::ports::MoneyParts;
use crate::desk::money::purchases::top_up;
use crate::desk::money::send::MoneyTask;
use crate::desk::money::{Purchases, journal_health, ports, send};
use crate::message;
use crate::store::journal::{EntryKind, JournalError, NewEntry};

/// The job of one purchase, top-up or refund request in the journal.
pub(in crate::desk) const MONEY: Slot<Purchases> = Slot::with_window("purchase of the journal");

/// The purchases of the desk with the context they are lent.
pub(in crate::desk) struct DeskHost<'a, 'b> {
    me: &'a mut Purchases,
    ctx: &'a mut Ctx<'b>,
    /// The link of a sign-in that is not finished; else the link of the account on the screen
    /// is used.
    early_link: Option<Arc<Link>>,
}

impl<'a, 'b> DeskHost<'a, 'b> {
    pub(in crate::desk) fn new(me: &'a mut Purchases, ctx: &'a mut Ctx<'b>) -> Self {
        Self::over(me, ctx, None)
    }

    pub(in crate::desk) fn over(
        me: &'a mut Purchases,
        ctx: &'a mut Ctx<'b>,
        early_link: Option<Arc<Link>>,
    ) -> Self {
        Self { me, ctx, early_link }
    }

    fn link(&self) -> Option<Arc<Link>> {
        self.early_link.clone().or_else(|| self.ctx.link.clone())
    }
}

impl PurchaseHost for DeskHost<'_, '_> {
    fn purchases(&mut self) -> &mut Purchases {
        self.me
    }

    fn now(&self) -> Timestamp {
        self.ctx.clock.now()
    }

    fn offline(&self) -> Option<Trouble> {
        match &*self.ctx.connectivity {
            Connectivity::Offline { trouble, .. } => Some(trouble.clone()),
            _ => None,
        }
    }

    fn refuses_offline(&mut self) -> bool {
        connectivity::warn_if_offline(self.ctx, connectivity::not_sent)
    }

    fn is_connected(&self) -> bool {
        self.ctx.journal.is_some() && self.link().is_some()
    }

    fn with_journal(&mut self, lives: AnswerLives, work: JournalWork) {
        let Some(journal) = self.ctx.journal.clone() else {
            return tracing::warn!("there is no journal to work with");
        };
        let early_link = self.early_link.clone();
        let job = |outbox: Outbox<Purchases>| async move {
            let apply = work(Arc::new(journal)).await;
            outbox.send(move |me, ctx| apply(&mut DeskHost::over(me, ctx, early_link))).await;
        };
        match lives {
            AnswerLives::WithAccount => self.ctx.jobs.spawn(job),
            AnswerLives::Always => self.ctx.jobs.spawn_lasting(job),
        }
    }

    fn is_running(&self, transaction: &TransactionId) -> bool {
        self.me.batched.has(transaction) || self.ctx.jobs.is_running(&MONEY.about(transaction))
    }

    fn start_job(&mut self, transaction: TransactionId, task: MoneyTask, nudge: Arc<Nudge>) {
        let Some((journal, link)) = self.ctx.journal.clone().zip(self.link()) else {
            return tracing::warn!(%transaction, ?task, "a purchase has no journal or no account");
        };
        let parts = MoneyParts {
            journal,
            cache: self.ctx.cache.clone(),
            link,
            links: self.ctx.links.clone(),
            clock: self.ctx.clock.clone(),
            pace: self.ctx.pace.clone(),
        };
        let claims = Arc::new(ClaimKeeper::new(self.ctx.workspace(), parts.clock.clone()));
        let slot = MONEY.about(&transaction);
        self.ctx.jobs.start(slot, |outbox| {
            // Every step of a purchase is shown, also after another job has taken it up.
            let ports = ports::money_ports(parts, outbox.lasting(), claims);
            send::run_money_job(ports, transaction, task, nudge)
        });
    }

    fn not_begun(&mut self, new: &NewEntry, error: JournalError) {
        match error {
            JournalError::AlreadyLive { transaction } if new.kind == EntryKind::TopUp => {
                top_up::show_living(self, transaction);
            }
            JournalError::OverCap { spent, cap } => {
                let currency = new.expected.map_or(Currency::USD, |money| money.currency);
                let (cap, spent) = (Money::new(cap, currency), Money::new(spent, currency));
                let text = message!("errors-over-cap", cap = cap, spent = spent);
                self.ctx.notice(Tone::Warning, text, None);
            }
            JournalError::AlreadyLive { .. } => {
                self.ctx.notice(Tone::Warning, message!("errors-already-living"), None)
            }
            error => {
                let cause = failure::describe_local_error("", &error).cause;
                let text = message!("errors-journal-not-begun", cause = cause);
                journal_health::stop(self.me, self.ctx, text);
            }
        }
    }

    fn list_changed(&mut self) {
        *self.ctx.changed = true;
    }

    fn label_changed(&mut self, order: OrderId) {
        self.ctx.announce(Event::LabelMoved(order));
    }

    fn refund_changed(&mut self, transaction: &TransactionId) {
        self.ctx.announce(Event::RefundMoved(transaction.clone()));
    }

    fn money_was_short(&mut self) {
        self.ctx.announce(Event::MoneyWasShort);
    }

    fn notice(&mut self, tone: Tone, text: Message) {
        self.ctx.notice(tone, text, None);
    }

    fn complain(&mut self, trouble: Trouble) {
        self.ctx.notice_failure(trouble);
    }
}
