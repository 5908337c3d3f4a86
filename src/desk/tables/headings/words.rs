//! The fields that the words of a heading name, in English, Spanish, German and French.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::super::mapping::OrderField;
use super::units::{
    is_unit_word, length_unit_of_heading, weight_unit_of_heading, words_of_heading,
};
use super::word_lists::{ADDRESS_WORDS, OTHER_WORDS, PARTIES_AFTER, PARTIES_BEFORE};

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
        [first, _, ..] if KINDS_OF_ADDRESS.contains(&first.as_str()) => 1,
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

const KINDS_OF_ADDRESS: [&str; 11] = [
    "business",
    "home",
    "work",
    "other",
    "office",
    "personal",
    "private",
    "primary",
    "alternate",
    "secondary",
    "mailing",
];

fn is_filler(word: &str) -> bool {
    let fillers =
        ["required", "optional", "the", "obligatorio", "opcional", "pflichtfeld", "optionnel"];
    fillers.contains(&word) || is_unit_word(word)
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

/// The meaning of a heading in the spelling of [`plain_name`](crate::base::geography::plain_name).
fn named(plain: &str) -> Option<Meaning> {
    if plain.is_empty() {
        return None;
    }
    let general = other_words().get(plain);
    if let Some((field, place)) = general.or_else(|| address_words().get(plain)) {
        return Some(Meaning { distance: 1000 + place, field: *field });
    }
    let before = PARTIES_BEFORE.split(' ').map(|word| plain.strip_prefix(word));
    let after = PARTIES_AFTER.split(' ').map(|word| plain.strip_suffix(word));
    let mut bare = before.chain(after).flatten().filter(|rest| !rest.is_empty());
    let (field, place) = bare.find_map(|rest| address_words().get(rest))?;
    Some(Meaning { distance: *place, field: *field })
}

/// The field of a word and the place of the word in the field's list.
type Words = HashMap<&'static str, (OrderField, usize)>;

fn address_words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| by_word(ADDRESS_WORDS))
}

fn other_words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| by_word(OTHER_WORDS))
}

