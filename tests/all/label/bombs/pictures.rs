//! PNG, JPEG and TIFF files.

use super::{Bomb, deflated};

pub fn bombs() -> Vec<Bomb> {
    let (png, jpeg, tiff) = (pngs(), jpegs(), tiffs());
    let named = |format: &'static str, bombs: Vec<(&str, Vec<u8>)>| {
        let named = |(what, bytes): (&str, Vec<u8>)| (format, what.to_owned(), bytes);
        bombs.into_iter().map(named).collect::<Vec<Bomb>>()
    };
    [named("PNG", png), named("JPEG", jpeg), named("TIF", tiff)].concat()
}

fn png(width: u32, height: u32, kind: [u8; 3], chunks: &[(&[u8], Vec<u8>)]) -> Vec<u8> {
    let [depth, colour, interlace] = kind;
    let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
    head.extend([depth, colour, 0, 0, interlace]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let whole = [(&b"IHDR"[..], head)];
    for (name, data) in whole.iter().chain(chunks) {
        out.extend(u32::try_from(data.len()).expect("short").to_be_bytes());
        out.extend(*name);
        out.extend(data);
        let mut sum = flate2::Crc::new();
        sum.update(name);
        sum.update(data);
        out.extend(sum.sum().to_be_bytes());
    }
    out
}

fn pngs() -> Vec<(&'static str, Vec<u8>)> {
    let pixels = |count: usize| (&b"IDAT"[..], deflated(0, count));
    let end = || (&b"IEND"[..], Vec::new());
    let text = || {
        let mut data = b"Comment\0\0".to_vec();
        data.extend(deflated(b'x', 1 << 30));
        (&b"zTXt"[..], data)
    };
    let profile = || {
        let mut data = b"Profile\0\0".to_vec();
        data.extend(deflated(b'x', 1 << 30));
        (&b"iCCP"[..], data)
    };
    let many = (0..50_000)
        .map(|_| (&b"tEXt"[..], b"Title\0x".to_vec()))
        .chain([pixels(1 << 16), end()])
        .collect::<Vec<_>>();
    vec![
        (
            "4,000 million by 4,000 million dots",
            png(u32::MAX >> 1, u32::MAX >> 1, [8, 6, 0], &[pixels(1 << 20), end()]),
        ),
        (
            "6,000 by 6,000 dots of eight bytes",
            png(6_000, 6_000, [16, 6, 0], &[pixels(290_000_000), end()]),
        ),
        (
            "6,000 by 6,000 dots, interlaced",
            png(6_000, 6_000, [16, 6, 1], &[pixels(290_000_000), end()]),
        ),
        ("more pixels than announced", png(8, 8, [8, 0, 0], &[pixels(1 << 30), end()])),
        ("a packed gigabyte of text", png(8, 8, [8, 0, 0], &[text(), pixels(1 << 16), end()])),
        (
            "a packed gigabyte of profile",
            png(8, 8, [8, 0, 0], &[profile(), pixels(1 << 16), end()]),
        ),
        ("50,000 notes", png(8, 8, [8, 0, 0], &many)),
        ("a palette of nothing", png(6_000, 6_000, [8, 3, 0], &[pixels(37_000_000), end()])),
    ]
}

/// A JPEG of the given size with `scans` empty scans.
fn jpeg(width: u16, height: u16, parts: u8, scans: usize) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8, 0xff, 0xdb, 0, 67, 0];
    out.extend([1; 64]);
    let frame = if scans > 1 { 0xc2 } else { 0xc0 };
    out.extend([0xff, frame, 0, 8 + 3 * parts, 8]);
    out.extend([height.to_be_bytes(), width.to_be_bytes()].concat());
    out.push(parts);
    for part in 1..=parts {
        out.extend([part, 0x11, 0]);
    }
    for table in [0x00, 0x10] {
        out.extend([0xff, 0xc4, 0, 21, table, 0, 2]);
        out.extend([0; 14]);
        out.extend([0, 0xe0]);
    }
    for scan in 0..scans.max(1) {
        let spectrum = if scan == 0 { [0, 0] } else { [1, 63] };
        let spectrum = if scans > 1 { spectrum } else { [0, 63] };
        let named = if scans > 1 { 1 } else { parts.min(4) };
        out.extend([0xff, 0xda, 0, 6 + 2 * named, named]);
        out.extend((1..=named).flat_map(|part| [part, 0]));
        out.extend(spectrum);
        out.push(0);
        out.extend([0; 40]);
    }
    out.extend([0xff, 0xd9]);
    out
}

