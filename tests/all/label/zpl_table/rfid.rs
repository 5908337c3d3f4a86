//! RFID: data for the tag is not printed.

use super::Expect::{All, Blank, Ink, Same, Says};
use super::check;

#[test]
fn data_for_the_tag_is_not_on_paper() {
    check(&[
        (
            "^RF writes",
            "^RS8^RFW,H^FD0102^FS^FO50,60^GB30,20,2^FS",
            All(&[Ink([50, 60, 80, 80]), Says(&[])]),
        ),
        ("nothing else", "^RFW,H^FD0102^FS", All(&[Blank, Says(&[])])),
        ("a position before it", "^FO50,60^RFW,H^FD0102^FS", All(&[Blank, Says(&[])])),
        (
            "^WT and ^WF",
            "^WT5^FDdata^FS^WF1^FD02^FS^FO50,60^GB30,20,2^FS",
            All(&[Ink([50, 60, 80, 80]), Says(&[])]),
        ),
        (
            "the number of a tag's data prints it",
            "^RFW,H^FN1^FD0102^FS^FO50,60^A0N,40^FN1^FS",
            Same("^FO50,60^A0N,40^FD0102^FS"),
        ),
        (
            "what is read from the tag is not known",
            "^FO50,60^A0N,40^FN1^FS^RFR,H^FN1^FS^FO50,160^GB30,20,2^FS",
            All(&[
                Ink([50, 160, 80, 180]),
                Says(&["the printer adds what it reads from the RFID tag"]),
            ]),
        ),
        (
            "^RT reads",
            "^RT1,5^FS^FO50,60^A0N,40^FN1^FS^FO50,160^GB30,20,2^FS",
            All(&[
                Ink([50, 160, 80, 180]),
                Says(&["the printer adds what it reads from the RFID tag"]),
            ]),
        ),
    ]);
}
