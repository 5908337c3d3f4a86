use super::*;
use crate::import::read_orders::{ImportContext, read_orders};
use crate::order_label::{LabelStatus, OrderLabel};
use crate::test_mapping;
use crate::test_tables;
use postroom_base::measure::WeightUnit;
use postroom_rows::order::{OrderFields, OrderState};
use postroom_tables::import_note::ImportNoteKind;
use postroom_tables::mapping::{Mapping, WeightIs};

const COLUMNS: &str = "Order: number, Name: name, Street: street1, City: city, ZIP: zip, \
     Weight: weight, Shipping: shipping, SKU: item-sku, Qty: item-quantity";

fn file(rows: &[[&str; 9]]) -> Vec<ReadOrder> {
    let mapping = Mapping {
        weight_is: Some(WeightIs::OfOrder),
        weight_unit: Some(WeightUnit::Lb),
        ..test_mapping::mapping(COLUMNS)
    };
    let rows = rows.iter().map(|row| row.join("|"));
    let rows: Vec<String> = std::iter::once(headings().join("|")).chain(rows).collect();
    let sheet = test_tables::sheet(rows.iter().map(String::as_str));
    read_orders(&sheet, Some(0), &mapping, &ImportContext::default()).orders
}

fn headings() -> Vec<String> {
    test_mapping::mapping(COLUMNS).columns.into_iter().map(|column| column.heading).collect()
}

fn noon() -> Timestamp {
    "2026-11-23T12:00:00Z".parse().unwrap()
}

/// Orders that are there, by number.
#[derive(Clone, Default)]
struct Shop(HashMap<String, OrderRow>);

impl Shop {
    fn import(&mut self, read: Vec<ReadOrder>) -> ImportPlan {
        let facts = FileFacts {
            name: "orders.csv".to_owned(),
            coverage: Coverage { lacks: Vec::new(), headings: headings() },
            same_number: Some(SameNumber::Same),
        };
        let plan = plan_import(read, &self.0, &facts, noon());
        for planned in &plan.orders {
            if let Some(write) = &planned.write {
                let revision = write.existing.as_ref().map_or(0, |(_, revision)| *revision);
                let now = self.0.get(&planned.number).map_or(0, |row| row.revision);
                assert_eq!(revision, now, "{}", planned.number);
                self.write(&write.order, revision + 1);
            }
        }
        plan
    }

    fn write(&mut self, order: &Order, revision: i64) {
        let row = OrderRow {
            id: OrderId::new(order.number.clone()),
            revision,
            position: 0,
            fields: OrderFields {
                source: order.source.clone(),
                number: order.number.clone(),
                json: serde_json::to_string(order).unwrap(),
                ..OrderFields::default()
            },
            changed: noon(),
            changed_by: String::new(),
            unreadable: None,
        };
        self.0.insert(order.number.clone(), row);
    }

    fn order(&self, number: &str) -> Order {
        serde_json::from_str(&self.0[number].fields.json).unwrap()
    }

    fn edit(&mut self, number: &str, edit: impl FnOnce(&mut Order)) {
        let mut order = self.order(number);
        edit(&mut order);
        self.write(&order, self.0[number].revision + 1);
    }
}

fn label(status: LabelStatus) -> OrderLabel {
    let label = serde_json::json!({
        "sequence": 1, "transaction": "t", "scope": "TEST/a", "station": "here",
        "status": "buying", "begun": noon(), "expected": null, "charged": null, "carrier": "",
        "service": "", "bought": null, "shipment": null, "manifest": null
    });
    OrderLabel { status, ..serde_json::from_value(label).unwrap() }
}

/// The fields of the only order's step, those that were kept with a star.
fn fields(plan: &ImportPlan) -> Vec<String> {
    let [planned] = plan.orders.as_slice() else {
        panic!("{:?}", plan.orders);
    };
    let (ImportStep::Changed(changes) | ImportStep::ChangedWhileBought(changes)) = &planned.step
    else {
        panic!("{:?}", planned.step);
    };
    let names = changes.iter().map(|change| match change.kept {
        true => format!("{:?}*", change.field),
        false => format!("{:?}", change.field),
    });
    names.collect()
}

fn step(plan: &ImportPlan) -> &ImportStep {
    &plan.orders[0].step
}

const ANN: [&str; 9] = ["1", "Ann", "1 A St", "Boston", "02110", "2", "Standard", "MUG", "1"];