fn jpegs() -> Vec<(&'static str, Vec<u8>)> {
    let mut extra = jpeg(800, 1_200, 1, 1);
    let exif = [&[0xff, 0xe1, 0xff, 0xff][..], b"Exif\0\0II*\0\x08\0\0\0\xff\xff"].concat();
    extra.splice(2..2, exif.iter().copied().chain([0; 65_519]));
    vec![
        ("65,500 by 65,500 dots", jpeg(65_500, 65_500, 3, 1)),
        ("6,000 by 6,000 dots of no data", jpeg(6_000, 6_000, 3, 1)),
        ("5,000 scans over 6,000 by 6,000 dots", jpeg(6_000, 6_000, 1, 5_000)),
        ("100 scans over 20,000 by 1,800 dots", jpeg(20_000, 1_800, 1, 100)),
        ("255 parts to a dot", jpeg(4_000, 4_000, 82, 1)),
        ("no height", jpeg(800, 0, 1, 1)),
        ("a directory of 65,535 notes", extra),
        ("nothing but fill bytes", [&[0xff, 0xd8][..], &[0xff; 1 << 20]].concat()),
    ]
}

/// The tags of a one-page TIFF: number, type (3 short, 4 long), count, value or offset.
type Tags = Vec<(u16, u16, u32, u32)>;

fn tiff(data: &[u8], tags: &Tags, next: u32) -> Vec<u8> {
    let mut out = b"II*\0".to_vec();
    let place = u32::try_from(8 + data.len()).expect("short");
    out.extend(place.to_le_bytes());
    out.extend(data);
    out.extend(u16::try_from(tags.len()).expect("few").to_le_bytes());
    for (tag, kind, count, value) in tags {
        out.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
        out.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
    }
    out.extend(next.to_le_bytes());
    out
}

/// Tags for width, height, bits per dot and compression; the strip is all of the data.
fn tags((width, height): (u32, u32), bits: u32, compression: u32, long: usize) -> Tags {
    vec![
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, 1, bits),
        (259, 3, 1, compression),
        (262, 3, 1, 1),
        (273, 4, 1, 8),
        (277, 3, 1, 1),
        (278, 4, 1, height),
        (279, 4, 1, u32::try_from(long).expect("short")),
    ]
}

fn tiffs() -> Vec<(&'static str, Vec<u8>)> {
    let usual = |side: (u32, u32), bits: u32, compression: u32, data: &[u8]| {
        tiff(data, &tags(side, bits, compression, data.len()), 0)
    };
    let packed = deflated(0, 36_000_000 * 2);
    let mut shared = tags((4_000, 9_000), 8, 1, 0);
    shared[5] = (273, 4, 9_000, 8);
    shared[7] = (278, 4, 1, 1);
    shared[8] = (279, 4, 9_000, 8);
    let many_samples = {
        let mut tags = tags((6_000, 6_000), 8, 1, 4);
        tags[6] = (277, 3, 1, 65_535);
        tiff(b"abcd", &tags, 0)
    };
    let tiles = {
        let mut tags = tags((6_000, 6_000), 8, 8, packed.len());
        tags[5] = (322, 4, 1, 0x7fff_fff0);
        tags[7] = (323, 4, 1, 0x7fff_fff0);
        tags[8] = (324, 4, 1, 8);
        tags.push((325, 4, 1, 999));
        tiff(&packed, &tags, 0)
    };
    let counts = {
        let mut tags = tags((800, 1_200), 1, 4, 4);
        tags[5] = (273, 4, u32::MAX, 8);
        tags[8] = (279, 4, u32::MAX, 8);
        tiff(&[0; 64], &tags, 0)
    };
    // A directory whose next directory is itself, and 400,000 empty ones in a row.
    let own = tiff(b"", &tags((8, 8), 1, 1, 8), 8);
    let mut chain = b"II*\0\x08\0\0\0".to_vec();
    for at in 0..400_000_u32 {
        chain.extend([0, 0]);
        chain.extend((8 + 6 * (at + 1)).to_le_bytes());
    }
    let mut big = b"II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0".to_vec();
    big.extend(u64::MAX.to_le_bytes());
    big.extend([0xff; 2_000]);
    vec![
        ("4,000 million by 4,000 million dots", usual((u32::MAX, u32::MAX), 1, 4, &[0; 64])),
        ("20,000 by 1,800 dots of fax", usual((20_000, 1_800), 1, 4, &[0xff; 60_000])),
        ("6,000 by 6,000 dots of old fax", usual((6_000, 6_000), 1, 3, &[0x01; 200_000])),
        ("36 million packed dots of two bytes", usual((6_000, 6_000), 16, 8, &packed)),
        ("36 million packed dots of eight bytes", usual((6_000, 6_000), 64, 8, &packed)),
        ("LZW of rubbish", usual((6_000, 6_000), 8, 5, &[0x80; 300_000])),
        ("PackBits of runs", usual((6_000, 6_000), 8, 32_773, &[0x81; 600_000])),
        ("9,000 strips of the same bytes", tiff(&[0; 40_000], &shared, 0)),
        ("65,535 samples to a dot", many_samples),
        ("tiles larger than any page", tiles),
        ("4,000 million strips", counts),
        ("a directory that follows itself", own),
        ("400,000 empty directories", chain),
        ("more tags than numbers", big),
    ]
}
