//! Notices in the lower right corner. Where all of them would cover a control, only the newest is
//! shown; where that covers one too, it is one line. They disappear after ten seconds; warnings and
//! errors stay until the user dismisses them.

use std::path::Path;

use egui::{Align2, Area, Id, Rect, Sense, Ui, Vec2, vec2};

use crate::desk::intent::Intent;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::notices::{Notice, NoticeStep};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::panels::ship;
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::notice::{Answer, more_ui, toast_line_ui, toast_ui};
use crate::ui::widgets::table::rows_on_screen;

/// How much of the notices is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Extent {
    #[default]
    All,
    /// The newest, and how many others there are.
    Newest,
    /// The first words of the newest.
    Line,
}

/// The position of the notices, and how many are shown.
#[derive(Debug, Default)]
pub struct ToastsViewState {
    panel: Panel,
    extent: Extent,
    /// Height above the lower edge, in points, if the lower corner has no room for a line.
    rise: Option<f32>,
    /// What each extent needs, in points; `None` until it is drawn.
    sizes: [Option<Vec2>; 3],
    /// The notices that these sizes are of.
    seen: Vec<u64>,
    /// All are wanted, whatever they cover.
    is_open: bool,
}

const MOST: usize = 4;
const STEP: f32 = 4.0;

pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut ToastsViewState) {
    let Some(newest) = cx.state.notices.iter().next_back() else {
        *view = ToastsViewState::default();
        return;
    };
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
        view.sizes = [None; 3];
        view.extent = Extent::All;
    }
    let id = Id::unique("notices");
    if !is_moving(ui) {
        let controls = controls_on_screen(ui, id);
        view.place(ui, &controls, least);
    }
    let all = cx.state.notices.len();
    let mut shown = Vec::new();
    let area = Area::new(id)
        .anchor(Align2::RIGHT_BOTTOM, [-space::L, -view.rise.unwrap_or(least)])
        .order(egui::Order::Foreground)
        .accessible_name(text!("shell-notices"))
        .show(ui.ctx(), |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            match view.extent {
                Extent::All => shown.extend(cx.state.notices.iter().rev().take(MOST)),
                Extent::Newest => {
                    if all > 1 {
                        let more = text!("shell-notices-more", count = all - 1);
                        view.is_open |= more_ui(ui, &more);
                    }
                    shown.push(newest);
                }
                Extent::Line => {
                    let show = text!("shell-notices-show", count = all);
                    view.is_open |= toast_line_ui(ui, newest, &show);
                }
            }
            for notice in shown.into_iter().rev() {
                let steps = steps(notice);
                let words: Vec<&str> = steps.iter().map(|(words, _)| *words).collect();
                let Some(answer) = toast_ui(ui, notice, &words) else {
                    continue;
                };
                if let Answer::Step(number) = answer
                    && let Some((_, step)) = steps.into_iter().nth(number)
                {
                    cx.carry_out(Some(step));
                }
                cx.intents.push(Intent::DismissNotice(notice.id));
            }
        });
    let size = area.response.rect.size();
    if view.sizes.get(view.extent as usize) != Some(&Some(size)) {
        // It is placed by this size.
        ui.ctx().request_repaint();
    }
    if let Some(known) = view.sizes.get_mut(view.extent as usize) {
        *known = Some(size);
    }
}

/// The buttons of a notice, and what they do.
fn steps(notice: &Notice) -> Vec<(&'static str, ShipmentAction)> {
    let lacks_money = notice.trouble.as_ref().is_some_and(Trouble::lacks_money);
    match &notice.step {
        Some(NoticeStep::Manifest(id)) => {
            let show = Command::ShowManifest(id.clone());
            vec![(text!("shell-notice-show-form"), ShipmentAction::Run(show))]
        }
        Some(NoticeStep::File(path)) => {
            let open = |path: &Path| ShipmentAction::Ask(Intent::OpenPath(path.to_owned()));
            let folder = path.parent().unwrap_or(path);
            vec![
                (text!("shell-notice-open-file"), open(path)),
                (text!("shell-notice-show-folder"), open(folder)),
            ]
        }
        None if lacks_money => {
            let top_up = Command::TopUp(None);
            vec![(text!("shell-notice-top-up"), ShipmentAction::Run(top_up))]
        }
        None => Vec::new(),
    }
}

impl ToastsViewState {
    /// Chooses the largest extent that covers no control in the lower corner. One whose size is not
    /// known yet is drawn to learn it. Only a line that has no room there either leaves the corner,
    /// for the nearest place above.
    fn place(&mut self, ui: &Ui, controls: &[Rect], least: f32) {
        let window = ui.ctx().content_rect();
        let is_free = |size: Vec2, rise: f32| {
            let corner = window.max - vec2(space::L, rise);
            let place = Rect::from_min_max(corner - size, corner).expand(space::XS);
            !controls.iter().any(|control| control.intersects(place))
        };
        let fits = |extent: Extent| {
            let size = self.sizes.get(extent as usize).copied().flatten();
            size.is_none_or(|size| is_free(size, least))
        };
        self.extent = match () {
            () if self.is_open || fits(Extent::All) => Extent::All,
            () if fits(Extent::Newest) => Extent::Newest,
            () => Extent::Line,
        };
        self.rise = None;
        if self.extent == Extent::Line
            && let [_, _, Some(line)] = self.sizes
        {
            let top = window.height() - line.y - size::TOP_BAR;
            let steps = 0..((top - least) / STEP).max(0.0) as u32;
            let mut rises = steps.map(|step| least + step as f32 * STEP);
            self.rise = rises.find(|rise| is_free(line, *rise));
        }
    }
}

/// Whether the page is being scrolled or dragged; notices do not move meanwhile.
fn is_moving(ui: &Ui) -> bool {
    ui.input(|input| input.pointer.any_down() || input.smooth_scroll_delta() != Vec2::ZERO)
}

/// What can be pressed on screen besides the notices. Rows of tables do not count: most of them are
/// elsewhere, and the list can be scrolled.
fn controls_on_screen(ui: &Ui, own: Id) -> Vec<Rect> {
    let pressed = Sense::click();
    let rows = rows_on_screen(ui.ctx());
    let is_row = |place: Rect| rows.iter().any(|rows| rows.contains(place.center()));
    ui.ctx().viewport(|view| {
        let widgets = view.this_pass.widgets.layers();
        let others = widgets.filter(|(layer, _)| layer.id != own);
        others
            .flat_map(|(_, widgets)| widgets)
            .filter(|widget| widget.enabled && widget.sense.contains(pressed))
            .map(|widget| widget.interact_rect)
            .filter(|place| place.is_positive() && !is_row(*place))
            .collect()
    })
}
