//! GS1 DataBar and the stacked symbologies, most of which no library reads: their rows are compared
//! with other encoders in the unit tests, here their size and place.

use rxing::BarcodeFormat;

use super::Expect::{Ink, InkNear, Read, ReadAs, Same, Says, Unlike};
use super::check;

#[test]
fn databar_has_the_heights_of_its_standard() {
    check(&[
        (
            "omnidirectional",
            "^FO50,60^BRN,1,2^FD0950110153001^FS",
            Ink([52, 60, 50 + 96 * 2, 60 + 33 * 2]),
        ),
        (
            "truncated",
            "^FO50,60^BRN,2,2^FD0950110153001^FS",
            Ink([52, 60, 50 + 96 * 2, 60 + 13 * 2]),
        ),
        ("stacked", "^FO50,60^BRN,3,2^FD0950110153001^FS", InkNear([52, 60, 150, 60 + 13 * 2], 4)),
        (
            "stacked, with a higher separator",
            "^FO50,60^BRN,3,2,2^FD0950110153001^FS",
            InkNear([52, 60, 150, 60 + 14 * 2], 4),
        ),
        (
            "stacked omnidirectional",
            "^FO50,60^BRN,4,2^FD0950110153001^FS",
            InkNear([52, 60, 150, 60 + 69 * 2], 4),
        ),
        ("limited", "^FO50,60^BRN,5,2^FD0950110153001^FS", Ink([52, 60, 50 + 74 * 2, 60 + 10 * 2])),
        (
            "expanded, stacked",
            "^FO50,60^BRN,6,2,1,25,4^FD(01)00012345678905(10)ABC123^FS",
            Ink([50, 60, 254, 60 + (34 * 3 + 6) * 2]),
        ),
        ("turned", "^FO50,60^BRR,1,2^FD0950110153001^FS", Ink([50, 62, 50 + 33 * 2, 60 + 96 * 2])),
        (
            "what it cannot hold",
            "^FO50,60^BRN,5,2^FD9950110153001^FS^FO1,1^GB9,9,1^FS",
            Says(&["a GS1 DataBar could not be drawn from “9950110153001”"]),
        ),
        (
            "omnidirectional, read",
            "^FO50,60^BRN,1,3^FD0950110153001^FS",
            ReadAs(BarcodeFormat::RSS_14, "09501101530010"),
        ),
        (
            "too few digits",
            "^FO50,60^BRN,1,3^FD12345^FS",
            ReadAs(BarcodeFormat::RSS_14, "00000000123457"),
        ),
        (
            "stacked omnidirectional, read",
            "^FO50,60^BRN,4,3^FD0950110153001^FS",
            ReadAs(BarcodeFormat::RSS_14, "09501101530010"),
        ),
        (
            "expanded, read",
            "^FO50,60^BRN,6,2^FD(01)00012345678905(10)ABC123^FS",
            ReadAs(BarcodeFormat::RSS_EXPANDED, "(01)00012345678905(10)ABC123"),
        ),
        (
            "expanded and stacked, read",
            "^FO50,60^BRN,6,3,1,25,4^FD(01)00012345678905(10)ABC123^FS",
            ReadAs(BarcodeFormat::RSS_EXPANDED, "(01)00012345678905(10)ABC123"),
        ),
        (
            "FNC1 as >8",
            "^FO50,60^BRN,6,2^FD10AB>82112^FS",
            Same("^FO50,60^BRN,6,2^FD(10)AB(21)12^FS"),
        ),
    ]);
}

#[test]
fn composites_have_both_parts() {
    check(&[
        (
            "UPC-A",
            "^FO50,60^BRN,7,2^FD01234567890|(99)1234-abcd^FS",
            InkNear([50, 60, 50 + 99 * 2, 60 + (7 * 2 + 6 + 72) * 2], 30),
        ),
        (
            "EAN-13 without a bar",
            "^FO50,60^BRN,9,2^FD331234567890^FS",
            Ink([50, 60, 50 + 95 * 2, 60 + 72 * 2]),
        ),
        (
            "UCC/EAN-128 has the height of the command",
            "^FO50,60^BRN,11,2,1,90^FD(01)03812345678908^FS",
            Ink([50, 60, 50 + 134 * 2, 150]),
        ),
        (
            "a separator of two modules",
            "^FO50,60^BRN,11,2,2,90^FD(01)03812345678908|(10)ABCD1234^FS",
            Unlike("^FO50,60^BRN,11,2,1,90^FD(01)03812345678908|(10)ABCD1234^FS"),
        ),
        (
            "the linear part of UPC-A, read",
            "^FO50,60^BRN,7,3^FD01234567890|(99)1234-abcd^FS",
            ReadAs(BarcodeFormat::UPC_A, "012345678905"),
        ),
        (
            "the linear part of UPC-E, read",
            "^FO50,60^BRN,8,3^FD1230000045|(17)010615(10)A123456^FS",
            ReadAs(BarcodeFormat::UPC_E, "01234531"),
        ),
        (
            "the linear part of EAN-13, read",
            "^FO50,60^BRN,9,3^FD331234567890|(99)1234-abcd^FS",
            ReadAs(BarcodeFormat::EAN_13, "3312345678903"),
        ),
        (
            "the linear part of EAN-8, read",
            "^FO50,60^BRN,10,3^FD1234567|(21)A12345678^FS",
            ReadAs(BarcodeFormat::EAN_8, "12345670"),
        ),
        (
            "the linear part of UCC/EAN-128, read",
            "^FO50,60^BRN,11,2,1,90^FD(01)03812345678908|(10)ABCD1234^FS",
            ReadAs(BarcodeFormat::CODE_128, "0103812345678908"),
        ),
        (
            "DataBar can have such a part too",
            "^FO50,60^BRN,1,2^FD0361234567890|(11)990102^FS",
            Ink([50, 60, 50 + 100 * 2, 60 + (3 * 2 + 1 + 33) * 2]),
        ),
        (
            "its linear part, read with the mark of the other as first digit",
            "^FO50,60^BRN,1,3^FD0361234567890|(11)990102^FS",
            ReadAs(BarcodeFormat::RSS_14, "103612345678907"),
        ),
        (
            "with CC-C, read",
            "^FO50,60^BRN,12,2,1,90^FD(00)030123456789012340|(02)13001234567890(37)24^FS",
            ReadAs(BarcodeFormat::CODE_128, "00030123456789012340"),
        ),
    ]);
}

