//! GS1 DataBar (ISO/IEC 24724), types 1 to 6 of `^BR`. Types 7 to 12 are in [`composite`].

pub mod composite;
pub mod expanded;
pub mod general;

use super::mask::{Mask, Paint};

/// The parameters of `^BR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataBarOptions {
    /// 1 to 12.
    pub kind: u8,
    pub magnification: i32,
    /// The height of a separator row in modules, 1 or 2.
    pub separator: i32,
    /// The height of the linear part of types 11 and 12 in dots.
    pub height: i32,
    /// The data characters in a row of DataBar Expanded: even, 2 to 22.
    pub segments: usize,
}

/// A row of modules, dark ones true.
pub type Row = Vec<bool>;

/// Rows and their heights in modules. A height of 0 is that of a separator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows(pub Vec<(Row, i32)>);

/// The widths of the bars and spaces of each row, as digits.
#[cfg(test)]
pub fn runs_of_rows(rows: &Rows) -> Vec<String> {
    let line = |row: &Row| -> String {
        let runs = row.chunk_by(|a, b| a == b);
        runs.map(|run| run.len().to_string()).collect()
    };
    rows.0.iter().map(|(row, _)| line(row)).collect()
}

/// Stands for FNC1 between element strings.
pub const FNC1: char = '\u{1d}';

/// The rows of types 1 to 6.
pub fn rows(data: &str, asked: &DataBarOptions, linked: bool) -> Option<Rows> {
    if asked.kind == 6 {
        // More than the symbology holds.
        if data.len() > 200 {
            return None;
        }
        let elements = element_string(data);
        return expanded::rows(&elements, asked.segments, linked);
    }
    let value = item_number(data)?;
    let single = |row: Row, height: i32| Some(Rows(vec![(row, height)]));
    match asked.kind {
        1 => single(omnidirectional(value, linked)?.whole(), 33),
        2 => single(omnidirectional(value, linked)?.whole(), 13),
        3 => Some(omnidirectional(value, linked)?.stacked()),
        4 => Some(omnidirectional(value, linked)?.stacked_omnidirectional()),
        _ => single(limited(value, linked)?, 10),
    }
}

/// Draws all types.
pub fn mask(data: &str, asked: &DataBarOptions) -> Option<Mask> {
    if asked.kind > 6 || data.contains('|') {
        return composite::mask(data, asked);
    }
    draw_rows(&rows(data, asked, false)?, asked.magnification, asked.separator)
}

/// Draws rows of modules.
pub fn draw_rows(rows: &Rows, module: i32, separator: i32) -> Option<Mask> {
    let in_dots = rows.0.iter().map(|(row, height)| {
        let height = if *height == 0 { separator } else { *height };
        (row.clone(), height.saturating_mul(module))
    });
    draw_dots(&Rows(in_dots.collect()), module)
}

/// Draws rows of modules whose heights are in dots.
pub fn draw_dots(rows: &Rows, module: i32) -> Option<Mask> {
    let wide = rows.0.iter().map(|row| row.0.len()).max()?;
    let high = rows.0.iter().try_fold(0_i32, |sum, (_, height)| sum.checked_add(*height))?;
    let mut mask = Mask::new(i32::try_from(wide).ok()?.checked_mul(module)?, high)?;
    let mut top = 0;
    for (row, height) in &rows.0 {
        for (x, _) in (0..).zip(row).filter(|(_, dark)| **dark) {
            mask.fill(x * module, top, module, *height, Paint::Black);
        }
        top += height;
    }
    Some(mask)
}

/// The thirteen digits of an item number without its check digit. A leading AI 01 and a check digit
/// are dropped; too few digits get zeros before them.
fn item_number(data: &str) -> Option<u64> {
    let bare = data.strip_prefix("(01)").unwrap_or(data);
    let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.len() {
        15 | 16 => digits.strip_prefix("01").unwrap_or(&digits),
        _ => &digits,
    };
    let thirteen = digits.get(..13).unwrap_or(digits);
    thirteen.parse().ok()
}

