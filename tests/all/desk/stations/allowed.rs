//! What another station set up is not obeyed here before a person here has allowed it.

use postroom::desk::order_import::database::DatabaseIntent;
use postroom::desk::order_printing::office_papers::{OrderPapers, PaperGoal};
use postroom::desk::records::document_id::PaperKind;
use postroom::desk::scan_to_ship::ScanLookUp;

use super::super::imported_orders::table;
use super::super::orders::scan_to_ship::{SqliteShop, number};
use super::*;
use crate::prelude::*;

fn asks(state: &State) -> bool {
    state.order_rules.documents.loaded && !state.order_rules.documents.not_allowed.is_empty()
}

fn database(desk: &TestDesk) -> (String, ShopDatabase) {
    let keyed = &desk.state().order_rules.documents.databases[0];
    (keyed.key.clone(), keyed.document.clone())
}

/// Z2: any station could make all others read a file of theirs into the shared orders.
#[test]
fn a_database_of_another_station_is_asked_only_after_a_person_here_allows_it() {
    let Some(shop) = Shop::prepared() else { return };
    let (files, other_files) = (SqliteShop::new(), SqliteShop::new());
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.use_database(&files.database(), None);
    one.scan("1001");
    one.run_until("filled by who set it up", |state| number(state) == Some("1001"));
    // The profile, which names the database for scans, is a document of its own.
    two.run_until("the question", |state| {
        let documents = &state.order_rules.documents;
        let keyed = &documents.shop.profile.keyed_database;
        asks(state) && documents.databases.iter().any(|database| database.key == *keyed)
    });
    two.scan("1002");
    two.run_until("the refusal", |state| {
        matches!(&state.scan_to_ship.look_up, Some(ScanLookUp::Refused { reason, .. })
            if reason.as_str().contains("until you allow it"))
    });
    assert_eq!(shop.number("SELECT count(*) FROM postroom.orders"), 1, "nothing was read");
    let (key, known) = database(&two);
    two.apply(OrderRuleIntent::AllowDatabase(key.clone()));
    two.scan("1002");
    two.run_until("filled after a yes", |state| number(state) == Some("1002"));
    // Another file, by the hand of the other station.
    let moved = ShopDatabase { database: other_files.path().display().to_string(), ..known };
    one.apply(OrderImportIntent::Database(DatabaseIntent::Save {
        key: Some(key),
        database: Box::new(moved),
        password: None,
        is_remembered: false,
    }));
    two.run_until("asked again", asks);
    one.run_until("no question where it was set up", |state| {
        let database = &state.order_rules.documents.databases[0].document.database;
        !asks(state) && *database == other_files.path().display().to_string()
    });
    drop(two);
    let mut two = shop.station("two");
    assert!(asks(two.state()), "also after a restart");
    let (key, _) = database(&two);
    two.apply(OrderRuleIntent::AllowDatabase(key));
    assert!(!asks(two.state()));
    shop.world.runtime.block_on(two.0.close());
    assert!(!asks(shop.station("two").state()), "the answer is kept");
}

/// Z2: any station could make all others read a file as the shop's logo.
#[test]
fn the_logo_that_another_station_chose_is_read_only_after_a_person_here_allows_it() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.import_orders(&table(1));
    let logo = shop.world.folder.join("logo.png");
    image::RgbImage::from_pixel(40, 20, image::Rgb([200, 0, 0])).save(&logo).unwrap();
    let logo = logo.display().to_string();
    let profile = ShopProfile { logo: logo.clone(), ..ShopProfile::default() };
    one.apply(OrderRuleIntent::Document(DocumentEdit::WriteShop(Box::new(profile))));
    one.run_until("written", |state| state.order_rules.documents.shop.profile.logo == logo);
    assert!(!one.state().order_rules.documents.refuses_logo, "it was chosen here");
    two.run_until("the question", |state| {
        state.order_rules.documents.refuses_logo && state.orders.total() == 1
    });
    let slips = |name: &str, two: &mut TestDesk| {
        let folder = shop.world.folder.join(name);
        let file = folder.join("Packing slips.pdf");
        let ids = two.tick_all_orders();
        two.apply(Intent::PaperOfOrders(OrderPapers {
            kind: PaperKind::PackingSlips,
            ids,
            goal: PaperGoal::Save(SaveTo::Folder(folder)),
        }));
        two.run_until("the slips", |_| fs::metadata(&file).is_ok_and(|file| file.len() > 0));
        let pdf = fs::read(file).unwrap();
        let text = String::from_utf8_lossy(&pdf).replace(char::is_whitespace, "");
        text.contains("/Subtype/Image")
    };
    assert!(!slips("without", &mut two), "the file was read");
    two.run_until_told("until you allow it");
    two.apply(OrderRuleIntent::AllowLogo);
    assert!(slips("with", &mut two));
    shop.world.runtime.block_on(two.0.close());
    assert!(!shop.station("two").state().order_rules.documents.refuses_logo, "the answer is kept");
}
