//! What this computer knows of the workspace it shares with others: where it is, and the names that
//! others see. Kept in a file of its own, because the cache may be deleted at any time, and orders
//! must not seem to vanish with it. The password is no part of it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::private;
use crate::base::secret::Secret;
use crate::base::startup_credentials::{StartupCredentials, WORKSPACE_PASSWORD};
use crate::store::workspace::shared::WorkspaceAddress;

const FILE: &str = "stations.json";

/// The item under which the password of the workspace rests.
pub(in crate::desk) const PASSWORD_ITEM: &str = "workspace-password";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StationSettings {
    /// `None` for the workspace of this computer.
    pub workspace: Option<WorkspaceAddress>,
    /// How the others call this computer; blank for its own name.
    pub name: String,
    /// Who works here.
    pub person: String,
}

/// A workspace that is given on the command line, for this run only.
#[derive(Clone, Debug)]
pub struct GivenWorkspace {
    pub address: WorkspaceAddress,
    pub password: Option<Secret>,
}

impl GivenWorkspace {
    /// Reads the address of `--workspace`, and the password that was handed over.
    ///
    /// # Errors
    /// What is wrong with the address, for the command line.
    pub fn from_argument(
        address: Option<&str>,
        handed: &StartupCredentials,
    ) -> Result<Option<Self>, String> {
        let Some(address) = address else {
            return Ok(None);
        };
        let (address, _) =
            WorkspaceAddress::parse(address).map_err(|fault| format!("--workspace: {fault}"))?;
        Ok(Some(Self { address, password: handed.get(WORKSPACE_PASSWORD).cloned() }))
    }
}

impl StationSettings {
    /// A file that cannot be read is logged: the orders of this computer can be used without it.
    pub(in crate::desk) fn read(data_dir: &Path) -> Self {
        let file = data_dir.join(FILE);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Self::default(),
            Err(error) => {
                tracing::error!(%error, "the settings of the station cannot be read");
                return Self::default();
            }
        };
        serde_json::from_str(&text).unwrap_or_else(|error| {
            tracing::error!(%error, "the settings of the station cannot be decoded");
            Self::default()
        })
    }

    pub(in crate::desk) fn write(&self, data_dir: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        private::write_bytes(&data_dir.join(FILE), text.as_bytes())
    }
}
