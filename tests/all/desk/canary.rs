//! Canaries: after a session that uses most features, no file of the data folder contains the API
//! secret, the password or a bearer token in any encoding, only the list of accounts contains the
//! API key, and every file and folder is private to this user.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use postroom::base::log::LogFile;
use postroom::base::{crash, private};
use postroom::desk::safekeeping::{ProofFormat, crash_folder, log_folder};

use crate::prelude::*;
use crate::service::setup::running;

const KEY: &str = "the key";

/// Every file below a folder, recursively.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// The encodings in which a text could appear in a file.
fn forms(text: &str) -> Vec<Vec<u8>> {
    let bytes = text.as_bytes();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let percent: String = bytes
        .iter()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(*byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect();
    let every: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut forms: Vec<Vec<u8>> =
        [text.to_owned(), hex.to_uppercase(), hex, percent, every.to_lowercase(), every]
            .map(String::into_bytes)
            .to_vec();
    forms.push(wide);
    // Inside other base64 text, a string can begin at one of three offsets. The characters it
    // shares with its neighbors are cut off.
    for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
        for before in 0..3_usize {
            let padded = [vec![b'x'; before], bytes.to_vec()].concat();
            let encoded = engine.encode(&padded).into_bytes();
            let from = (before * 8).div_ceil(6);
            let to = encoded.len() - usize::from(!padded.len().is_multiple_of(3));
            forms.push(encoded[from..to].to_vec());
        }
    }
    forms
}

/// The canaries found below the folder, as `NAME in PATH`.
fn hits(folder: &Path, canaries: &[(&str, String)]) -> Vec<String> {
    let mut hits = Vec::new();
    for path in files(folder) {
        let content = fs::read(&path).unwrap();
        for (name, text) in canaries {
            assert!(text.len() >= 8, "{name} is too short to be told from chance");
            let found = |form: &Vec<u8>| memchr::memmem::find(&content, form).is_some();
            if forms(text).iter().any(found) {
                hits.push(format!("{name} in {}", path.display()));
            }
        }
    }
    hits
}

/// Starts a proxy to the service that records the bearer tokens it sees.
fn listening_in(service: &str) -> (String, Arc<Mutex<Vec<String>>>) {
    let to =
        service.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = service.replace(&to, &listener.local_addr().unwrap().to_string());
    let tokens = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&tokens);
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (to, noted) = (to.clone(), Arc::clone(&noted));
            thread::spawn(move || pass_on(client, &to, &noted));
        }
    });
    (base, tokens)
}

