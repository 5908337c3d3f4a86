//! Sizes in pixels and inches.

use postroom_base::locale::format;

/// A length with at most two decimals, without trailing zeros, as the locale writes it.
pub fn inches(value: f32) -> String {
    let text = format!("{value:.2}");
    format::formats().decimal(text.trim_end_matches('0').trim_end_matches('.'))
}

/// The label sizes of the API, and others that carriers use, in inches.
const KNOWN: [(f32, f32); 20] = [
    (4.0, 6.0),
    (6.0, 4.0),
    (4.0, 8.0),
    (8.0, 4.0),
    (7.0, 3.0),
    (3.0, 7.0),
    (8.5, 11.0),
    (11.0, 8.5),
    (4.0, 6.75),
    (6.75, 4.0),
    (4.0, 6.5),
    (6.5, 4.0),
    (4.0, 9.0),
    (9.0, 4.0),
    (7.0, 4.0),
    (4.0, 7.0),
    (7.0, 4.75),
    (4.75, 7.0),
    // A6, half of A5, as carriers of Europe print.
    (4.13, 5.83),
    (5.83, 4.13),
];

/// The resolution at which a picture has the size of a known label, preferring 203 dpi, which
/// thermal printers have.
pub fn known_resolution(width: u32, height: u32) -> Option<f32> {
    [203.0, 200.0, 300.0, 600.0, 150.0].into_iter().find(|dpi| {
        let near = |pixels: u32, inches: f32| (pixels as f32 / dpi - inches).abs() <= 0.04;
        KNOWN.iter().any(|(wide, high)| near(width, *wide) && near(height, *high))
    })
}

/// The resolution of a picture: the one stated in the file, unless it is a screen resolution and
/// the pixels suggest another.
pub fn resolution(stated: Option<f32>, width: u32, height: u32) -> f32 {
    match stated.filter(|dpi| dpi.is_finite() && (30.0..=2_400.0).contains(dpi)) {
        // Rounding to dots per meter gives 202.997 instead of 203.
        Some(dpi) if dpi >= 150.0 => {
            let whole = dpi.round();
            if (dpi - whole).abs() < 0.05 { whole } else { dpi }
        }
        stated => known_resolution(width, height).or(stated).unwrap_or(203.0),
    }
}

/// Scales gray pixels: integer factors repeat pixels, everything else averages areas.
pub fn resampled(luma: &[u8], from: (u32, u32), to: (u32, u32)) -> Vec<u8> {
    if from == to {
        return luma.to_vec();
    }
    let (width, height) = (from.0.max(1) as usize, from.1.max(1) as usize);
    let columns = shares(width, to.0 as usize);
    let mut out = Vec::with_capacity(to.0 as usize * to.1 as usize);
    for rows in &shares(height, to.1 as usize) {
        for span in &columns {
            let mut sum = 0.0;
            let mut weight = 0.0;
            for (y, high) in rows {
                let row = luma.get(y * width..(y + 1) * width).unwrap_or_default();
                for (x, wide) in span {
                    let share = high * wide;
                    sum += f32::from(row.get(*x).copied().unwrap_or(255)) * share;
                    weight += share;
                }
            }
            out.push((sum / weight.max(f32::MIN_POSITIVE)).round() as u8);
        }
    }
    out
}

/// For each target pixel, the source pixels it covers and how much of each.
fn shares(source: usize, target: usize) -> Vec<Vec<(usize, f32)>> {
    let scale = source as f64 / target.max(1) as f64;
    (0..target)
        .map(|at| {
            let (start, end) = (at as f64 * scale, (at + 1) as f64 * scale);
            let last = (end.ceil() as usize).min(source);
            (start as usize..last)
                .map(|pixel| {
                    let left = start.max(pixel as f64);
                    let right = end.min((pixel + 1) as f64);
                    (pixel, (right - left) as f32)
                })
                // Drops slivers caused by rounding.
                .filter(|(_, share)| *share > 1e-6)
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolutions_are_found_from_pixels_when_none_is_stated() {
        let check = |stated: Option<f32>, pixels: (u32, u32), dpi: f32| {
            assert_eq!(resolution(stated, pixels.0, pixels.1), dpi, "{stated:?} {pixels:?}");
        };
        check(Some(202.997), (812, 1218), 203.0);
        check(None, (812, 1218), 203.0);
        check(None, (800, 1200), 200.0);
        check(None, (1200, 1800), 300.0);
        check(None, (1400, 800), 200.0);
        check(None, (1400, 950), 200.0);
        check(None, (800, 1350), 200.0);
        check(None, (1240, 1748), 300.0);
        check(None, (600, 900), 150.0);
        check(Some(72.0), (1200, 1800), 300.0);
        check(Some(72.0), (640, 480), 72.0);
        check(Some(300.0), (640, 480), 300.0);
        check(Some(f32::NAN), (640, 480), 203.0);
    }

    #[test]
    fn inches_are_written_short() {
        let written = [4.0, 6.75, 3.9999, 8.502463].map(inches);
        assert_eq!(written, ["4", "6.75", "4", "8.5"]);
    }

    #[test]
    fn scaling_repeats_or_averages() {
        let check = |from: (u32, u32), to: (u32, u32), expected: &[u8]| {
            assert_eq!(resampled(&[0, 255, 255, 255], from, to), expected);
        };
        check((2, 2), (4, 2), &[0, 0, 255, 255, 255, 255, 255, 255]);
        check((4, 1), (2, 1), &[128, 255]);
        check((2, 2), (1, 1), &[191]);
        check((4, 1), (3, 1), &[64, 255, 255]);
    }
}
