//! Languages of label printers that are not drawn here. A label in one of them is recognized, so that
//! it can be named and sent as it is to a printer of that language.

use serde::{Deserialize, Serialize};

/// Lines at the beginning of a file that are looked at.
const LINES: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PrinterLanguage {
    /// Of Eltron's and older Zebra's label printers.
    Epl2,
    /// Of mobile printers.
    Cpcl,
    /// Of TSC, and of most printers that are sold for labels at home.
    Tspl,
}

impl PrinterLanguage {
    /// The name used in data sheets of printers, in every language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Epl2 => "EPL2",
            Self::Cpcl => "CPCL",
            Self::Tspl => "TSPL",
        }
    }
}

/// The language of a text of commands, by its first lines.
pub fn recognize(start: &[u8]) -> Option<PrinterLanguage> {
    let lines = || {
        let lines = start.split(|byte| matches!(byte, b'\n' | b'\r'));
        let lines = lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        lines.take(LINES)
    };
    let first = lines().next()?;
    if begins_cpcl(first) {
        return Some(PrinterLanguage::Cpcl);
    }
    if sets_up_tspl(first) && lines().any(|line| line == b"CLS") && lines().any(draws_tspl) {
        return Some(PrinterLanguage::Tspl);
    }
    let is_epl = sets_up_epl(first) && (lines().any(draws_epl) || lines().any(prints_epl));
    is_epl.then_some(PrinterLanguage::Epl2)
}

/// `! 0 200 200 1218 1`, or a line of settings such as `! U1 SETVAR …`.
fn begins_cpcl(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"! ") else {
        return false;
    };
    if rest.starts_with(b"U1 ") || rest.starts_with(b"UTILITIES") || rest.starts_with(b"DF ") {
        return true;
    }
    let numbers = rest.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let numbers: Vec<&[u8]> = numbers.collect();
    let is_number = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
    // Offset, resolution across and along, length and quantity.
    numbers.len() == 5 && numbers.iter().all(is_number)
}

/// A line with which files of TSPL begin: `SIZE 4,6`, `GAP 3 mm,0 mm`, `CLS`.
fn sets_up_tspl(line: &[u8]) -> bool {
    let words = "SIZE GAP BLINE DIRECTION REFERENCE DENSITY SPEED OFFSET SET CODEPAGE";
    line == b"CLS" || begins_with_one(line, words)
}

/// Text, a barcode, a line, a graphic, or the command that prints.
fn draws_tspl(line: &[u8]) -> bool {
    begins_with_one(line, "TEXT BARCODE BAR BOX BITMAP QRCODE DMATRIX PDF417 PRINT")
}

/// Whether the line is one of these commands, with something behind it.
fn begins_with_one(line: &[u8], commands: &str) -> bool {
    let mut commands = commands.split(' ');
    let rest = commands.find_map(|command| line.strip_prefix(command.as_bytes()));
    matches!(rest, Some([b' ', more, ..]) if more.is_ascii_graphic())
}

/// A line that clears the label or sets something, as files of EPL2 begin: `N`, `q812`, `Q1218,24`.
fn sets_up_epl(line: &[u8]) -> bool {
    match line {
        b"N" | b"EPL2" | b"OD" | b"O" | b"UN" | b"US" | b"ZT" | b"ZB" => true,
        [b'q' | b'Q' | b'R' | b'S' | b'D' | b'J' | b'j', rest @ ..] => numbers(rest).is_some(),
        // `I8,A,001`: the character set.
        [b'I', digit, b',', letter, ..] => digit.is_ascii_digit() && letter.is_ascii_alphanumeric(),
        [b'O', rest @ ..] => rest.iter().all(u8::is_ascii_uppercase) && rest.len() <= 3,
        line => draws_epl(line),
    }
}

/// Text, a barcode, a line or a graphic.
fn draws_epl(line: &[u8]) -> bool {
    let rest = match line {
        [b'A' | b'B' | b'b' | b'X', rest @ ..] => rest,
        [b'L', b'O' | b'E' | b'S' | b'W', rest @ ..] => rest,
        [b'G', b'W' | b'G', rest @ ..] => rest,
        _ => return false,
    };
    // `A50,30,0,3,1,1,N,"text"`: the place, and something more.
    let mut parts = rest.splitn(3, |byte| *byte == b',');
    let is_number = |part: Option<&[u8]>| part.and_then(numbers) == Some(1);
    is_number(parts.next())
        && is_number(parts.next())
        && parts.next().is_some_and(|more| !more.is_empty())
}

/// `P1`.
fn prints_epl(line: &[u8]) -> bool {
    matches!(line, [b'P', rest @ ..] if numbers(rest).is_some())
}

/// How many numbers, divided by commas; `None` if there is something else.
fn numbers(bytes: &[u8]) -> Option<usize> {
    let mut count = 0;
    for part in bytes.split(|byte| *byte == b',') {
        if part.is_empty() || !part.iter().all(u8::is_ascii_digit) {
            return None;
        }
        count += 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_recognized_by_their_first_lines() {
        use PrinterLanguage::{Cpcl, Epl2, Tspl};
        for (text, wanted) in [
            ("\nN\nq812\nQ1218,24\nA50,30,0,3,1,1,N,\"SHIP TO\"\nP1\n", Some(Epl2)),
            ("N\r\nB100,200,0,1,3,6,200,B,\"9400\"\r\nP1,1\r\n", Some(Epl2)),
            ("EPL2\nZB\nGW0,0,102,1218,", Some(Epl2)),
            (
                "I8,A,001\n\n\nQ1218,024\nq812\nrN\nS4\nD10\nZT\nJF\nOD\nR0,0\nN\nX3,4,4,806,1210\n",
                Some(Epl2),
            ),
            (
                "! 0 200 200 1218 1\r\nPAGE-WIDTH 812\r\nTEXT 4 0 30 40 Hello\r\nFORM\r\nPRINT\r\n",
                Some(Cpcl),
            ),
            ("! U1 SETVAR \"device.languages\" \"zpl\"\r\n", Some(Cpcl)),
            (
                "SIZE 4,6\r\nGAP 0.12,0\r\nCLS\r\nTEXT 50,50,\"3\",0,1,1,\"SHIP TO\"\r\nPRINT 1\r\n",
                Some(Tspl),
            ),
            ("\nCLS\nBARCODE 80,600,\"128\",200,1,0,3,6,\"9400\"\nPRINT 1,1\n", Some(Tspl)),
            ("SIZE 100 mm,150 mm\nCLS\nBITMAP 0,0,100,1200,0,\u{1}\u{2}", Some(Tspl)),
            ("SIZE 4,6\nCOLOR red\n", None),
            ("SET,NAME\nCLS\nBAR 1\n", None),
            ("N\nThis is a letter.\nYours\n", None),
            ("Number,Name,Street\n1001,Ann,\"5 Main St\"\n", None),
            ("A12,34\n", None),
            ("! is a mark\n", None),
            ("!Note\n", None),
            ("", None),
        ] {
            assert_eq!(recognize(text.as_bytes()), wanted, "{text:?}");
        }
    }
}
