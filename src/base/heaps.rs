//! The program begins anew once, before anything else is done, for what can only be given
//! from outside.
//!
//! The allocator of most Linux systems keeps a heap for nearly every thread, and each keeps
//! what its busiest moment took. A desk has some thirty threads and is open all day, so its
//! memory would grow in steps until every heap has had such a moment: it gets two. And what
//! signs in leaves the environment, see [`super::handed`].

use super::handed::Handed;

/// Begins this program anew where that is needed. Where it cannot be, the program goes on as
/// it is; its children are told nothing either way.
pub fn begin_anew(handed: &Handed) {
    #[cfg(unix)]
    exec(handed);
    #[cfg(not(unix))]
    let _ = handed;
}

#[cfg(unix)]
fn exec(handed: &Handed) {
    use std::os::unix::process::CommandExt;

    use super::{child, handed as names};

    const HEAPS: &str = "MALLOC_ARENA_MAX";
    let few_heaps = cfg!(all(target_os = "linux", target_env = "gnu"));
    let wants_heaps = few_heaps && std::env::var_os(HEAPS).is_none();
    let comes_on_input = std::env::var_os(names::ON_INPUT).is_some();
    if comes_on_input || (!wants_heaps && handed.is_empty()) {
        return;
    }
    let mut args = std::env::args_os();
    let (Some(name), Ok(program)) = (args.next(), std::env::current_exe()) else {
        return;
    };
    let mut anew = child::command(program);
    anew.arg0(name).args(args);
    if wants_heaps {
        anew.env(HEAPS, "2");
    }
    if !handed.is_empty() {
        let Some(input) = on_input(handed) else {
            return;
        };
        anew.stdin(input).env(names::ON_INPUT, "1");
    }
    // It returns only where it failed.
    let _ = anew.exec();
}

/// A pipe that holds what signs in; nobody writes to it any more.
#[cfg(unix)]
fn on_input(handed: &Handed) -> Option<std::io::PipeReader> {
    use std::io::Write;
    let text = handed.written()?;
    let (reader, mut writer) = std::io::pipe().ok()?;
    writer.write_all(text.as_bytes()).ok()?;
    Some(reader)
}
