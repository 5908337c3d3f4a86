//! Fonts: how wide and how high their letters are, dot for dot.

use super::Expect::{All, Dots, Ink, InkNear, Right, Same, Says};
use super::check;

#[test]
fn letters_of_font_0_are_as_wide_as_the_printers() {
    check(&[
        ("space", "^FT50,100^A0N,100,100^FD          ^FS^FT^FR^GB5,5,5^FS", Right(350)),
        ("digit 0", "^FT50,100^A0N,100,100^FD0000000000^FS^FT^FR^GB5,5,5^FS", Right(535)),
        ("digit 1", "^FT50,100^A0N,100,100^FD1111111111^FS^FT^FR^GB5,5,5^FS", Right(535)),
        ("hyphen", "^FT50,100^A0N,100,100^FD-----^FS^FT^FR^GB5,5,5^FS", Right(507)),
        ("equals", "^FT50,100^A0N,100,100^FD=====^FS^FT^FR^GB5,5,5^FS", Right(507)),
        ("plus", "^FT50,100^A0N,100,100^FD+++++^FS^FT^FR^GB5,5,5^FS", Right(507)),
        ("less", "^FT50,100^A0N,100,100^FD<<<<<^FS^FT^FR^GB5,5,5^FS", Right(553)),
        ("period", "^FT50,100^A0N,100,100^FD..........^FS^FT^FR^GB5,5,5^FS", Right(350)),
        ("comma", "^FT50,100^A0N,100,100^FD,,,,,,,,,,^FS^FT^FR^GB5,5,5^FS", Right(350)),
        ("slash", "^FT50,100^A0N,100,100^FD//////////^FS^FT^FR^GB5,5,5^FS", Right(350)),
        ("colon", "^FT50,100^A0N,100,100^FD::::::::::^FS^FT^FR^GB5,5,5^FS", Right(350)),
        ("A", "^FT50,100^A0N,100,100^FDAAAAAAAAAA^FS^FT^FR^GB5,5,5^FS", Right(608)),
        ("C", "^FT50,100^A0N,100,100^FDCCCCCCCCCC^FS^FT^FR^GB5,5,5^FS", Right(590)),
        ("E", "^FT50,100^A0N,100,100^FDEEEEEEEEEE^FS^FT^FR^GB5,5,5^FS", Right(553)),
        ("H", "^FT50,100^A0N,100,100^FDHHHHHHHHHH^FS^FT^FR^GB5,5,5^FS", Right(664)),
        ("I", "^FT50,100^A0N,100,100^FDIIIIIIIIII^FS^FT^FR^GB5,5,5^FS", Right(332)),
        ("M", "^FT50,100^A0N,100,100^FDMMMMMMMM^FS^FT^FR^GB5,5,5^FS", Right(660)),
        ("O", "^FT50,100^A0N,100,100^FDOOOOOOOOOO^FS^FT^FR^GB5,5,5^FS", Right(627)),
        ("W", "^FT50,100^A0N,100,100^FDWWWWWWWW^FS^FT^FR^GB5,5,5^FS", Right(704)),
        ("a", "^FT50,100^A0N,100,100^FDaaaaaaaaaa^FS^FT^FR^GB5,5,5^FS", Right(516)),
        ("e", "^FT50,100^A0N,100,100^FDeeeeeeeeee^FS^FT^FR^GB5,5,5^FS", Right(535)),
        ("i", "^FT50,100^A0N,100,100^FDiiiiiiiiii^FS^FT^FR^GB5,5,5^FS", Right(313)),
        ("m", "^FT50,100^A0N,100,100^FDmmmmmmmm^FS^FT^FR^GB5,5,5^FS", Right(660)),
        ("n", "^FT50,100^A0N,100,100^FDnnnnnnnnnn^FS^FT^FR^GB5,5,5^FS", Right(553)),
        ("s", "^FT50,100^A0N,100,100^FDssssssssss^FS^FT^FR^GB5,5,5^FS", Right(479)),
        ("z", "^FT50,100^A0N,100,100^FDzzzzzzzzzz^FS^FT^FR^GB5,5,5^FS", Right(442)),
        ("é", "^CI28^FT50,100^A0N,100,100^FDéééééééééé^FS^FT^FR^GB5,5,5^FS", Right(535)),
        ("Ü", "^CI28^FT50,100^A0N,100,100^FDÜÜÜÜÜÜÜÜÜÜ^FS^FT^FR^GB5,5,5^FS", Right(664)),
    ]);
}

