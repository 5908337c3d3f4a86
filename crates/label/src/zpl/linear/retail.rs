//! EAN and UPC: bars of one to four modules, some of which are longer than the others, and digits
//! below the bars that they belong to.

use super::{digits, mod10};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retail {
    Ean13,
    Ean8,
    UpcA {
        show_check: bool,
    },
    /// The printer shortens ten digits: five of the manufacturer, five of the product.
    UpcE {
        show_check: bool,
    },
    /// The two or five digits to the right of another symbol.
    Extension,
}

/// A symbol in modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetailBars {
    pub modules: Vec<bool>,
    /// The first and one past the last module of the longer bars.
    pub guards: Vec<(usize, usize)>,
    /// The digits and twice the module that each is centered on, from the start of the symbol.
    pub digits: Vec<(char, i32)>,
}

/// The seven modules of the digits with an odd number of dark ones.
const ODD: [u8; 10] = [
    0b0001101, 0b0011001, 0b0010011, 0b0111101, 0b0100011, 0b0110001, 0b0101111, 0b0111011,
    0b0110111, 0b0001011,
];

#[derive(Clone, Copy, PartialEq)]
enum Set {
    Odd,
    Even,
    Right,
}

fn digit_modules(digit: char, set: Set) -> [bool; 7] {
    let value = digit.to_digit(10).unwrap_or(0) as usize;
    let odd = ODD.get(value).copied().unwrap_or(0);
    let pattern = match set {
        Set::Odd => odd,
        Set::Right => !odd & 0x7f,
        Set::Even => (!odd & 0x7f).reverse_bits() >> 1,
    };
    std::array::from_fn(|at| pattern >> (6 - at) & 1 == 1)
}

/// The sets of the digits of the left half by the first digit of EAN-13; the first six also give
/// those of UPC-E by its check digit. A set bit is an even digit.
const PARITY: [u8; 10] = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110,
    0b011010,
];

impl RetailBars {
    fn new() -> RetailBars {
        RetailBars { modules: Vec::new(), guards: Vec::new(), digits: Vec::new() }
    }

    fn frame(&mut self, pattern: &str) {
        let from = self.modules.len();
        self.modules.extend(pattern.bytes().map(|bit| bit == b'1'));
        self.guards.push((from, self.modules.len()));
    }

    fn digit(&mut self, digit: char, set: Set) {
        let middle = self.modules.len() as i32 * 2 + 7;
        self.digits.push((digit, middle));
        self.modules.extend(digit_modules(digit, set));
    }

    /// A digit beside the bars, six modules from them.
    fn beside(&mut self, digit: char, left: bool) {
        let middle = if left { -12 } else { self.modules.len() as i32 * 2 + 12 };
        self.digits.push((digit, middle));
    }

    /// Makes the bars of a digit longer, and moves it beside the symbol.
    fn lengthen_digit(&mut self, from: usize, left: bool) {
        self.guards.push((from, from + 7));
        let at = if left { Some(0) } else { self.digits.len().checked_sub(1) };
        let middle = if left { -12 } else { self.modules.len() as i32 * 2 + 12 };
        if let Some((_, place)) = at.and_then(|at| self.digits.get_mut(at)) {
            *place = middle;
        }
    }
}

/// Encodes `^BE`, `^B8`, `^BU`, `^B9` and `^BS`. Too many digits are cut off, and zeros are put
/// before too few, as printers do.
pub fn retail(kind: Retail, data: &str) -> Option<RetailBars> {
    if digits(data, 1).is_empty() {
        return None;
    }
    let exactly = |count: usize| {
        let body = format!("{:0>count$}", digits(data, count));
        let check = mod10(&body);
        format!("{body}{check}")
    };
    match kind {
        Retail::Ean13 => Some(ean13(&exactly(12))),
        Retail::Ean8 => Some(ean8(&exactly(7))),
        Retail::UpcA { show_check } => Some(upc_a(&exactly(11), show_check)),
        Retail::UpcE { show_check } => upc_e(&digits(data, 12), show_check),
        Retail::Extension => Some(extension(&digits(data, 5))),
    }
}

fn ean13(digits: &str) -> RetailBars {
    let mut bars = RetailBars::new();
    let mut all = digits.chars();
    let first = all.next().unwrap_or('0');
    let parity = PARITY.get(first.to_digit(10).unwrap_or(0) as usize).copied().unwrap_or(0);
    bars.beside(first, true);
    bars.frame("101");
    for (at, digit) in (0..6).zip(all.by_ref()) {
        let even = parity >> (5 - at) & 1 == 1;
        bars.digit(digit, if even { Set::Even } else { Set::Odd });
    }
    bars.frame("01010");
    for digit in all {
        bars.digit(digit, Set::Right);
    }
    bars.frame("101");
    bars
}

fn ean8(digits: &str) -> RetailBars {
    let mut bars = RetailBars::new();
    bars.frame("101");
    for (at, digit) in digits.chars().enumerate() {
        if at == 4 {
            bars.frame("01010");
        }
        bars.digit(digit, if at < 4 { Set::Odd } else { Set::Right });
    }
    bars.frame("101");
    bars
}

