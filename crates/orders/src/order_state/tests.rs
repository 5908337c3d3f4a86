mod problems;

use jiff::civil::Date;

use super::*;
use crate::order::{ChosenBy, ChosenPreset, Hold, OrderItem, OrderQuote, SuggestedAddress};
use crate::order_draft::{OrderDefaults, draft_of_order};
use crate::order_label::{LabelPrint, LabelRefund};
use postroom_api::rate::Rate;
use postroom_base::id::{OrderId, ShipmentId, TransactionId};
use postroom_base::measure::WeightUnit;
use postroom_base::money::{Amount, Currency, Money};
use postroom_parcel::draft::{
    AddressField, AddressForm, CustomsField, CustomsItemField, Field, PackageField, PackageForm,
};
use postroom_parcel::preset::Preset;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};

const TODAY: Date = Date::constant(2026, 11, 23);

fn sender() -> AddressForm {
    AddressForm {
        name: "Example Goods".to_owned(),
        street1: "350 5th Ave".to_owned(),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        zip: "10118".to_owned(),
        ..AddressForm::default()
    }
}

/// An order with all that a label needs.
fn whole() -> Order {
    Order {
        number: "1001".to_owned(),
        source: "Shopify".to_owned(),
        to: AddressForm {
            name: "Casey Example".to_owned(),
            street1: "1 Ferry Building".to_owned(),
            city: "San Francisco".to_owned(),
            state: "CA".to_owned(),
            zip: "94111".to_owned(),
            ..AddressForm::default()
        },
        parcels: vec![PackageForm {
            weight: "1.5".to_owned(),
            length: "10".to_owned(),
            width: "6".to_owned(),
            height: "4".to_owned(),
            ..PackageForm::default()
        }],
        ..Order::default()
    }
}

fn label(status: LabelStatus) -> OrderLabel {
    OrderLabel {
        scope: "TEST/a".to_owned(),
        station: "Desk 1".to_owned(),
        status,
        ..OrderLabel::begun(TransactionId::new("t"), 1, jiff::Timestamp::UNIX_EPOCH)
    }
}

fn note(kind: ImportNoteKind, column: &str, text: &str) -> ImportNote {
    ImportNote { kind, column: column.to_owned(), text: text.to_owned(), row: 7, settled: false }
}

fn problems(order: &Order, preset: Option<&Preset>) -> Vec<OrderProblem> {
    let id = OrderId::new("o-1");
    let draft = draft_of_order(order, &id, preset, &sender(), &OrderDefaults::default());
    problems_of(order, &draft, preset, None, &[], TODAY)
}

fn words(order: &Order) -> Vec<String> {
    let found = problems(order, None);
    let words = found.iter().map(|problem| problem.in_words().to_string());
    words.collect()
}

#[test]
fn where_an_order_stands() {
    use LabelStatus::{Bought, Buying, InDoubt, NotBought, Refunded};
    let printed = || OrderLabel {
        prints: vec![LabelPrint {
            at: jiff::Timestamp::UNIX_EPOCH,
            printer: "Dock".to_owned(),
            by: "Pat".to_owned(),
            job: 0,
        }],
        ..label(Bought)
    };
    let handed_over = || OrderLabel { manifest: Some("m".to_owned()), ..printed() };
    let returned = |status| OrderLabel { is_return: true, ..label(status) };
    let quote = || {
        Some(Box::new(OrderQuote {
            rate: Rate::default(),
            inputs: String::new(),
            at: jiff::Timestamp::UNIX_EPOCH,
            scope: String::new(),
            changed_from: None,
        }))
    };
    let with = |labels: Vec<OrderLabel>| Order { labels, ..whole() };
    let refunded = || with(vec![label(Refunded)]);
    let replaced = || OrderLabel {
        refund: Some(LabelRefund {
            status: "Initiated".to_owned(),
            at: jiff::Timestamp::UNIX_EPOCH,
            replace: Some(jiff::Timestamp::UNIX_EPOCH),
            stopped_write_back: false,
        }),
        ..label(Refunded)
    };
    let held =
        |order: Order| Order { hold: Some(Hold { reason: String::new(), by_rule: None }), ..order };
    let canceled = |order: Order| Order { canceled: true, ..order };
    let broken = |order: Order| Order { to: AddressForm::default(), ..order };
    let rated = |order: Order| Order { quote: quote(), ..order };
    use OrderState as State;
    let cases: Vec<(&str, Order, bool, OrderState)> = vec![
        ("whole", whole(), false, State::Ready),
        ("with a quote", rated(whole()), true, State::Rated),
        ("with an outdated quote", rated(whole()), false, State::Ready),
        ("current, but no quote", whole(), true, State::Ready),
        ("a problem before a quote", broken(rated(whole())), true, State::NeedsAttention),
        ("on hold before a problem", held(broken(whole())), false, State::OnHold),
        ("buying before on hold", held(with(vec![label(Buying)])), false, State::Buying),
        (
            "in doubt before buying",
            with(vec![label(InDoubt), label(Buying)]),
            false,
            State::InDoubt,
        ),
        ("bought before in doubt", with(vec![label(Bought), label(InDoubt)]), false, State::Bought),
        ("bought before a problem", broken(with(vec![label(Bought)])), false, State::Bought),
        ("bought before on hold", held(with(vec![label(Bought)])), false, State::Bought),
        ("printed", with(vec![printed()]), true, State::Printed),
        ("handed over", with(vec![handed_over()]), true, State::HandedOver),
        (
            "handed over, although canceled",
            canceled(with(vec![handed_over()])),
            false,
            State::HandedOver,
        ),
        ("canceled before on hold", canceled(held(whole())), false, State::Canceled),
        (
            "handed over without a manifest",
            with(vec![OrderLabel { handed_over: Some(jiff::Timestamp::UNIX_EPOCH), ..printed() }]),
            false,
            State::HandedOver,
        ),
        ("refunded", refunded(), false, State::Refunded),
        ("refunded, on hold", held(refunded()), false, State::Refunded),
        ("canceled before refunded", canceled(refunded()), false, State::Canceled),
        ("refunded and decided", with(vec![replaced()]), false, State::Ready),
        ("decided, then refused", with(vec![replaced(), label(NotBought)]), false, State::Ready),
        (
            "decided, and the next one refunded too",
            with(vec![replaced(), label(Refunded)]),
            false,
            State::Refunded,
        ),
        (
            "decided, and the next one in doubt",
            with(vec![replaced(), label(InDoubt)]),
            false,
            State::InDoubt,
        ),
        (
            "refunded, printed",
            with(vec![OrderLabel { status: Refunded, ..printed() }]),
            false,
            State::Refunded,
        ),
        ("refunded with a quote that still holds", rated(refunded()), true, State::Refunded),
        ("refunded, decided and rated again", rated(with(vec![replaced()])), true, State::Rated),
        ("refunded, then bought", with(vec![label(Refunded), label(Bought)]), false, State::Bought),
        ("refused", with(vec![label(NotBought)]), false, State::Ready),
        ("a return label alone", with(vec![returned(Bought)]), false, State::Ready),
        ("a return label in doubt", with(vec![returned(InDoubt)]), false, State::Ready),
        (
            "a return label after the parcel’s",
            with(vec![printed(), returned(Bought)]),
            false,
            State::Printed,
        ),
    ];
    for (case, order, current, expected) in cases {
        let problems = problems(&order, None);
        assert_eq!(state_of(&order, !problems.is_empty(), current), expected, "{case}");
    }
}

