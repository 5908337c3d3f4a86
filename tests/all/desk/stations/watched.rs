//! Several stations that watch the same folder.

use super::super::orders::batches::table;
use super::*;
use crate::prelude::*;

const FILES: usize = 6;
const ORDERS_OF_A_FILE: usize = 4;

/// What is in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return BTreeSet::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn two_stations_that_watch_one_folder_import_each_file_once() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    let folder = shop.world.folder.join("incoming");
    fs::create_dir_all(&folder).unwrap();
    for desk in [&mut one, &mut two] {
        desk.change_settings(|settings| {
            settings.watched_folder = folder.to_str().unwrap().to_owned()
        });
        desk.run_until("the watched folder", |state| {
            state.order_import.watch.folder.as_ref() == Some(&folder)
        });
    }
    let whole = table(FILES * ORDERS_OF_A_FILE);
    let (heading, rows) = whole.split_once('\n').unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    let mut wanted = BTreeSet::new();
    for (at, rows) in rows.chunks(ORDERS_OF_A_FILE).enumerate() {
        let name = format!("{at}.csv");
        let content = format!("{heading}\n{}\n", rows.join("\n"));
        let part = folder.join(format!("{name}.part"));
        fs::write(&part, content).unwrap();
        fs::rename(part, folder.join(&name)).unwrap();
        wanted.insert(format!("{name}.result.csv"));
        wanted.insert(name);
    }
    let done = folder.join("done");
    let begun = Instant::now();
    while names(&done) != wanted {
        assert!(begun.elapsed().as_secs() < 60, "{:?}", names(&done));
        for desk in [&mut one, &mut two] {
            desk.run_for(Duration::from_millis(5));
        }
    }
    for desk in [&mut one, &mut two] {
        desk.run_until("the orders", |state| {
            state.orders.total() == (FILES * ORDERS_OF_A_FILE) as u64
        });
        assert!(desk.state().order_import.watch.waiting.is_empty());
        let mut notices = desk.state().notices.iter();
        let bad = notices.find(|notice| notice.tone == Tone::Bad);
        assert!(bad.is_none(), "{bad:?}");
    }
    assert_eq!(names(&folder), BTreeSet::from(["done".to_owned()]));
    // Each order was added by one station, and not changed by the other.
    let unchanged = shop.number("SELECT count(*) FROM postroom.orders WHERE revision = 1");
    assert_eq!(unchanged, (FILES * ORDERS_OF_A_FILE) as i64);
}
