//! Explains each error code of section 7.3 to the user: the likely cause, and what to do. The
//! service's own message is shown next to it. A code often has several possible causes, so the
//! sentences cover all of them.

/// The cause and the advice for a code, or `None` if the interface does not list it. `journalled`
/// marks a call of the purchase journal, which checks the outcome before sending again.
pub fn explain(code: &str, journalled: bool) -> Option<(&'static str, &'static str)> {
    let (_, cause, advice) = TABLE.iter().find(|(known, ..)| *known == code)?;
    let checked = journalled && code == "SHIPMENT.OPERATION_FAILED";
    Some((cause, if checked { CHECKED } else { advice }))
}

/// All explained codes, in the order of the interface.
pub fn codes() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(code, ..)| *code)
}

/// Whether a code is listed in 7.3 or matches the pattern that 7.2 gives for the status.
pub(super) fn is_known(code: &str, status: u16) -> bool {
    if TABLE.iter().any(|(known, ..)| *known == code) {
        return true;
    }
    let endings: &[&str] = match status {
        400 => &["BAD_REQUEST"],
        401 => &["AUTHENTICATION_FAILED"],
        403 => &["AUTHENTICATION_FAILED", "NOT_AUTHORIZED"],
        404 => &["NOT_FOUND"],
        422 => &[
            "VALIDATION_FAILED",
            "NOT_SUPPORTED",
            "NOT_ACTIVE",
            "PAYMENT_FAILED",
        ],
        _ => &[],
    };
    code.rsplit_once('.').is_some_and(|(module, ending)| {
        endings.contains(&ending)
            && !module.is_empty()
            && module
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte == b'.')
    })
}

