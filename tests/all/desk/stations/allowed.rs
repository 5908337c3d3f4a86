//! What another station set up is not obeyed here before a person here has allowed it.

use postroom::desk::orders::database_flow::DatabaseIntent;
use postroom::desk::orders::scan_flow::ScanLookUp;
use postroom::desk::orders::shop_database::ShopDatabase;

use super::super::orders::scan_to_ship::{SqliteShop, number};
use super::*;

fn asks(state: &State) -> bool {
    state.orders.documents.loaded && !state.orders.documents.not_allowed.is_empty()
}

fn database(desk: &TestDesk) -> (String, ShopDatabase) {
    let keyed = &desk.state().orders.documents.databases[0];
    (keyed.key.clone(), keyed.document.clone())
}

/// Z2: any station could make all others read a file of theirs into the shared orders.
#[test]
fn a_database_of_another_station_is_asked_only_after_a_person_here_allows_it() {
    let Some(shop) = Shop::prepared() else {
        return;
    };
    let (files, other_files) = (SqliteShop::new(), SqliteShop::new());
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.use_database(&files.database(), None);
    one.scan("1001");
    one.run_until("filled by who set it up", |state| number(state) == Some("1001"));
    // The profile, which names the database for scans, is a document of its own.
    two.run_until("the question", |state| {
        let documents = &state.orders.documents;
        let keyed = &documents.shop.profile.keyed_database;
        asks(state) && documents.databases.iter().any(|database| database.key == *keyed)
    });
    two.scan("1002");
    two.run_until("the refusal", |state| {
        matches!(&state.orders.scan.look_up, Some(ScanLookUp::Refused { reason, .. })
            if reason.as_str().contains("until you allow it"))
    });
    assert_eq!(shop.number("SELECT count(*) FROM postroom.orders"), 1, "nothing was read");
    let (key, known) = database(&two);
    two.apply(OrderIntent::Database(DatabaseIntent::Allow(key.clone())));
    two.scan("1002");
    two.run_until("filled after a yes", |state| number(state) == Some("1002"));
    // Another file, by the hand of the other station.
    let moved = ShopDatabase { database: other_files.path().display().to_string(), ..known };
    one.apply(OrderIntent::Database(DatabaseIntent::Save {
        key: Some(key),
        database: Box::new(moved),
        password: None,
        is_remembered: false,
    }));
    two.run_until("asked again", asks);
    one.run_until("no question where it was set up", |state| {
        let database = &state.orders.documents.databases[0].document.database;
        !asks(state) && *database == other_files.path().display().to_string()
    });
    drop(two);
    let mut two = shop.station("two");
    assert!(asks(two.state()), "also after a restart");
    let (key, _) = database(&two);
    two.apply(OrderIntent::Database(DatabaseIntent::Allow(key)));
    assert!(!asks(two.state()));
    shop.world.runtime.block_on(two.0.close());
    assert!(!asks(shop.station("two").state()), "the answer is kept");
}
