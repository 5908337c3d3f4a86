//! Restarts the program in its own process with a changed environment. Libraries read the
//! environment once, and safe code cannot change it while the program runs.

use std::process::Command;

use super::startup_credentials::StartupCredentials;

/// Restarts the program with the same arguments but for a password, after `change` has edited its environment. The
/// credentials are passed on standard input, see [`super::startup_credentials`]. Returns only if the system
/// refuses or has no such call (Windows).
pub fn restart_process(handed: &StartupCredentials, change: impl FnOnce(&mut Command)) {
    #[cfg(unix)]
    exec(handed, change);
    #[cfg(not(unix))]
    let _ = (handed, change);
}

#[cfg(unix)]
fn exec(handed: &StartupCredentials, change: impl FnOnce(&mut Command)) {
    use std::os::unix::process::CommandExt;

    use super::{child, startup_credentials as names, workspace_argument};

    let mut args = std::env::args_os();
    let (Some(name), Ok(program)) = (args.next(), std::env::current_exe()) else {
        return;
    };
    let mut again = child::command(program);
    let (args, _) = workspace_argument::without_passwords(args);
    again.arg0(name).args(args);
    change(&mut again);
    if handed.is_empty() {
        again.env_remove(names::ON_INPUT);
    } else {
        let Some(input) = on_input(handed) else {
            return;
        };
        again.stdin(input).env(names::ON_INPUT, "1");
    }
    // `exec` returns only on failure; the caller continues without the restart.
    let _ = again.exec();
}

/// A pipe that holds the credentials; its write end is closed.
#[cfg(unix)]
fn on_input(handed: &StartupCredentials) -> Option<std::io::PipeReader> {
    use std::io::Write;
    let text = handed.written()?;
    let (reader, mut writer) = std::io::pipe().ok()?;
    writer.write_all(text.as_bytes()).ok()?;
    Some(reader)
}
