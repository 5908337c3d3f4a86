//! Customs declarations: complete, and in readable type sizes.

use postroom::service::document::{FileType, LabelFacts, Orientation, Size, render};

use super::{facts, pages};
use crate::prelude::*;

/// As many items as a small shop sends at once.
fn assorted() -> LabelFacts {
    let item = |at: usize| {
        format!(
            "{at} × Hand-thrown stoneware bowl no. {at} · 48 USD · 1.5 lb · HS 6912.00 · from US"
        )
    };
    let mut declaration = vec!["CUSTOMS DECLARATION · Merchandise".to_owned()];
    declaration.extend((1..=24).map(item));
    declaration.push("Signed Dana Fields   Date 2026-11-21".to_owned());
    LabelFacts { declaration, ..facts::declared() }
}

/// The smallest type size of the declaration in the ZPL file, in dots.
fn least_type(zpl: &str) -> u32 {
    let words = ["bowl", "Signed", "CUSTOMS", "HS 6912", "from US"];
    let fields = zpl.lines().filter(|line| words.iter().any(|word| line.contains(word)));
    let sizes = fields.filter_map(|line| line.split_once("^A0")?.1.split(',').nth(1));
    sizes.map(|size| size.parse().unwrap()).min().unwrap()
}

#[test]
fn a_long_declaration_is_legible_and_whole() {
    let facts = assorted();
    let short = render(&facts::declared(), FileType::Tif, Size::S4x6, Orientation::Portrait);
    assert_eq!(pages(&short.unwrap()).len(), 1, "two items stay on the label");
    for size in Size::ALL {
        let draw = |file_type| render(&facts, file_type, size, Orientation::Portrait).unwrap();
        let zpl = String::from_utf8(draw(FileType::Zpl)).unwrap();
        for at in 1..=24 {
            assert!(zpl.contains(&format!("bowl no. {at} ")), "{size:?}: {at}");
        }
        assert!(zpl.contains("Signed Dana Fields"), "{size:?}");
        // Capitals are 0.727 of the type size: 14 dots is the smallest readable height.
        let least = least_type(&zpl);
        assert!(least * 727 >= 14 * 1000, "{size:?}: {least}");
        let drawn = pages(&draw(FileType::Zpl));
        assert!(drawn.len() > 1, "{size:?}");
        for file_type in [FileType::Pdf, FileType::Tif] {
            let same = pages(&draw(file_type));
            assert_eq!(same.len(), drawn.len(), "{size:?} {file_type:?}");
            let all = same.iter().zip(&drawn);
            for (is, zpl) in all {
                assert_eq!((is.width_px, is.height_px), (zpl.width_px, zpl.height_px));
            }
        }
        let check = self_check(&drawn, &facts.tracking_number, Some(size.inches()));
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
        for file_type in [FileType::Png, FileType::Jpeg] {
            assert_eq!(pages(&draw(file_type)).len(), 1, "{size:?}");
        }
        if let Some(folder) = std::env::var_os("POSTROOM_PICTURES") {
            for (name, facts) in [
                ("long", &facts),
                ("declared", &facts::declared()),
                ("crowded", &facts::crowded()),
                ("postal", &facts::postal()),
            ] {
                for (file_type, kind) in [(FileType::Pdf, "pdf"), (FileType::Png, "png")] {
                    let bytes = render(facts, file_type, size, Orientation::Portrait).unwrap();
                    for (at, page) in pages(&bytes).into_iter().enumerate() {
                        let path =
                            Path::new(&folder).join(format!("{name}-{size:?}-{kind}-{at}.png"));
                        let picture =
                            image::GrayImage::from_raw(page.width_px, page.height_px, page.luma);
                        picture.unwrap().save(path).unwrap();
                    }
                }
            }
        }
    }
}
