//! The memory of a window with very many orders, in a process of its own: without a display, and
//! the real window on a virtual display if there is one (Xvfb and xdotool).

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::grid::{NOBODY, keystrokes, scrolling, window_with_orders};
use super::judged;

/// Argument: be the window, with its files in the folder that follows.
pub const ROLE: &str = "--window-with-orders";

const MOST_MB: f64 = 300.0;
/// Long enough for a busy machine to start the program and to draw its frames.
const PATIENCE: Duration = Duration::from_secs(60);
const DRAWN: Duration = Duration::from_secs(3);

/// Shows the orders, searches and scrolls, and prints the memory of this process.
pub fn show_window(folder: &Path) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let mut driver = window_with_orders(&runtime, folder);
    scrolling(&mut driver);
    keystrokes(&mut driver);
    println!("{}", megabytes("self", "VmHWM:").expect("megabytes"));
    runtime.block_on(driver.into_desk().close());
    ExitCode::SUCCESS
}

pub fn measure(folder: &Path) -> bool {
    let window = Command::new(std::env::current_exe().expect("this program"))
        .arg(ROLE)
        .arg(folder)
        // As the program sets it for itself.
        .env("MALLOC_ARENA_MAX", "2")
        .output()
        .expect("a window");
    let words = String::from_utf8_lossy(&window.stdout);
    let Ok(peak) = words.trim().parse::<f64>() else {
        panic!("{}", String::from_utf8_lossy(&window.stderr));
    };
    let holds = judged("window without a display, at most MB", peak, MOST_MB);
    match real_window(folder) {
        Some(peak) => holds & judged("window on a display, at most MB", peak, MOST_MB),
        None => {
            println!("  window on a display: not measured, Xvfb or xdotool is missing");
            holds
        }
    }
}

/// The program as shipped shows the orders, scrolls and searches.
fn real_window(folder: &Path) -> Option<f64> {
    let mut server = Ended(
        Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1366x768x24"])
            .args(["-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?,
    );
    let mut number = String::new();
    let output = server.0.stdout.take()?;
    BufReader::new(output).read_line(&mut number).ok()?;
    let display = format!(":{}", number.trim());
    let mut program = Ended(
        Command::new(env!("CARGO_BIN_EXE_postroom"))
            .arg("--timings")
            .args(["--base-url", NOBODY])
            .arg("--data")
            .arg(folder)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("POSTROOM_ENVIRONMENT", "Test")
            .env("POSTROOM_API_KEY", "bench")
            .env("POSTROOM_API_SECRET", "bench")
            .env("POSTROOM_USER", "bench")
            .env("POSTROOM_PASSWORD", "bench")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program"),
    );
    let lines = BufReader::new(program.0.stdout.take()?).lines();
    let (sender, told) = channel();
    thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if line.contains("first frame") {
                let _ = sender.send(());
            }
        }
    });
    told.recv_timeout(PATIENCE).expect("a first frame");
    let hands = |words: &[&str]| {
        let done = Command::new("xdotool").args(words).env("DISPLAY", &display).status();
        thread::sleep(DRAWN);
        done.is_ok_and(|status| status.success())
    };
    let has_hands = hands(&["mousemove", "800", "600"])
        && hands(&["key", "F3"])
        && hands(&["click", "--repeat", "200", "--delay", "10", "5"])
        && hands(&["mousemove", "300", "150", "click", "1"])
        && hands(&["type", "omaha"]);
    if let Some(picture) = std::env::var_os("POSTROOM_BENCH_PICTURE") {
        // To see that the orders are shown.
        let _ = Command::new("import")
            .args(["-window", "root"])
            .arg(picture)
            .env("DISPLAY", &display)
            .status();
    }
    megabytes(&program.0.id().to_string(), "VmHWM:").filter(|_| has_hands)
}

/// A child that ends with this value.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A line of /proc/PROCESS/status, in megabytes of a million bytes.
/// `None` if the process has ended.
pub fn megabytes(process: &str, line: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let found = status.lines().find_map(|text| text.strip_prefix(line))?;
    let kilobytes = found.trim().trim_end_matches(" kB").parse::<f64>().ok()?;
    Some(kilobytes * 1.024 / 1_000.0)
}

/// User and system time of a process so far, without its children.
pub fn processor_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("a stat");
    // The name in parentheses may contain spaces; the fields are counted after it.
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: f64 = [11, 12].into_iter().map(|at| fields[at].parse::<f64>().expect("ticks")).sum();
    ticks / 100.0
}
