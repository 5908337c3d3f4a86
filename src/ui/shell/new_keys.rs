//! The keys of an account that was created in this run, as long as they are neither copied nor kept: a
//! band above the panels, and a question before the window closes. The service never shows them again.

use egui::{Ui, ViewportCommand};

use crate::desk::sign_in::intent::SignInIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::ask_ui;
use crate::ui::widgets::{Button, Meaning, band_ui, heading_ui, muted_ui};

#[derive(Default)]
pub struct NewKeysViewState {
    /// The window was to be closed, and the question is open.
    asks: bool,
    /// A person accepts that the keys are lost.
    is_given_up: bool,
}

pub fn band_above_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    if has_unsaved(cx)
        && band_ui(
            ui,
            Meaning::Warning,
            text!("connect-keys-unsaved"),
            Some(text!("connect-keys-copy-all")),
        )
    {
        copy(ui, cx);
    }
}

pub fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut NewKeysViewState) {
    if !has_unsaved(cx) {
        local.asks = false;
        return;
    }
    if ui.input(|input| input.viewport().close_requested()) && !local.is_given_up {
        ui.ctx().send_viewport_cmd(ViewportCommand::CancelClose);
        local.asks = true;
    }
    if !local.asks {
        return;
    }
    let mut wants_copy = false;
    let yes = Button::danger(text!("connect-keys-close-anyway"));
    let no = Button::secondary(text!("connect-keys-stay"));
    let answer = ask_ui(ui, "unsaved keys", yes, no, |ui| {
        heading_ui(ui, text!("connect-keys-close-title"));
        muted_ui(ui, text!("connect-keys-unsaved"));
        ui.add_space(space::S);
        wants_copy = Button::primary(text!("connect-keys-copy-all")).show_ui(ui).clicked();
    });
    if wants_copy {
        copy(ui, cx);
    }
    if let Some(close) = answer {
        local.asks = false;
        local.is_given_up = close;
        if close {
            ui.ctx().send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

fn has_unsaved(cx: &Cx<'_>) -> bool {
    cx.state.accounts.new_keys.as_ref().is_some_and(|keys| !keys.copied && !keys.pairs.is_empty())
}

fn copy(ui: &Ui, cx: &mut Cx<'_>) {
    if let Some(keys) = &cx.state.accounts.new_keys {
        ui.ctx().copy_text(keys.as_text().expose().to_owned());
        cx.ask(SignInIntent::KeysCopied);
    }
}