#[test]
fn an_order_is_found_by_every_text_of_it() {
    let mut order = whole();
    order.to.company = "Example GmbH".to_owned();
    order.to.street2 = "Gate 4".to_owned();
    order.to.phone = "(415) 555-0143".to_owned();
    order.to.email = "casey@example.com".to_owned();
    order.reference = "PO 88".to_owned();
    order.shipping = "Expedited".to_owned();
    order.note = "Gift".to_owned();
    order.items = vec![OrderItem {
        sku: "CUP-1".to_owned(),
        name: "Blue cup".to_owned(),
        ..OrderItem::default()
    }];
    order.columns = vec![
        ("Shelf".to_owned(), "B-12".to_owned()),
        ("Description".to_owned(), format!("wide {}", "é".repeat(600))),
        ("Empty".to_owned(), " ".to_owned()),
    ];
    order.labels = vec![OrderLabel {
        tracking_numbers: vec!["9400100000000000000001".to_owned()],
        shipment: Some(ShipmentId::new("shipment-7")),
        ..label(LabelStatus::Bought)
    }];
    let text = search_text(&order);
    let lines: Vec<&str> = text.lines().collect();
    for word in [
        "1001",
        "Shopify",
        "PO 88",
        "Casey Example",
        "Example GmbH",
        "1 Ferry Building",
        "Gate 4",
        "San Francisco",
        "CA",
        "94111",
        "US",
        "casey@example.com",
        "(415) 555-0143",
        "4155550143",
        "Expedited",
        "Gift",
        "CUP-1",
        "Blue cup",
        "9400100000000000000001",
        "shipment-7",
        "B-12",
    ] {
        assert!(lines.contains(&word), "{word}");
    }
    assert!(lines.iter().all(|line| !line.trim().is_empty()));
    let longest = lines.iter().map(|line| line.chars().count()).max();
    assert_eq!(longest, Some(500));
    let unreadable = Order { raw_row: Some("half;a;row".to_owned()), ..Order::default() };
    assert!(search_text(&unreadable).contains("half;a;row"));
}

#[test]
fn the_row_of_the_workspace_gives_the_order_back() {
    let mut order = whole();
    order.ship_by = Some(TODAY);
    order.total = Some(Money::new(Amount::from_cents(4250), Currency::USD));
    order.preset = Some(ChosenPreset {
        key: "k".to_owned(),
        by: ChosenBy::Rule { key: "r".to_owned(), name: "Light".to_owned() },
    });
    order.lifted_holds = vec!["h".to_owned()];
    order.labels = vec![label(LabelStatus::Bought)];
    order.quote = Some(Box::new(OrderQuote {
        rate: Rate {
            total_fee: Some(Amount::from_cents(790)),
            delivery_days: Some(2.5),
            ..Rate::default()
        },
        inputs: "d".to_owned(),
        at: jiff::Timestamp::UNIX_EPOCH,
        scope: "TEST/a".to_owned(),
        changed_from: order.total,
    }));
    let fields = order_fields(&order, OrderState::Bought);
    let read: Order = serde_json::from_str(&fields.json).unwrap();
    assert_eq!(read, order);
    let row = (fields.number.as_str(), fields.source.as_str(), fields.state);
    assert_eq!(row, ("1001", "Shopify", OrderState::Bought));
    assert_eq!((fields.ship_by, fields.preset.as_deref()), (Some(TODAY), Some("k")));
    assert_eq!(fields.search_text, search_text(&order));
    for (name, company, recipient) in
        [(" Ann ", "Shop", "Ann"), ("", " Shop", "Shop"), (" ", "", "")]
    {
        order.to.name = name.to_owned();
        order.to.company = company.to_owned();
        let fields = order_fields(&order, OrderState::Ready);
        assert_eq!(fields.recipient, recipient);
    }
}
