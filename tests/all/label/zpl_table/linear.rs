//! Linear barcodes: widths from another encoder (Zint 2.15), positions and texts from the manual.

use rxing::BarcodeFormat;

use super::Expect::{All, Ink, InkNear, Module, ReadAs, Right, Runs, RunsDown, Same, Says, Unlike};
use super::check;

#[test]
fn bars_are_as_wide_as_their_symbology_is() {
    check(&[
        (
            "^B1 with two check digits",
            "^FO50,60^BY2,2^B1N,N,80,N^FD123-45^FS",
            Ink([50, 60, 50 + 156, 60 + 80]),
        ),
        (
            "^B1 with one check digit",
            "^FO50,60^BY2,2^B1N,Y,80,N^FD12345^FS",
            Ink([50, 60, 50 + 126, 60 + 80]),
        ),
        ("^B2", "^FO50,60^BY2,3^B2N,80,N^FD123456^FS", Ink([50, 60, 50 + 126, 60 + 80])),
        (
            "^B2 pads an odd count",
            "^FO50,60^BY2,3^B2N,80,N^FD12345^FS",
            Ink([50, 60, 50 + 126, 60 + 80]),
        ),
        (
            "^B2 with a check digit",
            "^FO50,60^BY2,3^B2N,80,N,N,Y^FD1234567^FS",
            Ink([50, 60, 50 + 162, 60 + 80]),
        ),
        ("^B3", "^FO50,60^BY2,2^B3N,N,80,N^FDCODE 39^FS", Ink([50, 60, 50 + 232, 60 + 80])),
        (
            "^B3 with a check character",
            "^FO50,60^BY2,2^B3N,Y,80,N^FDCODE 39^FS",
            Ink([50, 60, 50 + 258, 60 + 80]),
        ),
        (
            "^B3 has the ratio of ^BY",
            "^FO50,60^BY2,3^B3N,N,80,N^FDA^FS",
            Ink([50, 60, 50 + 2 * (3 * 15 + 2), 140]),
        ),
        (
            "^BY rounds wide elements",
            "^FO50,60^BY3,2.5^B3N,N,80,N^FDA^FS",
            Runs(
                100,
                &[
                    3, 8, 3, 3, 8, 3, 8, 3, 3, 3, 8, 3, 3, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3, 3, 8, 3,
                    8, 3, 3,
                ],
            ),
        ),
        (
            "^B5 pads to eleven digits",
            "^FO50,60^BY2^B5N,40^FD123456789^FS",
            Ink([50, 60, 50 + 61 * 5 + 2, 100]),
        ),
        (
            "^B5 of thirteen digits",
            "^FO50,60^BY2^B5N,40^FD1234567890123^FS",
            Ink([50, 60, 50 + 71 * 5 + 2, 100]),
        ),
        ("^B8", "^FO50,60^BY2^B8N,80,N^FD1234567^FS", Ink([50, 60, 50 + 134, 60 + 93])),
        ("^B9", "^FO50,60^BY2^B9N,80,N^FD1230000045^FS", Ink([50, 60, 50 + 102, 60 + 93])),
        ("^BA", "^FO50,60^BY2^BAN,80,N^FDTEST93^FS", Ink([50, 60, 50 + 182, 60 + 80])),
        (
            "^BA always has its checks",
            "^FO50,60^BY2^BAN,80,N,N,N^FDTEST93^FS",
            Same("^FO50,60^BY2^BAN,80,N,N,Y^FDTEST93^FS"),
        ),
        ("^BE", "^FO50,60^BY2^BEN,80,N^FD590123412345^FS", Ink([50, 60, 50 + 190, 60 + 93])),
        ("^BI", "^FO50,60^BY2,3^BIN,80,N^FD12345^FS", Ink([50, 60, 50 + 178, 60 + 80])),
        ("^BJ", "^FO50,60^BY2,3^BJN,80,N^FD12345^FS", Ink([50, 60, 50 + 158, 60 + 80])),
        ("^BK", "^FO50,60^BY2,2^BKN,N,80,N^FD123456^FS", Ink([50, 60, 50 + 162, 60 + 80])),
        (
            "^BK with its own letters",
            "^FO50,60^BY2,2^BKN,N,80,N,N,B,D^FD123456^FS",
            Ink([50, 60, 50 + 162, 60 + 80]),
        ),
        (
            "^BM without a check",
            "^FO50,60^BY2,2^BMN,A,80,N^FD123456^FS",
            Ink([50, 60, 50 + 158, 60 + 80]),
        ),
        (
            "^BM has one by default",
            "^FO50,60^BY2,2^BMN,,80,N^FD123456^FS",
            Ink([50, 60, 50 + 182, 60 + 80]),
        ),
        (
            "^BM with two checks",
            "^FO50,60^BY2,2^BMN,C,80,N^FD123456^FS",
            Ink([50, 60, 50 + 206, 60 + 80]),
        ),
        ("^BP", "^FO50,60^BY2,3^BPN,N,80,N^FD12345^FS", Ink([50, 60, 50 + 296, 140])),
        ("^BS of two digits", "^FO50,60^BY2^BSN,80,N^FD12^FS", Ink([50, 60, 50 + 40, 60 + 80])),
        (
            "^BS pads to five digits",
            "^FO50,60^BY2^BSN,80,N^FD123^FS",
            Ink([50, 60, 50 + 94, 60 + 80]),
        ),
        ("^BU", "^FO50,60^BY2^BUN,80,N^FD01234567890^FS", Ink([50, 60, 50 + 190, 60 + 93])),
        (
            "^BZ POSTNET",
            "^FO50,60^BY2^BZN,40,N,N,0^FD12345^FS",
            Ink([50, 60, 50 + 31 * 5 + 2, 100]),
        ),
        (
            "^BC subset B is the default",
            "^FO50,60^BY2^BCN,80,N^FD123456^FS",
            Ink([50, 60, 50 + 2 * (11 * 8 + 13), 140]),
        ),
        (
            "^BC subset C",
            "^FO50,60^BY2^BCN,80,N^FD>;123456^FS",
            Ink([50, 60, 50 + 2 * (11 * 5 + 13), 140]),
        ),
        (
            "^BC mode A",
            "^FO50,60^BY2^BCN,80,N,N,N,A^FD123456^FS",
            Ink([50, 60, 50 + 2 * (11 * 5 + 13), 140]),
        ),
        (
            "^BC mode U",
            "^FO50,60^BY2^BCN,80,N,N,N,U^FD1234567890123456789^FS",
            Ink([50, 60, 50 + 2 * (11 * 13 + 13), 140]),
        ),
    ]);
}

