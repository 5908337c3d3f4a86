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
pub(in crate::desk) struct Pause(Arc<Mutex<Option<(Stopwatch, Duration)>>>);

impl Pause {
    /// Sends the request when no pause holds, again after each pause that the answer asks for.
    pub(in crate::desk) async fn keep<T, F>(&self, send: impl Fn() -> F) -> Result<T, RequestError>
    where
        F: Future<Output = Result<T, RequestError>>,
    {
        for _ in 0..MOST_PAUSES {
            self.wait().await;
            let answer = send().await;
            let asked = answer.as_ref().err().and_then(|error| error.trouble.retry_after);
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
        let left = holds.as_ref().map(|(since, pause)| pause.saturating_sub(since.elapsed()));
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::task::JoinSet;

    use super::*;
    use crate::desk::kernel::failure::Trouble;

    /// Long enough for all requests of a test to be waiting; nothing is measured.
    const ASKED: Duration = Duration::from_millis(50);

    fn refusal(asked: Duration) -> RequestError {
        let trouble = Trouble { retry_after: Some(asked), ..Trouble::default() };
        RequestError { trouble, sign_in: false }
    }

    /// What a request met when it was sent: its number, and whether a pause held.
    type Sent = Arc<Mutex<Vec<(usize, bool)>>>;

    /// Sends five requests; the first one to be sent is refused this often. Returns what was sent
    /// and how many succeeded.
    async fn send_five(refused: usize, asked: Duration) -> (Vec<(usize, bool)>, usize) {
        let (pause, sent) = (Pause::default(), Sent::default());
        let mut requests = JoinSet::new();
        for number in 0..5 {
            let (pause, sent) = (pause.clone(), Arc::clone(&sent));
            requests.spawn(async move {
                let send = || {
                    let mut sent = sent.lock().unwrap();
                    sent.push((number, pause.left().is_some()));
                    let is_refused = number == 0 && sent.len() <= refused;
                    std::future::ready(match is_refused {
                        true => Err(refusal(asked)),
                        false => Ok(()),
                    })
                };
                pause.keep(send).await
            });
        }
        let done = requests.join_all().await;
        let sent = std::mem::take(&mut *sent.lock().unwrap());
        (sent, done.iter().filter(|answer| answer.is_ok()).count())
    }

    #[tokio::test]
    async fn one_refusal_holds_back_every_request_of_the_batch() {
        let (mut sent, done) = send_five(1, ASKED).await;
        assert_eq!(done, 5);
        assert!(sent.iter().all(|(_, in_pause)| !in_pause), "{sent:?}");
        // The first is sent again, and the others only after the pause.
        assert_eq!(sent.remove(0).0, 0, "{sent:?}");
        sent.sort_unstable();
        let numbers: Vec<usize> = sent.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
    }

    #[tokio::test]
    async fn a_service_that_asks_for_very_much_is_not_waited_for() {
        let (sent, done) = send_five(1, LONGEST + Duration::from_secs(1)).await;
        assert_eq!((sent.len(), done), (5, 4));
    }
}
