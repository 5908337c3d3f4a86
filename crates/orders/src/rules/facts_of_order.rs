//! What the conditions ask of one order, each computed once and only if a rule asks.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::po_box;
use crate::order::Order;
use crate::order_draft::weight_of_order;
use postroom_base::geography;
use postroom_base::geography::Country;
use postroom_base::measure::exact_weight::ExactWeightSum;
use postroom_base::money::Money;
use postroom_parcel::problems::us_territory;

pub(super) struct FactsOfOrder<'a> {
    pub order: &'a Order,
    country: OnceCell<Option<&'static Country>>,
    weight: OnceCell<Option<ExactWeightSum>>,
    value: OnceCell<Option<Money>>,
    pieces: OnceCell<Option<u32>>,
    skus: OnceCell<Vec<String>>,
    shipping: OnceCell<String>,
    source: OnceCell<String>,
    state: OnceCell<Cow<'static, [String]>>,
    zip: OnceCell<String>,
    is_po_box: OnceCell<bool>,
}

impl<'a> FactsOfOrder<'a> {
    pub fn new(order: &'a Order) -> Self {
        Self {
            order,
            country: OnceCell::new(),
            weight: OnceCell::new(),
            value: OnceCell::new(),
            pieces: OnceCell::new(),
            skus: OnceCell::new(),
            shipping: OnceCell::new(),
            source: OnceCell::new(),
            state: OnceCell::new(),
            zip: OnceCell::new(),
            is_po_box: OnceCell::new(),
        }
    }

    /// The recipient's country; `None` if it is missing or unknown.
    pub fn country(&self) -> Option<&'static Country> {
        let find = || geography::country(&self.order.to.country);
        *self.country.get_or_init(find)
    }

    /// The country whose postal service delivers there.
    pub fn postal_country(&self) -> Option<&'static str> {
        self.country().map(|country| postal_code_of(&country.a2))
    }

    /// The state in each of its spellings, as [`geography::plain_name`] writes them: code and name
    /// of a known one, of Puerto Rico also as a country.
    pub fn state(&self) -> &[String] {
        self.state.get_or_init(|| {
            let country = self.country();
            let territory = country.and_then(|country| us_territory(&country.a2));
            let text = territory.unwrap_or(self.order.to.state.as_str());
            let country = if territory.is_some() { geography::country("US") } else { country };
            match country.and_then(|country| country.subdivision(text)) {
                Some(known) => Cow::Borrowed(known.spellings.as_slice()),
                None => {
                    let plain = Some(geography::plain_name(text)).filter(|it| !it.is_empty());
                    Cow::Owned(plain.into_iter().collect())
                }
            }
        })
    }

    /// As [`plain_zip`] writes it.
    pub fn zip(&self) -> &str {
        self.zip.get_or_init(|| plain_zip(&self.order.to.zip))
    }

    pub fn weight(&self) -> Option<ExactWeightSum> {
        *self.weight.get_or_init(|| weight_of_order(self.order))
    }

    pub fn value(&self) -> Option<Money> {
        *self.value.get_or_init(|| self.order.value())
    }

    /// `None` if a quantity cannot be read.
    pub fn pieces(&self) -> Option<u32> {
        let count = || {
            let mut items = self.order.items.iter();
            items.try_fold(0_u32, |sum, item| sum.checked_add(item.pieces()?))
        };
        *self.pieces.get_or_init(count)
    }

    /// In lower case, without surrounding spaces.
    pub fn skus(&self) -> &[String] {
        let items = self.order.items.iter();
        self.skus.get_or_init(|| items.map(|item| plain_text(&item.sku)).collect())
    }

    pub fn shipping(&self) -> &str {
        let plain = || plain_text(&self.order.shipping);
        self.shipping.get_or_init(plain)
    }

    pub fn source(&self) -> &str {
        self.source.get_or_init(|| plain_text(&self.order.source))
    }

    pub fn is_po_box(&self) -> bool {
        *self.is_po_box.get_or_init(|| po_box::is_po_box(&self.order.to))
    }

    pub fn is_military(&self) -> bool {
        self.country().is_some_and(|country| country.a2 == "US")
            && (self.state().iter().any(|it| geography::is_military_state(it))
                || geography::is_military_zip(&self.order.to.zip))
    }
}

/// `US` for its territories, else the country itself.
pub(super) fn postal_code_of(a2: &str) -> &str {
    if us_territory(a2).is_some() { "US" } else { a2 }
}

/// In lower case, with single spaces between the words.
pub(super) fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(&word.to_lowercase());
    }
    plain
}

/// Letters and digits only, in lower case: `sw1a1aa`.
pub(super) fn plain_zip(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|letter| letter.to_ascii_lowercase()).collect()
}
