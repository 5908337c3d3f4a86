//! I9: every fate of the first sending, and a death at every step of the program.

use postroom::store::Kind;

use super::model::{Fate, Rules};

/// Worlds of one order, and those that did not end as they must.
#[derive(Debug, Default)]
pub struct Walk {
    pub worlds: u64,
    pub broken: Vec<String>,
}

/// Each thing is done once, whatever went wrong with the first sending and wherever the
/// program died. A top-up that got lost is never sent again by itself, so it may also end
/// as not done; and a person's word allows another one.
pub fn every_step(seed: u64) -> Walk {
    let mut walk = Walk::default();
    for fate in Fate::ALL {
        for kind in [Kind::Label, Kind::TopUp, Kind::Refund] {
            let rules = Rules {
                kinds: Some(vec![kind]),
                first_fate: Some(fate),
                ..Rules::fair()
            };
            let steps = super::run(seed, &rules).steps;
            for dies_at in 0..=steps {
                let rules = Rules {
                    dies_at: Some(dies_at),
                    ..rules.clone()
                };
                let verdict = super::run(seed, &rules);
                let done = &verdict.carried_out;
                let consents = verdict.consents.iter().sum::<u64>();
                let once = match kind {
                    Kind::TopUp => done.iter().sum::<u64>() <= 1 + consents,
                    Kind::Label | Kind::Refund => *done == [1],
                };
                walk.worlds += 1;
                if !once || !verdict.wrong.is_empty() {
                    walk.broken.push(format!(
                        "{fate:?} {kind:?}, dies at step {dies_at} of {steps}: done {done:?} times\n{}",
                        super::tell(seed, &rules).join("\n")
                    ));
                }
            }
        }
    }
    walk
}
