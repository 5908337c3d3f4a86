//! A second file with the numbers of the first: of another shop, or with fewer columns.

use postroom::desk::order_records::import::preview::ImportPreview;
use postroom::orders::import::read_orders::{Answer, QuestionKind};
use postroom::orders::order::Order;
use postroom::tables::mapping::SameNumber;
use postroom::tables::shop_words::{ShopWord, WordColumn};

use super::super::imported_orders::is_idle;
use crate::prelude::*;

impl TestDesk {
    fn ask_import(&mut self, intent: OrderImportIntent) -> ImportPreview {
        self.apply(intent);
        let is_read = |preview: &Remote<_>| matches!(preview, Remote::Ready(_));
        self.run_until("the preview", |state| is_read(&state.order_import.table.preview));
        self.state().order_import.table.preview.value().unwrap().clone()
    }

    /// The preview of a file of `tests/data/strangers`.
    fn look_at(&mut self, name: &str) -> ImportPreview {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/strangers");
        self.ask_import(OrderImportIntent::ReadFile(folder.join(name)))
    }

    fn look_at_text(&mut self, table: &str) -> ImportPreview {
        self.ask_import(OrderImportIntent::ReadClipboard(table.to_owned()))
    }

    /// Writes the import; then there are so many orders.
    fn write_import(&mut self, orders: u64) {
        self.apply(OrderImportIntent::Write);
        self.run_until("written", |state| {
            is_idle(state)
                && state.order_batch().is_none()
                && state.orders.total() == orders
                && state.orders.rows.len() as u64 == orders
        });
    }

    fn order_in_list(&self, number: &str) -> (Order, OrderState, Vec<String>) {
        let rows = &self.state().orders.rows;
        let row = rows.iter().find(|row| row.order.number == number);
        let row = row.unwrap_or_else(|| panic!("no order {number}"));
        let problems = row.problems.iter().map(|it| it.in_words().to_string());
        (row.order.clone(), row.state, problems.collect())
    }
}

/// Shopify's own ids tell the two orders apart, so nothing needs to be asked.
#[test]
fn o1_the_id_of_the_shop_tells_two_orders_of_one_number_apart() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.look_at("02-two-shops-same-number.first.csv");
    desk.write_import(1);
    let preview = desk.look_at("02-two-shops-same-number.second.csv");
    assert_eq!((preview.counts.new, preview.counts.changed), (1, 0));
    assert_eq!(preview.questions, []);
    desk.write_import(2);
    assert_eq!(desk.order_in_list("#1001").0.to.name, "Ana Test");
    let (bob, _, problems) = desk.order_in_list("#1001 (2)");
    assert_eq!((bob.to.name.as_str(), bob.shop_id.as_str()), ("Bob Other", "6660001"));
    assert!(!problems.iter().any(|it| it.contains("Another order")), "{problems:?}");
    // Each file finds its own order again.
    for file in ["02-two-shops-same-number.first.csv", "02-two-shops-same-number.second.csv"] {
        let preview = desk.look_at(file);
        assert_eq!((preview.counts.new, preview.counts.changed), (0, 0), "{file}");
        assert_eq!(preview.counts.unchanged, 1, "{file}");
    }
}

fn shop(name: &str, street: &str, city: &str) -> String {
    format!(
        "Order number\tName\tStreet\tCity\tState\tZIP\n1001\t{name}\t{street}\t{city}\tNV\t89301\n"
    )
}

/// Without an id, another name and another street are another order, or the same one: a person says.
#[test]
fn o1_a_number_with_another_recipient_is_asked_about_and_never_replaces_an_order() {
    for (answer, total, asked) in
        [(None, 2, true), (Some(SameNumber::Another), 2, false), (Some(SameNumber::Same), 1, false)]
    {
        let (_world, mut desk) = connected_desk();
        desk.fill();
        desk.look_at_text(&shop("Ana Test", "2 Elm St", "Ely"));
        desk.write_import(1);
        let preview = desk.look_at_text(&shop("Bob Other", "9 Oak St", "Ely"));
        let kinds: Vec<_> = preview.questions.iter().map(|it| it.kind.clone()).collect();
        assert_eq!(kinds, [QuestionKind::SameNumber]);
        assert!(preview.questions[0].examples[0].contains("Ana Test"));
        if let Some(answer) = answer {
            let answer = OrderImportIntent::Answer(Answer::SameNumber(answer));
            let preview = desk.ask_import(answer);
            assert_eq!(preview.questions, []);
        }
        desk.write_import(total);
        if answer == Some(SameNumber::Same) {
            desk.run_until("changed", |state| state.orders.rows[0].order.to.name == "Bob Other");
            continue;
        }
        assert_eq!(desk.order_in_list("1001").0.to.name, "Ana Test");
        let (bob, _, problems) = desk.order_in_list("1001 (2)");
        assert_eq!(bob.to.name, "Bob Other");
        let tells = problems.iter().any(|it| it.contains("Another order has this number"));
        assert_eq!(tells, asked, "{answer:?} {problems:?}");
    }
}

