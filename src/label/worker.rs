//! The child that draws: reads requests on standard input, answers on standard output.
//!
//! A request is a length and a resolution (four little-endian bytes each) and the file.
//! An answer is a row of messages, each a length and JSON, a page followed by its
//! pixels; `Done` or `Failed` ends it.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};

use super::{DecodeError, Limits, Page, Said, decode_each};
use crate::base::child;

/// Files drawn before the child makes room for a fresh one, so that neither leaks nor
/// its limit on processor time add up.
pub const MOST_REQUESTS: usize = 200;
/// A child of a program with a window gets no console of its own (`CREATE_NO_WINDOW`).
#[cfg(windows)]
pub(crate) const NO_CONSOLE: u32 = 0x0800_0000;
/// Of everything, the program itself included: half a thousand million bytes with room to
/// spare.
#[cfg(unix)]
const MEMORY_BYTES: u64 = 480 * 1024 * 1024;
#[cfg(unix)]
const PROCESSOR_SECONDS: u64 = 120;

#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    Page(PageHead),
    /// With what the file holds beyond its pages.
    Done(Option<String>),
    Failed(DecodeError),
}

/// A page without its pixels, which follow as raw bytes.
#[derive(Debug, Serialize, Deserialize)]
pub struct PageHead {
    pub width_px: u32,
    pub height_px: u32,
    pub dpi: f32,
    pub width_in: f32,
    pub height_in: f32,
    pub said: Said,
}

/// How the child is started; `program` is this application's binary.
pub fn worker_command(program: &Path) -> Command {
    let mut command = child::command(program);
    command.arg("decode-worker");
    // A page's pixels are millions of bytes touched once: taken from the system in large
    // pieces that costs a tenth less of everything. Other allocators do not read this.
    command.env("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, NO_CONSOLE);
    command
}

/// The child's whole life: limits first, then one request after the other until its
/// parent closes the pipe.
pub fn run_worker() -> ExitCode {
    if let Err(error) = limit_self() {
        // Without limits a hostile file could take the machine down: better no picture.
        eprintln!("postroom: the drawing process could not be limited: {error}");
        return ExitCode::FAILURE;
    }
    let mut input = io::stdin().lock();
    let mut output = io::BufWriter::new(io::stdout().lock());
    for _ in 0..MOST_REQUESTS {
        match serve_one(&mut input, &mut output) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => return ExitCode::FAILURE,
        }
    }
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn limit_self() -> io::Result<()> {
    use rlimit::Resource;
    Resource::AS.set(MEMORY_BYTES, MEMORY_BYTES)?;
    Resource::CPU.set(PROCESSOR_SECONDS, PROCESSOR_SECONDS)?;
    // A crash is expected now and then; its memory image holds people's addresses.
    Resource::CORE.set(0, 0)
}

/// Elsewhere only the parent's clock and [`Limits`] bound the child: safe code has no way to
/// put a Windows process under a limit of memory.
#[cfg(not(unix))]
fn limit_self() -> io::Result<()> {
    Ok(())
}

/// False when the parent has closed the pipe.
fn serve_one(input: &mut impl Read, output: &mut impl Write) -> io::Result<bool> {
    let mut head = [0; 8];
    match input.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
        Err(error) => return Err(error),
    }
    let [a, b, c, d, e, f, g, h] = head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    let dpi = f32::from_le_bytes([e, f, g, h]);
    let limits = Limits::default();
    if length > limits.max_bytes {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    let mut written = Ok(());
    let decoded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        decode_each(&bytes, dpi, &limits, &mut |page, said| {
            if written.is_ok() {
                written = write_page(output, page, said);
            }
        })
    }));
    written?;
    let last = match decoded {
        Ok(Ok(left_out)) => Message::Done(left_out),
        Ok(Err(error)) => Message::Failed(error),
        Err(_) => Message::Failed(DecodeError::WorkerDied),
    };
    write_message(output, &last)?;
    output.flush()?;
    Ok(true)
}

fn write_page(output: &mut impl Write, page: Page, said: Said) -> io::Result<()> {
    let head = PageHead {
        width_px: page.width_px,
        height_px: page.height_px,
        dpi: page.dpi,
        width_in: page.width_in,
        height_in: page.height_in,
        said,
    };
    write_message(output, &Message::Page(head))?;
    output.write_all(&page.luma)?;
    // The parent's patience is counted from page to page.
    output.flush()
}

fn write_message(output: &mut impl Write, message: &Message) -> io::Result<()> {
    let json = serde_json::to_vec(message)?;
    let length = u32::try_from(json.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&json)
}
