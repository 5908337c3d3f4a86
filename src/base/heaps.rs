//! The allocator of most Linux systems keeps a heap for nearly every thread, and each keeps
//! what its busiest moment took. A desk has some thirty threads and is open all day, so its
//! memory would grow in steps until every heap has had such a moment.

/// Begins this program anew, once, with two heaps for all its threads: the number can only be
/// given from outside. To be called before anything else is done. Where it cannot be, the
/// program goes on as it is.
pub fn keep_few() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    begin_anew();
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn begin_anew() {
    use std::os::unix::process::CommandExt;
    const HEAPS: &str = "MALLOC_ARENA_MAX";
    if std::env::var_os(HEAPS).is_some() {
        return;
    }
    let mut args = std::env::args_os();
    if let (Some(name), Ok(program)) = (args.next(), std::env::current_exe()) {
        let mut anew = std::process::Command::new(program);
        anew.arg0(name).args(args).env(HEAPS, "2");
        // It returns only where it failed.
        let _ = anew.exec();
    }
}
