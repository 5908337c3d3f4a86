use image::{ExtendedColorType, ImageEncoder, Rgb, RgbaImage};

use super::*;

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut pixels = RgbaImage::new(width, height);
    for (x, _, pixel) in pixels.enumerate_pixels_mut() {
        pixel.0 = [200, 0, 0, if x % 2 == 0 { 255 } else { 0 }];
    }
    let mut bytes = Vec::new();
    image::codecs::png::PngEncoder::new(&mut bytes)
        .write_image(pixels.as_raw(), width, height, ExtendedColorType::Rgba8)
        .unwrap();
    bytes
}

fn jpeg(kind: ExtendedColorType, levels: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    image::codecs::jpeg::JpegEncoder::new(&mut bytes)
        .write_image(&vec![90; 40 * 20 * levels], 40, 20, kind)
        .unwrap();
    bytes
}

/// A JPEG whose frame header names this number of color components.
fn with_components(count: u8) -> Vec<u8> {
    let mut bytes = jpeg(ExtendedColorType::Rgb8, 3);
    let at = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    bytes[at + 9] = count;
    bytes
}

#[test]
fn a_logo_of_any_size_fits_its_box() {
    for (width, height, expected) in [
        // 96 pixels are 72 points, enlarged by a third at most.
        (96, 48, (96.0, 48.0)),
        (1, 1, (1.0, 1.0)),
        (400, 100, (200.0, 50.0)),
        (300, 300, (56.0, 56.0)),
        (4_000, 10, (200.0, 0.5)),
        (10, 4_000, (0.5, 56.0)),
    ] {
        let logo = Logo::read(&png(width, height)).unwrap();
        let (wide, high) = logo.size_within((200.0, 56.0));
        let near = |a: f32, b: f32| (a - b).abs() < 0.01;
        assert!(near(wide, expected.0) && near(high, expected.1), "{wide} {high}");
    }
}

#[test]
fn only_pixels_that_paper_can_show_are_embedded() {
    crate::words::install();
    let large = Logo::read(&png(6_000, 3_000)).unwrap();
    assert_eq!(large.image.size(), (1_600, 800));
    let small = Logo::read(&png(30, 20)).unwrap();
    assert_eq!(small.image.size(), (30, 20));
}

#[test]
fn transparent_parts_become_white() {
    let picture = image::load_from_memory(&png(2, 1)).unwrap();
    let pixels = on_white(&picture);
    let expected = [Rgb([200, 0, 0]), Rgb([255, 255, 255])];
    assert_eq!(pixels.pixels().copied().collect::<Vec<_>>(), expected);
}

#[test]
fn gray_and_color_jpegs_are_read() {
    for (kind, levels, gray) in
        [(ExtendedColorType::L8, 1, true), (ExtendedColorType::Rgb8, 3, true)]
    {
        let bytes = jpeg(kind, levels);
        assert_eq!(jpeg_components(&bytes), Some(u8::try_from(levels).unwrap()));
        let logo = Logo::read(&bytes).unwrap();
        assert_eq!(logo.image.size(), (40, 20));
        let picture = image::load_from_memory(&bytes).unwrap();
        assert_eq!(Pixels::of(on_white(&picture)).gray, gray);
    }
}

#[test]
fn what_cannot_be_printed_is_refused_with_the_reason() {
    let mut large = png(1, 1);
    // Width and height in the header, and a checksum that nobody looks at before.
    large[16..24].copy_from_slice(&[0, 0, 0x40, 0, 0, 0, 0x40, 0]);
    let crc = crc_of(&large[12..29]);
    large[29..33].copy_from_slice(&crc);
    let cut = png(20, 20);
    for (bytes, expected) in [
        (b"GIF89a".to_vec(), PaperError::LogoKind),
        (Vec::new(), PaperError::LogoKind),
        (b"%PDF-1.7".to_vec(), PaperError::LogoKind),
        (with_components(4), PaperError::LogoCmyk),
        (cut[..60].to_vec(), PaperError::LogoDamaged),
        (b"\xff\xd8\xff\xe0".to_vec(), PaperError::LogoDamaged),
        (large, PaperError::LogoTooLarge { width: 0x4000, height: 0x4000 }),
    ] {
        let refused = Logo::read(&bytes).err();
        assert_eq!(refused, Some(expected));
    }
    let words = PaperError::LogoCmyk.to_string();
    assert!(words.contains("CMYK"), "{words}");
}

/// The checksum of a PNG chunk.
fn crc_of(bytes: &[u8]) -> [u8; 4] {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    (!crc).to_be_bytes()
}
