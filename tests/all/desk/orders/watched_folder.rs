//! The watched folder on real files, with a fake workspace behind it. Times are given, so no test
//! waits for a clock; only `running` does.

mod kit;
mod mishaps;
mod running;

use std::fs::{self, File};
use std::io::Write;

use kit::{Fixture, TWO_ORDERS, kinds, look_and_take, run, settle};

#[test]
fn a_whole_file_is_imported_and_moved_beside_its_result() {
    let fixture = Fixture::new();
    fixture.write("orders.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        look_and_take(&mut watched, 0).await;
        assert_eq!(fixture.workspace.asked(), 0);
        look_and_take(&mut watched, 3).await;
    });
    assert_eq!(fixture.names(), ["done/orders.csv", "done/orders.csv.result.csv"]);
    assert_eq!(fixture.read("done/orders.csv"), TWO_ORDERS);
    assert_eq!(
        fixture.read("done/orders.csv.result.csv"),
        "\u{feff}row,order,outcome,needs_attention,note\n2,1001,added,,\n3,1002,added,,\n"
    );
    assert_eq!(fixture.workspace.orders().len(), 2);
    let events = fixture.workspace.events();
    assert_eq!(kinds(&events), ["available", "imported orders.csv"]);
    let notices: Vec<String> =
        events.iter().filter_map(|event| Some(event.notice()?.to_string())).collect();
    assert_eq!(
        notices,
        ["Imported orders.csv. New orders: 2. Changed: 0. Unchanged: 0. Changed in the file, \
             but already bought: 0. In need of attention: 0."]
    );
}

#[test]
fn a_file_that_is_still_written_is_not_taken() {
    let fixture = Fixture::new();
    run(async {
        let mut watched = fixture.watched();
        let mut file = File::create(fixture.path("orders.csv")).unwrap();
        for (at, part) in [(0, "order,item\n"), (3, "1001,cup\n"), (6, "1002,mug\n")] {
            file.write_all(part.as_bytes()).unwrap();
            look_and_take(&mut watched, at).await;
            assert_eq!(fixture.workspace.asked(), 0, "at {at} s");
        }
        look_and_take(&mut watched, 9).await;
    });
    let orders = fixture.workspace.orders();
    assert_eq!(orders.keys().collect::<Vec<_>>(), ["1001", "1002"]);
}

#[test]
fn a_workbook_without_its_end_waits_and_is_tried_in_the_end() {
    let fixture = Fixture::new();
    fixture.write("orders.xlsx", b"PK\x03\x04 and no more");
    run(async {
        let mut watched = fixture.watched();
        for at in (0..60).step_by(3) {
            look_and_take(&mut watched, at).await;
        }
        assert_eq!(fixture.workspace.asked(), 0);
        assert_eq!(fixture.names(), ["orders.xlsx"]);
        // The pause after the last attempt is 40 s.
        look_and_take(&mut watched, 60).await;
        look_and_take(&mut watched, 100).await;
    });
    assert_eq!(fixture.workspace.asked(), 1);
    assert_eq!(fixture.names(), ["failed/orders.xlsx", "failed/orders.xlsx.reason.txt"]);
}

#[test]
fn what_cannot_be_imported_goes_to_failed_with_the_reason() {
    let fixture = Fixture::new();
    fixture.write("picture.png", b"\x89PNG");
    fixture.write("huge.csv", "x".repeat(10_001));
    run(async { settle(&mut fixture.watched(), 0).await });
    assert_eq!(
        fixture.names(),
        [
            "failed/huge.csv",
            "failed/huge.csv.reason.txt",
            "failed/picture.png",
            "failed/picture.png.reason.txt",
        ]
    );
    for (name, reason) in [
        ("picture.png", "\u{feff}picture.png has no orders\n"),
        ("huge.csv", "\u{feff}it’s larger than 0 MB\n"),
    ] {
        assert_eq!(fixture.read(&format!("failed/{name}.reason.txt")), reason);
    }
    assert_eq!(fixture.workspace.asked(), 1, "the huge file was not read");
}

