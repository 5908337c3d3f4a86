//! The words of a label, as a person reads them: finding W20.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use postroom::drawing::font::installed_font_for;
use serde_json::{Value, json};

use super::setup::{Clerk, customs, shipment, signed_in};

/// Buys the shipment and returns its label as a file of this type.
fn label(clerk: &Clerk, name: &str, mut order: Value, file_type: &str) -> Vec<u8> {
    order["postageLabel"] = json!({"labelType": "Base64", "labelFileType": file_type});
    let bought = clerk.buy(name, order).ok();
    let content = bought["postageLabel"]["labels"][0].as_str().unwrap();
    STANDARD.decode(content).unwrap()
}

/// The texts of a label in ZPL, one on each line.
fn words(zpl: &[u8]) -> String {
    let zpl = String::from_utf8(zpl.to_vec()).unwrap();
    let fields = zpl.split("^FD").skip(1);
    let texts: Vec<&str> = fields.map(|field| field.split("^FS").next().unwrap()).collect();
    texts.join("\n")
}

fn abroad(clerk: &Clerk, to: Value) -> Value {
    let mut order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMailIntl");
    order["toAddress"] = to;
    order["customsInfo"] = customs();
    order
}

#[test]
fn counts_amounts_and_services_are_written_as_people_write_them() {
    let (_service, clerk) = signed_in();
    let mut order = abroad(
        &clerk,
        json!({"name": "Zoë Tremblay", "street1": "1455 Rue Sherbrooke O", "city": "Montréal",
               "state": "QC", "zip": "H2Y 1C6", "country": "CA"}),
    );
    order["specialService"] = json!(["SignatureConfirmation"]);
    let item = &mut order["customsInfo"]["customsItem"][0];
    item["quantity"] = json!(3.0);
    item["value"] = json!(42.5);
    let words = words(&label(&clerk, "montreal", order, "ZPL"));
    for text in
        ["Montréal QC  H2Y 1C6", "CANADA", "SIGNATURE CONFIRMATION", "3 × Mug · 42.50 USD · 1.5 lb"]
    {
        assert!(words.contains(text), "{text}: {words}");
    }
    assert!(!words.contains("3.0 ×"), "{words}");
}

#[test]
fn the_place_is_written_as_its_country_does() {
    let (_service, clerk) = signed_in();
    for (country, [city, state, zip], written) in [
        ("AU", ["Sydney", "NSW", "2000"], "Sydney NSW 2000"),
        ("DE", ["Berlin", "", "10115"], "10115 Berlin"),
        ("GB", ["London", "", "SW1A 1AA"], "London\nSW1A 1AA"),
    ] {
        let to = json!({"name": "Erika Muster", "street1": "1 First St", "city": city,
                        "state": state, "zip": zip, "country": country});
        let words = words(&label(&clerk, country, abroad(&clerk, to), "ZPL"));
        assert!(words.contains(&format!("1 First St\n{written}\n")), "{words}");
    }
    let home = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
    let words = words(&label(&clerk, "home", home, "ZPL"));
    assert!(words.contains("1 Ferry Building\nSan Francisco CA 94111"), "{words}");
}

#[test]
fn an_emoji_that_no_typeface_has_is_left_out_of_a_name() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    // Labels differ in their tracking number, so each is drawn from the same state of the service.
    let drawn = |name: &str, to_name: &str| {
        let (_service, clerk) = signed_in();
        let mut order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
        order["toAddress"]["name"] = json!(to_name);
        label(&clerk, name, order, "PNG")
    };
    let plain = drawn("plain", "Ann Reed");
    // No emoji has this code, so no typeface has it.
    let unknown = '\u{1fa6e}';
    assert!(installed_font_for(unknown, false).is_none());
    assert!(drawn("unknown", &format!("Ann {unknown} Reed")) == plain);
    if installed_font_for('🎁', true).is_none() {
        assert!(drawn("gift", "Ann 🎁 Reed") == plain);
    }
    // A letter that no typeface has is seen as missing.
    assert!(drawn("letter", "Ann \u{10fffd} Reed") != plain);
    let mut order = shipment(&account, "PriorityMail");
    order["toAddress"]["name"] = json!("Ann 🎁 Reed");
    let bought = clerk.buy("kept", order).ok();
    assert_eq!(bought["toAddress"]["name"], "Ann 🎁 Reed", "the name itself stays");
}
