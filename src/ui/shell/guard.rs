//! Catches a panic in a panel: an error message replaces the panel, and the rest of the window
//! keeps working. The panic hook has already stored a report.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use egui::Ui;

use crate::base::crash;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::local::{Draw, LocalState};
use crate::ui::panel::Panel;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{Button, Card, code_ui, heading_ui, muted_ui};

/// Panels that panicked, with the panic message.
pub type PanickedPanels = HashMap<Panel, String>;

/// Draws the panel, or the message why it is not drawn.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut LocalState, draw: Draw) {
    let panel = *cx.panel;
    if let Some(reason) = local.shell.stopped.get(&panel).cloned() {
        if stopped_ui(ui, panel, &reason) {
            local.shell.stopped.remove(&panel);
            ui.ctx().request_repaint();
        }
        return;
    }
    let (intents, commands) = (cx.intents.len(), cx.commands.len());
    // A half-drawn panel leaves only its own view state, which the next frame rebuilds, and its
    // requests, which are dropped below.
    let drawn = catch_unwind(AssertUnwindSafe(|| draw(ui, cx, local)));
    if let Err(panic) = drawn {
        cx.intents.truncate(intents);
        cx.commands.truncate(commands);
        let reason = crash::panic_message(&*panic);
        local.shell.stopped.insert(panel, reason);
        ui.ctx().request_discard("a panel stopped half-drawn");
        ui.ctx().request_repaint();
    }
}

/// Returns whether to draw the panel again.
fn stopped_ui(ui: &mut Ui, panel: Panel, reason: &str) -> bool {
    let mut again = false;
    Card::default().show_ui(ui, |ui| {
        ui.set_max_width(size::READING);
        heading_ui(ui, &text!("shell-stopped-title", panel = panel.title()));
        muted_ui(ui, text!("shell-stopped-text"));
        code_ui(ui, reason);
        ui.add_space(space::S);
        let button = Button::secondary(text!("shell-stopped-again"));
        let button = button.name(text!("shell-stopped-again-name"));
        again = button.show_ui(ui).clicked();
    });
    again
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::intent::Intent;
    use crate::desk::state::State;
    use crate::ui::stage::{Stage, window_stage};
    use crate::ui::window::Window;

    fn faulty_ui(ui: &mut Ui, cx: &mut Cx<'_>, _: &mut LocalState) {
        match *cx.panel {
            Panel::Balance => {
                ui.label("half of it");
                cx.ask(Intent::Buy);
                panic!("inside `Jane Sample` there is nothing");
            }
            _ => {
                ui.label("still here");
            }
        }
    }

    #[test]
    fn a_panel_that_panics_is_a_sentence_and_the_others_work() {
        let connected = crate::desk::kernel::session::Connection::Connected(
            crate::desk::kernel::session::Session {
                environment: crate::rows::scope::Environment::Practice,
                base_url: "http://127.0.0.1/v3.1".into(),
                account_name: "Shop".into(),
            },
        );
        let state = State { connection: connected, ..State::default() };
        let mut window = Window::installed(jiff::tz::TimeZone::UTC);
        window.draw = faulty_ui;
        let draw = move |ui: &mut Ui, (window, intents): &mut (Window, Vec<Intent>)| {
            intents.extend(window.show_ui(ui, &state, jiff::Timestamp::UNIX_EPOCH));
        };
        let mut stage = window_stage((1366, 768), (window, Vec::new()), draw).unwrap();
        let show = |stage: &mut Stage<(Window, Vec<Intent>)>, panel: Panel| {
            stage.state_mut().0.panel = panel;
            stage.run_ok();
        };
        assert!(stage.shows("still here"));
        show(&mut stage, Panel::Balance);
        for words in [
            "Balance stopped because of a problem in Postroom",
            "inside (11 letters) there is nothing",
        ] {
            assert!(stage.shows(words), "{words}");
        }
        assert!(!stage.shows("half of it"));
        show(&mut stage, Panel::Tracking);
        assert!(stage.shows("still here"));
        // Once the cause is fixed, "Try again" draws the panel.
        stage.state_mut().0.draw = |ui, _, _| drop(ui.label("mended"));
        show(&mut stage, Panel::Balance);
        stage.click("Show the panel again").unwrap();
        assert!(stage.shows("mended"));
        let (_, intents) = stage.into_state();
        assert!(intents.is_empty(), "{intents:?}");
    }
}