#[test]
fn font_0_follows_height_and_width() {
    check(&[
        (
            "width is the height if it is missing",
            "^FO50,60^A0N,40^FDText^FS",
            Same("^FO50,60^A0N,40,40^FDText^FS"),
        ),
        (
            "height is the width if it is missing",
            "^FO50,60^A0N,,40^FDText^FS",
            Same("^FO50,60^A0N,40,40^FDText^FS"),
        ),
        (
            "smaller than ten dots",
            "^FO50,60^A0N,5,5^FDText^FS",
            Same("^FO50,60^A0N,10,10^FDText^FS"),
        ),
        (
            "the width alone sets the widths",
            "^FT50,100^A0N,50,100^FD          ^FS^FT^GB5,5,5^FS",
            Ink([345, 95, 350, 100]),
        ),
        (
            "half the width",
            "^FT50,100^A0N,100,50^FD          ^FS^FT^GB5,5,5^FS",
            Ink([198, 95, 203, 100]),
        ),
        ("without any size", "^FO50,60^A0N^FDText^FS", Same("^FO50,60^A0N,15,12^FDText^FS")),
        (
            "capitals fill three quarters of the cell",
            "^FO50,60^A0N,100,100^FDH^FS",
            InkNear([56, 60, 105, 135], 2),
        ),
        (
            "the baseline is at three quarters",
            "^FT50,160^A0N,100,100^FDH^FS",
            InkNear([56, 85, 105, 160], 2),
        ),
        ("a hyphen is a long dash", "^FO50,60^A0N,100,100^FD-^FS", InkNear([62, 98, 129, 113], 8)),
    ]);
}

#[test]
fn bitmap_fonts_have_their_cells() {
    check(&[
        (
            "cell of font A",
            "^FT50,100^AAN,9,5^FD          ^FS^FT^GB5,5,5^FS",
            Ink([110, 95, 115, 100]),
        ),
        (
            "cell of font B",
            "^FT50,100^ABN,11,7^FD          ^FS^FT^GB5,5,5^FS",
            Ink([140, 95, 145, 100]),
        ),
        (
            "cell of font C",
            "^FT50,100^ACN,18,10^FD          ^FS^FT^GB5,5,5^FS",
            Ink([170, 95, 175, 100]),
        ),
        (
            "cell of font D",
            "^FT50,100^ADN,18,10^FD          ^FS^FT^GB5,5,5^FS",
            Ink([170, 95, 175, 100]),
        ),
        (
            "cell of font E",
            "^FT50,100^AEN,28,15^FD          ^FS^FT^GB5,5,5^FS",
            Ink([250, 95, 255, 100]),
        ),
        (
            "cell of font F",
            "^FT50,100^AFN,26,13^FD          ^FS^FT^GB5,5,5^FS",
            Ink([210, 95, 215, 100]),
        ),
        (
            "cell of font G",
            "^FT50,100^AGN,60,40^FD          ^FS^FT^GB5,5,5^FS",
            Ink([530, 95, 535, 100]),
        ),
        (
            "cell of font H",
            "^FT50,100^AHN,21,13^FD          ^FS^FT^GB5,5,5^FS",
            Ink([240, 95, 245, 100]),
        ),
        (
            "twice the size",
            "^FT50,100^ADN,36,20^FD          ^FS^FT^GB5,5,5^FS",
            Ink([290, 95, 295, 100]),
        ),
        (
            "height alone magnifies both",
            "^FT50,100^ADN,36^FD          ^FS^FT^GB5,5,5^FS",
            Ink([290, 95, 295, 100]),
        ),
        (
            "width alone magnifies both",
            "^FT50,100^ADN,,20^FD          ^FS^FT^GB5,5,5^FS",
            Ink([290, 95, 295, 100]),
        ),
        (
            "half a cell more is rounded up",
            "^FT50,100^ADN,27^FD          ^FS^FT^GB5,5,5^FS",
            Ink([290, 95, 295, 100]),
        ),
        (
            "less is rounded down",
            "^FT50,100^ADN,26^FD          ^FS^FT^GB5,5,5^FS",
            Ink([170, 95, 175, 100]),
        ),
        (
            "sides magnify on their own",
            "^FT50,100^ADN,18,30^FD          ^FS^FT^GB5,5,5^FS",
            Ink([410, 95, 415, 100]),
        ),
        (
            "ten times at most",
            "^FT50,100^AAN,200^FD          ^FS^FT^GB5,5,5^FS",
            Ink([650, 95, 655, 100]),
        ),
        (
            "font P at its smallest",
            "^FT50,100^APN,40^FD          ^FS^FT^GB5,5,5^FS",
            Ink([98, 95, 103, 100]),
        ),
        (
            "font P twice as wide",
            "^FT50,100^APN,20,36^FD          ^FS^FT^GB5,5,5^FS",
            Ink([146, 95, 151, 100]),
        ),
        (
            "font A dot for dot",
            "^FO50,60^AAN,9,5^FDH^FS",
            Dots(50, 60, &["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"]),
        ),
        (
            "font A twice as large",
            "^FO50,60^AAN,18,10^FDL^FS",
            Dots(50, 70, &["##........", "##........", "##########", "##########"]),
        ),
        ("descenders of font A", "^FO50,60^AAN,9,5^FDp^FS", Ink([50, 62, 55, 68])),
        ("a default label font", "^FO50,60^FDH^FS", Same("^FO50,60^AAN,9,5^FDH^FS")),
        (
            "font B has capitals only",
            "^FO50,60^ABN,11,7^FDabc^FS",
            Same("^FO50,60^ABN,11,7^FDABC^FS"),
        ),
        ("capitals of font D", "^FT50,100^ADN,18,10^FDH^FS", InkNear([50, 86, 60, 100], 1)),
        (
            "a larger font repeats its dots",
            "^FT50,100^ADN,36,20^FDL^FS",
            InkNear([52, 72, 69, 100], 3),
        ),
        ("lines of font F", "^FO50,60^AFN,26,13^FB200,2^FDH\\&H^FS", InkNear([50, 60, 63, 107], 2)),
        (
            "a fine head has a larger font E",
            "^XA^PW1200^LL1800^FT100,300^AEN^FD          ^FS^FT^GB6,6,6^FS^XZ",
            InkNear([244, 199, 248, 203], 1),
        ),
    ]);
}

