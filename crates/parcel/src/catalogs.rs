//! What the carriers of an account offer: services, special services, packages.

use serde::{Deserialize, Serialize};

use postroom_api::carrier::Catalog;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Catalogs {
    pub services: Catalog,
    pub special_services: Catalog,
    pub package_types: Catalog,
}
