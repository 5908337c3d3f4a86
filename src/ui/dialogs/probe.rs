//! Which kind of file dialog this Linux desktop offers. rfd returns the same for a dialog that was
//! canceled and for one that never opened, so this is checked before rfd is called.

use std::path::Path;
use std::time::Duration;

use super::Outcome;
use crate::text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DialogBackend {
    Portal,
    Zenity,
}

/// D-Bus itself gives a portal that it has to start 25 s.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn way() -> Result<DialogBackend, String> {
    if let Ok(Ok(())) = tokio::time::timeout(PATIENCE, ask_portal()).await {
        return Ok(DialogBackend::Portal);
    }
    match is_on_path("zenity").await {
        true => Ok(DialogBackend::Zenity),
        false => Err(text!("parts-dialog-neither").to_owned()),
    }
}

/// Asks the portal for its file chooser. A portal without a file backend runs, but
/// lacks this interface.
async fn ask_portal() -> zbus::Result<()> {
    let bus = zbus::Connection::session().await?;
    bus.call_method(
        Some("org.freedesktop.portal.Desktop"),
        "/org/freedesktop/portal/desktop",
        Some("org.freedesktop.DBus.Properties"),
        "Get",
        &("org.freedesktop.portal.FileChooser", "version"),
    )
    .await?;
    Ok(())
}

async fn is_on_path(program: &'static str) -> bool {
    let looked = tokio::task::spawn_blocking(move || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| is_program(&folder.join(program)))
    });
    looked.await.unwrap_or(false)
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|known| known.is_file() && known.permissions().mode() & 0o111 != 0)
}

/// Why rfd returned no file. rfd calls the portal through a library that it loads at run time;
/// without that library no dialog was ever open.
pub(super) fn why_nothing(way: DialogBackend) -> Outcome {
    let loaded = std::fs::read_to_string("/proc/self/maps");
    let lacks_library = loaded.is_ok_and(|maps| !maps.contains("libdbus-1.so"));
    match way {
        DialogBackend::Portal if lacks_library => {
            Outcome::Unavailable(text!("parts-dialog-no-library").to_owned())
        }
        DialogBackend::Portal | DialogBackend::Zenity => Outcome::Cancelled,
    }
}
