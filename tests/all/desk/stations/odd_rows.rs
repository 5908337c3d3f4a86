//! Rows that this version cannot read, and files with a cell that no workspace takes.

use postroom::desk::order_moves::MoveIntent;

use super::*;
use crate::prelude::*;

/// What the tables have of the orders that cannot be read.
fn stored(shop: &Shop) -> String {
    shop.server.admin_in(
        "stations",
        "SELECT o.*, md5(json) FROM postroom.orders o LEFT JOIN postroom.order_details USING (position)
         WHERE number IN ('T00001', 'T00002', 'T00003', 'T00004') ORDER BY number",
    )
}

fn change(shop: &Shop, number: &str, set: &str) {
    let sql = format!("UPDATE postroom.orders SET {set} WHERE number = '{number}'");
    shop.server.admin_in("stations", &sql);
}

/// Z13: one odd column stopped the list and every round at every station, and no order was named.
#[test]
fn a_row_that_cannot_be_read_keeps_nobody_from_working() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    let priced = one.import_rated(6);
    two.run_until("the orders", |state| state.orders.total() == 6);
    change(&shop, "T00001", "state = 'packed'");
    change(&shop, "T00002", "changed = 'infinity'");
    change(&shop, "T00003", "ship_by = 'not a day'");
    shop.server.admin_in(
        "stations",
        "UPDATE postroom.order_details SET json = '{\"number\":' WHERE position =
           (SELECT position FROM postroom.orders WHERE number = 'T00004')",
    );
    let before = stored(&shop);
    for desk in [&mut one, &mut two] {
        show_all(desk);
        desk.run_until("the unreadable ones", |state| {
            let rows = state.orders.rows.iter();
            rows.filter(|row| row.state == OrderState::Unreadable).count() == 4
        });
        let state = desk.state();
        assert!(state.orders.trouble.is_none(), "{:?}", state.orders.trouble);
        assert_eq!(state.orders.in_state(OrderState::Unreadable), 1, "by what is stored");
        for (number, reason) in [
            ("T00001", "“state” has “packed”"),
            ("T00002", "“changed” has"),
            ("T00003", "“ship_by” has “not a day”"),
            ("T00004", "EOF while parsing"),
        ] {
            let row = order(state, number).unwrap();
            let problem = row.problems[0].message.to_string();
            assert!(problem.contains("can’t be read and is left alone"), "{problem}");
            let raw = row.order.raw_row.as_deref().unwrap();
            assert!(raw.contains(reason), "{number}: {raw}");
        }
    }
    // Whatever is asked for all of them is done for the others alone.
    let ids: Vec<OrderId> = priced.iter().map(|(id, _)| id.clone()).collect();
    one.apply(OrderIntent::Tick { ids: ids.clone(), ticked: true });
    one.run_until("the sums", |state| {
        let sums = state.orders.selection.sums.as_ref();
        sums.is_some_and(|sums| sums.priced.len() == 2)
    });
    one.apply(OrderIntent::Edit { ids: ids.clone(), edit: OrderEdit::Note("Fragile".into()) });
    one.run_until("the notes", |state| {
        let rows = state.orders.rows.iter();
        let is_told =
            |notice: &Notice| notice.text.to_string().starts_with("4 orders can’t be read");
        rows.filter(|row| row.order.note == "Fragile").count() == 2
            && state.notices.iter().any(is_told)
    });
    for work in [
        OrderWork::CheckAddresses(ids.clone()),
        OrderWork::GetRates(ids.clone()),
        OrderWork::Buy(priced),
    ] {
        one.work(work);
        one.apply(OrderBatchIntent::Work(BatchIntent::Close));
    }
    one.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 2);
    assert_eq!(shop.world.shipments_at_service(), 2);
    assert_eq!(shop.claims(), 0);
    one.apply(OrderIntent::Delete(ids));
    let file = shop.world.folder.join("orders.export");
    let moved = super::moving::carry_out(&mut one, MoveIntent::Export { file, replace: false });
    assert_eq!((moved.orders.copied, moved.left_out), (3, 3));
    assert_eq!(moved.left_out_numbers, ["T00001", "T00002", "T00003"]);
    assert_eq!(stored(&shop), before);
    assert_eq!(shop.number("SELECT count(*) FROM postroom.orders"), 6);
}

/// Z11: a name of 4,000 letters kept every order of its file, and every other file, from being
/// imported.
#[test]
fn a_file_with_a_cell_that_is_too_long_keeps_no_other_order_waiting() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.station("one");
    let folder = shop.world.folder.join("incoming");
    fs::create_dir_all(&folder).unwrap();
    desk.change_settings(|settings| settings.watched_folder = folder.to_str().unwrap().to_owned());
    let letters = |count: usize| -> String {
        let letters = (0..count).map(|at| char::from(b'a' + (at * at / 7 % 23 + at % 3) as u8));
        letters.collect()
    };
    let heading = "Order Number,Recipient,Street,City,State,Zip,Country,Weight (oz)\n";
    let row =
        |number: &str, name: &str| format!("{number},{name},350 5th Ave,New York,NY,10118,US,8\n");
    let bad = [
        heading.to_owned(),
        row("1001", "Ann"),
        row("1002", &letters(4_000)),
        row(&letters(4_000), "Bob"),
        row("1004", "Cleo"),
    ];
    fs::write(folder.join("a-bad.csv"), bad.concat()).unwrap();
    fs::write(folder.join("b-good.csv"), [heading, &row("2001", "Dan")].concat()).unwrap();
    desk.run_until("both files", |state| state.orders.total() == 4);
    desk.run_until("the notice", |state| {
        state.notices.iter().any(|notice| {
            let text = notice.text.to_string();
            text.contains("a-bad.csv") && text.contains("Not imported: 1")
        })
    });
    let result = fs::read_to_string(folder.join("done/a-bad.csv.result.csv")).unwrap();
    let refused = result.lines().find(|line| line.contains(",refused,yes,")).unwrap();
    assert!(refused.contains("its number or its source is longer than 1,000 bytes"), "{refused}");
    show_all(&mut desk);
    assert!(order(desk.state(), "1004").is_some() && order(desk.state(), "2001").is_some());
    assert_eq!(order(desk.state(), "1002").unwrap().order.to.name.len(), 4_000);
}
