//! Pages drawn for the screen at the current zoom.

use std::sync::Arc;

use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::labels::Labels;
use crate::label::{Decoder, Page};
use crate::message;

/// Draws a label for the current zoom.
const ZOOMED: Slot<Labels> = Slot::with_account("label on the screen");

/// Draws the pages for the screen at the current zoom. Existing pages stay until the new ones are
/// drawn, and also if drawing fails.
pub(in crate::desk) fn render(me: &mut Labels, ctx: &mut Ctx<'_>, id: ShipmentId, dpi: f32) {
    let now = ctx.clock.now();
    let labels = &mut me.views;
    // Large pictures are stored only for this label.
    for (_, other) in labels.iter_mut().filter(|(other, _)| **other != id) {
        other.zoomed = Remote::NotAsked;
    }
    let Some(view) = labels.get_mut(&id) else {
        return;
    };
    let (Some(files), Some(pages)) = (view.files.value().cloned(), view.pages.value()) else {
        return;
    };
    if !files.iter().any(|bytes| scales(bytes)) {
        view.zoomed = Remote::ready(Vec::new(), now);
        return;
    }
    let dpi = affordable(pages, dpi);
    view.zoomed.start_loading();
    let decoder = Arc::clone(ctx.decoder);
    let slot = ZOOMED.about(&id);
    ctx.jobs.start(slot, |outbox| async move {
        let drawn = drawn(&decoder, files, dpi).await;
        let fold = move |me: &mut Labels, ctx: &mut Ctx<'_>| {
            let now = ctx.clock.now();
            if let Some(view) = me.views.get_mut(&id) {
                view.zoomed.settle(drawn, now);
            }
        };
        outbox.send(fold).await;
    });
}

/// Draws the pages of every file, or returns why one of them cannot be drawn.
pub(in crate::desk) async fn drawn(
    decoder: &Decoder,
    files: Vec<Arc<[u8]>>,
    dpi: f32,
) -> Result<Vec<Page>, Trouble> {
    let mut pages = Vec::new();
    for bytes in files {
        // The warnings of these pages are the same as those of `LabelView::pages`, which are shown.
        let decoded = decoder.decode_reporting(bytes, dpi).await;
        let decoded = decoded.map_err(|error| {
            failure::describe_local_error(message!("labels-error-draw"), &error)
        })?;
        pages.extend(decoded.pages);
    }
    Ok(pages)
}

/// Whether a file gets sharper when drawn at a higher resolution.
pub(in crate::desk) fn scales(bytes: &[u8]) -> bool {
    use crate::label::LabelFormat;
    matches!(crate::label::sniff(bytes), Some(LabelFormat::Pdf | LabelFormat::Zpl))
}

/// The requested resolution, reduced so that all pages together fit in memory.
pub(in crate::desk) fn affordable(pages: &[Page], dpi: f32) -> f32 {
    const MOST_PIXELS: f32 = 60.0e6;
    const MOST_OF_ONE: f32 = 24.0e6;
    let areas = || pages.iter().map(|page| page.width_in * page.height_in);
    let together = (MOST_PIXELS / areas().sum::<f32>().max(0.1)).sqrt();
    let one = (MOST_OF_ONE / areas().fold(0.1, f32::max)).sqrt();
    dpi.clamp(20.0, 1200.0).min(together).min(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_view_of_many_pages_is_drawn_coarser() {
        let page = Page {
            width_px: 812,
            height_px: 1218,
            dpi: 203.0,
            width_in: 4.0,
            height_in: 6.0,
            luma: Vec::new(),
        };
        let check = |pages: usize, asked: f32, expected: f32| {
            let dpi = affordable(&vec![page.clone(); pages], asked);
            assert!((dpi - expected).abs() < 1.0, "{pages} {asked}: {dpi}");
        };
        check(1, 384.0, 384.0);
        check(1, 5.0, 20.0);
        check(1, 1200.0, 1000.0);
        check(50, 384.0, 223.6);
    }
}
