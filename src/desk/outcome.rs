//! What one failed answer to a money call means: the table of failures as a pure
//! decision. Whatever is not certainly a no counts as doubt.

use crate::api::error::{ApiError, Certainty};
use crate::store::journal::Kind;

/// What to do with the journal row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Provably nothing left: the row waits, with the same id.
    Unsent,
    /// Turned away at the door: the same, and someone has to sign in.
    SignIn,
    /// A no that may mean "this id was used already": look before believing it.
    LookUp,
    /// A no.
    Rejected,
    /// It may have been bought.
    Unknown,
}

/// What is known of a failed send, apart from its words.
#[derive(Clone, Copy, Debug)]
pub struct Failure<'a> {
    pub certainty: Certainty,
    pub sign_in_needed: bool,
    pub codes: &'a [&'a str],
}

/// `in_doubt_before`: some earlier send of the same id may have arrived.
pub fn judge(kind: Kind, failure: Failure, in_doubt_before: bool) -> Verdict {
    match failure.certainty {
        // A page with status 401 may be anybody's, and the purchase may be made behind it.
        Certainty::NotSent | Certainty::Refused if failure.sign_in_needed => Verdict::SignIn,
        Certainty::NotSent => Verdict::Unsent,
        Certainty::Unknown => Verdict::Unknown,
        Certainty::Refused if in_doubt_before => Verdict::LookUp,
        Certainty::Refused if says_id_used(kind, failure.codes) => Verdict::LookUp,
        Certainty::Refused => Verdict::Rejected,
    }
}

pub(super) fn judge_error(kind: Kind, error: &ApiError, in_doubt_before: bool) -> Verdict {
    let failure = Failure {
        certainty: error.certainty(),
        sign_in_needed: super::trouble::needs_sign_in(error),
        codes: &error.codes(),
    };
    judge(kind, failure, in_doubt_before)
}

/// Section 7.3: a used transaction id answers with a code that has other causes too.
/// For shipments that code is known; for the rest any failed validation may be it.
fn says_id_used(kind: Kind, codes: &[&str]) -> bool {
    codes.iter().any(|code| match kind {
        Kind::Label => *code == "SHIPMENT.VALIDATION_FAILED",
        Kind::TopUp | Kind::Refund => code.ends_with("VALIDATION_FAILED"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_is_never_taken_for_a_no() {
        use Certainty::{NotSent, Refused, Unknown};
        let used = "SHIPMENT.VALIDATION_FAILED";
        let funds = "ACCOUNT.BALANCE.VALIDATION_FAILED";
        for (kind, certainty, sign_in, code, before, verdict) in [
            (Kind::Label, NotSent, false, "", false, Verdict::Unsent),
            (Kind::Label, NotSent, true, "", false, Verdict::SignIn),
            (Kind::Label, Unknown, false, "", false, Verdict::Unknown),
            (Kind::Label, Unknown, true, "", false, Verdict::Unknown),
            (Kind::Label, Refused, false, used, false, Verdict::LookUp),
            (Kind::Label, Refused, false, funds, false, Verdict::Rejected),
            (Kind::Label, Refused, false, funds, true, Verdict::LookUp),
            (Kind::Label, Refused, true, "", true, Verdict::SignIn),
            (Kind::TopUp, Refused, false, funds, false, Verdict::LookUp),
            (
                Kind::TopUp,
                Refused,
                false,
                "ACCOUNT.PAYMENT_FAILED",
                false,
                Verdict::Rejected,
            ),
        ] {
            let failure = Failure {
                certainty,
                sign_in_needed: sign_in,
                codes: &[code],
            };
            assert_eq!(
                judge(kind, failure, before),
                verdict,
                "{kind:?} {certainty:?} {code} {before}"
            );
        }
    }
}
