//! Decides whether a call is retried. A pure function: time and randomness are parameters.

use std::time::Duration;

use super::call::Safety;

/// How one attempt ended, as far as a retry depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    NotSent,
    NoAnswer,
    /// A 2xx response whose body could not be read.
    Garbled,
    Status(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Retry(Duration),
    Stop,
}

/// Attempts in all, including the first one.
pub const MAX_ATTEMPTS: u32 = 3;
/// The delay before the second attempt is random between zero and this; doubled for the third.
const FIRST_WAIT: Duration = Duration::from_millis(400);
/// A call is not retried if the server asks for a longer delay; the caller finds it in
/// [`super::error::ApiError::retry_after`].
const LONGEST_WISH: Duration = Duration::from_secs(10);

/// Decides after attempt number `attempt`, counted from 1. `jitter` is uniform from 0 to 1.
pub fn decide(
    safety: Safety,
    attempt: u32,
    outcome: Outcome,
    retry_after: Option<Duration>,
    jitter: f64,
) -> Decision {
    let passing = match outcome {
        Outcome::NotSent | Outcome::NoAnswer | Outcome::Garbled => true,
        Outcome::Status(status) => matches!(status, 408 | 429 | 500 | 502 | 503 | 504),
    };
    if safety != Safety::Read || attempt >= MAX_ATTEMPTS || !passing {
        return Decision::Stop;
    }
    let ceiling = FIRST_WAIT.saturating_mul(1 << attempt.saturating_sub(1).min(8));
    let drawn = ceiling.mul_f64(jitter.clamp(0.0, 1.0));
    match retry_after {
        Some(wish) if wish > LONGEST_WISH => Decision::Stop,
        // Without the random part, all clients that were refused together would return together.
        Some(wish) => Decision::Retry(wish + drawn),
        None => Decision::Retry(drawn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn decisions() {
        use Decision::{Retry, Stop};
        use Outcome::{Garbled, NoAnswer, NotSent, Status};
        use Safety::{Money, Read, Write};
        for (safety, attempt, outcome, wish, jitter, decision) in [
            (Read, 1, NoAnswer, None, 1.0, Retry(MS(400))),
            (Read, 1, NoAnswer, None, 0.0, Retry(MS(0))),
            (Read, 2, NotSent, None, 0.5, Retry(MS(400))),
            (Read, 3, NoAnswer, None, 0.5, Stop),
            (Read, 1, Garbled, None, 0.25, Retry(MS(100))),
            (Read, 1, Status(503), None, 1.0, Retry(MS(400))),
            (Read, 1, Status(503), Some(MS(2000)), 0.5, Retry(MS(2200))),
            (Read, 1, Status(429), Some(MS(60_000)), 0.5, Stop),
            (Read, 1, Status(404), None, 0.5, Stop),
            (Read, 1, Status(422), None, 0.5, Stop),
            (Read, 1, Status(401), None, 0.5, Stop),
            (Write, 1, NoAnswer, None, 0.5, Stop),
            (Write, 1, NotSent, None, 0.5, Stop),
            (Money, 1, NotSent, None, 0.5, Stop),
            (Money, 1, Status(503), Some(MS(1)), 0.5, Stop),
        ] {
            assert_eq!(
                decide(safety, attempt, outcome, wish, jitter),
                decision,
                "{safety:?} {attempt} {outcome:?} {wish:?}"
            );
        }
    }
}
