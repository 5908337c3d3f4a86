//! The conformance run: each call, each enumerated value, both spellings and each error code,
//! over raw sockets. `cargo test conformance -- --nocapture` prints the table.

mod calls;
mod spellings;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::coverage::CALLS;
use crate::service::codes;

/// The results of the cases, by call. A failing case does not stop the others.
#[derive(Default)]
pub struct Table {
    cases: BTreeMap<&'static str, (usize, usize)>,
    broken: Vec<String>,
}

impl Table {
    /// Runs a case, which passes unless `check` panics.
    pub fn case(&mut self, call: &'static str, what: impl Display, check: impl FnOnce()) {
        let row = self.cases.entry(call).or_default();
        row.0 += 1;
        match catch_unwind(AssertUnwindSafe(check)) {
            Ok(()) => row.1 += 1,
            Err(_) => self.broken.push(format!("{call}: {what}")),
        }
    }

    fn print(&self) {
        println!("{:<40} {:>6} {:>6}", "call", "cases", "hold");
        for (call, (cases, hold)) in &self.cases {
            println!("{call:<40} {cases:>6} {hold:>6}");
        }
        let (cases, hold) =
            self.cases.values().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
        println!("{:<40} {cases:>6} {hold:>6}", "together");
    }
}

#[test]
fn conformance() {
    let mut table = Table::default();
    calls::run(&mut table);
    values::run(&mut table);
    spellings::run(&mut table);
    let stage = codes::TestService::new();
    let mut met = BTreeSet::new();
    for case in codes::cases() {
        met.insert(case.code);
        let what = format!("{}: {}", case.code, case.cause);
        table.case(case.call, what, || case.holds(&stage));
    }
    table.print();
    assert!(table.broken.is_empty(), "{:#?}", table.broken);
    assert_eq!(met, codes::LISTED.into(), "every listed code happens");
    let untried: Vec<_> =
        CALLS.into_iter().filter(|call| !table.cases.contains_key(call)).collect();
    assert!(untried.is_empty(), "no case for {untried:?}");
}
