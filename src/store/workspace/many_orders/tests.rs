use super::*;
use crate::base::clock::Clock;
use crate::base::id::OrderId;
use crate::store::file;
use crate::store::workspace::{OrderFields, OrderRow, OrderState, Workspace};

struct Shop {
    folder: tempfile::TempDir,
    runtime: tokio::runtime::Runtime,
}

impl Shop {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, runtime: tokio::runtime::Builder::new_current_thread().build().unwrap() }
    }

    fn open(&self) -> LocalWorkspace {
        LocalWorkspace::open(self.folder.path(), Clock::System, "here".to_owned()).unwrap()
    }

    fn write(&self, workspace: &LocalWorkspace, writes: Vec<OrderWrite>) -> Vec<WriteOutcome> {
        self.runtime.block_on(workspace.write_orders(writes)).unwrap()
    }

    /// The numbers of the orders that a search finds.
    fn found(&self, workspace: &LocalWorkspace, text: &str) -> Vec<String> {
        let rows = self.rows(workspace, text);
        rows.into_iter().map(|row| row.fields.number).collect()
    }

    fn rows(&self, workspace: &LocalWorkspace, text: &str) -> Vec<OrderRow> {
        let query = OrderQuery { text: text.to_owned(), limit: 10, ..OrderQuery::default() };
        let page = self.runtime.block_on(workspace.orders(query));
        page.unwrap().rows
    }

    /// What the file says, without asking the workspace.
    fn owed(&self) -> i64 {
        let path = self.folder.path().join("workspace.db");
        let connection = file::readers(&path, 1).unwrap().remove(0);
        let count = "SELECT count(*) FROM owed_words";
        connection.query_row(count, [], |row| row.get(0)).unwrap()
    }
}

fn order(number: usize) -> OrderWrite {
    OrderWrite {
        id: OrderId::new(format!("id-{number}")),
        revision: None,
        open_purchases: Vec::new(),
        fields: OrderFields {
            source: "Shop".to_owned(),
            number: format!("n{number}"),
            state: OrderState::Ready,
            search_text: format!("n{number} customer{number}"),
            json: format!("{{\"number\":{number}}}"),
            ..OrderFields::default()
        },
    }
}

fn many() -> Vec<OrderWrite> {
    (0..MANY * 3).map(order).collect()
}

#[test]
fn orders_written_by_the_thousand_are_found_at_once() {
    let shop = Shop::new();
    let workspace = shop.open();
    let outcomes = shop.write(&workspace, many());
    assert!(outcomes.iter().all(|outcome| *outcome == WriteOutcome::Written(1)));
    assert_eq!(shop.owed(), 3_000);
    assert_eq!(shop.found(&workspace, "customer2999"), ["n2999"]);
    assert_eq!(shop.owed(), 0);
    // Once more: each of them is there already.
    let outcomes = shop.write(&workspace, many());
    let is_conflict = |outcome: &WriteOutcome| matches!(outcome, WriteOutcome::Conflict(_));
    assert!(outcomes.iter().all(is_conflict));
    assert_eq!(shop.owed(), 0);
}

#[test]
fn words_that_a_run_left_are_found_by_the_next_one() {
    let shop = Shop::new();
    let workspace = shop.open();
    shop.write(&workspace, many());
    drop(workspace);
    assert_eq!(shop.owed(), 3_000);
    assert_eq!(shop.found(&shop.open(), "customer2999"), ["n2999"]);
}

#[test]
fn reading_the_list_lets_the_words_be_indexed() {
    let shop = Shop::new();
    let workspace = shop.open();
    shop.write(&workspace, many());
    assert_eq!(shop.rows(&workspace, "").len(), 10);
    // The writer finishes what is queued for it.
    while workspace.owed_words.are_there() {
        shop.runtime.block_on(workspace.write_orders(Vec::new())).unwrap();
    }
    assert_eq!(shop.owed(), 0);
}

#[test]
fn an_order_that_is_changed_or_removed_before_has_its_own_words_alone() {
    let shop = Shop::new();
    let workspace = shop.open();
    shop.write(&workspace, many());
    let mut changed = order(5);
    changed.revision = Some(1);
    changed.fields.search_text = "n5 somebody".to_owned();
    changed.fields.json = "{}".to_owned();
    assert_eq!(shop.write(&workspace, vec![changed]), [WriteOutcome::Written(2)]);
    let removed = workspace.remove_orders(vec![(OrderId::new("id-6"), 1)]);
    assert_eq!(shop.runtime.block_on(removed).unwrap(), [WriteOutcome::Removed]);
    assert_eq!(shop.owed(), 2_998);
    assert_eq!(shop.found(&workspace, "somebody"), ["n5"]);
    assert!(shop.found(&workspace, "customer5").iter().all(|number| number != "n5"));
    assert!(shop.found(&workspace, "customer6").iter().all(|number| number != "n6"));
}