fn pass_on(mut client: TcpStream, to: &str, noted: &Mutex<Vec<String>>) {
    let Ok(mut service) = TcpStream::connect(to) else {
        return;
    };
    let (mut back, mut out) = (service.try_clone().unwrap(), client.try_clone().unwrap());
    thread::spawn(move || {
        let _ = std::io::copy(&mut back, &mut out);
        let _ = out.shutdown(Shutdown::Both);
    });
    let mut bytes = [0; 65_536];
    while let Ok(count @ 1..) = client.read(&mut bytes) {
        let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
        for line in text.lines() {
            if let Some((name, value)) = line.split_once(": ")
                && name.eq_ignore_ascii_case("authorization")
            {
                let token = value.trim().rsplit(' ').next().unwrap().to_owned();
                let mut noted = noted.lock().unwrap();
                if !noted.contains(&token) {
                    noted.push(token);
                }
            }
        }
        if service.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = service.shutdown(Shutdown::Write);
}

#[test]
fn no_secret_is_in_any_file_and_every_file_is_private() {
    let service = running();
    let login = service.login();
    let (base_url, tokens) = listening_in(&service.base);
    let world = DeskFixture::new();
    let folder = world.folder.join("desk");
    let mut log = LogFile::open(&log_folder(&folder)).unwrap();
    let mut desk = world.open();
    desk.apply(SignInIntent::SignIn(SignIn {
        environment: Environment::Production,
        base_url: base_url.clone(),
        api_key: login.api_key.clone(),
        api_secret: login.api_secret.clone(),
        user_name: login.user_name.clone(),
        password: login.password.clone(),
    }));
    desk.run_until("connected", is_connected);
    // A purchase, its label, a top-up and a failure.
    desk.choose();
    let bought = desk.buy_and_wait();
    let PurchaseStatus::Bought { shipment, .. } = bought.status else { unreachable!() };
    desk.apply(LabelIntent::Show(shipment.clone()));
    desk.run_until("the label", |state| {
        state.labels.views.get(&shipment).is_some_and(|label| label.files.value().is_some())
    });
    desk.apply(LabelIntent::Save {
        shipments: vec![shipment.clone()],
        to: SaveTo::Folder(world.folder.join("labels")),
        files: SavedFiles::AsDelivered,
    });
    desk.apply(Intent::TopUp { amount: Amount::from_cents(5000) });
    desk.run_until("topped up", |state| {
        let done = |status: &PurchaseStatus| matches!(status, PurchaseStatus::ToppedUp { .. });
        state.purchases.list.iter().any(|purchase| done(&purchase.status))
    });
    desk.apply(TrackingIntent::Track { text: "not a number".into() });
    // A careless log line, and a panic message that contains the secrets.
    let password = Secret::new(login.password.expose());
    let careless = format!(
        "WARN signing in as {} with {} and {:?}; Authorization: Bearer {}\n",
        login.user_name,
        login.api_secret.expose(),
        password,
        tokens.lock().unwrap()[0],
    );
    log.write_all(careless.as_bytes()).unwrap();
    crash::install(crash_folder(&folder), Clock::System);
    let (secret, word) = (login.api_secret.clone(), password.clone());
    let panicked = thread::spawn(move || {
        panic!("{} and {} did not fit", secret.expose(), word.expose());
    });
    assert!(panicked.join().is_err());
    drop(std::panic::take_hook());
    desk.apply(SafekeepingIntent::ExportJournal {
        file: folder.join("exports").join("journal.csv"),
        format: ProofFormat::Csv,
    });
    desk.run_until("exported", |state| !state.safekeeping.exporting);
    desk.apply(SafekeepingIntent::ShowDiagnostics);
    desk.run_until("gathered", |state| state.safekeeping.preview.is_some());
    desk.apply(SafekeepingIntent::SavePreview {
        file: folder.join("exports").join("diagnostics.txt"),
    });
    desk.run_until("saved", |state| state.safekeeping.preview.is_none());
    desk.run_until("backed up", |state| state.safekeeping.backup.last.is_some());

    let mut canaries = vec![
        (KEY, login.api_key.clone()),
        ("its secret", login.api_secret.expose().to_owned()),
        ("the password", login.password.expose().to_owned()),
    ];
    let tokens = tokens.lock().unwrap().clone();
    assert!(!tokens.is_empty(), "no token was seen on the wire");
    canaries.extend(tokens.into_iter().map(|token| ("a bearer token", token)));
    // Checked with the databases and their write-ahead logs on disk while the desk is open, and
    // again after it closes.
    assert_eq!(hits(&folder, &canaries), Vec::<String>::new());
    world.runtime.block_on(desk.0.close());
    for folder in [&folder, &world.folder.join("labels")] {
        assert_eq!(hits(folder, &canaries), Vec::<String>::new());
    }
    let names: Vec<String> = files(&folder)
        .iter()
        .map(|path| {
            let name = path.strip_prefix(&folder).unwrap().display();
            name.to_string().replace('\\', "/")
        })
        .collect();
    for wanted in ["journal.db", "cache.db", "logs/", "crashes/", "exports/journal.csv", "backups/"]
    {
        assert!(names.iter().any(|name| name.starts_with(wanted)), "{wanted}: {names:?}");
    }
    private_all(&folder);
    // The practice service's own folder, which in the program is below the data folder.
    private_all(&service.folder);

    // The search itself works: it finds each canary in each encoding, once.
    let folder = world.folder.join("bait");
    private::create_private_dir(&folder).unwrap();
    for (name, text) in &canaries {
        for form in forms(text) {
            let bait = folder.join("bait");
            private::write_bytes(&bait, &[b"before ", &form[..], b" after"].concat()).unwrap();
            let found = hits(&folder, &[(name, text.clone())]);
            assert_eq!(found, [format!("{name} in {}", bait.display())]);
        }
    }
    drop(service.stop());
}

#[cfg(unix)]
fn private_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut wrong = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        if mode(&folder) != 0o700 {
            wrong.push(format!("{:o} {}", mode(&folder), folder.display()));
        }
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if mode(&path) != 0o600 {
                wrong.push(format!("{:o} {}", mode(&path), path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[cfg(not(unix))]
fn private_all(_: &Path) {}
