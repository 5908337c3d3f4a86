//! What is printed on the label beside the addresses: the three reference texts.

use crate::order::Order;
use postroom_parcel::draft::OptionsForm;
use postroom_parcel::problems::CUSTOM_TEXT_CHARS;

/// Replaces the words in braces of the preset's texts: `{number}`, `{reference}`, `{source}` and
/// `{skus}`. If the preset has no text at all, the number and the reference of the order are taken.
///
/// Labels to other countries have room for the third text only, so all are joined there. A text
/// that is too long for its line is cut: it is a help for the packer, and the order has the whole.
pub(super) fn fill(options: &mut OptionsForm, order: &Order, abroad: bool, with_number: bool) {
    let lines = [&options.custom_text1, &options.custom_text2, &options.custom_text3];
    let is_free = lines.iter().all(|line| line.trim().is_empty());
    let lines = match is_free {
        false => lines.map(|line| with_values(line, order)),
        true if with_number => number_and_reference(order),
        true => Default::default(),
    };
    let lines = match abroad {
        false => lines,
        true => {
            let given = lines.iter().map(|line| line.trim());
            let given: Vec<&str> = given.filter(|line| !line.is_empty()).collect();
            [String::new(), String::new(), given.join(" ")]
        }
    };
    let lines = lines.map(|line| cut(&line));
    let [first, second, third] = lines;
    options.custom_text1 = first;
    options.custom_text2 = second;
    options.custom_text3 = third;
}

fn number_and_reference(order: &Order) -> [String; 3] {
    let number = order.number.trim();
    let reference = order.reference.trim();
    let reference = if reference == number { "" } else { reference };
    [number.to_owned(), reference.to_owned(), String::new()]
}

/// The text with the values of the order. A name in braces that is none of these stays.
fn with_values(text: &str, order: &Order) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let value =
            after.split_once('}').and_then(|(name, after)| Some((value_of(name, order)?, after)));
        rest = match value {
            Some((value, after)) => {
                filled.push_str(&value);
                after
            }
            None => {
                filled.push('{');
                after
            }
        };
    }
    filled.push_str(rest);
    filled
}

fn value_of(name: &str, order: &Order) -> Option<String> {
    Some(match name.trim().to_ascii_lowercase().as_str() {
        "number" => order.number.trim().to_owned(),
        "reference" => order.reference.trim().to_owned(),
        "source" => order.source.trim().to_owned(),
        "skus" => {
            let skus = order.items.iter().map(|item| item.sku.trim());
            let skus: Vec<&str> = skus.filter(|sku| !sku.is_empty()).collect();
            skus.join(" ")
        }
        _ => return None,
    })
}

fn cut(line: &str) -> String {
    let line: String = line.trim().chars().take(CUSTOM_TEXT_CHARS).collect();
    line.trim_end().to_owned()
}
