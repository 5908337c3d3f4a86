//! A second start on the same folder: the first window is asked to come to the front, and the
//! second program ends with an exit code and a plain message.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use postroom::ui::instance;

const DIR: &str = "POSTROOM_INSTANCE_DIR";

fn folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("postroom-instance-{}", uuid::Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program as a second start; it needs no display for this.
fn second_start(data: &Path, open: &[&Path]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_postroom"))
        .arg("--data")
        .arg(data)
        .args(open)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn next_line(child: &mut Child) -> String {
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.as_mut().unwrap());
    while !line.contains("window:") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the first process ended");
    }
    line.split("window:").nth(1).unwrap().trim().to_owned()
}

#[test]
fn a_second_start_brings_the_first_window_forward() {
    if let Ok(dir) = std::env::var(DIR) {
        let _note = instance::listen(Path::new(&dir), |open| match open {
            Some(file) => println!("window: forward with {}", file.display()),
            None => println!("window: forward"),
        })
        .unwrap();
        println!("window: open");
        // The parent kills it.
        loop {
            std::thread::park();
        }
    }
    let folder = folder();
    let mut first = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "ui::instance::a_second_start_brings_the_first_window_forward",
            "--nocapture",
        ])
        .env(DIR, &folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(next_line(&mut first), "open");
    let (code, said) = second_start(&folder, &[]);
    assert_eq!(code, Some(i32::from(instance::ALREADY_OPEN)), "{said}");
    assert_eq!(
        said,
        "postroom: Postroom is already open on this folder; its window comes to the front, or \
         asks for attention if the desktop decides that\n"
    );
    assert_eq!(next_line(&mut first), "forward");
    // A table that a file manager opens with the program.
    let table = folder.join("two words.csv");
    std::fs::write(&table, "name").unwrap();
    let (code, said) = second_start(&folder, &[&table]);
    assert_eq!(code, Some(i32::from(instance::ALREADY_OPEN)), "{said}");
    assert_eq!(next_line(&mut first), format!("forward with {}", table.display()));
    first.kill().unwrap();
    first.wait().unwrap();

    // Neither the file left by a killed window nor a port that another program uses blocks a start.
    assert!(folder.join("instance").exists());
    assert!(!instance::raise_open_window(&folder, None));
    let stranger = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = stranger.local_addr().unwrap().port();
    std::fs::write(folder.join("instance"), format!("{port} word\n")).unwrap();
    drop(stranger);
    assert!(!instance::raise_open_window(&folder, None));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn who_does_not_know_the_word_raises_nothing() {
    use std::io::{Read, Write};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    let folder = folder();
    let raised = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&raised);
    let note = instance::listen(&folder, move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
    })
    .unwrap();
    let text = std::fs::read_to_string(folder.join("instance")).unwrap();
    let (port, _) = text.split_once(' ').unwrap();
    for said in ["", "raise\n", "GET / HTTP/1.1\r\n\r\n", &"x".repeat(100_000)] {
        let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        // The other side may close the connection before all is written.
        let _ = stream.write_all(said.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert_eq!(answer, "");
    }
    assert_eq!(raised.load(Ordering::SeqCst), 0);
    assert!(instance::raise_open_window(&folder, None));
    assert_eq!(raised.load(Ordering::SeqCst), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.join("instance")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    drop(note);
    assert!(!folder.join("instance").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

/// Two starts at the same moment, as with a double click on the icon.
#[test]
fn a_window_that_only_begins_is_asked_until_it_listens() {
    let folder = folder();
    let (inside, begun) = (folder.clone(), std::sync::mpsc::channel());
    let first = std::thread::spawn(move || {
        // Waits long enough for the other start to fail if it asked only once.
        begun.1.recv().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(120));
        instance::listen(&inside, |_| {}).unwrap()
    });
    begun.0.send(()).unwrap();
    assert!(instance::raise_starting_window(&folder, None));
    drop(first.join().unwrap());
    assert!(!folder.join("instance").exists());
    std::fs::remove_dir_all(folder).unwrap();
}
