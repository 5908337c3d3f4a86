//! The service's validation of an address (section 4.3), together with the address as typed.

use crate::draft::AddressForm;
use crate::requests;
use postroom_api::address::Address;
use postroom_base::geography;

/// The result of a validation, together with the typed address.
#[derive(Clone, Debug)]
pub struct AddressCheck {
    pub typed: AddressForm,
    pub suggested: Address,
    /// Messages from the `errors` of the response.
    pub remarks: Vec<String>,
    pub differs: bool,
}

/// The `verification` of an address that the clerk kept against the service's suggestion.
pub const KEPT_AS_TYPED: &str = "KeptAsTyped";

/// Converts an address of the interface to form fields.
pub fn form_of(address: &Address) -> AddressForm {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let country = text(&address.country);
    AddressForm {
        stored: None,
        name: text(&address.name),
        company: text(&address.company),
        street1: text(&address.street1),
        street2: text(&address.street2),
        street3: text(&address.street3),
        city: text(&address.city),
        state: text(&address.state),
        zip: text(&address.zip),
        country: geography::country(&country)
            .map_or(if country.is_empty() { "US".to_owned() } else { country }, |known| {
                known.a2.clone()
            }),
        phone: text(&address.phone),
        email: text(&address.email),
        residential: address.is_residential,
        verification: address.verification_status.clone(),
    }
}

pub fn compare(typed: AddressForm, mut suggested: Address) -> AddressCheck {
    if let Some(city) = suggested.errors.iter().find_map(named_city) {
        suggested.city = Some(city);
    }
    let theirs = form_of(&suggested);
    let ours = form_of(&requests::details(&typed));
    let same = |a: &str, b: &str| a.trim().eq_ignore_ascii_case(b.trim());
    let differs = ![
        (&ours.street1, &theirs.street1),
        (&ours.street2, &theirs.street2),
        (&ours.city, &theirs.city),
        (&ours.state, &theirs.state),
        (&ours.zip, &theirs.zip),
        (&ours.country, &theirs.country),
    ]
    .into_iter()
    .all(|(a, b)| same(a, b));
    AddressCheck {
        remarks: suggested.errors.iter().filter_map(remark).collect(),
        typed,
        suggested,
        differs,
    }
}

/// The interface does not specify the format of an address error (section 2.6): it may be text, or
/// an object with a text member.
fn remark(error: &serde_json::Value) -> Option<String> {
    let text = match error {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Object(fields) => fields
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case("message"))
            .or_else(|| fields.iter().find(|(_, value)| value.is_string()))
            .and_then(|(_, value)| value.as_str())?
            .to_owned(),
        _ => return None,
    };
    Some(text).filter(|text| !text.trim().is_empty())
}

/// The city that an error names in place of the typed one. As the format of an error is not specified, only
/// what can be nothing else counts: a suggestion for the field `city` without digits or alternatives.
fn named_city(error: &serde_json::Value) -> Option<String> {
    let member = |of: &serde_json::Value, name: &str| {
        let mut fields = of.as_object()?.iter();
        let (_, value) = fields.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value.clone())
    };
    let info = member(error, "AdditionalInfo").unwrap_or_else(|| error.clone());
    let text = |name: &str| member(&info, name)?.as_str().map(|it| it.trim().to_owned());
    let is_name = |it: &String| !it.contains(|c: char| c.is_ascii_digit() || c == ',');
    text("field").filter(|field| field.eq_ignore_ascii_case("city"))?;
    text("suggestion").filter(|it| !it.is_empty() && is_name(it))
}

/// The suggested address, with the user's own text where the suggestion has none. One with remarks is
/// checked anew.
pub fn accepted(check: &AddressCheck) -> AddressForm {
    let suggested = form_of(&check.suggested);
    let typed = check.typed.clone();
    AddressForm {
        name: either(suggested.name, typed.name),
        company: either(suggested.company, typed.company),
        phone: either(suggested.phone, typed.phone),
        email: either(suggested.email, typed.email),
        stored: None,
        verification: suggested.verification.filter(|_| check.remarks.is_empty()),
        ..suggested
    }
}

fn either(first: String, second: String) -> String {
    if first.is_empty() { second } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W43: the service named the right city, and no button took it.
    #[test]
    fn a_city_that_the_service_names_is_offered() {
        for (field, suggestion, city) in [
            ("city", "Austin", "Austin"),
            ("city", "Austin or ZIP 78701", "Autsin"),
            ("city", "Austin, Houston", "Autsin"),
            ("zip", "Austin", "Autsin"),
        ] {
            let info = serde_json::json!({ "field": field, "suggestion": suggestion });
            let error = serde_json::json!({ "Message": "No", "AdditionalInfo": info });
            let typed = AddressForm { city: "Autsin".to_owned(), ..AddressForm::default() };
            let found = Address {
                errors: vec![error],
                verification_status: Some("Failed".to_owned()),
                ..requests::details(&typed)
            };
            let check = compare(typed, found);
            assert_eq!((check.differs, check.remarks.len()), (city == "Austin", 1), "{suggestion}");
            let form = accepted(&check);
            assert_eq!((form.city.as_str(), form.verification), (city, None), "{suggestion}");
        }
    }

    #[test]
    fn remarks_are_read_from_any_shape() {
        for (json, text) in [
            (r#""Unknown ZIP""#, Some("Unknown ZIP")),
            (r#"{"Code":"X","Message":"No such street"}"#, Some("No such street")),
            (r#"{"detail":"Odd"}"#, Some("Odd")),
            ("7", None),
            (r#""""#, None),
        ] {
            let value = serde_json::from_str(json).unwrap();
            assert_eq!(remark(&value).as_deref(), text, "{json}");
        }
    }
}
