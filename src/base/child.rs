//! Other programs, and this one in another process: the only place that starts them. None is
//! told what signs in, whatever stands in this program's environment.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

use super::handed;

/// A program to be started.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    without_secrets(Command::new(program))
}

/// Hands an address to the system's browser, which outlives this program. The caller has
/// looked at the address.
///
/// # Errors
/// Every way to open it failed.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for opener in open::commands(address) {
        let mut opener = without_secrets(opener);
        opener
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What is typed at a terminal this program was started from is not meant for it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut opener, 0);
        match opener.spawn() {
            Ok(mut opener) => {
                let waits = std::thread::Builder::new().name("browser".to_owned());
                // It may stay as long as the browser does; what it says at its end is of no use.
                waits.spawn(move || drop(opener.wait()))?;
                return Ok(());
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn without_secrets(mut command: Command) -> Command {
    for name in handed::SECRETS {
        command.env_remove(name);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_signs_in_is_taken_from_every_command() {
        let command = command("postroom");
        let removed: Vec<_> = command
            .get_envs()
            .filter(|(_, value)| value.is_none())
            .filter_map(|(name, _)| name.to_str())
            .collect();
        for name in handed::SECRETS {
            assert!(removed.contains(&name), "{name}");
        }
    }
}
