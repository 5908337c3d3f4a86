//! Reads spreadsheets in a child process, and ends it if it takes too long.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::error::ReadFileError;
use super::file_type::FileType;
use super::worker::{LONGEST_MESSAGE, Message, worker_command};
use super::{ReadOptions, SheetCollector, checked_file_type, read_text};
use crate::sheet::{Sheet, Workbook};

/// Time limit for a file. What takes longer has something wrong with it.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait for the exit status of a child whose pipe broke.
const END_PATIENCE: Duration = Duration::from_millis(500);

/// As [`super::read_file`], for files from anywhere: a spreadsheet is read by a child process with
/// limits of memory and time, text in a thread of this one. `program` is this application's binary.
/// Dropping the future ends the child.
///
/// Must run on a tokio runtime with io and time.
///
/// # Errors
/// A [`ReadFileError`], whatever the file contains.
pub async fn read_file_in_child(
    program: &Path,
    name: &str,
    bytes: Arc<[u8]>,
    options: ReadOptions,
) -> Result<Workbook, ReadFileError> {
    let mut workbook = match checked_file_type(name, &bytes)? {
        FileType::Text => {
            let reading = tokio::task::spawn_blocking(move || read_text(&bytes, &options));
            reading.await.map_err(|_| ReadFileError::WorkerDied)??
        }
        _ => read_spreadsheet_in_child(program, &bytes, PATIENCE).await?,
    };
    workbook.file = name.to_owned();
    Ok(workbook)
}

async fn read_spreadsheet_in_child(
    program: &Path,
    bytes: &[u8],
    patience: Duration,
) -> Result<Workbook, ReadFileError> {
    let mut child = start(program)?;
    match timeout(patience, exchange(&mut child, bytes)).await {
        Err(_) => Err(ReadFileError::TimedOut),
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(reason_of_death(&mut child).await),
    }
}

fn start(program: &Path) -> Result<Child, ReadFileError> {
    Command::from(worker_command(program))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| ReadFileError::WorkerStart(error.to_string()))
}

/// The outer result is that of the pipe, the inner one is the child's answer.
async fn exchange(child: &mut Child, bytes: &[u8]) -> io::Result<Result<Workbook, ReadFileError>> {
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (mut input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
    let mut output = BufReader::new(output);
    let length = u64::try_from(bytes.len()).map_err(io::Error::other)?;
    input.write_all(&length.to_le_bytes()).await?;
    input.write_all(bytes).await?;
    drop(input);
    let mut sheets = SheetCollector::default();
    let mut open: Option<Sheet> = None;
    loop {
        let (ended, is_last) = match read_message(&mut output).await? {
            Message::Rows(rows) => {
                if let Some(sheet) = &mut open {
                    sheet.rows.extend(rows);
                }
                continue;
            }
            Message::Sheet(name) => {
                let rows = Vec::new();
                (open.replace(Sheet { name, rows }), false)
            }
            Message::Done => (open.take(), true),
            Message::Failed(error) => return Ok(Err(error)),
        };
        if let Some(sheet) = ended
            && let Err(error) = sheets.add(sheet)
        {
            return Ok(Err(error));
        }
        if is_last {
            return Ok(sheets.into_workbook());
        }
    }
}

async fn read_message(output: &mut (impl AsyncReadExt + Unpin)) -> io::Result<Message> {
    let length = output.read_u32_le().await?;
    if length > LONGEST_MESSAGE {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut json = vec![0; length as usize];
    output.read_exact(&mut json).await?;
    Ok(serde_json::from_slice(&json)?)
}

/// Why the pipe broke, as far as the child's exit status tells.
async fn reason_of_death(child: &mut Child) -> ReadFileError {
    match timeout(END_PATIENCE, child.wait()).await {
        Ok(Ok(status)) => reason(status),
        _ => ReadFileError::WorkerDied,
    }
}

#[cfg(unix)]
fn reason(status: ExitStatus) -> ReadFileError {
    use std::os::unix::process::ExitStatusExt;
    const ABORTED: i32 = 6;
    const OUT_OF_PROCESSOR_TIME: i32 = 24;
    match status.signal() {
        // The signal after an allocation beyond the limit or a stack overflow.
        Some(ABORTED) => ReadFileError::OutOfMemory,
        Some(OUT_OF_PROCESSOR_TIME) => ReadFileError::TimedOut,
        _ => ReadFileError::WorkerDied,
    }
}

#[cfg(not(unix))]
fn reason(_: ExitStatus) -> ReadFileError {
    ReadFileError::WorkerDied
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// What comes of a child that runs this shell script, within this time.
    fn read_by(script: &str, patience: Duration) -> Result<Workbook, ReadFileError> {
        let folder = std::env::temp_dir();
        let program = folder.join(format!("postroom-{}", uuid::Uuid::new_v4()));
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let bytes = vec![7; 1_000_000];
        let read = read_spreadsheet_in_child(&program, &bytes, patience);
        let read = runtime.block_on(read);
        std::fs::remove_file(&program).unwrap();
        read
    }

    #[test]
    fn each_end_of_a_child_has_its_reason() {
        // A message of 4 bytes, and one whose length is a lie.
        let done = r#"cat > /dev/null; printf '\006\000\000\000"Done"'"#;
        let endless = r#"cat > /dev/null; printf '\377\377\377\377"Done"'"#;
        for (script, expected) in [
            ("sleep 60", ReadFileError::TimedOut),
            ("cat > /dev/null; sleep 60", ReadFileError::TimedOut),
            ("exit 3", ReadFileError::WorkerDied),
            ("cat > /dev/null; kill -ABRT $$", ReadFileError::OutOfMemory),
            ("cat > /dev/null; kill -XCPU $$", ReadFileError::TimedOut),
            ("cat > /dev/null; echo nonsense", ReadFileError::WorkerDied),
            (endless, ReadFileError::WorkerDied),
            (done, ReadFileError::NoRows),
        ] {
            let patience = match expected {
                ReadFileError::TimedOut if script.contains("sleep") => Duration::from_millis(300),
                // A busy machine may take seconds to start a shell.
                _ => PATIENCE,
            };
            assert_eq!(read_by(script, patience), Err(expected), "{script}");
        }
    }
}
