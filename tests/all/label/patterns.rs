//! PDF pages that are filled with a tiling pattern. A pattern whose tiles overlap is drawn many times
//! for each tile, which must not use up the memory of the process that draws.

use super::pages;

/// A page of 4 × 6 in, filled with half-gray squares of a point in every second column and row.
fn filled(bbox: &str, step: f32) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    let stream = |extra: &str, content: &str| {
        format!("<< {extra} /Length {} >>\nstream\n{content}\nendstream", content.len())
    };
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R
            /Resources << /Pattern << /P1 5 0 R >> >> >>"
            .to_owned(),
        stream("", "/Pattern cs /P1 scn 0 0 288 432 re f"),
        stream(
            &format!(
                "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [{bbox}]
                 /XStep {step} /YStep {step} /Resources << >>"
            ),
            "0 g 0 0 1 1 re f",
        ),
    ];
    for (object, number) in objects.iter().zip(1..) {
        places.push(file.len());
        file.extend_from_slice(format!("{number} 0 obj\n{object}\nendobj\n").as_bytes());
    }
    let table = file.len();
    file.extend_from_slice(b"xref\n0 6\n0000000000 65535 f \n");
    for place in places {
        file.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    file.extend_from_slice(
        format!("trailer << /Size 6 /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").as_bytes(),
    );
    file
}

#[test]
fn a_page_of_tiles_has_their_gray() {
    for (bbox, step) in [("0 0 2 2", 2.0), ("0 0 288 432", 2.0), ("0 0 40 40", 2.0)] {
        let page = pages(&filled(bbox, step)).remove(0);
        assert_eq!((page.width_px, page.height_px), (812, 1218));
        let levels: u64 = page.luma.iter().map(|level| u64::from(*level)).sum();
        let mean = levels as f64 / page.luma.len() as f64;
        // A quarter of each tile is black.
        assert!((180.0..=203.0).contains(&mean), "{bbox}: {mean}");
    }
}
