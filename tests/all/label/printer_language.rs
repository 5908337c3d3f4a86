//! ZPL as carriers write it.

use postroom::label::{Limits, Page, decode_reporting, read_barcodes};

use super::pages;

fn texts(page: &Page) -> Vec<String> {
    let mut texts: Vec<String> =
        read_barcodes(page).into_iter().map(|barcode| barcode.text).collect();
    texts.sort();
    texts
}

#[test]
fn the_barcodes_of_carrier_labels_read_back() {
    let check = |bytes: &[u8], expected: &[&str]| assert_eq!(texts(&pages(bytes)[0]), expected);
    check(
        include_bytes!("../../samples/zpl/usps_ground_advantage_4x6.zpl"),
        &["42078704\u{1d}9261290358123456789012", "420787041105\u{1d}9261290358123456789012"],
    );
    let ups = texts(&pages(include_bytes!("../../samples/zpl/ups_ground_4x6.zpl"))[0]);
    assert_eq!(ups[..2], ["1Z1X2X3X0312345675", "42060601"]);
    assert!(ups[2].starts_with("[)>\u{1e}01\u{1d}96606010000\u{1d}840\u{1d}003"), "{ups:?}");
    check(
        include_bytes!("../../samples/zpl/dhl_express_4x6.zpl"),
        &[
            "2LDE40212+42000000",
            "9876543210",
            "JD014600006281230704",
            "https://example.com/t/9876543210",
        ],
    );
    check(
        include_bytes!("../../samples/zpl/royalmail_7x3_landscape.zpl"),
        &["AB123456785GB", "JGB 6131234567890123456789ABCDEF    "],
    );
    let fedex = texts(&pages(include_bytes!("../../samples/zpl/fedex_ground_4x6.zpl"))[0]);
    assert_eq!(fedex[0], "9632001960112233445000771234567890");
    assert!(fedex[1].starts_with("[)>\u{1e}01\u{1d}0204101"), "{fedex:?}");
}

fn warnings(source: &str) -> Vec<String> {
    decode_reporting(source.as_bytes(), 203.0, &Limits::default()).expect("a label").warnings
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let check = |source: &str, expected: &[&str]| {
        assert_eq!(warnings(source), expected, "{source}");
    };
    check("^XA^FO9,9^A0N,30^FDplain^FS^XZ", &[]);
    check(
        "^XA^FO9,9^BD2^FD840606^FS^GB9,9,1^FS^XZ",
        &["a MaxiCode could not be drawn from “840606”"],
    );
    check(
        "^XA^FO9,9^B1N,N,50^FDA^FS^GB9,9,1^FS^XZ",
        &["a Code 11 barcode could not be drawn from “A”"],
    );
    check("^XA^FO9,9^B6N,50^FDplain^FS^XZ", &["the command ^B6 is unknown"]);
    check(
        "^XA^FO9,9^BXN,5,140^FD12^FS^XZ",
        &["a printer draws the Data Matrix in an older form, of quality 140, and not as shown"],
    );
    check(
        "^XA^FO9,9^BQN,1,5^FDQA,12^FS^XZ",
        &["a printer draws the QR code in its older form, model 1, and not as shown"],
    );
    check("^XA^QQ1^FO9,9^A0N,30^FDx^FS^XZ", &["the command ^QQ is unknown"]);
    check(
        "^XA^FO9,9^XGR:LOGO.GRF,1,1^FS^FO1,1^GB9,9,1^FS^XZ",
        &["the graphic LOGO isn’t in the file"],
    );
    check(
        "^XA^FO9,9^GFA,8,8,2,:Z64:AAAA:0000^FS^FO1,1^GB9,9,1^FS^XZ",
        &["the data of a graphic is damaged"],
    );
    check("^XA^FO9,9^BEN,50^FD^FS^FO9,9^BXN,5,200^FD^FS^GB9,9,1^FS^XZ", &[]);
}

