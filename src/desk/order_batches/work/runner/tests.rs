use super::*;
use crate::base::clock::Clock;
use crate::desk::kernel::batch_job::{BatchJob, RowCounts};
use crate::desk::order_batches::work::{WORK, start};
use crate::orders::order_row::write_of;
use crate::store::workspace::{LocalWorkspace, OrderWrite, WriteOutcome};

fn order(number: &str) -> Order {
    Order { number: number.to_owned(), ..Order::default() }
}

fn new_order(number: &str) -> OrderWrite {
    write_of(&OrderBasis::default(), &OrderId::new(number), None, &order(number))
}

fn change(number: &str, revision: i64) -> Change {
    let again: Box<dyn Fn(&mut Order) + Send> = Box::new(|order| order.note = "rated".to_owned());
    Change { id: OrderId::new(number), revision, order: order(number), again }
}

fn row(number: &str) -> BatchRow {
    Finished::new(&order(number), &OrderId::new(number), RowState::Done("rated".into())).row
}

#[tokio::test]
async fn a_result_that_no_order_has_is_not_done() {
    let folder = tempfile::tempdir().unwrap();
    let workspace =
        LocalWorkspace::open(folder.path(), Clock::System, "bench 1".to_owned()).unwrap();
    let mut newer = new_order("newer");
    newer.fields.json = r#"{"number": {}}"#.to_owned();
    let written = workspace.write_orders(vec![new_order("kept"), new_order("overtaken"), newer]);
    assert!(written.await.unwrap().iter().all(|it| matches!(it, WriteOutcome::Written(1))));
    let mut changes =
        vec![change("kept", 1), change("overtaken", 0), change("newer", 0), change("gone", 1)];
    let basis = OrderBasis::default();
    let unwritten = write_and_keep(&workspace, &basis, &mut changes).await.unwrap();
    let of = |id: &str, is_removed| Unwritten { id: OrderId::new(id), is_removed };
    assert_eq!(unwritten, [of("newer", false), of("gone", true)]);
    let mut rows = ["kept", "overtaken", "newer", "gone"].map(row);
    rows.iter_mut().for_each(|row| tell_unwritten(row, &unwritten));
    let [kept, overtaken, newer, gone] = rows.map(|row| row.state);
    assert_eq!([kept, overtaken], [RowState::Done("rated".into()), RowState::Done("rated".into())]);
    assert_eq!(newer, RowState::NeedsReview(message!("orders-work-not-kept")));
    assert_eq!(gone, RowState::Skipped(message!("orders-work-removed")));
    let found = workspace.orders_by_id(vec![OrderId::new("overtaken")]).await.unwrap();
    assert_eq!(order_of_row(&found[0]).note, "rated");
}

/// Of four orders one was removed, and the task of another panics.
#[test]
fn a_batch_accounts_for_every_order() {
    crate::desk::tests::with_desk(|desk| {
        desk.order_batches(|me, ctx| {
            let handle = ctx.workspace();
            let batch = BatchJob::with_expected_rows("Rating", 4);
            start(me, ctx, &WORK, batch, move |progress| async move {
                let workspace = handle.open().await.unwrap();
                let orders = ["a", "b", "c"].map(new_order).to_vec();
                workspace.write_orders(orders).await.unwrap();
                let one = |row: OrderRow| async move {
                    assert_ne!(row.id.as_str(), "b", "on purpose");
                    Finished::new(&order_of_row(&row), &row.id, RowState::Done("rated".into()))
                };
                let ids = ["a", "b", "gone", "c"].map(OrderId::new).to_vec();
                let (basis, early) = (OrderBasis::default(), EarlyEnd::of_batch(&progress));
                run(workspace.as_ref(), &basis, ids, &progress, &early, one).await
            });
        });
        while desk.state.order_batches.work.as_ref().unwrap().is_running() {
            desk.tick();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let work = desk.state.order_batches.work.clone().unwrap();
        let counts = RowCounts { done: 2, failed: 1, left: 1, ..RowCounts::default() };
        assert_eq!((work.tally(), work.trouble), (counts, None));
        let state = |key: &str| work.rows.iter().find(|row| row.key == key).unwrap().state.clone();
        assert!(matches!(state("b"), RowState::Failed(trouble) if !trouble.cause.is_empty()));
        assert_eq!(state("gone"), RowState::Skipped(message!("orders-work-removed")));
    });
}
