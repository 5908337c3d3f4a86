//! Packages of a request (section 2.10): validated, and measured in inches and pounds.

use serde_json::{Value, json};

use super::carriers::{PACKAGE_CODES, PACKAGE_TYPES};
use super::fail::{self, Fail};
use super::fields::Fields;
use postroom_base::measure::{Length, LengthUnit, Weight, WeightUnit};

#[derive(Clone, Debug)]
pub struct Parcel {
    pub number: u32,
    pub package_type: &'static str,
    pub is_rectangle: bool,
    /// The dimensions as sent, in `dimension_unit`; zero if the request has none.
    given: [f64; 3],
    dimension_unit: LengthUnit,
    weight: Weight,
    /// The dimensions, longest side first.
    pub inches: [f64; 3],
    pub pounds: f64,
}

pub fn read_all(fields: &Fields<'_>) -> Result<Vec<Parcel>, Fail> {
    let list = fields.need_objects("packages")?;
    list.iter().zip(1..).map(|(package, number)| read(package, number)).collect()
}

fn read(fields: &Fields<'_>, number: u32) -> Result<Parcel, Fail> {
    // A package gets an id of its own.
    fields.text("id")?;
    let package_type = match fields.text("packageType")? {
        None => "Parcel",
        Some(text) => {
            PACKAGE_CODES.iter().find(|code| **code == text).copied().ok_or_else(|| {
                Fail::new(
                    fail::PACKAGETYPE_NOT_FOUND,
                    format!("There is no package type {text:?}."),
                )
            })?
        }
    };
    let dimension_unit =
        fields.one_of("dimensionUnit")?.and_then(LengthUnit::parse).unwrap_or_default();
    let weight_unit = fields.one_of("weightUnit")?.and_then(WeightUnit::parse).unwrap_or_default();
    let weight = fields.need_measure("weight")?;
    if weight <= 0.0 {
        return Err(Fail::invalid(
            fields.module,
            format!("{} must be above 0.", fields.field_path("weight")),
        ));
    }
    let given = [
        fields.measure("length")?.unwrap_or(0.0),
        fields.measure("width")?.unwrap_or(0.0),
        fields.measure("height")?.unwrap_or(0.0),
    ];
    let own =
        PACKAGE_TYPES.iter().find(|(code, _, _)| *code == package_type).map(|(_, _, size)| *size);
    let fixed = own.filter(|size| size.iter().all(|side| *side > 0.0));
    if fixed.is_none() && package_type == "Parcel" && given.iter().any(|side| *side <= 0.0) {
        return Err(Fail::new(
            fail::PACKAGETYPE_VALIDATION_FAILED,
            format!("{}, width and height are required for a parcel.", fields.field_path("length")),
        ));
    }
    let mut inches =
        fixed.unwrap_or_else(|| given.map(|side| Length::new(side, dimension_unit).inches()));
    inches.sort_by(|a, b| b.total_cmp(a));
    let weight = Weight::new(weight, weight_unit);
    Ok(Parcel {
        number,
        package_type,
        is_rectangle: fields.flag("isRectangle")?.unwrap_or(true),
        given,
        dimension_unit,
        weight,
        inches,
        pounds: weight.pounds(),
    })
}

impl Parcel {
    pub fn length(&self) -> f64 {
        let [length, _, _] = self.inches;
        length
    }

    pub fn length_plus_girth(&self) -> f64 {
        let [length, width, height] = self.inches;
        length + 2.0 * (width + height)
    }

    pub fn cubic_inches(&self) -> f64 {
        self.inches.iter().product()
    }

    /// The actual or dimensional weight, whichever is higher, in whole pounds. Dimensions are
    /// rounded up to inches, and 139 cubic inches weigh one pound.
    pub fn billable_pounds(&self, by_volume: bool) -> i64 {
        let real = whole(self.pounds);
        if !by_volume {
            return real.max(1);
        }
        let volume: i64 = self.inches.iter().map(|side| whole(*side)).product();
        real.max((volume + 138) / 139).max(1)
    }

    pub fn ounces(&self) -> i64 {
        whole(self.pounds * 16.0).max(1)
    }

    /// The package in responses (section 2.10): the fields as sent, and the final measures.
    pub fn show(&self, id: &str, by_volume: bool, oversized: bool) -> Value {
        let [length, width, height] = self.given;
        json!({
            "id": id,
            "packageNumber": self.number,
            "packageType": self.package_type,
            "isRectangle": self.is_rectangle,
            "length": length, "width": width, "height": height,
            "dimensionUnit": self.dimension_unit.code(),
            "weight": self.weight.value,
            "weightUnit": self.weight.unit.code(),
            "finalPackageType": self.package_type,
            "finalWeight": self.billable_pounds(by_volume),
            "finalWeightUnit": "lb",
            "finalDimensionUnit": "in",
            "finalVolume": (self.cubic_inches() * 100.0).round() / 100.0,
            "oversized": oversized,
        })
    }

    pub fn weight_text(&self) -> String {
        format!("{} {}", self.weight.value, self.weight.unit.code())
    }

    pub fn dimensions_text(&self) -> Option<String> {
        let [length, width, height] = self.given;
        (length > 0.0)
            .then(|| format!("{length} x {width} x {height} {}", self.dimension_unit.code()))
    }
}

/// Rounds up. A value less than 1e-6 above a whole number, as unit conversions produce, counts as
/// that number.
fn whole(value: f64) -> i64 {
    let up = (value - 1e-6).ceil().clamp(0.0, 1e6);
    #[allow(clippy::cast_possible_truncation, reason = "clamped to a million just above")]
    {
        up as i64
    }
}

#[cfg(test)]
mod tests {
    use super::super::spec_shapes;
    use super::*;

    fn parcel(body: Value) -> Parcel {
        read(&Fields::new("SHIPMENT", &spec_shapes::PACKAGE, &body).unwrap(), 1).unwrap()
    }

    #[test]
    fn billable_weight_by_hand() {
        for (body, by_volume, pounds) in [
            (json!({"weight": 1.5, "length": 10, "width": 6, "height": 4}), true, 2),
            (json!({"weight": 1.5, "length": 12, "width": 12, "height": 12}), true, 13),
            (json!({"weight": 1.5, "length": 12, "width": 12, "height": 12}), false, 2),
            (
                json!({"weight": 16, "weightUnit": "oz", "length": 1, "width": 1, "height": 1}),
                true,
                1,
            ),
            (
                json!({"weight": 1, "weightUnit": "kg", "length": 10.2, "width": 6, "height": 4, "dimensionUnit": "cm"}),
                true,
                3,
            ),
        ] {
            assert_eq!(parcel(body.clone()).billable_pounds(by_volume), pounds, "{body}");
        }
    }
}
