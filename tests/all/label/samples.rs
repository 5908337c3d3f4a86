//! Every sample is drawn, or says why it cannot be.

use std::path::PathBuf;

use postroom::label::{DecodeError, Limits, decode_reporting};

use super::mutate::samples;

#[test]
fn every_sample_is_drawn_or_says_why_not() {
    let pictures = std::env::var_os("POSTROOM_PICTURES").map(PathBuf::from);
    for folder in ["pdf", "tiff", "zpl", "zpl-commands"] {
        for (name, bytes) in samples(folder) {
            let answer = decode_reporting(&bytes, 203.0, &Limits::default());
            let refused = match name.as_str() {
                "enc_userpw.pdf" => Some(DecodeError::Encrypted),
                "empty.zpl" => Some(DecodeError::UnknownType),
                "trunc_g4.tif" => Some(DecodeError::Broken {
                    kind: "TIFF".to_owned(),
                }),
                _ => None,
            };
            if let Some(refused) = refused {
                assert_eq!(answer, Err(refused), "{name}");
                continue;
            }
            let drawn = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
            for (at, page) in drawn.pages.iter().enumerate() {
                let ink = page.luma.iter().filter(|level| **level < 128).count();
                // One page was made far too small by its producer: a few dots, as it says.
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
