//! Checks what several stations on one PostgreSQL must keep, with one command:
//!
//! ```text
//! cargo bench --bench stations                            all sections
//! cargo bench --bench stations -- --only trial            one of trial, growth, common, claim, news,
//!                                                         held, hostile
//! cargo bench --bench stations -- --stations 3 --orders 60 --kills 5 --only trial
//! cargo bench --bench stations -- --only trial --pgbouncer --orders 1000 --kills 20
//! cargo bench --bench stations -- --only held --held 60   a transaction is held open for a minute
//! ```
//!
//! `trial`: ten stations as processes, 10,000 orders, kills with -9, a database that is stopped and
//! killed, lines that are cut, slow and silent, faults on a third of the calls; then an audit of the
//! database, the service and all journals. `growth`: labels an hour with one and with ten stations. `common`: the same with one list for all.
//! `claim`: the time of a claim among a million orders. `news`: the time from the commit of a claim to
//! its sight at the desk of another station. `held`: claims at the beginning and at the end of a
//! transaction that is held open for minutes. `hostile`: a station that changes every column and document
//! its role may change, while four others buy. Every figure is printed with its requirement,
//! and the exit status is not zero if one is missed. It needs PostgreSQL's own programs, and for
//! `--pgbouncer` PgBouncer. `tests/all/proof/many_stations.rs` is the short form.

#[cfg(unix)]
mod arguments;
#[cfg(unix)]
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/all/database_servers.rs"]
mod database_servers;
#[cfg(unix)]
#[expect(dead_code, reason = "the proof uses the rest")]
#[path = "../proof/kit/mod.rs"]
mod kit;
#[cfg(unix)]
#[path = "../proof/report.rs"]
mod report;
#[cfg(unix)]
#[path = "../../tests/all/reserved_ports.rs"]
mod reserved_ports;
#[cfg(unix)]
mod sections;
#[cfg(unix)]
mod trial;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    sections::carry_out()
}

#[cfg(not(unix))]
fn main() {
    println!("not run: the database servers of the proof are started on Unix only");
}
