//! Whole labels: their size, copies, stored formats and settings.

use super::Expect::{All, Ink, Outside, Page, Pages, Same, Says};
use super::check;

#[test]
fn the_size_is_declared_and_what_exceeds_it_is_said() {
    check(&[
        ("a declared size", "^FO50,60^GB30,20,2^FS", Page(800, 600)),
        ("no declared size", "^XA^FO9,9^GB9,9,9^FS^XZ", Page(812, 1218)),
        (
            "^LL cuts ink and it is said",
            "^XA^PW400^LL300^FO10,280^GB50,50,50^FS^XZ",
            All(&[
                Ink([10, 280, 60, 300]),
                Outside(&[
                    "The label’s ink ends 30 dots below 1.48 in; the printer may cut it off",
                ]),
            ]),
        ),
        (
            "^PW cuts ink and it is said",
            "^XA^PW400^LL300^FO380,10^GB50,50,50^FS^XZ",
            Outside(&["The label’s ink ends 30 dots right of 1.97 in; the printer may cut it off"]),
        ),
        (
            "^LL after the fields",
            "^XA^FO10,280^GB50,50,50^FS^PW400^LL300^XZ",
            All(&[
                Page(400, 300),
                Outside(&[
                    "The label’s ink ends 30 dots below 1.48 in; the printer may cut it off",
                ]),
            ]),
        ),
        (
            "a field far outside",
            "^XA^PW400^LL300^FO10,10^GB5,5,5^FS^FO10,3000^A0N,40^FDx^FS^XZ",
            Page(400, 300),
        ),
        (
            "white outside is no ink",
            "^FO50,60^GB30,20,2^FS^FO700,500^GB200,200,200,W^FS",
            Outside(&[]),
        ),
        ("empty room of a block is no ink", "^FO50,60^AAN,9,5^FB900,1^FDHH^FS", Outside(&[])),
        (
            "text that ends outside is said",
            "^XA^PW400^LL300^FO390,10^AAN,9,5^FDHHHH^FS^XZ",
            Outside(&["The label’s ink ends 13 dots right of 1.97 in; the printer may cut it off"]),
        ),
        ("ink within says nothing", "^FO50,60^GB30,20,2^FS", Outside(&[])),
    ]);
}

#[test]
fn labels_are_copied_and_counted() {
    check(&[
        ("copies", "^XA^PW800^LL600^FO50,60^GB30,20,2^FS^PQ3^XZ", Pages(3)),
        ("no copies is one", "^XA^PW800^LL600^FO50,60^GB30,20,2^FS^PQ0^XZ", Pages(1)),
        (
            "many copies",
            "^XA^PW800^LL600^FO50,60^GB30,20,2^FS^PQ21^XZ",
            All(&[Pages(20), Says(&["the file asks for 21 copies; 20 are shown"])]),
        ),
        (
            "two labels",
            "^XA^PW800^LL600^FO50,60^GB30,20,2^FS^XZ^XA^PW800^LL600^FO50,60^GB30,20,2^FS^XZ",
            Pages(2),
        ),
        ("no end", "^XA^PW800^LL600^FO50,60^GB30,20,2^FS", All(&[Pages(1), Ink([50, 60, 80, 80])])),
        ("small letters", "^xa^pw800^ll600^fo50,60^gb30,20,2^fs^xz", Ink([50, 60, 80, 80])),
        (
            "other prefixes",
            "^XA^CC!!PW800!LL600!FO50,60!GB30,20,2!FS!CC^^XZ",
            Ink([50, 60, 80, 80]),
        ),
        (
            "another delimiter",
            "^XA^PW800^LL600^CD;^FO50;60^GB30;20;2^FS^CD,^XZ",
            Ink([50, 60, 80, 80]),
        ),
        (
            "settings last",
            "^XA^PW800^LL600^POI^FO50,60^GB30,20,2^FS^XZ^XA^FO50,60^GB30,20,2^FS^XZ",
            Same(
                "^XA^PW800^LL600^POI^FO50,60^GB30,20,2^FS^XZ^XA^PW800^LL600^POI^FO50,60^GB30,20,2^FS^XZ",
            ),
        ),
        ("comments", "^FXnothing^FO50,60^GB30,20,2^FS", All(&[Ink([50, 60, 80, 80]), Says(&[])])),
        ("an unknown command", "^QQ1^FO50,60^GB30,20,2^FS", Says(&["the command ^QQ is unknown"])),
        (
            "settings of the printer are no remarks",
            "^MMT^MNW^MTD^PR4^SZ2^DN^XB^JUS^FO50,60^GB30,20,2^FS",
            Says(&[]),
        ),
        (
            "files, networks and languages of the printer are no remarks",
            "^HF^HG^HL^HR^HY^JW^KV^SC^SQ^SR^ZZ^ND1^NI2^NS1^WA^WS^WX^RS8^RB96^FO50,60^GB30,20,2^FS",
            Says(&[]),
        ),
        (
            "a linked font is said",
            "^FLE:A.TTF,E:B.TTF,1^FO50,60^GB30,20,2^FS",
            Says(&["a printer takes letters that a font lacks from the linked font A"]),
        ),
        (
            "fields within data are said",
            "^FO50,60^A0N,40^FE^FDx #1#^FS",
            Says(&["a printer puts other fields in place of the numbers in “x #1#”"]),
        ),
        (
            "^SN counts",
            "^XA^PW800^LL600^FO9,9^A0N,40^SN008,1,Y^FS^PQ2^XZ",
            Same("^XA^PW800^LL600^FO9,9^A0N,40^FD008^FS^XZ^XA^FO9,9^A0N,40^FD009^FS^XZ"),
        ),
        ("^SN without leading zeros", "^XA^PW800^LL600^FO9,9^A0N,40^SN008,1,N^FS^PQ2^XZ", Pages(2)),
        (
            "^SN with replicates",
            "^XA^PW800^LL600^FO9,9^A0N,40^SN1,1,Y^FS^PQ4,0,2^XZ",
            Same(
                "^XA^PW800^LL600^FO9,9^A0N,40^FD1^FS^XZ^XA^PW800^LL600^FO9,9^A0N,40^FD1^FS^XZ^XA^PW800^LL600^FO9,9^A0N,40^FD2^FS^XZ^XA^PW800^LL600^FO9,9^A0N,40^FD2^FS^XZ",
            ),
        ),
        (
            "^SF counts letters",
            "^XA^PW800^LL600^FO9,9^A0N,40^FDA99^SFAdd,1^FS^PQ2^XZ",
            Same("^XA^PW800^LL600^FO9,9^A0N,40^FDA99^FS^XZ^XA^FO9,9^A0N,40^FDB00^FS^XZ"),
        ),
        (
            "^SF skips signs",
            "^XA^PW800^LL600^FO9,9^A0N,40^FD0-9^SFd%d,1%1^FS^PQ2^XZ",
            Same("^XA^PW800^LL600^FO9,9^A0N,40^FD0-9^FS^XZ^XA^FO9,9^A0N,40^FD2-0^FS^XZ"),
        ),
    ]);
}

