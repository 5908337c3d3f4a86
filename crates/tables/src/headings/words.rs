//! The fields that the words of a heading name, in English, Spanish, German and French.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::mapping::OrderField;
use super::units::{
    is_unit_word, length_unit_of_heading, weight_unit_of_heading, words_of_heading,
};
use crate::word_lists::{HEADING_WORDS, has_word, lines_of, stored};

/// A field that a heading may mean. Of several columns for one field, the one with the lowest
/// `distance` is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meaning {
    /// 0 to 999 for a heading that names the recipient, such as `Ship to city`, and 1000 more for
    /// one that does not.
    pub distance: usize,
    pub field: OrderField,
}

/// The meaning of a heading by its words, or `None` if it has none that is known.
pub(super) fn meaning_of_words(heading: &str) -> Option<Meaning> {
    let words = words_of_heading(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let plain = words.concat();
    named(&plain).or_else(|| {
        // `Order ID (required)`, `Weight (oz)`, `Total weight in oz`, `Ounces`.
        let telling = words.iter().filter(|word| !is_filler(word));
        let short: String = telling.copied().collect();
        match short.as_str() {
            "" => unit_alone(heading),
            // `Total g` is a weight, not an amount of money.
            "total" | "totals" if weight_unit_of_heading(heading).is_some() => {
                Some(Meaning { distance: 1400, field: OrderField::Weight })
            }
            short if short == plain => offered(heading),
            short => named(short).or_else(|| offered(heading)),
        }
    })
}

/// What one of several addresses of a contact is called and what the column has of it: `Business
/// City`, `Address 2 - Country`. `None` for a heading that means something as a whole.
pub(super) fn part_of_address(heading: &str) -> Option<(String, Meaning)> {
    let words = words_of_heading(heading);
    let count = match words.as_slice() {
        [first, number, _, ..] if first == "address" && number.parse::<u8>().is_ok() => 2,
        [first, _, ..] if has_word("kind of address", first) => 1,
        _ => return None,
    };
    let (kind, rest) = words.split_at_checked(count)?;
    let meaning = match named(&words.concat()) {
        Some(_) => return None,
        None => named(&rest.concat()).or_else(|| offered(&rest.join("/")))?,
    };
    let is_contact = matches!(meaning.field, OrderField::Phone | OrderField::Email);
    let is_part = meaning.field.is_of_place() || is_contact;
    is_part.then(|| (kind.concat(), meaning))
}

fn is_filler(word: &str) -> bool {
    has_word("filler", word) || is_unit_word(word)
}

/// `Pounds` and `Ounces` are columns of Pirate Ship.
fn unit_alone(heading: &str) -> Option<Meaning> {
    weight_unit_of_heading(heading)?;
    // `g` or `in` alone may mean anything.
    let is_word = length_unit_of_heading(heading).is_none() && heading.trim().len() > 1;
    is_word.then_some(Meaning { distance: 1500, field: OrderField::Weight })
}

/// A heading may offer alternatives, such as `Town/City` or `ZIP or postal code`; those that are
/// known must agree.
fn offered(heading: &str) -> Option<Meaning> {
    let lower = heading
        .to_lowercase()
        .replace(" or ", "/")
        .replace(" o ", "/")
        .replace(" oder ", "/")
        .replace(" ou ", "/");
    let parts = lower.split(['/', '(', ')', '|', ',', ':', '[', ']']);
    let mut known = parts.filter_map(|part| named(&words_of_heading(part).concat()));
    let first = known.next()?;
    known.all(|other| other.field == first.field).then_some(first)
}

/// The meaning of a heading in the spelling of [`plain_name`](postroom_base::geography::plain_name).
fn named(plain: &str) -> Option<Meaning> {
    if plain.is_empty() {
        return None;
    }
    let general = WORDS.others.get(plain);
    if let Some((field, place)) = general.or_else(|| WORDS.of_address.get(plain)) {
        return Some(Meaning { distance: 1000 + place, field: *field });
    }
    let before = WORDS.before.iter().map(|word| plain.strip_prefix(word));
    let after = WORDS.after.iter().map(|word| plain.strip_suffix(word));
    let mut bare = before.chain(after).flatten().filter(|rest| !rest.is_empty());
    let (field, place) = bare.find_map(|rest| WORDS.of_address.get(rest))?;
    Some(Meaning { distance: *place, field: *field })
}

#[derive(Default)]
struct Words {
    /// What stands before and after a word of an address to say whose it is.
    before: Vec<&'static str>,
    after: Vec<&'static str>,
    /// The field of a word and the place of the word in the field's list.
    of_address: HashMap<&'static str, (OrderField, usize)>,
    others: HashMap<&'static str, (OrderField, usize)>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut all = Words::default();
    let mut places: HashMap<OrderField, usize> = HashMap::new();
    for (section, key, words) in lines_of(HEADING_WORDS) {
        let fields = match (section, key) {
            ("party", "before") => {
                all.before.extend(words);
                continue;
            }
            ("party", _) => {
                all.after.extend(words);
                continue;
            }
            ("address", _) => &mut all.of_address,
            ("other", _) => &mut all.others,
            _ => continue,
        };
        let Some(field) = stored(key) else {
            continue;
        };
        let next = places.entry(field).or_default();
        for word in words {
            fields.entry(word).or_insert((field, *next));
            *next += 1;
        }
    }
    all
});

