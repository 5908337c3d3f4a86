//! How programs without a journal handle uncertain purchases, for comparison: the harm that the
//! simulator must be able to notice.

use std::time::Duration;

use postroom::api::error::{ApiError, Certainty};
use postroom::api::shipment::ShipmentKey;
use postroom::desk::money::ports::MoneyPorts;
use postroom::store::{EntryKind, NewEntry};

use super::check::Verdict;
use super::model::{Model, Rules, State};
use super::mutants;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Sends again with a new transaction id.
    NewId,
    /// Looks the id up at once; if it is not found, sends again with a new one.
    LookNow,
    /// As above, after 30 seconds.
    WaitAndLook,
}

/// Attempts at one purchase before a program gives up.
const TRIES: u32 = 10;

impl Policy {
    pub const ALL: [Self; 3] = [Self::NewId, Self::LookNow, Self::WaitAndLook];

    pub fn name(self) -> &'static str {
        match self {
            Self::NewId => "new id",
            Self::LookNow => "look up now, absent → new id",
            Self::WaitAndLook => "wait 30 s, look up, new id",
        }
    }
}

/// A simulation of labels only, as compared in the table of policies.
pub fn rules(policy: Option<Policy>) -> Rules {
    Rules { policy, kinds: Some(vec![EntryKind::Label; 4]), ..Rules::default() }
}

pub async fn carry_out(policy: Policy, ports: &MoneyPorts, model: &Model, new: NewEntry) {
    let wish: usize = new.title.parse().unwrap_or(usize::MAX);
    for _ in 0..TRIES {
        let id = model.with(|state, _| format!("{:016x}", state.dice.draw()));
        let permit = mutants::permit_of(&id, new.body.clone());
        let settled = match ports.service.send(new.kind, permit).await {
            Ok(_) => Some(true),
            Err(error) => match error.certainty() {
                Certainty::Refused => Some(false),
                Certainty::NotSent => None,
                Certainty::Unknown => doubt(policy, ports, model, &id).await,
            },
        };
        if let Some(bought) = settled {
            return model.with(|state, _| {
                state.settled.insert(wish, bought);
            });
        }
        model.pulse.sleep(Duration::from_secs(5)).await;
    }
}

/// `Some(true)` if a lookup finds the purchase, otherwise `None`.
async fn doubt(policy: Policy, ports: &MoneyPorts, model: &Model, id: &str) -> Option<bool> {
    match policy {
        Policy::NewId => return None,
        Policy::LookNow => {}
        Policy::WaitAndLook => model.pulse.sleep(Duration::from_secs(30)).await,
    }
    loop {
        match ports.service.shipment(ShipmentKey::TransactionId, id).await {
            Ok(Some(_)) => return Some(true),
            Ok(None) => return None,
            Err(error) if is_absent(&error) => return None,
            Err(_) => model.pulse.sleep(Duration::from_secs(5)).await,
        }
    }
}

fn is_absent(error: &ApiError) -> bool {
    error.has_code("SHIPMENT.NOT_FOUND")
}

/// Counts orders that the program lost track of: bought but unknown to it, or begun and never
/// ended.
pub fn judge(state: &State, verdict: &mut Verdict) {
    for wish in 0..state.wishes.len() {
        let sold = state.service.sold.iter().any(|sold| sold.wish == wish);
        match (state.settled.get(&wish), sold) {
            (Some(true), true) | (Some(false), false) => {}
            (_, true) => verdict.lost += 1,
            (_, false) => verdict.stuck += 1,
        }
    }
}
