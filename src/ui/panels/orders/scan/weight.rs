//! The weight that the scanned order waits for, and why the scale gives none.

use egui::Ui;

use crate::base::locale::Message;
use crate::desk::scale::{FRESH, ScaleIntent, Scales, Status};
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::{Button, Icon, Meaning};

pub(super) fn awaited_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let scale = &cx.state.scale;
    let obstacle = scale.weight(cx.now).err();
    let why = obstacle.as_ref().map(Message::as_str);
    let keys = shortcut_text(&Command::Weigh).unwrap_or_default();
    super::awaited_ui(ui, Meaning::Info, text!("scan-awaits-weight"), |ui| {
        let weigh = Button::secondary(text!("scan-weigh")).icon(Icon::Scale);
        let weigh = weigh.shortcut(&keys).disabled_because(why);
        if weigh.show_ui(ui).clicked() {
            cx.ask(ScaleIntent::WeighOrder);
        }
    });
    let chosen = &cx.state.settings.weigh_with;
    match why {
        Some(why) if scale.is_there(chosen) && !is_empty(scale) => {
            band_ui(ui, Meaning::Warning, why, None);
        }
        None if cx.state.settings.weigh_by_itself && scale.was_taken() => {
            let words = text!("scan-weight-of-last", key = &keys);
            band_ui(ui, Meaning::Info, &words, None);
        }
        _ => {}
    }
    if scale.reading.is_some() {
        // A reading grows old without another report.
        let after = std::time::Duration::try_from(FRESH).unwrap_or_default();
        ui.ctx().request_repaint_after(after);
    }
}

/// The words in large letters ask for the parcel already.
fn is_empty(scale: &Scales) -> bool {
    let reading = scale.reading.as_ref();
    reading.is_some_and(|reading| reading.status == Status::Zero)
}
