//! Shapes, graphics and signs.

use super::Expect::{All, Dots, Ink, InkDots, InkNear, Pages, Runs, RunsDown, Same, Says, Unlike};
use super::check;

#[test]
fn shapes_have_their_size_and_thickness() {
    check(&[
        ("a frame", "^FO50,60^GB100,50,3^FS", Runs(85, &[3, 94, 3])),
        ("a frame from above", "^FO50,60^GB100,50,3^FS", RunsDown(100, &[3, 44, 3])),
        ("a line", "^FO50,60^GB100^FS", Ink([50, 60, 150, 61])),
        ("an upright line", "^FO50,60^GB,100^FS", Ink([50, 60, 51, 160])),
        ("no smaller than its thickness", "^FO50,60^GB0,0,20^FS", Ink([50, 60, 70, 80])),
        (
            "round corners",
            "^FO50,60^GB100,100,100,B,8^FS",
            All(&[Ink([50, 60, 150, 160]), InkDots(7800..=7900)]),
        ),
        ("less round corners", "^FO50,60^GB100,100,100,B,4^FS", InkDots(9420..=9500)),
        ("a round frame", "^FO50,60^GB100,100,5,B,8^FS", Runs(110, &[5, 90, 5])),
        (
            "a circle",
            "^FO50,60^GC100,2^FS",
            All(&[Ink([50, 60, 150, 160]), Runs(110, &[2, 96, 2])]),
        ),
        ("a disk", "^FO50,60^GC100,50^FS", InkDots(7800..=7900)),
        (
            "an ellipse",
            "^FO50,60^GE100,50,2^FS",
            All(&[Ink([50, 60, 150, 110]), Runs(85, &[2, 96, 2])]),
        ),
        ("a white disk", "^FO0,0^GB100,100,100^FS^FO25,25^GC50,25,W^FS", Runs(50, &[25, 50, 25])),
        (
            "a diagonal is as thick as asked",
            "^FO50,60^GD100,50,10,B,R^FS",
            All(&[Runs(85, &[10]), Runs(60, &[10]), Ink([51, 60, 159, 110])]),
        ),
        (
            "the other diagonal",
            "^FO50,60^GD100,50,10,B,L^FS",
            All(&[Ink([51, 60, 159, 110]), Dots(50, 60, &[".##########."])]),
        ),
    ]);
}

#[test]
fn graphics_are_unpacked() {
    check(&[
        ("digits", "^FO50,60^GFA,2,2,1,80FF^FS", Dots(50, 60, &["#.......", "########"])),
        (
            "runs and repeated rows",
            "^FO50,60^GFA,6,6,2,HF,:ABCD^FS",
            Same("^FO50,60^GFA,6,6,2,FF00FF00ABCD^FS"),
        ),
        ("long runs", "^FO50,60^GFA,10,10,10,gF^FS", Ink([50, 60, 130, 61])),
        ("runs add up", "^FO50,60^GFA,12,12,12,gJF^FS", Ink([50, 60, 146, 61])),
        (
            "the rest of a row in black",
            "^FO50,60^GFA,4,4,2,!0!^FS",
            Dots(50, 60, &["################", "....############"]),
        ),
        (
            "Base64",
            "^FO50,60^GFA,6,6,2,:B64:/wD/AKvN:C0F2^FS",
            All(&[Same("^FO50,60^GFA,6,6,2,FF00FF00ABCD^FS"), Says(&[])]),
        ),
        (
            "compressed",
            "^FO50,60^GFA,6,6,2,:Z64:eNr7z/CfYfVZAAwfA3c=:6E36^FS",
            All(&[Same("^FO50,60^GFA,6,6,2,FF00FF00ABCD^FS"), Says(&[])]),
        ),
        (
            "a wrong checksum is drawn and said",
            "^FO50,60^GFA,6,6,2,:Z64:eNr7z/CfYfVZAAwfA3c=:1234^FS",
            All(&[
                Same("^FO50,60^GFA,6,6,2,FF00FF00ABCD^FS"),
                Says(&[
                    "the checksum of a graphic doesn’t match its data; the printer may leave the graphic out",
                ]),
            ]),
        ),
        (
            "damaged data",
            "^FO50,60^GFA,6,6,2,:Z64:AAAA:^FS^FO9,9^GB5,5,5^FS",
            All(&[Ink([9, 9, 14, 14]), Says(&["the data of a graphic is damaged"])]),
        ),
        ("bytes", "^FO50,60^GFB,2,2,1,AB^FS", Dots(50, 60, &[".#.....#", ".#....#."])),
        ("missing rows stay white", "^FO50,60^GFA,2,4,1,FF^FS", Ink([50, 60, 58, 61])),
        ("^FT has the lower left corner", "^FT50,60^GFA,2,2,1,80FF^FS", Ink([50, 58, 58, 60])),
        (
            "a graphic and text in one field",
            "^FO50,60^GFA,2,2,1,80FF^FO90,90^GB5,5,5^FS",
            Ink([50, 60, 95, 95]),
        ),
    ]);
}

