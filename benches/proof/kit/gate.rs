//! A gateway between the desk and the service with the quirks of real gateways that the interface
//! does not forbid. Its reads lag behind a purchase, it delivers a request twice and returns the
//! second response, it changes members of a response that do not concern money, it sends ids in
//! capitals, and some responses are larger than a client accepts.

mod bend;
mod carry;

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::{Dice, Failure};
use carry::Request;

/// Rates of the quirks, per thousand calls or purchases.
const LAGGING: u64 = 500;
const REPEATED: u64 = 80;
const ODD: u64 = 300;
const CAPITALS: u64 = 150;
const OVERSIZE: u64 = 20;
/// Per thousand transactions, those whose own responses are always too large; only the lists
/// contain them.
const UNREADABLE: u64 = 15;
/// The longest lag. Reads of a real service lag for a second or two while the desk looks for a
/// minute; in the proof the desk looks for 120 ms.
const LAG_MS: u64 = 80;

/// The kind of a call, as far as the gateway distinguishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    /// Moves money under this transaction id.
    Money {
        transaction: String,
        /// The shipment, if it is a refund.
        shipment: Option<String>,
    },
    /// A look-up by transaction id.
    Transaction(String),
    /// A look-up by shipment id.
    Shipment(String),
    /// Shipments or entries of the history.
    List,
    Other,
}

/// The quirks to apply to one call.
#[derive(Clone, Debug, Default)]
struct Plan {
    /// Deliver it twice and return the second response.
    repeated: bool,
    /// Look up another id instead, as if the read copy did not have this one yet.
    hidden: bool,
    /// Hide the refund of this shipment, as if the read copy did not have it yet.
    not_refunded: bool,
    /// Hide the rows of these transactions, as if the read copy did not have them yet.
    left_out: Vec<String>,
    /// The seed that selects the member to change.
    odd: Option<u64>,
    capitals: bool,
    oversize: bool,
}

impl Plan {
    /// Whether the response has to be parsed and rewritten.
    fn changes_the_answer(&self) -> bool {
        self.repeated
            || self.not_refunded
            || !self.left_out.is_empty()
            || self.odd.is_some()
            || self.capitals
            || self.oversize
    }
}

struct State {
    dice: Dice,
    seed: u64,
    on: bool,
    /// Transactions that reads do not show yet: until this time, or, with `None`, until the service
    /// has answered.
    hidden: HashMap<String, Option<Instant>>,
    /// Transaction ids of refunds, by shipment.
    refunds: HashMap<String, String>,
    met: BTreeMap<&'static str, u64>,
}

/// The state that the connections of a gateway share.
struct Shared {
    service: SocketAddr,
    state: Mutex<State>,
}

pub struct Gate {
    shared: Arc<Shared>,
    pub address: SocketAddr,
}

impl Gate {
    /// Listens on a port of its own, on the threads of `runtime`.
    pub fn open(runtime: &Runtime, service: SocketAddr, seed: u64) -> Result<Self, Failure> {
        let listener = runtime.block_on(TcpListener::bind(("127.0.0.1", 0)))?;
        let address = listener.local_addr()?;
        let state = State {
            dice: Dice::new(seed),
            seed,
            on: true,
            hidden: HashMap::new(),
            refunds: HashMap::new(),
            met: BTreeMap::new(),
        };
        let shared = Arc::new(Shared { service, state: Mutex::new(state) });
        let own = Arc::clone(&shared);
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&own);
                // Broken connections are part of the proof.
                tokio::spawn(async move { carry::serve(stream, &shared).await.ok() });
            }
        });
        Ok(Self { shared, address })
    }

    /// Turns all quirks off.
    pub fn let_be(&self) {
        self.shared.state().on = false;
    }

    /// Number of calls by quirk.
    pub fn met(&self) -> Vec<(&'static str, u64)> {
        let state = self.shared.state();
        state.met.iter().map(|(kind, n)| (*kind, *n)).collect()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn plan(&self, request: &Request) -> (Subject, Plan) {
        let subject = request.subject();
        let plan = self.state().plan(&subject);
        (subject, plan)
    }

    /// The service has answered or failed; the lag starts now.
    fn answered(&self, subject: &Subject) {
        let Subject::Money { transaction, .. } = subject else {
            return;
        };
        let mut state = self.state();
        let lag = Duration::from_millis(state.dice.below(LAG_MS));
        if let Some(until) = state.hidden.get_mut(transaction) {
            *until = Some(Instant::now() + lag);
        }
    }
}

impl State {
    fn plan(&mut self, subject: &Subject) -> Plan {
        let now = Instant::now();
        let still = |until: &mut Option<Instant>| until.is_none_or(|until| until > now);
        self.hidden.retain(|_, until| still(until));
        if !self.on {
            self.hidden.clear();
            return Plan::default();
        }
        let mut plan = Plan::default();
        match subject {
            Subject::Other => return plan,
            Subject::Money { transaction, shipment } => {
                plan.repeated = self.chance(REPEATED);
                if self.chance(LAGGING) {
                    self.hidden.insert(transaction.clone(), None);
                }
                if let Some(shipment) = shipment {
                    self.refunds.insert(shipment.clone(), transaction.clone());
                }
                plan.oversize = self.is_unreadable(transaction);
            }
            Subject::Transaction(transaction) => {
                plan.hidden = self.hidden.contains_key(transaction);
                plan.oversize = self.is_unreadable(transaction);
            }
            Subject::Shipment(shipment) => {
                let refund = self.refunds.get(shipment);
                plan.not_refunded = refund.is_some_and(|txn| self.hidden.contains_key(txn));
            }
            Subject::List => plan.left_out = self.hidden.keys().cloned().collect(),
        }
        plan.oversize |= self.chance(OVERSIZE);
        plan.odd = self.chance(ODD).then(|| self.dice.next());
        plan.capitals = self.chance(CAPITALS);
        for (habit, met) in [
            ("a repeating gateway", plan.repeated),
            ("an odd member", plan.odd.is_some()),
            ("an answer that is too large", plan.oversize),
            ("an id in capitals", plan.capitals),
            ("a look-up that lags", plan.hidden || plan.not_refunded),
            ("a list that lags", !plan.left_out.is_empty()),
        ] {
            if met {
                *self.met.entry(habit).or_default() += 1;
            }
        }
        plan
    }

    fn chance(&mut self, per_mille: u64) -> bool {
        self.dice.below(1000) < per_mille
    }

    /// Whether the responses are unreadable; the same for every call of one transaction.
    fn is_unreadable(&self, transaction: &str) -> bool {
        let fold = |hash: u64, byte: u8| hash.wrapping_mul(31).wrapping_add(u64::from(byte));
        let hash = transaction.bytes().fold(self.seed, fold);
        Dice::new(hash).below(1000) < UNREADABLE
    }
}
