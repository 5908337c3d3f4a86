//! Classifies a failed answer to a money call, as a pure function. Whatever is not certainly a
//! refusal counts as an unknown outcome.

use crate::api::error::{ApiError, Certainty};

/// What to do with the journal row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Provably not sent: the row waits, with the same transaction id.
    Unsent,
    /// Not accepted for lack of a valid sign-in: as [`Verdict::Unsent`], but the user must sign in.
    SignIn,
    /// A refusal that may mean "this id was used already": look it up before believing it.
    LookUp,
    /// Certainly refused.
    Rejected,
    /// It may have been bought.
    Unknown,
}

/// The facts about a failed send that decide the verdict.
#[derive(Clone, Copy, Debug)]
pub struct Failure<'a> {
    pub certainty: Certainty,
    pub sign_in_needed: bool,
    pub codes: &'a [&'a str],
}

/// Classifies a failure. `in_doubt_before`: an earlier send of the same id may have arrived.
pub fn judge(failure: Failure, in_doubt_before: bool) -> Verdict {
    match failure.certainty {
        // A page with status 401 may come from anyone, and the purchase may have been made behind
        // it.
        Certainty::NotSent | Certainty::Refused if failure.sign_in_needed => Verdict::SignIn,
        Certainty::NotSent => Verdict::Unsent,
        Certainty::Unknown => Verdict::Unknown,
        Certainty::Refused if in_doubt_before => Verdict::LookUp,
        Certainty::Refused if may_follow_a_purchase(failure.codes) => Verdict::LookUp,
        Certainty::Refused => Verdict::Rejected,
    }
}

pub(in crate::desk) fn judge_error(error: &ApiError, in_doubt_before: bool) -> Verdict {
    let failure = Failure {
        certainty: error.certainty(),
        sign_in_needed: crate::desk::kernel::failure::needs_sign_in(error),
        codes: &error.codes(),
    };
    judge(failure, in_doubt_before)
}

/// Whether a refusal may hide a purchase. A gateway may deliver a request twice and return the
/// second answer. That answer describes the state after the first delivery: an id that is used now,
/// a balance that is spent, a card that was charged a moment ago, a refund that was requested
/// already. Only a fault of the request itself, or of what a purchase cannot change, such as a
/// service that is switched off, is the same both times, and then nothing was bought.
fn may_follow_a_purchase(codes: &[&str]) -> bool {
    !codes.iter().all(|code| is_about_the_request(code))
}

fn is_about_the_request(code: &str) -> bool {
    const MODULES: [&str; 7] = [
        "ADDRESS.",
        "PACKAGETYPE.",
        "SHIPMENTRATE.",
        "SPECIALSERVICE.",
        "CARRIERACCOUNT.",
        "SHIPMENT.SPECIALSERVICEPARAM.",
        "ACCOUNT.APP.",
    ];
    const ENDINGS: [&str; 5] =
        [".BAD_REQUEST", ".NOT_FOUND", ".NOT_SUPPORTED", ".NOT_AUTHORIZED", ".NOT_ACTIVE"];
    MODULES.iter().any(|module| code.starts_with(module))
        || ENDINGS.iter().any(|ending| code.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Findings M5 and C5: a refusal that the second of two deliveries may get is an unknown
    /// outcome.
    #[test]
    fn doubt_is_never_taken_for_a_no() {
        use Certainty::{NotSent, Refused, Unknown};
        let used = "SHIPMENT.VALIDATION_FAILED";
        let funds = "ACCOUNT.BALANCE.VALIDATION_FAILED";
        let street = "ADDRESS.VALIDATION_FAILED";
        for (certainty, sign_in, codes, before, verdict) in [
            (NotSent, false, &[""][..], false, Verdict::Unsent),
            (NotSent, true, &[""], false, Verdict::SignIn),
            (Unknown, false, &[""], false, Verdict::Unknown),
            (Unknown, true, &[""], false, Verdict::Unknown),
            (Refused, false, &[used], false, Verdict::LookUp),
            (Refused, false, &[funds], false, Verdict::LookUp),
            (Refused, false, &[funds], true, Verdict::LookUp),
            (Refused, true, &[""], true, Verdict::SignIn),
            (Refused, false, &["ACCOUNT.PAYMENT_FAILED"], false, Verdict::LookUp),
            (Refused, false, &["SHIPMENT.REFUND.VALIDATION_FAILED"], false, Verdict::LookUp),
            (Refused, false, &["SHIPMENT.LABEL.VALIDATION_FAILED"], false, Verdict::LookUp),
            (Refused, false, &[street, used], false, Verdict::LookUp),
            (Refused, false, &[street], false, Verdict::Rejected),
            (Refused, false, &[street], true, Verdict::LookUp),
            (Refused, false, &["SHIPMENT.BAD_REQUEST"], false, Verdict::Rejected),
            // W27: no purchase switches anything off.
            (Refused, false, &["SERVICE.NOT_ACTIVE"], false, Verdict::Rejected),
            (Refused, false, &["ACCOUNT.NOT_ACTIVE"], true, Verdict::LookUp),
        ] {
            let failure = Failure { certainty, sign_in_needed: sign_in, codes };
            assert_eq!(judge(failure, before), verdict, "{certainty:?} {codes:?} {before}");
        }
    }
}
