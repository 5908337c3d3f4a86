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
///
/// It crashes at one of so many steps. Each fate and each kind begins with another step, so that all
/// of them together are at every step.
pub fn one_in_so_many_steps(seed: u64, stride: usize) -> Walk {
    let mut walk = Walk::default();
    for (row, fate) in Fate::ALL.into_iter().enumerate() {
        let kinds = [EntryKind::Label, EntryKind::TopUp, EntryKind::Refund];
        for (column, kind) in kinds.into_iter().enumerate() {
            let rules = Rules { kinds: Some(vec![kind]), first_fate: Some(fate), ..Rules::fair() };
            let steps = super::run(seed, &rules).steps;
            let first = (row + column) % stride;
            for dies_at in (first as u64..=steps).step_by(stride) {
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
