//! Who is signed in: the credentials and the token made from them, in memory only.

use std::sync::{Mutex, MutexGuard};

use super::account::Credentials;
use super::error::ApiError;
use crate::base::secret::Secret;

#[derive(Default)]
pub(super) struct Session {
    state: Mutex<State>,
    /// Held while a token is being fetched, so that one request serves all who wait.
    gate: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    credentials: Option<Credentials>,
    /// Grows with every change of credentials.
    epoch: u64,
    token: Option<Pass>,
    /// Grows with every token.
    generation: u64,
    /// Grows with every finished attempt to fetch one.
    attempts: u64,
    failure: Option<ApiError>,
}

/// A token and which one it is, so that two calls turned away with the same token ask
/// for one new token, not two.
#[derive(Clone)]
pub(super) struct Pass {
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

    /// The token, unless it is the one named stale.
    pub fn newer_than(&self, stale: Option<u64>) -> Option<Pass> {
        self.state()
            .token
            .clone()
            .filter(|pass| Some(pass.generation) != stale)
    }

    pub fn attempts(&self) -> u64 {
        self.state().attempts
    }

    /// The failure of an attempt that ended after `seen` attempts had been counted.
    pub fn failure_since(&self, seen: u64) -> Option<ApiError> {
        let state = self.state();
        (state.attempts > seen)
            .then(|| state.failure.clone())
            .flatten()
    }

    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.gate.lock().await
    }

    /// Records how fetching a token ended. A token of credentials that were replaced
    /// meanwhile still serves the call that asked for it, but is not kept.
    pub fn settle(&self, epoch: u64, outcome: Result<Secret, ApiError>) -> Result<Pass, ApiError> {
        let mut state = self.state();
        state.attempts += 1;
        state.generation += 1;
        let generation = state.generation;
        let outcome = outcome.map(|token| Pass { token, generation });
        if epoch == state.epoch {
            state.token = outcome.as_ref().ok().cloned();
            state.failure = outcome.as_ref().err().cloned();
        }
        outcome
    }

    /// A panic elsewhere leaves the state whole: every change is a few assignments.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|broken| broken.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::error::{ErrorKind, Unsent};

    fn failed() -> Result<Secret, ApiError> {
        let kind = ErrorKind::NotSent(Unsent::Refused);
        Err(ApiError::new("Signing in", "POST /Account/Token", kind))
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
