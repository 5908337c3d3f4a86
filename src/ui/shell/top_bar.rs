//! The bar along the top: environment, account, balance, and at the right the state of what
//! Postroom is connected to. What has no room is shortened or left out ([`pieces`]).

mod pieces;

use egui::{Panel as Edge, Popup, RectAlign, RichText, Role, TextWrapMode, Ui, WidgetInfo};

use self::pieces::{Part, Piece};
use crate::base::money::Money;
use crate::desk::kernel::session::Connection;
use crate::desk::state::State;
use crate::text;
use crate::ui::command;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panels::settings::scale;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::page::edge;
use crate::ui::widgets::text::{hinted, pill_button_ui};
use crate::ui::widgets::{
    Button, Icon, Meaning, environment, from_right_ui, pill_ui, small_muted_ui, wrapped_ui,
};

/// The narrowest account name, before the name is cut.
const ACCOUNT: f32 = 72.0;
/// A long account name takes no more than this from the rest of the bar.
const ACCOUNT_WIDE: f32 = 220.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let tokens = Tokens::of_theme(ui);
    edge(Edge::top("top bar"), tokens.surface).exact_size(size::TOP_BAR).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            let mut pieces = pieces::pieces(cx);
            let name = match &cx.state.connection {
                Connection::Connected(session) => session.account_name.as_str(),
                _ => "",
            };
            let environment = cx.state.environment();
            let fixed = environment.map_or(0.0, |it| environment::band_width(ui, it));
            let natural = pieces::button_width(ui, name).min(ACCOUNT_WIDE);
            let room = ui.available_width() - fixed - 2.0 * space::M;
            pieces::shorten(ui, &mut pieces, room - natural, ACCOUNT - natural);
            let account = room - pieces::width(ui, &pieces);
            if let Some(environment) = environment {
                environment::band_ui(ui, environment);
                account_ui(ui, cx, name, account.clamp(ACCOUNT, ACCOUNT_WIDE));
            }
            let (left, right): (Vec<_>, Vec<_>) =
                pieces.into_iter().partition(|piece| piece.part.is_left());
            for piece in &left {
                piece_ui(ui, cx, piece);
            }
            from_right_ui(ui, |ui| {
                for piece in &right {
                    piece_ui(ui, cx, piece);
                }
            });
        });
    });
}

fn account_ui(ui: &mut Ui, cx: &mut Cx<'_>, called: &str, width: f32) {
    let name = text!("shell-account-name", account = called);
    let shortcut = command::shortcut_text(&Command::SwitchAccount).unwrap_or_default();
    let hint = text!("shell-account-hint", keys = shortcut);
    let switch = Button::quiet(called).name(&name).hint(&hint);
    let pressed = ui.scope(|ui| {
        ui.set_max_width(width);
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        switch.show_ui(ui).clicked()
    });
    if pressed.inner {
        cx.commands.push(Command::SwitchAccount);
    }
}

fn piece_ui(ui: &mut Ui, cx: &mut Cx<'_>, piece: &Piece) {
    let Some(words) = piece.words() else { return };
    let tokens = cx.tokens;
    match piece.part {
        Part::Balance => {
            ui.label(RichText::new(words).font(text::body_strong()))
                .on_hover_text(text!("shell-balance-hint"));
        }
        Part::AfterLabel => {
            let ink = match piece.meaning {
                Meaning::Warning => tokens.warning.ink,
                _ => tokens.ink_muted,
            };
            ui.label(RichText::new(words).font(text::body()).color(ink));
        }
        Part::AutoBuy => drop(small_muted_ui(ui, words)),
        Part::PracticeDay => {
            let date = ui.label(RichText::new(&piece.name).font(text::body()).color(tokens.ink));
            hinted(date, &piece.hint);
            let next = Button::secondary(words).name(text!("shell-practice-next-name"));
            let next = next.hint(text!("commands-next-day-tooltip"));
            if next.show_ui(ui).clicked() {
                cx.commands.push(Command::NextPracticeDay);
            }
        }
        Part::Find => find_ui(ui, cx, piece),
        Part::Connection => connection_ui(ui, cx, piece),
        // Of problems, the banners above each panel say which ones.
        Part::BalanceAge | Part::Problems => {
            let pill = pill_ui(ui, piece.meaning, piece.icon, words);
            pill.widget_info(|| WidgetInfo::labeled(Role::Label, true, &piece.name));
            pill.on_hover_text(&piece.name);
        }
        Part::Workspace | Part::Express | Part::Scale | Part::Printer => {
            let pill = pill_button_ui(ui, piece.meaning, piece.icon, words, &piece.name);
            if pill.on_hover_text(&piece.hint).clicked() {
                cx.open_settings(match piece.part {
                    Part::Printer => SettingsCategory::Printers,
                    Part::Workspace => SettingsCategory::Stations,
                    _ => SettingsCategory::Devices,
                });
            }
        }
    }
    if piece.part == Part::Scale {
        scale::watch_age(ui, &cx.state.scale, cx);
    }
}

fn find_ui(ui: &mut Ui, cx: &mut Cx<'_>, piece: &Piece) {
    let words = piece.words().unwrap_or_default();
    let mut find = Button::secondary(words).name(&piece.name).icon(Icon::Search);
    if piece.is_whole() {
        find = find.shortcut(&piece.hint);
    } else {
        find = find.hint(&piece.hint);
    }
    if find.show_ui(ui).clicked() {
        cx.commands.push(Command::OpenPalette);
    }
}

/// The only place that says that the service is not reached. The pill opens what that means for the
/// panel on screen; screen readers read it with the pill.
fn connection_ui(ui: &mut Ui, cx: &Cx<'_>, piece: &Piece) {
    let words = piece.words().unwrap_or_default();
    if !cx.state.is_offline() {
        let pill = pill_ui(ui, piece.meaning, piece.icon, words);
        pill.widget_info(|| WidgetInfo::labeled(Role::Label, true, &piece.name));
        pill.on_hover_text(&piece.hint);
        return;
    }
    let pill = pill_button_ui(ui, piece.meaning, piece.icon, words, &piece.name);
    let hint = piece.hint.as_str();
    pill.ctx.accesskit_node_builder(pill.id, |node| node.set_description(hint));
    let pill = pill.on_hover_text(hint);
    Popup::from_toggle_button_response(&pill).align(RectAlign::BOTTOM_END).show(|ui| {
        ui.set_max_width(size::TOAST);
        wrapped_ui(ui, hint, text::body(), cx.tokens.ink);
    });
}

/// The balance after buying the chosen rate.
pub fn after_this_label(state: &State, now: Money) -> Option<Money> {
    if state.ship.just_bought.is_some() || state.balance.believed().is_none() {
        return None;
    }
    let price = state.ship.draft.chosen.as_ref()?.price()?;
    now.checked_sub(price)
}

/// The number of problems: purchases that are not settled, and whether buying is blocked.
pub fn problems(state: &State) -> u64 {
    state.unresolved_purchase_count() + u64::from(state.buying_stopped().is_some())
}
