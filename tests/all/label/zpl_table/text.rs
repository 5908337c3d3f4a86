//! Text: its characters, its lines and its blocks.

use super::Expect::{All, Blank, Dots, Ink, InkNear, Read, Same, Says, Unlike};
use super::check;

#[test]
fn field_data_becomes_text() {
    check(&[
        ("escapes", "^FO50,60^A0N,40^FH^FDA_42C^FS", Same("^FO50,60^A0N,40^FDABC^FS")),
        (
            "escapes with another sign",
            "^FO50,60^A0N,40^FH\\^FDA\\42C^FS",
            Same("^FO50,60^A0N,40^FDABC^FS"),
        ),
        (
            "what is no escape stays",
            "^CI13^FO50,60^A0N,40^FH^FDA_4xC^FS",
            Same("^CI13^FO50,60^A0N,40^FDA_4xC^FS"),
        ),
        (
            "escapes count for one field",
            "^FO50,60^A0N,40^FH^FDA^FS^FO50,160^A0N,40^FD_41^FS",
            Unlike("^FO50,60^A0N,40^FDA^FS^FO50,160^A0N,40^FDA^FS"),
        ),
        ("^FV is like ^FD", "^FO50,60^A0N,40^FVABC^FS", Same("^FO50,60^A0N,40^FDABC^FS")),
        (
            "line breaks in the file are no text",
            "^FO50,60^A0N,40^FDA\nBC^FS",
            Same("^FO50,60^A0N,40^FDABC^FS"),
        ),
        ("UTF-8", "^CI28^FO50,60^A0N,40^FDé^FS", Same("^FO50,60^A0N,40^FH^FD_82^FS")),
        ("^CI after ^FO", "^FO50,60^CI28^A0N,40^FDé^FS", Same("^CI28^FO50,60^A0N,40^FDé^FS")),
        ("Windows 1252", "^CI27^FO50,60^A0N,40^FH^FD_E9^FS", Same("^CI28^FO50,60^A0N,40^FDé^FS")),
        (
            "set 0 prints a cent sign for a backslash",
            "^FO50,60^A0N,40^FDa\\b^FS",
            Same("^CI28^FO50,60^A0N,40^FDa¢b^FS"),
        ),
        (
            "set 13 prints a backslash",
            "^CI13^FO50,60^A0N,40^FDa\\b^FS",
            Same("^CI28^FO50,60^A0N,40^FDa\\b^FS"),
        ),
        (
            "the set of Germany",
            "^CI6^FO50,60^A0N,40^FDM}nchen^FS",
            Same("^CI28^FO50,60^A0N,40^FDMünchen^FS"),
        ),
        ("barcodes keep their signs", "^CI2^FO50,60^BY2^BCN,80,N^FDA#1^FS", Read(&["A#1"])),
        (
            "a script that printers lack",
            "^CI28^FO50,60^A0N,40^FD東京 Tokyo^FS",
            Says(&["“東京” needs a font that the printer may not have"]),
        ),
        ("Greek and Cyrillic are no remark", "^CI28^FO50,60^A0N,40^FDΑθήνα Москва^FS", Says(&[])),
        (
            "a remapped sign",
            "^CI0,21,36^FO50,60^A0N,40^FD$5^FS",
            Same("^CI28^FO50,60^A0N,40^FD€5^FS"),
        ),
        (
            "two remapped signs",
            "^CI27,65,66,67,68^FO50,60^A0N,40^FDBDB^FS",
            Same("^CI27^FO50,60^A0N,40^FDACA^FS"),
        ),
        (
            "the space stays",
            "^CI0,65,32^FO50,60^A0N,40^FDB B^FS",
            Same("^CI0^FO50,60^A0N,40^FDB B^FS"),
        ),
        ("barcodes keep their data", "^CI0,21,36^FO50,60^BY2^BCN,80,N^FDA$1^FS", Read(&["A$1"])),
        (
            "the next set has no pairs",
            "^CI0,21,36^CI0^FO50,60^A0N,40^FD$5^FS",
            Same("^FO50,60^A0N,40^FD$5^FS"),
        ),
        (
            "the euro of the usual set",
            "^FO50,60^A0N,40^FH^FD_155^FS",
            Same("^CI28^FO50,60^A0N,40^FD€5^FS"),
        ),
        (
            "an unknown set",
            "^CI99^FO50,60^A0N,40^FDA^FS",
            Says(&["character set 99 is unknown; the previous one is used"]),
        ),
    ]);
}

