//! `postroom batch` of the same build, signed in to the service of the trial.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use postroom::desk::kernel::session::{Connection, SignIn};
use postroom::rows::scope::Environment;
use serde_json::Value;

use super::super::shop::{Server, ShopDesk, quick};
use super::super::{Failure, Folder};
use super::audit::OrderAudit;
use super::{clerk, number, table};

const PROGRAM: &str = env!("CARGO_BIN_EXE_postroom");

pub struct BatchProgram {
    file: PathBuf,
    data: PathBuf,
    labels: PathBuf,
    /// Standard output of all runs, one after the other.
    report: PathBuf,
    errors: PathBuf,
    orders: u64,
}

impl BatchProgram {
    pub fn new(folder: &Folder, orders: u64) -> Result<Self, Failure> {
        let file = folder.join("orders.csv");
        std::fs::write(&file, table(orders))?;
        Ok(Self {
            file,
            data: folder.join("desk"),
            labels: folder.join("labels"),
            report: folder.join("report.jsonl"),
            errors: folder.join("errors.txt"),
            orders,
        })
    }

    /// Names the sender in the window, once.
    pub fn set_up_shop(&self, server: &Server) -> Result<(), Failure> {
        let login = &server.login;
        let sign_in = SignIn {
            environment: Environment::Test,
            base_url: login.base_url.clone(),
            api_key: login.api_key.clone(),
            api_secret: login.api_secret.clone(),
            user_name: login.user_name.clone(),
            password: login.password.clone(),
        };
        let mut counter = ShopDesk::open_signed_in(self.data.clone(), login, &quick(), sign_in)?;
        counter.wait("the sign-in", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.order_rules.documents.loaded
        })?;
        clerk::set_up_shop(&mut counter)?;
        counter.close();
        Ok(())
    }

    pub fn start(&self, server: &Server) -> Result<Child, Failure> {
        let login = &server.login;
        let child = Command::new(PROGRAM)
            .arg("batch")
            .arg(&self.file)
            .args(["--buy", "--base-url", &login.base_url])
            .arg("--out")
            .arg(&self.labels)
            .arg("--data")
            .arg(&self.data)
            .env("POSTROOM_API_KEY", &login.api_key)
            .env("POSTROOM_API_SECRET", login.api_secret.expose())
            .env("POSTROOM_USER", &login.user_name)
            .env("POSTROOM_PASSWORD", login.password.expose())
            .env("POSTROOM_ENVIRONMENT", "Test")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .stdin(Stdio::null())
            .stdout(append(&self.report)?)
            .stderr(append(&self.errors)?)
            .spawn()?;
        Ok(child)
    }

    /// All runs together have told each purchase at most once, in whole lines.
    pub fn check_report(&self, found: &mut OrderAudit) -> Result<(), Failure> {
        let report = std::fs::read_to_string(&self.report)?;
        let mut told: HashMap<String, u64> = HashMap::new();
        for line in report.lines() {
            let Ok(line) = serde_json::from_str::<Value>(line) else {
                found.wrong.push(format!("the report has the line {line}"));
                continue;
            };
            let text = |member: &str| line.get(member).and_then(Value::as_str);
            if let (Some("bought"), Some(order)) = (text("stage"), text("order")) {
                *told.entry(order.to_owned()).or_default() += 1;
            }
        }
        let twice = told.into_iter().filter(|(_, times)| *times > 1);
        found.wrong.extend(
            twice.map(|(order, times)| format!("{order} was told as bought {times} times")),
        );
        Ok(())
    }

    /// Each order has one label file.
    pub fn check_labels(&self, found: &mut OrderAudit) -> Result<(), Failure> {
        let mut files = BTreeMap::new();
        for file in std::fs::read_dir(&self.labels)? {
            let file = file?;
            let name = file.file_name().to_string_lossy().into_owned();
            // A file that a kill interrupted never got its name.
            if name.starts_with(".postroom-") {
                continue;
            }
            files.insert(name, file.metadata()?.len());
        }
        for at in 0..self.orders {
            let name = format!("{}.pdf", number(at));
            match files.remove(&name) {
                Some(0) => found.wrong.push(format!("{name} is empty")),
                Some(_) => {}
                None => found.lost.push(format!("{name} was not saved")),
            }
        }
        let further = files.into_keys();
        found.wrong.extend(further.map(|name| format!("{name} is one too many")));
        Ok(())
    }
}

fn append(path: &PathBuf) -> Result<File, Failure> {
    Ok(OpenOptions::new().create(true).append(true).open(path)?)
}
