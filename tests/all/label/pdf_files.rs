//! PDF files as some programs write them.

use super::bombs::pdf::document;
use super::pages;

#[test]
fn bytes_before_the_header_change_nothing() {
    let whole = with_numbered_glyphs("/CIDToGIDMap/Identity");
    let usual = pages(&whole);
    assert!(usual[0].luma.iter().any(|level| *level < 128));
    for junk in [
        b"junk\n".to_vec(),
        b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n".to_vec(),
        vec![b'\n'; 1_000],
    ] {
        let moved = [&junk[..], &whole].concat();
        assert!(pages(&moved) == usual, "{} bytes", junk.len());
    }
}

/// Finding L10: a page whose unit is two points came out at half its size.
#[test]
fn a_page_is_drawn_in_its_own_unit() {
    let drawn = |page: &str, bar: &str| {
        let head = format!("<</Type/Page/Parent 2 0 R/MediaBox[{page}/Contents 4 0 R>>");
        let content = format!("<</Length {}>>\nstream\n{bar}\nendstream", bar.len());
        let pages = [head, content].map(String::into_bytes);
        let tree = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"];
        let objects: Vec<Vec<u8>> = tree.map(|it| it.into()).into_iter().chain(pages).collect();
        super::pages(&document(&objects)).remove(0)
    };
    let usual = drawn("0 0 288 432]", "20 40 100 200 re f");
    let own = drawn("0 0 144 216]/UserUnit 2", "10 20 50 100 re f");
    assert_eq!((own.width_in, own.height_in), (4.0, 6.0));
    assert!(own == usual, "the same dots");
}

/// A page of one inch with glyphs of an embedded TrueType font that are named by their numbers.
fn with_numbered_glyphs(map: &str) -> Vec<u8> {
    const LETTERS: &[u8] = include_bytes!("fonts/arabic.ttf");
    let stream = |entries: &str, data: &[u8]| {
        let head = format!("<<{entries}/Length {}>>\nstream\n", data.len());
        [head.as_bytes(), data, b"\nendstream"].concat()
    };
    // Characters 0 to 19 are the glyphs of the same number.
    let same: Vec<u8> = (0..20_u16).flat_map(u16::to_be_bytes).collect();
    document(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>"
            .to_vec(),
        stream("", b"BT /F 40 Tf 4 20 Td <000300040005> Tj ET"),
        b"<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Letters/Encoding/Identity-H/DescendantFonts[6 0 R]>>"
            .to_vec(),
        format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Letters\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
             /FontDescriptor 7 0 R/DW 500{map}>>"
        )
        .into_bytes(),
        b"<</Type/FontDescriptor/FontName/AAAAAA+Letters/Flags 4/FontBBox[0 -300 1000 1000]\
          /ItalicAngle 0/Ascent 1000/Descent -300/CapHeight 700/StemV 80/FontFile2 8 0 R>>"
            .to_vec(),
        stream(&format!("/Length1 {}", LETTERS.len()), LETTERS),
        stream("", &same),
    ])
}

#[test]
fn glyphs_named_by_their_number_are_drawn() {
    let drawn = |map: &str| pages(&with_numbered_glyphs(map)).remove(0).luma;
    let named = drawn("/CIDToGIDMap/Identity");
    let ink = named.iter().filter(|level| **level < 128).count();
    assert!((300..20_000).contains(&ink), "{ink} dots");
    assert!(drawn("") == named, "without a map");
    assert!(drawn("/CIDToGIDMap 9 0 R") == named, "with a stream");
}
