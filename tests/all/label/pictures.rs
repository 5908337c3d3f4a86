//! Picture files written by other programs. The samples were made for this project.

use postroom::label::{DecodeError, Page, decode_in_process};

use super::mutate::gif::gif;
use super::pages;

fn page(bytes: &[u8]) -> Page {
    let mut pages = pages(bytes);
    assert_eq!(pages.len(), 1);
    pages.remove(0)
}

fn usual() -> Page {
    page(include_bytes!("../../samples/tiff/g4.tif"))
}

#[test]
fn every_kind_of_fax_gives_the_same_dots() {
    for (what, bytes) in [
        ("G3, 2D", &include_bytes!("../../samples/tiff/g3_2d.tif")[..]),
        ("G3, filled", include_bytes!("../../samples/tiff/g3_1d_fill.tif")),
        ("backwards", include_bytes!("../../samples/tiff/g4_lsb2msb.tif")),
        ("BigTIFF", include_bytes!("../../samples/tiff/g4_bigtiff.tif")),
    ] {
        let drawn = page(bytes);
        assert_eq!((drawn.width_in, drawn.height_in), (4.0, 6.0), "{what}");
        assert!(drawn.luma == usual().luma, "{what}");
    }
}

#[test]
fn a_picture_is_turned_as_its_tag_says() {
    let upright = usual();
    let turned = page(include_bytes!("../../samples/tiff/g4_orient6.tif"));
    assert_eq!((turned.width_px, turned.height_px), (1218, 812));
    let (wide, high) = (upright.width_px as usize, upright.height_px as usize);
    // A quarter turn clockwise: the left column becomes the upper row, starting from the bottom.
    for (x, y) in [(0, 0), (100, 20), (811, 0), (0, 1217), (333, 999)] {
        let there = turned.luma[x * high + (high - 1 - y)];
        assert_eq!(there, upright.luma[y * wide + x], "{x} {y}");
    }
}

#[test]
fn palettes_are_looked_up() {
    let page = page(include_bytes!("../../samples/tiff/palette_lzw.tif"));
    assert_eq!((page.width_px, page.height_px), (812, 1218));
    let at = |x: usize, y: usize| page.luma[y * 812 + x];
    // Paper, frame, and the gray disc, which needs a palette or gray levels.
    assert_eq!(at(400, 700), 255);
    assert!(page.luma.iter().filter(|level| **level < 20).count() > 50_000);
    assert!(page.luma.iter().filter(|level| (100..160).contains(*level)).count() > 3_000);
    // Four colors in two bits, the upper row first: white, black, red, green.
    let drawn = super::pages(&four_colours());
    assert_eq!(drawn[0].luma, [255, 0, 76, 150]);
}

/// A picture of 2 by 2 dots with two bits per dot, in big-endian byte order.
fn four_colours() -> Vec<u8> {
    let mut out = b"MM\0*\0\0\0\x0c".to_vec();
    // Each row starts at a byte boundary.
    out.extend([0b0001_0000, 0b1011_0000, 0, 0]);
    let entries: [(u16, u16, u32, u32); 9] = [
        (256, 3, 1, 2 << 16),
        (257, 3, 1, 2 << 16),
        (258, 3, 1, 2 << 16),
        (259, 3, 1, 1 << 16),
        (262, 3, 1, 3 << 16),
        (273, 4, 1, 8),
        (278, 3, 1, 2 << 16),
        (279, 4, 1, 2),
        (320, 3, 12, 12 + 2 + 9 * 12 + 4),
    ];
    out.extend((entries.len() as u16).to_be_bytes());
    for (tag, kind, count, value) in entries {
        out.extend(tag.to_be_bytes());
        out.extend(kind.to_be_bytes());
        out.extend(count.to_be_bytes());
        out.extend(value.to_be_bytes());
    }
    out.extend([0; 4]);
    for level in [[0xffff_u16, 0, 0xffff, 0], [0xffff, 0, 0, 0xffff], [0xffff, 0, 0, 0]].concat() {
        out.extend(level.to_be_bytes());
    }
    out
}

#[test]
fn a_fax_cut_short_is_no_label() {
    for bytes in [
        &include_bytes!("../../samples/tiff/g3_2d.tif")[..],
        include_bytes!("../../samples/tiff/g4_lsb2msb.tif"),
    ] {
        // The directory is at the end of these files, so the strip is emptied instead.
        let mut damaged = bytes.to_vec();
        let middle = bytes.len() / 2;
        damaged[8..middle].fill(0);
        let answer = decode_in_process(&damaged, 203.0, &Default::default());
        assert!(
            matches!(answer, Err(DecodeError::Broken { .. })),
            "{:?}",
            answer.map(|pages| pages.len())
        );
    }
}

/// Levels that differ from row to row and from column to column, from black to white.
fn shaded(width: usize, height: usize) -> Vec<u8> {
    let level = |at: usize| ((at / width * 7 + at % width * 3) % 128 * 2) as u8;
    (0..width * height).map(level).collect()
}

#[test]
fn gif_files_of_both_versions_and_orders_give_the_same_dots() {
    let luma = shaded(40, 21);
    // The palette has 128 shades.
    let shown: Vec<u8> = luma.iter().map(|level| level + level / 128).collect();
    for version in [b"GIF87a", b"GIF89a"] {
        for interlaced in [false, true] {
            let page = page(&gif(version, (40, 21), &luma, interlaced));
            assert_eq!((page.width_px, page.height_px), (40, 21));
            assert!(page.luma == shown, "{version:?} {interlaced}");
        }
    }
}

#[test]
fn a_gif_of_a_carrier_has_the_size_of_its_paper() {
    for (width, height, inches) in [(1400, 800, (7.0, 4.0)), (800, 1200, (4.0, 6.0))] {
        let luma = shaded(width, height);
        let bytes = gif(b"GIF87a", (width as u16, height as u16), &luma, true);
        let page = page(&bytes);
        assert_eq!((page.width_in, page.height_in), inches);
        assert_eq!(page.dpi, 200.0);
    }
}

#[test]
fn a_gif_cut_short_is_no_label() {
    let bytes = gif(b"GIF87a", (40, 21), &shaded(40, 21), false);
    let answer = decode_in_process(&bytes[..bytes.len() / 2], 203.0, &Default::default());
    assert!(
        matches!(answer, Err(DecodeError::Broken { .. })),
        "{:?}",
        answer.map(|pages| pages.len())
    );
}
