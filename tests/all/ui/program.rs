//! The program as it is started: its arguments, a machine without a display, the tour.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn postroom(args: &[&str]) -> Output {
    program(args).output().unwrap()
}

/// The program, which finds no display.
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn arguments_are_understood_or_named() {
    for (args, fine, words) in [
        (&["--version"][..], true, env!("CARGO_PKG_VERSION")),
        (&["--help"], true, "postroom tour --out DIR"),
        (&["--no-such"], false, "--no-such"),
        (&["fly"], false, "there is no command fly"),
        (&["tour"], false, "--out DIR"),
        (&["serve", "--listen", "nowhere"], false, "nowhere"),
    ] {
        let output = postroom(args);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert_eq!(output.status.success(), fine, "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn without_a_window_the_last_line_says_what_to_do() {
    let x11 = "sudo apt-get install -y libx11-6 ";
    let wayland = "sudo apt-get install -y libwayland-client0 ";
    // Nobody listens where these names point.
    let (server, compositor) = (("DISPLAY", ":9999"), ("WAYLAND_DISPLAY", "postroom-nobody"));
    for (variables, lines, words) in [
        (&[][..], 1, "postroom tour --out tour"),
        (
            &[("DISPLAY", ""), ("WAYLAND_DISPLAY", "")],
            1,
            "postroom tour --out tour",
        ),
        (&[server], 1, x11),
        (&[compositor], 1, wayland),
        // Each is tried, and each answers.
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
        // No line of a source file.
        assert!(!said.contains(".rs:"), "{variables:?}: {said}");
    }
}

/// The library under the tour reads that file, and panics where it cannot.
#[test]
fn a_tour_beside_a_broken_kittest_toml_names_it_instead_of_panicking() {
    let folder = folder("broken-kittest");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("kittest.toml"), "no = such setting").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_postroom"))
        .args(["tour", "--out", "pictures"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("correct or remove that file"), "{said}");
}

/// The main job end to end: the panels, the desk, the wire, the practice service.
#[test]
fn the_tour_buys_three_labels_and_keeps_the_proof() {
    let out = folder("tour");
    let output = postroom(&["tour", "--out", out.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let record = std::fs::read_to_string(out.join("tour.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let text = |key: &str| record[key].to_string();
    let cents = |key: &str| {
        let amount: postroom::base::money::Amount = text(key).parse().unwrap();
        amount.micros()
    };
    let prices: i64 = record["labels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|label| {
            let price = label["price"].to_string();
            let price: postroom::base::money::Amount = price.parse().unwrap();
            price.micros()
        })
        .sum();
    assert!(cents("price") > 0);
    assert_eq!(cents("balanceBefore") - cents("balanceAfter"), prices);
    for (file, start) in [
        ("label.pdf", &b"%PDF"[..]),
        ("label.zpl", b"^XA"),
        ("label.png", b"\x89PNG"),
    ] {
        let bytes = std::fs::read(out.join(file)).unwrap();
        assert!(bytes.starts_with(start), "{file}");
    }
    let steps = record["steps"].as_array().unwrap();
    assert!(steps.len() >= 10, "{steps:?}");
    for step in steps {
        let picture = out.join(step["picture"].as_str().unwrap());
        let size = image::image_dimensions(&picture).unwrap();
        assert_eq!(size, (1366, 768), "{}", picture.display());
    }
}
