//! Prints the figures promised for the program as a whole, measured on the release
//! binary in a real window under Xvfb (software rendering):
//!
//! ```text
//! cargo bench --bench figures
//! ```
//!
//! Needs Xvfb. Reads /proc, so it runs on Linux only. Ends with a non-zero status when a
//! figure misses its limit.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

const STARTS: usize = 7;
const IDLE_SECS: u64 = 20;

fn main() -> ExitCode {
    let program = Path::new(env!("CARGO_BIN_EXE_postroom"));
    let display = Display::start();
    let data = env::temp_dir().join(format!("postroom-figures-{}", std::process::id()));
    let mut rows = Vec::new();

    let bytes = fs::metadata(program)
        .map(|file| file.len())
        .unwrap_or_default();
    let no_limit = f64::INFINITY;
    let size = megabytes(bytes);
    rows.push(Row::new("stripped binary", size, no_limit, "MB"));
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"))
        .unwrap_or_default();
    let crates = lock
        .lines()
        .filter(|line| line.starts_with("name = "))
        .count();
    rows.push(Row::new(
        "crates in the lock file",
        count(crates),
        no_limit,
        "",
    ));

    for (name, arguments) in [
        ("first frame, first start", &[][..]),
        ("first frame, practice open", &["--practice"][..]),
    ] {
        let mut starts: Vec<f64> = (0..STARTS)
            .filter_map(|_| Run::start(program, &display, &data, arguments).first_frame_ms())
            .collect();
        starts.sort_by(f64::total_cmp);
        let median = starts
            .get(starts.len() / 2)
            .copied()
            .unwrap_or(f64::INFINITY);
        rows.push(Row::new(name, median, 300.0, "ms (median of 7)"));
    }

    let run = Run::start(program, &display, &data, &["--practice"]);
    let ready = run.wait_for("ready", Duration::from_secs(30));
    rows.push(Row::new(
        "practice service ready to ship",
        ready.map_or(f64::INFINITY, |line| number_in(&line)),
        3000.0,
        "ms",
    ));
    // Everything that was asked for at the start has been answered by then.
    thread::sleep(Duration::from_secs(10));
    run.drain();
    let before = run.cpu_ticks();
    thread::sleep(Duration::from_secs(IDLE_SECS));
    let ticks = run.cpu_ticks().saturating_sub(before);
    let percent = count(usize::try_from(ticks).unwrap_or(usize::MAX)) / count_secs(IDLE_SECS);
    rows.push(Row::new("idle window, processor time", percent, 1.0, "%"));
    let frames = run
        .drain()
        .iter()
        .filter(|line| line.starts_with("frame "))
        .count();
    rows.push(Row::new(
        "idle window, frames drawn in 20 s",
        count(frames),
        0.5,
        "",
    ));
    rows.push(Row::new("resident memory", run.resident_mb(), 200.0, "MB"));
    drop(run);
    let _ = fs::remove_dir_all(&data);

    println!("{:<36} {:>10} {:>9}  unit", "figure", "measured", "at most");
    for row in &rows {
        println!(
            "{:<36} {:>10.1} {:>9.1}  {}{}",
            row.name,
            row.measured,
            row.limit,
            row.unit,
            if row.holds() { "" } else { "   MISSED" }
        );
    }
    if rows.iter().all(Row::holds) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct Row {
    name: &'static str,
    measured: f64,
    limit: f64,
    unit: &'static str,
}

impl Row {
    fn new(name: &'static str, measured: f64, limit: f64, unit: &'static str) -> Self {
        Self {
            name,
            measured,
            limit,
            unit,
        }
    }

    fn holds(&self) -> bool {
        self.measured <= self.limit
    }
}

struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn start() -> Self {
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
            .unwrap_or_else(|error| {
                eprintln!("Xvfb is needed: apt-get install xvfb ({error})");
                std::process::exit(1);
            });
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            let _ = BufReader::new(output).read_line(&mut number);
        }
        Self {
            server,
            name: format!(":{}", number.trim()),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program, running with `--timings`; its lines arrive through a channel.
struct Run {
    program: Child,
    lines: Receiver<String>,
}

impl Run {
    fn start(program: &Path, display: &Display, data: &PathBuf, arguments: &[&str]) -> Self {
        let mut program = Command::new(program)
            .arg("--timings")
            .arg("--data")
            .arg(data)
            .args(arguments)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                eprintln!("the program did not start: {error}");
                std::process::exit(1);
            });
        let (sender, lines) = channel();
        if let Some(output) = program.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Self { program, lines }
    }

    fn first_frame_ms(&self) -> Option<f64> {
        self.wait_for("first frame", Duration::from_secs(30))
            .map(|line| number_in(&line))
    }

    fn wait_for(&self, word: &str, patience: Duration) -> Option<String> {
        let start = Instant::now();
        while let Some(left) = patience.checked_sub(start.elapsed()) {
            let line = self.lines.recv_timeout(left).ok()?;
            if line.contains(word) {
                return Some(line);
            }
        }
        None
    }

    fn drain(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// User and system time so far, in hundredths of a second.
    fn cpu_ticks(&self) -> u64 {
        let stat =
            fs::read_to_string(format!("/proc/{}/stat", self.program.id())).unwrap_or_default();
        // The name in parentheses may hold spaces; fields count from after it.
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let field = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok());
        field(11).unwrap_or_default() + field(12).unwrap_or_default()
    }

    fn resident_mb(&self) -> f64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.program.id())).unwrap_or_default();
        status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .map_or(f64::INFINITY, |text| number_in(text) / 1024.0)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// The first number in a line.
fn number_in(line: &str) -> f64 {
    line.split(|c: char| !c.is_ascii_digit() && c != '.')
        .find_map(|word| word.parse().ok())
        .unwrap_or(f64::INFINITY)
}

#[allow(clippy::cast_precision_loss)]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000_000.0
}

#[allow(clippy::cast_precision_loss)]
fn count(n: usize) -> f64 {
    n as f64
}

#[allow(clippy::cast_precision_loss)]
fn count_secs(n: u64) -> f64 {
    n as f64
}
