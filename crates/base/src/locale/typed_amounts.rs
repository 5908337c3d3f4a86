//! Amounts in the fields of a form, after a change of the language: `1,250` is another amount where the
//! comma is the decimal separator.

use std::sync::Arc;

use super::format::{Formats, formats};
use super::parse;

/// The formats in which the amounts of a form are written; known from its first frame on.
#[derive(Default)]
pub struct AmountFormats(Option<Arc<Formats>>);

impl AmountFormats {
    /// Writes the amounts again if the language changed since the last call. Text that is no amount
    /// stays.
    pub fn follow_language<const COUNT: usize>(&mut self, amounts: [&mut String; COUNT]) {
        let now = formats();
        let Some(before) = self.0.replace(Arc::clone(&now)) else {
            return;
        };
        if Arc::ptr_eq(&before, &now) {
            return;
        }
        for text in amounts {
            if let Some(written) = rewritten(text, &before, &now) {
                *text = written;
            }
        }
    }
}

/// `None` for text that means the same in both formats, or is no amount.
fn rewritten(text: &str, before: &Formats, now: &Formats) -> Option<String> {
    if before.has_decimal_comma() == now.has_decimal_comma() {
        return None;
    }
    let amount = parse::amount_in(text, before.has_decimal_comma()).ok()?;
    Some(now.decimal(&amount.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Language;

    #[test]
    fn an_amount_keeps_its_value_in_another_language() {
        let american = Formats::of_tag(Language::English, "en-US");
        let spanish = Formats::of_tag(Language::Spanish, "es-ES");
        let of_mexico = Formats::of_tag(Language::Spanish, "es-MX");
        for (before, now, text, expected) in [
            (&american, &spanish, "50.00", Some("50,00")),
            (&american, &spanish, "1,500", Some("1500,00")),
            (&american, &spanish, "$12,500.50", Some("12.500,50")),
            (&spanish, &american, "1.500", Some("1,500.00")),
            (&spanish, &american, "0,5", Some("0.50")),
            (&american, &of_mexico, "1,500", None),
            (&american, &spanish, "", None),
            (&american, &spanish, "ten", None),
        ] {
            let written = rewritten(text, before, now);
            assert_eq!(written.as_deref(), expected, "{text}");
        }
    }
}
