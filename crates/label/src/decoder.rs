//! Runs the child process that draws labels, and ends it if it takes too long.

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;

use super::worker::{MOST_REQUESTS, Message, unpacked, worker_command};
use super::{DecodeError, Decoded, Limits, Page};
use postroom_base::clock::Stopwatch;

/// Time limit for one page.
const PAGE_PATIENCE: Duration = Duration::from_secs(2);
/// Time limit for a whole file, including a second attempt in a new child, so that every file
/// gives a picture or an error within three seconds.
const FILE_PATIENCE: Duration = Duration::from_millis(2_700);
/// How long to wait for the exit status of a child whose pipe broke.
const END_PATIENCE: Duration = Duration::from_millis(200);
/// After this time without work, all children but one end.
const IDLE_PATIENCE: Duration = Duration::from_secs(5);

/// Most children that draw at once. Each takes some tens of megabytes while it draws.
const MOST_CHILDREN: usize = 4;

/// Draws labels in child processes running this program. Clones share the children, one for each
/// processor and at most [`MOST_CHILDREN`]; further files wait. Of children without work, one stays.
/// Dropping a running decode ends its child, and a later decode starts a new one.
#[derive(Clone, Debug)]
pub struct Decoder {
    program: PathBuf,
    turns: Arc<Semaphore>,
    /// The one that served last is at the end.
    idle: Arc<Mutex<Vec<Worker>>>,
    /// A task waits to end the children that had no work for [`IDLE_PATIENCE`].
    is_resting: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    served: usize,
    /// Since it served last, or since its start.
    idle: Stopwatch,
}

impl Decoder {
    /// `program` is this application's binary, which has the subcommand `decode-worker`.
    pub fn new(program: PathBuf) -> Decoder {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let children = processors.min(MOST_CHILDREN);
        Decoder {
            program,
            turns: Arc::new(Semaphore::new(children)),
            idle: Arc::new(Mutex::new(Vec::new())),
            is_resting: Arc::new(AtomicBool::new(false)),
        }
    }

    /// This application's binary, for other work that is done in a child process.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Draws every page of a label, or returns an error; see [`super::decode_in_process`] for
    /// `dpi`.
    ///
    /// Must run on a tokio runtime with io and time.
    ///
    /// # Errors
    /// A [`DecodeError`] with a message for the user, whatever the file contains.
    pub async fn decode(&self, bytes: Arc<[u8]>, dpi: f32) -> Result<Vec<Page>, DecodeError> {
        self.decode_reporting(bytes, dpi).await?.whole()
    }

    /// Draws as many pages as [`Limits`] allow, with warnings about what is drawn differently
    /// from what the file requests.
    ///
    /// # Errors
    /// Same as [`Decoder::decode`].
    pub async fn decode_reporting(
        &self,
        bytes: Arc<[u8]>,
        dpi: f32,
    ) -> Result<Decoded, DecodeError> {
        Limits::default().admit_bytes(&bytes)?;
        let turn = self.turns.acquire().await;
        // While the worker is busy it is taken out of `idle`: if this future is dropped, the
        // worker is dropped too, so a partly read response is never taken for the next one.
        let idle = self.idle.lock().await.pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => self.start()?,
        };
        let fresh = worker.served == 0;
        let watch = Stopwatch::start();
        let mut answer = worker.serve(&bytes, dpi, FILE_PATIENCE).await;
        if !fresh && answer == Err(DecodeError::WorkerDied) {
            // The old child may have reached a limit or been killed; a new one decides.
            worker = self.start()?;
            let left = FILE_PATIENCE.saturating_sub(watch.elapsed());
            answer = worker.serve(&bytes, dpi, left).await;
        }
        let usable = !matches!(
            answer,
            Err(DecodeError::TimedOut | DecodeError::OutOfMemory | DecodeError::WorkerDied)
        );
        let mut idle = self.idle.lock().await;
        if usable && worker.served < MOST_REQUESTS {
            worker.idle = Stopwatch::start();
            idle.push(worker);
            if idle.len() > 1 {
                self.end_idle_children();
            }
        } else {
            drop(idle);
            worker.end().await;
        }
        drop(turn);
        answer
    }

    /// Like [`Decoder::decode_reporting`], again after [`DecodeError::TimedOut`], `tries` times in
    /// all. For callers that can wait where a window cannot: the computer may be busy for a moment.
    ///
    /// # Errors
    /// Same as [`Decoder::decode`].
    pub async fn decode_patiently(
        &self,
        bytes: Arc<[u8]>,
        dpi: f32,
        tries: u32,
    ) -> Result<Decoded, DecodeError> {
        let mut left = tries;
        loop {
            left = left.saturating_sub(1);
            let decoded = self.decode_reporting(Arc::clone(&bytes), dpi).await;
            if left == 0 || decoded != Err(DecodeError::TimedOut) {
                return decoded;
            }
        }
    }

    /// Ends all children but one once they have had no work for a while.
    fn end_idle_children(&self) {
        if self.is_resting.swap(true, Ordering::Relaxed) {
            return;
        }
        let (idle, is_resting) = (Arc::clone(&self.idle), Arc::clone(&self.is_resting));
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(IDLE_PATIENCE).await;
                let mut idle = idle.lock().await;
                let spare = idle.len().saturating_sub(1);
                let has_rested = |worker: &&Worker| worker.idle.elapsed() >= IDLE_PATIENCE;
                let rested = idle.iter().take(spare).filter(has_rested).count();
                // They end with their handles.
                idle.drain(..rested);
                if idle.len() <= 1 {
                    is_resting.store(false, Ordering::Relaxed);
                    return;
                }
            }
        });
    }

    fn start(&self) -> Result<Worker, DecodeError> {
        let failed = |error: io::Error| DecodeError::WorkerStart(error.to_string());
        let mut child = Command::from(worker_command(&self.program))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed(io::ErrorKind::BrokenPipe.into()))?;
        Ok(Worker {
            child,
            input,
            output: BufReader::new(output),
            served: 0,
            idle: Stopwatch::start(),
        })
    }
}

