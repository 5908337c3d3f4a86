//! What the labels of section L of the findings must look like.

use crate::{Decoded, Limits, Page, decode_reporting, read_barcodes};

fn drawn(label: &str) -> Decoded {
    postroom_base::locale::install(&crate::texts_of_program::SOURCES);
    decode_reporting(label.as_bytes(), 203.0, &Limits::default()).unwrap()
}

/// The smallest box with all ink: left, top, and one past its right and lower end.
fn ink(page: &Page) -> [usize; 4] {
    let width = page.width_px as usize;
    let dark = page.luma.iter().enumerate().filter(|(_, level)| **level < 128);
    dark.fold([usize::MAX, usize::MAX, 0, 0], |[left, top, right, low], (at, _)| {
        let (x, y) = (at % width, at / width);
        [left.min(x), top.min(y), right.max(x + 1), low.max(y + 1)]
    })
}

/// The ink of the inside of a label of 812 by 812 dots.
fn ink_of(inside: &str) -> [usize; 4] {
    ink(&drawn(&format!("^XA^PW812^LL812{inside}^XZ")).pages[0])
}

fn same(one: &str, other: &str) {
    let page = |inside: &str| drawn(&format!("^XA^PW812^LL812{inside}^XZ")).pages;
    assert!(
        page(one) == page(other),
        "{one} is drawn as {:?}, {other} {:?}",
        ink_of(one),
        ink_of(other)
    );
}

/// Finding L4.
#[test]
fn a_default_orientation_after_the_font_turns_the_text() {
    same(
        "^FO300,100^A0N,30,30^FWB^FDKM-481-WEST^FS^FWN^FO20,300^A0N,30,30^FDnormal^FS",
        "^FO300,100^A0B,30,30^FDKM-481-WEST^FS^FO20,300^A0N,30,30^FDnormal^FS",
    );
    let label = "^XA^PW400^LL400^FO300,100^A0N,30,30^FWB^FDKM-481-WEST^FS^FWN^XZ";
    assert_eq!(drawn(label).ink_outside_page, Vec::<String>::new());
}

/// Finding L9.
#[test]
fn a_length_ends_continuous_media_only() {
    let label = |before: &str| {
        format!(
            "^XA{before}^PW812^LL0400^FO40,40^A0N,40,40^FDTop part^FS\
             ^FO40,700^BY3^BCN,120,Y,N^FDKM4815162342^FS^XZ"
        )
    };
    for before in ["^MNY", "", "^MNM"] {
        let drawn = drawn(&label(before));
        let page = &drawn.pages[0];
        assert_eq!((page.width_in, page.height_in), (4.0, 6.0), "{before}");
        assert_eq!(read_barcodes(page)[0].text, "KM4815162342", "{before}");
        assert_eq!(drawn.ink_outside_page, Vec::<String>::new());
    }
    for before in ["^MNN", "^MNY^LL0400,Y"] {
        let drawn = drawn(&label(before));
        assert_eq!(drawn.pages[0].height_px, 400, "{before}");
        assert_eq!(drawn.ink_outside_page.len(), 1, "{before}");
    }
    let shorter = drawn("^XA^PW812^LL0400^FO40,40^GB9,9,9^FS^XZ");
    assert_eq!(shorter.pages[0].height_px, 400);
}

/// Finding L5, c.
#[test]
fn a_long_line_makes_no_letter_page() {
    let label = "^XA^FO20,20^GB780,1150,4^FS\
        ^FO40,60^A0N,60,60^FDFreight forwarding and storage Ltd^FS^XZ";
    let drawn = drawn(label);
    let page = &drawn.pages[0];
    assert_eq!((page.width_in, page.height_in), (4.0, 6.0));
    assert_eq!(drawn.ink_outside_page.len(), 1, "{:?}", drawn.ink_outside_page);
}

/// Finding L10.
#[test]
fn small_differences_from_the_references() {
    // The last line of a centered block has a space at its end (Labelary), others none.
    let centre = |data: &str| {
        let [left, _, right, _] = ink_of(&format!("^FO6,20^FB800,1,0,C^A0N,100,100^FD{data}^FS"));
        (left + right) / 2
    };
    assert_eq!(centre(r"ABC\&") - centre("ABC"), 15);
    // `^GS` has the size of the default font.
    same("^CFA,72^FO50,50^GS^FDA^FS", "^FO50,50^GSN,72,72^FDA^FS");
    // Text without a place follows a sign.
    let inside = "^FT20,80^A0N,60,60^FDACME^FS^FT^GSN,60,60^FDC^FS";
    let end = ink_of(inside)[2];
    let [_, _, right, _] = ink_of(&format!("{inside}^FT^A0N,60,60^FDnext^FS"));
    assert!(right > end + 60, "{right} {end}");
    // A tilde at the end of the data is no command.
    same(
        r"^CI0^FO20,20^A0N,40,40^FDa\b~^FS^CI13^FO20,100^A0N,40,40^FDa\b^FS",
        r"^CI0^FO20,20^A0N,40,40^FDa\b^FS^CI13^FO20,100^A0N,40,40^FDa\b^FS",
    );
    // At least the share of error correction that is asked for.
    let aztec = "^FO0,0^BON,1,,45^FDUnit:551;Storehouse:QXBA;Location:31-40-7^FS";
    assert_eq!(ink_of(aztec), [0, 0, 27, 27]);
    // Marked data is decoded, whatever the format says.
    let graphic = ":Z64:eJxj+M9AFCRSGQORyoaNeQDyvZ9h:A6BA";
    same(
        &format!("^FO20,20^GFC,320,320,8,{graphic}^FS"),
        &format!("^FO20,20^GFA,320,320,8,{graphic}^FS"),
    );
    // A font that the printer does not have is its font A.
    same("^FO20,20^A1N,36,20^FDText^FS", "^FO20,20^AAN,36,20^FDText^FS");
}
