//! The program around the money jobs. [`crate::desk::money::purchases`] decides what is begun,
//! resumed and canceled, and needs of the program only this: the desk is one such program
//! ([`crate::desk::money::desk_host`]), the simulator of the tests is another.

use std::sync::Arc;

use jiff::Timestamp;

use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::notices::Tone;
use crate::desk::money::Purchases;
use crate::desk::money::nudge::Nudge;
use crate::desk::money::ports::{BoxFuture, JournalPort};
use crate::desk::money::send::MoneyTask;
use crate::store::journal::{JournalError, NewEntry};

/// What happens with the answer of the journal.
pub type ApplyAnswer = Box<dyn FnOnce(&mut dyn PurchaseHost) + Send>;

/// Reads or writes the journal, then gives what is done with its answer.
pub type JournalWork =
    Box<dyn FnOnce(Arc<dyn JournalPort>) -> BoxFuture<'static, ApplyAnswer> + Send>;

/// How long an answer of the journal counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLives {
    /// Dropped when another account is on the screen.
    WithAccount,
    Always,
}

pub trait PurchaseHost {
    fn purchases(&mut self) -> &mut Purchases;
    fn now(&self) -> Timestamp;
    /// Why the service cannot be reached; `None` while the connection is up.
    fn offline(&self) -> Option<Trouble>;
    /// Whether the connection is down. If it is, shows a notice that nothing was sent.
    fn refuses_offline(&mut self) -> bool;
    /// Whether there is a journal and an account to send with.
    fn is_connected(&self) -> bool;
    /// Runs `work` and applies its answer later. Does nothing where there is no journal.
    fn with_journal(&mut self, lives: AnswerLives, work: JournalWork);
    /// Whether a money job of this purchase runs.
    fn is_running(&self, transaction: &TransactionId) -> bool;
    /// Starts [`crate::desk::money::send::run_money_job`] on the entry.
    fn start_job(&mut self, transaction: TransactionId, task: MoneyTask, nudge: Arc<Nudge>);
    /// The journal did not commit the purchase, so nothing was sent.
    fn not_begun(&mut self, new: &NewEntry, error: JournalError);
    /// The list of purchases changed.
    fn list_changed(&mut self);
    /// The status of a refund request changed.
    fn refund_changed(&mut self, transaction: &TransactionId);
    /// What is known of the purchase of this order's label changed.
    fn label_changed(&mut self, order: OrderId);
    /// A purchase was refused for lack of money.
    fn money_was_short(&mut self) {}
    fn notice(&mut self, tone: Tone, text: Message);
    fn complain(&mut self, trouble: Trouble);
}
