//! Fonts and pictures that a file brings.

use super::Expect::{All, Ink, Same, Says};
use super::{check, drawn, ink_box};

/// A typeface of a few Arabic letters.
const ARABIC: &[u8] = include_bytes!("../fonts/arabic.ttf");

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

#[test]
fn a_font_is_a_remark_only_where_it_is_used() {
    check(&[
        (
            "~DU that no field uses",
            "~DUE:LOGO.TTF,4,ABCD^FO50,60^A0N,36^FDText^FS",
            All(&[Same("^FO50,60^A0N,36^FDText^FS"), Says(&[])]),
        ),
        (
            "~DY that no field uses",
            "~DYE:FACE,B,T,4,,abcd^XA^PW800^LL600^FO9,9^GB5,5,5^FS^XZ",
            All(&[Ink([9, 9, 14, 14]), Says(&[])]),
        ),
        (
            "~DB that a field uses",
            "~DBR:SMALL.FNT,N,5,24,3,10,2,ABCD^FO50,60^A@N,36,36,R:SMALL.FNT^FDText^FS",
            All(&[
                Same("^FO50,60^AAN,36,36^FDText^FS"),
                Says(&["text in the font SMALL is shown in the printer’s font A"]),
            ]),
        ),
        (
            "a file that is no font",
            "~DUE:LOGO.TTF,4,ABCDABCD^FO50,60^A@N,36,36,E:LOGO.TTF^FDText^FS",
            All(&[
                Same("^FO50,60^AAN,36,36^FDText^FS"),
                Says(&["text in the font LOGO is shown in the printer’s font A"]),
            ]),
        ),
    ]);
}

/// Each way to download and to use the typeface, beside its letters in font 0.
#[test]
fn text_is_drawn_in_a_downloaded_typeface() {
    let digits = hexadecimal(ARABIC);
    let count = ARABIC.len();
    let with = |download: &str, field: &str| {
        let label = drawn(&format!("{download}^XA^PW800^LL600^CI28{field}^XZ"));
        assert_eq!(label.warnings, Vec::<String>::new());
        label.pages[0].clone()
    };
    let field = "^FO50,60^A@N,80,80,E:LETTERS.TTF^FDمعدل^FS";
    let unbounded = with(&format!("~DUE:LETTERS.TTF,{count},{digits}"), field);
    let ink = ink_box(&unbounded).expect("letters");
    assert!(ink[0] >= 40 && ink[2] > 90 && ink[1] >= 50, "{ink:?}");
    let download = format!("~DYE:LETTERS,A,T,{count},,{digits}");
    assert!(with(&download, field).luma == unbounded.luma, "~DY");
    let named = "^CWK,E:LETTERS.TTF^FO50,60^AKN,80,80^FDمعدل^FS";
    assert!(with(&download, named).luma == unbounded.luma, "^CW");
    let wide = with(&download, &field.replace("80,80", "80,160"));
    let wide = ink_box(&wide).expect("letters");
    let (narrow, wide) = (ink[2] - ink[0], wide[2] - wide[0]);
    assert!(wide.abs_diff(2 * narrow) <= 4, "{narrow} {wide}");
    let high = ink_box(&with(&download, &field.replace("80,80", "160,80"))).expect("letters");
    let (low, high) = (ink[3] - ink[1], high[3] - high[1]);
    assert!(high.abs_diff(2 * low) <= 4, "{low} {high}");
}

#[test]
fn pictures_of_other_kinds_are_named() {
    check(&[
        (
            "a BMP that a field uses",
            "~DYR:LOGO,A,B,4,,424D0000^XA^PW800^LL600^FO50,60^XGR:LOGO.BMP^FS^FO9,9^GB5,5,5^FS^XZ",
            All(&[
                Ink([9, 9, 14, 14]),
                Says(&["the graphic LOGO is a BMP or PCX file and is not shown"]),
            ]),
        ),
        (
            "a PCX that no field uses",
            "~DYR:LOGO,A,X,4,,0A050000^XA^PW800^LL600^FO9,9^GB5,5,5^FS^XZ",
            Says(&[]),
        ),
        (
            "^TO copies",
            "~DGR:LOGO.GRF,2,1,80FF^XA^PW800^LL600^TOR:LOGO.GRF,E:COPY.GRF^FO50,60^XGE:COPY.GRF^FS^XZ",
            All(&[Same("^XA^PW800^LL600^FO50,60^GFA,2,2,1,80FF^FS^XZ"), Says(&[])]),
        ),
        (
            "^TO copies formats",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^GB5,5,5^FS^XZ^XA^TOR:F.ZPL,E:G.ZPL^FS^XFE:G.ZPL^FS^XZ",
            All(&[Ink([50, 60, 55, 65]), Says(&[])]),
        ),
        (
            "^ID without an extension deletes no format",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^GB5,5,5^FS^XZ^XA^IDR:F^FS^XFR:F.ZPL^FS^XZ",
            All(&[Ink([50, 60, 55, 65]), Says(&[])]),
        ),
    ]);
}
