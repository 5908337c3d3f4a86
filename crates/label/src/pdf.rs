//! Decodes PDF labels page by page, at their exact size.

use super::{DecodeError, LeftOut, Limits, Page, PageWarnings, Sink};
use postroom_drawing::pdf::{Document, PdfError};

pub fn decode(
    bytes: &[u8],
    dpi: f32,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Result<LeftOut, DecodeError> {
    let kind = || "PDF".to_owned();
    let document = Document::open(bytes.to_vec()).map_err(|error| match error {
        PdfError::Encrypted => DecodeError::Encrypted,
        PdfError::Broken => DecodeError::Broken { kind: kind() },
    })?;
    let sizes = document.page_sizes();
    if sizes.is_empty() {
        return Err(DecodeError::NoPage { kind: kind() });
    }
    let left_out = limits.pages_left_out(sizes.len());
    for (index, (points_wide, points_high)) in sizes.into_iter().enumerate().take(limits.max_pages)
    {
        let pixels = |points: f32| (points / 72.0 * dpi).round().max(1.0);
        let (width, height) = (pixels(points_wide), pixels(points_high));
        limits.admit(width as u64, height as u64)?;
        let drawn = document.draw(dpi, &[(index, width as u16, height as u16)]).pop();
        let grey = drawn.ok_or_else(|| DecodeError::Broken { kind: kind() })?;
        sink(
            Page {
                width_px: grey.width,
                height_px: grey.height,
                dpi,
                width_in: points_wide / 72.0,
                height_in: points_high / 72.0,
                luma: grey.luma,
            },
            PageWarnings::default(),
        );
    }
    Ok(left_out)
}
