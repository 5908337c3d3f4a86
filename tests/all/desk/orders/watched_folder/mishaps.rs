//! Files that change, vanish or cannot be moved, a workspace that is down, a kill.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use postroom::watched_folder::WatchedFolder;

use super::kit::{
    Between, FakeWorkspace, Fixture, SETTINGS, TWO_ORDERS, kinds, look_and_take, run, seconds,
    settle,
};

#[test]
fn a_file_that_changes_while_it_is_imported_is_imported_again() {
    let mut fixture = Fixture::new();
    let newer = "order,item\n1001,bowl\n1003,jug\n";
    fixture.workspace.between = Between::Write(fixture.path("orders.csv"), newer);
    fixture.write("orders.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        settle(&mut watched, 0).await;
        assert_eq!(fixture.names(), ["orders.csv"], "nothing unread is moved");
        settle(&mut watched, 10).await;
    });
    let orders = fixture.workspace.orders();
    assert_eq!(orders["1001"], "bowl");
    assert_eq!(orders.len(), 3);
}

/// Z11: a file that could not be stored stayed the first, and every other one waited.
#[test]
fn a_file_that_fails_alone_goes_to_failed_and_the_others_are_taken() {
    let fixture = Fixture::new();
    fixture.write("a-long.csv", "order,item\n1,too long\n");
    fixture.write("b-good.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        settle(&mut watched, 0).await;
        assert_eq!(fixture.workspace.orders().len(), 2);
        assert_eq!(kinds(&fixture.workspace.events()), ["available", "imported b-good.csv"]);
        // It may have been the moment.
        assert!(fixture.path("a-long.csv").exists());
        for minute in 1..4 {
            settle(&mut watched, minute * 60).await;
        }
    });
    assert_eq!(kinds(&fixture.workspace.events()), ["refused a-long.csv"]);
    assert_eq!(fixture.workspace.asked(), 4, "three times, and the other one once");
    assert_eq!(fixture.read("failed/a-long.csv.reason.txt"), "\u{feff}a name is too long\n");
}

#[test]
fn a_file_that_is_removed_while_it_is_imported_is_no_error() {
    let mut fixture = Fixture::new();
    fixture.workspace.between = Between::Remove(fixture.path("orders.csv"));
    fixture.write("orders.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        settle(&mut watched, 0).await;
        settle(&mut watched, 10).await;
    });
    assert_eq!(fixture.workspace.orders().len(), 2);
    assert_eq!(fixture.names(), [""; 0]);
    let events = fixture.workspace.events();
    assert_eq!(kinds(&events), ["available", "imported orders.csv"]);
}

#[test]
fn a_file_that_changes_between_look_and_reading_is_left_for_later() {
    let fixture = Fixture::new();
    fixture.write("gone.csv", TWO_ORDERS);
    fixture.write("replaced.csv", TWO_ORDERS);
    run(async {
        let mut watched = fixture.watched();
        look_and_take(&mut watched, 0).await;
        let steady = watched.find_steady_files(seconds(3)).await;
        assert_eq!(steady.len(), 2);
        fs::remove_file(fixture.path("gone.csv")).unwrap();
        fixture.write("replaced.csv", "order,item\n7,a longer list\n");
        for file in steady {
            watched.take_file(file, seconds(3)).await;
        }
        assert_eq!(fixture.workspace.asked(), 0);
        assert_eq!(kinds(&fixture.workspace.events()), ["available"]);
        settle(&mut watched, 4).await;
    });
    assert_eq!(fixture.workspace.orders().len(), 1);
}

#[test]
fn a_program_that_goes_on_writing_after_the_move_loses_nothing() {
    let fixture = Fixture::new();
    run(async {
        let mut watched = fixture.watched();
        let mut file = File::create(fixture.path("orders.csv")).unwrap();
        file.write_all(b"order,item\n1001,cup\n").unwrap();
        settle(&mut watched, 0).await;
        assert_eq!(fixture.workspace.orders().len(), 1);
        file.write_all(b"1002,mug\n").unwrap();
        drop(file);
        settle(&mut watched, 10).await;
    });
    assert_eq!(fixture.workspace.orders().len(), 2);
    assert_eq!(fixture.read("done/orders (2).csv"), "order,item\n1001,cup\n1002,mug\n");
    assert!(!fixture.path("done/orders.csv").exists());
}

#[test]
fn a_file_that_cannot_be_moved_is_imported_and_named_once() {
    let fixture = Fixture::new();
    // A file where the folder should be; permissions do not stop a superuser.
    fixture.write("done", "");
    fixture.write("orders.csv", TWO_ORDERS);
    let rest = run(async {
        let mut watched = fixture.watched();
        for at in 0..400 {
            look_and_take(&mut watched, at).await;
        }
        assert_eq!(fixture.workspace.asked(), 1);
        let events = fixture.workspace.events();
        assert_eq!(
            kinds(&events),
            ["available", "imported orders.csv", "waits orders.csv", "waits done"]
        );
        // Later it can be moved, without a second import.
        fs::remove_file(fixture.path("done")).unwrap();
        for at in 400..600 {
            look_and_take(&mut watched, at).await;
        }
        fixture.workspace.events()
    });
    assert_eq!(fixture.workspace.asked(), 1);
    assert_eq!(fixture.names(), ["done/orders.csv", "done/orders.csv.result.csv"]);
    assert_eq!(kinds(&rest), ["wait ended done", "wait ended orders.csv"]);
}

