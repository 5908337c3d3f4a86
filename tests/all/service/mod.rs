//! The practice service over raw sockets. No client of ours: a wrong field name must not
//! be able to hide on both sides.

mod http;
mod main_job;
mod setup;