fn upc_a(digits: &str, show_check: bool) -> RetailBars {
    let mut bars = RetailBars::new();
    bars.frame("101");
    for (at, digit) in digits.chars().enumerate() {
        if at == 6 {
            bars.frame("01010");
        }
        bars.digit(digit, if at < 6 { Set::Odd } else { Set::Right });
    }
    let last = bars.modules.len().saturating_sub(7);
    bars.frame("101");
    // The first and the last digit have bars as long as the guards.
    bars.lengthen_digit(3, true);
    bars.lengthen_digit(last, false);
    if !show_check {
        bars.digits.pop();
    }
    bars
}

/// The digit of the number system and the six digits that the data stands for, and their check
/// digit. The manual asks for ten digits: those of the manufacturer and of the product; eleven also
/// have the number system, twelve the check digit too. Up to eight are already shortened: six
/// digits, with the number system from seven on, and the check digit as the eighth.
fn shortened(data: &str) -> Option<(char, String, u32)> {
    let (system, six) = match data.len() {
        0..=6 => ('0', format!("{data:0>6}")),
        7 | 8 => (data.chars().next()?, data.get(1..7)?.to_owned()),
        9 | 10 => ('0', zeros_out(&format!("{data:0>10}"))?),
        _ => (data.chars().next()?, zeros_out(data.get(1..11)?)?),
    };
    if !matches!(system, '0' | '1') {
        return None;
    }
    let [a, b, c, d, e, f]: [char; 6] = six.chars().collect::<Vec<_>>().try_into().ok()?;
    let long = match f {
        '0'..='2' => format!("{system}{a}{b}{f}0000{c}{d}{e}"),
        '3' => format!("{system}{a}{b}{c}00000{d}{e}"),
        '4' => format!("{system}{a}{b}{c}{d}00000{e}"),
        _ => format!("{system}{a}{b}{c}{d}{e}0000{f}"),
    };
    Some((system, six, mod10(&long)))
}

/// Ten digits without the zeros that UPC-E leaves out.
fn zeros_out(ten: &str) -> Option<String> {
    let (maker, product) = ten.split_at_checked(5)?;
    let maker: Vec<char> = maker.chars().collect();
    let product: Vec<char> = product.chars().collect();
    let (&[a, b, c, d, e], &[f, g, h, i, j]) = (maker.as_slice(), product.as_slice()) else {
        return None;
    };
    Some(match (c, d, e, f, g, h, i, j) {
        ('0'..='2', '0', '0', '0', '0', _, _, _) => [a, b, h, i, j, c].iter().collect(),
        (_, '0', '0', '0', '0', '0', _, _) => [a, b, c, i, j, '3'].iter().collect(),
        (_, _, '0', '0', '0', '0', '0', _) => [a, b, c, d, j, '4'].iter().collect(),
        (_, _, _, '0', '0', '0', '0', '5'..='9') => [a, b, c, d, e, j].iter().collect(),
        _ => return None,
    })
}

fn upc_e(data: &str, show_check: bool) -> Option<RetailBars> {
    let (system, six, check) = shortened(data)?;
    // The parity is the inverse of that of EAN-13, and is inverted for the number system 1.
    let parity = !PARITY.get(check as usize)? & 0x3f;
    let parity = match (check, system) {
        (0, '0') => 0b111000,
        (0, _) => 0b000111,
        (_, '0') => parity,
        _ => !parity & 0x3f,
    };
    let mut bars = RetailBars::new();
    bars.beside(system, true);
    bars.frame("101");
    for (at, digit) in (0..6).zip(six.chars()) {
        let even = parity >> (5 - at) & 1 == 1;
        bars.digit(digit, if even { Set::Even } else { Set::Odd });
    }
    bars.frame("010101");
    if show_check {
        bars.beside(char::from_digit(check, 10)?, false);
    }
    Some(bars)
}

/// Two digits stay two; all other data becomes five digits.
fn extension(digits: &str) -> RetailBars {
    let digits = match digits.len() {
        2 => digits.to_owned(),
        _ => format!("{digits:0>5}"),
    };
    let parity = if digits.len() == 2 {
        digits.parse::<usize>().unwrap_or(0) % 4
    } else {
        const EVEN: [usize; 10] = [
            0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001,
            0b00101,
        ];
        let weights = [3, 9].into_iter().cycle();
        let values = digits.bytes().map(|byte| usize::from(byte.saturating_sub(b'0')));
        let sum: usize = values.zip(weights).map(|(value, weight)| value * weight).sum();
        EVEN.get(sum % 10).copied().unwrap_or(0)
    };
    let mut bars = RetailBars::new();
    bars.modules.extend([true, false, true, true]);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 {
            bars.modules.extend([false, true]);
        }
        let even = parity >> (digits.len() - 1 - at) & 1 == 1;
        bars.digit(digit, if even { Set::Even } else { Set::Odd });
    }
    bars
}
