//! Splits ZPL into commands.

use super::graphic::is_encoded;

/// One command: `^FO50,50` has a caret, the name `FO` and the data `50,50`. The font command
/// `^A0N,30` has the name `A0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub control: bool,
    pub name: [u8; 2],
    pub data: Vec<u8>,
    pub delimiter: u8,
}

impl Command {
    /// The parameters, split at the current delimiter.
    pub fn parameters(&self) -> Parameters<'_> {
        Parameters { parts: self.data.split(|byte| *byte == self.delimiter).collect(), unit: 1.0 }
    }

    /// The data after the first `count` delimiters; it may contain more of them.
    pub fn after_delimiters(&self, count: usize) -> &[u8] {
        self.data.splitn(count + 1, |byte| *byte == self.delimiter).nth(count).unwrap_or_default()
    }
}

pub struct Parameters<'a> {
    parts: Vec<&'a [u8]>,
    /// Dots per unit of measurement.
    unit: f64,
}

impl<'a> Parameters<'a> {
    /// The same parameters, with `unit` dots per unit of measurement.
    pub fn in_units(self, unit: f64) -> Parameters<'a> {
        Parameters { unit, ..self }
    }

    /// A position or size in whole dots, clamped.
    pub fn dots(&self, at: usize) -> Option<i32> {
        let value = number(self.raw(at))?;
        // Values given in dots are truncated by the cast below, as printers do.
        let dots = if self.unit == 1.0 { value } else { (value * self.unit).round() };
        Some(dots.clamp(-32_000.0, 32_000.0) as i32)
    }

    pub fn raw(&self, at: usize) -> &'a [u8] {
        self.parts.get(at).copied().unwrap_or_default().trim_ascii()
    }

    /// An integer. A fraction is cut off, and a number out of range is clamped.
    pub fn int(&self, at: usize) -> Option<i32> {
        number(self.raw(at)).map(|value| value.clamp(-32_000.0, 32_000.0) as i32)
    }

    /// A count that may exceed 32,000, such as the size of a graphic.
    pub fn count(&self, at: usize) -> Option<usize> {
        let value = number(self.raw(at))?;
        (value >= 0.0).then_some(value.min(4e9) as usize)
    }

    pub fn decimal(&self, at: usize) -> Option<f32> {
        number(self.raw(at)).map(|value| value as f32)
    }

    /// The first letter in upper case.
    pub fn letter(&self, at: usize) -> Option<u8> {
        self.raw(at).first().map(u8::to_ascii_uppercase)
    }

    pub fn text(&self, at: usize) -> String {
        String::from_utf8_lossy(self.raw(at)).into_owned()
    }
}

/// Parses digits with an optional sign and fraction at the start of a parameter.
fn number(raw: &[u8]) -> Option<f64> {
    let end = raw
        .iter()
        .enumerate()
        .take_while(|(at, byte)| {
            byte.is_ascii_digit() || **byte == b'.' || (*at == 0 && matches!(byte, b'-' | b'+'))
        })
        .count();
    let text = std::str::from_utf8(raw.get(..end)?).ok()?;
    text.parse().ok()
}

/// Iterates over the commands. The data can change the prefixes and the delimiter.
pub struct Tokens<'a> {
    rest: &'a [u8],
    caret: u8,
    tilde: u8,
    delimiter: u8,
}

