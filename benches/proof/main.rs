//! `cargo bench --bench proof`: the figures of `docs/money.md`, in full length.

#[path = "../../tests/all/money/sim/mod.rs"]
mod sim;
mod simulator;

fn main() -> std::process::ExitCode {
    let broken = simulator::run();
    match broken {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}
