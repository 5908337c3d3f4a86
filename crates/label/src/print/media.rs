//! Paper sizes by their standard names (PWG 5101.1): `na_index-4x6_4x6in`, `iso_a4_210x297mm`,
//! `custom_max_8.5x14in`. The size is the last part of the name.

use super::paper::TOLERANCE_IN;

const MM_AN_INCH: f32 = 25.4;

/// The standard name of a paper of this size in inches.
pub fn standard((wide, high): (f32, f32)) -> Option<&'static str> {
    let is = |w: f32, h: f32| (wide - w).abs() < 0.01 && (high - h).abs() < 0.01;
    if is(4.0, 6.0) {
        Some("na_index-4x6_4x6in")
    } else if is(8.5, 11.0) {
        Some("na_letter_8.5x11in")
    } else if is(8.27, 11.69) {
        Some("iso_a4_210x297mm")
    } else {
        None
    }
}

/// The exact size in inches: forms show A4 rounded, but a printer that receives dots counts them.
pub fn exact(size: (f32, f32)) -> (f32, f32) {
    match standard(size) {
        Some("iso_a4_210x297mm") => (210.0 / MM_AN_INCH, 297.0 / MM_AN_INCH),
        _ => size,
    }
}

/// The width and height in inches that a name contains.
pub fn size(name: &str) -> Option<(f32, f32)> {
    let last = name.rsplit('_').next()?;
    let (sides, scale) = match last.strip_suffix("in") {
        Some(sides) => (sides, 1.0),
        None => (last.strip_suffix("mm")?, MM_AN_INCH),
    };
    let (wide, high) = sides.split_once('x')?;
    let inches = |side: &str| Some(side.parse::<f32>().ok()? / scale);
    let size = (inches(wide)?, inches(high)?);
    (size.0 > 0.0 && size.1 > 0.0).then_some(size)
}

/// The printer's own name for a paper of this size, from the names it lists. A custom name if the
/// size is between its smallest and largest custom size. `None` if it has no such paper.
pub fn matching_name(listed: &[String], (wide, high): (f32, f32)) -> Option<String> {
    let bounds = |edge: &str| {
        let name = listed.iter().find(|name| name.starts_with(edge))?;
        size(name)
    };
    let distance = |name: &&String| {
        let (w, h) = size(name)?;
        let far = (w - wide).abs().max((h - high).abs());
        (far <= TOLERANCE_IN).then_some(far)
    };
    let named = listed.iter().filter(|name| !name.starts_with("custom_m"));
    let near = named.filter_map(|name| Some((distance(&name)?, name)));
    if let Some((_, name)) = near.min_by(|a, b| a.0.total_cmp(&b.0)) {
        return Some(name.clone());
    }
    let (least, most) = (bounds("custom_min_")?, bounds("custom_max_")?);
    let between = |side: f32, least: f32, most: f32| {
        (least - TOLERANCE_IN..=most + TOLERANCE_IN).contains(&side)
    };
    let fits = between(wide, least.0, most.0) && between(high, least.1, most.1);
    fits.then(|| format!("custom_{wide}x{high}in_{wide}x{high}in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_sizes() {
        for (name, wanted) in [
            ("na_index-4x6_4x6in", Some((4.0, 6.0))),
            ("na_number-10_4.125x9.5in", Some((4.125, 9.5))),
            ("custom_min_76.2x127mm", Some((3.0, 5.0))),
            ("na_letter", None),
            ("choice_0x6in", None),
        ] {
            assert_eq!(size(name), wanted, "{name}");
        }
        let (wide, high) = size("iso_a4_210x297mm").unwrap();
        assert!((wide - 8.268).abs() < 0.001 && (high - 11.693).abs() < 0.001);
    }

    #[test]
    fn a_paper_is_called_as_its_printer_calls_it() {
        let listed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let office: Vec<String> = listed(&["na_letter_8.5x11in", "iso_a4_210x297mm"]);
        let any: Vec<String> = listed(&[
            "na_legal_8.5x14in",
            "custom_min_3x5in",
            "custom_max_8.5x14in",
            "om_index-4x6_101.6x152.4mm",
        ]);
        for (listed, size, name) in [
            (&office, (8.27, 11.69), Some("iso_a4_210x297mm")),
            (&office, (4.0, 6.0), None),
            (&office, (11.0, 8.5), None),
            (&any, (4.0, 6.0), Some("om_index-4x6_101.6x152.4mm")),
            (&any, (4.0, 8.0), Some("custom_4x8in_4x8in")),
            (&any, (7.0, 3.0), None),
            (&any, (8.5, 14.0), Some("na_legal_8.5x14in")),
        ] {
            assert_eq!(matching_name(listed, size).as_deref(), name, "{size:?}");
        }
    }
}
