//! Measures the release binary against the limits of the whole program, in a real window under Xvfb
//! (software rendering):
//!
//! ```text
//! cargo bench --bench figures
//! ```
//!
//! The first frame is compared with that of a bare eframe window, which this program opens itself,
//! with eframe's own options, the same size and one word as its ui. The two alternate in the same
//! run. Each start is divided by the bare one of the same turn, because a machine may be half as
//! fast a minute later; the result is the median of the quotients. The bare window has one word
//! because software rendering compiles its shaders when the first letter is drawn; the time of a
//! window without any text is printed too.
//!
//! Needs Xvfb. Reads /proc, so it runs on Linux only. Ends with a non-zero status if a figure
//! misses its limit.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

const STARTS: usize = 31;
const IDLE_SECS: u64 = 20;
/// Argument: open the bare window instead of measuring.
const BARE: &str = "--bare-window";
/// Argument: open the bare window without text.
const EMPTY: &str = "--empty-window";
/// Limit of the first frame's time, as a multiple of the bare window's.
const MOST_OF_BARE: f64 = 1.15;
const NO_LIMIT: f64 = f64::INFINITY;

fn main() -> ExitCode {
    if let Some(kind) = env::args().find(|argument| argument == BARE || argument == EMPTY) {
        return bare::run(kind == BARE);
    }
    let program = Path::new(env!("CARGO_BIN_EXE_postroom"));
    let display = Display::start();
    let data = env::temp_dir().join(format!("postroom-figures-{}", std::process::id()));
    let mut rows = Vec::from(what_it_is_made_of(program));
    rows.extend(first_frames(program, &display, &data));
    rows.extend(at_rest(program, &display, &data.join("at-rest")));
    let _ = fs::remove_dir_all(&data);

    println!("{:<36} {:>10} {:>9}  unit", "figure", "measured", "at most");
    for row in &rows {
        println!(
            "{:<36} {:>10.2} {:>9.2}  {}{}",
            row.name,
            row.measured,
            row.limit,
            row.unit,
            if row.holds() { "" } else { "   MISSED" }
        );
    }
    if rows.iter().all(Row::holds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Sizes, without limits: what users notice is measured below.
fn what_it_is_made_of(program: &Path) -> [Row; 3] {
    let bytes = fs::metadata(program).map_or(0, |file| file.len());
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = fs::read_to_string(package.join("Cargo.lock")).unwrap_or_default();
    let locked = lock.lines().filter(|line| line.starts_with("name = "));
    [
        Row::new("stripped binary", megabytes(bytes), NO_LIMIT, "MB"),
        Row::new("packages in the lock", count(locked.count()), NO_LIMIT, ""),
        Row::new("packages compiled", compiled(package), NO_LIMIT, ""),
    ]
}

/// Packages compiled for the program and its build on this system.
fn compiled(package: &Path) -> f64 {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(cargo)
        .args(["tree", "--locked", "--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(package)
        .output();
    let Some(tree) = tree.ok().filter(|tree| tree.status.success()) else {
        return f64::INFINITY;
    };
    let tree = String::from_utf8_lossy(&tree.stdout);
    // `cargo tree` marks repeated packages with a star.
    let names = tree.lines().map(|line| line.trim_end_matches(" (*)"));
    count(names.collect::<BTreeSet<_>>().len())
}

/// Time from starting the process until its first frame was sent to the display.
fn first_frames(program: &Path, display: &Display, data: &Path) -> Vec<Row> {
    let Ok(this) = env::current_exe() else {
        return Vec::new();
    };
    let open = data.join("practice");
    // The practice account exists already, as on every day but the first.
    let made = Run::start(program, display, &arguments(&open, true));
    made.wait_for("ready", Duration::from_secs(60));
    drop(made);
    let bare_window = [BARE.to_owned()];
    let (mut bare, mut empty) = (Vec::new(), Vec::new());
    let (mut newcomer, mut practice) = (Vec::new(), Vec::new());
    for turn in 0..STARTS {
        let fresh = arguments(&data.join(format!("first-{turn}")), false);
        empty.push(Run::start(&this, display, &[EMPTY.to_owned()]).first_frame_ms());
        bare.push(Run::start(&this, display, &bare_window).first_frame_ms());
        newcomer.push(Run::start(program, display, &fresh).first_frame_ms());
        practice.push(Run::start(program, display, &arguments(&open, true)).first_frame_ms());
    }
    let mut rows = Vec::new();
    for (name, starts) in [
        ("first frame, empty window", &empty),
        ("first frame, bare window", &bare),
        ("first frame, first start", &newcomer),
        ("first frame, practice open", &practice),
    ] {
        let median = median(starts.clone());
        rows.push(Row::new(name, median, NO_LIMIT, "ms (median of 31)"));
    }
    for (name, starts) in [
        ("first start, of the bare window", newcomer),
        ("practice open, of the bare window", practice),
    ] {
        let quotients = starts.iter().zip(&bare).map(|(start, bare)| start / bare);
        rows.push(Row::new(name, median(quotients.collect()), MOST_OF_BARE, "times"));
    }
    rows
}

/// An idle window, with the practice service in the same process.
fn at_rest(program: &Path, display: &Display, data: &Path) -> [Row; 4] {
    let run = Run::start(program, display, &arguments(data, true));
    let ready = run.wait_for("ready", Duration::from_secs(30));
    // By then all requests of the start are answered.
    thread::sleep(Duration::from_secs(10));
    run.drain();
    let before = run.cpu_ticks();
    thread::sleep(Duration::from_secs(IDLE_SECS));
    let ticks = run.cpu_ticks().saturating_sub(before);
    let percent = count(usize::try_from(ticks).unwrap_or(usize::MAX)) / count_secs(IDLE_SECS);
    let drawn = run.drain();
    let frames = drawn.iter().filter(|(line, _)| line.starts_with("frame "));
    [
        Row::new(
            "practice service ready to ship",
            ready.map_or(f64::INFINITY, |(line, _)| number_in(&line)),
            3000.0,
            "ms",
        ),
        Row::new("idle window, processor time", percent, 1.0, "%"),
        Row::new("idle window, frames drawn in 20 s", count(frames.count()), 0.0, ""),
        Row::new("resident memory", run.resident_mb(), 200.0, "MB"),
    ]
}

fn arguments(data: &Path, practice: bool) -> Vec<String> {
    let mut arguments = vec!["--timings".to_owned(), "--data".to_owned()];
    arguments.push(data.display().to_string());
    arguments.extend(practice.then(|| "--practice".to_owned()));
    arguments
}

/// The median; a start without a first frame counts as infinite.
fn median(mut starts: Vec<f64>) -> f64 {
    starts.sort_by(f64::total_cmp);
    let middle = starts.get(starts.len() / 2);
    middle.copied().unwrap_or(f64::INFINITY)
}

/// The minimum cost of an eframe window.
mod bare {
    use std::process::ExitCode;

    use eframe::{NativeOptions, Renderer};
    use egui::ViewportBuilder;

    pub fn run(with_a_word: bool) -> ExitCode {
        let native = NativeOptions {
            viewport: ViewportBuilder::default().with_inner_size([1366.0, 768.0]),
            renderer: Renderer::Glow,
            ..NativeOptions::default()
        };
        let bare = Bare { frames: 0, with_a_word };
        let outcome = eframe::run_native("Bare", native, Box::new(|_| Ok(Box::new(bare))));
        match outcome {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }
    }

    struct Bare {
        frames: u32,
        with_a_word: bool,
    }

    impl eframe::App for Bare {
        fn logic(&mut self, _ctx: &egui::Context, _frame: &mut eframe::Frame) {
            if self.frames == 1 {
                // As the program does it: the previous frame has been sent to the display.
                println!("first frame");
            }
        }

        fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
            self.frames += 1;
            if self.with_a_word {
                ui.label("Bare");
            }
            if self.frames == 1 {
                ui.ctx().request_repaint();
            }
        }
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
        Self { name, measured, limit, unit }
    }

    fn holds(&self) -> bool {
        // A figure that could not be measured misses its limit.
        self.measured.is_finite() && self.measured <= self.limit
    }
}

struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1366x768x24", "-nolisten", "tcp"])
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
        Self { server, name: format!(":{}", number.trim()) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A running program with a window. Its output lines arrive through a channel, each with the time
/// since the process was started.
struct Run {
    program: Child,
    lines: Receiver<(String, Duration)>,
}

impl Run {
    fn start(program: &Path, display: &Display, arguments: &[String]) -> Self {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let asked = Instant::now();
        let mut program = command.spawn().unwrap_or_else(|error| {
            eprintln!("the program did not start: {error}");
            std::process::exit(1);
        });
        let (sender, lines) = channel();
        if let Some(output) = program.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send((line, asked.elapsed())).is_err() {
                        break;
                    }
                }
            });
        }
        Self { program, lines }
    }

    fn first_frame_ms(&self) -> f64 {
        self.wait_for("first frame", Duration::from_secs(30))
            .map_or(f64::INFINITY, |(_, after)| after.as_secs_f64() * 1000.0)
    }

    fn wait_for(&self, word: &str, patience: Duration) -> Option<(String, Duration)> {
        let start = Instant::now();
        while let Some(left) = patience.checked_sub(start.elapsed()) {
            let line = self.lines.recv_timeout(left).ok()?;
            if line.0.contains(word) {
                return Some(line);
            }
        }
        None
    }

    fn drain(&self) -> Vec<(String, Duration)> {
        self.lines.try_iter().collect()
    }

    /// User and system time so far, in hundredths of a second.
    fn cpu_ticks(&self) -> u64 {
        let stat =
            fs::read_to_string(format!("/proc/{}/stat", self.program.id())).unwrap_or_default();
        // The name in parentheses may contain spaces; the fields are counted after it.
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
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
