//! The practice service in a process of its own, which is this program again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

use postroom::base::clock::Clock;
use postroom::base::secret::Secret;
use postroom::desk::kernel::session::SignIn;
use postroom::rows::scope::Environment;
use postroom::service;
use postroom::service::Config;
use serde_json::{Value, json};

/// Argument: be the service, with its database in the folder that follows.
pub const ROLE: &str = "--practice-service";

/// A day of real time, so that no parcel is delivered meanwhile.
const DAY_SECONDS: u32 = 86_400;

/// Serves until standard input ends. Prints how to sign in.
pub fn serve(folder: PathBuf) -> ExitCode {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder,
        day_seconds: DAY_SECONDS,
        clock: Clock::System,
    };
    let service = runtime.block_on(service::start(config)).expect("a service");
    let login = runtime.block_on(service.practice_login()).expect("a login");
    let access = json!({
        "baseUrl": service.base_url(),
        "practiceUrl": service.practice_url(),
        "apiKey": login.api_key,
        "apiSecret": login.api_secret.expose(),
        "userName": login.user_name,
        "password": login.password.expose(),
    });
    println!("{access}");
    std::io::stdout().flush().expect("standard output");
    let mut rest = Vec::new();
    let _ = std::io::stdin().read_to_end(&mut rest);
    runtime.block_on(service.stop());
    ExitCode::SUCCESS
}

/// The running service. Dropping it ends its process.
pub struct PracticeProcess {
    child: Child,
    access: Value,
}

impl PracticeProcess {
    pub fn start(folder: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .arg(ROLE)
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the service");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let access = serde_json::from_str(&line).expect("how to sign in");
        Self { child, access }
    }

    pub fn text(&self, name: &str) -> &str {
        self.access[name].as_str().unwrap_or_default()
    }

    pub fn sign_in(&self) -> SignIn {
        SignIn {
            environment: Environment::Test,
            base_url: self.text("baseUrl").to_owned(),
            api_key: self.text("apiKey").to_owned(),
            api_secret: Secret::new(self.text("apiSecret")),
            user_name: self.text("userName").to_owned(),
            password: Secret::new(self.text("password")),
        }
    }

    /// The user and system time that the service has used.
    pub fn processor_seconds(&self) -> f64 {
        super::memory::processor_seconds(&self.child.id().to_string())
    }
}

impl Drop for PracticeProcess {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
