//! A file of 300 invented orders for the practice service, with presets and rules that fit them.
//!
//! The file has the columns of Shopify and three that a shop adds for shipping: weight, tariff
//! number and country of origin of each item. The people are invented, and so are their streets.
//! Seventeen of the orders need attention, each for a reason of its own; the file went through a
//! spreadsheet, so ZIPs that begin with a zero have lost it.
//! `tests/all/desk/orders/practice.rs` names them all.

use crate::rules::{Condition, Rule, RuleOutcome};
use crate::text;
use postroom_api::value::{ContentType, Eelpfc, NonDeliveryOption, Service};
use postroom_base::measure::WeightUnit;
use postroom_parcel::draft::{CustomsForm, PackageForm};
use postroom_parcel::preset::{Preset, ServiceChoice};

/// The name of the file and its content, in UTF-8.
pub fn practice_orders_file() -> (&'static str, &'static [u8]) {
    let bytes = include_bytes!("../../../assets/practice/orders.csv");
    ("practice-orders.csv", bytes)
}

const MAILER: &str = "practice-mailer";
const SMALL_BOX: &str = "practice-small-box";
const LARGE_BOX: &str = "practice-large-box";
const EXPEDITED: &str = "practice-expedited";
const ABROAD: &str = "practice-abroad";

/// Presets for the orders of [`practice_orders_file`], with their keys.
pub fn practice_presets() -> Vec<(&'static str, Preset)> {
    let named = |name: &str, digit: u8, sides: [&str; 3], packaging: &str| Preset {
        name: name.to_owned(),
        package: Some(parcel(sides)),
        packaging_weight: packaging.to_owned(),
        packaging_weight_unit: WeightUnit::Oz,
        key: Some(digit),
        ..Preset::default()
    };
    let mailer = named(text!("order-papers-practice-mailer"), 1, ["10", "8", "1"], "1");
    let small_box = named(text!("order-papers-practice-small-box"), 2, ["10", "8", "6"], "5");
    let large_box = named(text!("order-papers-practice-large-box"), 3, ["18", "14", "8"], "14");
    let expedited = named(text!("order-papers-practice-expedited"), 4, ["12", "10", "6"], "8");
    let abroad = named(text!("order-papers-practice-abroad"), 5, ["12", "10", "6"], "8");
    let ground = ServiceChoice::Named(Service::GroundAdvantage);
    vec![
        (MAILER, Preset { service: ground.clone(), ..mailer }),
        (SMALL_BOX, Preset { service: ground, ..small_box }),
        (LARGE_BOX, Preset { service: ServiceChoice::Cheapest, ..large_box }),
        (EXPEDITED, Preset { service: ServiceChoice::CheapestWithin { days: 3 }, ..expedited }),
        (
            ABROAD,
            Preset { service: ServiceChoice::Cheapest, customs: Some(declaration()), ..abroad },
        ),
    ]
}

fn parcel([length, width, height]: [&str; 3]) -> PackageForm {
    PackageForm {
        length: length.to_owned(),
        width: width.to_owned(),
        height: height.to_owned(),
        ..PackageForm::default()
    }
}

/// What holds for every parcel abroad; the goods are those of the order. None of them exceeds the
/// value up to which an export needs no filing.
fn declaration() -> CustomsForm {
    CustomsForm {
        content_type: ContentType::Merchandise,
        certify: true,
        signer: text!("order-papers-practice-signer").to_owned(),
        non_delivery: NonDeliveryOption::Return,
        eelpfc: Some(Eelpfc::NoEei3037a),
        ..CustomsForm::default()
    }
}

/// Rules that give each order of [`practice_orders_file`] one of [`practice_presets`], in the order
/// in which they are tried, with their keys.
pub fn practice_rules() -> Vec<(&'static str, Rule)> {
    let rule = |name: &str, preset: &str, conditions: Vec<Condition>| Rule {
        name: name.to_owned(),
        conditions,
        outcome: RuleOutcome::Preset { key: preset.to_owned() },
    };
    let at_most =
        |most: &str, unit| Condition::Weight { least: String::new(), most: most.to_owned(), unit };
    let breakable = ["MUG-*", "CDL-*", "DRP-*", "POT-*", "LNT-*"];
    vec![
        (
            "practice-rule-abroad",
            rule(
                text!("order-papers-practice-rule-abroad"),
                ABROAD,
                vec![Condition::International(true)],
            ),
        ),
        (
            "practice-rule-expedited",
            rule(
                text!("order-papers-practice-rule-expedited"),
                EXPEDITED,
                vec![Condition::Shipping { contains: vec!["Expedited".to_owned()] }],
            ),
        ),
        (
            "practice-rule-breakable",
            rule(
                text!("order-papers-practice-rule-breakable"),
                SMALL_BOX,
                vec![
                    Condition::Sku { any_of: breakable.map(str::to_owned).to_vec() },
                    at_most("3", WeightUnit::Lb),
                ],
            ),
        ),
        (
            "practice-rule-light",
            rule(
                text!("order-papers-practice-rule-light"),
                MAILER,
                vec![at_most("12", WeightUnit::Oz)],
            ),
        ),
        (
            "practice-rule-small",
            rule(
                text!("order-papers-practice-rule-small"),
                SMALL_BOX,
                vec![at_most("3", WeightUnit::Lb)],
            ),
        ),
        (
            "practice-rule-others",
            rule(
                text!("order-papers-practice-rule-others"),
                LARGE_BOX,
                vec![Condition::EveryOrder],
            ),
        ),
    ]
}
