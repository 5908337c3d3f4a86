//! Packages: section 2.10.

use serde::{Deserialize, Serialize};

use super::value::PackageType;

wire! {
    /// One parcel of a shipment. Missing units mean `in` and `lb`.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Package {
        pub id: Option<String>,
        pub package_number: Option<i64>,
        pub package_type: Option<PackageType>,
        pub is_rectangle: Option<bool>,
        pub length: Option<f64>,
        pub width: Option<f64>,
        pub height: Option<f64>,
        pub dimension_unit: Option<String>,
        pub weight: Option<f64>,
        pub weight_unit: Option<String>,
        pub final_package_type: Option<PackageType>,
        pub final_weight_unit: Option<String>,
        pub final_dimension_unit: Option<String>,
        pub final_weight: Option<f64>,
        pub final_volume: Option<f64>,
        pub oversized: Option<bool>,
    }
}
