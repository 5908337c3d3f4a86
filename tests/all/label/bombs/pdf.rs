use super::{Bomb, deflated, deflated_pieces};

/// A document of numbered objects, the first of which is its catalog.
pub fn document(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", at + 1).bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let table = out.len();
    let count = objects.len() + 1;
    out.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    out.extend(
        format!("trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n").bytes(),
    );
    out
}

fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let mut out = format!("<<{entries}/Length {}>>\nstream\n", data.len()).into_bytes();
    out.extend(data);
    out.extend(b"\nendstream");
    out
}

/// One page of 4 by 6 inches: its resources, its content, and objects from the fifth on.
fn page(resources: &str, content: &[u8], more: Vec<Vec<u8>>) -> Vec<u8> {
    boxed("[0 0 288 432]", resources, stream("", content), more)
}

fn boxed(media: &str, resources: &str, content: Vec<u8>, more: Vec<Vec<u8>>) -> Vec<u8> {
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox{media}/Resources<<{resources}>>/Contents 4 0 R>>"
        )
        .into_bytes(),
        content,
    ];
    objects.extend(more);
    document(&objects)
}

/// A document without compression, so that changing a byte changes a number or an operator.
pub fn plain() -> Vec<u8> {
    let content = b"q 1 0 0 1 20 20 cm 0 0 0 rg 0 0 100 30 re f Q\n\
        BT /F 18 Tf 30 200 Td (To Casey Example) Tj ET\n\
        q 5 w [6 3] 0 d 10 10 m 200 300 l 250 20 100 90 30 400 c S Q\n\
        q 100 0 0 100 150 250 cm /I Do Q /X Do\n\
        /Pattern cs /P scn 20 100 200 40 re f\n/S sh";
    let resources =
        "/Font<</F 5 0 R>>/XObject<</I 6 0 R/X 7 0 R>>/Pattern<</P 8 0 R>>/Shading<</S 9 0 R>>";
    let more = vec![
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
        stream(
            "/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 1",
            &[0xaa, 0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa, 0x55],
        ),
        stream(
            "/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Matrix[1 0 0 1 9 9]",
            b"0.5 g 5 5 20 20 re f",
        ),
        stream(
            "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 8 8]/XStep 8/YStep 8/Resources<<>>",
            b"0 g 0 0 4 4 re f",
        ),
        b"<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 288 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[0.8]/N 1>>>>"
            .to_vec(),
    ];
    page(resources, content, more)
}

pub fn bombs() -> Vec<Bomb> {
    let mut bombs = boxes();
    bombs.extend(trees());
    bombs.extend(contents());
    bombs.extend(images());
    bombs.into_iter().map(|(what, bytes)| ("PDF", what.to_owned(), bytes)).collect()
}

