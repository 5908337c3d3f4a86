//! Labels that are being drawn for their printers: one line while all is well, every label with its
//! result if something is left.

use egui::Ui;

use crate::desk::kernel::batch_job::{BatchIntent, BatchJob};
use crate::desk::printing::intent::PrintingIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::work::BatchJobViewState;
use crate::ui::widgets::{Asked, Meaning, band_ui, work_ui};

#[derive(Debug, Default)]
pub struct PrintProgress {
    rows: BatchJobViewState,
}

pub(super) fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PrintProgress) {
    let Some(work) = cx.state.printing.work_to_show() else {
        return;
    };
    let tally = work.tally();
    let step = if work.is_running() && tally.over() == tally.done {
        let words = text!("order-printing-progress", done = tally.done, all = tally.total());
        let cancel = if work.cancelled { None } else { Some(text!("order-printing-stop")) };
        band_ui(ui, Meaning::Info, &words, cancel).then_some(BatchIntent::Cancel)
    } else if is_all_queued(work) {
        let words = text!("order-printing-queued", count = tally.done);
        let close = Some(text!("parts-close"));
        band_ui(ui, Meaning::Good, &words, close).then_some(BatchIntent::Close)
    } else {
        match work_ui(ui, work, &mut local.rows, false) {
            Some(Asked::Step(step)) => Some(step),
            _ => None,
        }
    };
    if let Some(step) = step {
        cx.ask(PrintingIntent::Batch(step));
    }
}

fn is_all_queued(work: &BatchJob) -> bool {
    let tally = work.tally();
    !work.is_running() && work.trouble.is_none() && tally.done == tally.total()
}