#[test]
fn readers_find_what_was_written() {
    check(&[
        ("^B2", "^FO50,60^BY2,2^B2N,80^FD12345678^FS", ReadAs(BarcodeFormat::ITF, "12345678")),
        (
            "^B3",
            "^FO50,60^BY2^B3N,N,80^FDCODE39 123^FS",
            ReadAs(BarcodeFormat::CODE_39, "CODE39 123"),
        ),
        (
            "^B3 in lower case, with stars",
            "^FO50,60^BY2^B3N,N,80^FD*code39*^FS",
            ReadAs(BarcodeFormat::CODE_39, "CODE39"),
        ),
        ("^B8", "^FO50,60^BY3^B8N,80^FD1234567^FS", ReadAs(BarcodeFormat::EAN_8, "12345670")),
        ("^B9", "^FO50,60^BY3^B9N,80^FD1230000045^FS", ReadAs(BarcodeFormat::UPC_E, "01234531")),
        ("^BA", "^FO50,60^BY2^BAN,80^FDTEST93 a^FS", ReadAs(BarcodeFormat::CODE_93, "TEST93 a")),
        (
            "^BC mode N",
            "^FO50,60^BY2^BCN,80^FD>:Ab>512>6x^FS",
            ReadAs(BarcodeFormat::CODE_128, "Ab12x"),
        ),
        (
            "^BC subset A",
            "^FO50,60^BY2^BCN,80^FD>935473637171824^FS",
            ReadAs(BarcodeFormat::CODE_128, "CODE128"),
        ),
        (
            "^BC mode A with a control character",
            "^FO50,60^BY2^BCN,80,N,N,N,A^FH^FDA_09b^FS",
            ReadAs(BarcodeFormat::CODE_128, "A\tb"),
        ),
        (
            "^BC mode D adds a check digit",
            "^FO50,60^BY2^BCN,80,Y,N,N,D^FD(01) 0061414112345^FS",
            ReadAs(BarcodeFormat::CODE_128, "0100614141123452"),
        ),
        (
            "^BC mode U",
            "^FO50,60^BY2^BCN,80,Y,N,N,U^FD1234567890123456789^FS",
            ReadAs(BarcodeFormat::CODE_128, "12345678901234567890"),
        ),
        ("^BC rotated", "^FO50,60^BY2^BCB,80,N^FDAB12^FS", ReadAs(BarcodeFormat::CODE_128, "AB12")),
        (
            "^BE",
            "^FO50,60^BY2^BEN,80^FD590123412345^FS",
            ReadAs(BarcodeFormat::EAN_13, "5901234123457"),
        ),
        (
            "^BE cuts digits off",
            "^FO50,60^BY2^BEN,80^FD5901234123457999^FS",
            ReadAs(BarcodeFormat::EAN_13, "5901234123457"),
        ),
        ("^BK", "^FO50,60^BY2^BKN,N,80^FD12-34.5^FS", ReadAs(BarcodeFormat::CODABAR, "12-34.5")),
        ("^BL", "^FO50,60^BY2^BLN,80^FDAB1^FS", ReadAs(BarcodeFormat::CODE_39, "AB1M")),
        (
            "^BU",
            "^FO50,60^BY2^BUN,80^FD01234567890^FS",
            ReadAs(BarcodeFormat::UPC_A, "012345678905"),
        ),
    ]);
}

