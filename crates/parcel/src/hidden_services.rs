//! The services that the shop does not offer, although its carriers do.

use std::collections::{BTreeMap, BTreeSet};

use postroom_api::rate::Rate;
use postroom_api::value::Service;

/// By carrier code, the services (section 2.11) that the shop does not offer.
pub type HiddenServices = BTreeMap<String, BTreeSet<String>>;

pub fn is_hidden(hidden: &HiddenServices, carrier: &str, service: &Service) -> bool {
    let of_carrier = hidden.get(carrier);
    of_carrier.is_some_and(|services| services.contains(service.as_str()))
}

/// A rate without a carrier or a service cannot be hidden.
pub fn is_rate_hidden(hidden: &HiddenServices, rate: &Rate) -> bool {
    match (&rate.carrier_code, &rate.final_service) {
        (Some(carrier), Some(service)) => is_hidden(hidden, carrier, service),
        _ => false,
    }
}

/// Changes whether the shop offers a service.
pub fn set_offered(hidden: &mut HiddenServices, carrier: &str, service: &Service, offered: bool) {
    let services = hidden.entry(carrier.to_owned()).or_default();
    if offered {
        services.remove(service.as_str());
    } else {
        services.insert(service.as_str().to_owned());
    }
    hidden.retain(|_, services| !services.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W15
    #[test]
    fn a_service_is_hidden_for_one_carrier_in_any_spelling() {
        let mut hidden = HiddenServices::new();
        set_offered(&mut hidden, "POST-eVS", &Service::parse("Media Mail"), false);
        let of = |hidden: &HiddenServices, carrier: &str, code: &str| {
            is_hidden(hidden, carrier, &Service::parse(code))
        };
        assert!(of(&hidden, "POST-eVS", "MediaMail"));
        assert!(!of(&hidden, "POST-ePostage", "MediaMail"));
        assert!(!of(&hidden, "POST-eVS", "LibraryMail"));
        set_offered(&mut hidden, "POST-eVS", &Service::parse("MediaMail"), true);
        assert_eq!(hidden, HiddenServices::new());
    }
}
