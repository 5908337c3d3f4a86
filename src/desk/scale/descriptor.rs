//! Parses the report descriptor of a HID device: whether the device is a scale, and whether its
//! weight report has the layout of all known scales. Any other layout is refused with an
//! explanation, because a weight read from the wrong bytes would give a wrong price.

use hidreport::hid::{GlobalItem, Item, ItemType, LocalItem, MainItem, ReportDescriptorItems};
use hidreport::{ArrayField, CollectionType, Field, Report, ReportDescriptor, Usage};

use crate::text;

/// Usage page "Weighing devices" of the HID point-of-sale usages.
pub const PAGE: u16 = 0x8d;
const SCALING: u16 = 0x41;
const WEIGHT: u16 = 0x40;
const FIRST_UNIT: u16 = 0x51;
const FIRST_STATUS: u16 = 0x71;

/// Layout of a weight report, after the report id if there is one: status, unit, exponent, weight
/// low byte, weight high byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The report id, which is the first byte of every report, if the device uses ids.
    pub id: Option<u8>,
}

impl Layout {
    /// Bytes of one report.
    pub fn bytes(self) -> usize {
        5 + usize::from(self.id.is_some())
    }
}

/// The layout of a scale, or why it is not supported; `None` for any other device.
pub fn layout(descriptor: &[u8]) -> Option<Result<Layout, String>> {
    // Some devices pad their descriptor with zeros, which are not items.
    let end = descriptor.iter().rposition(|byte| *byte != 0)?;
    let descriptor = descriptor.get(..=end)?;
    let Ok(items) = ReportDescriptorItems::try_from(descriptor) else {
        let begins_as_one = descriptor.starts_with(&[0x05, PAGE as u8]);
        return begins_as_one.then(|| unknown(text!("settings-scale-layout-damaged")));
    };
    if !is_scale(&items) {
        return None;
    }
    if !is_modest(&items) {
        return Some(unknown(text!("settings-scale-layout-not-scale")));
    }
    Some(match ReportDescriptor::try_from(descriptor) {
        Ok(descriptor) => usual(&input_fields(&descriptor)),
        Err(_) => unknown(text!("settings-scale-layout-damaged")),
    })
}

fn unknown(why: &str) -> Result<Layout, String> {
    Err(text!("settings-scale-layout-unknown", reason = why))
}

/// Whether the device has an application collection of the weighing page.
fn is_scale(items: &ReportDescriptorItems) -> bool {
    let (mut page, mut named) = (0, None);
    for item in items.iter() {
        match item.item().item_type() {
            ItemType::Global(GlobalItem::UsagePage(set)) => page = u16::from(set),
            ItemType::Local(LocalItem::Usage(of, _)) => named = named.or(Some(u16::from(of))),
            ItemType::Main(MainItem::Collection(CollectionType::Application))
                if named.unwrap_or(page) == PAGE =>
            {
                return true;
            }
            ItemType::Main(_) => named = None,
            _ => {}
        }
    }
    false
}

const MOST_COLLECTIONS: usize = 32;
const MOST_FIELDS: usize = 1024;
const MOST_USAGES: u32 = 0xff;
const MOST_BITS: usize = 4096;

