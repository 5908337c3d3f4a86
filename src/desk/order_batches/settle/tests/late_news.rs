//! What is learned of a label after its order went on without it.

use std::path::Path;

use super::*;
use crate::orders::fate::apply_fate;
use crate::store::journal::{EntryContext, EntryKind, NewEntry};
use crate::store::workspace::OrderWrite;

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(future)
}

fn settler(folder: &Path) -> Settler {
    Settler {
        journal: Journal::open(folder, Clock::System).unwrap(),
        link: None,
        station: "here".into(),
        now: Clock::System.now(),
        batched: BatchedPurchases::default(),
        lately: HashMap::new(),
    }
}

fn new_entry(order: &OrderId, sequence: u32) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
        order: Some(order.clone()),
        sequence,
        environment: "TEST".to_owned(),
        account: "a".to_owned(),
        base_url: "https://example.test".to_owned(),
        call: "POST /Shipment".to_owned(),
        body: b"{}".to_vec(),
        expected: None,
        title: "1001".to_owned(),
    }
}

fn claimed(transaction: &TransactionId) -> EntryContext {
    EntryContext {
        transaction: Some(transaction.clone()),
        claimed: true,
        ..EntryContext::default()
    }
}

fn label(transaction: &TransactionId, sequence: u32, status: LabelStatus) -> OrderLabel {
    OrderLabel { transaction: transaction.clone(), sequence, status, ..label_of("here") }
}

fn row(id: &OrderId, labels: Vec<OrderLabel>) -> OrderRow {
    let order = Order { number: "1001".to_owned(), labels, ..Order::default() };
    OrderRow {
        id: id.clone(),
        revision: 1,
        position: 1,
        fields: crate::orders::order_state::order_fields(&order, OrderState::Bought),
        changed: Timestamp::UNIX_EPOCH,
        changed_by: "here".to_owned(),
        unreadable: None,
    }
}

/// A purchase came back from another station, and this one gave it up because it did not have the
/// claim yet. The other station may have sent it, so the order must not be bought again.
#[test]
fn a_purchase_that_another_station_may_have_sent_is_not_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let settler = settler(folder.path());
    let (id, transaction) = (OrderId::mint(), Journal::new_transaction());
    run(async {
        let journal = &settler.journal;
        let (new, beside) = (new_entry(&id, 1), claimed(&transaction));
        let taken = journal.take_over(&transaction, new, beside, Clock::System.now());
        taken.await.unwrap();
        let given_up = journal.give_up(&transaction).await.unwrap();
        assert_eq!(given_up.state, EntryState::Cancelled);
        let mine = label(&transaction, 1, LabelStatus::InDoubt);
        let fate = settler.fate(&mine).await;
        assert!(matches!(fate, Some(Fate::InDoubt)), "{fate:?}");
    });
}

/// It was not found for a day, another label was bought, and then it arrived after all.
#[test]
fn a_label_that_is_found_late_is_shown_as_paid_for() {
    let folder = tempfile::tempdir().unwrap();
    let settler = settler(folder.path());
    let (id, late) = (OrderId::mint(), Journal::new_transaction());
    let second = Journal::new_transaction();
    run(async {
        let journal = &settler.journal;
        let intended = journal.intend_with(new_entry(&id, 1), claimed(&late));
        intended.await.unwrap();
        journal.mark_sending(&late).await.unwrap();
        let until = Timestamp::UNIX_EPOCH;
        journal.mark_absent(&late, until).await.unwrap();
        let labels =
            vec![label(&late, 1, LabelStatus::NotBought), label(&second, 2, LabelStatus::Bought)];
        let nothing = settler.settle(row(&id, labels.clone())).await;
        assert!(nothing.is_none(), "nothing is new");
        let reply = b"{}".to_vec();
        journal.confirm(&late, "shp_1", None, reply).await.unwrap();
        let change = settler.settle(row(&id, labels)).await.unwrap();
        let status: Vec<LabelStatus> = change.order.labels.iter().map(|it| it.status).collect();
        assert_eq!(status, [LabelStatus::Bought; 2]);
    });
}

/// The orders were restored from a copy that is older than the purchase, and another station has bought
/// the order again.
#[test]
fn a_label_that_its_order_lost_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut settler = settler(folder.path());
    let workspace = LocalWorkspace::open(folder.path(), Clock::System, "here".to_owned()).unwrap();
    let (id, bought) = (OrderId::mint(), Journal::new_transaction());
    let again = OrderLabel {
        begun: "2999-01-01T00:00:00Z".parse().unwrap(),
        station: "there".to_owned(),
        ..label(&Journal::new_transaction(), 3, LabelStatus::Bought)
    };
    let write = OrderWrite {
        id: id.clone(),
        revision: None,
        fields: row(&id, vec![again.clone()]).fields,
        open_purchases: Vec::new(),
    };
    run(async {
        workspace.write_orders(vec![write]).await.unwrap();
        let journal = &settler.journal;
        let intended = journal.intend_with(new_entry(&id, 3), claimed(&bought));
        intended.await.unwrap();
        journal.mark_sending(&bought).await.unwrap();
        let reply = b"{}".to_vec();
        journal.confirm(&bought, "shp_1", None, reply).await.unwrap();
        let mut rows = open_rows(&workspace).await.unwrap();
        assert!(rows.is_empty());
        settler.add_lately_bought(&workspace, &mut rows, 0).await.unwrap();
        let [row] = rows.try_into().unwrap();
        let change = settler.settle(row).await.unwrap();
        let [label, newer] = change.order.labels.as_slice() else {
            panic!("{:?}", change.order.labels)
        };
        assert_eq!(*newer, again);
        assert_eq!((label.sequence, label.status), (3, LabelStatus::Bought));
        assert_eq!(label.transaction, bought);
        assert_eq!(label.shipment, Some(ShipmentId::new("shp_1")));
    });
}

/// An open label beside a bought one: the state of the order says nothing of it.
#[test]
fn an_open_label_of_a_bought_order_is_listed_for_settling() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = LocalWorkspace::open(folder.path(), Clock::System, "here".to_owned()).unwrap();
    let (open, bought) = (Journal::new_transaction(), Journal::new_transaction());
    let id = OrderId::mint();
    let labels =
        vec![label(&open, 1, LabelStatus::InDoubt), label(&bought, 2, LabelStatus::Bought)];
    let write = OrderWrite {
        id: id.clone(),
        revision: None,
        fields: row(&id, labels).fields,
        open_purchases: vec![open],
    };
    let listed = run(async {
        workspace.write_orders(vec![write]).await.unwrap();
        open_rows(&workspace).await.unwrap()
    });
    let listed: Vec<OrderId> = listed.into_iter().map(|row| row.id).collect();
    assert_eq!(listed, [id]);
}

/// A slower answer of an earlier attempt takes nothing back.
#[test]
fn what_was_paid_for_stays_paid_for() {
    let transaction = TransactionId::new("t");
    let fates = [Fate::NotSent, Fate::InDoubt, Fate::NotBought("refused".into()), Fate::NeverSent];
    for fate in fates {
        for status in [LabelStatus::Bought, LabelStatus::Refunded] {
            let mut order =
                Order { labels: vec![label(&transaction, 1, status)], ..Order::default() };
            let before = order.clone();
            assert!(!apply_fate(&mut order, &transaction, &fate), "{fate:?}");
            assert_eq!(order, before);
        }
    }
}