type Named = (&'static str, Vec<u8>);

fn boxes() -> Vec<Named> {
    let with = |media: &str| boxed(media, "", stream("", b"0 0 9 9 re f"), Vec::new());
    vec![
        ("a vast page", with("[0 0 99999999 99999999]")),
        ("a page beyond all numbers", with("[0 0 1e38 1e38]")),
        ("an inverted page", with("[99999999 9 -99999999 -9]")),
        ("a page of no width", with("[0 0 0 432]")),
        ("the largest page", with("[0 0 2128 2128]")),
        ("a page with vast units", with("[0 0 288 432]/UserUnit 1000000000")),
        ("a crop outside the page", with("[0 0 288 432]/CropBox[1e9 1e9 2e9 2e9]")),
    ]
}

fn trees() -> Vec<Named> {
    let catalog = || b"<</Type/Catalog/Pages 2 0 R>>".to_vec();
    let cycle =
        document(&[catalog(), b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2147483647>>".to_vec()]);
    let mut deep = vec![catalog()];
    deep.extend(
        (2..5_000).map(|at| {
            format!("<</Type/Pages/Kids[{0} 0 R {0} 0 R]/Count 9>>", at + 1).into_bytes()
        }),
    );
    deep.push(b"<</Type/Page/MediaBox[0 0 9 9]>>".to_vec());
    let mut many = vec![catalog()];
    let kids = "3 0 R ".repeat(100_000);
    many.push(format!("<</Type/Pages/Kids[{kids}]/Count 100000>>").into_bytes());
    many.push(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]>>".to_vec());
    let nested = |open: &str| {
        let mut objects = vec![catalog()];
        objects.push(format!("<</Type/Pages/Kids {}", open.repeat(200_000)).into_bytes());
        document(&objects)
    };
    let mut looped = plain();
    let start = looped.windows(9).rposition(|window| window == b"startxref").expect("a trailer");
    looped.truncate(start);
    let table = looped.windows(6).position(|window| window == b"xref\n0").expect("a table");
    let trailer = looped.windows(7).rposition(|window| window == b"trailer").expect("a trailer");
    looped.truncate(trailer);
    looped.extend(
        format!("trailer\n<</Size 9/Root 1 0 R/Prev {table}>>\nstartxref\n{table}\n%%EOF").bytes(),
    );
    let own_length = document(&[
        catalog(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 4 0 R>>".to_vec(),
        b"<</Length 4 0 R>>\nstream\n0 0 9 9 re f\nendstream".to_vec(),
    ]);
    vec![
        ("a page tree that is its own child", cycle),
        ("a page tree of 5,000 storeys", document(&deep)),
        ("100,000 pages", document(&many)),
        ("arrays in arrays", nested("[")),
        ("dictionaries in dictionaries", nested("<</K ")),
        ("a table of contents that points at itself", looped),
        ("a length that is itself", own_length),
    ]
}

fn contents() -> Vec<Named> {
    let form = |entries: &str, data: &str| {
        stream(&format!("/Type/XObject/Subtype/Form/BBox[0 0 288 432]{entries}"), data.as_bytes())
    };
    // Each form draws the next one twice.
    let doubling = (6..66)
        .map(|next| {
            let next = format!("/Resources<</XObject<</X {next} 0 R>>>>");
            form(&next, "/X Do /X Do")
        })
        .chain([form("", "0 0 9 9 re f")])
        .collect();
    let own = vec![form("/Resources<</XObject<</X 5 0 R>>>>", "/X Do")];
    let groups = (6..306)
        .map(|next| {
            let next =
                format!("/Group<</S/Transparency/I true>>/Resources<</XObject<</X {next} 0 R>>>>");
            form(&next, "/X Do")
        })
        .chain([form("", "0 0 9 9 re f")])
        .collect();
    let tiling = stream(
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<<>>",
        b"0 0 1 1 re f",
    );
    let own_tiling = stream(
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 8 8]/XStep 8/YStep 8/Resources<</Pattern<</P 5 0 R>>>>",
        b"/Pattern cs /P scn 0 0 8 8 re f",
    );
    let program = format!("{}{}", "{".repeat(100_000), "}".repeat(100_000));
    let shading = |function: &str| {
        vec![
            format!("<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1 0 1]/Matrix[288 0 0 432 0 0]/Function {function}>>")
                .into_bytes(),
            stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1]", program.as_bytes()),
        ]
    };
    let sampled = "<</FunctionType 0/Domain[0 1 0 1]/Range[0 1]/Size[99999999 99999999]/BitsPerSample 32/Length 0>>";
    let mask = vec![
        b"<</Type/ExtGState/SMask<</S/Luminosity/G 6 0 R>>>>".to_vec(),
        form(
            "/Group<</S/Transparency>>/Resources<</ExtGState<</G 5 0 R>>>>",
            "/G gs 0 0 99 99 re f",
        ),
    ];
    let letters = vec![
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]/Resources<</Font<</F 5 0 R>>>>>>".to_vec(),
        stream("", b"1 0 d0 BT /F 9 Tf (aaaa) Tj ET"),
    ];
    let packed = |content: Vec<u8>, filter: &str| {
        boxed("[0 0 288 432]", "", stream(filter, &content), Vec::new())
    };
    let twice = {
        let once = deflated(b' ', 1 << 30);
        deflated_pieces(std::iter::once(&once[..]))
    };
    let path = "10 10 m 280 420 l 9 400 200 3 150 200 c ".repeat(200_000) + "S";
    let unclosed = "q 0 0 288 432 re W n ".repeat(100_000);
    vec![
        ("forms that double 60 times", page("/XObject<</X 5 0 R>>", b"/X Do", doubling)),
        ("a form that draws itself", page("/XObject<</X 5 0 R>>", b"/X Do", own)),
        ("300 groups in one another", page("/XObject<</X 5 0 R>>", b"/X Do", groups)),
        (
            "tiles of no size",
            page("/Pattern<</P 5 0 R>>", b"/Pattern cs /P scn 0 0 288 432 re f", vec![tiling]),
        ),
        (
            "a tile made of itself",
            page("/Pattern<</P 5 0 R>>", b"/Pattern cs /P scn 0 0 288 432 re f", vec![own_tiling]),
        ),
        ("a program of braces", page("/Shading<</S 5 0 R>>", b"/S sh", shading("6 0 R"))),
        ("a vast table of colours", page("/Shading<</S 5 0 R>>", b"/S sh", shading(sampled))),
        ("a mask that masks itself", page("/ExtGState<</G 5 0 R>>", b"/G gs 0 0 99 99 re f", mask)),
        (
            "a letter drawn with itself",
            page("/Font<</F 5 0 R>>", b"BT /F 99 Tf (a) Tj ET", letters),
        ),
        (
            "vast letters",
            page(
                "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>",
                &b"BT /F 99999999 Tf (WWWW) Tj /F 1e38 Tf (W) Tj ET ".repeat(500),
                Vec::new(),
            ),
        ),
        (
            "endless dashes",
            page("", b"[0.000001 0.000001] 0 d 0 0 m 1000000 1000000 l S", Vec::new()),
        ),
        ("a vast pen", page("", b"1e30 w 1e38 1e38 m -1e38 -1e38 l S", Vec::new())),
        ("600,000 curves in one path", page("", path.as_bytes(), Vec::new())),
        ("100,000 clips, none ended", page("", unclosed.as_bytes(), Vec::new())),
        ("a packed gigabyte of blanks", packed(deflated(b' ', 1 << 30), "/Filter/FlateDecode")),
        ("a gigabyte packed twice", packed(twice, "/Filter[/FlateDecode/FlateDecode]")),
        (
            "a packed million of shapes",
            packed(
                deflated_pieces(std::iter::repeat_n(&b"0 0 288 432 re f "[..], 1_000_000)),
                "/Filter/FlateDecode",
            ),
        ),
    ]
}

fn images() -> Vec<Named> {
    let image = |entries: &str, data: &[u8]| {
        let picture = stream(&format!("/Type/XObject/Subtype/Image{entries}"), data);
        page("/XObject<</I 5 0 R>>", b"288 0 0 432 0 0 cm /I Do", vec![picture])
    };
    let grey = "/ColorSpace/DeviceGray/BitsPerComponent";
    vec![
        (
            "a packed picture of 60,000 by 60,000 dots",
            image(
                &format!("/Width 60000/Height 60000{grey} 1/Filter/FlateDecode"),
                &deflated(0x55, 60_000 * 60_000 / 8),
            ),
        ),
        (
            "a picture far larger than its data",
            image(&format!("/Width 2000000000/Height 2000000000{grey} 8"), b"abc"),
        ),
        (
            "a fax of two thousand million rows",
            image(
                &format!(
                    "/Width 60000/Height 2000000000{grey} 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000/Rows 2000000000>>"
                ),
                &[0xff; 4_096],
            ),
        ),
        (
            "a JBIG2 of 60,000 by 60,000 dots",
            image(&format!("/Width 60000/Height 60000{grey} 1/Filter/JBIG2Decode"), &jbig2()),
        ),
        (
            "a JPX of 60,000 by 60,000 dots in one tile each",
            image("/Width 60000/Height 60000/Filter/JPXDecode", &jpx()),
        ),
        (
            "a LZW of rubbish",
            image(&format!("/Width 30000/Height 30000{grey} 8/Filter/LZWDecode"), &[0x80; 100_000]),
        ),
    ]
}

/// A page and a generic region with almost no data.
fn jbig2() -> Vec<u8> {
    let side = 60_000_u32.to_be_bytes();
    let mut out = vec![0, 0, 0, 0, 0x30, 0, 1, 0, 0, 0, 19];
    out.extend([side, side].concat());
    out.extend([0; 11]);
    out.extend([0, 0, 0, 1, 0x26, 0, 1, 0, 0, 0, 90]);
    out.extend([side, side].concat());
    out.extend([0; 9]);
    out.extend([0x08, 3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe]);
    out.extend([0x5a; 64]);
    out
}

/// The header of a codestream divided into 3,600 million tiles of one dot.
fn jpx() -> Vec<u8> {
    let mut out = vec![0xff, 0x4f, 0xff, 0x51, 0, 41, 0, 0];
    for value in [60_000_u32, 60_000, 0, 0, 1, 1, 0, 0] {
        out.extend(value.to_be_bytes());
    }
    out.extend([0, 1, 7, 1, 1]);
    out.extend([0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 32, 4, 4, 0, 0]);
    out.extend([0xff, 0x5c, 0, 4, 0x40, 0x40]);
    out.extend([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93]);
    out.extend([0; 64]);
    out
}
