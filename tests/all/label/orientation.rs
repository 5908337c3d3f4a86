//! The eight orientations of a picture in its file, by TIFF's tag and by EXIF in JPEG and PNG.

use postroom::label::{LabelFormat, Page, sniff};

use super::pages;

const WIDE: usize = 24;
const HIGH: usize = 16;

/// Gray levels that differ in the four corners: 0, 80, 160 and 255, in blocks of eight.
fn level(x: usize, y: usize) -> u8 {
    match (x < WIDE / 2, y < HIGH / 2) {
        (true, true) => 0,
        (false, true) => 80,
        (true, false) => 160,
        (false, false) => 255,
    }
}

fn stored() -> Vec<u8> {
    let places = (0..HIGH).flat_map(|y| (0..WIDE).map(move |x| level(x, y)));
    places.collect()
}

/// The corners of a page: upper left, upper right, lower left, lower right.
fn corners(page: &Page) -> [u8; 4] {
    let (wide, high) = (page.width_px as usize, page.height_px as usize);
    let at = |x: usize, y: usize| page.luma[y * wide + x];
    [at(1, 1), at(wide - 2, 1), at(1, high - 2), at(wide - 2, high - 2)]
}

/// The corners for each orientation (TIFF 6.0, tag 274), which gives the position of row 0 and
/// column 0.
const SEEN: [(u8, [u8; 4]); 8] = [
    (1, [0, 80, 160, 255]),
    (2, [80, 0, 255, 160]),
    (3, [255, 160, 80, 0]),
    (4, [160, 255, 0, 80]),
    (5, [0, 160, 80, 255]),
    (6, [160, 0, 255, 80]),
    (7, [255, 80, 160, 0]),
    (8, [80, 255, 0, 160]),
];

fn check(kind: LabelFormat, file: impl Fn(u8) -> Vec<u8>) {
    for (orientation, expected) in SEEN {
        let bytes = file(orientation);
        assert_eq!(sniff(&bytes), Some(kind));
        let page = pages(&bytes).remove(0);
        let size = (page.width_px as usize, page.height_px as usize);
        let turned = if orientation >= 5 { (HIGH, WIDE) } else { (WIDE, HIGH) };
        assert_eq!(size, turned, "{kind:?} {orientation}");
        let seen = corners(&page);
        let near = seen.iter().zip(expected).all(|(seen, expected)| seen.abs_diff(expected) < 8);
        assert!(near, "{kind:?} {orientation}: {seen:?}, not {expected:?}");
    }
}

/// A directory with only this tag, as in EXIF and at the start of a TIFF.
fn exif(orientation: u8) -> Vec<u8> {
    let mut out = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    out.extend([orientation, 0, 0, 0, 0, 0, 0]);
    out
}

#[test]
fn jpeg_lies_as_its_exif_says() {
    check(LabelFormat::Jpeg, |orientation| {
        let mut file = Vec::new();
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, 100);
        encoder
            .encode(&stored(), WIDE as u32, HIGH as u32, image::ExtendedColorType::L8)
            .expect("a JPEG");
        let data = [b"Exif\0\0".to_vec(), exif(orientation)].concat();
        let long = (data.len() as u16 + 2).to_be_bytes();
        let part = [&[0xff, 0xe1][..], &long, &data].concat();
        // After the JFIF header, where cameras and editors put it.
        file.splice(20..20, part);
        file
    });
}

#[test]
fn png_lies_as_its_exif_says() {
    check(LabelFormat::Png, |orientation| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, WIDE as u32, HIGH as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_chunk(png::chunk::eXIf, &exif(orientation)).expect("a chunk");
        writer.write_image_data(&stored()).expect("pixels");
        writer.finish().expect("an end");
        file
    });
}

#[test]
fn tiff_lies_as_its_tag_says() {
    check(LabelFormat::Tiff, |orientation| {
        let data = stored();
        let mut file = b"II*\0".to_vec();
        file.extend((8 + data.len() as u32).to_le_bytes());
        file.extend(&data);
        let tags: [(u16, u32); 9] = [
            (256, WIDE as u32),
            (257, HIGH as u32),
            (258, 8),
            (259, 1),
            (262, 1),
            (273, 8),
            (274, u32::from(orientation)),
            (278, HIGH as u32),
            (279, data.len() as u32),
        ];
        file.extend((tags.len() as u16).to_le_bytes());
        for (tag, value) in tags {
            file.extend(tag.to_le_bytes());
            file.extend([4, 0, 1, 0, 0, 0]);
            file.extend(value.to_le_bytes());
        }
        file.extend([0; 4]);
        file
    });
}