/// Whether a heading is one of those that name shipping without saying whether they mean its method
/// or its price. The cells tell.
pub(super) fn is_shipping_alone(heading: &str) -> bool {
    has_word("shipping alone", &words_of_heading(heading).concat())
}

/// Whether a heading names who bought, who need not be who receives: `Customer name`.
pub(super) fn names_the_buyer(heading: &str) -> bool {
    words_of_heading(heading).iter().any(|word| has_word("buyer", word))
}

/// Whether a heading is `St`, which is the street in some tables and the state in others.
pub(super) fn is_street_or_state(heading: &str) -> bool {
    let plain = words_of_heading(heading).concat();
    let mut bare = WORDS.before.iter().filter_map(|word| plain.strip_prefix(word));
    plain == "st" || bare.any(|rest| rest == "st")
}

/// Whether a heading that means the first street line may as well mean the whole address: `Address`,
/// but not `Street`.
pub(super) fn may_be_whole_address(heading: &str) -> bool {
    let plain = words_of_heading(heading).concat();
    let mut endings = plain.char_indices().filter_map(|(at, _)| plain.get(at..));
    endings.any(|ending| has_word("whole address", ending)) || plain == "direcciondeenvio"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(heading: &str) -> Option<OrderField> {
        meaning_of_words(heading).map(|meaning| meaning.field)
    }

    #[test]
    fn every_list_is_of_a_field() {
        let lists =
            lines_of(HEADING_WORDS).filter(|(section, ..)| ["address", "other"].contains(section));
        for (_, key, _) in lists {
            assert!(stored::<OrderField>(key).is_some(), "{key}");
        }
    }

    #[test]
    fn headings_are_understood_in_four_languages() {
        let rows = include_str!("tests/headings.tsv").lines().filter(|row| !row.starts_with("# "));
        assert_eq!(rows.clone().count(), 98);
        for (heading, wanted) in rows.filter_map(|row| row.split_once('\t')) {
            assert_eq!(field(heading), stored(wanted), "{heading}");
        }
        assert_eq!(field("\u{FEFF}Order No."), Some(OrderField::Number));
        assert_eq!([field(""), field("  ")], [None, None]);
    }

    #[test]
    fn a_heading_that_names_the_recipient_is_nearer() {
        for (near, far) in [
            ("Ship to name", "Name"),
            ("Recipient Name", "Customer Name"),
            ("Name", "Customer Name"),
            ("Destinatario ciudad", "Ciudad"),
            ("Order Number", "Order ID"),
            ("Country Code", "Country"),
            ("Subtotal", "Order Total"),
        ] {
            let (near, far) = (meaning_of_words(near), meaning_of_words(far));
            assert_eq!(near.map(|it| it.field), far.map(|it| it.field));
            assert!(near < far, "{near:?} {far:?}");
        }
    }
}
