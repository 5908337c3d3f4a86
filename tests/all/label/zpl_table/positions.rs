//! Where fields are, and in which direction they read.

use super::Expect::{Ink, Runs, Same};
use super::check;

#[test]
fn positions_count_from_the_home() {
    check(&[
        ("^FO has the upper left corner", "^FO50,60^GB30,20,2^FS", Ink([50, 60, 80, 80])),
        ("^FT has the lower left corner", "^FT50,60^GB30,20,2^FS", Ink([50, 40, 80, 60])),
        ("^FO right-justified", "^FO50,60,1^GB30,20,2^FS", Ink([20, 60, 50, 80])),
        ("^FT right-justified", "^FT50,60,1^GB30,20,2^FS", Ink([20, 40, 50, 60])),
        ("^FO with automatic justification", "^FO50,60,2^GB30,20,2^FS", Ink([50, 60, 80, 80])),
        ("^FW sets the justification", "^FWN,1^FO50,60^GB30,20,2^FS", Ink([20, 60, 50, 80])),
        ("^FO overrides that of ^FW", "^FWN,1^FO50,60,0^GB30,20,2^FS", Ink([50, 60, 80, 80])),
        ("missing coordinates of ^FO", "^FO^GB30,20,2^FS", Ink([0, 0, 30, 20])),
        ("missing row of ^FO", "^FO50^GB30,20,2^FS", Ink([50, 0, 80, 20])),
        ("missing column of ^FO", "^FO,60^GB30,20,2^FS", Ink([0, 60, 30, 80])),
        ("^LH moves fields", "^LH10,20^FO50,60^GB30,20,2^FS", Ink([60, 80, 90, 100])),
        ("^LH with one coordinate", "^LH10^FO50,60^GB30,20,2^FS", Ink([60, 60, 90, 80])),
        (
            "^LH moves later fields only",
            "^FO50,60^GB30,20,2^FS^LH10,20^FO50,60^GB30,20,2^FS",
            Ink([50, 60, 90, 100]),
        ),
        ("^LS moves to the left", "^LS5^FO50,60^GB30,20,2^FS", Ink([45, 60, 75, 80])),
        ("negative ^LS moves to the right", "^LS-5^FO50,60^GB30,20,2^FS", Ink([55, 60, 85, 80])),
        ("^LT moves down", "^LT10^FO50,60^GB30,20,2^FS", Ink([50, 70, 80, 90])),
        ("^LT reaches 120 dots", "^LT-200^FO50,160^GB30,20,2^FS", Ink([50, 40, 80, 60])),
        ("^POI", "^POI^FO50,60^GB30,20,2^FS", Ink([720, 520, 750, 540])),
        ("^PMY", "^PMY^FO50,60^GB30,20,2^FS", Ink([720, 60, 750, 80])),
        ("^POI with ^PMY", "^POI^PMY^FO50,60^GB30,20,2^FS", Ink([50, 520, 80, 540])),
        ("^PON returns", "^POI^PON^FO50,60^GB30,20,2^FS", Ink([50, 60, 80, 80])),
        ("inches", "^MUI^FO.5,1^GB.5,.25,.1^FS", Ink([102, 203, 204, 254])),
        ("millimeters", "^MUM^FO10,20^GB5,2.5,1^FS", Ink([80, 160, 120, 180])),
        ("fractions of dots are cut off", "^FO50.9,60.9^GB30,20,2^FS", Ink([50, 60, 80, 80])),
    ]);
}

#[test]
fn a_position_without_numbers_continues_the_text() {
    check(&[
        (
            "continues after the text",
            "^FT50,100^A0N,100,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([345, 95, 350, 100]),
        ),
        (
            "continues text that reads down",
            "^FT50,100^A0R,100,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([50, 390, 55, 395]),
        ),
        (
            "continues text upside down",
            "^FT500,100^A0I,100,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([205, 95, 210, 100]),
        ),
        (
            "continues text that reads up",
            "^FT50,500^A0B,100,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([50, 200, 55, 205]),
        ),
        (
            "a missing column only",
            "^FT50,100^A0N,100,100^FD          ^FS^FT,300^GB5,5,5^FS",
            Ink([345, 295, 350, 300]),
        ),
        (
            "a missing row only",
            "^FT50,100^A0N,100,100^FD          ^FS^FT400^GB5,5,5^FS",
            Ink([400, 95, 405, 100]),
        ),
        (
            "continues a field of ^FO on its baseline",
            "^FO50,60^A0N,100,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([345, 130, 350, 135]),
        ),
        (
            "right-justified text ends where it starts",
            "^FT345,100,1^A0N,100,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([345, 95, 350, 100]),
        ),
        ("the first field starts at the home", "^LH50,60^FT^GB5,5,5^FS", Ink([50, 55, 55, 60])),
        (
            "a graphic between does not count",
            "^FT50,100^A0N,100,100^FD          ^FS^FO9,9^GB5,5,5,W^FS^FT^GB5,5,5^FS",
            Ink([345, 95, 350, 100]),
        ),
    ]);
}

