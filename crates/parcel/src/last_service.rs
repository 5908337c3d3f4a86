//! The service that was chosen last for each kind of parcel: what suits a letter abroad does not suit
//! a box next door.

use std::collections::BTreeMap;

use crate::draft::{Draft, PreferredService};
use crate::problems::is_international;

/// By kind of parcel.
pub type LastServices = BTreeMap<String, PreferredService>;

/// The service that is chosen for the draft when rates arrive: its own that an edit reset, else the
/// one of the last parcel of its kind.
pub fn usual_service(draft: &Draft) -> Option<&PreferredService> {
    draft.usual.as_ref().or_else(|| draft.last_services.get(&kind(draft)))
}

/// What the next draft knows after this one.
pub fn carry_over(old: &Draft) -> LastServices {
    let mut services = old.last_services.clone();
    let own = old.chosen.as_ref().map(PreferredService::of_rate);
    let own = own.or_else(|| {
        let usual = old.usual.clone()?;
        Some(PreferredService { of_this_parcel: false, ..usual })
    });
    if let Some(own) = own {
        services.insert(kind(old), own);
    }
    services
}

/// `domestic Parcel`
fn kind(draft: &Draft) -> String {
    let way = if is_international(draft) { "abroad" } else { "domestic" };
    let package = draft.packages.first().map_or("", |package| package.kind.as_str());
    format!("{way} {package}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_api::rate::Rate;
    use postroom_api::value::{PackageType, Service};

    /// W10: after a parcel abroad the next one at home was sent by its service, eight dollars above the
    /// cheapest.
    #[test]
    fn each_kind_of_parcel_has_its_own_last_service() {
        let mut draft = Draft::default();
        let service = |draft: &Draft| usual_service(draft).and_then(|usual| usual.service.clone());
        let next = |draft: &mut Draft, country: &str, kind: PackageType| {
            let mut fresh = Draft {
                last_services: carry_over(draft),
                from: draft.from.clone(),
                ..Draft::default()
            };
            fresh.from.country = "US".to_owned();
            fresh.to.country = country.to_owned();
            fresh.packages[0].kind = kind;
            *draft = fresh;
        };
        let take = |draft: &mut Draft, service: Service| {
            draft.chosen = Some(Rate { final_service: Some(service), ..Rate::default() });
        };
        next(&mut draft, "CA", PackageType::Parcel);
        take(&mut draft, Service::Ecommerce);
        next(&mut draft, "US", PackageType::Parcel);
        assert_eq!(service(&draft), None);
        take(&mut draft, Service::GroundAdvantage);
        next(&mut draft, "US", PackageType::SmallFlatRateBox);
        assert_eq!(service(&draft), None);
        take(&mut draft, Service::PriorityMail);
        next(&mut draft, "US", PackageType::Parcel);
        assert_eq!(service(&draft), Some(Service::GroundAdvantage));
        next(&mut draft, "DE", PackageType::Parcel);
        assert_eq!(service(&draft), Some(Service::Ecommerce));
    }
}
