//! Simulates failures, to show how Postroom handles them: named drills, or any kind
//! of failure for any request.

use egui::Ui;

use crate::desk::practice::{Fault, FaultKind, PracticeIntent};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, combo_ui, label_ui, line_ui, muted_ui, pill_ui, small_muted_ui,
};

const BUY: &str = "POST /Shipment";
/// How a purchase whose answer was lost is looked for.
const FIND: &str = "GET /Shipment";
const SLOW_MS: u64 = 5_000;

/// Requests by their name for the user.
fn calls() -> [(&'static str, &'static str); 10] {
    [
        ("*", text!("practice-call-any")),
        (BUY, text!("practice-call-buy")),
        ("POST /ShipmentRate", text!("practice-call-rates")),
        ("POST /Shipment/Refund", text!("practice-call-refund")),
        ("POST /Manifest", text!("practice-call-manifest")),
        ("GET /Tracking", text!("practice-call-tracking")),
        ("PUT /Account/Postage/Balance", text!("practice-call-top-up")),
        ("POST /Address/:id/Validate", text!("practice-call-address")),
        (FIND, text!("practice-call-find")),
        ("GET /Shipment/:id/Label", text!("practice-call-label")),
    ]
}

/// A drill: the failure, what the user should do, and what to look for.
struct Drill {
    name: fn() -> &'static str,
    words: fn() -> &'static str,
    faults: fn() -> Vec<Fault>,
}

const DRILLS: [Drill; 6] = [
    Drill {
        name: || text!("practice-drill-lost-answer"),
        words: || text!("practice-drill-lost-answer-explained"),
        // The answers that find the label are slow, so that the search can be watched.
        faults: || {
            vec![
                fault(BUY, FaultKind::CutAfter, 0, 1),
                fault(FIND, FaultKind::SlowBefore, SLOW_MS, 2),
            ]
        },
    },
    Drill {
        name: || text!("practice-drill-never-arrives"),
        words: || text!("practice-drill-never-arrives-explained"),
        faults: || vec![fault(BUY, FaultKind::CutBefore, 0, 1)],
    },
    Drill {
        name: || text!("practice-drill-late"),
        words: || text!("practice-drill-late-explained"),
        faults: || vec![fault(BUY, FaultKind::Late, SLOW_MS, 1)],
    },
    Drill {
        name: || text!("practice-drill-no-money"),
        words: || text!("practice-drill-no-money-explained"),
        faults: || {
            let code = "ACCOUNT.BALANCE.VALIDATION_FAILED".to_owned();
            vec![fault(BUY, FaultKind::Refused(code), 0, 1)]
        },
    },
    Drill {
        name: || text!("practice-drill-slow"),
        words: || text!("practice-drill-slow-explained"),
        faults: || vec![fault("*", FaultKind::SlowBefore, SLOW_MS, 10)],
    },
    Drill {
        name: || text!("practice-drill-down"),
        words: || text!("practice-drill-down-explained"),
        faults: || vec![fault("*", FaultKind::Down, 0, 20)],
    },
];

pub struct FaultsViewState {
    call: &'static str,
    kind: FaultKind,
    times: u64,
    asked: bool,
}

impl Default for FaultsViewState {
    fn default() -> Self {
        Self { call: BUY, kind: FaultKind::CutAfter, times: 1, asked: false }
    }
}

fn fault(call: &str, kind: FaultKind, millis: u64, count: u64) -> Fault {
    Fault { call: call.to_owned(), kind, millis, count }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut FaultsViewState) {
    if !std::mem::replace(&mut local.asked, true) {
        ask(cx, PracticeIntent::RefreshFaults);
    }
    Card::new(text!("practice-drills")).show_ui(ui, |ui| {
        muted_ui(ui, text!("practice-drills-explained"));
        ui.spacing_mut().item_spacing.y = space::XS;
        for drill in &DRILLS {
            ui.add_space(space::M);
            line_ui(ui, size::CONTROL, |ui| {
                if Button::secondary((drill.name)()).show_ui(ui).clicked() {
                    for fault in (drill.faults)() {
                        ask(cx, PracticeIntent::AddFault(fault));
                    }
                }
            });
            small_muted_ui(ui, (drill.words)());
        }
    });
    own_ui(ui, cx, local);
}

