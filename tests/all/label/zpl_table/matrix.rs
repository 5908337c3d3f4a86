//! Matrix symbologies: sizes, positions and what a reader finds.

use rxing::BarcodeFormat;

use super::Expect::{All, Ink, ReadAs, Same, Says, Unlike};
use super::check;

#[test]
fn qr_codes_have_a_place_of_their_own() {
    check(&[
        (
            "^FO is above by the height of ^BY, ten at first",
            "^FO50,60^BQN,2,5^FDQA,12345^FS",
            Ink([50, 70, 155, 175]),
        ),
        (
            "^FO with another height",
            "^BY2,3,40^FO50,60^BQN,2,5^FDQA,12345^FS",
            Ink([50, 100, 155, 205]),
        ),
        ("^FT is three modules below", "^FT50,300^BQN,2,5^FDQA,12345^FS", Ink([50, 180, 155, 285])),
        (
            "it cannot be turned",
            "^FO50,60^BQR,2,5^FDQA,12345^FS",
            Same("^FO50,60^BQN,2,5^FDQA,12345^FS"),
        ),
        ("two dots a module at 203 dpi", "^FO50,60^BQN^FDQA,12345^FS", Ink([50, 70, 92, 112])),
        (
            "model 1 is said",
            "^FO50,60^BQN,1,5^FDQA,12345^FS",
            Says(&["a printer draws the QR code in its older form, model 1, and not as shown"]),
        ),
        (
            "the level is in the data",
            "^FO50,60^BQN,2,5^FDHA,ABCDEFGHIJKLMN^FS",
            Ink([50, 70, 175, 195]),
        ),
        (
            "automatic",
            "^FO50,60^BQN,2,5^FDQA,https://example.com/a,b^FS",
            ReadAs(BarcodeFormat::QR_CODE, "https://example.com/a,b"),
        ),
        (
            "in lower case",
            "^FO50,60^BQN,2,5^FDqa,HELLO^FS",
            ReadAs(BarcodeFormat::QR_CODE, "HELLO"),
        ),
        (
            "without a comma, three characters are skipped",
            "^FO50,60^BQN,2,5^FDQA1HELLO^FS",
            ReadAs(BarcodeFormat::QR_CODE, "HELLO"),
        ),
        (
            "manual",
            "^FO50,60^BQN,2,5^FDHM,N12345678,AABC,B0005hello^FS",
            ReadAs(BarcodeFormat::QR_CODE, "12345678ABChello"),
        ),
        (
            "manual, without what is not alphanumeric",
            "^FO50,60^BQN,2,5^FDMM,A7788990011|AB|CD223344^FS",
            Same("^FO50,60^BQN,2,5^FDMM,A7788990011ABCD223344^FS"),
        ),
        (
            "mixed",
            "^FO50,60^BQN,2,5^FDD03048F,LM,N0123456789,A12AABB,B0006qrcode^FS",
            ReadAs(BarcodeFormat::QR_CODE, "012345678912AABBqrcode"),
        ),
        (
            "bytes of UTF-8",
            "^CI28^FO50,60^BQN,2,5^FDQA,Zürich^FS",
            ReadAs(BarcodeFormat::QR_CODE, "Zürich"),
        ),
    ]);
}

