//! Options that several barcodes have: added check digits, the font of the text line, validation.

use rxing::BarcodeFormat;

use super::Expect::{All, InkNear, ReadAs, Same, Says};
use super::check;

#[test]
fn code_128_gets_the_check_digit_of_a_shipping_unit() {
    check(&[
        (
            "nineteen digits in subset C",
            "^FO50,60^BY2^BCN,150,N,N,Y^FD>;>80012345123451234512^FS",
            ReadAs(BarcodeFormat::CODE_128, "00123451234512345120"),
        ),
        (
            "in subset B",
            "^FO50,60^BY2^BCN,150,N,N,Y^FD0061414112345^FS",
            ReadAs(BarcodeFormat::CODE_128, "00614141123452"),
        ),
        (
            "its text has the digit",
            "^FO50,60^BY2^BCN,150,Y,N,Y^FD>;>80012345123451234512^FS",
            Same("^FO50,60^BY2^BCN,150,Y,N,N^FD>;>800123451234512345120^FS"),
        ),
        (
            "in the automatic mode",
            "^FO50,60^BY2^BCN,150,Y,N,Y,A^FD0061414112345^FS",
            Same("^FO50,60^BY2^BCN,150,Y,N,N,A^FD00614141123452^FS"),
        ),
        (
            "letters have no check digit",
            "^FO50,60^BY2^BCN,150,Y,N,Y^FDAB12^FS",
            Same("^FO50,60^BY2^BCN,150,Y,N,N^FDAB12^FS"),
        ),
        (
            "not asked for",
            "^FO50,60^BY2^BCN,150,N,N,N^FD0061414112345^FS",
            ReadAs(BarcodeFormat::CODE_128, "0061414112345"),
        ),
    ]);
}

#[test]
fn the_text_line_has_the_font_given_before_the_barcode() {
    check(&[
        (
            "font 0, whose digits stand on three quarters of its height",
            "^FO50,60^A0N,40,40^BY2^BCN,80,Y^FD12^FS",
            InkNear([50, 60, 164, 177], 1),
        ),
        (
            "before ^FO",
            "^A0N,40,40^FO50,60^BY2^BCN,80,Y^FD12^FS",
            Same("^FO50,60^A0N,40,40^BY2^BCN,80,Y^FD12^FS"),
        ),
        (
            "in mode D",
            "^FO50,60^A0N,40,40^BY2^BCN,80,Y,N,N,D^FD(10)12^FS",
            InkNear([50, 60, 186, 185], 3),
        ),
        (
            "Code 39",
            "^FO50,60^A0N,40,40^BY2,2^B3N,N,80,Y^FDA^FS",
            InkNear([50, 60, 50 + 76, 177], 2),
        ),
        (
            "after the barcode it changes nothing",
            "^FO50,60^BY2^BCN,80,Y^A0N,40,40^FD12^FS",
            Same("^FO50,60^BY2^BCN,80,Y^FD12^FS"),
        ),
        (
            "a default font changes nothing",
            "^CF0,40^FO50,60^BY2^BCN,80,Y^FD12^FS",
            Same("^FO50,60^BY2^BCN,80,Y^FD12^FS"),
        ),
        (
            "the digits of EAN-13 keep their font",
            "^FO50,60^A0N,40,40^BY2^BEN,80,Y^FD590123412345^FS",
            Same("^FO50,60^BY2^BEN,80,Y^FD590123412345^FS"),
        ),
    ]);
}

#[test]
fn the_digits_of_ean_are_those_of_the_head() {
    // The page is shown with 203 dots of each 300.
    check(&[
        (
            "font E of a head of 300 dots per inch",
            "^XA^PW1200^LL1800^FO100,100^BY4^BEN,100,Y^FD000000000000^FS^XZ",
            InkNear([47, 68, 325, 162], 3),
        ),
        (
            "font A for the bars that a head of 203 has at two dots",
            "^XA^PW1200^LL1800^FO100,100^BY3^BEN,100,Y^FD590123412345^FS^XZ",
            InkNear([49, 68, 261, 152], 1),
        ),
    ]);
}

#[test]
fn a_printer_that_validates_refuses_faulty_barcodes() {
    const DRAWN: &str = "^FO50,60^BY2^BEN,80,N^FD59012341234^FS";
    check(&[
        (
            "too few digits",
            "^CVY^FO50,60^BY2^BEN,80,N^FD59012341234^FS",
            All(&[
                Says(&["a printer prints “INVALID - S” in place of an EAN-13 barcode"]),
                Same(DRAWN),
            ]),
        ),
        (
            "too many digits",
            "^CVY^FO50,60^BY2^B8N,80,N^FD123456789^FS",
            Says(&["a printer prints “INVALID - L” in place of an EAN-8 barcode"]),
        ),
        (
            "a letter among digits",
            "^CVY^FO50,60^BY2^B2N,80,N^FD12A4^FS",
            Says(&["a printer prints “INVALID - C” in place of an Interleaved 2 of 5 barcode"]),
        ),
        (
            "nothing is wrong",
            "^CVY^FO50,60^BY2^BEN,80,N^FD590123412345^FS^FO50,300^BCN,80,N^FDab^FS",
            Says(&[]),
        ),
        ("no validation", DRAWN, Says(&[])),
        ("validation that is ended", "^CVY^CVN^FO50,60^BY2^BEN,80,N^FD59012341234^FS", Says(&[])),
    ]);
}
