//! Why a batch begins no further row: a person stopped it, or what one row met would meet every other
//! row too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::desk::kernel::batch_job::Progress;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Feature;
use crate::desk::kernel::session::RequestError;

/// So many requests in a row without any answer end a batch: the connection is down.
const MOST_UNANSWERED: u32 = 6;

/// Told by any of the rows of a batch.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct EarlyEnd {
    met: Arc<Mutex<Met>>,
    stop: Arc<AtomicBool>,
}

/// What the requests of a batch have met so far.
#[derive(Debug, Default)]
struct Met {
    reason: Option<Trouble>,
    /// Requests in a row that got no answer.
    unanswered: u32,
    /// The last failure of a batch that has got no answer at all.
    silence: Option<Trouble>,
    has_answered: bool,
    /// The service does not take the account's sign-in any more.
    refused_sign_in: Option<Trouble>,
}

impl EarlyEnd {
    /// Of a batch that a person can stop.
    pub(in crate::desk) fn of_batch<F: Feature>(progress: &Progress<F>) -> Self {
        Self { met: Arc::default(), stop: progress.stop_flag() }
    }

    /// Whether no further row begins.
    pub(in crate::desk) fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.met().reason.is_some()
    }

    /// The first reason counts.
    pub(in crate::desk) fn ask_for(&self, trouble: Trouble) {
        self.met().reason.get_or_insert(trouble);
    }

    pub(in crate::desk) fn reason(&self) -> Option<Trouble> {
        self.met().reason.clone()
    }

    /// As [`Self::reason`], after the last row. A few rows of which none got an answer have met the
    /// same failure as many.
    pub(in crate::desk) fn reason_at_end(&self) -> Option<Trouble> {
        let met = self.met();
        met.reason.clone().or_else(|| met.silence.clone())
    }

    /// The service answered, if only to refuse.
    pub(in crate::desk) fn note_answer(&self) {
        let mut met = self.met();
        (met.unanswered, met.silence, met.has_answered) = (0, None, true);
    }

    /// A request got no answer. One alone says nothing about the requests for the other rows.
    pub(in crate::desk) fn note_silence(&self, trouble: &Trouble) {
        let mut met = self.met();
        met.unanswered += 1;
        if met.unanswered >= MOST_UNANSWERED {
            met.reason.get_or_insert_with(|| trouble.clone());
        }
        if !met.has_answered {
            met.silence = Some(trouble.clone());
        }
    }

    /// What came of a request that costs nothing. The batch ends if the failure would meet the other
    /// rows too: nobody is signed in, the service asks for a long pause, or the connection is down.
    pub(in crate::desk) fn note_outcome<T>(&self, outcome: &Result<T, RequestError>) {
        match outcome {
            Err(error) if error.sign_in => {
                let mut met = self.met();
                met.reason.get_or_insert_with(|| error.trouble.clone());
                met.refused_sign_in.get_or_insert_with(|| error.trouble.clone());
            }
            Err(error) if error.trouble.retry_after.is_some() => {
                self.ask_for(error.trouble.clone());
            }
            Err(error) if error.trouble.offline => self.note_silence(&error.trouble),
            Ok(_) | Err(_) => self.note_answer(),
        }
    }

    /// The end of a batch of such requests: tells the desk of a refused sign-in, so that the user is
    /// asked to sign in.
    ///
    /// # Errors
    /// Why the batch ended early.
    pub(in crate::desk) async fn end<F: Feature>(
        &self,
        progress: &Progress<F>,
    ) -> Result<(), Trouble> {
        let refused = self.met().refused_sign_in.take();
        if let Some(trouble) = refused {
            let outbox = progress.outbox();
            outbox.send(move |_, ctx| ctx.announce(Event::SignInRefused(trouble))).await;
        }
        self.reason_at_end().map_or(Ok(()), Err)
    }

    fn met(&self) -> MutexGuard<'_, Met> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
