//! Notices, by one rule: they cover nothing that can be pressed. They are in the lower right corner;
//! where all of them would cover a control, only the newest is there, and where that covers one too,
//! it is a strip below the page, in which its words are whole. It grows again when the notices, the
//! panel or the window change, so that nothing jumps. The desk decides when a notice is over.

use std::path::Path;

use egui::{Align2, Area, Id, Panel as Edge, Rect, Sense, Ui, Vec2, vec2};

use crate::base::id::ManifestId;
use crate::desk::intent::Intent;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::notices::{Notice, NoticeStep};
use crate::desk::manifests::FormState;
use crate::desk::state::State;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::panels::ship;
use crate::ui::parts::row_actions::ShipmentAction;
use crate::ui::tokens::{Tokens, space};
use crate::ui::widgets::notice::{Answer, more_ui, toast_strip_ui, toast_ui};
use crate::ui::widgets::page::edge;
use crate::ui::widgets::table::rows_on_screen;

/// How much of the notices is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Extent {
    #[default]
    All,
    /// The newest, and how many others there are.
    Newest,
    /// The newest, in a strip below the page.
    Strip,
}

/// How many notices are shown.
#[derive(Debug, Default)]
pub struct ToastsViewState {
    extent: Extent,
    /// What the extents in the corner need, in points; `None` until it is drawn.
    sizes: [Option<Vec2>; 2],
    /// The notices, the panel and the window that these are of.
    seen: (Vec<u64>, Panel, Vec2),
    /// All are wanted, whatever they cover.
    is_open: bool,
}

const MOST: usize = 4;

/// The newest notice below the page, if the corner has no room for it. Drawn before the page.
pub fn strip_ui(ui: &mut Ui, cx: &mut Cx<'_>, view: &mut ToastsViewState) {
    let list = &cx.state.notices;
    let seen = (list.iter().map(|it| it.id).collect(), *cx.panel, ui.ctx().content_rect().size());
    if view.seen != seen {
        *view = ToastsViewState { seen, ..ToastsViewState::default() };
    }
    let Some(newest) = list.last().filter(|_| view.extent == Extent::Strip) else {
        return;
    };
    let show = text!("shell-notices-show", count = list.len());
    let strip = edge(Edge::bottom("notices strip"), Tokens::of_theme(ui).surface);
    let answer = strip.show(ui, |ui| {
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(egui::Role::Group);
            node.set_label(text!("shell-notices"));
        });
        toast_strip_ui(ui, newest, &show)
    });
    match answer.inner {
        Some(Answer::Dismiss) => cx.intents.push(Intent::DismissNotice(newest.id)),
        Some(_) => (view.is_open, view.extent) = (true, Extent::All),
        None => {}
    }
}

/// The notices in the corner, drawn above the page.
pub fn show_ui(ui: &Ui, cx: &mut Cx<'_>, view: &mut ToastsViewState) {
    let Some(newest) = cx.state.notices.last() else {
        return;
    };
    let foot = match *cx.panel {
        Panel::Ship => ship::footer_height(cx.state),
        _ => 0.0,
    };
    let rise = foot + space::L;
    let id = Id::unique("notices");
    if !is_moving(ui) {
        let before = view.extent;
        view.place(ui, &controls_on_screen(ui, id), rise);
        if view.extent == Extent::Strip && before != Extent::Strip {
            ui.ctx().request_repaint();
        }
    }
    let all = cx.state.notices.len();
    let mut shown = Vec::new();
    match view.extent {
        Extent::All => shown.extend(cx.state.notices.iter().rev().take(MOST)),
        Extent::Newest => shown.push(newest),
        Extent::Strip => return,
    }
    let area = Area::new(id)
        .anchor(Align2::RIGHT_BOTTOM, [-space::L, -rise])
        // Below every question and menu.
        .order(egui::Order::Middle)
        .accessible_name(text!("shell-notices"))
        .show(ui.ctx(), |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            if view.extent == Extent::Newest && all > 1 {
                let more = text!("shell-notices-more", count = all - 1);
                view.is_open |= more_ui(ui, &more);
            }
            for notice in shown.into_iter().rev() {
                let steps = steps(cx.state, notice);
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
    if let Some(known) = view.sizes.get_mut(view.extent as usize)
        && known.replace(size) != Some(size)
    {
        // It is placed by this size.
        ui.ctx().request_repaint();
    }
}

/// The buttons of a notice, and what they do.
fn steps(state: &State, notice: &Notice) -> Vec<(&'static str, ShipmentAction)> {
    let lacks_money = notice.trouble.as_ref().is_some_and(Trouble::lacks_money);
    match &notice.step {
        // There is nothing to show before the carrier has made it.
        Some(NoticeStep::Manifest(id)) if !has_form(state, id) => Vec::new(),
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

fn has_form(state: &State, id: &ManifestId) -> bool {
    let mut known = state.manifests.known.iter();
    let manifest = known.find(|manifest| manifest.id.as_ref() == Some(id));
    manifest.is_some_and(|manifest| FormState::of_manifest(manifest) == FormState::Generated)
}

impl ToastsViewState {
    /// Chooses the largest extent, up to the present one, that covers no control in the corner. One
    /// whose size is not known yet is drawn to learn it.
    fn place(&mut self, ui: &Ui, controls: &[Rect], rise: f32) {
        let corner = ui.ctx().content_rect().max - vec2(space::L, rise);
        let fits = |extent: Extent| {
            let size = self.sizes.get(extent as usize).copied().flatten();
            size.is_none_or(|size| {
                let place = Rect::from_min_max(corner - size, corner).expand(space::XS);
                !controls.iter().any(|control| control.intersects(place))
            })
        };
        self.extent = match self.extent {
            _ if self.is_open => Extent::All,
            Extent::All if fits(Extent::All) => Extent::All,
            // One notice alone is already all of them.
            Extent::All | Extent::Newest if self.seen.0.len() > 1 && fits(Extent::Newest) => {
                Extent::Newest
            }
            _ => Extent::Strip,
        };
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
