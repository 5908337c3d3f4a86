//! The practice orders: what a person meets who imports them. Seventeen of the three hundred need
//! attention, each for another reason; the others are ready with the practice presets.

use jiff::civil::date;
use postroom::api::rate::RateReply;
use postroom::orders::basis::{Assessed, OrderBasis};
use postroom::orders::import::read_orders::read_orders;
use postroom::orders::order::Order;
use postroom::orders::practice_orders::{practice_orders_file, practice_presets, practice_rules};
use postroom::orders::rules::{PreparedRules, apply_verdict, rule_faults};
use postroom::parcel::preset::choose_rate;
use postroom::parcel::requests::rate_request;
use postroom::tables::headings::recognize;
use postroom::tables::import_note::ImportNoteKind;
use postroom::tables::read_file::read_file;

use super::super::harness::address;
use crate::prelude::*;
use crate::service::setup::running;

/// The orders that need attention, in the sequence of the file, with their first problem.
const NEED_ATTENTION: [(&str, &str); 17] = [
    ("#2010", "Recipient ZIP: Enter a ZIP code"),
    ("#2028", "Shipping Country: “Freedonia” isn’t a country"),
    ("#2044", "Recipient street: Enter a street"),
    ("#2063", "Item weight: “light” isn’t a weight"),
    ("#2078", "Lineitem quantity: “0” isn’t a number of pieces, such as 1 or 2"),
    ("#2097", "Recipient name: Enter a name"),
    ("#2107", "Recipient ZIP: 90404 is in Santa Monica, CA, not in CO"),
    (
        "#2129",
        "Name: The rows of this order name different recipients: “Emily Yates, 89 Juniper St, # 301, Annapolis, 21401”",
    ),
    (
        "#2129 (2)",
        "Name: The rows of this order name different recipients: “Joan Hale, 4379 Thistle St, Unit E, Mica, 99023”",
    ),
    ("#2152", "Item weight: “#N/A” isn’t a weight"),
    ("#2169", "Recipient city: Enter a city"),
    (
        "#2192",
        "Recipient ZIP: H2J doesn’t look like a postal code in Canada; an example is H3Z 2Y7",
    ),
    ("#2212", "Recipient ZIP: 77150 isn’t a ZIP code in use"),
    ("#2221", "Recipient phone: A phone number has only digits, spaces and + - ( )"),
    (
        "#2234",
        "Fulfillment Status: The shop says that this order is shipped or refunded: “fulfilled”",
    ),
    ("#2251", "Recipient email: This isn’t an email address; an example is name@example.com"),
    ("R-A2FA7A9B81", "Name: This row has no order number"),
];

/// The orders as they are imported, before any rule.
fn imported() -> Vec<Order> {
    let (name, bytes) = practice_orders_file();
    let workbook = read_file(name, bytes, &ReadOptions::default()).unwrap();
    let [sheet] = workbook.sheets.as_slice() else {
        panic!("{} sheets", workbook.sheets.len());
    };
    let known = recognize(sheet);
    assert_eq!(known.origin, Some("Shopify"));
    assert!(known.sure, "{:#?}", known.mapping);
    let context = ImportContext::default();
    let read = read_orders(sheet, known.heading_row, &known.mapping, &context);
    assert_eq!((read.skipped.as_slice(), read.questions.as_slice()), (&[][..], &[][..]));
    read.orders.into_iter().map(|read| *read.order).collect()
}

/// The desk of a person who took the practice presets and rules.
fn basis() -> OrderBasis {
    let presets = practice_presets().into_iter();
    let rules = practice_rules().into_iter().zip(0..);
    OrderBasis {
        presets: presets.map(|(key, preset)| (key.to_owned(), preset)).collect(),
        rules: rules
            .map(|((key, rule), rank)| KeyedRule {
                key: key.to_owned(),
                revision: 1,
                rank,
                rule,
                changed_by: String::new(),
            })
            .collect(),
        sender: AddressForm {
            phone: "312-555-0100".to_owned(),
            ..address("Practice Shop", "233 S Wacker Dr", ("Chicago", "IL", "60606"))
        },
        today: date(2026, 11, 23),
        ..OrderBasis::default()
    }
}

fn placed(basis: &OrderBasis, mut orders: Vec<Order>) -> Vec<(Order, Assessed)> {
    let rules = PreparedRules::new(&basis.rules, &basis.rule_facts());
    for order in &mut orders {
        let verdict = rules.first_fit(order);
        apply_verdict(order, &verdict);
    }
    let orders = orders.into_iter();
    orders
        .map(|order| {
            let assessed = basis.assess(&OrderId::mint(), &order);
            (order, assessed)
        })
        .collect()
}

