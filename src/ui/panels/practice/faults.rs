//! Simulates failures, to show how Postroom handles them: named drills, or any kind
//! of failure for any request.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::practice::{Fault, FaultKind, PracticeIntent};
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::combo_ui;
use crate::ui::widgets::field::label_ui;
use crate::ui::widgets::text::{grouped, line_ui, muted_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning};

const BUY: &str = "POST /Shipment";
const SLOW_MS: u64 = 5_000;

/// Requests by their name for the user.
const CALLS: [(&str, &str); 9] = [
    ("*", "Every call"),
    (BUY, "Buying a label"),
    ("POST /ShipmentRate", "Getting rates"),
    ("POST /Shipment/Refund", "Asking for a refund"),
    ("POST /Manifest", "Making a manifest"),
    ("GET /Tracking", "Tracking"),
    ("PUT /Account/Postage/Balance", "Topping up"),
    ("POST /Address/:id/Validate", "Checking an address"),
    ("GET /Shipment/:id/Label", "Fetching a label again"),
];

/// A drill: the failure, what the user should do, and what to look for.
struct Drill {
    name: &'static str,
    words: &'static str,
    fault: fn() -> Fault,
}

const DRILLS: [Drill; 6] = [
    Drill {
        name: "The answer to a purchase is lost",
        words: "Buy a label: it is bought once, and Postroom finds out automatically",
        fault: || fault(BUY, FaultKind::CutAfter, 0, 1),
    },
    Drill {
        name: "A purchase never arrives",
        words: "Buy a label: nothing was charged, and the same purchase is sent again",
        fault: || fault(BUY, FaultKind::CutBefore, 0, 1),
    },
    Drill {
        name: "A purchase arrives late",
        words: "Buy a label: the line is cut, it is bought seconds later, and only once",
        fault: || fault(BUY, FaultKind::Late, SLOW_MS, 1),
    },
    Drill {
        name: "The money has run out",
        words: "Buy a label: it is refused, with what to do about it",
        fault: || {
            let code = "ACCOUNT.BALANCE.VALIDATION_FAILED".to_owned();
            fault(BUY, FaultKind::Refused(code), 0, 1)
        },
    },
    Drill {
        name: "Everything is slow",
        words: "The next ten calls take five seconds each; the window goes on",
        fault: || fault("*", FaultKind::SlowBefore, SLOW_MS, 10),
    },
    Drill {
        name: "The service is down",
        words: "The next twenty calls are turned away; what is known stays on screen",
        fault: || fault("*", FaultKind::Down, 0, 20),
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
        Self {
            call: BUY,
            kind: FaultKind::CutAfter,
            times: 1,
            asked: false,
        }
    }
}

fn fault(call: &str, kind: FaultKind, millis: u64, count: u64) -> Fault {
    Fault {
        call: call.to_owned(),
        kind,
        millis,
        count,
    }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut FaultsViewState) {
    if !std::mem::replace(&mut local.asked, true) {
        ask(cx, PracticeIntent::RefreshFaults);
    }
    waiting_ui(ui, cx);
    Card::new("Drills").show_ui(ui, |ui| {
        muted_ui(ui, "See what happens on a bad day, before one comes");
        ui.spacing_mut().item_spacing.y = space::XS;
        for drill in &DRILLS {
            ui.add_space(space::M);
            line_ui(ui, size::CONTROL, |ui| {
                if Button::secondary(drill.name).show_ui(ui).clicked() {
                    ask(cx, PracticeIntent::AddFault((drill.fault)()));
                }
            });
            small_muted_ui(ui, drill.words);
        }
    });
    own_ui(ui, cx, local);
}

fn own_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut FaultsViewState) {
    Card::new("Make something fail").show_ui(ui, |ui| {
        combo_ui(ui, "When", 260.0, &mut local.call, &CALLS);
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
        combo_ui(ui, "What goes wrong", 360.0, &mut local.kind, &kinds);
        let times = [(1, "Once"), (3, "Three times"), (10, "Ten times")];
        combo_ui(ui, "How often", 160.0, &mut local.times, &times);
        ui.add_space(space::XS);
        let wanted = fault(local.call, local.kind.clone(), SLOW_MS, local.times);
        if Button::secondary("Make it fail").show_ui(ui).clicked() {
            ask(cx, PracticeIntent::AddFault(wanted));
        }
    });
}

/// The pending failures, with a button to clear them.
fn waiting_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.state.practice.faults.is_empty() {
        return;
    }
    let mut clear = false;
    Card::new("Waiting to go wrong").show_ui(ui, |ui| {
        for fault in &cx.state.practice.faults {
            line_ui(ui, size::CONTROL_COMPACT, |ui| {
                let times = match fault.count {
                    0 => "Now and then".to_owned(),
                    1 => "Once".to_owned(),
                    count => format!("{} times", grouped(count)),
                };
                pill_ui(ui, Meaning::Warning, Icon::Warning, &times);
                let call = CALLS
                    .iter()
                    .find(|(call, _)| *call == fault.call)
                    .map_or(fault.call.as_str(), |(_, words)| words);
                label_ui(ui, call);
                muted_ui(ui, &said(&fault.kind, fault.millis));
            });
        }
        ui.add_space(space::XS);
        clear = Button::secondary("Let everything work again")
            .show_ui(ui)
            .clicked();
    });
    if clear {
        ask(cx, PracticeIntent::ClearFaults);
    }
}

fn ask(cx: &mut Cx<'_>, intent: PracticeIntent) {
    cx.ask(Intent::Practice(intent));
}

fn said(kind: &FaultKind, millis: u64) -> String {
    let words = match kind {
        FaultKind::SlowBefore => {
            return format!("It waits {} before it is carried out", seconds(millis));
        }
        FaultKind::SlowAfter => {
            return format!("It is carried out, its answer takes {}", seconds(millis));
        }
        FaultKind::CutBefore => "The line is cut before it is carried out",
        FaultKind::CutAfter => "It is carried out, then the line is cut",
        FaultKind::Down => "The service says it is down",
        FaultKind::Garbled => "It is carried out, its answer cannot be read",
        FaultKind::Late => {
            let later = seconds(millis);
            return format!("The line is cut, and it is carried out {later} later");
        }
        FaultKind::Twice => "It is carried out twice",
        FaultKind::Refused(code) => return format!("It is refused with {code}"),
        FaultKind::Other(word) => return word.replace('_', " "),
    };
    words.to_owned()
}

/// `1 second`, `1.5 seconds`
fn seconds(millis: u64) -> String {
    match millis {
        1_000 => "1 second".to_owned(),
        millis => format!("{} seconds", millis as f64 / 1_000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_tells_its_own_time() {
        for (millis, words) in [
            (1_000, "1 second "),
            (1_500, "1.5 seconds "),
            (5_000, "5 seconds "),
        ] {
            let told = said(&FaultKind::SlowBefore, millis);
            assert!(told.contains(words), "{told}");
            let told = said(&FaultKind::Late, millis);
            assert!(told.contains(words), "{told}");
        }
    }
}
