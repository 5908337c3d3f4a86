//! Turns a keyring with blocking calls into a [`SecretStore`]: calls run one after the other on a
//! separate thread, and callers wait no longer than a time limit.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, oneshot};

use super::{KeyringTimeouts, Pending, Readiness, SecretError, SecretStore, TRIAL, TRIAL_LABEL};
use crate::base::secret::Secret;
use crate::text;

/// The keyring interface of an operating system. Any call may block forever, so none may run on a
/// thread that others wait for.
pub trait BlockingKeyring: Send + Sync + fmt::Debug + 'static {
    /// Stores or replaces an item. `label` is shown by the system's own password program, if it
    /// shows one.
    ///
    /// # Errors
    /// [`SecretError::TooLong`] if the system has a limit, or the system's error.
    fn put(&self, item: &str, label: &str, secret: &Secret) -> Result<(), SecretError>;

    /// # Errors
    /// The system's error. An item that does not exist is `None`, not an error.
    fn get(&self, item: &str) -> Result<Option<Secret>, SecretError>;

    /// # Errors
    /// The system's error. Removing an item that does not exist is not an error.
    fn remove(&self, item: &str) -> Result<(), SecretError>;

    /// Whether [`put`](Self::put), [`get`](Self::get) and [`remove`](Self::remove) may show a
    /// prompt.
    fn may_ask(&self) -> bool;

    /// Stores a test item, reads it and removes it. A system that can prompt overrides this, so
    /// that the test shows no prompt.
    ///
    /// # Errors
    /// The system's error, or it returned something else than was stored.
    fn probe_round_trip(&self) -> Result<Readiness, SecretError> {
        round_trip(self)
    }
}

/// The test itself. The test item is removed in every case.
///
/// # Errors
/// The first error.
pub fn round_trip(drawer: &(impl BlockingKeyring + ?Sized)) -> Result<Readiness, SecretError> {
    let trial = Secret::new(uuid::Uuid::new_v4().to_string());
    drawer.put(TRIAL, TRIAL_LABEL, &trial)?;
    let back = drawer.get(TRIAL);
    drawer.remove(TRIAL)?;
    if back?.as_ref() == Some(&trial) {
        Ok(Readiness::Ready)
    } else {
        let why = text!("storage-keyring-differs");
        Err(SecretError::Refused(why.to_owned()))
    }
}

#[derive(Debug)]
pub struct Blocking<D> {
    drawer: Arc<D>,
    /// Held by the thread of the current call. Systems do not guarantee the order of calls about
    /// one item from two threads; and a call that hangs blocks one thread instead of many.
    turn: Arc<Mutex<()>>,
    patience: KeyringTimeouts,
}

impl<D: BlockingKeyring> Blocking<D> {
    pub fn over(drawer: D, patience: KeyringTimeouts) -> Self {
        Self { drawer: Arc::new(drawer), turn: Arc::default(), patience }
    }

    fn limit(&self) -> Duration {
        if self.drawer.may_ask() { self.patience.question } else { self.patience.call }
    }

    /// Does not use `spawn_blocking`: the runtime waits for such threads when it shuts down, and
    /// the program must not hang because a prompt of the system is still open.
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
                    // The caller may have stopped waiting.
                    let _ = answer.send(outcome);
                })
                .map_err(|error| SecretError::Refused(error.to_string()))?;
            answered.await.unwrap_or_else(|_| {
                let why = text!("storage-keyring-interrupted");
                Err(SecretError::Refused(why.to_owned()))
            })
        };
        tokio::time::timeout(limit, outcome).await.map_err(|_| SecretError::TimedOut)?
    }
}

impl<D: BlockingKeyring> SecretStore for Blocking<D> {
    fn probe(&self) -> Pending<'_, Readiness> {
        Box::pin(self.call(self.patience.call, D::probe_round_trip))
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