#[test]
fn stored_formats_are_filled() {
    check(&[
        (
            "numbers take their data",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFR:F.ZPL^FS^FN1^FDone^FS^FN2^FDtwo^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^FO50,160^A0N,40^FDtwo^FS^XZ"),
        ),
        (
            "in any order",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFF^FN2^FDtwo^FS^FN1^FDone^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^FO50,160^A0N,40^FDtwo^FS^XZ"),
        ),
        (
            "a number without data prints nothing",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFF^FN1^FDone^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "a number in two fields",
            "^XA^DFF^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN1^FS^XZ^XA^XFF^FN1^FDone^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^FO50,160^A0N,40^FDone^FS^XZ"),
        ),
        (
            "a prompt after the number",
            "^XA^DFF^FS^PW800^LL600^FO50,60^A0N,40^FN1\"name\"^FS^XZ^XA^XFF^FN1^FDone^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "fields after the format",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFF^FN1^FDone^FS^FO50,160^A0N,40^FDtwo^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^FO50,160^A0N,40^FDtwo^FS^XZ"),
        ),
        (
            "escapes in the data",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFF^FN1^FH^FD_6Fne^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "two labels of one format",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFF^FN1^FDone^FS^XZ^XA^XFF^FN1^FDtwo^FS^XZ",
            All(&[
                Pages(2),
                Same(
                    "^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ^XA^PW800^LL600^FO50,60^A0N,40^FDtwo^FS^XZ",
                ),
            ]),
        ),
        (
            "an absent format",
            "^XA^XFR:NONE^FS^PW800^LL600^FO50,60^GB30,20,2^FS^XZ",
            All(&[Ink([50, 60, 80, 80]), Says(&["the stored format NONE isn’t in the file"])]),
        ),
        (
            "a deleted format",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^IDR:F.ZPL^FS^XFF^FS^FO50,60^GB30,20,2^FS^XZ",
            Says(&["the stored format F isn’t in the file"]),
        ),
        (
            "deleting graphics keeps formats",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^IDR:*.GRF^FS^XFF^FS^FN1^FDone^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "a format that recalls itself",
            "^XA^DFF^FS^XFF^FS^FO50,60^GB30,20,2^FS^XZ^XA^XFF^FS^XZ",
            Says(&["the stored format F recalls itself"]),
        ),
        (
            "data before its field",
            "^XA^PW800^LL600^FN1^FDone^FS^FO50,60^A0N,40^FN1^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "a default in the format",
            "^XA^DFF^FS^PW800^LL600^FO50,60^A0N,40^FN1^FDone^FS^XZ^XA^XFF^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "data replaces a default",
            "^XA^DFF^FS^PW800^LL600^FO50,60^A0N,40^FN1^FDone^FS^XZ^XA^XFF^FS^FN1^FDtwo^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDtwo^FS^XZ"),
        ),
        (
            "data of no field prints nothing",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^XFF^FN1^FDone^FS^FN9^FDx^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^XZ"),
        ),
        (
            "a field lends its data",
            "^XA^PW800^LL600^FO50,60^A0N,40^FN1^FDone^FS^FO50,160^A0N,40^FN1^FS^XZ",
            Same("^XA^PW800^LL600^FO50,60^A0N,40^FDone^FS^FO50,160^A0N,40^FDone^FS^XZ"),
        ),
        (
            "storing prints nothing",
            "^XA^DFR:F.ZPL^FS^PW800^LL600^FO50,60^A0N,40^FN1^FS^FO50,160^A0N,40^FN2^FS^XZ^XA^PW800^LL600^FO50,60^GB30,20,2^FS^XZ",
            All(&[Pages(1), Ink([50, 60, 80, 80])]),
        ),
    ]);
}
