//! ZPL for a label printer: a delivered file with the printer's settings inserted, or the dots as
//! one graphic.

use super::paper::{INK_BELOW, Paper};
use super::{Printer, Turn};
use crate::Page;
use crate::zpl::{Command, TEAR_OFF_IN, Tokens};

/// The commands that set what a label may rest on, to the defaults of the manual, so that the paper
/// shows what the label alone is. A printer keeps what the labels before left: UPS turns (`^POI`) and
/// moves (`^LH`), others change the unit (`^MU`) or the prefixes (`^CC`).
///
/// Not among them is what a shop calibrates and may have changed without saving it: `^LS`, `^LT`, `^MN`,
/// darkness, speed, and `^JUR`, which recalls them all.
const DEFAULTS: &str = "^MUD^PON^PMN^LRN^LH0,0^FWN,0^CFA,9,5^BY2,3,10^CI0^CVN^JMA^MCY^SZ2";

/// A format without fields, which prints nothing, with the usual prefixes and delimiter, the defaults
/// and the printer's own paper.
fn settings(printer: &Printer) -> String {
    let dots = |inches: f32| (inches * f32::from(printer.dpi)).round();
    let (width, length) = (dots(printer.media_in.0), dots(printer.media_in.1));
    format!("~CC^^CD,^CT~^XA{DEFAULTS}^PW{width}^LL{length}^XZ\n")
}

/// Appends what undoes a label's own settings, for other programs that print there.
fn restore(out: &mut Vec<u8>, tokens: &Tokens<'_>, commands: &[Command], printer: &Printer) {
    if tokens.caret() != b'^' {
        out.extend_from_slice(&[tokens.caret(), b'C', b'C', b'^']);
    }
    // The label has overwritten those of the shop.
    if commands.iter().any(|command| matches!(&command.name, b"LS" | b"LT")) {
        out.extend_from_slice(b"^XA^LS0^LT0^XZ");
    }
    out.extend_from_slice(settings(printer).as_bytes());
}

/// The largest value of `^LH`.
const MOST_HOME: i32 = 32_000;

/// The delivered commands with the copies, offset and darkness of this printer. `None` if they
/// are for another resolution, have ink beyond the paper, or if settings cannot be inserted
/// safely; then dots are sent instead. Without settings to insert, the commands are in the result byte
/// for byte, between two formats that set what the printer remembers ([`DEFAULTS`]).
pub fn adapted(bytes: &[u8], pages: &[Page], printer: &Printer) -> Option<Vec<u8>> {
    let mut tokens = Tokens::new(bytes);
    let commands: Vec<Command> = tokens.by_ref().collect();
    let goes_as_it_is =
        |page: &Page| is_native(page, &commands, printer) && !is_larger(page, printer);
    if printer.turn != Turn::None || !pages.iter().all(goes_as_it_is) {
        return None;
    }
    let single = commands
        .iter()
        .filter(|command| command.name == *b"PQ")
        .all(|command| command.parameters().int(0).unwrap_or(1) == 1);
    let plain = printer.copies <= 1 && printer.offset == (0, 0) && single;
    let mut out = (darkness(printer) + &settings(printer)).into_bytes();
    if plain {
        out.extend_from_slice(bytes);
        restore(&mut out, &tokens, &commands, printer);
        return Some(out);
    }
    let is_moved = |page: &Page| stays_on_paper(page, printer);
    if changes_signs(bytes) || !pages.iter().all(is_moved) {
        return None;
    }
    let mut home = (0, 0);
    for command in &commands {
        match &command.name {
            b"XA" => {
                out.extend_from_slice(b"^XA");
                if printer.offset != (0, 0) {
                    home_written(&mut out, home, printer)?;
                }
            }
            b"LH" => {
                let given = command.parameters();
                home = (given.int(0).unwrap_or(home.0), given.int(1).unwrap_or(home.1));
                home_written(&mut out, home, printer)?;
            }
            b"PQ" => {}
            b"XZ" => {
                out.extend_from_slice(format!("^PQ{}", printer.copies.max(1)).as_bytes());
                out.extend_from_slice(b"^XZ\n");
            }
            _ => {
                out.push(if command.control { b'~' } else { b'^' });
                out.extend_from_slice(&command.name);
                out.extend_from_slice(&command.data);
            }
        }
    }
    restore(&mut out, &tokens, &commands, printer);
    Some(out)
}

