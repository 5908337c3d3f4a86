//! Notices in the lower right corner, placed over no control if possible; where all of them would
//! cover one, the newest is shown and the others behind a button. They disappear after ten seconds;
//! warnings and errors stay until the user dismisses them.

use egui::{Align2, Area, Id, Rect, Sense, Ui, Vec2, vec2};

use crate::desk::intent::Intent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::panels::ship;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::notice::{Answer, more_ui, toast_ui};

/// The position of the notices, and how many are shown.
#[derive(Debug, Default)]
pub struct ToastsViewState {
    panel: Panel,
    /// Height above the lower edge, in points.
    rise: Option<f32>,
    /// Of all notices together, if they had no place that covers no control.
    crowded: Option<Vec2>,
    /// The notices that were there when that was found.
    seen: Vec<u64>,
    /// All are wanted, whatever they cover.
    is_open: bool,
}

const MOST: usize = 4;
const STEP: f32 = 4.0;
/// What it costs to cover a text, a control, and the control that has the focus.
const TEXT_COST: usize = 1;
const CONTROL_COST: usize = 100;
const FOCUS_COST: usize = 10_000;
/// In points. What is higher and cannot be pressed is no line of text, but something around texts.
const HIGHEST_TEXT: f32 = 32.0;

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut ToastsViewState) {
    if cx.state.notices.is_empty() {
        *view = ToastsViewState::default();
        return;
    }
    let foot = match *cx.panel {
        Panel::Ship => ship::footer_height(cx.state),
        _ => 0.0,
    };
    let least = foot + space::L;
    if std::mem::replace(&mut view.panel, *cx.panel) != *cx.panel {
        view.rise = None;
        view.is_open = false;
    }
    let ids = || cx.state.notices.iter().map(|notice| notice.id);
    if !view.seen.iter().copied().eq(ids()) {
        view.seen = ids().collect();
        view.crowded = None;
    }
    let id = Id::unique("notices");
    let mut rise = view.rise.unwrap_or(least);
    if let Some(last) = ui.memory(|memory| memory.area_rect(id))
        && !is_moving(ui)
    {
        let heights = (rise, least);
        let costs = costs_on_screen(ui, id);
        let all = view.crowded.unwrap_or_else(|| last.size());
        let place = best_place(ui, &costs, all, heights);
        view.crowded = (!place.is_free && !view.is_open).then_some(all);
        rise = match view.crowded {
            Some(_) => best_place(ui, &costs, last.size(), heights).rise,
            None => place.rise,
        };
    }
    view.rise = Some(rise);
    let all = cx.state.notices.len();
    let shown = if view.crowded.is_some() { 1 } else { MOST };
    Area::new(id)
        .anchor(Align2::RIGHT_BOTTOM, [-space::L, -rise])
        .order(egui::Order::Foreground)
        .accessible_name(text!("shell-notices"))
        .show(ui.ctx(), |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            if view.crowded.is_some() && all > shown {
                let more = text!("shell-notices-more", count = all - shown);
                view.is_open = more_ui(ui, &more);
            }
            for notice in cx.state.notices.iter().rev().take(shown).rev() {
                if toast_ui(ui, notice) == Some(Answer::Dismiss) {
                    cx.intents.push(Intent::DismissNotice(notice.id));
                }
            }
        });
}

/// Whether the page is being scrolled or dragged; notices do not move meanwhile.
fn is_moving(ui: &Ui) -> bool {
    ui.input(|input| input.pointer.any_down() || input.smooth_scroll_delta() != Vec2::ZERO)
}

/// Where the notices are placed.
struct Place {
    rise: f32,
    /// No control is covered there.
    is_free: bool,
}

/// What there is on screen besides the notices, and what it costs to cover it.
fn costs_on_screen(ui: &Ui, own: Id) -> Vec<(Rect, usize)> {
    let pressed = Sense::click();
    let focused = ui.memory(|memory| memory.focused());
    ui.ctx().viewport(|view| {
        let widgets = view.this_pass.widgets.layers();
        let others = widgets.filter(|(layer, _)| layer.id != own);
        others
            .flat_map(|(_, widgets)| widgets)
            .map(|widget| {
                let rect = widget.interact_rect;
                let cost = match widget.sense.contains(pressed) {
                    true if focused == Some(widget.id) => FOCUS_COST,
                    true => CONTROL_COST,
                    false if rect.height() > HIGHEST_TEXT => 0,
                    false => TEXT_COST,
                };
                (rect, cost)
            })
            .filter(|(rect, cost)| *cost > 0 && rect.is_positive())
            .collect()
    })
}

/// The lower corner if it covers no control, else the place as before, else the one that covers the
/// least: no control if possible, and few texts. The control that has the focus is covered last.
fn best_place(ui: &Ui, costs: &[(Rect, usize)], size: Vec2, (before, least): (f32, f32)) -> Place {
    let window = ui.ctx().content_rect();
    let place = |rise: f32| {
        let corner = window.max - vec2(space::L, rise);
        Rect::from_min_max(corner - size, corner)
    };
    let cost = |rise: f32| -> usize {
        let place = place(rise).expand(space::XS);
        let covered = costs.iter().filter(|(rect, _)| rect.intersects(place));
        covered.map(|(_, cost)| cost).sum()
    };
    let top = window.height() - size.y - size::TOP_BAR;
    // The window may have been higher.
    for rise in [least, before.min(top.max(least))] {
        if cost(rise) < CONTROL_COST {
            return Place {
                rise,
                is_free: true,
            };
        }
    }
    let (mut best, mut least_cost) = (least, cost(least));
    let mut rise = least + STEP;
    while rise < top && least_cost > 0 {
        let cost = cost(rise);
        if cost < least_cost {
            (best, least_cost) = (rise, cost);
        }
        rise += STEP;
    }
    Place {
        rise: best,
        is_free: least_cost < CONTROL_COST,
    }
}
