//! Sentences that come up at the edge of the screen, and the activity list.

use std::time::Duration;

use jiff::SignedDuration;

use super::Desk;
use super::state::{Activity, Line, Notice, Tone, Trouble};

/// Requests kept for the Activity panel.
const ACTIVITY_KEPT: usize = 500;
const NOTICES_KEPT: usize = 20;
/// Long enough to be read twice.
const SHOWN: SignedDuration = SignedDuration::from_secs(20);

fn passes(notice: &Notice) -> bool {
    matches!(notice.tone, Tone::Good | Tone::Info) && notice.trouble.is_none()
}

impl Desk {
    /// The same sentence is not shown twice; it moves to the end with its new time.
    pub(super) fn notice(&mut self, tone: Tone, text: impl Into<String>, trouble: Option<Trouble>) {
        let text = text.into();
        let known = self
            .state
            .notices
            .iter()
            .position(|notice| notice.text == text);
        let id = match known {
            Some(at) => self.state.notices.remove(at).id,
            None => {
                self.notices_given += 1;
                self.notices_given
            }
        };
        self.state.notices.push(Notice {
            id,
            tone,
            text,
            trouble,
            at: self.clock.now(),
        });
        if self.state.notices.len() > NOTICES_KEPT {
            self.state.notices.remove(0);
        }
        self.changed = true;
    }

    /// What only tells that something went well, or could not be done, leaves by itself.
    pub(super) fn let_notices_go(&mut self) {
        if self.state.notices.iter().all(|notice| !passes(notice)) {
            return;
        }
        let before = self.state.notices.len();
        let now = self.clock.now();
        self.state
            .notices
            .retain(|notice| !passes(notice) || now.duration_since(notice.at) < SHOWN);
        self.changed |= self.state.notices.len() < before;
    }

    /// Until the next notice leaves.
    pub(super) fn notice_leaves(&self) -> Option<Duration> {
        let now = self.clock.now();
        let passing = self.state.notices.iter().filter(|notice| passes(notice));
        let left = passing.map(|notice| SHOWN - now.duration_since(notice.at));
        left.min().map(|left| left.try_into().unwrap_or_default())
    }

    /// A failure nobody else shows.
    pub(super) fn complain(&mut self, trouble: Trouble) {
        let text = format!("{}: {}", trouble.attempted, trouble.cause);
        self.note_line(&trouble);
        self.notice(Tone::Bad, text, Some(trouble));
    }

    /// Something of ours panicked; the hook has kept a report.
    pub(super) fn note_fault(&mut self) {
        let text = "Something stopped because of a fault in Postroom and is not finished. A report is kept on this computer; the next start offers it";
        self.notice(Tone::Bad, text, None);
    }

    /// An answer, even a refusal, means the line holds; none at all means it does not.
    pub(super) fn note_line(&mut self, trouble: &Trouble) {
        if !trouble.offline {
            return;
        }
        let since = match &self.state.line {
            Line::Offline { since, .. } => *since,
            _ => self.clock.now(),
        };
        self.state.line = Line::Offline {
            since,
            trouble: trouble.clone(),
        };
        if self.timers.retried.is_none() {
            self.timers.retried = Some(crate::base::clock::Stopwatch::start());
        }
    }

    pub(super) fn note_activity(&mut self, activity: Activity) {
        tracing::info!(
            call = %activity.call,
            status = activity.status,
            millis = activity.millis,
            attempt = activity.attempt,
            correlation = activity.correlation.as_ref().map(|id| id.as_str()),
            "request"
        );
        if activity.status.is_some() {
            self.state.line = Line::Online {
                last_answer: activity.at,
            };
            self.timers.retried = None;
        }
        self.state.activity.push_front(activity);
        self.state.activity.truncate(ACTIVITY_KEPT);
    }
}

/// Hands an address of the web to the system's browser; nothing else is ever handed over.
pub(super) fn open_url(desk: &mut Desk, url: String) {
    let web = url.starts_with("https://")
        || url.starts_with("http://127.0.0.1:")
        || url.starts_with("http://localhost:");
    if !web {
        desk.notice(Tone::Warning, "Only web addresses can be opened", None);
        return;
    }
    desk.jobs.spawn(|outbox| async move {
        let opened = tokio::task::spawn_blocking(move || open::that_detached(&url)).await;
        if !matches!(opened, Ok(Ok(()))) {
            outbox
                .send(|desk| desk.notice(Tone::Warning, "No browser could be opened", None))
                .await;
        }
    });
}
