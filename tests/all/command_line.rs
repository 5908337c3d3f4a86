//! The program as started by a user: its arguments, a machine without a display, the tour.

use std::process::{Command, Output};

use postroom::store::journal::Journal;

use crate::extent::extent;
use crate::prelude::*;

fn postroom(args: &[&str]) -> Output {
    program(args).output().unwrap()
}

/// The program without any display variable.
fn program(args: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_postroom"));
    program
        .args(args)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET");
    program
}

fn folder(name: &str) -> PathBuf {
    // Another test run may use the same target folder at the same time.
    let name = format!("{name}-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn arguments_are_understood_or_named() {
    for (args, fine, words) in [
        (&["--version"][..], true, env!("CARGO_PKG_VERSION")),
        (&["--json"], false, "--json goes with --version"),
        (&["--help"], true, "postroom tour --out DIR"),
        (&["--no-such"], false, "--no-such"),
        (&["fly"], false, "there is no command and no file fly"),
        (&["tour"], false, "--out DIR"),
        (&["serve", "--listen", "nowhere"], false, "nowhere"),
        // Z19: it was open to the network without a word.
        (&["serve", "--listen", "0.0.0.0:0"], false, "--allow-remote"),
    ] {
        let output = postroom(args);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert_eq!(output.status.success(), fine, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

/// An older program that writes into the files of a newer one loses what that one keeps there.
#[test]
fn the_data_of_a_newer_version_is_refused_with_a_sentence_and_left_alone() {
    let orders = folder("newer-orders");
    fs::create_dir_all(&orders).unwrap();
    let orders = orders.join("orders.csv");
    let table = include_str!("../../assets/practice/orders.csv");
    let few: Vec<&str> = table.lines().take(3).collect();
    fs::write(&orders, few.join("\n")).unwrap();
    let import = |data: &Path| {
        let output = program(&["batch", orders.to_str().unwrap(), "--practice", "--data"])
            .arg(data)
            .output()
            .unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code(), said)
    };
    for name in [
        "journal.db",
        "book.db",
        "print.db",
        "practice-orders/workspace.db",
        "practice/practice.db",
    ] {
        let data = folder("newer");
        // The orders have no sender yet and stay.
        let (_, said) = import(&data);
        assert!(said.contains("\"added\":"), "{said}");
        let file = data.join(name);
        let connection = rusqlite::Connection::open(&file).unwrap();
        connection.pragma_update(None, "user_version", 999).unwrap();
        drop(connection);
        let before = fs::read(&file).unwrap();
        let (code, said) = import(&data);
        assert!(!matches!(code, Some(0 | 1)), "{name}, {code:?}: {said}");
        assert!(said.contains("newer version of Postroom"), "{name}: {said}");
        assert_eq!(fs::read(&file).unwrap(), before, "{name}");
        fs::remove_dir_all(&data).unwrap();
    }
    fs::remove_dir_all(orders.parent().unwrap()).unwrap();
}

/// For scripts that install, update and report.
#[test]
fn the_version_as_json_names_the_build_and_the_data_folder() {
    let output = postroom(&["--version", "--json", "--data", "stick"]);
    let facts: Value = serde_json::from_slice(&output.stdout).unwrap();
    let commit = option_env!("POSTROOM_COMMIT").unwrap_or("unknown");
    let wanted = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commit": commit,
        "profile": env!("POSTROOM_PROFILE"),
        "packaged": false,
        "data": "stick",
    });
    assert_eq!(facts, wanted);
}

#[test]
fn without_a_window_the_last_line_says_what_to_do() {
    let x11 = "sudo apt-get install -y libx11-6 ";
    let wayland = "sudo apt-get install -y libwayland-client0 ";
    // Nothing listens at these addresses.
    let (server, compositor) = (("DISPLAY", ":9999"), ("WAYLAND_DISPLAY", "postroom-nobody"));
    for (variables, lines, words) in [
        (&[][..], 1, "postroom tour --out tour"),
        (&[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")], 1, "postroom tour --out tour"),
        (&[server], 1, x11),
        (&[compositor], 1, wayland),
        // Both are tried, and each failure is reported.
        (&[compositor, server], 2, x11),
    ] {
        let data = folder("no-display");
        let output = program(&["--data", data.to_str().unwrap()])
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{variables:?}: {said}");
        assert_eq!(said.lines().count(), lines, "{variables:?}: {said}");
        let last = said.lines().last().unwrap();
        assert!(last.contains(words), "{variables:?}: {said}");
        // No path of a source file.
        assert!(!said.contains(".rs:"), "{variables:?}: {said}");
        let _ = fs::remove_dir_all(&data);
    }
}

/// The library that the tour uses reads this file, and panics where it cannot.
#[test]
fn a_tour_beside_a_broken_kittest_toml_names_it_instead_of_panicking() {
    let folder = folder("broken-kittest");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("kittest.toml"), "no = such setting").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_postroom"))
        .args(["tour", "--out", "pictures"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("correct or remove that file"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

/// The journal stays where every earlier version stored it. The program finds it without being told
/// the folder: `journal restore` moves exactly that journal aside.
#[cfg(unix)]
#[test]
fn a_journal_of_every_version_before_is_found() {
    let root = folder("data-folders");
    let other = root.join("elsewhere");
    for (name, data_home, layout) in [
        ("unset", None, "home/.local/share/postroom"),
        ("empty", Some(""), "home/.local/share/postroom"),
        ("relative", Some("elsewhere"), "home/.local/share/postroom"),
        ("set", other.to_str(), "elsewhere/postroom"),
    ] {
        let data = root.join(layout);
        let clock = Clock::System;
        drop(Journal::open(&data, clock.clone()).unwrap());
        let kept = fs::read(data.join("journal.db")).unwrap();
        let copy = root.join(format!("{name}.db"));
        drop(Journal::open(&root.join("copy"), clock).unwrap());
        fs::copy(root.join("copy").join("journal.db"), &copy).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_postroom"));
        program
            .args(["journal", "restore"])
            .arg(&copy)
            .current_dir(&root)
            .env("HOME", root.join("home"))
            .env_remove("XDG_DATA_HOME");
        if let Some(data_home) = data_home {
            program.env("XDG_DATA_HOME", data_home);
        }
        let output = program.output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{name}: {said}");
        let aside = data.join("journal-replaced");
        assert!(said.contains(aside.to_str().unwrap()), "{name}: {said}");
        let replaced = fs::read_dir(&data)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.to_str().unwrap().contains("journal-replaced"));
        let replaced = fs::read(replaced.unwrap().join("journal.db")).unwrap();
        assert_eq!(replaced, kept, "{name}");
        fs::remove_dir_all(&data).unwrap();
    }
    fs::remove_dir_all(&root).unwrap();
}

/// The main job end to end, and the morning of a shop with 300 orders: the panels, the desk, the HTTP
/// calls, the practice service.
///
/// The same tour looks at every panel in every state. In the pseudo language, a text in plain letters
/// is in no catalog, and a longer one must still fit. In the short form it does so in the smallest
/// window, in the whole form in all sizes.
#[test]
fn the_tour_buys_a_morning_of_orders_and_no_text_on_its_way_bypasses_the_catalogs() {
    let out = folder("tour");
    let sizes = extent("--smallest", "--texts");
    let output = postroom(&["tour", sizes, "--out", out.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let record = fs::read_to_string(out.join("tour.json")).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    let text = |key: &str| record[key].to_string();
    let cents = |key: &str| {
        let amount: Amount = text(key).parse().unwrap();
        amount.micros()
    };
    let prices: i64 = record["labels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|label| {
            let price = label["price"].to_string();
            let price: Amount = price.parse().unwrap();
            price.micros()
        })
        .sum();
    assert!(cents("price") > 0);
    assert_eq!(cents("balanceBefore") - cents("balanceAfter"), prices);
    for (file, start) in
        [("label.pdf", &b"%PDF"[..]), ("label.zpl", b"^XA"), ("label.png", b"\x89PNG")]
    {
        let bytes = fs::read(out.join(file)).unwrap();
        assert!(bytes.starts_with(start), "{file}");
    }
    let morning = &record["morning"];
    for (what, count) in [
        ("orders", 300),
        ("corrected", 17),
        ("labels", 300),
        ("printed", 300),
        ("rowsForShop", 300),
    ] {
        assert_eq!(morning[what], count, "{what}: {morning}");
    }
    assert!(morning["manifests"].as_u64().unwrap() > 0, "{morning}");
    let effort = &morning["effort"];
    let clicked = effort["clicked"].as_array().unwrap();
    assert_eq!(effort["clicks"], clicked.len());
    assert!(clicked.len() <= 25, "{effort}");
    for file in ["dayReport", "fileForShop"] {
        let file = out.join(morning[file].as_str().unwrap());
        assert!(file.exists(), "{}", file.display());
    }
    let steps = record["steps"].as_array().unwrap();
    assert!(steps.len() >= 10, "{steps:?}");
    for step in steps {
        let picture = out.join(step["picture"].as_str().unwrap());
        let size = image::image_dimensions(&picture).unwrap();
        assert_eq!(size, (1366, 768), "{}", picture.display());
    }
    fs::remove_dir_all(&out).unwrap();
}
