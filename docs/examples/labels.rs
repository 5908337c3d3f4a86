// Rust, with the standard library alone. POSTROOM_SERVICE is the program.
use std::io::{Read, Write};
use std::process::{Child, Command};

struct Service {
    process: Child,
    address: String,
}

impl Service {
    fn start() -> Self {
        let ready = std::env::temp_dir().join(format!("practice-{}.json", std::process::id()));
        let program = std::env::var("POSTROOM_SERVICE").unwrap();
        let mut command = Command::new(program);
        command.args(["--seed", "7", "--port", "0", "--ready-file"]).arg(&ready);
        let process = command.spawn().unwrap();
        let text = loop {
            match std::fs::read_to_string(&ready) {
                Ok(text) => break text,
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(10)),
            }
        };
        std::fs::remove_file(ready).unwrap();
        let address = text_of(&text, "baseUrl").replace("http://", "").replace("/v3.1", "");
        Self { process, address }
    }

    fn call(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = std::net::TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// The first text with this name; a real test has a JSON library.
fn text_of<'a>(json: &'a str, name: &str) -> &'a str {
    let (_, rest) = json.split_once(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} in {json}"));
    rest.trim_start().trim_start_matches('"').split('"').next().unwrap()
}

#[test]
fn a_snapshot_brings_the_money_back() {
    let service = Service::start();
    service.call("POST", "/practice/accounts", "", r#"{"name": "rust"}"#);
    let login = r#"{"apiKey": "rust-key", "apiSecret": "rust-secret", "userName": "rust", "password": "rust-password"}"#;
    let answer = service.call("POST", "/v3.1/Account/Token", "", login);
    let token = format!("Authorization: Bearer {}\r\n", text_of(&answer, "token"));
    let answer = service.call("POST", "/practice/snapshot", "", r#"{"apiKey": "rust-key"}"#);
    let snapshot = text_of(&answer, "snapshot").to_owned();
    let top_up = format!("{token}transactionId: top-up-1\r\n");
    let answer = service.call("PUT", "/v3.1/Account/Postage/Balance", &top_up, r#"{"balance": 25}"#);
    assert!(answer.contains(r#""balance":525"#), "{answer}");
    let reset = format!(r#"{{"apiKey": "rust-key", "snapshot": "{snapshot}"}}"#);
    service.call("POST", "/practice/reset", "", &reset);
    let answer = service.call("GET", "/v3.1/Account/Postage/Balance", &token, "");
    assert!(answer.contains(r#""balance":500"#), "{answer}");
}