/// The smallest box that contains all ink: left, top, right, bottom.
fn ink_box(page: &Page) -> Option<(usize, usize, usize, usize)> {
    let width = page.width_px as usize;
    let dark = page.luma.iter().enumerate().filter(|(_, level)| **level < 128);
    dark.map(|(at, _)| (at % width, at / width)).fold(None, |found, (x, y)| match found {
        None => Some((x, y, x + 1, y + 1)),
        Some((left, top, right, bottom)) => {
            Some((x.min(left), y.min(top), (x + 1).max(right), (y + 1).max(bottom)))
        }
    })
}

#[test]
fn fields_land_where_they_are_put() {
    let check = |source: &str, expected: (usize, usize, usize, usize)| {
        let source = format!("^XA^PW400^LL300{source}^XZ");
        assert_eq!(ink_box(&pages(source.as_bytes())[0]), Some(expected), "{source}");
    };
    check("^FO50,60^GB30,20,2^FS", (50, 60, 80, 80));
    check("^FT50,60^GB30,20,2^FS", (50, 40, 80, 60));
    check("^FO50,60,1^GB30,20,2^FS", (20, 60, 50, 80));
    check("^LH10,20^FO50,60^GB30,20,2^FS", (60, 80, 90, 100));
    check("^LS5^FO50,60^GB30,20,2^FS", (45, 60, 75, 80));
    check("^POI^FO50,60^GB30,20,2^FS", (320, 220, 350, 240));
    check("^PMY^FO50,60^GB30,20,2^FS", (320, 60, 350, 80));
    check("^FO50,60^BY2^BCN,40,N^FDA1^FS", (50, 60, 50 + 57 * 2, 100));
    check("^FT50,100^BY2^BCN,40,N^FDA1^FS", (50, 60, 50 + 57 * 2, 100));
    check("^FO50,60^BY2^BCR,40,N^FDA1^FS", (50, 60, 90, 60 + 57 * 2));
    check("^FO50,60^BY3,2^B2N,40,N^FD12^FS", (50, 60, 50 + 12 + 2 * 21 + 12, 100));
    check("^FO50,60^GFA,2,2,1,80FF^FS", (50, 60, 58, 62));
    check("^FO50,60^GB90,90,90^FS^FO50,60^FR^GB90,45,45^FS", (50, 105, 140, 150));
    check("^FO9,9^XFR:NONE^FS^FO50,60^GB30,20,2^FS", (50, 60, 80, 80));
    // Capitals have three quarters of the height of the font and stand on the baseline.
    check("^FT50,100^A0N,100,100^FDH^FS", (55, 25, 106, 100));
}

#[test]
fn stored_formats_are_filled_and_copies_counted() {
    let printed = pages(include_bytes!("../../samples/zpl/multi_stored_format.zpl"));
    assert_eq!(printed.len(), 4, "two filled formats and two copies");
    assert_ne!(printed[0].luma, printed[1].luma);
    assert_eq!(printed[2].luma, printed[3].luma);
    assert_eq!(texts(&printed[1]), ["1Z999AA10123456785"]);
    assert_eq!(pages(b"^XA^FO1,1^GB9,9,1^FS^PQ7^XZ").len(), 7);
}

#[test]
fn what_other_renderers_leave_out_is_drawn() {
    let same = |source: &str, plain: &str| {
        let page = |source: &str| pages(source.as_bytes()).remove(0);
        assert_eq!(warnings(source), Vec::<String>::new(), "{source}");
        assert!(page(source).luma == page(plain).luma, "{source}");
    };
    let plain = "^XA^FO9,9^A0N,40^FDAB^FS^XZ";
    // Escapes in variable data.
    same("^XA^FO9,9^A0N,40^FH^FV_41_42^FS^XZ", plain);
    // Stored formats without a device, or recalled from another device.
    let stored = "^XA^DFONE^FS^FO9,9^A0N,40^FN1^FS^XZ";
    same(&format!("{stored}^XA^XFONE^FS^FN1^FDAB^FS^XZ"), plain);
    same(&format!("{stored}^XA^XFE:ONE.ZPL^FS^FN1^FDAB^FS^XZ"), plain);
    // The Intelligent Mail barcode: 65 bars starting at the field's corner.
    let source =
        "^XA^PW600^LL300^FO50,60^BY3^BZN,39,N,N,3^FD01234567094987654321,01234567891^FS^XZ";
    assert_eq!(warnings(source), Vec::<String>::new());
    let page = pages(source.as_bytes()).remove(0);
    assert_eq!(ink_box(&page), Some((50, 60, 50 + 64 * 7 + 3, 99)));
    let middle = &page.luma[79 * 600..80 * 600];
    let bars = middle.windows(2).filter(|pair| pair[0] > pair[1]).count();
    assert_eq!(bars, 65);
    assert_eq!(
        warnings("^XA^FO9,9^BZN,40,N,N,3^FD123^FS^XZ"),
        ["a postal barcode could not be drawn from “123”"]
    );
}

