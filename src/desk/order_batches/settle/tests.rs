use jiff::civil::date;

use super::*;
use crate::base::clock::Clock;
use crate::orders::order::{ChosenBy, ChosenPreset};
use crate::orders::order_label::LabelStatus;
use crate::orders::shop_profile::ShopProfile;
use crate::parcel::draft::{AddressForm, PackageForm};
use crate::parcel::preset::Preset;
use crate::store::workspace::{DocumentKind, DocumentRow, LocalWorkspace};

fn address(name: &str) -> AddressForm {
    AddressForm {
        name: name.to_owned(),
        street1: "350 5th Ave".to_owned(),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        zip: "10118".to_owned(),
        ..AddressForm::default()
    }
}

/// An attempt that turns out to have bought nothing leaves its order ready, as it was before, although
/// the presets and the shop were not read yet when the desk looked.
#[test]
fn an_order_is_judged_by_the_presets_that_are_in_the_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = LocalWorkspace::open(folder.path(), Clock::System, "here".to_owned()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let preset = Preset {
        package: Some(PackageForm {
            weight: "2".to_owned(),
            length: "10".to_owned(),
            width: "6".to_owned(),
            height: "4".to_owned(),
            ..PackageForm::default()
        }),
        ..Preset::default()
    };
    let shop = ShopProfile { sender: address("Sample Shop"), ..ShopProfile::default() };
    for (kind, key, json) in [
        (DocumentKind::Preset, "box", serde_json::to_string(&preset)),
        (DocumentKind::Shop, "shop", serde_json::to_string(&shop)),
    ] {
        let row = DocumentRow {
            kind,
            key: key.to_owned(),
            name: String::new(),
            rank: 0,
            json: json.unwrap(),
            revision: 0,
            changed_by: String::new(),
        };
        runtime.block_on(workspace.write_document(row)).unwrap();
    }
    let order = Order {
        number: "1001".to_owned(),
        to: address("Ann Lee"),
        preset: Some(ChosenPreset { key: "box".to_owned(), by: ChosenBy::Person }),
        ..Order::default()
    };
    let unread = OrderBasis { today: date(2026, 11, 23), ..OrderBasis::default() };
    let state = |basis: &OrderBasis| basis.assess(&OrderId::default(), &order).state;
    assert_eq!(state(&unread), OrderState::NeedsAttention);
    let read = runtime.block_on(with_documents(&workspace, &unread)).unwrap();
    assert_eq!(state(&read), OrderState::Ready);
    assert_eq!(read.today, unread.today);
}

fn label_of(station: &str) -> OrderLabel {
    let label = serde_json::json!({
        "sequence": 1, "transaction": "t", "scope": "TEST/a", "station": station,
        "status": "in-doubt", "begun": "2026-11-23T08:00:00Z", "expected": null, "charged": null,
        "carrier": "", "service": "", "bought": null, "shipment": null, "manifest": null
    });
    serde_json::from_value(label).unwrap()
}

/// A settled order without the label could be bought again, while the other computer still looks for
/// the first label.
#[test]
fn a_purchase_that_another_computer_took_over_is_settled_by_that_one() {
    let transaction = TransactionId::new("t");
    let fates = [
        (Fate::NotSent, false),
        (Fate::NotBought("refused".into()), false),
        (Fate::NeverSent, false),
        (Fate::Bought(Box::default()), true),
    ];
    for (fate, is_told) in fates {
        for (station, is_mine) in [("here", true), ("there", false)] {
            let mut order = Order { labels: vec![label_of(station)], ..Order::default() };
            let before = order.clone();
            let changed = apply_fate_of("here", &mut order, &transaction, &fate);
            assert_eq!(changed, is_mine || is_told, "{fate:?} {station}");
            assert_eq!(order == before, !changed, "{fate:?} {station}");
        }
    }
}

mod late_news;
