//! Which build of the program this is: for *About*, for reports and for `--version --json`.

use std::path::Path;

/// Such as `0.1.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit of the source, where the build was told: `POSTROOM_COMMIT=$(git rev-parse HEAD)`.
pub const COMMIT: Option<&str> = option_env!("POSTROOM_COMMIT");

/// `release` or `debug`, from `build.rs`.
const PROFILE: &str = env!("POSTROOM_PROFILE");

pub const IS_OPTIMISED: bool = matches!(PROFILE.as_bytes(), b"release");

/// Whether `packaging/build` made it, as opposed to a build of one's own.
pub const IS_PACKAGED: bool = option_env!("POSTROOM_PACKAGED").is_some();

/// As a line of a report: `0.1.0, commit unknown, debug build from source`.
pub fn in_words() -> String {
    let commit = COMMIT.unwrap_or("unknown");
    let origin = if IS_PACKAGED { "from a package" } else { "from source" };
    format!("{VERSION}, commit {commit}, {PROFILE} build {origin}")
}

/// For other programs, with the data folder of this call.
pub fn as_json(data: Option<&Path>) -> String {
    let facts = serde_json::json!({
        "version": VERSION,
        "commit": COMMIT.unwrap_or("unknown"),
        "profile": PROFILE,
        "packaged": IS_PACKAGED,
        "data": data.map(|folder| folder.display().to_string()),
    });
    format!("{facts:#}\n")
}