const CHECKED: &str = "Wait a little; what happened is checked before anything is sent again.";
const TABLE: &[(&str, &str, &str)] = &[
    (
        "ACCOUNT.NOT_ACTIVE",
        "The account is not active: its terms are not accepted yet, or it was closed.",
        "Accept the terms, or ask the service about the account.",
    ),
    (
        "ACCOUNT.NOT_FOUND",
        "The service knows no account with this id.",
        "Sign in again, or sign up for an account.",
    ),
    (
        "ACCOUNT.PAYMENT_FAILED",
        "The card or bank account on file could not be charged.",
        "Check the payment method with the service, then try again.",
    ),
    (
        "ACCOUNT.VALIDATION_FAILED",
        "The account does not allow this: dates out of order, an e-mail or company that already has an account, terms already accepted, or wrong credentials.",
        "Read the service’s message, correct what it names and try again.",
    ),
    (
        "ACCOUNT.APP.AUTHENTICATION_FAILED",
        "The API key, the secret or the sign-in is not valid.",
        "Check the key and the secret and sign in again.",
    ),
    (
        "ACCOUNT.APP.VALIDATION_FAILED",
        "A test key works only with the carriers POST-eVS and POST-ePostage.",
        "Choose one of these carriers, or sign in with a production key.",
    ),
    (
        "ACCOUNT.BALANCE.VALIDATION_FAILED",
        "The balance is too low, or the top-up is below 1.",
        "Top up the balance and try again.",
    ),
    (
        "ACCOUNT.PARENT.NOT_FOUND",
        "The partner this account belongs to is missing or not connected with it.",
        "Ask the partner who opened the account.",
    ),
    (
        "ACCOUNT.PARENT.VALIDATION_FAILED",
        "Further apps can be registered only through the current partner.",
        "Ask the partner who opened the account.",
    ),
    (
        "ADDRESS.VALIDATION_FAILED",
        "The address is not valid: the carrier does not know it, or its country code is wrong.",
        "Check street, city, state, ZIP and country.",
    ),
    (
        "CARRIER.AUTHENTICATION_FAILED",
        "The carrier did not accept the carrier account’s credentials.",
        "Check the settings of the carrier account.",
    ),
    (
        "CARRIER.NOT_ACTIVE",
        "The carrier is switched off by an administrator.",
        "Choose another carrier.",
    ),
    (
        "CARRIER.NOT_SUPPORTED",
        "The service does not work with this carrier.",
        "Choose another carrier.",
    ),
    (
        "CARRIERACCOUNT.NOT_ACTIVE",
        "The carrier account waits for approval or is switched off.",
        "Choose another carrier account, or wait for its approval.",
    ),
    (
        "CARRIERACCOUNT.NOT_FOUND",
        "There is no such carrier account, or its carrier code is wrong.",
        "Choose or create a carrier account under Carriers.",
    ),
    (
        "CARRIERACCOUNT.VALIDATION_FAILED",
        "A carrier account with this name already exists, or the app is not valid.",
        "Give the carrier account another name.",
    ),
    (
        "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED",
        "This configuration of the carrier account is not allowed.",
        "Check the settings of the carrier account.",
    ),
    (
        "MANIFEST.NOT_FOUND",
        "There is no manifest with this id.",
        "Load the list of manifests again.",
    ),
    (
        "MANIFEST.NOT_SUPPORTED",
        "This carrier works without manifests.",
        "Nothing needs to be done: hand the parcels over as they are.",
    ),
    (
        "MANIFEST.VALIDATION_FAILED",
        "The manifest cannot be made: dates out of order, or a shipment has a ship date that does not fit.",
        "Leave out the shipments with another ship date and try again.",
    ),
    (
        "PACKAGETYPE.NOT_ACTIVE",
        "The package type, or its carrier, is switched off by an administrator.",
        "Choose another package type.",
    ),
    (
        "PACKAGETYPE.NOT_FOUND",
        "There is no such package type.",
        "Choose another package type.",
    ),
    (
        "PACKAGETYPE.NOT_SUPPORTED",
        "The carrier does not offer this package type.",
        "Choose another package type or another carrier.",
    ),
    (
        "PACKAGETYPE.VALIDATION_FAILED",
        "Dimensions are missing, or the parcel is too heavy or too large for the service.",
        "Check weight and dimensions, or choose another service.",
    ),
    (
        "SERVICE.NOT_ACTIVE",
        "The service is switched off by an administrator.",
        "Choose another service.",
    ),
    (
        "SERVICE.NOT_SUPPORTED",
        "The carrier does not offer this service.",
        "Choose another service.",
    ),
    (
        "SHIPMENT.BAD_REQUEST",
        "A required field of the shipment is missing.",
        "Fill in what the message names and try again.",
    ),
    (
        "SHIPMENT.NOT_FOUND",
        "There is no such shipment.",
        "Check the id or the tracking number.",
    ),
    (
        "SHIPMENT.OPERATION_FAILED",
        "The service or the carrier could not carry this out just now.",
        "Wait a little, then try again.",
    ),
    (
        "SHIPMENT.VALIDATION_FAILED",
        "The shipment was not accepted: its transaction id is already used, its ship date has passed, its customs data is missing, or it is a return label for abroad.",
        "Read the service’s message, correct what it names and try again.",
    ),
    (
        "SHIPMENT.LABEL.VALIDATION_FAILED",
        "The carrier rejected the label, or custom texts 1 and 2 were used for a shipment abroad.",
        "Check addresses and package, and leave custom texts 1 and 2 empty for shipments abroad.",
    ),
    (
        "SHIPMENT.REFUND.NOT_SUPPORTED",
        "This carrier gives no refunds.",
        "The label cannot be refunded.",
    ),
    (
        "SHIPMENT.REFUND.VALIDATION_FAILED",
        "The label cannot be refunded: it is on a manifest, a refund is already under way, or it is more than 30 days old.",
        "Look at the shipment’s refund status.",
    ),
    (
        "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
        "The details given for a special service are not valid.",
        "Check the special services and their details.",
    ),
    (
        "SHIPMENT.TRACKING.NOT_SUPPORTED",
        "This carrier offers no tracking.",
        "Ask the carrier about the parcel.",
    ),
    (
        "SHIPMENT.OPTION.ATTRIBUTE_IGNORED",
        "An option of the shipment was ignored.",
        "Check the options; the carrier may not use them.",
    ),
    (
        "SHIPMENTRATE.NOT_FOUND",
        "No carrier offers a rate for this shipment.",
        "Choose a carrier account, service and package type to see which of them is the cause.",
    ),
    (
        "SHIPMENTRATE.VALIDATION_FAILED",
        "Customs data is missing, or the package and service do not go together for this country.",
        "Fill in customs, or choose another service or package type.",
    ),
    (
        "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
        "The details given for a special service are not valid.",
        "Check the special services and their details.",
    ),
    (
        "SPECIALSERVICE.NOT_SUPPORTED",
        "The carrier does not offer this special service.",
        "Leave the special service out, or choose another carrier.",
    ),
    (
        "SPECIALSERVICE.VALIDATION_FAILED",
        "These special services do not go together.",
        "Change the selection of special services.",
    ),
    (
        "USER.NOT_FOUND",
        "Nobody is registered with this e-mail.",
        "Check the e-mail, or sign up.",
    ),
    (
        "USER.VALIDATION_FAILED",
        "The user was not accepted: the e-mail is taken, the credentials are wrong or expired, or the user name is needed in place of the e-mail.",
        "Check user name and password; the user name is not the e-mail.",
    ),
    // From 7.2 instead of 7.3, but just as frequent.
    (
        "INTERNAL_SERVER_ERROR",
        "Something broke inside the service.",
        "Wait a little and try again.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_codes() {
        for (code, status, known) in [
            ("SHIPMENT.VALIDATION_FAILED", 422, true),
            ("ADDRESS.NOT_FOUND", 404, true),
            ("ADDRESS.NOT_FOUND", 422, false),
            ("CARRIERACCOUNT.CONFIG.BAD_REQUEST", 400, true),
            (".BAD_REQUEST", 400, false),
            ("address.BAD_REQUEST", 400, false),
            ("BAD_REQUEST", 400, false),
            ("TEAPOT", 418, false),
        ] {
            assert_eq!(is_known(code, status), known, "{code} {status}");
        }
    }

    #[test]
    fn sentences_are_sentences() {
        for (code, cause, advice) in TABLE {
            for text in [cause, advice] {
                assert!(text.ends_with('.') && text.len() > 15, "{code}: {text}");
            }
        }
    }
}