/// A corrected street, or a corrected name, is the same order.
#[test]
fn o1_a_corrected_recipient_is_the_same_order() {
    for (name, street) in [("Ana Test", "9 Oak St"), ("Anna Test", "2 Elm St")] {
        let (_world, mut desk) = connected_desk();
        desk.fill();
        desk.look_at_text(&shop("Ana Test", "2 Elm St", "Ely"));
        desk.write_import(1);
        let preview = desk.look_at_text(&shop(name, street, "Ely"));
        assert_eq!((preview.counts.new, preview.counts.changed), (0, 1));
        assert_eq!(preview.questions, []);
    }
}

/// Two shops of one kind are told apart by a name.
#[test]
fn o1_a_name_for_the_shop_keeps_its_orders_apart() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.look_at_text(&shop("Ana Test", "2 Elm St", "Ely"));
    desk.write_import(1);
    desk.look_at_text(&shop("Bob Other", "9 Oak St", "Ely"));
    let named = OrderImportIntent::Source("Second shop".to_owned());
    let preview = desk.ask_import(named);
    assert_eq!((preview.counts.new, preview.questions.len()), (1, 0));
    desk.write_import(2);
    let sources = desk.state().orders.rows.iter().map(|row| row.order.source.clone());
    assert!(sources.collect::<Vec<_>>().contains(&"Second shop".to_owned()));
}

#[test]
fn o9_a_column_that_the_file_lacks_changes_nothing() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    desk.look_at("14-reimport-fewer-columns.first.csv");
    desk.write_import(1);
    let before = desk.order_in_list("R1").0;
    assert_eq!(before.to.street2, "Apt 4");
    let preview = desk.look_at("14-reimport-fewer-columns.second.csv");
    assert_eq!((preview.counts.changed, preview.counts.unchanged), (0, 1));
    desk.apply(OrderImportIntent::Write);
    desk.run_until("written", |state| is_idle(state) && state.order_batch().is_none());
    let after = desk.order_in_list("R1").0;
    assert_eq!((&after.to, &after.parcels), (&before.to, &before.parcels));
    // What the file does have is taken.
    let table = "Order number\tName\tStreet 1\tCity\tState\tZIP\tCountry\tOwn\n\
        R1\tAna Test\t200 Main St\tNashville\tTN\t37206\tUS\tx\n";
    let preview = desk.look_at_text(table);
    assert_eq!(preview.counts.changed, 1);
    desk.apply(OrderImportIntent::Write);
    desk.run_until("changed", |state| {
        state.orders.rows.first().is_some_and(|row| row.order.to.street1 == "200 Main St")
    });
    let after = desk.order_in_list("R1").0;
    assert_eq!((after.to.street2.as_str(), after.to.company.as_str()), ("Apt 4", "ACME"));
    assert_eq!(after.parcels, before.parcels);
    // A column of the shop's own stays, too, when a file comes without it.
    let preview = desk.look_at("14-reimport-fewer-columns.first.csv");
    assert_eq!(preview.counts.changed, 1);
    desk.apply(OrderImportIntent::Write);
    desk.run_until("changed back", |state| {
        state.orders.rows.first().is_some_and(|row| row.order.to.street1 == "100 Main St")
    });
    assert_eq!(desk.order_in_list("R1").0.columns, [("Own".to_owned(), "x".to_owned())]);
}

/// W21: the answers for one form of a shop's files replaced those for another, which was then asked
/// about again.
#[test]
fn answers_are_kept_for_each_form_of_a_file() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    let forms = |number: u32| {
        [
            format!(
                "Order number\tStatus\tName\tStreet\tCity\tState\tZIP\n\
                 A{number}\tFrobnicated\tAnn\t2 Elm St\tEly\tNV\t89301\n"
            ),
            format!(
                "Order number\tStatus\tName\tAddress 1\tTown\tState\tZIP\n\
                 B{number}\tFrobnicated\tAnn\t2 Elm St\tEly\tNV\t89301\n"
            ),
        ]
    };
    for (at, file) in forms(1).iter().enumerate() {
        let preview = desk.look_at_text(file);
        assert_eq!(preview.questions.len(), 1, "{file}");
        let word = Answer::Word(WordColumn::Status, "frobnicated".to_owned(), ShopWord::Ship);
        assert_eq!(desk.ask_import(OrderImportIntent::Answer(word)).questions, []);
        desk.write_import(at as u64 + 1);
        desk.run_until("kept", |state| state.order_rules.documents.mappings.len() == at + 1);
    }
    for file in forms(2) {
        assert_eq!(desk.look_at_text(&file).questions, [], "{file}");
    }
}

/// What a person has answered holds for the next file of the kind.
#[test]
fn o3_an_answer_is_kept_with_the_mapping() {
    let (_world, mut desk) = connected_desk();
    desk.fill();
    let file = |number: u32| {
        format!(
            "Order number\tStatus\tName\tStreet\tCity\tState\tZIP\n\
             {number}\tFrobnicated\tAnn\t2 Elm St\tEly\tNV\t89301\n"
        )
    };
    let preview = desk.look_at_text(&file(1));
    assert_eq!(preview.questions.len(), 1);
    let word = Answer::Word(WordColumn::Status, "frobnicated".to_owned(), ShopWord::Ship);
    assert_eq!(desk.ask_import(OrderImportIntent::Answer(word)).questions, []);
    desk.write_import(1);
    desk.run_until("kept", |state| state.order_rules.documents.mappings.len() == 1);
    let preview = desk.look_at_text(&file(2));
    assert_eq!(preview.questions, []);
    assert!(preview.saved_mapping.is_some());
}
