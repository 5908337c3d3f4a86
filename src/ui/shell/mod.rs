//! The frame around the panels: top bar, navigation rail, banners, notices, command palette.

pub mod banner;
pub mod focus;
pub mod guard;
pub mod help;
pub mod local;
pub mod new_keys;
pub mod palette;
pub mod preview;
pub mod rail;
pub mod reports;
pub(in crate::ui) mod toasts;
pub mod top_bar;

use egui::{CentralPanel, Frame, Ui};

use super::command::{self, Command};
use super::cx::Cx;
use super::local::{Draw, LocalState};
use super::panel::Panel;
use super::parts::print_label;
use super::theme::margin;
use super::tokens::{size, space};
use super::{dialogs, panels, run_command, scan};
use crate::desk::kernel::session::Connection;
use crate::desk::scan_to_ship::ScanIntent;
use crate::desk::scan_to_ship::ScanStep;
use crate::orders::scan_state::ScanStage;

/// Draws the entire window. `queued` are the commands pushed while the last frame was drawn.
pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut LocalState,
    queued: Vec<Command>,
    draw: Draw,
) {
    cx.for_panel.clear();
    let ctx = ui.ctx().clone();
    for command in queued.into_iter().chain(command::take_pressed_shortcuts(&ctx)) {
        run_command::run(&ctx, cx, local, command);
    }
    let connected = is_inside(&cx.state.connection);
    let shortest = run_command::shortest_code(cx.state);
    for code in scan::scanned(&ctx, !connected, shortest) {
        run_command::run(&ctx, cx, local, Command::Scanned(code));
    }
    if connected {
        top_bar::show_ui(ui, cx);
    }
    // Beside the rail, so that no entry of it moves under the pointer, unless its words need the room.
    let is_beside = ctx.content_rect().width() >= size::RAIL_WORDS_FROM;
    if !is_beside {
        toasts::strip_ui(ui, cx, &mut local.shell.toasts);
    }
    if connected {
        rail::show_ui(ui, cx, &mut local.shell);
    }
    if is_beside {
        toasts::strip_ui(ui, cx, &mut local.shell.toasts);
    }
    let scanned = &cx.state.shipments.scanned;
    if local.shell.scans_followed != scanned.answered {
        local.shell.scans_followed = scanned.answered;
        match &scanned.shipment {
            Some(_) => panels::shipments::go_to(cx, &mut local.shipments),
            None => cx.go_to(Panel::Tracking),
        }
    }
    follow_scanned_order(cx, local);
    // The window is already cleared in the background color. Filling it again takes a tenth of the
    // first frame without a graphics card.
    CentralPanel::no_frame().frame(Frame::new().inner_margin(margin(space::L))).show(ui, |ui| {
        // Scroll bars are in the gaps beside the content, so that they cover nothing.
        ui.spacing_mut().scroll.bar_outer_margin = -size::BAR_BESIDE;
        focus::name_parts(ui, connected.then(|| cx.panel.title()));
        if cx.state.safekeeping.preview.is_none() {
            dialogs::bands_ui(ui, cx, &mut local.files);
        }
        if connected {
            new_keys::band_above_ui(ui, cx);
            reports::band_above_ui(ui, cx, &mut local.shell.reports);
            banner::show_ui(ui, cx);
            guard::show_ui(ui, cx, local, draw);
        } else {
            panels::connect::show_ui(ui, cx, &mut local.connect, &mut local.accounts);
        }
    });
    toasts::show_ui(ui, cx, &mut local.shell.toasts);
    if connected {
        print_label::question_ui(ui, cx);
        reports::question_ui(ui, cx, &mut local.shell.reports);
        palette::show_ui(ui, cx, &mut local.shell.palette);
    }
    help::show_ui(ui, cx, &mut local.shell.help, local.settings.data_dir.as_deref());
    new_keys::question_ui(ui, cx, &mut local.shell.new_keys);
    preview::show_ui(ui, cx, &mut local.files);
    dialogs::typed_ui(ui, cx, &mut local.files);
    if connected {
        dialogs::drops_ui(ui, cx, &mut local.files);
    }
}

/// A scan that concerns an order shows the orders, from whichever panel. Going to Ship sets an order
/// aside that waits for its weight: the next parcel on the scale belongs to the draft there.
fn follow_scanned_order(cx: &mut Cx<'_>, local: &mut LocalState) {
    let scan = &cx.state.scan_to_ship;
    let followed = std::mem::replace(&mut local.shell.order_scans_followed, scan.answered);
    if scan.answered > followed {
        return cx.go_to(Panel::Orders);
    }
    let stage = scan.open.as_ref().map(|scanned| &scanned.stage);
    if *cx.panel == Panel::Ship && stage == Some(&ScanStage::Weight) {
        cx.ask(ScanIntent::Step(ScanStep::End));
    }
}

/// Whether the panels are shown instead of Connect.
fn is_inside(connection: &Connection) -> bool {
    match connection {
        Connection::Connected(_) => true,
        Connection::SignInNeeded { .. }
        | Connection::None
        | Connection::Connecting { .. }
        | Connection::TermsPending { .. } => false,
    }
}
