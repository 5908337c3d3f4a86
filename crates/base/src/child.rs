//! Child processes: other programs, and this program as a worker. No other module starts any. The
//! variables with credentials are removed from the environment of every child.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::startup_credentials;

/// The flag of Windows with which a child process gets no console window.
#[cfg(windows)]
pub const NO_CONSOLE: u32 = 0x0800_0000;

/// A command for a program, without the credentials in its environment.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    without_secrets(Command::new(program))
}

/// A command for a worker process of this application, whose binary is `program`.
pub fn worker(program: &Path, subcommand: &str) -> Command {
    let mut command = command(program);
    command.arg(subcommand);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, NO_CONSOLE);
    command
}

/// Opens an address in the system's browser, or a folder in its file manager; either outlives this
/// program. The caller must have validated the address.
///
/// # Errors
/// The error of the last opener, if every way to open the address failed.
pub fn open_with_system(what: &OsStr) -> io::Result<()> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for opener in open::commands(what) {
        let mut opener = without_secrets(opener);
        opener.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Its own process group: Ctrl+C in the terminal must not stop the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut opener, 0);
        match opener.spawn() {
            Ok(mut opener) => {
                let waits = std::thread::Builder::new().name("browser".to_owned());
                // The opener may run as long as the browser; its exit status is not needed.
                waits.spawn(move || drop(opener.wait()))?;
                return Ok(());
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn without_secrets(mut command: Command) -> Command {
    for name in startup_credentials::SECRETS {
        command.env_remove(name);
    }
    command
}

/// Ends those children of this process whose program has this name, at most 15 letters: for a library
/// that starts a program and has no way to end it.
#[cfg(target_os = "linux")]
pub fn end_own(program: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(pid) = pid.and_then(Pid::from_raw) else { continue };
        let stat = std::fs::read_to_string(entry.path().join("stat"));
        if stat.is_ok_and(|stat| is_own_child(&stat, program))
            && let Err(error) = kill_process(pid, Signal::TERM)
        {
            tracing::warn!(%error, program, "a child process could not be ended");
        }
    }
}

/// Reads `/proc/PID/stat`: the number, the name in parentheses, a letter, the number of the parent.
#[cfg(target_os = "linux")]
fn is_own_child(stat: &str, program: &str) -> bool {
    let named = stat.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')'));
    named.is_some_and(|(name, rest)| {
        let parent = rest.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        name == program && parent == Some(std::process::id())
    })
}

/// Limits the address space of this process, in bytes, and its processor time, in seconds. For a
/// child process that reads files of strangers.
#[cfg(unix)]
pub fn limit_self(memory: u64, seconds: u64) -> io::Result<()> {
    use rlimit::Resource;
    Resource::AS.set(memory, memory)?;
    Resource::CPU.set(seconds, seconds)
}

/// Lets the system write no image of this process or its children after a crash: it would contain
/// keys and people's addresses. On Windows nothing writes one unless it is set up to.
pub fn refuse_core_dumps() {
    #[cfg(unix)]
    if let Err(error) = rlimit::Resource::CORE.set(0, 0) {
        tracing::warn!(%error, "core dumps are not refused");
    }
}

/// On other systems only the parent's time limits and the checks before reading apply: safe Rust
/// cannot set a memory limit for a Windows process.
#[cfg(not(unix))]
pub fn limit_self(_memory: u64, _seconds: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use std::fs;

    use super::*;

    /// Z17 (j): a program that another library started is ended, and no other.
    #[cfg(target_os = "linux")]
    #[test]
    fn own_children_are_ended_by_their_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let named = folder.path().join("zenity-of-test");
        let sleep = ["/bin/sleep", "/usr/bin/sleep"]
            .into_iter()
            .find(|it| fs::exists(it).is_ok_and(|is| is));
        fs::copy(sleep.expect("a program that waits"), &named).expect("a copy");
        let start = |program: &OsStr| command(program).arg("600").spawn().expect("a child");
        let (mut dialog, mut other) = (start(named.as_os_str()), start(OsStr::new("sleep")));
        // Its name is that of this process until it runs the program.
        let name = format!("/proc/{}/comm", dialog.id());
        while fs::read_to_string(&name).expect("a name").trim_end() != "zenity-of-test" {
            std::thread::yield_now();
        }
        end_own("zenity-of-test");
        assert!(!dialog.wait().expect("an end").success());
        assert!(other.try_wait().expect("an answer").is_none(), "the other one runs on");
        other.kill().and_then(|()| other.wait().map(drop)).expect("an end");
        let me = std::process::id();
        assert!(is_own_child(&format!("7 (a) b) S {me} 7"), "a) b"));
        assert!(!is_own_child(&format!("7 (a) S 1 {me}"), "a"));
    }

    #[test]
    fn what_signs_in_is_taken_from_every_command() {
        let command = command("postroom");
        let removed: Vec<_> = command
            .get_envs()
            .filter(|(_, value)| value.is_none())
            .filter_map(|(name, _)| name.to_str())
            .collect();
        for name in startup_credentials::SECRETS {
            assert!(removed.contains(&name), "{name}");
        }
    }
}
