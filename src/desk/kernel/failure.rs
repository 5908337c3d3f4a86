//! Describes a failed call in words that a clerk can act on.

use std::time::Duration;

use crate::api::call::Safety;
use crate::api::error::{ApiError, Certainty, ErrorKind, Unsent};
use crate::api::explain::explain;
use crate::base::id::CorrelationId;
use crate::base::locale::{Message, TextOf};
use crate::message;
use crate::store::workspace::WorkspaceError;

/// A failure: what was attempted, why it failed, what to do (section 7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trouble {
    /// The headline, a sentence of its own: `Couldn’t get rates`.
    pub attempted: Message,
    /// Plain words: `The ZIP code does not exist`
    pub cause: Message,
    /// What to do: `Check the address and try again`
    pub advice: Message,
    /// The call and how it failed, in no language of a person: what the journal keeps.
    pub evidence: String,
    /// All error codes of the answer, for example `ADDRESS.VALIDATION_FAILED`.
    pub codes: Vec<String>,
    pub status: Option<u16>,
    pub correlation: Option<CorrelationId>,
    /// A retry cannot buy or change anything a second time.
    pub retry_is_safe: bool,
    /// There was no answer: the cause is the network or the address, not the request.
    pub offline: bool,
    /// The pause that the service asks for (`Retry-After`).
    pub retry_after: Option<Duration>,
}

impl Trouble {
    /// Whether the balance was too low, so that a top-up helps.
    pub fn lacks_money(&self) -> bool {
        self.codes.iter().any(|code| code == "ACCOUNT.BALANCE.VALIDATION_FAILED")
    }
}

/// Describes a failed call: what was attempted, why it failed, what to do, and the data that
/// support needs.
pub(in crate::desk) fn describe_api_error(error: &ApiError) -> Trouble {
    let (cause, advice) = words(error);
    let safety = error.call.safety;
    let is_change_in_doubt = error.certainty() == Certainty::Unknown && safety == Safety::Write;
    let advice = match is_change_in_doubt {
        true => message!("errors-advice-look-first"),
        false => advice,
    };
    Trouble {
        attempted: headline(error).into(),
        cause,
        advice,
        evidence: format!("{}: {}", error.call.name, evidence(&error.kind)),
        codes: error.codes().into_iter().map(str::to_owned).collect(),
        status: error.status(),
        correlation: error.correlation.clone(),
        retry_is_safe: safety == Safety::Read || error.certainty() == Certainty::NotSent,
        offline: error.is_offline(),
        retry_after: error.retry_after(),
    }
}

/// What failed. Where the outcome of a change is unknown, it says so: the change may have been
/// made.
fn headline(error: &ApiError) -> TextOf {
    match error.certainty() {
        Certainty::Unknown => error.call.uncertain,
        Certainty::NotSent | Certainty::Refused => error.call.attempting,
    }
}

/// The cause of a failure that is known only by what the journal keeps of it: its codes and
/// [`Trouble::evidence`].
pub(in crate::desk) fn cause_of_codes<'a>(
    mut codes: impl Iterator<Item = &'a str>,
    evidence: &str,
) -> Message {
    let said = evidence.split_once(": ").map_or(evidence, |(_, said)| said);
    let said = said.trim().trim_end_matches('.');
    match (codes.find_map(|code| explain(code, true)), said) {
        (Some((cause, _)), "") => cause.into(),
        (Some((cause, _)), said) => message!("errors-cause-said", cause = cause, said = said),
        (None, _) => evidence.into(),
    }
}

/// How it failed, in the service's own words if there are any.
fn evidence(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::SignInFailed(inner) => format!("SignInFailed: {}", evidence(&inner.kind)),
        ErrorKind::Refused { errors, .. } => {
            errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ")
        }
        kind => format!("{kind:?}"),
    }
}

/// Describes a failure on this computer.
pub(in crate::desk) fn describe_local_error(
    attempted: impl Into<Message>,
    error: &dyn std::error::Error,
) -> Trouble {
    Trouble {
        attempted: attempted.into(),
        cause: with_sources(error).into(),
        advice: message!("errors-advice-disk"),
        retry_is_safe: true,
        ..Trouble::default()
    }
}

/// Describes a failure of the workspace, on this computer or on a server. The sentences about a
/// server say what to do.
pub(in crate::desk) fn describe_workspace_error(
    attempted: impl Into<Message>,
    error: &WorkspaceError,
) -> Trouble {
    let WorkspaceError::Server { fault, .. } = error else {
        return describe_local_error(attempted, error);
    };
    Trouble {
        attempted: attempted.into(),
        cause: fault.message(),
        retry_is_safe: true,
        ..Trouble::default()
    }
}