/// Whether `hidreport` can parse it safely. A few bytes can declare billions of fields and usages,
/// all of which `hidreport` allocates; and it panics if a usage has no page.
fn is_modest(items: &ReportDescriptorItems) -> bool {
    let (mut has_page, mut count, mut fields, mut collections) = (false, 0, 0_usize, 0);
    for item in items.iter() {
        let modest = match item.item().item_type() {
            ItemType::Global(GlobalItem::UsagePage(_)) => {
                has_page = true;
                true
            }
            ItemType::Global(GlobalItem::Push) => has_page,
            ItemType::Global(GlobalItem::ReportSize(size)) => usize::from(size) <= MOST_BITS,
            ItemType::Global(GlobalItem::ReportCount(set)) => {
                count = usize::from(set);
                count <= MOST_FIELDS
            }
            ItemType::Local(LocalItem::UsageMinimum(least)) => {
                has_page && u32::from(least) <= MOST_USAGES
            }
            ItemType::Local(LocalItem::UsageMaximum(most)) => {
                has_page && u32::from(most) <= MOST_USAGES
            }
            ItemType::Local(_) => has_page,
            ItemType::Main(MainItem::Collection(_)) => {
                collections += 1;
                collections <= MOST_COLLECTIONS
            }
            ItemType::Main(MainItem::EndCollection) => true,
            ItemType::Main(_) => {
                fields += count.max(1);
                fields <= MOST_FIELDS
            }
            _ => true,
        };
        if !modest {
            return false;
        }
    }
    true
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Status,
    Unit,
    Scaling,
    Weight,
    /// A list whose order differs from the usage tables.
    Unordered,
}

/// One input field of the usage page. `at` and `bits` are in bits; `at` is counted after the report
/// id.
#[derive(Clone, Copy, Debug)]
struct InputField {
    id: Option<u8>,
    at: usize,
    bits: usize,
    what: What,
}

fn usual(fields: &[InputField]) -> Result<Layout, String> {
    let mut weights = fields.iter().filter(|field| field.what == What::Weight);
    let (Some(weight), None) = (weights.next(), weights.next()) else {
        return unknown(text!("settings-scale-layout-no-weight"));
    };
    let mine = || fields.iter().filter(|field| field.id == weight.id);
    if mine().any(|field| field.what == What::Unordered) {
        return unknown(text!("settings-scale-layout-order"));
    }
    for (what, at, bits, words) in [
        (What::Status, 0, 8, text!("settings-scale-layout-state")),
        (What::Unit, 8, 8, text!("settings-scale-layout-unit")),
        (What::Scaling, 16, 8, text!("settings-scale-layout-exponent")),
        (What::Weight, 24, 16, text!("settings-scale-layout-weight")),
    ] {
        let mut found = mine().filter(|field| field.what == what);
        let place = found.next().map(|field| (field.at, field.bits));
        if place != Some((at, bits)) || found.next().is_some() {
            return unknown(words);
        }
    }
    Ok(Layout { id: weight.id })
}

fn input_fields(descriptor: &ReportDescriptor) -> Vec<InputField> {
    let mut found = Vec::new();
    for report in descriptor.input_reports() {
        let id = report.report_id().map(u8::from);
        let number_bits = if id.is_some() { 8 } else { 0 };
        for field in report.fields() {
            let what = match field {
                Field::Variable(field) => number(field.usage),
                Field::Array(field) => list(field),
                Field::Constant(_) => None,
            };
            found.extend(what.map(|what| InputField {
                id,
                at: field.bits().start.saturating_sub(number_bits),
                bits: field.bits().len(),
                what,
            }));
        }
    }
    found
}

fn usage(usage: Usage) -> (u16, u16) {
    (usage.usage_page.into(), usage.usage_id.into())
}

fn number(of: Usage) -> Option<What> {
    match usage(of) {
        (PAGE, SCALING) => Some(What::Scaling),
        (PAGE, WEIGHT) => Some(What::Weight),
        (PAGE, 0x71..=0x78 | 0x51..=0x5c) => Some(What::Unordered),
        _ => None,
    }
}

