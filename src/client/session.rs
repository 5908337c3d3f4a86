//! The signed-in session: the credentials and their token, in memory only.

use std::sync::{Mutex, MutexGuard};

use crate::api::account::Credentials;
use crate::api::error::ApiError;
use crate::base::secret::Secret;

#[derive(Default)]
pub(super) struct Session {
    state: Mutex<State>,
    /// Held while a token is requested, so that one request serves all waiting calls.
    gate: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    credentials: Option<Credentials>,
    /// Incremented with every change of credentials.
    epoch: u64,
    token: Option<SessionToken>,
    /// Incremented with every token.
    generation: u64,
    /// Incremented with every finished attempt to get a token.
    attempts: u64,
    failure: Option<ApiError>,
}

/// A token with its generation, so that two calls refused with the same token request one new
/// token, not two.
#[derive(Clone)]
pub(super) struct SessionToken {
    pub token: Secret,
    pub generation: u64,
}

impl Session {
    pub fn replace(&self, credentials: Option<Credentials>) {
        let mut state = self.state();
        state.credentials = credentials;
        state.epoch += 1;
        state.token = None;
        state.failure = None;
    }

    pub fn credentials(&self) -> Option<(Credentials, u64)> {
        let state = self.state();
        Some((state.credentials.clone()?, state.epoch))
    }

    /// The current token, unless its generation is `stale`.
    pub fn newer_than(&self, stale: Option<u64>) -> Option<SessionToken> {
        self.state().token.clone().filter(|pass| Some(pass.generation) != stale)
    }

    pub fn attempts(&self) -> u64 {
        self.state().attempts
    }

    /// The failure of an attempt that ended after the count of attempts was `seen`.
    pub fn failure_since(&self, seen: u64) -> Option<ApiError> {
        let state = self.state();
        (state.attempts > seen).then(|| state.failure.clone()).flatten()
    }

    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.gate.lock().await
    }

    /// Records the result of a token request. If the credentials were replaced in the meantime, the
    /// token still serves the call that requested it, but is not stored.
    pub fn settle(
        &self,
        epoch: u64,
        outcome: Result<Secret, ApiError>,
    ) -> Result<SessionToken, ApiError> {
        let mut state = self.state();
        state.attempts += 1;
        state.generation += 1;
        let generation = state.generation;
        let outcome = outcome.map(|token| SessionToken { token, generation });
        if epoch == state.epoch {
            state.token = outcome.as_ref().ok().cloned();
            state.failure = outcome.as_ref().err().cloned();
        }
        outcome
    }

    /// A panic elsewhere leaves the state consistent: every change is a few assignments.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::call::CallFacts;
    use crate::api::error::{ErrorKind, Unsent};

    fn failed() -> Result<Secret, ApiError> {
        let kind = ErrorKind::NotSent(Unsent::Refused);
        Err(ApiError::new(CallFacts::new("POST /Account/Token", || "Signing in"), kind))
    }

    #[test]
    fn those_who_waited_share_a_failure_and_later_callers_do_not() {
        let session = Session::default();
        session.replace(Some(Credentials::default()));
        let (_, epoch) = session.credentials().unwrap();
        let seen_before = session.attempts();
        assert!(session.settle(epoch, failed()).is_err());
        assert!(session.failure_since(seen_before).is_some());
        assert!(session.failure_since(session.attempts()).is_none());
    }

    #[test]
    fn a_token_is_newer_than_the_one_it_replaces() {
        let session = Session::default();
        session.replace(Some(Credentials::default()));
        let (_, epoch) = session.credentials().unwrap();
        let first = session.settle(epoch, Ok(Secret::new("1"))).unwrap();
        assert!(session.newer_than(None).is_some());
        assert!(session.newer_than(Some(first.generation)).is_none());
        session.settle(epoch, Ok(Secret::new("2"))).unwrap();
        let pass = session.newer_than(Some(first.generation)).unwrap();
        assert_eq!(pass.token.expose(), "2");
    }

    #[test]
    fn a_token_of_replaced_credentials_is_not_kept() {
        let session = Session::default();
        session.replace(Some(Credentials::default()));
        let (_, epoch) = session.credentials().unwrap();
        session.replace(None);
        assert!(session.settle(epoch, Ok(Secret::new("old"))).is_ok());
        assert!(session.newer_than(None).is_none());
    }
}
