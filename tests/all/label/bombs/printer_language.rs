//! ZPL and ZPL2 files.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{Bomb, deflated};

pub fn bombs() -> Vec<Bomb> {
    sources()
        .into_iter()
        .enumerate()
        .map(|(at, (what, source))| {
            let format = if at % 2 == 0 { "ZPL" } else { "ZPL2" };
            (format, what.to_owned(), source.into_bytes())
        })
        .collect()
}

fn label(fields: &str) -> String {
    format!("^XA^FO9,9^GB9,9,1^FS{fields}^XZ")
}

fn sources() -> Vec<(&'static str, String)> {
    let zeros = STANDARD.encode(deflated(0, 1 << 30));
    let black = "^FO0,0^GB4000,4000,4000^FS".repeat(150_000);
    let round = "^FO0,0^GE4000,4000,9^FS".repeat(150_000);
    let mut graphics = String::new();
    for number in 0..64 {
        let _ = write!(graphics, "~DGR:G{number}.GRF,2000000,500,FF");
    }
    let drawn = "^FO0,0^XGR:G1.GRF,1,1^FS".repeat(50_000);
    let mut formats = String::from("^XA^DFR:F0^FS^FO0,0^GB3000,3000,3000^FS^XZ");
    for number in 1..4 {
        let recall = format!("^XFR:F{}^FS", number - 1).repeat(4_900);
        let _ = write!(formats, "^XA^DFR:F{number}^FS{recall}^XZ");
    }
    let waiting = (0..900).fold(String::new(), |mut text, _| {
        text.push_str("^FO0,0^A0N,2000,2000^FN1^FS");
        text
    });
    vec![
        ("vast type", label(&"^A0N,32000,32000^FDWWWWWWWW^FS".repeat(2_000))),
        (
            "vast cell type",
            label(&format!("^AGN,32000,32000^FD{}^FS", "W".repeat(100_000))),
        ),
        ("wide modules", label(&"^BY99999,9,99999^BCN,99999,Y^FDABCDEFGHIJKLMNOP^FS".repeat(2_000))),
        ("99,999,999 copies", label("^PQ99999999,1,99999999")),
        (
            "99,999,999 counted copies",
            label("^FO9,50^A0N,60^SN00000001,99999999,Y^FS^PQ99999999"),
        ),
        ("a packed gigabyte", label(&format!("^GFA,2000000,2000000,500,:Z64:{zeros}:^FS"))),
        ("a stored packed gigabyte", format!("~DGR:G,2000000,500,:Z64:{zeros}:{}", label("^XGR:G,9,9^FS"))),
        (
            "100 packed gigabytes",
            label(&format!("^GFA,2000000,2000000,500,:Z64:{zeros}:^FS").repeat(8)),
        ),
        ("150,000 black sheets", label(&black)),
        ("150,000 ellipses", label(&round)),
        ("64 stored sheets, one drawn 50,000 times", format!("{graphics}{}", label(&drawn))),
        ("formats that recall formats", format!("{formats}^XA^XFR:F3^FS^XZ")),
        (
            "a thousand fields filled with one number",
            format!("^XA^DFR:W^FS{waiting}^XZ^XA^XFR:W^FS^FN1^FD{}^FS^XZ", "W".repeat(3_000)),
        ),
        (
            "blocks of a thousand lines",
            label(&format!("^A0N,20^FB1,9999,9999,J,9999^FD{}^FS", "a b ".repeat(200_000)).repeat(9)),
        ),
        ("downward type", label(&format!("^A0N,2000^FPV,9999^FD{}^FS", "W".repeat(9_000)).repeat(50))),
        (
            "codes of vast data",
            label(&format!("^BQN,2,100^FDQA,{0}^FS^BXN,200,200^FD{0}^FS^B7N,400,8^FD{0}^FS^BON,10^FD{0}^FS^BD4^FD{0}^FS^BCN,99^FD{0}^FS^B3N,,99^FD{0}^FS", "Xy7".repeat(2_000)).repeat(20)),
        ),
        ("50,000 labels", "^XA^PW3400^LL4700^FO1,1^GB9,9,1^FS^XZ".repeat(50_000)),
        ("a vast label", "^XA^PW99999999^LL99999999^FO1,1^GB99999,99999,99999^FS^POI^PMY^PQ50^XZ".to_owned()),
        (
            "vast measures",
            "^XA^MUI^FO99999,99999^A0N,99999,99999^FDW^FS^MUM^FO1,1^GB99999,99999,99999^FS^XZ".to_owned(),
        ),
        ("prefixes only", "^XA".to_owned() + &"^~".repeat(3_000_000)),
        ("commands without an end", "^XA^FD".repeat(2_000_000)),
        ("an endless run", label(&format!("^GFA,2000000,2000000,500,{}F^FS", "z".repeat(9_000_000)))),
    ]
}
