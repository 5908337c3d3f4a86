//! Random changes of input: JSON as a tree, any other input as bytes.

use serde_json::{Map, Value, json};

/// Random numbers from a seed (SplitMix64), so that a run can be repeated.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }

    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    pub fn chance(&mut self, in_hundred: usize) -> bool {
        self.below(100) < in_hundred
    }
}

const TEXTS: [&str; 28] = [
    "",
    " ",
    "x",
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "NaN",
    "US",
    "DE",
    "CA",
    "60606",
    "00000",
    "2026-02-30",
    "2026-03-02",
    "2026-03-02T18:00:00Z",
    "9999-12-31T23:59:60+25:00",
    "POST-eVS",
    "NOVA",
    "PriorityMail",
    "Express12:00",
    "Returned Goods",
    "\u{0}",
    "\u{202e}\u{feff}é📦",
    "%00%ff",
    "'\"\\",
    "^XA^XZ",
];

/// JSON numbers have no limits.
const NUMBERS: [&str; 14] = [
    "0",
    "-0",
    "1",
    "-1",
    "0.1",
    "1.005",
    "70.0000001",
    "1e-400",
    "1e400",
    "1e18",
    "9223372036854775808",
    "-9223372036854775809",
    "0.00000049",
    "99999999999999999999999999",
];

/// Makes one to four changes at random places of the tree. `others` supply parts to insert.
pub fn tree(draw: &mut Draw, value: &Value, others: &[Value]) -> Value {
    let mut value = value.clone();
    for _ in 0..=draw.below(4) {
        let places = count(&value);
        let mut place = draw.below(places);
        let lent = if others.is_empty() {
            Value::Null
        } else {
            let other = draw.one(others).clone();
            let mut place = draw.below(count(&other));
            part(&other, &mut place).unwrap_or_default()
        };
        at(&mut value, &mut place, &mut |value| change(draw, value, &lent));
    }
    value
}

/// The JSON text of a tree, sometimes with damaged bytes.
pub fn text(draw: &mut Draw, value: &Value) -> Vec<u8> {
    let mut text = value.to_string().into_bytes();
    if draw.chance(15) {
        bytes(draw, &mut text);
    }
    text
}

pub fn bytes(draw: &mut Draw, bytes: &mut Vec<u8>) {
    for _ in 0..=draw.below(4) {
        let at = draw.below(bytes.len() + 1);
        let upto = (at + draw.below(12)).min(bytes.len());
        match draw.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..upto)),
            2 => {
                let piece = bytes[at..upto].to_vec();
                let repeat = 1 + draw.below(50);
                bytes.splice(at..at, piece.repeat(repeat));
            }
            3 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << draw.below(8);
                }
            }
            4 => bytes.insert(at, *draw.one(b"{}[]\",:\\0-.e \xff\x00\xc0")),
            _ => {
                let nest = 1 + draw.below(300);
                bytes.splice(at..at, b"[{\"a\":".repeat(nest));
            }
        }
    }
}

fn change(draw: &mut Draw, value: &mut Value, lent: &Value) {
    let new = match draw.below(14) {
        0 => Value::Null,
        1 => json!(draw.chance(50)),
        2..=4 => serde_json::from_str(draw.one::<&str>(&NUMBERS)).unwrap_or_default(),
        5..=7 => json!(draw.one(&TEXTS)),
        8 => lent.clone(),
        9 => json!([value.take()]),
        10 => json!({"id": value.take(), "extra": lent}),
        11 => longer(draw, value),
        12 => shorter(draw, value),
        _ => json!(draw.one(&TEXTS).repeat(1 + draw.below(200))),
    };
    *value = new;
}

fn longer(draw: &mut Draw, value: &Value) -> Value {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let copies = 1 + draw.below(60);
            let one = draw.one(list).clone();
            let mut list = list.clone();
            list.resize(list.len() + copies, one);
            Value::Array(list)
        }
        Value::Object(map) => {
            let mut map = map.clone();
            let name = draw.one(&TEXTS);
            map.insert((*name).to_owned(), json!(draw.one(&TEXTS)));
            Value::Object(map)
        }
        Value::String(text) => json!(format!("{text}{}", draw.one(&TEXTS))),
        other => json!([other, other]),
    }
}

fn shorter(draw: &mut Draw, value: &Value) -> Value {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let mut list = list.clone();
            list.remove(draw.below(list.len()));
            Value::Array(list)
        }
        Value::Object(map) if !map.is_empty() => {
            let gone = draw.below(map.len());
            let kept = map.iter().enumerate().filter(|(at, _)| *at != gone);
            let kept = kept.map(|(_, (key, value))| (key.clone(), value.clone()));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        Value::String(text) => {
            let keep = draw.below(text.chars().count() + 1);
            Value::String(text.chars().take(keep).collect())
        }
        _ => Value::Null,
    }
}

fn children(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(map) => map.values().collect(),
        _ => Vec::new(),
    }
}

fn count(value: &Value) -> usize {
    1 + children(value).into_iter().map(count).sum::<usize>()
}

fn part(value: &Value, place: &mut usize) -> Option<Value> {
    if *place == 0 {
        return Some(value.clone());
    }
    *place -= 1;
    children(value).into_iter().find_map(|child| part(child, place))
}

fn at(value: &mut Value, place: &mut usize, change: &mut dyn FnMut(&mut Value)) -> bool {
    if *place == 0 {
        change(value);
        return true;
    }
    *place -= 1;
    match value {
        Value::Array(list) => list.iter_mut().any(|child| at(child, place, change)),
        Value::Object(map) => map.values_mut().any(|child| at(child, place, change)),
        _ => false,
    }
}
