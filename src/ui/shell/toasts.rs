//! Notices in the lower right corner, placed over no control if possible. They disappear after ten
//! seconds; warnings and errors stay until the user dismisses them.

use egui::{Align2, Area, Id, Rect, Sense, Ui, vec2};

use crate::desk::intent::Intent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::panels::ship;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::notice::{Answer, toast_ui};

/// The position of the notices.
#[derive(Debug, Default)]
pub struct ToastsViewState {
    panel: Panel,
    /// Height above the lower edge, in points.
    rise: Option<f32>,
}

const MOST: usize = 4;
const STEP: f32 = 4.0;

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut ToastsViewState) {
    if cx.state.notices.is_empty() {
        view.rise = None;
        return;
    }
    let foot = match *cx.panel {
        Panel::Ship => ship::footer_height(cx.state),
        _ => 0.0,
    };
    let least = foot + space::L;
    if std::mem::replace(&mut view.panel, *cx.panel) != *cx.panel {
        view.rise = None;
    }
    let id = Id::unique("notices");
    let mut rise = view.rise.unwrap_or(least);
    if let Some(last) = ui.memory(|memory| memory.area_rect(id))
        && !is_moving(ui)
    {
        rise = free(ui, id, last.size(), (rise, least));
    }
    view.rise = Some(rise);
    Area::new(id)
        .anchor(Align2::RIGHT_BOTTOM, [-space::L, -rise])
        .order(egui::Order::Foreground)
        .accessible_name(text!("shell-notices"))
        .show(ui.ctx(), |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            for notice in cx.state.notices.iter().rev().take(MOST).rev() {
                if toast_ui(ui, notice) == Some(Answer::Dismiss) {
                    cx.intents.push(Intent::DismissNotice(notice.id));
                }
            }
        });
}

/// Whether the page is being scrolled or dragged; notices do not move meanwhile.
fn is_moving(ui: &Ui) -> bool {
    ui.input(|input| input.pointer.any_down() || input.smooth_scroll_delta() != egui::Vec2::ZERO)
}

/// The height of the notices: unchanged if that covers no control, else the lowest
/// that covers none.
fn free(ui: &Ui, own: Id, size: egui::Vec2, (before, least): (f32, f32)) -> f32 {
    let window = ui.ctx().content_rect();
    let place = |rise: f32| {
        let corner = window.max - vec2(space::L, rise);
        Rect::from_min_max(corner - size, corner)
    };
    let column = place(least).x_range();
    let pressed = Sense::click();
    let controls: Vec<Rect> = ui.ctx().viewport(|view| {
        let widgets = view.this_pass.widgets.layers();
        let others = widgets.filter(|(layer, _)| layer.id != own);
        others
            .flat_map(|(_, widgets)| widgets)
            // Selectable text and table rows may be covered; only controls that take
            // the focus count.
            .filter(|widget| widget.sense.contains(pressed))
            .map(|widget| widget.interact_rect)
            .filter(|rect| rect.is_positive() && rect.x_range().intersects(column))
            .collect()
    });
    let covers = |rise: f32| {
        let place = place(rise).expand(space::XS);
        controls.iter().any(|rect| rect.intersects(place))
    };
    if !covers(before) {
        return before;
    }
    let top = window.height() - size.y - size::TOP_BAR;
    let mut rise = least;
    while rise < top {
        if !covers(rise) {
            return rise;
        }
        rise += STEP;
    }
    least
}
