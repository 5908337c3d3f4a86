//! A keyring whose calls block, made into a [`SecretStore`]: its calls run one after the other
//! on a thread of their own, and whoever waits for one waits no longer than the limit.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, oneshot};

use super::{Patience, Pending, Readiness, SecretError, SecretStore, TRIAL, TRIAL_LABEL};
use crate::base::secret::Secret;

/// What a system offers. Any call may take for ever, so none belongs on a thread that somebody
/// waits for.
pub trait Drawer: Send + Sync + fmt::Debug + 'static {
    /// Puts in or replaces. `label` is for the system's own password program, where that shows one.
    ///
    /// # Errors
    /// [`SecretError::TooLong`] where the system has a limit, or its own refusal.
    fn put(&self, item: &str, label: &str, secret: &Secret) -> Result<(), SecretError>;

    /// # Errors
    /// The system's refusal; an item that is not there is `None`.
    fn get(&self, item: &str) -> Result<Option<Secret>, SecretError>;

    /// # Errors
    /// The system's refusal; an item that is not there is removed already.
    fn remove(&self, item: &str) -> Result<(), SecretError>;

    /// Whether [`put`](Self::put), [`get`](Self::get) and [`remove`](Self::remove) may bring up
    /// a question to the person.
    fn may_ask(&self) -> bool;

    /// Puts a trial in, reads it and removes it. A system that can ask overrides this, so that
    /// a trial asks nobody.
    ///
    /// # Errors
    /// What the system refuses, or that it gave back something else.
    fn try_out(&self) -> Result<Readiness, SecretError> {
        round_trip(self)
    }
}

/// The trial itself. Whatever becomes of it, it is not left behind.
///
/// # Errors
/// The first refusal.
pub fn round_trip(drawer: &(impl Drawer + ?Sized)) -> Result<Readiness, SecretError> {
    let trial = Secret::new(uuid::Uuid::new_v4().to_string());
    drawer.put(TRIAL, TRIAL_LABEL, &trial)?;
    let back = drawer.get(TRIAL);
    drawer.remove(TRIAL)?;
    if back?.as_ref() == Some(&trial) {
        Ok(Readiness::Ready)
    } else {
        let why = "it did not give back what was put in";
        Err(SecretError::Refused(why.to_owned()))
    }
}

#[derive(Debug)]
pub struct Blocking<D> {
    drawer: Arc<D>,
    /// Held by the thread of the call under way. Systems do not promise that calls about one
    /// item from two threads keep their order; and a call that hangs is one thread, not many.
    turn: Arc<Mutex<()>>,
    patience: Patience,
}

impl<D: Drawer> Blocking<D> {
    pub fn over(drawer: D, patience: Patience) -> Self {
        Self {
            drawer: Arc::new(drawer),
            turn: Arc::default(),
            patience,
        }
    }

    fn limit(&self) -> Duration {
        if self.drawer.may_ask() {
            self.patience.question
        } else {
            self.patience.call
        }
    }

    /// No `spawn_blocking`: the runtime waits at its end for what runs there, and the program
    /// must not stay because a question of the system is still open.
    async fn call<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce(&D) -> Result<T, SecretError> + Send + 'static,
    ) -> Result<T, SecretError> {
        let outcome = async {
            let turn = Arc::clone(&self.turn).lock_owned().await;
            let drawer = Arc::clone(&self.drawer);
            let (answer, answered) = oneshot::channel();
            std::thread::Builder::new()
                .name("postroom-keyring".to_owned())
                .spawn(move || {
                    let outcome = work(&drawer);
                    drop(turn);
                    // Nobody may be waiting any more.
                    let _ = answer.send(outcome);
                })
                .map_err(|error| SecretError::Refused(error.to_string()))?;
            answered.await.unwrap_or_else(|_| {
                let why = "the call to it was broken off";
                Err(SecretError::Refused(why.to_owned()))
            })
        };
        tokio::time::timeout(limit, outcome)
            .await
            .map_err(|_| SecretError::TimedOut)?
    }
}

impl<D: Drawer> SecretStore for Blocking<D> {
    fn probe(&self) -> Pending<'_, Readiness> {
        Box::pin(self.call(self.patience.call, D::try_out))
    }

    fn put<'a>(&'a self, item: &'a str, label: &'a str, secret: &'a Secret) -> Pending<'a, ()> {
        let (item, label, secret) = (item.to_owned(), label.to_owned(), secret.clone());
        let work = move |drawer: &D| drawer.put(&item, &label, &secret);
        Box::pin(self.call(self.limit(), work))
    }

    fn get<'a>(&'a self, item: &'a str) -> Pending<'a, Option<Secret>> {
        let item = item.to_owned();
        Box::pin(self.call(self.limit(), move |drawer| drawer.get(&item)))
    }

    fn remove<'a>(&'a self, item: &'a str) -> Pending<'a, ()> {
        let item = item.to_owned();
        Box::pin(self.call(self.limit(), move |drawer| drawer.remove(&item)))
    }
}