#[test]
fn the_same_content_again_makes_nothing_again() {
    let fixture = Fixture::new();
    fixture.write("monday.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        settle(&mut watched, 0).await;
        fixture.write("tuesday.csv", TWO_ORDERS);
        // As long, but not the same.
        fixture.write("wednesday.csv", TWO_ORDERS.replace("1002", "1003"));
        settle(&mut watched, 10).await;
        // A later start knows it too.
        fixture.write("monday.csv", TWO_ORDERS);
        settle(&mut fixture.watched(), 0).await;
    });
    assert_eq!(fixture.workspace.asked(), 2);
    assert_eq!(fixture.workspace.orders().len(), 3);
    assert_eq!(
        kinds(&fixture.workspace.events()),
        [
            "available",
            "imported monday.csv",
            "tuesday.csv is monday.csv",
            "imported wednesday.csv",
            "available",
            "monday.csv is monday.csv",
        ]
    );
    assert_eq!(
        fixture.read("done/tuesday.csv.result.csv"),
        "\u{feff}row,order,outcome,needs_attention,note\n\
         ,,already-imported,,monday.csv has the same content\n"
    );
    assert!(fixture.path("done/monday (2).csv").exists());
    assert!(fixture.path("done/monday (2).csv.result.csv").exists());
}

#[test]
fn what_was_taken_out_of_done_is_imported_again() {
    let fixture = Fixture::new();
    fixture.write("orders.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        settle(&mut watched, 0).await;
        fs::rename(fixture.path("done/orders.csv"), fixture.path("orders.csv")).unwrap();
        settle(&mut watched, 10).await;
    });
    assert_eq!(fixture.workspace.asked(), 2);
    assert_eq!(
        fixture.read("done/orders (2).csv.result.csv"),
        "\u{feff}row,order,outcome,needs_attention,note\n2,1001,unchanged,,\n3,1002,unchanged,,\n"
    );
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.path("done")).unwrap();
    fixture.write("done/ORDERS.csv", "of last year");
    fixture.write("done/orders (2).csv.result.csv", "a result alone");
    fixture.write("orders.csv", TWO_ORDERS);
    run(async { settle(&mut fixture.watched(), 0).await });
    assert_eq!(
        fixture.names(),
        [
            "done/ORDERS.csv",
            "done/orders (2).csv.result.csv",
            "done/orders (3).csv",
            "done/orders (3).csv.result.csv",
        ]
    );
    assert_eq!(fixture.read("done/ORDERS.csv"), "of last year");
}

#[test]
fn folders_links_and_files_of_others_stay() {
    let fixture = Fixture::new();
    fs::create_dir_all(fixture.path("more.csv")).unwrap();
    fixture.write("more.csv/orders.csv", TWO_ORDERS);
    fixture.write("orders.csv.part", TWO_ORDERS);
    fixture.write(".orders.csv", TWO_ORDERS);
    fs::write(fixture.root.join("elsewhere.csv"), TWO_ORDERS).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(fixture.root.join("elsewhere.csv"), fixture.path("link.csv"))
        .unwrap();
    let before = fixture.names();
    run(async {
        let mut watched = fixture.watched();
        settle(&mut watched, 0).await;
        settle(&mut watched, 500).await;
    });
    assert_eq!(fixture.workspace.asked(), 0);
    assert_eq!(fixture.names(), before);
    assert_eq!(kinds(&fixture.workspace.events()), ["available"]);
}

/// Z15: `failed` as a link to the folder of what starts with the session brought a program there.
#[cfg(unix)]
#[test]
fn nothing_is_moved_through_a_link() {
    let fixture = Fixture::new();
    let elsewhere = fixture.root.join("autostart");
    fs::create_dir_all(&elsewhere).unwrap();
    for name in ["done", "failed"] {
        std::os::unix::fs::symlink(&elsewhere, fixture.path(name)).unwrap();
    }
    fixture.write("evil.desktop", "[Desktop Entry]\nExec=sh\n");
    fixture.write("orders.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        for at in 0..40 {
            settle(&mut watched, at * 500).await;
        }
    });
    assert!(fs::read_dir(&elsewhere).unwrap().next().is_none());
    assert!(fixture.path("evil.desktop").exists() && fixture.path("orders.csv").exists());
    let told = format!("{:?}", fixture.workspace.events());
    assert!(told.contains("a link to another folder"), "{told}");
}
