//! Explains each error code of section 7.3 to the user: the likely cause, and what to do. The
//! service's own message is shown next to it. A code often has several possible causes, so the
//! sentences cover all of them.

use crate::text;
use postroom_base::locale::TextOf;

/// The cause and the advice for a code, or `None` if the interface does not list it. `journalled`
/// marks a call of the purchase journal, which checks the outcome before sending again.
pub fn explain(code: &str, journalled: bool) -> Option<(TextOf, TextOf)> {
    let (_, cause, advice) = TABLE.iter().find(|(known, ..)| *known == code)?;
    let checked = journalled && code == "SHIPMENT.OPERATION_FAILED";
    let advice: TextOf = if checked { || text!("errors-advice-checked") } else { *advice };
    Some((*cause, advice))
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
        422 => &["VALIDATION_FAILED", "NOT_SUPPORTED", "NOT_ACTIVE", "PAYMENT_FAILED"],
        _ => &[],
    };
    code.rsplit_once('.').is_some_and(|(module, ending)| {
        endings.contains(&ending)
            && !module.is_empty()
            && module.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'.')
    })
}

const TABLE: &[(&str, TextOf, TextOf)] = &[
    (
        "ACCOUNT.NOT_ACTIVE",
        || text!("errors-code-account-not-active"),
        || text!("errors-code-account-not-active-advice"),
    ),
    (
        "ACCOUNT.NOT_FOUND",
        || text!("errors-code-account-not-found"),
        || text!("errors-code-account-not-found-advice"),
    ),
    (
        "ACCOUNT.PAYMENT_FAILED",
        || text!("errors-code-account-payment-failed"),
        || text!("errors-code-account-payment-failed-advice"),
    ),
    (
        "ACCOUNT.VALIDATION_FAILED",
        || text!("errors-code-account-validation-failed"),
        || text!("errors-code-account-validation-failed-advice"),
    ),
    (
        "ACCOUNT.APP.AUTHENTICATION_FAILED",
        || text!("errors-code-account-app-authentication-failed"),
        || text!("errors-code-account-app-authentication-failed-advice"),
    ),
    (
        "ACCOUNT.APP.VALIDATION_FAILED",
        || text!("errors-code-account-app-validation-failed"),
        || text!("errors-code-account-app-validation-failed-advice"),
    ),
    (
        "ACCOUNT.BALANCE.VALIDATION_FAILED",
        || text!("errors-code-account-balance-validation-failed"),
        || text!("errors-code-account-balance-validation-failed-advice"),
    ),
    (
        "ACCOUNT.PARENT.NOT_FOUND",
        || text!("errors-code-account-parent-not-found"),
        || text!("errors-code-account-parent-not-found-advice"),
    ),
    (
        "ACCOUNT.PARENT.VALIDATION_FAILED",
        || text!("errors-code-account-parent-validation-failed"),
        || text!("errors-code-account-parent-validation-failed-advice"),
    ),
    (
        "ADDRESS.VALIDATION_FAILED",
        || text!("errors-code-address-validation-failed"),
        || text!("errors-code-address-validation-failed-advice"),
    ),
    (
        "CARRIER.AUTHENTICATION_FAILED",
        || text!("errors-code-carrier-authentication-failed"),
        || text!("errors-code-carrier-authentication-failed-advice"),
    ),
    (
        "CARRIER.NOT_ACTIVE",
        || text!("errors-code-carrier-not-active"),
        || text!("errors-code-carrier-not-active-advice"),
    ),
    (
        "CARRIER.NOT_SUPPORTED",
        || text!("errors-code-carrier-not-supported"),
        || text!("errors-code-carrier-not-supported-advice"),
    ),
    (
        "CARRIERACCOUNT.NOT_ACTIVE",
        || text!("errors-code-carrieraccount-not-active"),
        || text!("errors-code-carrieraccount-not-active-advice"),
    ),
    (
        "CARRIERACCOUNT.NOT_FOUND",
        || text!("errors-code-carrieraccount-not-found"),
        || text!("errors-code-carrieraccount-not-found-advice"),
    ),
    (
        "CARRIERACCOUNT.VALIDATION_FAILED",
        || text!("errors-code-carrieraccount-validation-failed"),
        || text!("errors-code-carrieraccount-validation-failed-advice"),
    ),
    (
        "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED",
        || text!("errors-code-carrieraccount-config-not-authorized"),
        || text!("errors-code-carrieraccount-config-not-authorized-advice"),
    ),
    (
        "MANIFEST.NOT_FOUND",
        || text!("errors-code-manifest-not-found"),
        || text!("errors-code-manifest-not-found-advice"),
    ),
    (
        "MANIFEST.NOT_SUPPORTED",
        || text!("errors-code-manifest-not-supported"),
        || text!("errors-code-manifest-not-supported-advice"),
    ),
    (
        "MANIFEST.VALIDATION_FAILED",
        || text!("errors-code-manifest-validation-failed"),
        || text!("errors-code-manifest-validation-failed-advice"),
    ),
    (
        "PACKAGETYPE.NOT_ACTIVE",
        || text!("errors-code-packagetype-not-active"),
        || text!("errors-code-packagetype-not-active-advice"),
    ),
    (
        "PACKAGETYPE.NOT_FOUND",
        || text!("errors-code-packagetype-not-found"),
        || text!("errors-code-packagetype-not-found-advice"),
    ),
    (
        "PACKAGETYPE.NOT_SUPPORTED",
        || text!("errors-code-packagetype-not-supported"),
        || text!("errors-code-packagetype-not-supported-advice"),
    ),
    (
        "PACKAGETYPE.VALIDATION_FAILED",
        || text!("errors-code-packagetype-validation-failed"),
        || text!("errors-code-packagetype-validation-failed-advice"),
    ),
    (
        "SERVICE.NOT_ACTIVE",
        || text!("errors-code-service-not-active"),
        || text!("errors-code-service-not-active-advice"),
    ),
    (
        "SERVICE.NOT_SUPPORTED",
        || text!("errors-code-service-not-supported"),
        || text!("errors-code-service-not-supported-advice"),
    ),
    (
        "SHIPMENT.BAD_REQUEST",
        || text!("errors-code-shipment-bad-request"),
        || text!("errors-code-shipment-bad-request-advice"),
    ),
    (
        "SHIPMENT.NOT_FOUND",
        || text!("errors-code-shipment-not-found"),
        || text!("errors-code-shipment-not-found-advice"),
    ),
    (
        "SHIPMENT.OPERATION_FAILED",
        || text!("errors-code-shipment-operation-failed"),
        || text!("errors-code-shipment-operation-failed-advice"),
    ),
    (
        "SHIPMENT.VALIDATION_FAILED",
        || text!("errors-code-shipment-validation-failed"),
        || text!("errors-code-shipment-validation-failed-advice"),
    ),
    (
        "SHIPMENT.LABEL.VALIDATION_FAILED",
        || text!("errors-code-shipment-label-validation-failed"),
        || text!("errors-code-shipment-label-validation-failed-advice"),
    ),
    (
        "SHIPMENT.REFUND.NOT_SUPPORTED",
        || text!("errors-code-shipment-refund-not-supported"),
        || text!("errors-code-shipment-refund-not-supported-advice"),
    ),
    (
        "SHIPMENT.REFUND.VALIDATION_FAILED",
        || text!("errors-code-shipment-refund-validation-failed"),
        || text!("errors-code-shipment-refund-validation-failed-advice"),
    ),
    (
        "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
        || text!("errors-code-shipment-specialserviceparam-validation-failed"),
        || text!("errors-code-shipment-specialserviceparam-validation-failed-advice"),
    ),
    (
        "SHIPMENT.TRACKING.NOT_SUPPORTED",
        || text!("errors-code-shipment-tracking-not-supported"),
        || text!("errors-code-shipment-tracking-not-supported-advice"),
    ),
    (
        "SHIPMENT.OPTION.ATTRIBUTE_IGNORED",
        || text!("errors-code-shipment-option-attribute-ignored"),
        || text!("errors-code-shipment-option-attribute-ignored-advice"),
    ),
    (
        "SHIPMENTRATE.NOT_FOUND",
        || text!("errors-code-shipmentrate-not-found"),
        || text!("errors-code-shipmentrate-not-found-advice"),
    ),
    (
        "SHIPMENTRATE.VALIDATION_FAILED",
        || text!("errors-code-shipmentrate-validation-failed"),
        || text!("errors-code-shipmentrate-validation-failed-advice"),
    ),
    (
        "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
        || text!("errors-code-shipmentrate-specialserviceparam-validation-failed"),
        || text!("errors-code-shipmentrate-specialserviceparam-validation-failed-advice"),
    ),
    (
        "SPECIALSERVICE.NOT_SUPPORTED",
        || text!("errors-code-specialservice-not-supported"),
        || text!("errors-code-specialservice-not-supported-advice"),
    ),
    (
        "SPECIALSERVICE.VALIDATION_FAILED",
        || text!("errors-code-specialservice-validation-failed"),
        || text!("errors-code-specialservice-validation-failed-advice"),
    ),
    (
        "USER.NOT_FOUND",
        || text!("errors-code-user-not-found"),
        || text!("errors-code-user-not-found-advice"),
    ),
    (
        "USER.VALIDATION_FAILED",
        || text!("errors-code-user-validation-failed"),
        || text!("errors-code-user-validation-failed-advice"),
    ),
    // From 7.2 instead of 7.3, but just as frequent.
    (
        "INTERNAL_SERVER_ERROR",
        || text!("errors-code-internal-server-error"),
        || text!("errors-code-internal-server-error-advice"),
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
            for text in [cause(), advice()] {
                let whole = text.contains(' ') && !text.ends_with('.') && text.len() > 15;
                assert!(whole, "{code}: {text}");
            }
        }
    }
}