fn by_word(lists: &[(OrderField, &'static str)]) -> Words {
    let mut words = Words::new();
    for (field, list) in lists {
        for (place, word) in list.split(' ').enumerate() {
            words.entry(word).or_insert((*field, place));
        }
    }
    words
}

/// Whether a heading is one of those that name shipping without saying whether they mean its method
/// or its price. The cells tell.
pub(super) fn is_shipping_alone(heading: &str) -> bool {
    let words = [
        "shipping",
        "shipment",
        "delivery",
        "postage",
        "envio",
        "versand",
        "lieferung",
        "livraison",
        "expedition",
    ];
    words.contains(&words_of_heading(heading).concat().as_str())
}

/// Whether a heading names who bought, who need not be who receives: `Customer name`.
pub(super) fn names_the_buyer(heading: &str) -> bool {
    let buyers = [
        "customer",
        "buyer",
        "client",
        "cliente",
        "kunde",
        "kundenname",
        "acheteur",
        "comprador",
        "purchaser",
        "payer",
        "kaufer",
    ];
    let words = words_of_heading(heading);
    words.iter().any(|word| buyers.contains(&word.as_str()))
}

/// Whether a heading is `St`, which is the street in some tables and the state in others.
pub(super) fn is_street_or_state(heading: &str) -> bool {
    let plain = words_of_heading(heading).concat();
    let mut bare = PARTIES_BEFORE.split(' ').filter_map(|word| plain.strip_prefix(word));
    plain == "st" || bare.any(|rest| rest == "st")
}

/// Whether a heading that means the first street line may as well mean the whole address: `Address`,
/// but not `Street`.
pub(super) fn may_be_whole_address(heading: &str) -> bool {
    let plain = words_of_heading(heading).concat();
    let words = [
        "address",
        "direccion",
        "domicilio",
        "adresse",
        "anschrift",
        "lieferadresse",
        "lieferanschrift",
        "mailingaddress",
    ];
    words.iter().any(|word| plain.ends_with(word)) || plain == "direcciondeenvio"
}

#[cfg(test)]
mod tests {
    use super::*;
    use OrderField as F;

    fn field(heading: &str) -> Option<OrderField> {
        meaning_of_words(heading).map(|meaning| meaning.field)
    }

    #[test]
    fn headings_are_understood_in_four_languages() {
        for (heading, wanted) in [
            ("Order Number", Some(F::Number)),
            ("order_id", Some(F::Number)),
            ("ORDER #", Some(F::Number)),
            ("\u{FEFF}Order No.", Some(F::Number)),
            ("Order ID (required)", Some(F::Number)),
            ("Número de pedido", Some(F::Number)),
            ("N.º de pedido", Some(F::Number)),
            ("Bestellnummer", Some(F::Number)),
            ("Auftragsnr.", Some(F::Number)),
            ("N° de commande", Some(F::Number)),
            ("Ship-To Name", Some(F::Name)),
            ("recipientName", Some(F::Name)),
            ("Nombre del destinatario", Some(F::Name)),
            ("Empfänger", Some(F::Name)),
            ("Destinataire", Some(F::Name)),
            ("Vorname", Some(F::FirstName)),
            ("Apellidos", Some(F::LastName)),
            ("Firma", Some(F::Company)),
            ("Street Address", Some(F::Street1)),
            ("Straße", Some(F::Street1)),
            ("Strasse und Hausnummer", Some(F::Street1)),
            ("Calle y número", Some(F::Street1)),
            ("Rue", Some(F::Street1)),
            ("Apt/Suite", Some(F::Street2)),
            ("Adresszusatz", Some(F::Street2)),
            ("Ciudad de entrega", Some(F::City)),
            ("Ort", Some(F::City)),
            ("Ville", Some(F::City)),
            ("Estado", Some(F::State)),
            ("Estado del pedido", Some(F::Status)),
            ("Postleitzahl", Some(F::Zip)),
            ("Código postal", Some(F::Zip)),
            ("Code postal", Some(F::Zip)),
            ("ZIP or postal code", Some(F::Zip)),
            ("País", Some(F::Country)),
            ("Land", Some(F::Country)),
            ("Teléfono", Some(F::Phone)),
            ("E-Mail", Some(F::Email)),
            ("Weight (oz)", Some(F::Weight)),
            ("Total Weight in Oz", Some(F::Weight)),
            ("Ounces", Some(F::Weight)),
            ("Peso (kg)", Some(F::Weight)),
            ("Gewicht in g", Some(F::Weight)),
            ("Poids", Some(F::Weight)),
            ("Weight unit", Some(F::WeightUnit)),
            ("Item weight (oz)", Some(F::ItemWeight)),
            ("Length (in)", Some(F::Length)),
            ("Länge cm", Some(F::Length)),
            ("Alto", Some(F::Height)),
            ("Largeur", Some(F::Width)),
            ("Versandart", Some(F::Shipping)),
            ("Método de envío", Some(F::Shipping)),
            ("Mode de livraison", Some(F::Shipping)),
            ("Ship Date", Some(F::ShipBy)),
            ("Fecha del pedido", Some(F::Ordered)),
            ("Menge", Some(F::ItemQuantity)),
            ("Cantidad", Some(F::ItemQuantity)),
            ("Quantité", Some(F::ItemQuantity)),
            ("Artikelnummer", Some(F::ItemSku)),
            ("Country of origin", Some(F::ItemOrigin)),
            ("HS Code", Some(F::ItemTariffNumber)),
            ("Zolltarifnummer", Some(F::ItemTariffNumber)),
            ("Bemerkung", Some(F::Note)),
            ("Preset", Some(F::Preset)),
            ("Tracking Number", Some(F::ClosedOn)),
        ] {
            assert_eq!(field(heading), wanted, "{heading}");
        }
    }

    #[test]
    fn what_belongs_to_others_or_to_nobody_has_no_meaning() {
        for heading in [
            "Billing City",
            "Sender ZIP Code",
            "From Name",
            "Invoice city",
            "Remitente",
            "Shipping price",
            "Shipping tax",
            "Delivery date",
            "Insured value",
            "Total boxes",
            "Marketing",
            "In",
            "g",
            "",
            "  ",
        ] {
            assert_eq!(field(heading), None, "{heading}");
        }
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
