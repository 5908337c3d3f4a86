//! `postroom label FILE`, as scripts and support run it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use postroom::service::document::{FileType, Orientation, Size, render};

use super::{facts, pages};
use crate::prelude::*;

/// A folder for one test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("postroom-label-{}", uuid::Uuid::new_v4());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_postroom"));
    command.arg("label").args(words).env("LANG", "en_US.UTF-8").env_remove("LC_ALL");
    command
}

fn exit_code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn json(words: &[&str]) -> (Option<i32>, Value) {
    let output = command(words).arg("--json").output().unwrap();
    let value = serde_json::from_slice(&output.stdout);
    (exit_code(&output), value.unwrap_or_else(|error| panic!("{error}: {output:?}")))
}

fn label(file_type: FileType) -> Vec<u8> {
    let label = render(&facts::postal(), file_type, Size::S4x6, Orientation::Portrait);
    label.expect("a label")
}

#[test]
fn a_label_is_described_checked_and_written_as_a_picture() {
    let folder = Folder::new();
    let number = facts::postal().tracking_number;
    let file = folder.write("label.zpl", &label(FileType::Zpl));
    let picture = folder.0.join("label.png").display().to_string();
    let (code, said) = json(&[&file, "--png", &picture, "--check", &number]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said["type"], "ZPL");
    assert_eq!(said["error"], Value::Null);
    assert_eq!(said["check"]["found"], true);
    let page = &said["pages"][0];
    assert_eq!(said["pages"].as_array().unwrap().len(), 1);
    assert_eq!((page["widthPx"].as_u64(), page["heightPx"].as_u64()), (Some(812), Some(1218)));
    assert_eq!(page["png"], picture.as_str());
    let barcodes = page["barcodes"].as_array().unwrap();
    assert!(barcodes.iter().any(|one| one["text"].as_str().unwrap().contains(&number)), "{said}");
    // The picture is the page, with its resolution.
    let read = pages(&fs::read(&picture).unwrap());
    assert_eq!((read[0].width_px, read[0].height_px, read[0].dpi), (812, 1218, 203.0));
    assert!(!read_barcodes(&read[0]).is_empty());

    let (code, said) = json(&[&file, "--check", "9400000000000000000000"]);
    assert_eq!((code, said["check"]["found"].as_bool()), (Some(3), Some(false)));
    let (code, said) = json(&[&file, "--dpi", "300"]);
    assert_eq!((code, said["pages"][0]["widthPx"].as_u64()), (Some(0), Some(1200)));
}

#[test]
fn every_page_gets_a_picture_of_its_own() {
    let folder = Folder::new();
    let one = label(FileType::Zpl);
    let file = folder.write("labels.zpl", &one.repeat(2));
    let picture = folder.0.join("out.png").display().to_string();
    let (code, said) = json(&[&file, "--png", &picture]);
    assert_eq!((code, said["pages"].as_array().unwrap().len()), (Some(0), 2));
    for name in ["out.png", "out-2.png"] {
        assert!(folder.0.join(name).exists(), "{name}");
    }
}

/// Z21: `postroom label /dev/zero` read until there was no memory left.
#[test]
#[cfg(target_os = "linux")]
fn a_file_without_an_end_is_read_up_to_a_limit() {
    for (file, input) in [("/dev/zero", Stdio::null()), ("-", endless())] {
        let output = command(&[file]).stdin(input).output().unwrap();
        let said = [output.stdout.clone(), output.stderr.clone()].concat();
        let said = String::from_utf8(said).unwrap();
        assert_ne!(exit_code(&output), Some(0), "{file}: {said}");
        assert!(said.contains("too large"), "{file}: {said}");
    }
}

#[cfg(target_os = "linux")]
fn endless() -> Stdio {
    fs::File::open("/dev/zero").unwrap().into()
}

#[test]
fn text_says_the_same_and_standard_input_is_read() {
    let mut child = command(&["-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&label(FileType::Pdf)).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(exit_code(&output), Some(0), "{said}");
    assert!(said.starts_with("-: PDF\npage 1: 4.00 × 6.00 in"), "{said}");
    assert!(said.contains(&facts::postal().tracking_number), "{said}");
}

#[test]
fn a_page_without_a_barcode_that_is_looked_for_says_which_are() {
    let folder = Folder::new();
    let file = folder.write("ean.zpl", b"^XA^FO50,50^BEN,100,Y^FD590123412345^FS^XZ");
    let output = command(&[&file]).output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(exit_code(&output), Some(0), "{said}");
    assert!(said.contains("no Code 128, Code 39, QR, "), "{said}");
    assert!(said.contains("or Aztec code read\n"), "{said}");
}

#[test]
fn what_cannot_be_drawn_says_why_and_has_its_code() {
    let folder = Folder::new();
    let letter = folder.write("letter.txt", b"Dear Ann");
    let (exit, said) = json(&[&letter]);
    assert_eq!((exit, &said["type"]), (Some(1), &Value::Null));
    assert!(said["error"].as_str().unwrap().contains("GIF"), "{said}");
    let epl = folder.write("label.epl", b"\nN\nq812\nA10,10,0,3,1,1,N,\"A\"\nP1\n");
    let (exit, said) = json(&[&epl]);
    assert_eq!((exit, said["type"].as_str()), (Some(1), Some("EPL2")));
    assert!(said["error"].as_str().unwrap().contains("EPL2"), "{said}");
    let missing = folder.0.join("nothing").display().to_string();
    assert_eq!(json(&[&missing]).0, Some(1));
    for wrong in [&[][..], &["--dpi", "1"], &["a", "--print"]] {
        let output = command(wrong).output().unwrap();
        assert_eq!(exit_code(&output), Some(2), "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--help"));
    }
    let output = command(&["--help"]).output().unwrap();
    assert_eq!(exit_code(&output), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("--check NUMBER"));
}
