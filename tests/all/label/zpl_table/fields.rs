//! Fields: where they are, and which commands belong to them.

use super::Expect::{All, Ink, Outside, Same, Says};
use super::check;

#[test]
fn parts_of_a_field_may_stand_before_its_position() {
    check(&[
        ("^A before ^FO", "^A0N,40,40^FO50,60^FDText^FS", Same("^FO50,60^A0N,40,40^FDText^FS")),
        ("^A before ^FT", "^A0N,40,40^FT50,160^FDText^FS", Same("^FT50,160^A0N,40,40^FDText^FS")),
        (
            "^FB before ^FO",
            "^FB200,3,0,C^FO50,60^A0N,40^FDone two three^FS",
            Same("^FO50,60^FB200,3,0,C^A0N,40^FDone two three^FS"),
        ),
        (
            "^FR before ^FO",
            "^FO0,0^GB300,200,200^FS^FR^FO50,60^GB30,20,20^FS",
            Same("^FO0,0^GB300,200,200^FS^FO50,60^FR^GB30,20,20^FS"),
        ),
        ("^BC before ^FO", "^BY2^BCN,80,N^FO50,60^FDA1^FS", Same("^FO50,60^BY2^BCN,80,N^FDA1^FS")),
        ("^FH before ^FO", "^FH^FO50,60^A0N,40^FD_41^FS", Same("^FO50,60^A0N,40^FDA^FS")),
        ("^FS drops the parts", "^A0N,80^FS^FO50,60^FDx^FS", Same("^FO50,60^FDx^FS")),
        ("the last of two positions", "^FO500,300^FO50,60^GB30,20,20^FS", Ink([50, 60, 80, 80])),
        (
            "nothing without data",
            "^FO50,60^A0N,40^FS^FO9,9^GB5,5,5^FS",
            All(&[Ink([9, 9, 14, 14]), Says(&[]), Outside(&[])]),
        ),
    ]);
}
