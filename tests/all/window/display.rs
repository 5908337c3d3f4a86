//! A virtual display and the program on it; both end with the test.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::client::Client;

/// An Xvfb of our own; it chooses a free display number itself.
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    pub fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1366x768x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed for this test: apt-get install xvfb");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        Self {
            server,
            name: format!(":{}", number.trim()),
        }
    }

    /// What DISPLAY is set to.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Starts the program and waits until its window answers.
    pub fn open(&self, data: &Path, arguments: &[&str]) -> Window {
        self.open_with(data, arguments, &[])
    }

    pub fn open_with(
        &self,
        data: &Path,
        arguments: &[&str],
        environment: &[(&str, String)],
    ) -> Window {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let address = format!("127.0.0.1:{port}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_postroom"))
            .arg("--data")
            .arg(data)
            .args(arguments)
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("EGUI_INSPECTION", &address)
            .envs(
                environment
                    .iter()
                    .map(|(name, value)| (*name, value.as_str())),
            )
            .spawn()
            .unwrap();
        for _ in 0..600 {
            if let Some(client) = Client::connect(&address) {
                return Window { program, client };
            }
            thread::sleep(Duration::from_millis(50));
        }
        program.kill().unwrap();
        let ended = program.wait().unwrap();
        panic!("the window did not answer within 30 s ({ended})");
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

pub struct Window {
    program: Child,
    pub client: Client,
}

impl Window {
    /// As the power cut does it: no destructor, no flush.
    pub fn kill_dash_nine(mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
