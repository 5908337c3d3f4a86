//! The carriers as each shop spells them. Shops link a tracking number to the carrier's page only
//! if the name is one of their list, letter by letter.

/// A carrier that shops have in their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownCarrier {
    Usps,
    Ups,
    FedEx,
    DhlExpress,
    DhlEcommerce,
}

/// Whose spelling is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Shopify,
    Amazon,
    Ebay,
    WooCommerce,
}

/// One row for each carrier: Shopify, Amazon, eBay, WooCommerce.
const NAMES: [(KnownCarrier, [&str; 4]); 5] = [
    (KnownCarrier::Usps, ["USPS", "USPS", "USPS", "USPS"]),
    (KnownCarrier::Ups, ["UPS", "UPS", "UPS", "UPS"]),
    (KnownCarrier::FedEx, ["FedEx", "FedEx", "FedEx", "FedEx"]),
    (KnownCarrier::DhlExpress, ["DHL Express", "DHL", "DHL", "DHL Express"]),
    (
        KnownCarrier::DhlEcommerce,
        ["DHL eCommerce", "DHL eCommerce", "DHL eCommerce", "DHL eCommerce"],
    ),
];

impl KnownCarrier {
    /// The carrier of a label: by the code or the name of its account, else by a tracking number
    /// of a form that only one carrier uses. `None` for any other: a number that is announced under
    /// a wrong carrier counts as invalid in the shop.
    pub fn of_label(carrier: &str, service: &str, tracking_number: &str) -> Option<Self> {
        Self::named(carrier, service).or_else(|| Self::of_number(tracking_number))
    }

    fn named(carrier: &str, service: &str) -> Option<Self> {
        let lower = carrier.to_lowercase();
        let words: Vec<&str> = lower
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let has = |word: &str| words.contains(&word);
        let has_pair =
            |first: &str, second: &str| words.windows(2).any(|two| two == [first, second]);
        // `POST-eVS` and `POST-ePostage` are the codes of the interface.
        let is_postal_code = has_pair("post", "evs") || has_pair("post", "epostage");
        if is_postal_code || has("usps") || has_pair("postal", "service") {
            return Some(Self::Usps);
        }
        if has("ups") {
            return Some(Self::Ups);
        }
        if has("fedex") || has_pair("federal", "express") {
            return Some(Self::FedEx);
        }
        if has("dhl") {
            let is_mail = has("ecommerce") || has_pair("global", "mail");
            let is_mail = is_mail || ["Ecommerce", "GlobalMailBusiness"].contains(&service);
            return Some(if is_mail { Self::DhlEcommerce } else { Self::DhlExpress });
        }
        None
    }

    fn of_number(number: &str) -> Option<Self> {
        let is_digits = number.bytes().all(|byte| byte.is_ascii_digit());
        let starts = |starts: &[&str]| starts.iter().any(|start| number.starts_with(start));
        if number.len() == 18 && number.starts_with("1Z") {
            return Some(Self::Ups);
        }
        let is_postal = number.len() == 22 && is_digits && starts(&["91", "92", "93", "94", "95"]);
        let is_international = number.len() == 13
            && number.ends_with("US")
            && number.bytes().skip(2).take(9).all(|byte| byte.is_ascii_digit());
        (is_postal || is_international).then_some(Self::Usps)
    }

    pub fn name(self, spelling: Spelling) -> &'static str {
        let row = NAMES.iter().find(|(carrier, _)| *carrier == self);
        let name = row.map(|(_, [shopify, amazon, ebay, woocommerce])| match spelling {
            Spelling::Shopify => *shopify,
            Spelling::Amazon => *amazon,
            Spelling::Ebay => *ebay,
            Spelling::WooCommerce => *woocommerce,
        });
        name.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carrier_is_known_by_its_code_its_name_or_its_number() {
        use KnownCarrier::{DhlEcommerce, DhlExpress, FedEx, Ups, Usps};
        for (carrier, service, number, known) in [
            ("POST-eVS", "PriorityMail", "", Some(Usps)),
            ("POST-ePostage", "GroundAdvantage", "", Some(Usps)),
            ("Postal Service", "MediaMail", "", Some(Usps)),
            ("USPS (warehouse)", "FirstClass", "", Some(Usps)),
            ("UPS", "Ground", "", Some(Ups)),
            ("Groups & Co", "Ground", "", None),
            ("Federal Express", "Ground", "", Some(FedEx)),
            ("DHL", "Express12:00", "", Some(DhlExpress)),
            ("DHL", "GlobalMailBusiness", "", Some(DhlEcommerce)),
            ("DHL eCommerce", "", "", Some(DhlEcommerce)),
            ("Canada Post", "", "", None),
            ("NOVA", "Ground", "NX0000000007001", None),
            ("Main", "Ground", "1Z999AA10123456784", Some(Ups)),
            ("Main", "", "9205589991700000000100", Some(Usps)),
            ("Main", "", "LH123456789US", Some(Usps)),
            ("Main", "", "LH123456789CA", None),
            ("Main", "", "4205589991700000000100", None),
        ] {
            assert_eq!(
                KnownCarrier::of_label(carrier, service, number),
                known,
                "{carrier} {service} {number}"
            );
        }
    }

    #[test]
    fn every_carrier_has_a_name_in_every_shop() {
        use KnownCarrier::{DhlEcommerce, DhlExpress, FedEx, Ups, Usps};
        use Spelling::{Amazon, Ebay, Shopify, WooCommerce};
        for carrier in [Usps, Ups, FedEx, DhlExpress, DhlEcommerce] {
            for spelling in [Shopify, Amazon, Ebay, WooCommerce] {
                assert!(!carrier.name(spelling).is_empty(), "{carrier:?} {spelling:?}");
            }
        }
        assert_eq!(DhlExpress.name(Shopify), "DHL Express");
        assert_eq!(DhlExpress.name(Amazon), "DHL");
    }
}
