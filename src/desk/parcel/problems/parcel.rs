//! Checks the packages (section 2.10): weights and sizes that a carrier accepts, in any unit.

use crate::api::carrier_account::CarrierAccount;
use crate::api::value::PackageType;
use crate::base::locale::format::formats;
use crate::desk::parcel::catalogs::Catalogs;
use crate::desk::parcel::draft::{Draft, Field, PackageField, PackageForm};
use crate::desk::parcel::problems::{Report, offered};
use crate::desk::parcel::{names, parse_input};
use crate::text;

/// No parcel carrier accepts more; the interface specifies no limits (section 8).
const MAX_POUNDS: f64 = 150.0;
const MAX_SIDE_INCHES: f64 = 108.0;
const MAX_LENGTH_PLUS_GIRTH_INCHES: f64 = 165.0;

/// Whether the clerk must enter the size; every other type has a fixed size.
pub fn needs_dimensions(kind: &PackageType) -> bool {
    matches!(
        kind,
        PackageType::Parcel | PackageType::SoftPack | PackageType::Unknown(_)
    )
}

pub(super) fn check(
    report: &mut Report,
    draft: &Draft,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
) {
    if draft.packages.is_empty() {
        report.missing(
            Field::Package(0, PackageField::Weight),
            text!("problems-package-missing"),
        );
    }
    let offered = catalogs.and_then(|known| offered(&known.package_types, accounts));
    for (index, package) in draft.packages.iter().enumerate() {
        if let Some(offered) = &offered
            && !offered
                .iter()
                .any(|(_, code)| PackageType::parse(code) == package.kind)
        {
            report.wrong(
                Field::Package(index, PackageField::Kind),
                text!(
                    "problems-package-type-not-offered",
                    package = names::package_type(&package.kind)
                ),
            );
        }
        weight(report, index, package);
        if needs_dimensions(&package.kind) {
            sides(report, index, package);
        }
    }
}

fn weight(report: &mut Report, index: usize, package: &PackageForm) {
    let field = Field::Package(index, PackageField::Weight);
    if package.weight.trim().is_empty() {
        report.missing(field, text!("problems-weight-missing"));
        return;
    }
    match parse_input::weight(&package.weight, package.weight_unit) {
        None => {
            let example = formats().decimal("1.5");
            report.wrong(field, text!("problems-weight-malformed", example = example));
        }
        Some(weight) if weight.value <= 0.0 => {
            report.wrong(field, text!("problems-weight-zero"));
        }
        Some(weight) if weight.pounds() > MAX_POUNDS => {
            report.wrong(field, text!("problems-weight-too-heavy"));
        }
        Some(_) => {}
    }
}

fn sides(report: &mut Report, index: usize, package: &PackageForm) {
    let mut inches = Vec::new();
    for (part, text, missing) in [
        (
            PackageField::Length,
            &package.length,
            text!("problems-length-missing"),
        ),
        (
            PackageField::Width,
            &package.width,
            text!("problems-width-missing"),
        ),
        (
            PackageField::Height,
            &package.height,
            text!("problems-height-missing"),
        ),
    ] {
        let field = Field::Package(index, part);
        if text.trim().is_empty() {
            report.missing(field, missing);
            continue;
        }
        match parse_input::length(text, package.length_unit) {
            None => report.wrong(field, text!("problems-side-malformed")),
            Some(side) if side.value <= 0.0 => {
                report.wrong(field, text!("problems-side-zero"));
            }
            Some(side) if side.inches() > MAX_SIDE_INCHES => {
                report.wrong(field, text!("problems-side-too-long"));
            }
            Some(side) => inches.push(side.inches()),
        }
    }
    inches.sort_by(|a, b| b.total_cmp(a));
    if let [longest, second, third] = inches.as_slice()
        && longest + 2.0 * (second + third) > MAX_LENGTH_PLUS_GIRTH_INCHES
    {
        report.wrong(
            Field::Package(index, PackageField::Length),
            text!("problems-girth-too-long"),
        );
    }
}