/// Writes `^LH`. `None` if the home position would be left of or above the first dot.
fn home_written(out: &mut Vec<u8>, home: (i32, i32), printer: &Printer) -> Option<()> {
    let place = |home: i32, offset: i32| {
        let moved = home.checked_add(offset)?;
        (0..=MOST_HOME).contains(&moved).then_some(moved)
    };
    let (x, y) = (place(home.0, printer.offset.0)?, place(home.1, printer.offset.1)?);
    out.extend_from_slice(format!("^LH{x},{y}").as_bytes());
    Some(())
}

/// Whether commands change the meaning of later ones in the file or store them for later. Then
/// nothing can be inserted.
fn changes_signs(bytes: &[u8]) -> bool {
    [&b"^CC"[..], b"~CC", b"^CT", b"~CT", b"^CD", b"~CD", b"^DF"]
        .iter()
        .any(|sign| bytes.windows(3).any(|three| three.eq_ignore_ascii_case(sign)))
}

/// Whether the label was written for the printer's resolution. Otherwise it would have another
/// size: a label for 203 dpi shrinks by a third at 300 dpi.
fn is_native(page: &Page, commands: &[Command], printer: &Printer) -> bool {
    let width = commands
        .iter()
        .find(|command| command.name == *b"PW")
        .and_then(|command| command.parameters().int(0));
    let meant = match width {
        Some(dots) if page.width_in > 0.0 => dots as f32 / page.width_in,
        _ => 203.0,
    };
    // A label may declare the width of the print head, which is wider than the paper, so only the
    // resolution is compared.
    let own = f32::from(printer.dpi);
    (meant / own - 1.0).abs() < 0.04
}

/// Whether ink reaches beyond the paper. A label that ends before the tear-off distance counts as
/// fitting, and so does one whose page is larger and blank there.
fn is_larger(page: &Page, printer: &Printer) -> bool {
    let (right, below) = ink_end(page);
    let most = |inches: f32| (inches + TEAR_OFF_IN) * f32::from(printer.dpi);
    right as f32 > most(printer.media_in.0) || below as f32 > most(printer.media_in.1)
}

/// Whether all ink is on the paper after moving it by the printer's offset.
fn stays_on_paper(page: &Page, printer: &Printer) -> bool {
    let (right, below) = ink_end(page);
    let ends = |ink: u32, offset: i32, inches: f32| {
        let edge = inches * f32::from(printer.dpi);
        offset <= 0 || (i64::from(ink) + i64::from(offset)) as f32 <= edge
    };
    ends(right, printer.offset.0, printer.media_in.0)
        && ends(below, printer.offset.1, printer.media_in.1)
}

/// One past the last column and row with ink.
fn ink_end(page: &Page) -> (u32, u32) {
    let width = page.width_px.max(1) as usize;
    let mut end = (0, 0);
    for (y, row) in page.luma.chunks(width).enumerate() {
        if let Some(last) = row.iter().rposition(|level| *level < INK_BELOW) {
            end = (end.0.max(last as u32 + 1), y as u32 + 1);
        }
    }
    end
}

/// Writes each sheet as one graphic at the corner of the paper.
pub fn written(papers: &[Paper], printer: &Printer) -> Vec<u8> {
    let mut out = darkness(printer) + &settings(printer);
    for paper in papers {
        let row_bytes = paper.width.div_ceil(8);
        let total = row_bytes * paper.height;
        out.push_str(&format!(
            "^XA^PW{}^LL{}^FO0,0^GFA,{total},{total},{row_bytes},",
            paper.width, paper.height
        ));
        rows(paper, row_bytes, &mut out);
        out.push_str(&format!("^FS^PQ{}^XZ\n", printer.copies.max(1)));
    }
    out.into_bytes()
}

fn darkness(printer: &Printer) -> String {
    printer.darkness.map(|level| format!("~SD{:02}\n", level.min(30))).unwrap_or_default()
}