impl Worker {
    async fn serve(
        &mut self,
        bytes: &[u8],
        dpi: f32,
        patience: Duration,
    ) -> Result<Decoded, DecodeError> {
        self.served += 1;
        match timeout(patience, self.exchange(bytes, dpi)).await {
            Err(_) => Err(DecodeError::TimedOut),
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(self.reason_of_death().await),
        }
    }

    /// The outer result is that of the pipe, the inner one is the child's response.
    async fn exchange(
        &mut self,
        bytes: &[u8],
        dpi: f32,
    ) -> io::Result<Result<Decoded, DecodeError>> {
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        self.input.write_all(&length.to_le_bytes()).await?;
        self.input.write_all(&dpi.to_le_bytes()).await?;
        self.input.write_all(bytes).await?;
        self.input.flush().await?;
        let mut decoded = Decoded::empty();
        loop {
            let Ok(message) = timeout(PAGE_PATIENCE, self.read_message()).await else {
                return Ok(Err(DecodeError::TimedOut));
            };
            match message? {
                (Message::Page(head), luma) => decoded.add(
                    Page {
                        width_px: head.width_px,
                        height_px: head.height_px,
                        dpi: head.dpi,
                        width_in: head.width_in,
                        height_in: head.height_in,
                        luma,
                    },
                    head.said,
                ),
                (Message::Done(left_out), _) => {
                    decoded.end(left_out);
                    return Ok(Ok(decoded));
                }
                (Message::Failed(error), _) => return Ok(Err(error)),
            }
        }
    }

    /// Reads a message, and the pixels that follow a page.
    async fn read_message(&mut self) -> io::Result<(Message, Vec<u8>)> {
        const LONGEST_MESSAGE: usize = 1024 * 1024;
        let length = self.output.read_u32_le().await? as usize;
        if length > LONGEST_MESSAGE {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut json = vec![0; length];
        self.output.read_exact(&mut json).await?;
        let message: Message = serde_json::from_slice(&json)?;
        let Message::Page(head) = &message else {
            return Ok((message, Vec::new()));
        };
        let (width, height) = (u64::from(head.width_px), u64::from(head.height_px));
        Limits::default().admit(width, height).map_err(io::Error::other)?;
        let pixels = (width * height) as usize;
        let length = if head.is_packed { pixels.div_ceil(8) } else { pixels };
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).await?;
        let luma = if head.is_packed { unpacked(&bytes, pixels) } else { bytes };
        Ok((message, luma))
    }

    /// Why the pipe broke, as far as the child's exit status tells.
    async fn reason_of_death(&mut self) -> DecodeError {
        match timeout(END_PATIENCE, self.child.wait()).await {
            Ok(Ok(status)) => reason(status),
            _ => DecodeError::WorkerDied,
        }
    }

    async fn end(mut self) {
        // Fails if the child has already exited, which is fine.
        let _ = self.child.kill().await;
    }
}

#[cfg(unix)]
fn reason(status: ExitStatus) -> DecodeError {
    use std::os::unix::process::ExitStatusExt;
    const ABORTED: i32 = 6;
    const OUT_OF_PROCESSOR_TIME: i32 = 24;
    match status.signal() {
        // The signal after an allocation beyond the limit or a stack overflow.
        Some(ABORTED) => DecodeError::OutOfMemory,
        Some(OUT_OF_PROCESSOR_TIME) => DecodeError::TimedOut,
        _ => DecodeError::WorkerDied,
    }
}

#[cfg(not(unix))]
fn reason(_: ExitStatus) -> DecodeError {
    DecodeError::WorkerDied
}