#[test]
fn letters_follow_their_direction() {
    check(&[
        (
            "a gap after each letter",
            "^FT50,100^A0N,100,100^FPH,10^FD          ^FS^FT^GB5,5,5^FS",
            Ink([445, 95, 450, 100]),
        ),
        ("letters below each other", "^FO50,60^FPV^AAN,9,5^FDHHH^FS", Ink([50, 60, 55, 85])),
        ("with a gap", "^FO50,60^FPV,5^AAN,9,5^FDHHH^FS", Ink([50, 60, 55, 95])),
        (
            "letters from right to left",
            "^FO50,60^FPR^A0N,40^FDABC^FS",
            Same("^FO50,60^A0N,40^FDCBA^FS"),
        ),
        ("a gap in font A", "^FO50,60^FPH,3^AAN,9,5^FDHH^FS", Ink([50, 60, 64, 67])),
    ]);
}

#[test]
fn codes_become_date_and_time() {
    check(&[
        (
            "date and time are those of the printer",
            "^FO50,60^A0N,40^FC%^FD%Y-%m-%d^FS",
            All(&[
                Unlike("^FO50,60^A0N,40^FD%Y-%m-%d^FS"),
                Says(&[
                    "the printer sets the date and time when it prints; the current ones are shown",
                ]),
            ]),
        ),
        ("another sign", "^FO50,60^A0N,40^FC{^FD{Y %Y^FS", Unlike("^FO50,60^A0N,40^FD{Y %Y^FS")),
        (
            "the second clock has its offset",
            "^SO2,0,0,1000^FO50,60^A0N,40^FC%,{^FD{Y^FS",
            All(&[
                Unlike("^FO50,60^A0N,40^FC%,{^FD{Y^FS"),
                Says(&[
                    "the printer sets the date and time when it prints; the current ones are shown",
                ]),
            ]),
        ),
        ("no codes without ^FC", "^FO50,60^A0N,40^FD100 %Y^FS", Says(&[])),
        (
            "what is no code stays",
            "^FO50,60^A0N,40^FC%^FD100% q^FS",
            Same("^FO50,60^A0N,40^FD100% q^FS"),
        ),
    ]);
}