/// Writes rows in hexadecimal with the compression all ZPL printers support: `:` repeats the row
/// above, `,` fills the row with white, and letters give the length of runs.
fn rows(paper: &Paper, row_bytes: usize, out: &mut String) {
    let mut above = String::new();
    for y in 0..paper.height {
        let mut digits = String::with_capacity(row_bytes * 2);
        for byte in paper.packed_row(y) {
            digits.push_str(&format!("{byte:02X}"));
        }
        if y > 0 && digits == above {
            out.push(':');
        } else {
            let inked = digits.trim_end_matches('0');
            runs(inked, out);
            if inked.len() < digits.len() {
                out.push(',');
            }
        }
        above = digits;
    }
}

fn runs(digits: &str, out: &mut String) {
    let bytes = digits.as_bytes();
    for run in bytes.chunk_by(|a, b| a == b) {
        let Some(digit) = run.first().copied().map(char::from) else {
            continue;
        };
        let mut left = run.len();
        while left > 0 {
            let now = left.min(419);
            if now >= 20 {
                out.push(letter(b'f', now / 20));
            }
            if now % 20 > 0 && (now >= 20 || now > 1) {
                out.push(letter(b'F', now % 20));
            }
            out.push(digit);
            left -= now;
        }
    }
}

/// The letter for a count: `G` is 1, `H` is 2; `g` is 20, `h` is 40.
fn letter(before: u8, count: usize) -> char {
    char::from(before.saturating_add(u8::try_from(count).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted_in_letters() {
        let check = |digits: &str, wanted: &str| {
            let mut out = String::new();
            runs(digits, &mut out);
            assert_eq!(out, wanted);
        };
        check("F", "F");
        check("FF", "HF");
        check(&"0".repeat(20), "g0");
        check(&"0".repeat(41), "hG0");
        check(&"A".repeat(420), "zYAA");
        check("01", "01");
    }

    fn page() -> Page {
        Page {
            width_px: 812,
            height_px: 1218,
            dpi: 203.0,
            width_in: 4.0,
            height_in: 6.0,
            luma: Vec::new(),
        }
    }

    /// What stands between the two formats of settings.
    fn check(source: &str, printer: &Printer, wanted: Option<&str>) {
        let made = adapted(source.as_bytes(), &[page()], printer);
        let made = made.map(|bytes| String::from_utf8(bytes).unwrap());
        let frame = settings(printer);
        let inside = made.as_deref().map(|made| {
            let (before, rest) = made.split_once(&frame).unwrap();
            (before.to_owned() + rest).strip_suffix(&frame).unwrap().to_owned()
        });
        assert_eq!(inside.as_deref(), wanted, "{source}");
    }

    #[test]
    fn delivered_commands_keep_their_words() {
        let usual = Printer::default();
        let label = "^XA^PW812^LL1218^LH10,20^FO5,5^FDa^FS^XZ";
        check(label, &usual, Some(label));
        let dark = Printer { darkness: Some(7), ..usual.clone() };
        check(label, &dark, Some(&format!("~SD07\n{label}")));
        let moved = Printer { offset: (3, -4), copies: 2, ..usual.clone() };
        // A home position above the first dot is impossible: dots are sent instead.
        check(label, &moved, None);
        let moved = Printer { offset: (3, 4), ..moved };
        check(label, &moved, Some("^XA^LH3,4^PW812^LL1218^LH13,24^FO5,5^FDa^FS^PQ2^XZ\n"));
        check("^XA^PW812^PQ5^FDa^FS^XZ", &usual, Some("^XA^PW812^FDa^FS^PQ1^XZ\n"));
    }

    #[test]
    fn what_cannot_be_adapted_is_sent_as_dots() {
        let usual = Printer::default();
        let twice = Printer { copies: 2, ..usual.clone() };
        check("^XA^CC*^FDa^XZ", &twice, None);
        let fine = Printer { dpi: 300, ..usual.clone() };
        check("^XA^PW812^FDa^FS^XZ", &fine, None);
        let turned = Printer { turn: Turn::Half, ..usual };
        check("^XA^PW812^FDa^FS^XZ", &turned, None);
    }
}