fn ann(changes: &[(usize, &'static str)]) -> [&'static str; 9] {
    let mut row = ANN;
    for (at, text) in changes {
        row[*at] = text;
    }
    row
}

#[test]
fn the_same_file_twice_changes_nothing() {
    let mut shop = Shop::default();
    let rows = [ANN, ann(&[(0, "2")]), ann(&[(0, "1"), (7, "CUP")])];
    let plan = shop.import(file(&rows));
    assert!(plan.orders.iter().all(|it| it.step == ImportStep::New));
    assert_eq!(plan.orders.len(), 2);
    let before = shop.clone();
    let plan = shop.import(file(&rows));
    for planned in &plan.orders {
        assert_eq!((&planned.step, &planned.write), (&ImportStep::Unchanged, &None));
    }
    assert!(before.0 == shop.0);
}

#[test]
fn a_corrected_file_changes_the_fields_it_corrects() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.edit("1", |order| {
        order.to.verification = Some("Success".to_owned());
        order.scanned = vec![1];
    });
    let plan = shop.import(file(&[ann(&[(3, "Salem"), (5, "3.5")])]));
    assert_eq!(fields(&plan), ["City", "Weight"]);
    let order = shop.order("1");
    assert_eq!((order.to.city.as_str(), order.parcels[0].weight.as_str()), ("Salem", "3.5"));
    assert_eq!(order.to.verification, None);
    assert_eq!(order.scanned, [1]);
    let plan = shop.import(file(&[ann(&[(3, "Salem"), (5, "3.5"), (8, "2")])]));
    assert_eq!(fields(&plan), ["Items"]);
    assert_eq!(shop.order("1").items[0].quantity, "2");
    assert!(shop.order("1").scanned.is_empty());
}

#[test]
fn what_a_person_changed_is_kept() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.edit("1", |order| order.to.city = "Cambridge".to_owned());
    // The file changes something else.
    let plan = shop.import(file(&[ann(&[(6, "Express")])]));
    assert_eq!(fields(&plan), ["Shipping"]);
    assert_eq!(shop.order("1").to.city, "Cambridge");
    // The file changes the same field.
    let plan = shop.import(file(&[ann(&[(6, "Express"), (3, "Salem")])]));
    assert_eq!(fields(&plan), ["City*"]);
    let order = shop.order("1");
    assert_eq!(order.to.city, "Cambridge");
    let [note] = order.import_notes.as_slice() else {
        panic!("{:?}", order.import_notes);
    };
    assert_eq!(
        (note.kind, note.text.as_str(), note.row),
        (ImportNoteKind::ChangedByBoth, "Salem", 2)
    );
    assert_eq!(note.column, ImportedField::City.key());
    // The note stays while the file says the same, settled or not.
    shop.edit("1", |order| order.import_notes[0].settled = true);
    let plan = shop.import(file(&[ann(&[(6, "Economy"), (3, "Salem")])]));
    assert_eq!(fields(&plan), ["Shipping"]);
    assert!(shop.order("1").import_notes[0].settled);
    // The file agrees with the person; from then on the file may change the field again.
    let plan = shop.import(file(&[ann(&[(6, "Economy"), (3, "Cambridge")])]));
    assert_eq!(step(&plan), &ImportStep::Unchanged);
    let plan = shop.import(file(&[ann(&[(6, "Economy"), (3, "Quincy")])]));
    assert_eq!(fields(&plan), ["City"]);
    assert_eq!(shop.order("1").to.city, "Quincy");
}

#[test]
fn an_order_without_imported_values_is_not_overwritten() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.edit("1", |order| order.imported.clear());
    let plan = shop.import(file(&[ann(&[(3, "Salem")])]));
    assert_eq!(fields(&plan), ["City*"]);
    assert_eq!(shop.order("1").to.city, "Boston");
}

#[test]
fn settled_notes_stay_settled() {
    let mut shop = Shop::default();
    shop.import(file(&[ann(&[(5, "heavy")])]));
    shop.edit("1", |order| {
        order.import_notes[0].settled = true;
        order.parcels.push(Default::default());
        order.parcels[0].weight = "2".to_owned();
    });
    let plan = shop.import(file(&[ann(&[(5, "heavy"), (3, "Salem")])]));
    assert_eq!(fields(&plan), ["City"]);
    let order = shop.order("1");
    assert!(order.import_notes[0].settled);
    assert_eq!(order.parcels[0].weight, "2");
    // Another unreadable weight is another problem.
    let plan = shop.import(file(&[ann(&[(5, "very heavy"), (3, "Salem")])]));
    assert_eq!(step(&plan), &ImportStep::Changed(Vec::new()));
    assert!(!shop.order("1").import_notes[0].settled);
}

