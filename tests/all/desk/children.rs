//! Finding M7: the sign-in secrets are in the environment of no process that this program starts,
//! and not in its own after startup. The child processes of a running desk are inspected through
//! `/proc`.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use super::delivered::bought;
use crate::prelude::*;

const DIR: &str = "POSTROOM_CHILDREN_DIR";
const SECRETS: [(&str, &str); 4] = [
    ("POSTROOM_API_KEY", "canary-key-4711"),
    ("POSTROOM_API_SECRET", "canary-secret-4711"),
    ("POSTROOM_USER", "canary-user-4711"),
    ("POSTROOM_PASSWORD", "canary-password-4711"),
];

fn environment(process: &str) -> String {
    let bytes = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', "\n")
}

/// The child processes of this process: command lines and environments.
fn children() -> BTreeMap<String, String> {
    let me = std::process::id().to_string();
    let mut found = BTreeMap::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let process = entry.file_name().into_string().unwrap();
        let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
        if parent.map(str::trim) == Some(me.as_str()) {
            let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            found.insert(command, environment(&process));
        }
    }
    found
}

/// In the child: a desk draws a label and opens a page, with the secrets in its environment.
fn desk_as_child() -> bool {
    let Some(folder) = std::env::var_os(DIR) else {
        return false;
    };
    let folder = Path::new(&folder);
    for (name, value) in SECRETS {
        assert_eq!(std::env::var(name).as_deref(), Ok(value), "the bait is there");
    }
    let (_world, mut desk) = desk_ready_to_buy();
    bought(&mut desk);
    let children = children();
    assert!(!children.is_empty(), "no drawing process was found");
    for (command, environment) in children {
        assert!(environment.contains("PATH="), "{command} was not read");
        fs::write(folder.join("child.environment"), environment).unwrap();
    }
    desk.apply(Intent::OpenUrl("https://example.com/track".into()));
    let opened = folder.join("browser.environment");
    desk.run_until("the browser", |_| opened.exists());
    true
}

/// The names of the secrets that a text contains.
fn canaries(text: &str) -> Vec<&'static str> {
    let held = SECRETS.iter().filter(|(_, value)| text.contains(value));
    held.map(|(name, _)| *name).collect()
}

#[test]
fn no_process_that_is_started_is_told_what_signs_in() {
    if desk_as_child() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("postroom-children-{}", uuid::Uuid::new_v4()));
    fs::create_dir_all(&folder).unwrap();
    // The program with which the desktop opens pages.
    let browser = folder.join("xdg-open");
    let script = "#!/bin/sh\nenv > \"$POSTROOM_CHILDREN_DIR/new\"\n\
                  mv \"$POSTROOM_CHILDREN_DIR/new\" \"$POSTROOM_CHILDREN_DIR/browser.environment\"\n";
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let ended = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "desk::children::no_process_that_is_started_is_told_what_signs_in",
            "--nocapture",
        ])
        .env(DIR, &folder)
        .env("PATH", path)
        .envs(SECRETS)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{said}");
    for file in ["child.environment", "browser.environment"] {
        let environment = fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(canaries(&environment), Vec::<&str>::new(), "{file}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The environment of the program itself, read while it asks an already open window on its folder
/// to come to the front.
#[test]
fn the_programs_own_environment_is_rid_of_what_signs_in() {
    let folder = std::env::temp_dir().join(format!("postroom-rid-{}", uuid::Uuid::new_v4()));
    fs::create_dir_all(&folder).unwrap();
    let window = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = window.local_addr().unwrap().port();
    fs::write(folder.join("instance"), format!("{port} word\n")).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_postroom"))
        .arg("--data")
        .arg(&folder)
        .args(["--base-url", "https://api.example.com/v3.1"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .envs(SECRETS)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (stream, _) = window.accept().unwrap();
    let environment = environment(&program.id().to_string());
    let limits = fs::read_to_string(format!("/proc/{}/limits", program.id())).unwrap();
    drop(stream);
    let mut said = String::new();
    let mut stderr = program.stderr.take().unwrap();
    stderr.read_to_string(&mut said).unwrap();
    program.wait().unwrap();
    // The program accepted all four variables: it got as far as opening a display.
    assert!(said.contains("there is no display"), "{said}");
    assert!(environment.contains("PATH="), "it was not read: {said}");
    assert_eq!(canaries(&environment), Vec::<&str>::new());
    // Z21: an image of the process, written by the system after a crash, would have them too.
    let image = limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap();
    let image: Vec<&str> = image.split_whitespace().collect();
    assert_eq!(image, ["0", "0", "bytes"]);
    fs::remove_dir_all(folder).unwrap();
}
