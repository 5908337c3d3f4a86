//! What a HID device says of itself: whether it is a scale, and whether its weight report
//! has the layout every known scale has. Anything else is refused in words: a weight read
//! from the wrong place would be a wrong price.

use std::collections::BTreeMap;

/// Usage page "Weighing devices" of the HID point-of-sale usages.
const PAGE: u32 = 0x8d;
const SCALING: u32 = 0x41;
const WEIGHT: u32 = 0x40;
const FIRST_UNIT: u32 = 0x51;
const FIRST_STATUS: u32 = 0x71;

/// How the bytes of a weight report are laid out, after the report id if there is one:
/// status, unit, exponent, weight low, weight high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first byte of every report, where the device numbers its reports.
    pub id: Option<u8>,
}

impl Layout {
    /// Bytes of one report.
    pub fn bytes(self) -> usize {
        5 + usize::from(self.id.is_some())
    }
}

/// The layout of a scale, or why it cannot be read; `None` for any other device.
pub fn layout(descriptor: &[u8]) -> Option<Result<Layout, String>> {
    let walk = walk(descriptor);
    walk.scale.then(|| usual(&walk.fields))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Status,
    Unit,
    Scaling,
    Weight,
    /// A list that is not in the order of the usage tables.
    Unordered,
}

/// One input field of the usage page, in bits from the start of its report.
#[derive(Clone, Copy, Debug)]
struct InputField {
    id: Option<u8>,
    at: u32,
    bits: u32,
    what: What,
}

fn usual(fields: &[InputField]) -> Result<Layout, String> {
    let unknown = |why: &str| Err(format!("Its report has an unknown layout: {why}"));
    let mut weights = fields.iter().filter(|field| field.what == What::Weight);
    let (Some(weight), None) = (weights.next(), weights.next()) else {
        return unknown("it does not have one field for the weight");
    };
    let mine = || fields.iter().filter(|field| field.id == weight.id);
    if mine().any(|field| field.what == What::Unordered) {
        return unknown("its states or units are in an order of their own");
    }
    for (what, at, bits, words) in [
        (What::Status, 0, 8, "the state is not its first byte"),
        (What::Unit, 8, 8, "the unit is not its second byte"),
        (What::Scaling, 16, 8, "the exponent is not its third byte"),
        (What::Weight, 24, 16, "the weight is not its last two bytes"),
    ] {
        let mut found = mine().filter(|field| field.what == what);
        let place = found.next().map(|field| (field.at, field.bits));
        if place != Some((at, bits)) || found.next().is_some() {
            return unknown(words);
        }
    }
    Ok(Layout { id: weight.id })
}

#[derive(Default)]
struct Walk {
    scale: bool,
    fields: Vec<InputField>,
}

#[derive(Clone, Copy, Default)]
struct Global {
    page: u32,
    size: u32,
    count: u32,
    id: Option<u8>,
    least: u32,
}

#[derive(Default)]
struct Local {
    usages: Vec<u32>,
    first: Option<u32>,
}

/// No report is larger; more fields than this are nonsense.
const MOST_FIELDS: u32 = 4096;