#[test]
fn the_text_is_below_or_above_and_the_bars_stay() {
    check(&[
        (
            "below",
            "^FO50,60^BY2^BCN,80,Y^FDA1^FS",
            All(&[InkNear([50, 60, 164, 161], 1), Runs(141, &[])]),
        ),
        ("above", "^FO50,60^BY2^BCN,80,Y,Y^FDA1^FS", InkNear([50, 34, 164, 140], 1)),
        (
            "wider than the bars",
            "^FO250,60^BY2^BUN,80,Y^FD01234567890^FS",
            InkNear([235, 60, 455, 158], 4),
        ),
        (
            "^BC has it by default",
            "^FO50,60^BY2^BCN,80^FDA1^FS",
            Same("^FO50,60^BY2^BCN,80,Y,N,N,N^FDA1^FS"),
        ),
        (
            "^B5 has none by default",
            "^FO50,60^BY2^B5N,80^FD12345678901^FS",
            Same("^FO50,60^BY2^B5N,80,N^FD12345678901^FS"),
        ),
        (
            "^BZ has none by default",
            "^FO50,60^BY2^BZN,80^FD12345^FS",
            Same("^FO50,60^BY2^BZN,80,N^FD12345^FS"),
        ),
        (
            "^BL always has it",
            "^FO50,60^BY2^BLN,80,N^FDAB1^FS",
            InkNear([50, 60, 50 + 2 * 6 * 16 - 2, 161], 1),
        ),
        (
            "^BS has it above",
            "^FO50,60^BY2^BSN,80^FD12345^FS",
            InkNear([50, 42, 50 + 2 * 47, 140], 1),
        ),
        (
            "^BA shows its checks on request",
            "^FO50,60^BY2^BAN,80,Y,N,Y^FDTEST93^FS",
            Unlike("^FO50,60^BY2^BAN,80,Y,N,N^FDTEST93^FS"),
        ),
        (
            "^BM shows its check on request",
            "^FO50,60^BY2^BMN,B,80,Y,N,Y^FD123456^FS",
            Unlike("^FO50,60^BY2^BMN,B,80,Y,N,N^FD123456^FS"),
        ),
        (
            "^BU leaves its check out on request",
            "^FO50,60^BY2^BUN,80,Y,N,N^FD01234567890^FS",
            InkNear([35, 60, 240, 158], 4),
        ),
        (
            "larger modules have larger text",
            "^FO50,60^BY3^BCN,80,Y^FDA1^FS",
            InkNear([50, 60, 221, 168], 1),
        ),
        (
            "element strings have font 0",
            "^FO50,60^BY2^BCN,80,Y,N,N,D^FD(00)123456789012345678^FS",
            Unlike("^FO50,60^BY2^BCN,80,Y,N,N,A^FD>800123456789012345675^FS"),
        ),
    ]);
}

