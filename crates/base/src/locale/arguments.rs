//! The values that a message can contain.

use std::borrow::Cow;

use fluent_bundle::FluentValue;

use super::format;
use crate::money::Money;

/// One argument of a message: text as it is, or a number that chooses a plural form and is written
/// as the locale writes numbers. Money becomes text in the format of the locale.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument<'a> {
    Text(Cow<'a, str>),
    Number(f64),
}

impl<'a> Argument<'a> {
    pub(super) fn value(&self) -> FluentValue<'_> {
        match self {
            Self::Text(text) => FluentValue::String(Cow::Borrowed(text)),
            Self::Number(number) => FluentValue::from(*number),
        }
    }
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Argument<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a String> for Argument<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Cow<'a, str>> for Argument<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

impl From<Money> for Argument<'_> {
    fn from(money: Money) -> Self {
        Self::Text(Cow::Owned(format::money(money)))
    }
}

macro_rules! from_number {
    ($($number:ty),+) => {
        $(impl From<$number> for Argument<'_> {
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
            fn from(number: $number) -> Self {
                Self::Number(number as f64)
            }
        })+
    };
}

from_number!(u8, u16, u32, u64, usize, i16, i32, i64, f64);

impl From<f32> for Argument<'_> {
    /// The number that the shortest decimal form names: 4.1 stays 4.1.
    fn from(number: f32) -> Self {
        Self::Number(number.to_string().parse().unwrap_or(f64::from(number)))
    }
}