/// Data with its FNC1 characters. In parentheses, the names of elements are marked; elements of
/// variable length then end with FNC1. Else `>8` is FNC1, as in `^BC`.
pub fn element_string(data: &str) -> String {
    let data = data.replace(">8", &FNC1.to_string());
    if !data.starts_with('(') {
        return data.trim_matches(FNC1).to_owned();
    }
    let mut out = String::new();
    let mut open = false;
    for part in data.split('(').skip(1) {
        if open && !out.ends_with(FNC1) {
            out.push(FNC1);
        }
        let (name, value) = part.split_once(')').unwrap_or((part, ""));
        out.push_str(name);
        out.push_str(value);
        open = !has_known_length(name);
    }
    out.trim_matches(FNC1).to_owned()
}

/// Whether the length of an element follows from the first two digits of its name.
fn has_known_length(name: &str) -> bool {
    let start: Option<u32> = name.get(..2).and_then(|digits| digits.parse().ok());
    matches!(start, Some(0..=4 | 11..=20 | 31..=36 | 41))
}

/// The binomial coefficient.
fn choose(n: i64, r: i64) -> i64 {
    let least = r.min(n - r);
    (1..=least).fold(1, |value, at| value * (n - least + at) / at)
}

/// The widths of `elements` elements that are `modules` wide together and at most `widest` each, by
/// the number of the combination. With `narrow`, one of them at least is a single module.
pub fn combination_widths(
    mut number: i64,
    mut modules: i64,
    elements: i64,
    widest: i64,
    narrow: bool,
) -> Vec<i64> {
    let mut out = Vec::new();
    let mut has_narrow = false;
    for at in 0..elements - 1 {
        let after = elements - at - 1;
        let mut width = 1;
        loop {
            let left = modules - width;
            let mut count = choose(left - 1, after - 1);
            if narrow && !has_narrow && width > 1 && left - after >= after {
                count -= choose(left - after - 1, after - 1);
            }
            if after > 1 {
                let too_wide: i64 = (widest + 1..=left - after + 1)
                    .map(|wide| choose(left - wide - 1, after - 2))
                    .sum();
                count -= too_wide * after;
            } else if left > widest {
                count -= 1;
            }
            if number < count {
                break;
            }
            number -= count;
            width += 1;
        }
        has_narrow |= width == 1;
        modules -= width;
        out.push(width);
    }
    out.push(modules);
    out
}

/// How a data character is split into its odd and its even elements: the least value, the modules
/// and the widest element of both, and the number of combinations of one of them.
#[derive(Clone, Copy)]
pub struct Group {
    pub from: i64,
    pub odd: (i64, i64),
    pub even: (i64, i64),
    pub count: i64,
}

pub const fn group(from: i64, odd: (i64, i64), even: (i64, i64), count: i64) -> Group {
    Group { from, odd, even, count }
}

pub fn group_of(groups: &[Group], value: i64) -> Option<Group> {
    groups.iter().rev().find(|group| group.from <= value).copied()
}

pub fn interleaved(odd: Vec<i64>, even: Vec<i64>) -> Vec<i64> {
    odd.into_iter().zip(even).flat_map(|(odd, even)| [odd, even]).collect()
}

/// Elements as modules. The first has the color given.
pub fn modules(elements: &[i64], mut dark: bool) -> Row {
    let mut row = Row::new();
    for width in elements {
        row.extend(std::iter::repeat_n(dark, usize::try_from(*width).unwrap_or(0)));
        dark = !dark;
    }
    row
}

