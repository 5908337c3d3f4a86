//! Checks the packages (section 2.10): weights and sizes that a carrier accepts, in any unit.

use crate::catalogs::Catalogs;
use crate::draft::{Draft, Field, PackageField, PackageForm};
use crate::message;
use crate::problems::{MessageOf, Report, number_as_written, offered};
use crate::{names, parse_input};
use postroom_api::carrier_account::CarrierAccount;
use postroom_api::value::PackageType;
use postroom_base::locale::Message;

/// No parcel carrier accepts more; the interface specifies no limits (section 8).
const MAX_POUNDS: f64 = 150.0;
const MAX_SIDE_INCHES: f64 = 108.0;
const MAX_LENGTH_PLUS_GIRTH_INCHES: f64 = 165.0;

/// Whether the clerk must enter the size; every other type has a fixed size.
pub fn needs_dimensions(kind: &PackageType) -> bool {
    matches!(kind, PackageType::Parcel | PackageType::SoftPack | PackageType::Unknown(_))
}

pub(super) fn check(
    report: &mut Report,
    draft: &Draft,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
) {
    if draft.packages.is_empty() {
        report
            .missing(Field::Package(0, PackageField::Weight), message!("problems-package-missing"));
    }
    let offered = catalogs.and_then(|known| offered(&known.package_types, accounts));
    for (index, package) in draft.packages.iter().enumerate() {
        if let Some(offered) = &offered
            && !offered.iter().any(|(_, code)| PackageType::parse(code) == package.kind)
        {
            let kind = package.kind.clone();
            let name = Message::composed(move || names::package_type(&kind).to_string());
            report.wrong(
                Field::Package(index, PackageField::Kind),
                message!("problems-package-type-not-offered", package = name),
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
        report.missing(field, message!("problems-weight-missing"));
        return;
    }
    match parse_input::weight(&package.weight, package.weight_unit) {
        None => {
            let example = number_as_written("1.5");
            report.wrong(field, message!("problems-weight-malformed", example = example));
        }
        Some(weight) if weight.value <= 0.0 => {
            report.wrong(field, message!("problems-weight-zero"));
        }
        Some(weight) if weight.pounds() > MAX_POUNDS => {
            report.wrong(field, message!("problems-weight-too-heavy"));
        }
        Some(_) => {}
    }
}

fn sides(report: &mut Report, index: usize, package: &PackageForm) {
    let mut inches = Vec::new();
    let needed: [(PackageField, &str, MessageOf); 3] = [
        (PackageField::Length, &package.length, || message!("problems-length-missing")),
        (PackageField::Width, &package.width, || message!("problems-width-missing")),
        (PackageField::Height, &package.height, || message!("problems-height-missing")),
    ];
    for (part, text, missing) in needed {
        let field = Field::Package(index, part);
        if text.trim().is_empty() {
            report.missing(field, missing());
            continue;
        }
        match parse_input::length(text, package.length_unit) {
            None => report.wrong(field, message!("problems-side-malformed")),
            Some(side) if side.value <= 0.0 => {
                report.wrong(field, message!("problems-side-zero"));
            }
            Some(side) if side.inches() > MAX_SIDE_INCHES => {
                report.wrong(field, message!("problems-side-too-long"));
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
            message!("problems-girth-too-long"),
        );
    }
}