#[test]
fn guard_bars_are_longer() {
    check(&[
        (
            "EAN-13",
            "^FO50,60^BY2^BEN,80,N^FD590123412345^FS",
            All(&[Runs(150, &[2, 2, 2, 86, 2, 2, 2, 86, 2, 2, 2]), RunsDown(50, &[93])]),
        ),
        (
            "EAN-8",
            "^FO50,60^BY2^B8N,80,N^FD1234567^FS",
            All(&[Runs(150, &[2, 2, 2, 58, 2, 2, 2, 58, 2, 2, 2]), RunsDown(50, &[93])]),
        ),
        (
            "UPC-A",
            "^FO50,60^BY2^BUN,80,N^FD01234567890^FS",
            All(&[
                Runs(150, &[2, 2, 2, 6, 4, 2, 2, 72, 2, 2, 2, 72, 2, 4, 6, 2, 2, 2, 2]),
                RunsDown(50, &[93]),
            ]),
        ),
        (
            "UPC-E",
            "^FO50,60^BY2^B9N,80,N^FD1230000045^FS",
            All(&[Runs(150, &[2, 2, 2, 86, 2, 2, 2, 2, 2]), RunsDown(50, &[93])]),
        ),
        ("^BS has none", "^FO50,60^BY2^BSN,80,N^FD12^FS", Runs(141, &[])),
    ]);
}

#[test]
fn positions_are_those_of_the_bars() {
    check(&[
        ("^FO, N", "^FO200,300^BY2^BCN,80,N^FDA1^FS", Ink([200, 300, 314, 380])),
        ("^FO, R", "^FO200,300^BY2^BCR,80,N^FDA1^FS", Ink([200, 300, 280, 414])),
        ("^FO, I", "^FO200,300^BY2^BCI,80,N^FDA1^FS", Ink([200, 300, 314, 380])),
        ("^FO, B", "^FO200,300^BY2^BCB,80,N^FDA1^FS", Ink([200, 300, 280, 414])),
        ("^FT, N", "^FT200,300^BY2^BCN,80,N^FDA1^FS", Ink([200, 220, 314, 300])),
        ("^FT, R", "^FT200,300^BY2^BCR,80,N^FDA1^FS", Ink([200, 300, 280, 414])),
        ("^FT, I", "^FT200,300^BY2^BCI,80,N^FDA1^FS", Ink([86, 300, 200, 380])),
        ("^FT, B", "^FT200,300^BY2^BCB,80,N^FDA1^FS", Ink([120, 186, 200, 300])),
        (
            "^FT has the text below it",
            "^FT200,300^BY2^BCN,80,Y^FDA1^FS",
            InkNear([200, 220, 314, 321], 1),
        ),
        (
            "^FT has the guards below it",
            "^FT200,300^BY2^BEN,80,N^FD590123412345^FS",
            Ink([200, 220, 390, 313]),
        ),
        (
            "the text of R is left of the bars",
            "^FO200,300^BY2^BCR,80,Y^FDA1^FS",
            InkNear([179, 300, 280, 414], 1),
        ),
        (
            "the text of I is above the bars",
            "^FO200,300^BY2^BCI,80,Y^FDA1^FS",
            InkNear([200, 279, 314, 380], 1),
        ),
        (
            "the text of B is right of the bars",
            "^FO200,300^BY2^BCB,80,Y^FDA1^FS",
            InkNear([200, 300, 301, 414], 1),
        ),
        ("justified to the right", "^FO300,60,1^BY2^BCN,80,N^FDA1^FS", Ink([186, 60, 300, 140])),
        ("the height of ^BY", "^FO50,60^BY2,3,70^BCN,,N^FDA1^FS", Ink([50, 60, 164, 130])),
        ("ten dots at first", "^FO50,60^BY2^BCN,,N^FDA1^FS", Ink([50, 60, 164, 70])),
        (
            "a later ^FW leaves a given orientation",
            "^FO50,60^BY2^BCN,80,N^FWR^FDA1^FS",
            Ink([50, 60, 164, 140]),
        ),
        ("the orientation of ^FW", "^FWR^FO50,60^BY2^BC,80,N^FDA1^FS", Ink([50, 60, 130, 174])),
        (
            "the module of ^BY",
            "^FO50,60^BY4^BCN,80,N^FDA1^FS",
            All(&[Right(50 + 57 * 4), Module(4)]),
        ),
        (
            "what cannot be encoded",
            "^FO50,60^BY2^BIN,80^FDnone^FS^FO1,1^GB9,9,1^FS",
            Says(&["an Industrial 2 of 5 barcode could not be drawn from “none”"]),
        ),
    ]);
}
