//! The preview of an import: it shows what the import would do as things are now.

use postroom::desk::order_records::import::preview::ImportPreview;
use postroom::orders::order::Order;
use postroom::orders::order_state::order_fields;
use postroom::store::workspace::{LocalWorkspace, Workspace};
use postroom::tables::text_encoding::Encoding;

use super::batches::table;
use crate::prelude::*;

impl TestDesk {
    fn preview_when(&mut self, what: &str, done: impl Fn(&ImportPreview) -> bool) -> ImportPreview {
        self.run_until(what, |state| match &state.order_import.table.preview {
            Remote::Ready(known) => done(&known.value),
            _ => false,
        });
        self.state().order_import.table.preview.value().unwrap().clone()
    }
}

/// The sample brings its presets and rules along, and they are written while it is read.
#[test]
fn the_preview_follows_presets_and_rules() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.apply(OrderImportIntent::ReadSample);
    let preview = desk.preview_when("the rules", |preview| preview.counts.need_attention < 300);
    assert_eq!((preview.counts.new, preview.counts.need_attention), (300, 17));
}

#[test]
fn a_text_is_read_again_as_a_person_says() {
    let (world, mut desk) = connected_desk();
    let file = world.folder.join("orders.csv");
    fs::write(&file, b"Order;Name\n1;M\xfcller, Ann\n2;M\xfcller, Bo\n").unwrap();
    desk.apply(OrderImportIntent::ReadFile(file));
    let read = desk.preview_when("the guess", |preview| !preview.examples.is_empty());
    let form = read.text_form.unwrap();
    assert_eq!((form.encoding, form.delimiter), (Encoding::Latin1, b';'));
    assert_eq!(read.examples, ["1", "Müller, Ann"]);
    let options = ReadOptions { encoding: Some(Encoding::Cyrillic), delimiter: Some(b',') };
    desk.apply(OrderImportIntent::Options(options));
    let read = desk.preview_when("the other", |preview| preview.options == options);
    assert_eq!(read.examples, ["1;Mьller"]);
}

/// Finding O28: empty columns are left out of the mapping, and blank cells are no example.
#[test]
fn o28_an_example_stands_under_its_own_column() {
    let (_world, mut desk) = connected_desk();
    let table = "Order number\t\tName\tStreet 1\t\tCity\tState\tZIP\n\
        1\t\tAnn Lee\t2 Elm St\t\tEly\t\t89301\n\
        2\t\tBo Lee\t3 Elm St\t\tEly\tNV\t89301\n";
    desk.apply(OrderImportIntent::ReadClipboard(table.to_owned()));
    let read = desk.preview_when("the table", |preview| !preview.examples.is_empty());
    let columns = read.mapping.columns.iter().map(|column| column.heading.as_str());
    let examples: Vec<_> = columns.zip(read.examples.iter().map(String::as_str)).collect();
    for (heading, example) in [
        ("Order number", "1"),
        ("Name", "Ann Lee"),
        ("Street 1", "2 Elm St"),
        ("City", "Ely"),
        ("State", "NV"),
        ("ZIP", "89301"),
    ] {
        assert!(examples.contains(&(heading, example)), "{examples:?}");
    }
}

#[test]
fn a_mapping_that_is_saved_again_under_its_name_is_replaced() {
    let (_world, mut desk) = connected_desk();
    let table =
        "No\tWho\tStreet\tCity\tState\tZIP\tWeight (lb)\n1\tAnn\t2 Elm St\tEly\tNV\t89301\t2\n";
    desk.apply(OrderImportIntent::ReadClipboard(table.to_owned()));
    desk.preview_when("the table", |preview| !preview.examples.is_empty());
    for field in [OrderField::Reference, OrderField::Number] {
        let map = OrderImportIntent::Map { column: 0, field: Some(field) };
        desk.apply(map);
        desk.preview_when("the column", |preview| preview.mapping.columns[0].field == Some(field));
        let written = desk.state().order_rules.documents.written;
        let save = OrderImportIntent::SaveMapping("Warehouse".to_owned());
        desk.apply(save);
        desk.run_until("saved", |state| state.order_rules.documents.written > written);
    }
    let kept = &desk.state().order_rules.documents.mappings;
    let kept: Vec<_> = kept.iter().map(|it| it.document.columns[0].field).collect();
    assert_eq!(kept, [Some(OrderField::Number)]);
}

/// Another computer, or the watched folder, brings one of the orders while the preview is looked at.
#[test]
fn what_came_since_the_preview_is_neither_doubled_nor_left_as_it_is() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    desk.apply(OrderImportIntent::ReadClipboard(table(3)));
    let preview = desk.preview_when("the preview", |preview| preview.counts.new == 3);
    let number = preview.orders[1].number.clone();
    let order = Order {
        number: number.clone(),
        source: preview.mapping.source.clone(),
        ..Order::default()
    };
    let write = OrderWrite {
        id: OrderId::mint(),
        revision: None,
        fields: order_fields(&order, OrderState::NeedsAttention),
        open_purchases: Vec::new(),
    };
    let id = write.id.clone();
    let folder = world.folder.join("desk/practice-orders");
    let other = LocalWorkspace::open(&folder, Clock::System, "another".to_owned()).unwrap();
    let written = world.runtime.block_on(other.write_orders(vec![write]));
    assert_eq!(written.unwrap(), [WriteOutcome::Written(1)]);
    drop(other);
    desk.apply(OrderImportIntent::Write);
    desk.run_until("imported", |state| {
        state.orders.total() == 3 && state.order_batch().is_none() && state.orders.rows.len() == 3
    });
    let rows = &desk.state().orders.rows;
    let row = rows.iter().find(|row| row.order.number == number).unwrap();
    assert_eq!(row.id, id);
    assert_eq!(row.state, OrderState::Ready, "{:?}", row.problems);
}

/// The file is chosen, and gone by the time it is read.
#[test]
fn a_file_that_vanished_is_named_in_a_sentence() {
    let (world, mut desk) = connected_desk();
    let file = world.folder.join("orders.csv");
    fs::write(&file, table(2)).unwrap();
    desk.apply(OrderImportIntent::ReadFile(file.clone()));
    desk.preview_when("the file", |preview| preview.counts.new == 2);
    fs::remove_file(&file).unwrap();
    desk.apply(OrderImportIntent::ReadFile(file));
    desk.run_until("told", |state| state.order_import.table.preview.trouble().is_some());
    let preview = &desk.state().order_import.table.preview;
    let trouble = preview.trouble().unwrap();
    assert_eq!(trouble.attempted.as_str(), "Couldn’t import orders.csv");
    let cause = "The file isn’t there any more. It may have been moved, renamed or deleted.";
    assert_eq!(trouble.cause.as_str(), cause);
    assert_eq!(trouble.advice.as_str(), "Check the file and try again.");
    // What was read before is not offered under the name of the file that is gone.
    assert!(preview.value().is_none());
}