#[test]
fn seventeen_of_three_hundred_need_attention() {
    postroom::catalogs::install();
    let basis = basis();
    let orders = placed(&basis, imported());
    assert_eq!(orders.len(), 300);
    let mut found: Vec<(String, String)> = Vec::new();
    for (order, assessed) in &orders {
        match assessed.state {
            OrderState::NeedsAttention => {
                let problem = assessed.problems[0].in_words().to_string();
                found.push((order.number.clone(), problem));
            }
            state => assert_eq!(state, OrderState::Ready, "{}", order.number),
        }
    }
    let expected = NEED_ATTENTION.map(|(number, words)| (number.to_owned(), words.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn without_presets_the_ready_ones_lack_only_what_a_preset_says() {
    postroom::catalogs::install();
    let presets = basis();
    let basis = OrderBasis { presets: HashMap::new(), rules: Vec::new(), ..basis() };
    let mut lacking: BTreeMap<String, usize> = BTreeMap::new();
    for order in imported() {
        let ready = placed(&presets, vec![order.clone()]);
        if ready[0].1.state != OrderState::Ready {
            continue;
        }
        for problem in basis.assess(&OrderId::mint(), &order).problems {
            *lacking.entry(problem.in_words().to_string()).or_default() += 1;
        }
    }
    let lacking = lacking.iter();
    let lacking: Vec<(&str, usize)> =
        lacking.map(|(words, orders)| (words.as_str(), *orders)).collect();
    assert_eq!(
        lacking,
        [
            ("Customs certification: Certify that the declaration is true", 25),
            ("Customs signer: Enter the name of the person who signs", 25),
            ("Height: Enter a height", 283),
            ("Length: Enter a length", 283),
            ("Width: Enter a width", 283),
        ]
    );
}

#[test]
fn every_preset_and_every_rule_has_its_orders() {
    let basis = basis();
    for keyed in &basis.rules {
        assert_eq!(
            rule_faults(&keyed.rule, |key| basis.presets.contains_key(key)),
            [],
            "{}",
            keyed.rule.name
        );
    }
    let mut by_preset: BTreeMap<String, usize> = BTreeMap::new();
    let mut rules: BTreeSet<String> = BTreeSet::new();
    for (order, _) in placed(&basis, imported()) {
        let preset = order.preset.as_ref();
        let key = preset.map_or("none", |preset| preset.key.as_str());
        *by_preset.entry(key.to_owned()).or_default() += 1;
        rules.extend(preset.map(|preset| format!("{:?}", preset.by)));
    }
    assert_eq!(rules.len(), practice_rules().len(), "{rules:#?}");
    let by_preset = by_preset.iter();
    let by_preset: Vec<(&str, usize)> =
        by_preset.map(|(key, orders)| (key.as_str(), *orders)).collect();
    assert_eq!(
        by_preset,
        [
            ("none", 2),
            ("practice-abroad", 27),
            ("practice-expedited", 44),
            ("practice-large-box", 24),
            ("practice-mailer", 67),
            ("practice-small-box", 136),
        ]
    );
}

#[test]
fn zips_that_lost_their_zero_are_restored_and_told() {
    let mut restored = 0;
    for order in imported() {
        let told = order.import_notes.iter();
        let told = told.filter(|note| note.kind == ImportNoteKind::ZipRestored);
        match told.count() {
            0 => assert!(!order.to.zip.starts_with('0'), "{}", order.number),
            _ => {
                assert_eq!((order.to.zip.len(), &order.to.zip[..1]), (5, "0"));
                restored += 1;
            }
        }
    }
    assert!(restored > 10, "{restored}");
}

#[test]
fn the_people_are_many_and_the_goods_are_a_catalog() {
    let orders = imported();
    let names: BTreeSet<&str> = orders.iter().map(|order| order.to.name.as_str()).collect();
    assert_eq!(names.len(), 300, "one of them is blank");
    let abroad = orders.iter().filter(|order| order.to.country != "US");
    assert_eq!(abroad.count(), 28, "with one of an unknown country");
    let mut goods: BTreeMap<&str, (&str, String)> = BTreeMap::new();
    for item in orders.iter().flat_map(|order| &order.items) {
        let weight = format!("{} {}", item.weight, item.weight_unit.code());
        if !item.weight.is_empty() {
            let known = goods.entry(&item.sku).or_insert((&item.name, weight.clone()));
            assert_eq!(*known, (item.name.as_str(), weight), "{}", item.sku);
        }
        assert!(item.value.is_some() && item.tariff_number.len() == 6, "{item:?}");
    }
    assert!((35..=45).contains(&goods.len()), "{}", goods.len());
    for order in &orders {
        assert!((1..=4).contains(&order.items.len()), "{}", order.number);
    }
}

/// What the practice service refuses: the orders whose address is wrong. It completes a missing
/// city, and knows nothing of weights, quantities, telephones and order numbers.
#[test]
fn the_service_validates_every_other_address() {
    let service = running();
    let clerk = service.clerk();
    let mut refused = Vec::new();
    for order in imported() {
        let to = &order.to;
        let mut body = json!({"verify": true});
        for (field, text) in [
            ("name", &to.name),
            ("company", &to.company),
            ("street1", &to.street1),
            ("street2", &to.street2),
            ("city", &to.city),
            ("state", &to.state),
            ("zip", &to.zip),
            ("country", &to.country),
        ] {
            if !text.is_empty() {
                body[field] = json!(text);
            }
        }
        if to.country.is_empty() {
            body["country"] = json!("Freedonia");
        }
        let answer = clerk.send("POST", "/Address", body);
        let verified = answer.status == 200 && answer.ok()["verificationStatus"] == "Success";
        if !verified {
            refused.push(order.number);
        }
    }
    let wrong = ["#2010", "#2028", "#2044", "#2097", "#2107", "#2192", "#2212"];
    assert_eq!(refused, wrong);
}

/// A preset that no carrier serves would leave its orders without a price.
#[test]
fn each_ready_order_has_the_rate_that_its_preset_asks_for() {
    let service = running();
    let clerk = service.clerk();
    let basis = basis();
    let mut without = Vec::new();
    let mut rated = 0;
    for (order, assessed) in placed(&basis, imported()) {
        if assessed.state != OrderState::Ready {
            continue;
        }
        let request = serde_json::to_value(rate_request(&assessed.draft)).unwrap();
        let answer = clerk.send("POST", "/ShipmentRate", request).ok();
        let reply: RateReply = serde_json::from_value(answer).unwrap();
        let preset = basis.preset(&order).unwrap();
        match choose_rate(preset, &reply.rates, &basis.hidden_services) {
            Ok(_) => rated += 1,
            Err(reason) => without.push((order.number, preset.name.clone(), reason)),
        }
    }
    assert_eq!((rated, without), (283, Vec::new()));
}
