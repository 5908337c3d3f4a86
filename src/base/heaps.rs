//! The program starts again once, before anything else is done, for what can only be given
//! from outside.
//!
//! The allocator of most Linux systems keeps a heap for nearly every thread, and each keeps
//! what its busiest moment took. A desk has some thirty threads and is open all day, so its
//! memory would grow in steps until every heap has had such a moment: it gets two. And what
//! signs in leaves the environment, see [`super::handed`].

use std::env;

use super::handed::{self, Handed};
use super::restart;

const HEAPS: &str = "MALLOC_ARENA_MAX";

/// Starts the program again where that is needed. Where it cannot be, the program goes on as
/// it is; no child of it receives what signs in either way.
pub fn begin_anew(handed: &Handed) {
    let few_heaps = cfg!(all(target_os = "linux", target_env = "gnu"));
    let wants_heaps = few_heaps && env::var_os(HEAPS).is_none();
    let comes_on_input = env::var_os(handed::ON_INPUT).is_some();
    if comes_on_input || (!wants_heaps && handed.is_empty()) {
        return;
    }
    restart::with(handed, |again| {
        if wants_heaps {
            again.env(HEAPS, "2");
        }
    });
}