fn walk(descriptor: &[u8]) -> Walk {
    let mut walk = Walk::default();
    let mut global = Global::default();
    let mut kept = Vec::new();
    let mut local = Local::default();
    let mut ends: BTreeMap<Option<u8>, u32> = BTreeMap::new();
    let mut rest = descriptor;
    while let Some((&prefix, tail)) = rest.split_first() {
        if prefix == 0xfe {
            // A long item: its length, its tag, its bytes. None is defined.
            let length = tail.first().map_or(0, |length| usize::from(*length));
            rest = tail.get(2 + length..).unwrap_or_default();
            continue;
        }
        let length = match prefix & 3 {
            3 => 4,
            few => usize::from(few),
        };
        let Some((data, tail)) = tail.split_at_checked(length) else {
            break;
        };
        rest = tail;
        let value = data
            .iter()
            .rev()
            .fold(0_u32, |sum, byte| (sum << 8) | u32::from(*byte));
        let usage = match length {
            4 => value,
            _ => (global.page << 16) | value,
        };
        match prefix & 0xfc {
            0x04 => global.page = value,
            0x14 => global.least = value,
            0x74 => global.size = value,
            0x84 => global.id = u8::try_from(value).ok(),
            0x94 => global.count = value,
            0xa4 => kept.push(global),
            0xb4 => global = kept.pop().unwrap_or(global),
            0x08 => local.usages.push(usage),
            0x18 => local.first = Some(usage),
            0x28 => {
                if let Some(first) = local.first.take()
                    && usage.saturating_sub(first) < MOST_FIELDS
                {
                    local.usages.extend(first..=usage);
                }
            }
            0xa0 => {
                // An application: what the device, or a part of it, is.
                let weighs = local.usages.first().is_some_and(|it| it >> 16 == PAGE);
                walk.scale |= value == 1 && weighs;
                local = Local::default();
            }
            0x80 => {
                let end = ends.entry(global.id).or_default();
                let width = global.size.saturating_mul(global.count);
                if value & 1 == 0 {
                    fields(&mut walk.fields, global, &local, value & 2 != 0, *end);
                }
                *end = end.saturating_add(width);
                local = Local::default();
            }
            0x90 | 0xb0 | 0xc0 => local = Local::default(),
            _ => {}
        }
    }
    walk
}