#[test]
fn fonts_are_chosen_by_letter_by_name_and_by_default() {
    check(&[
        ("^CF sets font and size", "^CF0,40^FO50,60^FDText^FS", Same("^FO50,60^A0N,40^FDText^FS")),
        ("^CF after ^FO", "^FO50,60^CF0,40^FDText^FS", Same("^FO50,60^A0N,40^FDText^FS")),
        ("^CF after ^A", "^FO50,60^A0N,20^CF0,90^FDText^FS", Same("^FO50,60^A0N,20^FDText^FS")),
        ("^CF with a height only", "^CF,18^FO50,60^FDText^FS", Same("^FO50,60^AAN,18^FDText^FS")),
        (
            "^A without a size has that of ^CF",
            "^CF0,40^FO50,60^A0N^FDText^FS",
            Same("^FO50,60^A0N,40^FDText^FS"),
        ),
        (
            "^A counts for one field",
            "^CF0,40^FO50,60^A0N,20^FDa^FS^FO50,160^FDb^FS",
            Same("^FO50,60^A0N,20^FDa^FS^FO50,160^A0N,40^FDb^FS"),
        ),
        ("^CF with a width", "^CF0,40,80^FO50,60^FDText^FS", Same("^FO50,60^A0N,40,80^FDText^FS")),
        (
            "^A@ with a font of the printer",
            "^FO50,60^A@N,36,20,Z:D.FNT^FDText^FS",
            All(&[Same("^FO50,60^ADN,36,20^FDText^FS"), Says(&[])]),
        ),
        (
            "^A@ with another font",
            "^FO50,60^A@N,40,40,E:ARIAL.TTF^FDText^FS",
            All(&[
                Same("^FO50,60^AAN,40,40^FDText^FS"),
                Says(&["text in the font ARIAL is shown in the printer’s font A"]),
            ]),
        ),
        (
            "^A@ without a name has the last one",
            "^FO50,60^A@N,36,20,Z:D.FNT^FDa^FS^FO50,160^A@N,18,10^FDb^FS",
            Same("^FO50,60^ADN,36,20^FDa^FS^FO50,160^ADN,18,10^FDb^FS"),
        ),
        (
            "^CW names a font",
            "^CWK,Z:D.FNT^FO50,60^AKN,36^FDText^FS",
            All(&[Same("^FO50,60^ADN,36^FDText^FS"), Says(&[])]),
        ),
        (
            "^CW names another font",
            "^CWK,E:TT0003M_.FNT^FO50,60^AKN,36^FDText^FS",
            All(&[
                Same("^FO50,60^AAN,36^FDText^FS"),
                Says(&["text in the font TT0003M_ is shown in the printer’s font A"]),
            ]),
        ),
        (
            "an unknown letter",
            "^FO50,60^A5N,36^FDText^FS",
            All(&[
                Same("^FO50,60^AAN,36^FDText^FS"),
                Says(&["text in the font 5 is shown in the printer’s font A"]),
            ]),
        ),
    ]);
}