#[test]
fn a_bought_order_keeps_everything_and_shows_the_newer_file() {
    for status in [LabelStatus::Buying, LabelStatus::InDoubt, LabelStatus::Bought] {
        let mut shop = Shop::default();
        shop.import(file(&[ANN]));
        shop.edit("1", |order| order.labels.push(label(status)));
        let before = shop.order("1");
        let plan = shop.import(file(&[ann(&[(3, "Salem")])]));
        assert_eq!(fields(&plan), ["City*"]);
        let order = shop.order("1");
        let changed = order.changed_in_file.as_ref().unwrap();
        assert_eq!(
            (changed.order.to.city.as_str(), changed.file.as_str()),
            ("Salem", "orders.csv")
        );
        assert_eq!(
            (order.to, order.items, order.parcels),
            (before.to, before.items, before.parcels)
        );
        // Once seen and put aside, the same file does not bring it back.
        shop.edit("1", |order| order.changed_in_file = None);
        let plan = shop.import(file(&[ann(&[(3, "Salem")])]));
        assert_eq!((step(&plan), &plan.orders[0].write), (&ImportStep::Unchanged, &None));
        // The shop takes it back.
        shop.import(file(&[ann(&[(3, "Quincy")])]));
        let plan = shop.import(file(&[ANN]));
        assert_eq!(step(&plan), &ImportStep::AgreesAgain);
        assert!(shop.order("1").changed_in_file.is_none());
    }
}

#[test]
fn a_refunded_order_takes_what_was_put_aside() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.edit("1", |order| order.labels.push(label(LabelStatus::Bought)));
    shop.import(file(&[ann(&[(3, "Salem")])]));
    shop.edit("1", |order| order.labels[0].status = LabelStatus::Refunded);
    let plan = shop.import(file(&[ann(&[(3, "Salem")])]));
    assert_eq!(fields(&plan), ["City"]);
    let order = shop.order("1");
    assert_eq!((order.to.city.as_str(), order.changed_in_file), ("Salem", None));
    assert_eq!(order.labels.len(), 1);
}

#[test]
fn the_state_of_the_row_protects_an_order_too() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.0.get_mut("1").unwrap().fields.state = OrderState::Printed;
    let plan = shop.import(file(&[ann(&[(3, "Salem")])]));
    assert!(matches!(step(&plan), ImportStep::ChangedWhileBought(_)));
    assert_eq!(shop.order("1").to.city, "Boston");
}

#[test]
fn an_order_of_a_newer_version_stays() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.0.get_mut("1").unwrap().fields.json = "{\"number\": 1}".to_owned();
    let plan = shop.import(file(&[ann(&[(3, "Salem")])]));
    assert_eq!((step(&plan), &plan.orders[0].write), (&ImportStep::Unreadable, &None));
}

#[test]
fn sheets_of_one_file_do_not_make_an_order_twice() {
    let mut shop = Shop::default();
    let mut read = file(&[ANN]);
    read.extend(file(&[ANN]));
    read.extend(file(&[ann(&[(3, "Salem")])]));
    let plan = shop.import(read);
    let steps: Vec<_> = plan.orders.iter().map(|it| (it.number.as_str(), &it.step)).collect();
    let expected =
        [("1", &ImportStep::New), ("1", &ImportStep::Duplicate), ("1 (2)", &ImportStep::New)];
    assert_eq!(steps, expected);
    assert_eq!(shop.order("1 (2)").open_import_problems().count(), 1);
}

#[test]
fn several_parcels_of_a_person_are_kept() {
    let mut shop = Shop::default();
    shop.import(file(&[ANN]));
    shop.edit("1", |order| order.parcels.push(order.parcels[0].clone()));
    let plan = shop.import(file(&[ann(&[(5, "9")])]));
    assert_eq!(fields(&plan), ["Weight*"]);
    let weights: Vec<_> = shop.order("1").parcels.into_iter().map(|it| it.weight).collect();
    assert_eq!(weights, ["2", "2"]);
}

#[test]
fn every_step_says_what_happens() {
    let change =
        |field, kept| FieldChange { field, before: String::new(), after: String::new(), kept };
    let city = || change(ImportedField::City, false);
    let weight = || change(ImportedField::Weight, true);
    for (step, text) in [
        (ImportStep::New, "New"),
        (ImportStep::Changed(vec![city()]), "Changed: City"),
        (
            ImportStep::Changed(vec![weight()]),
            "Changed in the file and by a person, whose version is kept: Weight",
        ),
        (
            ImportStep::Changed(vec![city(), weight()]),
            "Changed: City. Changed in the file and by a person, whose version is kept: Weight",
        ),
        (ImportStep::Changed(Vec::new()), "Other problems than before"),
        (
            ImportStep::ChangedWhileBought(vec![city(), weight()]),
            "Changed in the file, but already being bought or bought: City and Weight",
        ),
    ] {
        assert_eq!(step.text().as_str(), text);
    }
}

mod random;
