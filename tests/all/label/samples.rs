//! Every sample is drawn or gives an error message.

use super::mutate::samples;
use crate::prelude::*;

#[test]
fn every_sample_is_drawn_or_says_why_not() {
    let pictures = std::env::var_os("POSTROOM_PICTURES").map(PathBuf::from);
    for folder in ["pdf", "tiff", "zpl", "zpl-commands"] {
        for (name, bytes) in samples(folder) {
            let answer = decode_reporting(&bytes, 203.0, &Limits::default());
            let refused = match name.as_str() {
                "enc_userpw.pdf" => Some(DecodeError::Encrypted),
                "empty.zpl" => Some(DecodeError::UnknownType),
                "trunc_g4.tif" => Some(DecodeError::Broken { kind: "TIFF".to_owned() }),
                _ => None,
            };
            if let Some(refused) = refused {
                assert_eq!(answer, Err(refused), "{name}");
                continue;
            }
            let drawn = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
            for (at, page) in drawn.pages.iter().enumerate() {
                let ink = page.luma.iter().filter(|level| **level < 128).count();
                // One page was made far too small by its producer: it really has only a few dots.
                assert!(ink >= 10, "{name}, page {at}: {ink} dark dots");
                if let Some(folder) = &pictures {
                    let path = folder.join(format!("{name}-{at}.png"));
                    image::save_buffer(
                        path,
                        &page.luma,
                        page.width_px,
                        page.height_px,
                        image::ExtendedColorType::L8,
                    )
                    .expect("written");
                }
            }
            if !drawn.warnings.is_empty() {
                println!("{name}: {:?}", drawn.warnings);
            }
        }
    }
}

/// Our code reads fax data by runs, this decoder dot by dot; they share no code.
#[test]
fn group_4_is_what_another_decoder_reads() {
    use tiff::decoder::{Decoder, DecodingResult};
    const COMPRESSION: tiff::tags::Tag = tiff::tags::Tag::Compression;
    let mut compared = 0;
    for (name, bytes) in samples("tiff") {
        let Ok(drawn) = decode_reporting(&bytes, 203.0, &Limits::default()) else {
            continue;
        };
        let mut other = Decoder::new(std::io::Cursor::new(&bytes)).unwrap();
        let turned = other.find_tag_unsigned::<u16>(tiff::tags::Tag::Orientation);
        if turned.unwrap().is_some_and(|way| way != 1) || name.contains("lsb2msb") {
            continue;
        }
        for page in &drawn.pages {
            if other.get_tag_u32(COMPRESSION).unwrap() == 4 {
                let Ok(DecodingResult::U8(packed)) = other.read_image() else {
                    panic!("{name}");
                };
                let row = (page.width_px as usize).div_ceil(8);
                let dot = |index: usize| {
                    let (x, y) = (index % page.width_px as usize, index / page.width_px as usize);
                    packed[y * row + x / 8] >> (7 - x % 8) & 1 == 1
                };
                let same = |(index, level): (usize, &u8)| dot(index) == (*level == 255);
                assert!(page.luma.iter().enumerate().all(same), "{name}");
                compared += 1;
            }
            if other.more_images() {
                other.next_image().unwrap();
            }
        }
    }
    assert!(compared >= 6, "{compared} pages");
}