const OUTSIDE: [Group; 5] = [
    group(0, (12, 8), (4, 1), 1),
    group(161, (10, 6), (6, 3), 10),
    group(961, (8, 4), (8, 5), 34),
    group(2_015, (6, 3), (10, 6), 70),
    group(2_715, (4, 1), (12, 8), 126),
];
const INSIDE: [Group; 4] = [
    group(0, (5, 2), (10, 7), 4),
    group(336, (7, 4), (8, 5), 20),
    group(1_036, (9, 6), (6, 3), 48),
    group(1_516, (11, 8), (4, 1), 81),
];
const FINDERS: [[i64; 5]; 9] = [
    [3, 8, 2, 1, 1],
    [3, 5, 5, 1, 1],
    [3, 3, 7, 1, 1],
    [3, 1, 9, 1, 1],
    [2, 7, 4, 1, 1],
    [2, 5, 6, 1, 1],
    [2, 3, 8, 1, 1],
    [1, 5, 7, 1, 1],
    [1, 3, 9, 1, 1],
];

/// The elements of both halves, without the guards.
struct Halves {
    left: Vec<i64>,
    right: Vec<i64>,
}

fn omnidirectional(value: u64, linked: bool) -> Option<Halves> {
    const HALF: i64 = 4_537_077;
    let value = i64::try_from(value).ok()? + if linked { 10_000_000_000_000 } else { 0 };
    let (left, right) = (value / HALF, value % HALF);
    let outside = |value: i64| {
        let group = group_of(&OUTSIDE, value)?;
        let value = value - group.from;
        let odd = combination_widths(value / group.count, group.odd.0, 4, group.odd.1, false);
        let even = combination_widths(value % group.count, group.even.0, 4, group.even.1, true);
        Some(interleaved(odd, even))
    };
    let inside = |value: i64| {
        let group = group_of(&INSIDE, value)?;
        let value = value - group.from;
        let odd = combination_widths(value % group.count, group.odd.0, 4, group.odd.1, true);
        let even = combination_widths(value / group.count, group.even.0, 4, group.even.1, false);
        Some(interleaved(odd, even))
    };
    let characters = [
        outside(left / 1_597)?,
        inside(left % 1_597)?,
        outside(right / 1_597)?,
        inside(right % 1_597)?,
    ];
    let weights = std::iter::successors(Some(1), |weight| Some(weight * 3 % 79));
    let products = characters.iter().flatten().zip(weights);
    let mut check: i64 = products.map(|(width, weight)| width * weight).sum::<i64>() % 79;
    check += i64::from(check >= 8);
    check += i64::from(check >= 72);
    let finder = |value: i64| FINDERS.get(usize::try_from(value).ok()?).copied();
    let (before, after) = (finder(check / 9)?, finder(check % 9)?);
    let [first, second, third, fourth] = characters;
    Some(Halves {
        left: first.into_iter().chain(before).chain(second.into_iter().rev()).collect(),
        right: fourth
            .into_iter()
            .chain(after.into_iter().rev())
            .chain(third.into_iter().rev())
            .collect(),
    })
}

impl Halves {
    fn whole(&self) -> Row {
        let guard = [1, 1];
        let all: Vec<i64> =
            guard.iter().chain(&self.left).chain(&self.right).chain(&guard).copied().collect();
        modules(&all, false)
    }

    /// The two rows of the stacked symbols, fifty modules each.
    fn two_rows(&self) -> (Row, Row) {
        let framed = |half: &[i64], dark: bool| {
            let mut all = vec![1, 1];
            all.extend(half);
            all.extend([1, 1]);
            modules(&all, dark)
        };
        (framed(&self.left, false), framed(&self.right, true))
    }

    fn stacked(&self) -> Rows {
        let (top, bottom) = self.two_rows();
        let mut separator = vec![false];
        for (upper, lower) in top.iter().zip(&bottom).skip(1) {
            let before = separator.last().copied().unwrap_or(false);
            separator.push(if upper == lower { !upper } else { !before });
        }
        clear_ends(&mut separator);
        Rows(vec![(top, 5), (separator, 0), (bottom, 7)])
    }

