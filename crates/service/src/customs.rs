//! Customs information (sections 2.14 and 2.15): checked, and stored for the label.

use serde_json::Value;

use super::fail::Fail;
use super::fields::Fields;
use super::warnings::kept;
use postroom_base::code_words::spaced;
use postroom_base::geography;
use postroom_base::money::Amount;
use postroom_base::text;

const TEXTS: [&str; 12] = [
    "id",
    "contentsExplanation",
    "customsSigner",
    "currency",
    "restrictionComments",
    "aesitn",
    "importersContact",
    "importersReference",
    "exportersContact",
    "exportersReference",
    "certificateNumber",
    "licenseNumber",
];

/// The `customsInfo` of a request, checked; `None` if it is missing or has no items.
pub fn read(fields: &Fields<'_>) -> Result<Option<Value>, Fail> {
    let Some(info) = fields.object("customsInfo")? else {
        return Ok(None);
    };
    info.loosely("contentType")?;
    info.loosely("nonDeliveryOption")?;
    info.loosely("restrictionType")?;
    info.loosely("eelpfc")?;
    info.flag("customsCertify")?;
    for name in TEXTS {
        info.text(name)?;
    }
    info.text("invoiceNumber")?;
    let items = info.objects("customsItem")?.unwrap_or_default();
    for item in &items {
        check_item(item)?;
    }
    Ok((!items.is_empty()).then(|| fields.raw("customsInfo").map(kept::customs)).flatten())
}

/// Checks that every item sent to the EU, Norway or Switzerland has a tariff number (section 2.15).
pub fn check_tariff_numbers(
    customs: &Value,
    country: &str,
    module: &'static str,
) -> Result<(), Fail> {
    if !geography::country(country).is_some_and(|country| country.hts_required) {
        return Ok(());
    }
    let items =
        customs.get("customsItem").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let lacking = items.iter().any(|item| {
        item.get("hsTariffNumber").and_then(Value::as_str).is_none_or(|text| text.trim().is_empty())
    });
    if lacking {
        let words = text!("practice-service-no-hs-number", country = country);
        return Err(Fail::invalid(module, words));
    }
    Ok(())
}

/// The customs lines of a label: content type, each item, and the signer with the date.
pub fn declaration(info: &Value, date: &str) -> Vec<String> {
    let said = |from: &Value, name: &str| match from.get(name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        // A count sent as a floating-point number is `3.0` in JSON.
        Some(Value::Number(number)) => number.as_f64().map(|number| number.to_string()),
        _ => None,
    };
    let items = info.get("customsItem").and_then(Value::as_array);
    let items = items.map(Vec::as_slice).unwrap_or_default();
    if items.is_empty() {
        return Vec::new();
    }
    let currency = said(info, "currency").unwrap_or_else(|| "USD".to_owned());
    let mut lines = vec![match said(info, "contentType") {
        Some(kind) => format!("CUSTOMS DECLARATION · {}", spaced(&kind)),
        None => "CUSTOMS DECLARATION".to_owned(),
    }];
    for item in items {
        let weight_unit = said(item, "weightUnit").unwrap_or_default();
        let value = said(item, "value").map(|text| match text.parse::<Amount>() {
            Ok(amount) => format!("{amount} {currency}"),
            Err(_) => format!("{text} {currency}"),
        });
        let parts = [
            said(item, "description").map(|words| match said(item, "quantity") {
                Some(count) => format!("{count} × {words}"),
                None => words,
            }),
            value,
            said(item, "weight").map(|weight| format!("{weight} {weight_unit}")),
            said(item, "hsTariffNumber").map(|number| format!("HS {number}")),
            said(item, "originCountry").map(|country| format!("from {country}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        lines.push(parts.join(" · "));
    }
    let signer = said(info, "customsSigner").unwrap_or_else(|| "________________".to_owned());
    lines.push(format!("Signed {signer}   Date {date}"));
    lines
}

fn check_item(item: &Fields<'_>) -> Result<(), Fail> {
    item.one_of("weightUnit")?;
    item.need_text("description")?;
    let quantity = item.measure_or_missing("quantity")?;
    item.measure("weight")?;
    quantity.filter(|count| *count > 0.0).ok_or_else(|| item.missing("quantity"))?;
    item.need_amount("value")?;
    item.measure("packageNumber")?;
    for name in [
        "hsTariffNumber",
        "itemCode",
        "itemCategory",
        "itemSubcategory",
        "customsInfoId",
        "id",
        "createdDate",
    ] {
        item.text(name)?;
    }
    if let Some(country) = item.text("originCountry")?
        && geography::country(&country).is_none()
    {
        return Err(Fail::invalid(
            item.module,
            format!("{} is not a country code: {country:?}.", item.field_path("originCountry")),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_declaration_names_contents_value_weight_and_signer() {
        let info = json!({
            "contentType": "ReturnedGoods",
            "currency": "EUR",
            "customsSigner": "Dana Reyes",
            "customsItem": [
                {"description": "Tea tin", "quantity": 2, "value": 12.5, "weight": 0.75,
                 "weightUnit": "lb", "hsTariffNumber": "0902.30", "originCountry": "US"},
                {"description": "Mug", "quantity": 3.0, "value": 42.5, "weight": 2.0,
                 "weightUnit": "kg"},
                {"description": "Bead", "quantity": 1.0, "value": 0.125},
                {"description": "Card", "value": 1},
            ],
        });
        assert_eq!(
            declaration(&info, "2026-11-21"),
            [
                "CUSTOMS DECLARATION · Returned Goods",
                "2 × Tea tin · 12.50 EUR · 0.75 lb · HS 0902.30 · from US",
                "3 × Mug · 42.50 EUR · 2 kg",
                "1 × Bead · 0.125 EUR",
                "Card · 1.00 EUR",
                "Signed Dana Reyes   Date 2026-11-21",
            ]
        );
        let unsigned = json!({"customsItem": [{"description": "Card"}]});
        let lines = declaration(&unsigned, "2026-11-21");
        assert_eq!(
            lines.last().map(String::as_str),
            Some("Signed ________________   Date 2026-11-21")
        );
        assert!(declaration(&json!({"customsItem": []}), "").is_empty());
    }
}