fn fields(found: &mut Vec<InputField>, global: Global, local: &Local, variable: bool, at: u32) {
    let mut note = |what, at| {
        found.push(InputField {
            id: global.id,
            at,
            bits: global.size,
            what,
        });
    };
    if !variable {
        let Some(&first) = local.usages.first() else {
            return;
        };
        let what = match (first >> 16, first & 0xffff) {
            (PAGE, 0x71..=0x78) => (What::Status, FIRST_STATUS),
            (PAGE, 0x51..=0x5c) => (What::Unit, FIRST_UNIT),
            _ => return,
        };
        // The byte is a place in this list, counted from the least value.
        let ordered = (what.1..).zip(&local.usages);
        let ordered = ordered.into_iter().all(|(n, usage)| usage & 0xffff == n);
        let plain = ordered && global.least == 1 && global.count == 1;
        return note(if plain { what.0 } else { What::Unordered }, at);
    }
    for place in 0..global.count.min(MOST_FIELDS) {
        let last = local.usages.last();
        let usage = usize::try_from(place)
            .ok()
            .and_then(|place| local.usages.get(place));
        let what = match usage.or(last).map(|usage| (usage >> 16, usage & 0xffff)) {
            Some((PAGE, SCALING)) => What::Scaling,
            Some((PAGE, WEIGHT)) => What::Weight,
            Some((PAGE, 0x71..=0x78 | 0x51..=0x5c)) => What::Unordered,
            _ => continue,
        };
        note(what, at.saturating_add(place.saturating_mul(global.size)));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// As postal scales have it: an application, a data report with number 3, the state and
    /// the unit as lists, exponent and weight as numbers, and a feature report besides.
    pub const NUMBERED: &[u8] = &[
        0x05, 0x8d, 0x09, 0x20, 0xa1, 0x01, // Weighing device, application
        0x85, 0x01, 0x09, 0x30, 0xa1, 0x02, // Report 1: attributes
        0x75, 0x08, 0x95, 0x01, 0x15, 0x00, 0x25, 0xff, 0x09, 0x24, 0xb1, 0x02, 0xc0, //
        0x85, 0x03, 0x09, 0x32, 0xa1, 0x02, // Report 3: data
        0x09, 0x70, 0xa1, 0x02, // Status
        0x09, 0x71, 0x09, 0x72, 0x09, 0x73, 0x09, 0x74, 0x09, 0x75, 0x09, 0x76, 0x09, 0x77, 0x09,
        0x78, 0x15, 0x01, 0x25, 0x08, 0x75, 0x08, 0x95, 0x01, 0x81, 0x00, 0xc0, //
        0x09, 0x50, 0xa1, 0x02, // Unit
        0x19, 0x51, 0x29, 0x5c, 0x25, 0x0c, 0x81, 0x00, 0xc0, //
        0x09, 0x41, 0x15, 0x81, 0x25, 0x7f, 0x81, 0x02, // Exponent
        0x09, 0x40, 0x15, 0x00, 0x27, 0xff, 0xff, 0x00, 0x00, 0x75, 0x10, 0x81,
        0x02, // Weight
        0xc0, 0xc0,
    ];

    /// The same without report numbers.
    pub fn unnumbered() -> Vec<u8> {
        let mut bytes = NUMBERED.to_vec();
        let at = bytes.windows(2).position(|pair| pair == [0x85, 0x03]);
        let at = at.unwrap();
        bytes.drain(at..at + 2);
        bytes.drain(6..8);
        bytes
    }

    pub fn replaced(from: &[u8], to: &[u8]) -> Vec<u8> {
        let at = NUMBERED.windows(from.len()).position(|it| it == from);
        let at = at.unwrap();
        [&NUMBERED[..at], to, &NUMBERED[at + from.len()..]].concat()
    }

    fn why(descriptor: &[u8]) -> String {
        layout(descriptor).unwrap().unwrap_err()
    }

    #[test]
    fn a_scale_is_known_with_and_without_report_numbers() {
        assert_eq!(layout(NUMBERED), Some(Ok(Layout { id: Some(3) })));
        assert_eq!(layout(&unnumbered()), Some(Ok(Layout { id: None })));
        assert_eq!((Layout { id: Some(3) }).bytes(), 6);
        assert_eq!((Layout { id: None }).bytes(), 5);
    }

    #[test]
    fn other_devices_are_no_scales() {
        // A boot keyboard, and a scanner of the point-of-sale page.
        let keyboard = [
            0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x75, 0x08, 0x81, 0x00, 0xc0,
        ];
        let scanner = [0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, 0xc0];
        assert_eq!(layout(&keyboard), None);
        assert_eq!(layout(&scanner), None);
        assert_eq!(layout(&[]), None);
    }

    #[test]
    fn an_unusual_layout_is_refused_in_words() {
        // 32 bits of weight.
        let wide = replaced(&[0x75, 0x10, 0x81, 0x02], &[0x75, 0x20, 0x81, 0x02]);
        assert!(why(&wide).contains("the weight is not its last two bytes"));
        // A byte of padding in front of the exponent.
        let shifted = replaced(&[0x09, 0x41], &[0x81, 0x01, 0x09, 0x41]);
        assert!(why(&shifted).contains("the exponent is not its third byte"));
        // States counted from 0.
        let counted = replaced(&[0x15, 0x01, 0x25, 0x08], &[0x15, 0x00, 0x25, 0x07]);
        assert!(why(&counted).contains("an order of their own"));
        // Units in another order.
        let units = replaced(&[0x19, 0x51, 0x29, 0x5c], &[0x09, 0x5b, 0x09, 0x5c]);
        assert!(why(&units).contains("an order of their own"));
        // No weight at all.
        let none = replaced(&[0x09, 0x40], &[0x09, 0x60]);
        assert!(why(&none).contains("one field for the weight"));
    }

    #[test]
    fn damaged_descriptors_end_quietly() {
        for cut in 0..NUMBERED.len() {
            let _ = layout(&NUMBERED[..cut]);
        }
        assert_eq!(layout(&[0xfe, 0xff]), None);
        let many = [
            0x05, 0x8d, 0x09, 0x20, 0xa1, 0x01, 0x09, 0x40, 0x97, 0xff, 0xff, 0xff, 0xff, 0x77,
            0xff, 0xff, 0xff, 0xff, 0x81, 0x02,
        ];
        assert!(layout(&many).unwrap().is_err());
    }
}