#[test]
fn stacked_symbologies_have_their_size() {
    check(&[
        (
            "Code 49",
            "^FO50,60^BY2^B4N,10^FDEXAMPLE 2^FS",
            Ink([50, 60, 50 + 70 * 2, 60 + (2 * 10 + 3) * 2]),
        ),
        (
            "Code 49 has the multiplier of ^BY",
            "^BY2,3,10^FO50,60^B4N^FDEXAMPLE 2^FS",
            Same("^FO50,60^BY2^B4N,10^FDEXAMPLE 2^FS"),
        ),
        (
            "Code 49 with text below",
            "^FO50,60^BY2^B4N,10,B^FDEXAMPLE 2^FS",
            InkNear([50, 60, 190, 106 + 21], 1),
        ),
        (
            "Code 49 with text above",
            "^FO50,60^BY2^B4N,10,A^FDEXAMPLE 2^FS",
            InkNear([50, 34, 190, 106], 1),
        ),
        (
            "CODABLOCK F",
            "^FO50,60^BY2^BBN,8,Y,6^FDCODABLOCK F Symbology^FS",
            Ink([50, 60, 50 + (6 * 11 + 57) * 2, 60 + (4 * 8 + 5) * 2]),
        ),
        (
            "CODABLOCK by its rows",
            "^FO50,60^BY2^BBN,8,Y,,3^FDAAAAAAAAAAAAAAAAAAAAAA^FS",
            Ink([50, 60, 50 + (8 * 11 + 57) * 2, 60 + (3 * 8 + 4) * 2]),
        ),
        (
            "CODABLOCK of one row is Code 128",
            "^FO50,60^BY2,3,40^BBN,,N^FDAB12^FS",
            Same("^FO50,60^BY2^BCN,40,N,N,N,A^FDAB12^FS"),
        ),
        (
            "CODABLOCK A of one row is Code 39 with its indicator",
            "^FO50,60^BY2,2^BBN,20,N,,,A^FDAB12^FS",
            Read(&["LAB12"]),
        ),
        (
            "CODABLOCK A of three rows, each a Code 39",
            "^FO50,60^BY2,2^BBN,8,N,4,,A^FDABCDEFGHIJ^FS",
            Ink([50, 60, 50 + (8 * 13 - 1) * 2, 60 + (3 * 8 + 1) * 2]),
        ),
        (
            "the first row of a CODABLOCK A has the number of rows",
            "^FO50,60^BY2,2^BBN,40,N,6,2,A^FDABCDEFGH^FS^FO40,142^GB900,90,90,W^FS",
            Read(&["MABCDEFM"]),
        ),
        (
            "the last row of a CODABLOCK A has the checks",
            "^FO50,60^BY2,2^BBN,40,Y,4,,A^FDABCDEFGHIJ^FS^FO40,50^GB900,172,172,W^FS",
            Read(&["1IJK41"]),
        ),
        (
            "CODABLOCK A has upper case letters only",
            "^FO50,60^BY2^BBN,8,N,4,,A^FDabcdefghij^FS^FO1,1^GB9,9,1^FS",
            Says(&["a CODABLOCK could not be drawn from “abcdefghij”"]),
        ),
        (
            "MicroPDF417 of mode 0",
            "^FO50,60^BY2^BFN,6^FDABC^FS",
            Ink([50, 60, 50 + 38 * 2, 60 + 11 * 6]),
        ),
        (
            "MicroPDF417 of mode 26",
            "^FO50,60^BY2^BFN,6,26^FDABC^FS",
            Ink([50, 60, 50 + 99 * 2, 60 + 10 * 6]),
        ),
        (
            "MicroPDF417 with too much data",
            "^FO50,60^BY2^BFN,6,0^FDABCDEFGHIJKLMNOPQRST^FS^FO1,1^GB9,9,1^FS",
            Says(&["a MicroPDF417 could not be drawn from “ABCDEFGHIJKLMNOPQRST”"]),
        ),
        ("TLC39", "^FO50,60^BTN^FD123456^FS", Same("^FO50,60^BY2,2^B3N,N,40,N^FD123456^FS")),
        (
            "TLC39 with a serial number",
            "^FO50,60^BTN^FD123456,ABCd12345678901234^FS",
            Ink([50, 60, 50 + 232, 60 + 6 * 4 + 40]),
        ),
        (
            "TLC39 of other sizes",
            "^FO50,60^BTN,3,3,50,1,5^FD123456,ABCd12345678901234^FS",
            Ink([50, 60, 50 + (9 * 15 + 8) * 3, 60 + 6 * 5 + 50]),
        ),
    ]);
}