#[test]
fn data_matrix_has_the_requested_size() {
    check(&[
        ("by its data", "^FO50,60^BXN,5,200^FD123456^FS", Ink([50, 60, 100, 110])),
        ("columns and rows", "^FO50,60^BXN,5,200,20,20^FD123456^FS", Ink([50, 60, 150, 160])),
        ("only rows", "^FO50,60^BXN,5,200,,18^FD123456^FS", Ink([50, 60, 140, 150])),
        ("a rectangle", "^FO50,60^BXN,5,200,,,,,2^FD123456^FS", Ink([50, 60, 140, 100])),
        (
            "columns and rows of a rectangle",
            "^FO50,60^BXN,5,200,32,8^FD123456^FS",
            Ink([50, 60, 210, 100]),
        ),
        ("at the base", "^FT50,160^BXN,5,200^FD123456^FS", Ink([50, 110, 100, 160])),
        (
            "without a module, the height of ^BY is that of the symbol",
            "^BY2,3,80^FO50,60^BXN,,200^FD123456^FS",
            Ink([50, 60, 130, 140]),
        ),
        ("rounded", "^BY2,3,76^FO50,60^BXN,,200^FD123456^FS", Ink([50, 60, 130, 140])),
        (
            "the height of ^BY at first is one dot a module",
            "^FO50,60^BXN,,200^FD123456^FS",
            Ink([50, 60, 60, 70]),
        ),
        ("at least one dot", "^BY2,3,2^FO50,60^BXN,0,200^FD123456^FS", Ink([50, 60, 60, 70])),
        (
            "too small for its data",
            "^FO50,60^BXN,5,200,10,10^FD12345678901234567890^FS^FO1,1^GB9,9,1^FS",
            Says(&["a Data Matrix could not be drawn from “12345678901234567890”"]),
        ),
        (
            "an older quality is said",
            "^FO50,60^BXN,5^FD123456^FS",
            Says(&[
                "a printer draws the Data Matrix in an older form, of quality 0, and not as shown",
            ]),
        ),
        (
            "plain",
            "^FO50,60^BXN,5,200^FDDataMatrix 12345^FS",
            ReadAs(BarcodeFormat::DATA_MATRIX, "DataMatrix 12345"),
        ),
        (
            "the escape character is a tilde",
            "^FO50,60^BXN,5,200^FH^FDA_7Ed066C_7E_7E^FS",
            ReadAs(BarcodeFormat::DATA_MATRIX, "ABC~"),
        ),
        (
            "another escape character",
            "^FO50,60^BXN,5,200,,,,_^FDA_d066C__^FS",
            ReadAs(BarcodeFormat::DATA_MATRIX, "ABC_"),
        ),
        (
            "FNC1 first, and between",
            "^FO50,60^BXN,5,200,,,,_^FD_10109501101530003_110AB^FS",
            ReadAs(BarcodeFormat::DATA_MATRIX, "0109501101530003\u{1d}10AB"),
        ),
        (
            "FNC1 in a larger symbol",
            "^FO50,60^BXN,5,200,26,26,,_^FD_10109501101530003^FS",
            ReadAs(BarcodeFormat::DATA_MATRIX, "0109501101530003"),
        ),
        (
            "structured append adds nothing to the text",
            "^FO50,60^BXN,5,200,,,,_^FD_2214001001ABC12^FS",
            All(&[
                ReadAs(BarcodeFormat::DATA_MATRIX, "ABC12"),
                Unlike("^FO50,60^BXN,5,200,,,,_^FD_2215001001ABC12^FS"),
                Ink([50, 60, 120, 130]),
            ]),
        ),
        (
            "a code page",
            "^CI28^FO50,60^BXN,5,200,,,,_^FD_5026Łódź^FS",
            ReadAs(BarcodeFormat::DATA_MATRIX, "Łódź"),
        ),
        (
            "a program for the reader",
            "^FO50,60^BXN,5,200,,,,_^FD_3ABC12^FS",
            All(&[Unlike("^FO50,60^BXN,5,200,,,,_^FD3ABC12^FS"), Ink([50, 60, 110, 120])]),
        ),
        ("turned", "^FO50,60^BXB,5,200^FDABC123^FS", ReadAs(BarcodeFormat::DATA_MATRIX, "ABC123")),
    ]);
}