#[test]
fn each_orientation_has_its_corner_and_its_baseline() {
    check(&[
        ("^FT N", "^FT50,100^AAN,9,5^FDHH^FS", Ink([50, 93, 61, 100])),
        ("^FT R", "^FT50,100^AAR,9,5^FDHH^FS", Ink([50, 100, 57, 111])),
        ("^FT I", "^FT50,100^AAI,9,5^FDHH^FS", Ink([39, 100, 50, 107])),
        ("^FT B", "^FT50,100^AAB,9,5^FDHH^FS", Ink([43, 89, 50, 100])),
        ("^FO N", "^FO50,60^AAN,9,5^FDHH^FS", Ink([50, 60, 61, 67])),
        ("^FO R", "^FO50,60^AAR,9,5^FDHH^FS", Ink([52, 60, 59, 71])),
        ("^FO I", "^FO50,60^AAI,9,5^FDHH^FS", Ink([51, 62, 62, 69])),
        ("^FO B", "^FO50,60^AAB,9,5^FDHH^FS", Ink([50, 61, 57, 72])),
        ("^FT R right-justified", "^FT50,112,1^AAR,9,5^FDHH^FS", Ink([50, 100, 57, 111])),
        ("^FT I right-justified", "^FT38,100,1^AAI,9,5^FDHH^FS", Ink([39, 100, 50, 107])),
        ("^FT B right-justified", "^FT50,88,1^AAB,9,5^FDHH^FS", Ink([43, 89, 50, 100])),
    ]);
}

#[test]
fn the_default_orientation_counts_where_none_is_given() {
    check(&[
        (
            "^FWR turns text",
            "^FWR^FO150,160^A0,40,40^FDText^FS",
            Same("^FO150,160^A0R,40,40^FDText^FS"),
        ),
        (
            "^FWI turns text",
            "^FWI^FO150,160^A0,40,40^FDText^FS",
            Same("^FO150,160^A0I,40,40^FDText^FS"),
        ),
        (
            "^FWB turns text",
            "^FWB^FO150,160^A0,40,40^FDText^FS",
            Same("^FO150,160^A0B,40,40^FDText^FS"),
        ),
        (
            "^FWR turns barcodes",
            "^FWR^FO50,60^BY2^BC,80,N^FDA1^FS",
            Same("^FO50,60^BY2^BCR,80,N^FDA1^FS"),
        ),
        (
            "a letter of its own counts",
            "^FWR^FO50,60^A0N,40,40^FDText^FS",
            Same("^FO50,60^A0N,40,40^FDText^FS"),
        ),
        ("^FW after ^FO", "^FO50,60^FWR^A0,40,40^FDText^FS", Same("^FO50,60^A0R,40,40^FDText^FS")),
        (
            "^FW after a letter of its own",
            "^FO50,60^A0N,40,40^FWR^FDText^FS",
            Same("^FO50,60^A0R,40,40^FDText^FS"),
        ),
        ("^FWR leaves boxes", "^FWR^FO50,60^GB30,20,2^FS", Ink([50, 60, 80, 80])),
        ("^FWR leaves graphics", "^FWR^FO50,60^GFA,2,2,1,80FF^FS", Ink([50, 60, 58, 62])),
        (
            "^TB has the orientation of ^A",
            "^FO50,60^A0R,30,30^TB,200,60^FDone two^FS",
            Same("^FO50,60^A0R,30,30^TBR,200,60^FDone two^FS"),
        ),
    ]);
}

#[test]
fn reversed_fields_invert_the_dots_below() {
    check(&[
        (
            "^FR inverts what is below",
            "^FO0,0^GB100,100,100^FS^FO20,20^FR^GB30,30,30^FS",
            Runs(30, &[20, 30, 50]),
        ),
        ("^FR on paper is black", "^FO50,60^FR^GB30,20,20^FS", Ink([50, 60, 80, 80])),
        (
            "^FR counts for one field",
            "^FO0,0^GB100,100,100^FS^FO20,20^FR^GB30,30,30^FS^FO25,25^GB5,5,5^FS",
            Runs(27, &[20, 5, 5, 20, 50]),
        ),
        (
            "^LR counts for all fields",
            "^FO0,0^GB100,100,100^FS^LRY^FO20,20^GB10,30,10^FS^FO40,20^GB10,30,10^FS^LRN",
            Runs(30, &[20, 10, 10, 10, 50]),
        ),
        ("^LRN ends it", "^LRY^LRN^FO0,0^GB100,100,100^FS^FO20,20^GB30,30,30^FS", Runs(30, &[100])),
        (
            "white boxes erase",
            "^FO0,0^GB100,100,100^FS^FO20,20^GB30,30,30,W^FS",
            Runs(30, &[20, 30, 50]),
        ),
    ]);
}