/// An array field: its byte is an index into the list of usages, counted from the logical minimum.
fn list(field: &ArrayField) -> Option<What> {
    let (what, first) = match usage(*field.usages().first()?) {
        (PAGE, 0x71..=0x78) => (What::Status, FIRST_STATUS),
        (PAGE, 0x51..=0x5c) => (What::Unit, FIRST_UNIT),
        _ => return None,
    };
    let mut places = (first..).zip(field.usages());
    let ordered = places.all(|(id, listed)| usage(*listed).1 == id);
    let plain =
        ordered && i32::from(field.logical_minimum) == 1 && usize::from(field.report_count) == 1;
    Some(if plain { what } else { What::Unordered })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A descriptor as postal scales have it: an application, a data report with id 3, status and
    /// unit as arrays, exponent and weight as numbers, and a feature report.
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

    /// The same without report ids.
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
        let keyboard = [0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x75, 0x08, 0x81, 0x00, 0xc0];
        let scanner = [0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, 0xc0];
        assert_eq!(layout(&keyboard), None);
        assert_eq!(layout(&scanner), None);
        assert_eq!(layout(&[]), None);
    }

    #[test]
    fn an_unusual_layout_is_refused_in_words() {
        // 32 bits of weight.
        let wide = replaced(&[0x75, 0x10, 0x81, 0x02], &[0x75, 0x20, 0x81, 0x02]);
        assert!(why(&wide).contains("the weight isn’t its last two bytes"));
        // A byte of padding in front of the exponent.
        let shifted = replaced(&[0x09, 0x41], &[0x81, 0x01, 0x09, 0x41]);
        assert!(why(&shifted).contains("the exponent isn’t its third byte"));
        // States counted from 0.
        let counted = replaced(&[0x15, 0x01, 0x25, 0x08], &[0x15, 0x00, 0x25, 0x07]);
        assert!(why(&counted).contains("in an unusual order"));
        // Units in another order.
        let units = replaced(&[0x19, 0x51, 0x29, 0x5c], &[0x09, 0x5b, 0x09, 0x5c]);
        assert!(why(&units).contains("in an unusual order"));
        // No weight at all.
        let none = replaced(&[0x09, 0x40], &[0x09, 0x60]);
        assert!(why(&none).contains("exactly one weight field"));
    }

    #[test]
    fn zeros_behind_a_descriptor_are_passed_over() {
        let filled = [NUMBERED, &[0; 9]].concat();
        assert_eq!(layout(&filled), Some(Ok(Layout { id: Some(3) })));
    }

    #[test]
    fn damaged_descriptors_end_quietly() {
        for cut in 0..NUMBERED.len() {
            let _ = layout(&NUMBERED[..cut]);
            for put in [0x00, 0x19, 0x2b, 0x77, 0x81, 0x97, 0xa4, 0xb4, 0xc0, 0xfe, 0xff] {
                let mut changed = NUMBERED.to_vec();
                changed[cut] = put;
                let _ = layout(&changed);
            }
        }
        assert_eq!(layout(&[0xfe, 0xff]), None);
        assert_eq!(layout(&[0, 0]), None);
        let scale = |rest: &[u8]| [&[0x05, 0x8d, 0x09, 0x20, 0xa1, 0x01], rest].concat();
        for (what, rest) in [
            (
                "thousands of millions of fields",
                &[
                    0x09, 0x40, 0x97, 0xff, 0xff, 0xff, 0xff, 0x77, 0xff, 0xff, 0xff, 0xff, 0x81,
                    0x02,
                ][..],
            ),
            (
                "thousands of millions of usages",
                &[0x19, 0x00, 0x2b, 0xff, 0xff, 0xff, 0xff, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02],
            ),
            ("an item cut off", &[0x27, 0xff]),
            ("more ends than beginnings", &[0xc0, 0xc0]),
            ("more pops than pushes", &[0xb4]),
        ] {
            assert!(layout(&scale(rest)).unwrap().is_err(), "{what}");
        }
        // A usage without a page, followed by a part of the device that is a scale.
        let bare = [&[0x09, 0x20, 0xa1, 0x01, 0xc0][..], NUMBERED].concat();
        assert!(why(&bare).contains("isn’t that of a scale"));
        let nested = [&[0x05, 0x8d, 0x09, 0x20][..], &[0xa1, 0x01].repeat(2_000)].concat();
        assert!(why(&nested).contains("isn’t that of a scale"));
    }
}