#[test]
fn graphics_are_stored_and_recalled() {
    check(&[
        (
            "a stored graphic, magnified",
            "~DGR:LOGO.GRF,2,1,80FF^XA^PW800^LL600^FO50,60^XGR:LOGO.GRF,2,3^FS^XZ",
            Ink([50, 60, 66, 66]),
        ),
        (
            "^IM keeps the size",
            "~DGR:LOGO.GRF,2,1,80FF^XA^PW800^LL600^FO50,60^IMR:LOGO.GRF^FS^XZ",
            Ink([50, 60, 58, 62]),
        ),
        (
            "stored within a label",
            "^XA^PW800^LL600~DGR:LOGO.GRF,2,1,80FF^FO50,60^XGLOGO,1,1^FS^XZ",
            Ink([50, 60, 58, 62]),
        ),
        (
            "another graphic of the same name",
            "~DGR:LOGO.GRF,2,1,80FF~DGR:LOGO.GRF,1,1,F0^XA^PW800^LL600^FO50,60^XGLOGO^FS^XZ",
            Ink([50, 60, 54, 61]),
        ),
        (
            "a deleted graphic",
            "~DGR:LOGO.GRF,2,1,80FF^XA^PW800^LL600^IDR:*.GRF^FO50,60^XGLOGO^FS^FO9,9^GB5,5,5^FS^XZ",
            All(&[Ink([9, 9, 14, 14]), Says(&["the graphic LOGO isn’t in the file"])]),
        ),
        (
            "another name is not deleted",
            "~DGR:LOGO.GRF,2,1,80FF^XA^PW800^LL600^IDR:X*.GRF^FO50,60^XGLOGO^FS^XZ",
            Ink([50, 60, 58, 62]),
        ),
        (
            "all graphics deleted",
            "~DGR:LOGO.GRF,2,1,80FF~EG^XA^PW800^LL600^FO50,60^XGLOGO^FS^FO9,9^GB5,5,5^FS^XZ",
            Ink([9, 9, 14, 14]),
        ),
        (
            "~DY with digits",
            "~DYR:LOGO,A,G,2,1,80FF^XA^PW800^LL600^FO50,60^XGLOGO^FS^XZ",
            Ink([50, 60, 58, 62]),
        ),
        (
            "~DY with bytes",
            "~DYR:LOGO,B,G,2,1,AB^XA^PW800^LL600^FO50,60^XGLOGO^FS^XZ",
            Dots(50, 60, &[".#.....#", ".#....#."]),
        ),
        (
            "~DY with a PNG in digits",
            "~DYR:LOGO,P,P,69,,89504E470D0A1A0A0000000D494844520000000200000002080000000057DD52F80000000C4944415478DA6360F80F8400060001FFAD2C37250000000049454E44AE426082^XA^PW800^LL600^FO50,60^XGLOGO,4,4^FS^XZ",
            Dots(50, 60, &["####....", "####....", "####....", "####....", "....####"]),
        ),
        (
            "~DY with a PNG in Base64",
            "~DYR:LOGO,P,P,69,,:B64:iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADElEQVR42mNg+A+EAAYAAf+tLDclAAAAAElFTkSuQmCC:5817^XA^PW800^LL600^FO50,60^XGLOGO,4,4^FS^XZ",
            All(&[Ink([50, 60, 58, 68]), Says(&[])]),
        ),
        (
            "~DY with a damaged PNG",
            "~DYR:LOGO,P,P,4,,80FF80FF^XA^PW800^LL600^FO9,9^GB5,5,5^FS^XZ",
            Says(&["the data of a graphic is damaged"]),
        ),
        (
            "a label stored as a picture",
            "^XA^PW800^LL600^FO50,60^GB30,20,2^FS^ISR:BACK.GRF,N^XZ^XA^PW800^LL600^ILR:BACK.GRF^FO90,90^GB5,5,5^FS^XZ",
            All(&[Pages(1), Ink([50, 60, 95, 95])]),
        ),
        (
            "a label stored and printed",
            "^XA^PW800^LL600^FO50,60^GB30,20,2^FS^ISR:BACK.GRF^XZ",
            All(&[Pages(1), Ink([50, 60, 80, 80])]),
        ),
        (
            "^IL ignores the position",
            "^XA^PW800^LL600^FO5,6^GB30,20,2^FS^ISBACK,N^XZ^XA^PW800^LL600^FO300,300^ILBACK^FS^XZ",
            Ink([5, 6, 35, 26]),
        ),
    ]);
}

#[test]
fn letters_stand_for_signs() {
    check(&[
        ("one sign", "^FO50,60^GSN,48,48^FDA^FS", Ink([50, 60, 98, 108])),
        ("two signs", "^FO50,60^GSN,48,48^FDAB^FS", Ink([50, 60, 152, 108])),
        ("the smallest size", "^FO50,60^GSN^FDA^FS", Ink([50, 60, 74, 84])),
        ("another width", "^FO50,60^GSN,48,96^FDB^FS", Ink([50, 60, 146, 108])),
        ("the baseline", "^FT50,100^GSN,48,48^FDA^FS", Ink([50, 64, 98, 112])),
        (
            "UL",
            "^FO50,60^GSN,48,48^FDD^FS",
            All(&[Ink([50, 60, 98, 108]), Unlike("^FO50,60^GSN,48,48^FDA^FS")]),
        ),
        (
            "CSA",
            "^FO50,60^GSN,48,48^FDE^FS",
            All(&[InkNear([50, 60, 94, 108], 5), Unlike("^FO50,60^GSN,48,48^FDB^FS")]),
        ),
        (
            "a trade mark is in the upper half",
            "^FO50,60^GSN,48,48^FDC^FS",
            InkNear([55, 60, 92, 84], 1),
        ),
        ("a letter without a sign", "^FO50,60^GSN,48,48^FDZA^FS", Ink([104, 60, 152, 108])),
    ]);
}
