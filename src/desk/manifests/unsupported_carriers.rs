//! Carrier accounts whose carrier takes no manifests. The interface reports this only by a refusal
//! (section 7.3), which is stored; the carrier's description may say it earlier.

use std::collections::BTreeSet;

use crate::base::id::CarrierAccountId;
use crate::base::locale::Message;
use crate::desk::manifests::Manifests;
use crate::desk::manifests::groups::LeftOut;
use crate::{message, text};

/// Text in a carrier's description, which is English or, as of the practice service, in the language of
/// the window. It is ignored once a manifest of the account is known, which is better evidence.
fn says_no() -> [String; 2] {
    ["without manifests", text!("manifests-carrier-says-no")].map(str::to_lowercase)
}

/// Whether a shipment is left out because its carrier takes no manifests.
pub fn is_without_manifests(left: &LeftOut) -> bool {
    left.reason == reason()
}

/// For use after a colon.
pub(super) fn reason() -> Message {
    message!("manifests-reason-carrier")
}

pub(super) fn accounts_without_manifests(me: &Manifests) -> BTreeSet<CarrierAccountId> {
    let refused = &me.unsupported;
    let accounts = || me.carriers.accounts.iter().flat_map(|all| all.iter());
    let carriers = me.carriers.list.iter().flat_map(|all| all.iter());
    let says_no: BTreeSet<&str> = carriers
        .filter(|carrier| {
            let words = carrier.description.as_deref().unwrap_or_default().to_lowercase();
            says_no().iter().any(|no| words.contains(no))
        })
        .filter_map(|carrier| carrier.code.as_deref())
        .collect();
    let id_in = |set: &BTreeSet<CarrierAccountId>, id: &Option<CarrierAccountId>| {
        id.as_ref().is_some_and(|id| set.contains(id))
    };
    // A refusal for one account holds for all accounts with the same carrier.
    let refusers: BTreeSet<&str> = accounts()
        .filter(|account| id_in(refused, &account.id))
        .filter_map(|account| account.carrier_code.as_deref())
        .collect();
    let made: BTreeSet<CarrierAccountId> =
        me.known.iter().filter_map(|manifest| manifest.carrier_account_id.clone()).collect();
    let without = accounts().filter(|account| {
        account.carrier_code.as_deref().is_some_and(|code| {
            refusers.contains(code) || (says_no.contains(code) && !id_in(&made, &account.id))
        })
    });
    without.filter_map(|account| account.id.clone()).chain(refused.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::api::carrier::Carrier;
    use crate::api::carrier_account::CarrierAccount;
    use crate::api::manifest::Manifest;
    use crate::desk::manifests::KnownToManifests;

    fn known(me: &Manifests) -> String {
        let ids = accounts_without_manifests(me);
        let ids: Vec<&str> = ids.iter().map(CarrierAccountId::as_str).collect();
        ids.join(" ")
    }

    #[test]
    fn a_refusal_counts_for_the_carrier_and_its_own_words_until_a_form_says_otherwise() {
        let account = |id: &str, code: &str| CarrierAccount {
            id: Some(CarrierAccountId::new(id)),
            carrier_code: Some(code.to_owned()),
            ..CarrierAccount::default()
        };
        let carrier = |code: &str, words: &str| Carrier {
            code: Some(code.to_owned()),
            description: Some(words.to_owned()),
            ..Carrier::default()
        };
        let mut me = Manifests {
            carriers: KnownToManifests {
                accounts: Some(Arc::new(vec![
                    account("a", "A"),
                    account("b", "B"),
                    account("b2", "B"),
                ])),
                list: Some(Arc::new(vec![
                    carrier("A", "Walk-in, without manifests"),
                    carrier("B", "Manifests"),
                ])),
            },
            ..Manifests::default()
        };
        assert_eq!(known(&me), "a");
        let refused = &mut me.unsupported;
        refused.extend(["b", "gone"].map(CarrierAccountId::new));
        assert_eq!(known(&me), "a b b2 gone");
        me.known = vec![Arc::new(Manifest {
            carrier_account_id: Some(CarrierAccountId::new("a")),
            ..Manifest::default()
        })];
        assert_eq!(known(&me), "b b2 gone");
    }
}
