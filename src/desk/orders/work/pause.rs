//! The pause that a busy service asks for (`Retry-After`, section 7): it holds for all requests of a
//! batch, not only for the one that was answered with it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::session::RequestError;

/// A request that was put off this often fails with the service's answer.
const MOST_PAUSES: u32 = 5;
/// A service that asks for more is as good as unavailable: the batch ends, and says so.
const LONGEST: Duration = Duration::from_secs(300);

#[derive(Clone, Debug, Default)]
pub(super) struct Pause(Arc<Mutex<Option<(Stopwatch, Duration)>>>);

impl Pause {
    /// Sends the request when no pause holds, again after each pause that the answer asks for.
    pub async fn keep<T, F>(&self, send: impl Fn() -> F) -> Result<T, RequestError>
    where
        F: Future<Output = Result<T, RequestError>>,
    {
        for _ in 0..MOST_PAUSES {
            self.wait().await;
            let answer = send().await;
            let asked = answer
                .as_ref()
                .err()
                .and_then(|error| error.trouble.retry_after);
            match asked {
                Some(pause) if pause <= LONGEST => self.begin(pause),
                _ => return answer,
            }
        }
        self.wait().await;
        send().await
    }

    fn begin(&self, pause: Duration) {
        let mut holds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = holds
            .as_ref()
            .map(|(since, pause)| pause.saturating_sub(since.elapsed()));
        if left.is_none_or(|left| left < pause) {
            *holds = Some((Stopwatch::start(), pause));
        }
    }

    async fn wait(&self) {
        while let Some(left) = self.left() {
            tokio::time::sleep(left).await;
        }
    }

    /// The time until the pause ends; `None` if there is none.
    fn left(&self) -> Option<Duration> {
        let mut holds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, pause) = holds.as_ref()?;
        let left = pause.saturating_sub(since.elapsed());
        if left.is_zero() {
            *holds = None;
            return None;
        }
        Some(left)
    }
}