#[test]
fn field_blocks_wrap_and_justify() {
    check(&[
        ("words wrap", "^FO50,60^AAN,9,5^FB30,3^FDHHH HH^FS", Ink([50, 60, 67, 76])),
        ("a line may be full", "^FO50,60^AAN,9,5^FB36,3^FDHHH HH^FS", Ink([50, 60, 85, 67])),
        ("one line is the default", "^FO50,60^AAN,9,5^FB300^FDHH\\&HH^FS", Ink([50, 60, 61, 67])),
        (
            "more lines are printed over the last",
            "^FO50,60^AAN,9,5^FB30,1^FDHHH HH^FS",
            Ink([50, 60, 67, 67]),
        ),
        (
            "the last of two lines is printed over",
            "^FO50,60^AAN,9,5^FB30,2^FDHHH HH HHH^FS",
            Ink([50, 60, 67, 76]),
        ),
        ("space between lines", "^FO50,60^AAN,9,5^FB30,3,4^FDHHH HH^FS", Ink([50, 60, 67, 80])),
        (
            "less space between lines",
            "^FO50,60^AAN,9,5^FB30,3,-2^FDHHH HH^FS",
            Ink([50, 60, 67, 74]),
        ),
        ("centered", "^FO50,60^AAN,9,5^FB66,1,0,C^FDHHHH^FS", Ink([68, 60, 91, 67])),
        ("right-justified", "^FO50,60^AAN,9,5^FB66,1,0,R^FDHHHH^FS", Ink([92, 60, 115, 67])),
        ("both sides", "^FO50,60^AAN,9,5^FB60,2,0,J^FDHH HH HHHHHH^FS", Ink([50, 60, 109, 76])),
        (
            "the last line of both sides is at the left",
            "^FO50,60^AAN,9,5^FB60,2,0,J^FDHH^FS",
            Ink([50, 60, 61, 67]),
        ),
        (
            "hanging indent",
            "^FO50,60^AAN,9,5^FB30,3,0,L,6^FDHHH HH^FS",
            All(&[Ink([50, 60, 67, 76]), Dots(50, 69, &["......#...#"])]),
        ),
        ("a break in the text", "^FO50,60^AAN,9,5^FB300,3^FDHH\\&HH^FS", Ink([50, 60, 61, 76])),
        (
            "two breaks leave an empty line",
            "^FO50,60^AAN,9,5^FB300,3^FDHH\\&\\&HH^FS",
            Ink([50, 60, 61, 85]),
        ),
        (
            "no break without a block",
            "^FO50,60^AAN,9,5^FDHH\\&HH^FS",
            Unlike("^FO50,60^AAN,9,5^FB300,3^FDHH\\&HH^FS"),
        ),
        (
            "a long word is divided with a hyphen",
            "^FO50,60^AAN,9,5^FB30,4^FDHHHHHHHH^FS",
            Ink([50, 60, 79, 76]),
        ),
        (
            "a better place to divide",
            "^FO50,60^AAN,9,5^FB36,3^FDHH HH\\-HHH^FS",
            Ink([50, 60, 85, 76]),
        ),
        (
            "an unused place to divide",
            "^FO50,60^AAN,9,5^FB300,3^FDHH\\-HH^FS",
            Same("^FO50,60^AAN,9,5^FB300,3^FDHHHH^FS"),
        ),
        ("no width prints nothing", "^FO50,60^AAN,9,5^FB0,3^FDHH^FS", Blank),
        (
            "^FT has the baseline of the last possible line",
            "^FT50,100^AAN,9,5^FB30,3^FDHH^FS",
            Ink([50, 75, 61, 82]),
        ),
        ("^FT with all lines", "^FT50,100^AAN,9,5^FB30,2^FDHHH HH^FS", Ink([50, 84, 67, 100])),
        (
            "^FT with space between lines",
            "^FT50,100^AAN,9,5^FB30,3,4^FDHH^FS",
            Ink([50, 67, 61, 74]),
        ),
        ("turned block", "^FO50,60^AAR,9,5^FB30,2^FDHHH HH^FS", Ink([52, 60, 68, 77])),
        (
            "upside down block fills its width",
            "^FT100,100^AAI,9,5^FB30,1^FDHH^FS",
            Ink([89, 100, 100, 107]),
        ),
        (
            "two backslashes are one",
            "^CI28^FO50,60^AAN,9,5^FB300,3^FDA\\\\B^FS",
            Same("^CI28^FO50,60^AAN,9,5^FDA\\B^FS"),
        ),
        (
            "in every set",
            "^CI0^FO50,60^AAN,9,5^FB300,3^FDA\\\\B^FS",
            Same("^CI28^FO50,60^AAN,9,5^FDA\\B^FS"),
        ),
        (
            "before a sign that would end the line",
            "^CI28^FO50,60^AAN,9,5^FB300,3^FDA\\\\&B^FS",
            Same("^CI28^FO50,60^AAN,9,5^FDA\\&B^FS"),
        ),
        (
            "before a sign that would divide a word",
            "^CI28^FO50,60^AAN,9,5^FB300,3^FDA\\\\-B^FS",
            Same("^CI28^FO50,60^AAN,9,5^FDA\\-B^FS"),
        ),
        (
            "outside a block they stay two",
            "^CI28^FO50,60^AAN,9,5^FDA\\\\B^FS",
            Unlike("^CI28^FO50,60^AAN,9,5^FDA\\B^FS"),
        ),
        ("^FB before ^A", "^FO50,60^FB30,3^AAN,9,5^FDHHH HH^FS", Ink([50, 60, 67, 76])),
        ("^SN in a block", "^FO50,60^AAN,9,5^FB30,3^SNHHH HH1^FS", InkNear([50, 60, 67, 76], 1)),
    ]);
}

#[test]
fn text_blocks_are_cut_at_their_height() {
    check(&[
        ("words wrap", "^FO50,60^AAN,9,5^TBN,30,18^FDHHH HH HH^FS", Ink([50, 60, 79, 76])),
        (
            "a line that exceeds the height is left out",
            "^FO50,60^AAN,9,5^TBN,30,17^FDHHH HH HH^FS",
            Ink([50, 60, 67, 67]),
        ),
        ("right-justified by ^FO", "^FO80,60,1^AAN,9,5^TBN,30,18^FDHHH^FS", Ink([62, 60, 79, 67])),
        (
            "an escaped sign",
            "^CI28^FO50,60^AAN,9,5^TBN,300,30^FDa<< >b^FS",
            Same("^CI28^FO50,60^AAN,9,5^TBN,300,30^FDa<b^FS"),
        ),
        (
            "^FT has the baseline of the last possible line",
            "^FT50,100^AAN,9,5^TBN,30,27^FDHH^FS",
            Ink([50, 75, 61, 82]),
        ),
        ("no hyphen", "^FO50,60^AAN,9,5^TBN,24,30^FDHHHHHH^FS", Ink([50, 60, 73, 76])),
    ]);
}
