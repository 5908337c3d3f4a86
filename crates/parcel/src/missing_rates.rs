//! Services of the user's carrier accounts that were expected in a quote and returned no rate.

use crate::catalogs::Catalogs;
use crate::draft::Draft;
use crate::problems::{is_international, offered};
use crate::text;
use postroom_api::carrier_account::CarrierAccount;
use postroom_api::rate::Rate;
use postroom_api::value::Service;
use postroom_base::id::CarrierAccountId;

/// A service of one of the clerk's carrier accounts that returned no rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingRate {
    pub carrier: String,
    pub account: CarrierAccountId,
    pub account_name: String,
    pub service: Service,
    /// The likely reason, in words; the service's own reason needs a separate request.
    pub hint: &'static str,
    /// Nothing is learned by asking: it is a service for the other side of the border.
    pub is_certain: bool,
}

/// Ordered by account, then as in the catalog.
pub fn missing_rates(
    draft: &Draft,
    rates: &[Rate],
    catalogs: &Catalogs,
    accounts: &[CarrierAccount],
) -> Vec<MissingRate> {
    let abroad = is_international(draft);
    let one = |account: &CarrierAccount| -> Vec<MissingRate> {
        let Some(id) = &account.id else {
            return Vec::new();
        };
        offered(&catalogs.services, std::slice::from_ref(account))
            .unwrap_or_default()
            .into_iter()
            .map(|(carrier, code)| (carrier, Service::parse(code)))
            .filter(|(carrier, service)| {
                !rates.iter().any(|rate| is_of(rate, carrier, id, service))
            })
            .map(|(carrier, service)| MissingRate {
                carrier: carrier.to_owned(),
                account: id.clone(),
                account_name: account.name.clone().unwrap_or_default(),
                is_certain: is_for_abroad(&service) != abroad,
                hint: match (is_for_abroad(&service), abroad) {
                    (true, false) => text!("problems-service-abroad-only"),
                    (false, true) => text!("problems-service-domestic-only"),
                    _ => text!("problems-service-not-for-package"),
                },
                service,
            })
            .collect()
    };
    accounts.iter().flat_map(one).collect()
}

/// Whether the rate is for this account and service. A rate that names no account counts for every
/// account of its carrier.
fn is_of(rate: &Rate, carrier: &str, account: &CarrierAccountId, service: &Service) -> bool {
    let same_account = match &rate.carrier_account_id {
        Some(id) => id == account,
        None => rate.carrier_code.as_deref() == Some(carrier),
    };
    same_account && rate.final_service.as_ref() == Some(service)
}

fn is_for_abroad(service: &Service) -> bool {
    matches!(
        service,
        Service::PriorityMailExpressIntl
            | Service::PriorityMailIntl
            | Service::GlobalExpressGuaranteed
            | Service::FirstClassIntl
            | Service::ExpressWorldwide
            | Service::GlobalMailBusiness
            | Service::StandardToCanada
            | Service::StandardToMexico
            | Service::WorldWideExpedited
            | Service::WorldWideExpress
            | Service::WorldWideExpressPlus
            | Service::WorldWideSaver
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_services_that_gave_no_rate() {
        let entry = |code: &str| postroom_api::carrier::CatalogEntry {
            code: Some(code.to_owned()),
            ..Default::default()
        };
        let catalogs = Catalogs {
            services: [(
                "POST-eVS".to_owned(),
                vec![entry("GroundAdvantage"), entry("PriorityMailIntl")],
            )]
            .into(),
            ..Catalogs::default()
        };
        let account = |id: &str| CarrierAccount {
            id: Some(CarrierAccountId::new(id)),
            name: Some(id.to_owned()),
            carrier_code: Some("POST-eVS".to_owned()),
            ..CarrierAccount::default()
        };
        let of_main = Rate {
            final_service: Some(Service::GroundAdvantage),
            carrier_code: Some("POST-eVS".to_owned()),
            carrier_account_id: Some(CarrierAccountId::new("main")),
            ..Rate::default()
        };
        let accounts = [account("main"), account("second")];
        let missing = missing_rates(&Draft::default(), &[of_main], &catalogs, &accounts);
        let told: Vec<_> = missing
            .iter()
            .map(|missing| (missing.account_name.as_str(), &missing.service, missing.hint))
            .collect();
        let abroad = "International shipments only";
        assert_eq!(
            told,
            [
                ("main", &Service::PriorityMailIntl, abroad),
                (
                    "second",
                    &Service::GroundAdvantage,
                    "Not available for this package, its weight or the special services"
                ),
                ("second", &Service::PriorityMailIntl, abroad),
            ]
        );
    }
}
