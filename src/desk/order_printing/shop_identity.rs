//! What papers say about the shop, from its profile.

use crate::base::read_limited;
use crate::orders::papers::address_block::address_lines;
use crate::orders::papers::packing_slip::ShopIdentity;
use crate::orders::shop_profile::ShopProfile;
use crate::parcel::address_parts::shown_name;
use crate::parcel::draft::AddressForm;

/// A larger file is no logo.
const LARGEST_LOGO: u64 = 32 * 1024 * 1024;

/// The identity without the logo, which is read by [`read_logo`]. The name and the address of the
/// sender stand in for a shop that has named none.
pub fn shop_identity(profile: &ShopProfile, sender: &AddressForm) -> ShopIdentity {
    let named = profile.name.trim();
    let company = sender.company.trim();
    let name = [named, company, shown_name(sender).trim()];
    let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned();
    let without_names =
        AddressForm { name: String::new(), company: String::new(), ..sender.clone() };
    let mut address = match sender.is_blank() {
        true => Vec::new(),
        false => address_lines(&without_names, &sender.country),
    };
    let reached = [sender.email.trim(), sender.phone.trim()];
    let reached: Vec<&str> = reached.into_iter().filter(|it| !it.is_empty()).collect();
    if !reached.is_empty() {
        address.push(reached.join(" · "));
    }
    ShopIdentity {
        name,
        address,
        country: sender.country.clone(),
        logo: None,
        footer: profile.slip_text.clone(),
        show_prices: profile.slip_prices,
        hide_note: profile.slip_hides_note,
    }
}

/// Reads the file of the logo; `None` if the shop has none.
///
/// # Errors
/// The file cannot be read, or is too large for a logo.
pub fn read_logo(path: &str) -> std::io::Result<Option<Vec<u8>>> {
    let path = path.trim();
    if path.is_empty() {
        return Ok(None);
    }
    read_limited::read_file(path.as_ref(), LARGEST_LOGO).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sender_stands_in_for_what_the_shop_has_not_named() {
        let mut profile = ShopProfile::default();
        let sender = AddressForm {
            name: "Riley Sample".into(),
            company: "Sample Goods".into(),
            street1: "12 Kiln Lane".into(),
            city: "Portland".into(),
            state: "OR".into(),
            zip: "97201".into(),
            country: "US".into(),
            email: "shop@example.com".into(),
            ..AddressForm::default()
        };
        let identity = shop_identity(&profile, &sender);
        assert_eq!(identity.name, "Sample Goods");
        assert_eq!(identity.address, ["12 Kiln Lane", "Portland, OR 97201", "shop@example.com"]);
        profile.name = "Bright Mugs".into();
        profile.slip_text = "Thank you!".into();
        profile.slip_prices = true;
        let identity = shop_identity(&profile, &AddressForm::default());
        assert_eq!(identity.name, "Bright Mugs");
        assert!(identity.address.is_empty(), "{:?}", identity.address);
        assert_eq!(identity.footer, "Thank you!");
        assert!(identity.show_prices && !identity.hide_note);
    }
}