#[test]
fn pdf417_has_the_requested_rows_and_columns() {
    check(&[
        (
            "columns",
            "^FO50,60^BY2^B7N,8,0,2^FDABCDEFGHIJ^FS",
            Ink([50, 60, 50 + 2 * 17 * 6 + 2, 60 + 8 * 4]),
        ),
        (
            "rows, no columns",
            "^FO50,60^BY2^B7N,8,0,,8^FDABCDEFGHIJKLMNOPQRST^FS",
            Ink([50, 60, 50 + 2 * 17 * 6 + 2, 60 + 8 * 8]),
        ),
        (
            "both",
            "^FO50,60^BY2^B7N,8,0,3,10^FDABCDEFGHIJ^FS",
            Ink([50, 60, 50 + 2 * 17 * 7 + 2, 60 + 8 * 10]),
        ),
        (
            "neither, of 18 codewords",
            "^FO50,60^BY2^B7N,8,0,0,0^FDABCDEFGHIJKLMNOPQRSTUVWXYZABCD^FS",
            Ink([50, 60, 50 + 2 * 17 * 7 + 2, 60 + 8 * 6]),
        ),
        (
            "truncated",
            "^FO50,60^BY2^B7N,8,0,2,,Y^FDABCDEFGHIJ^FS",
            Ink([50, 60, 50 + 2 * 17 * 4 + 2, 60 + 8 * 4]),
        ),
        (
            "the height of ^BY is that of all rows",
            "^FO50,60^BY2,3,80^B7N,,0,2^FDABCDEFGHIJ^FS",
            Ink([50, 60, 50 + 2 * 17 * 6 + 2, 140]),
        ),
        (
            "too few rows",
            "^FO50,60^BY2^B7N,8,0,1,3^FDABCDEFGHIJKLMNOPQRST^FS^FO1,1^GB9,9,1^FS",
            Says(&["a PDF417 could not be drawn from “ABCDEFGHIJKLMNOPQRST”"]),
        ),
        (
            "read",
            "^FO50,60^BY2^B7N,8,3,4^FDPDF417 read 12345^FS",
            ReadAs(BarcodeFormat::PDF_417, "PDF417 read 12345"),
        ),
        (
            "rows alone, read",
            "^FO50,60^BY2^B7N,8,3,,12^FDPDF417 read 12345^FS",
            ReadAs(BarcodeFormat::PDF_417, "PDF417 read 12345"),
        ),
        (
            "turned, read",
            "^FO50,60^BY2^B7R,8,3,4^FDPDF417 read 12345^FS",
            ReadAs(BarcodeFormat::PDF_417, "PDF417 read 12345"),
        ),
        (
            "line ends and backslashes are escaped",
            "^FO50,60^BY2^B7N,8,3,4^FDLine 1\\&line 2 C:\\\\&x^FS",
            ReadAs(BarcodeFormat::PDF_417, "Line 1\r\nline 2 C:\\&x"),
        ),
        (
            "^FM has the place of the first of several symbols",
            "^FM50,60,50,300^BY2^B7N,8,0,2^FDABCDEFGHIJ^FS",
            All(&[
                Same("^FO50,60^BY2^B7N,8,0,2^FDABCDEFGHIJ^FS"),
                Says(&[
                    "a printer divides long data of a PDF417 among the places of ^FM; one is shown",
                ]),
            ]),
        ),
        (
            "^FM of another barcode is ignored",
            "^FO50,60^FM90,90,50,300^BXN,5,200^FD123456^FS",
            All(&[Same("^FO50,60^BXN,5,200^FD123456^FS"), Says(&[])]),
        ),
    ]);
}

#[test]
fn aztec_and_maxicode() {
    check(&[
        ("Aztec", "^FO50,60^B0N,5^FDAztec 1^FS", Ink([50, 60, 50 + 15 * 5, 60 + 15 * 5])),
        ("^BO is the same", "^FO50,60^BON,5^FDAztec 1^FS", Same("^FO50,60^B0N,5^FDAztec 1^FS")),
        (
            "layers of a compact symbol",
            "^FO50,60^B0N,5,N,103^FDAztec 1^FS",
            Ink([50, 60, 50 + 23 * 5, 60 + 23 * 5]),
        ),
        (
            "layers of a full symbol",
            "^FO50,60^B0N,5,N,205^FDAztec 1^FS",
            Ink([50, 60, 50 + 37 * 5, 60 + 37 * 5]),
        ),
        ("a rune", "^FO50,60^B0N,5,N,300^FD25^FS", Ink([50, 60, 50 + 11 * 5, 60 + 11 * 5])),
        (
            "Aztec, read",
            "^FO50,60^B0N,5^FDAztec read 123^FS",
            ReadAs(BarcodeFormat::AZTEC, "Aztec read 123"),
        ),
        (
            "with more error correction",
            "^FO50,60^B0N,5,N,60^FDAztec read 123^FS",
            ReadAs(BarcodeFormat::AZTEC, "Aztec read 123"),
        ),
        (
            "one of several",
            "^FO50,60^B0N,5,N,0,N,3,ID^FDAztec 1^FS",
            Says(&[
                "a printer marks the Aztec code as a menu or as one of several, and not as shown",
            ]),
        ),
        (
            "a menu",
            "^FO50,60^BON,5,N,0,Y^FDAztec 1^FS",
            Says(&[
                "a printer marks the Aztec code as a menu or as one of several, and not as shown",
            ]),
        ),
        ("one of one", "^FO50,60^B0N,5,N,0,N,1,0^FDAztec 1^FS", Says(&[])),
        (
            "MaxiCode",
            "^FO50,60^BD4^FDMaxiCode 123^FS",
            ReadAs(BarcodeFormat::MAXICODE, "MaxiCode 123"),
        ),
    ]);
}
