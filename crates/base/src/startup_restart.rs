//! Restarts the program once at its start, to change environment variables that are only read when
//! a process starts.
//!
//! The allocator of most Linux systems has a heap for nearly every thread, and each heap keeps the
//! memory of its busiest moment. The window runs some thirty threads and is open all day, so its
//! memory would grow until every heap had such a moment. The restart limits the allocator to two
//! heaps. It also removes the credentials from the environment, see [`super::startup_credentials`].

use std::env;

use super::restart;
use super::startup_credentials::{self, StartupCredentials};

const HEAPS: &str = "MALLOC_ARENA_MAX";

/// Restarts the program if needed. If the restart fails, the program continues; in both cases child
/// processes do not receive the credentials.
pub fn restart_if_needed(handed: &StartupCredentials) {
    let few_heaps = cfg!(all(target_os = "linux", target_env = "gnu"));
    let wants_heaps = few_heaps && env::var_os(HEAPS).is_none();
    let comes_on_input = env::var_os(startup_credentials::ON_INPUT).is_some();
    if comes_on_input || (!wants_heaps && handed.is_empty()) {
        return;
    }
    restart::restart_process(handed, |again| {
        if wants_heaps {
            again.env(HEAPS, "2");
        }
    });
}