/// Whether the failure means that nobody is signed in (any more), so the Connect panel must be
/// shown.
pub(in crate::desk) fn needs_sign_in(error: &ApiError) -> bool {
    match &error.kind {
        // An answer of a service that is down or busy says nothing about the credentials.
        ErrorKind::SignInFailed(inner) => {
            let refused = inner.certainty() == Certainty::Refused && inner.status() != Some(429);
            refused || inner.status() == Some(401) || needs_sign_in(inner)
        }
        ErrorKind::NotSent(why) => *why == Unsent::NoCredentials,
        ErrorKind::NoAnswer(_) => false,
        _ => error.is_about_sign_in(),
    }
}

fn words(error: &ApiError) -> (Message, Message) {
    // These go through the purchase journal.
    let journalled = error.call.safety == Safety::Money;
    let mut codes = error.codes().into_iter();
    let explained = codes.find_map(|code| explain(code, journalled));
    let said = error
        .errors()
        .iter()
        // On screen a single sentence ends without a period.
        .map(|error| error.message.trim().trim_end_matches('.'))
        .find(|message| !message.is_empty());
    match (explained, said) {
        (Some((cause, advice)), Some(said)) => {
            (message!("errors-cause-said", cause = cause, said = said), advice.into())
        }
        (Some((cause, advice)), None) => (cause.into(), advice.into()),
        (None, Some(said)) => {
            (message!("errors-said", said = said), message!("errors-advice-correlation"))
        }
        (None, None) if is_about_certificates(error) => {
            (Message::shown(error.kind.clone()), message!("errors-advice-certificates"))
        }
        (None, None) if error.is_offline() => (
            // If the failed request was the one for a token, the connection is the cause too.
            match &error.kind {
                ErrorKind::SignInFailed(inner) => Message::shown(inner.kind.clone()),
                kind => Message::shown(kind.clone()),
            },
            message!("errors-advice-offline"),
        ),
        (None, None) => (Message::shown(error.kind.clone()), message!("errors-advice-again")),
    }
}

fn is_about_certificates(error: &ApiError) -> bool {
    let about = |kind: &ErrorKind| {
        matches!(kind, ErrorKind::NotSent(Unsent::Certificate | Unsent::ExtraCa))
    };
    match &error.kind {
        ErrorKind::SignInFailed(inner) => about(&inner.kind),
        kind => about(kind),
    }
}

pub(in crate::desk) fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::call::CallFacts;
    use crate::api::error::ServiceError;

    #[test]
    fn only_a_refused_sign_in_asks_to_sign_in() {
        let failed = |status, code: &str| {
            let error =
                |kind| ApiError::new(CallFacts::new("POST /Account/Token", || "Signing in"), kind);
            let errors = ServiceError {
                code: code.to_owned(),
                message: String::new(),
                additional_info: None,
            };
            let inner = match code {
                "" => ErrorKind::Unintelligible { status, body: Vec::new() },
                _ => ErrorKind::Refused { status, errors: Box::new([errors]), raised_by: None },
            };
            error(ErrorKind::SignInFailed(Box::new(error(inner))))
        };
        let auth = "ACCOUNT.APP_AUTHENTICATION_FAILED";
        for (status, code, asked) in [
            (401, auth, true),
            (401, "", true),
            (503, "SERVICE_UNAVAILABLE", false),
            (502, "", false),
            (429, "RATE_LIMIT_EXCEEDED", false),
        ] {
            assert_eq!(needs_sign_in(&failed(status, code)), asked, "{status} {code}");
        }
    }

    #[test]
    fn only_what_the_journal_sends_is_said_to_be_checked() {
        for (safety, checked) in
            [(Safety::Read, false), (Safety::Write, false), (Safety::Money, true)]
        {
            let call = CallFacts { safety, ..CallFacts::new("POST /Shipment", || "Buying") };
            let error = ServiceError {
                code: "SHIPMENT.OPERATION_FAILED".to_owned(),
                message: String::new(),
                additional_info: None,
            };
            let (status, errors) = (409, Box::new([error]) as _);
            let kind = ErrorKind::Refused { status, errors, raised_by: None };
            let advice = words(&ApiError::new(call, kind)).1;
            assert_eq!(advice.contains("is checked"), checked, "{safety:?}: {advice}");
        }
    }
}