#[test]
fn numbers_count_from_copy_to_copy() {
    let counted = pages(b"^XA^FO9,9^A0N,40^SN008,1,Y^FS^FO9,90^GB9,9,1^FS^PQ3^XZ");
    let plain = |number: &str| {
        let source = format!("^XA^FO9,9^A0N,40^FD{number}^FS^FO9,90^GB9,9,1^FS^XZ");
        pages(source.as_bytes()).remove(0)
    };
    let expected = ["008", "009", "010"].map(plain);
    assert!(counted == expected);
    // Each number twice, counting down, in a recalled format, and as a barcode.
    let source = "^XA^DFR:N^FS^FO9,9^BCN,50,N^FN1^FS^XZ^XA^XFR:N^FS^FN1^SNA10,-1,Y^FS^PQ4,0,2^XZ";
    let counted = pages(source.as_bytes());
    let read: Vec<Vec<String>> = counted.iter().map(texts).collect();
    assert_eq!(read, [["A10"], ["A10"], ["A09"], ["A09"]]);
}

#[test]
fn measures_may_be_inches_and_millimetres() {
    let check = |source: &str, expected: (usize, usize, usize, usize)| {
        let source = format!("^XA^PW406^LL406{source}^XZ");
        let page = pages(source.as_bytes()).remove(0);
        assert_eq!(ink_box(&page), Some(expected), "{source}");
        assert_eq!(warnings(&source), Vec::<String>::new());
    };
    check("^MUI^FO.5,1^GB.5,.25,.1^FS", (102, 203, 204, 254));
    check("^MUM^FO10,20^GB5,2.5,1^FS", (80, 160, 120, 180));
    check("^MUM^FO10,20^MUD^GB50,20,2^FS", (80, 160, 130, 180));
    // Dots of a printer with half the resolution.
    check("^MUD,150,300^FO10,20^GB50,20,2^FS", (20, 40, 120, 80));
}

#[test]
fn postal_bars_may_have_a_line_of_their_digits() {
    let page = |line: &str| {
        let source = format!("^XA^PW600^LL200^FO50,50^BY2^BZN,40,{line},0^FD123456789^FS^XZ");
        ink_box(&pages(source.as_bytes()).remove(0)).expect("ink")
    };
    let bare = page("N,N");
    assert_eq!((bare.1, bare.3), (50, 90));
    let (below, above) = (page("Y,N"), page("Y,Y"));
    assert_eq!(below.1, 50);
    assert!((100..130).contains(&below.3), "{below:?}");
    // The bars stay in their place; the text is 26 dots above them.
    assert_eq!((above.1, above.3), (24, 90));
}

#[test]
fn a_label_is_scaled_from_its_printers_grid() {
    let source = b"^XA^PW812^LL1218^FO100,200^GB203,406,203^FS^XZ";
    let at = |dpi: f32| {
        postroom::label::decode_in_process(source, dpi, &Default::default())
            .expect("a label")
            .remove(0)
    };
    let double = at(406.0);
    assert_eq!((double.width_px, double.height_px), (1624, 2436));
    assert_eq!(ink_box(&double), Some((200, 400, 606, 1212)));
    assert_eq!((double.width_in, double.height_in), (4.0, 6.0));
    let at_300 = pages(b"^XA^PW1200^LL1800^FO1,1^GB9,9,1^FS^XZ").remove(0);
    assert_eq!((at_300.width_px, at_300.width_in), (812, 4.0));
}
