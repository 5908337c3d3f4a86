//! I9: every fate of the first request, and a crash at every step of the program.

use postroom::store::EntryKind;

use super::model::{Fate, Rules};

/// The number of runs of one order, and those that broke an invariant.
#[derive(Debug, Default)]
pub struct Walk {
    pub worlds: u64,
    pub broken: Vec<String>,
}

/// Each request is carried out once, whatever happened to the first attempt and wherever the
/// program crashed. A lost top-up is never sent again automatically, so it may also end as not
/// carried out; each consent of the user allows one more.
pub fn every_step(seed: u64) -> Walk {
    let mut walk = Walk::default();
    for fate in Fate::ALL {
        for kind in [EntryKind::Label, EntryKind::TopUp, EntryKind::Refund] {
            let rules = Rules { kinds: Some(vec![kind]), first_fate: Some(fate), ..Rules::fair() };
            let steps = super::run(seed, &rules).steps;
            for dies_at in 0..=steps {
                let rules = Rules { dies_at: Some(dies_at), ..rules.clone() };
                let verdict = super::run(seed, &rules);
                let done = &verdict.carried_out;
                let consents = verdict.consents.iter().sum::<u64>();
                let once = match kind {
                    EntryKind::TopUp => done.iter().sum::<u64>() <= 1 + consents,
                    EntryKind::Label | EntryKind::Refund => *done == [1],
                };
                walk.worlds += 1;
                if !once || !verdict.wrong.is_empty() {
                    walk.broken.push(format!(
                        "{fate:?} {kind:?}, dies at step {dies_at} of {steps}: done {done:?} times\n{}",
                        super::run_with_log(seed, &rules).join("\n")
                    ));
                }
            }
        }
    }
    walk
}
