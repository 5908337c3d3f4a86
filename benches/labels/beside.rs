//! Sample PDFs compared with the usual tools.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use postroom::label::worker_command;

const ROUNDS: usize = 10;
const RESOLUTIONS: [u32; 2] = [203, 300];
/// Our processor time may be at most this multiple of the tool's.
const LIMITS: [(Tool, f64); 2] = [(Tool::Pdftoppm, 0.6), (Tool::Mutool, 1.1)];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tool {
    Ours,
    Pdftoppm,
    Mutool,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Tool::Ours => "postroom",
            Tool::Pdftoppm => "pdftoppm",
            Tool::Mutool => "mutool",
        }
    }

    fn package(self) -> &'static str {
        match self {
            Tool::Ours => "postroom",
            Tool::Pdftoppm => "poppler-utils",
            Tool::Mutool => "mupdf-tools",
        }
    }

    /// Draws every page into a pipe; the number of bytes, or `None` if the tool failed.
    fn draw(self, file: &Path, dpi: u32) -> Option<usize> {
        let resolution = dpi.to_string();
        let mut command = match self {
            Tool::Ours => worker_command(Path::new(env!("CARGO_BIN_EXE_postroom"))),
            Tool::Pdftoppm => {
                let mut command = Command::new("pdftoppm");
                command.args(["-gray", "-r", &resolution]).arg(file);
                command
            }
            Tool::Mutool => {
                let mut command = Command::new("mutool");
                command
                    .args(["draw", "-q", "-r", &resolution, "-c", "gray", "-F", "pgm"])
                    .args(["-o", "-"])
                    .arg(file);
                command
            }
        };
        let request = if self == Tool::Ours {
            let bytes = fs::read(file).expect("a sample");
            let mut request = u32::try_from(bytes.len()).ok()?.to_le_bytes().to_vec();
            request.extend((dpi as f32).to_le_bytes());
            request.extend(bytes);
            request
        } else {
            Vec::new()
        };
        run(&mut command, &request)
    }

    fn start_only(self) {
        match self {
            Tool::Ours => run(&mut worker_command(Path::new(env!("CARGO_BIN_EXE_postroom"))), &[]),
            other => run(Command::new(other.name()).arg("-v"), &[]),
        };
    }
}

fn run(command: &mut Command, input: &[u8]) -> Option<usize> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut pipe = child.stdin.take()?;
    // The pipe may break if the tool ends early; the exit status shows why.
    let _ = pipe.write_all(input);
    drop(pipe);
    let mut output = Vec::new();
    child.stdout.take()?.read_to_end(&mut output).ok()?;
    let ended = child.wait().ok()?;
    // Our decoder reports an error as JSON after four bytes of length.
    let refused = output.get(4..12) == Some(b"{\"Failed");
    (ended.success() && !output.is_empty() && !refused).then_some(output.len())
}

/// User and system time of all ended children, in ticks of ten milliseconds; the system counts in
/// nanoseconds.
fn children_ticks() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("/proc");
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |at: usize| fields[at].parse::<u64>().expect("a number");
    field(13) + field(14)
}

pub fn files() -> Vec<PathBuf> {
    let folder = std::env::var_os("POSTROOM_SAMPLES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/pdf"),
        PathBuf::from,
    );
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of samples")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pdf"))
        .collect();
    files.sort();
    files
}

pub fn measured() -> bool {
    let mut tools = vec![Tool::Ours];
    for (tool, _) in LIMITS {
        match Command::new(tool.name()).arg("-v").output() {
            Ok(_) => tools.push(tool),
            Err(_) => println!(
                "{} is not installed: its limit is left out (apt-get install {})",
                tool.name(),
                tool.package()
            ),
        }
    }
    let (drawn, left_out): (Vec<PathBuf>, Vec<PathBuf>) = files()
        .into_iter()
        .partition(|file| tools.iter().all(|tool| tool.draw(file, 203).is_some()));
    for file in &left_out {
        println!("left out, as one refuses it: {}", file.display());
    }
    let processes = drawn.len() * RESOLUTIONS.len() * ROUNDS;
    println!(
        "\n{} PDFs at {RESOLUTIONS:?} dpi, {ROUNDS} rounds, one process for each: processor time",
        drawn.len()
    );
    let mut ticks = vec![0; tools.len()];
    for _ in 0..ROUNDS {
        for dpi in RESOLUTIONS {
            for (at, tool) in tools.iter().enumerate() {
                let before = children_ticks();
                for file in &drawn {
                    tool.draw(file, dpi).expect("drawn before");
                }
                ticks[at] += children_ticks() - before;
            }
        }
    }
    let starts: Vec<u64> = tools
        .iter()
        .map(|tool| {
            let before = children_ticks();
            (0..processes).for_each(|_| tool.start_only());
            children_ticks() - before
        })
        .collect();
    let each = |ticks: u64| ticks as f64 * 10.0 / processes as f64;
    println!(
        "{:<12} {:>10} {:>10} {:>12} {:>10} {:>10} {:>16}",
        "tool", "total ms", "ms a file", "start ms", "ours is", "at most", "without start"
    );
    let mut holds = true;
    for (at, tool) in tools.iter().enumerate() {
        let limit = LIMITS.iter().find(|(of, _)| of == tool).map(|(_, most)| *most);
        let ratio = ticks[0] as f64 / ticks[at] as f64;
        let bare = |at: usize| ticks[at].saturating_sub(starts[at]) as f64;
        let missed = limit.is_some_and(|most| ratio > most);
        holds &= !missed;
        println!(
            "{:<12} {:>10} {:>10.1} {:>12.1} {ratio:>10.2} {:>10} {:>16.2}{}",
            tool.name(),
            ticks[at] * 10,
            each(ticks[at]),
            each(starts[at]),
            limit.map_or_else(String::new, |most| most.to_string()),
            bare(0) / bare(at),
            if missed { "   MISSED" } else { "" }
        );
    }
    holds
}