#[test]
fn while_orders_cannot_be_stored_files_wait() {
    let fixture = Fixture::new();
    *fixture.workspace.is_down.lock().unwrap() = true;
    fixture.write("a.csv", TWO_ORDERS);
    fixture.write("b.csv", "order,item\n7,jug\n");
    run(async {
        let mut watched = fixture.watched();
        let mut tried = Vec::new();
        for at in 0..100 {
            let before = fixture.workspace.asked();
            for file in watched.find_steady_files(seconds(at)).await {
                if !watched.is_paused(seconds(at)) {
                    watched.take_file(file, seconds(at)).await;
                }
            }
            if fixture.workspace.asked() > before {
                tried.push(at);
            }
        }
        assert_eq!(tried, [3, 8, 18, 38, 78]);
        assert_eq!(fixture.names(), ["a.csv", "b.csv"]);
        let events = fixture.workspace.events();
        assert_eq!(kinds(&events), ["available", "import unavailable"]);
        *fixture.workspace.is_down.lock().unwrap() = false;
        assert_eq!(watched.pause(seconds(155)), seconds(3));
        look_and_take(&mut watched, 158).await;
    });
    assert_eq!(fixture.workspace.orders().len(), 3);
    assert_eq!(
        kinds(&fixture.workspace.events()),
        ["import available", "imported a.csv", "imported b.csv"]
    );
}

#[test]
fn a_folder_that_vanishes_is_named_once_and_comes_back() {
    let fixture = Fixture::new();
    let away = fixture.root.join("away");
    run(async {
        let mut watched = fixture.watched();
        fixture.write("orders.csv", TWO_ORDERS);
        look_and_take(&mut watched, 0).await;
        fs::rename(fixture.folder(), &away).unwrap();
        for at in 1..50 {
            look_and_take(&mut watched, at).await;
        }
        fs::rename(&away, fixture.folder()).unwrap();
        look_and_take(&mut watched, 50).await;
        assert_eq!(fixture.workspace.asked(), 0, "one look is not enough");
        look_and_take(&mut watched, 53).await;
    });
    assert_eq!(
        kinds(&fixture.workspace.events()),
        ["available", "unavailable", "available", "imported orders.csv"]
    );
    assert_eq!(fixture.workspace.orders().len(), 2);
}

#[test]
fn two_computers_on_one_folder_import_and_move_a_file_once() {
    let fixture = Fixture::new();
    fixture.write("orders.csv", TWO_ORDERS);
    run(async {
        let (mut one, mut other) = (fixture.watched(), fixture.watched());
        look_and_take(&mut one, 0).await;
        look_and_take(&mut other, 0).await;
        let first = one.find_steady_files(seconds(3)).await;
        let second = other.find_steady_files(seconds(3)).await;
        for (watched, files) in [(&mut one, first), (&mut other, second)] {
            assert_eq!(files.len(), 1);
            for file in files {
                watched.take_file(file, seconds(3)).await;
            }
        }
    });
    assert_eq!(fixture.names(), ["done/orders.csv", "done/orders.csv.result.csv"]);
    assert_eq!(fixture.workspace.asked(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_no_obstacle() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::new();
    let name = std::ffi::OsStr::from_bytes(b"orders \xFF.csv");
    fs::write(fixture.folder().join(name), TWO_ORDERS).unwrap();
    run(async { settle(&mut fixture.watched(), 0).await });
    assert_eq!(
        fixture.names(),
        ["done/orders \u{fffd}.csv", "done/orders \u{fffd}.csv.result.csv"]
    );
}

const CHILD: &str = "POSTROOM_WATCHED_FOLDER_CHILD";

/// This test starts itself as a child, which is killed after the import and before the move.
#[test]
fn killed_between_import_and_move_nothing_is_made_twice() {
    if let Some(root) = std::env::var_os(CHILD) {
        let root = PathBuf::from(root);
        let mut workspace = FakeWorkspace::new(root.join("workspace"));
        workspace.between = Between::WaitForTheKill;
        run(async {
            let mut watched = WatchedFolder::new(root.join("orders"), SETTINGS, workspace);
            settle(&mut watched, 0).await;
        });
        return;
    }
    let fixture = Fixture::new();
    fixture.write("orders.csv", TWO_ORDERS);
    let module = module_path!().split_once("::").unwrap().1;
    let test = format!("{module}::killed_between_import_and_move_nothing_is_made_twice");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([test.as_str(), "--exact", "--nocapture"])
        .env(CHILD, &fixture.root)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let committed = lines.any(|line| line.unwrap().ends_with("committed"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(committed, "the child ended before the import");
    assert_eq!(fixture.workspace.orders().len(), 2);
    assert_eq!(fixture.names(), ["orders.csv"]);

    run(async { settle(&mut fixture.watched(), 0).await });
    assert_eq!(fixture.workspace.orders().len(), 2);
    assert_eq!(
        fixture.read("done/orders.csv.result.csv"),
        "\u{feff}row,order,outcome,needs_attention,note\n2,1001,unchanged,,\n3,1002,unchanged,,\n"
    );
}