impl<'a> Tokens<'a> {
    pub fn new(bytes: &'a [u8]) -> Tokens<'a> {
        Tokens { rest: bytes, caret: b'^', tilde: b'~', delimiter: b',' }
    }

    #[cfg(test)]
    pub fn with_signs(bytes: &'a [u8], (caret, tilde, delimiter): (u8, u8, u8)) -> Tokens<'a> {
        Tokens { rest: bytes, caret, tilde, delimiter }
    }

    #[cfg(test)]
    pub fn signs(&self) -> (u8, u8, u8) {
        (self.caret, self.tilde, self.delimiter)
    }

    /// The sign before a command, as the commands so far have set it.
    pub fn caret(&self) -> u8 {
        self.caret
    }

    fn is_prefix(&self, byte: u8) -> bool {
        byte == self.caret || byte == self.tilde
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    /// The length of a raw graphic. Its data can contain prefixes, so it ends after a count of
    /// bytes.
    fn raw_graphic_length(&self, name: [u8; 2]) -> Option<usize> {
        if name == *b"DY" {
            return self.raw_object_length(name);
        }
        if name != *b"GF" {
            return None;
        }
        let header = self.header(name, false, 3, 64)?;
        let head = header.data.len();
        let parameters = header.parameters();
        let is_raw = matches!(parameters.letter(0), Some(b'B' | b'C'))
            && !is_encoded(self.rest.get(head..).unwrap_or_default());
        is_raw.then(|| head.saturating_add(parameters.count(1).unwrap_or(0)))
    }
}

impl Tokens<'_> {
    /// The parameters before binary data, up to the delimiter that `delimiters` others stand before.
    fn header(
        &self,
        name: [u8; 2],
        control: bool,
        delimiters: usize,
        most_bytes: usize,
    ) -> Option<Command> {
        let bytes = self.rest.iter().enumerate();
        let mut places = bytes.filter(|(_, byte)| **byte == self.delimiter).map(|(at, _)| at);
        let end = places.nth(delimiters).filter(|at| *at < most_bytes)?;
        let data = self.rest.get(..=end)?.to_vec();
        Some(Command { control, name, data, delimiter: self.delimiter })
    }

    /// The length of the bytes of a `~DY` object in format B, with its five parameters.
    fn raw_object_length(&self, name: [u8; 2]) -> Option<usize> {
        let header = self.header(name, true, 4, 96)?;
        let head = header.data.len();
        let parameters = header.parameters();
        (parameters.letter(1) == Some(b'B'))
            .then(|| head.saturating_add(parameters.count(3).unwrap_or(0)))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Command;

    fn next(&mut self) -> Option<Command> {
        loop {
            let start = self.rest.iter().position(|byte| self.is_prefix(*byte))?;
            self.take(start);
            let control = self.take(1).first() == Some(&self.tilde);
            let &[first, second, ..] = self.rest else {
                return None;
            };
            // A prefix within the name starts the next command.
            if self.is_prefix(first) {
                continue;
            }
            if self.is_prefix(second) && !first.eq_ignore_ascii_case(&b'A') {
                self.take(1);
                continue;
            }
            self.take(2);
            let name = [first.to_ascii_uppercase(), second.to_ascii_uppercase()];
            let changed = match name[1] {
                b'C' => Some(&mut self.caret),
                b'T' => Some(&mut self.tilde),
                b'D' => Some(&mut self.delimiter),
                _ => None,
            };
            if let (b'C', Some(sign), Some(new)) = (name[0], changed, self.rest.first()) {
                *sign = *new;
                self.take(1);
                continue;
            }
            let raw = self.raw_graphic_length(name);
            let end = raw.unwrap_or_else(|| {
                self.rest.iter().position(|byte| self.is_prefix(*byte)).unwrap_or(self.rest.len())
            });
            let delimiter = self.delimiter;
            let data = self.take(end);
            let data = match raw {
                Some(_) => data.to_vec(),
                // Line breaks are never part of the data in ZPL.
                None => data.iter().copied().filter(|b| !matches!(b, b'\r' | b'\n')).collect(),
            };
            return Some(Command { control, name, data, delimiter });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(&str, &str)]) {
        let made: Vec<(String, String)> = Tokens::new(source.as_bytes())
            .map(|c| {
                (
                    String::from_utf8_lossy(&c.name).into_owned(),
                    String::from_utf8_lossy(&c.data).into_owned(),
                )
            })
            .collect();
        let made: Vec<(&str, &str)> = made.iter().map(|(n, d)| (n.as_str(), d.as_str())).collect();
        assert_eq!(made, expected, "{source:?}");
    }

    #[test]
    fn commands_are_cut_at_their_prefixes() {
        check(
            "^XA^FO5,6^FDa,b^FS^XZ",
            &[("XA", ""), ("FO", "5,6"), ("FD", "a,b"), ("FS", ""), ("XZ", "")],
        );
        check("^xa\r\n^fdone\ntwo^fs", &[("XA", ""), ("FD", "onetwo"), ("FS", "")]);
        check("^CC**FD^^x*FSq*CC^^XZ", &[("FD", "^^x"), ("FS", "q"), ("XZ", "")]);
        check("^CD;^FO1;2", &[("FO", "1;2")]);
        check("^A0N,3^A@N,5", &[("A0", "N,3"), ("A@", "N,5")]);
        check("~SD20^", &[("SD", "20")]);
        check("^^^F", &[]);
    }

    #[test]
    fn raw_graphics_may_hold_prefixes() {
        check("^GFB,3,3,1,^~^^FS", &[("GF", "B,3,3,1,^~^"), ("FS", "")]);
        check("^GFB,4000000000,3,1,ab", &[("GF", "B,4000000000,3,1,ab")]);
        check("~DYR:A,B,G,3,1,^~^^FS", &[("DY", "R:A,B,G,3,1,^~^"), ("FS", "")]);
    }

    #[test]
    fn numbers_are_clamped() {
        let command = Tokens::new(b"^BY99999,2.5,-7,x").next().expect("a command");
        let parameters = command.parameters();
        assert_eq!(parameters.int(0), Some(32_000));
        assert_eq!(parameters.decimal(1), Some(2.5));
        assert_eq!(parameters.int(2), Some(-7));
        assert_eq!(parameters.int(3), None);
        assert_eq!(parameters.int(9), None);
    }
}