fn own_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut FaultsViewState) {
    Card::new(text!("practice-faults")).show_ui(ui, |ui| {
        let label = text!("practice-fault-call");
        combo_ui(ui, label, 260.0, &mut local.call, &calls());
        let kinds = [
            FaultKind::CutAfter,
            FaultKind::CutBefore,
            FaultKind::SlowAfter,
            FaultKind::SlowBefore,
            FaultKind::Down,
            FaultKind::Garbled,
            FaultKind::Late,
            FaultKind::Twice,
        ]
        .map(|kind| {
            let words = said(&kind, SLOW_MS);
            (kind, words)
        });
        let label = text!("practice-fault-kind");
        combo_ui(ui, label, ui.available_width().min(360.0), &mut local.kind, &kinds);
        let times = [1, 3, 10].map(|count| (count, text!("practice-times", count = count)));
        let label = text!("practice-fault-times");
        combo_ui(ui, label, 160.0, &mut local.times, &times);
        ui.add_space(space::XS);
        let wanted = fault(local.call, local.kind.clone(), SLOW_MS, local.times);
        if Button::secondary(text!("practice-fault-add")).show_ui(ui).clicked() {
            ask(cx, PracticeIntent::AddFault(wanted));
        }
    });
}

/// The pending failures, with a button to clear them. Beside the drills, so that they move no button
/// that is being clicked.
pub fn waiting_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.state.practice.faults.is_empty() {
        return;
    }
    let mut clear = false;
    Card::new(text!("practice-faults-waiting")).show_ui(ui, |ui| {
        for fault in &cx.state.practice.faults {
            line_ui(ui, size::CONTROL_COMPACT, |ui| {
                let times = match fault.count {
                    0 => text!("practice-times-now-and-then").to_owned(),
                    count => text!("practice-times", count = count),
                };
                pill_ui(ui, Meaning::Warning, Icon::Warning, &times);
                let call = calls()
                    .into_iter()
                    .find(|(call, _)| *call == fault.call)
                    .map_or(fault.call.as_str(), |(_, words)| words);
                label_ui(ui, call);
                muted_ui(ui, &said(&fault.kind, fault.millis));
            });
        }
        ui.add_space(space::XS);
        let button = Button::secondary(text!("practice-faults-clear"));
        clear = button.show_ui(ui).clicked();
    });
    if clear {
        ask(cx, PracticeIntent::ClearFaults);
    }
}

fn ask(cx: &mut Cx<'_>, intent: PracticeIntent) {
    cx.ask(intent);
}

fn said(kind: &FaultKind, millis: u64) -> String {
    let seconds = millis as f64 / 1_000.0;
    let words = match kind {
        FaultKind::SlowBefore => return text!("practice-fault-slow-before", seconds = seconds),
        FaultKind::SlowAfter => return text!("practice-fault-slow-after", seconds = seconds),
        FaultKind::Late => return text!("practice-fault-late", seconds = seconds),
        FaultKind::CutBefore => text!("practice-fault-cut-before"),
        FaultKind::CutAfter => text!("practice-fault-cut-after"),
        FaultKind::Down => text!("practice-fault-down"),
        FaultKind::Garbled => text!("practice-fault-garbled"),
        FaultKind::Twice => text!("practice-fault-twice"),
        FaultKind::Refused(code) => return text!("practice-fault-refused", code = code),
        FaultKind::Other(word) => return word.replace('_', " "),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_tells_its_own_time() {
        for (millis, words) in [(1_000, "1 second"), (1_500, "1.5 seconds"), (5_000, "5 seconds")] {
            let told = said(&FaultKind::SlowBefore, millis);
            assert!(told.contains(words), "{told}");
            let told = said(&FaultKind::Late, millis);
            assert!(told.contains(words), "{told}");
        }
    }
}