    fn stacked_omnidirectional(&self) -> Rows {
        let (top, bottom) = self.two_rows();
        let mut above = complement(&top, &[18], 13);
        let mut below = complement(&bottom, &[19], 13);
        clear_ends(&mut above);
        clear_ends(&mut below);
        // The finder of value 3 shifts its separator by a module.
        let third = modules(&[9, 1, 3], true);
        if bottom.get(19..32) == Some(third.as_slice()) {
            for (module, dark) in below.iter_mut().skip(19).zip("0000000000100".bytes()) {
                *module = dark == b'1';
            }
        }
        let mut middle: Row = (0..50).map(|at| at % 2 == 1).collect();
        clear_ends(&mut middle);
        Rows(vec![(top, 33), (above, 0), (middle, 0), (below, 0), (bottom, 33)])
    }
}

/// The complement of a row, in which light modules of the finder patterns alternate.
pub fn complement(row: &[bool], finders: &[usize], long: usize) -> Row {
    let mut out: Row = row.iter().map(|dark| !dark).collect();
    for from in finders {
        for at in *from..*from + long {
            let before = at.checked_sub(1);
            let dark = |row: &[bool], at: Option<usize>| at.and_then(|at| row.get(at).copied());
            let made = match (row.get(at), dark(row, before)) {
                (Some(true), _) => false,
                (Some(false), Some(true)) => true,
                _ => dark(&out, before) == Some(false),
            };
            if let Some(module) = out.get_mut(at) {
                *module = made;
            }
        }
    }
    out
}

/// The first and the last four modules of a separator are light.
pub fn clear_ends(row: &mut [bool]) {
    let last = row.len().saturating_sub(4);
    for (at, module) in row.iter_mut().enumerate() {
        if at < 4 || at >= last {
            *module = false;
        }
    }
}

const LIMITED: [Group; 7] = [
    group(0, (17, 6), (9, 3), 28),
    group(183_064, (13, 5), (13, 4), 728),
    group(820_064, (9, 3), (17, 6), 6_454),
    group(1_000_776, (15, 5), (11, 4), 203),
    group(1_491_021, (11, 4), (15, 5), 2_408),
    group(1_979_845, (19, 8), (7, 1), 1),
    group(1_996_939, (7, 1), (19, 8), 16_632),
];

fn limited(value: u64, linked: bool) -> Option<Row> {
    const HALF: i64 = 2_013_571;
    if value >= 2_000_000_000_000 {
        return None;
    }
    let value = i64::try_from(value).ok()? + if linked { 2_015_133_531_096 } else { 0 };
    let character = |value: i64| {
        let group = group_of(&LIMITED, value)?;
        let value = value - group.from;
        let odd = combination_widths(value / group.count, group.odd.0, 7, group.odd.1, false);
        let even = combination_widths(value % group.count, group.even.0, 7, group.even.1, true);
        Some(interleaved(odd, even))
    };
    let (left, right) = (character(value / HALF)?, character(value % HALF)?);
    let weights = std::iter::successors(Some(1), |weight| Some(weight * 3 % 89));
    let products = left.iter().chain(&right).zip(weights);
    let check = products.map(|(width, weight)| width * weight).sum::<i64>() % 89;
    let number = *limited_checks().get(usize::try_from(check).ok()?)?;
    let spaces = combination_widths(number / 21, 8, 6, 3, false);
    let bars = combination_widths(number % 21, 8, 6, 3, false);
    let mut all = vec![1, 1];
    all.extend(left);
    all.extend(interleaved(spaces, bars));
    all.extend([1, 1]);
    all.extend(right);
    all.extend([1, 1]);
    Some(modules(&all, false))
}

/// The numbers of the combinations of spaces and of bars that are the 89 check characters.
fn limited_checks() -> Vec<i64> {
    let ranges: [(i64, i64); 12] = [
        (0, 43),
        (45, 45),
        (52, 52),
        (57, 57),
        (63, 66),
        (73, 79),
        (82, 82),
        (126, 130),
        (132, 132),
        (141, 146),
        (210, 217),
        (220, 220),
    ];
    let more = [(316, 320), (322, 323), (326, 326), (337, 337)];
    ranges.into_iter().chain(more).flat_map(|(from, to)| from..=to).collect()
}

#[cfg(test)]
mod tests;
