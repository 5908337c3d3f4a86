//! Notices, the messages at the edge of the screen, and the activity list.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;
use tracing::field::display;
use url::{Host, Url};

use crate::base::child;
use crate::base::id::{CorrelationId, ManifestId, OrderId};
use crate::base::locale::Message;
use crate::client::PRACTICE_CONTROLS;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::message;
use crate::store::cache::Scope;
use jiff::Timestamp;

/// One request, redacted; includes the correlation id of section 7.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The account that sent it; `None` before anyone signed in.
    pub whose: Option<Scope>,
    pub at: Timestamp,
    pub call: String,
    pub status: Option<u16>,
    pub millis: u64,
    pub attempt: u32,
    pub correlation: Option<CorrelationId>,
    pub error: Option<Message>,
}

#[derive(Clone, Debug, Default)]
pub struct Notice {
    pub id: u64,
    /// The account whose screen shows it; `None` is for this computer, whoever is signed in.
    pub whose: Option<Scope>,
    pub tone: Tone,
    pub text: Message,
    pub trouble: Option<Trouble>,
    /// What it is about: when that is over, it goes too.
    pub about: Option<NoticeSubject>,
    /// Where its button leads.
    pub step: Option<NoticeStep>,
    pub at: Timestamp,
}

impl Notice {
    /// Whether both say that the same attempt failed, perhaps for another reason.
    fn says_attempt_of(&self, other: &Self) -> bool {
        let attempted = |notice: &Self| {
            let attempted = notice.trouble.as_ref()?.attempted.clone();
            notice.text.starts_with(attempted.as_str()).then_some(attempted)
        };
        attempted(self).is_some_and(|it| attempted(other) == Some(it))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeSubject {
    /// That the label of this order was not bought.
    Unbought(OrderId),
    NotToppedUp,
    /// That no refund was requested for this shipment, named as in the journal.
    NotRefunded(OrderId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeStep {
    /// The form of a manifest.
    Manifest(ManifestId),
    /// A file that was written.
    File(PathBuf),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    Good,
    #[default]
    Info,
    Warning,
    Bad,
}

/// Number of requests stored for the Activity panel.
const ACTIVITY_KEPT: usize = 500;
const NOTICES_KEPT: usize = 20;
/// Long enough to be read twice; the notice covers other panels meanwhile.
const SHOWN: SignedDuration = SignedDuration::from_secs(10);

/// Notices and requests of accounts that are not on the screen.
#[derive(Default)]
pub(in crate::desk) struct OffScreenNotices {
    notices: Vec<Notice>,
    activity: Vec<Activity>,
    notices_given: u64,
    /// Whether the difference to the service's clock was already reported.
    pub clock_told: bool,
}

/// Whether the notice needs nothing from a person, so that it goes after its time. Warnings and errors
/// stay until they are closed or over; that there was no connection is over when there is one, unless
/// the notice says what came of a purchase.
fn passes(notice: &Notice, is_offline: bool) -> bool {
    match &notice.trouble {
        None => matches!(notice.tone, Tone::Good | Tone::Info),
        Some(trouble) => trouble.offline && notice.about.is_none() && !is_offline,
    }
}

/// A notice in the log: which message it is and how a call failed, without the words, which may name
/// a person. Those that warn are in the file of the log too.
fn log(notice: &Notice) {
    let (message, trouble) = (notice.text.id(), notice.trouble.as_ref());
    let attempted = trouble.and_then(|trouble| trouble.attempted.id());
    let status = trouble.and_then(|trouble| trouble.status);
    let codes = trouble.map(|trouble| trouble.codes.join(" "));
    let correlation = trouble.and_then(|trouble| trouble.correlation.as_ref()).map(display);
    match notice.tone {
        Tone::Good | Tone::Info => tracing::debug!(message, "a notice"),
        Tone::Warning | Tone::Bad => {
            tracing::info!(message, attempted, status, codes, correlation, "a notice");
        }
    }
}

impl Ctx<'_> {
    /// Shows a notice to the account on the screen.
    pub(in crate::desk) fn notice(
        &mut self,
        tone: Tone,
        text: impl Into<Message>,
        trouble: Option<Trouble>,
    ) {
        let (whose, text) = (self.scope.clone(), text.into());
        self.show_notice(Notice { whose, tone, text, trouble, ..Notice::default() });
    }

    /// Says that a file was written, with buttons that open it and its folder.
    pub(in crate::desk) fn notice_file(&mut self, tone: Tone, text: Message, file: PathBuf) {
        let (whose, step) = (self.scope.clone(), Some(NoticeStep::File(file)));
        self.show_notice(Notice { whose, tone, text, step, ..Notice::default() });
    }

    /// Shows a notice about this computer, whoever is signed in.
    pub(in crate::desk) fn notice_here(&mut self, tone: Tone, text: impl Into<Message>) {
        self.show_notice(Notice { tone, text: text.into(), ..Notice::default() });
    }

    /// Stores a notice for one account: shown now or when that account is on the screen.
    pub(in crate::desk) fn notice_of(
        &mut self,
        whose: &Scope,
        tone: Tone,
        text: Message,
        trouble: Option<Trouble>,
    ) {
        let whose = Some(whose.clone());
        self.show_notice(Notice { whose, tone, text, trouble, ..Notice::default() });
    }

    /// Shows a notice, which gets its id and its time here. One for another account waits for it. It
    /// takes the place of one with the same subject, attempt or text: nothing is said twice.
    pub(in crate::desk) fn show_notice(&mut self, notice: Notice) {
        let list = match self.is_here(notice.whose.as_ref()) {
            true => &mut *self.notices,
            false => &mut self.aside.notices,
        };
        let is_same = |known: &Notice| {
            let says = known.text == notice.text || known.says_attempt_of(&notice);
            known.whose == notice.whose
                && known.about == notice.about
                && (known.about.is_some() || says)
        };
        let id = match list.iter().position(is_same) {
            Some(at) => list.remove(at).id,
            None => {
                self.aside.notices_given += 1;
                self.aside.notices_given
            }
        };
        log(&notice);
        list.push(Notice { id, at: self.clock.now(), ..notice });
        if list.len() > NOTICES_KEPT {
            list.remove(0);
        }
        *self.changed = true;
    }

    /// What these notices say is over.
    pub(in crate::desk) fn remove_notices_about(&mut self, subject: &NoticeSubject) {
        for list in [&mut *self.notices, &mut self.aside.notices] {
            let before = list.len();
            list.retain(|notice| notice.about.as_ref() != Some(subject));
            *self.changed |= list.len() < before;
        }
    }

    /// Whether the account is on the screen; always true before anyone signs in.
    fn is_here(&self, whose: Option<&Scope>) -> bool {
        whose.is_none() || self.scope.is_none() || whose == self.scope.as_ref()
    }

    /// Another account is on the screen: moves its notices and requests in and those of others out.
    pub(in crate::desk) fn show_notices_of_account(&mut self) {
        let mut notices = std::mem::take(self.notices);
        notices.append(&mut self.aside.notices);
        notices.sort_by_key(|notice| notice.id);
        let mut activity = Vec::from(std::mem::take(self.activity));
        // Requests sent before anyone signed in belong to the account that is shown now.
        for line in &mut activity {
            line.whose = line.whose.take().or_else(|| self.scope.clone());
        }
        activity.append(&mut self.aside.activity);
        activity.sort_by_key(|line| std::cmp::Reverse(line.at));
        let (here, aside) =
            notices.into_iter().partition(|notice| self.is_here(notice.whose.as_ref()));
        (*self.notices, self.aside.notices) = (here, aside);
        let (here, aside): (Vec<_>, Vec<_>) =
            activity.into_iter().partition(|line| self.is_here(line.whose.as_ref()));
        (*self.activity, self.aside.activity) = (here.into(), aside);
    }

    /// Removes all notices and requests of this account; with `None`, of every account. Those of
    /// the computer stay.
    pub(in crate::desk) fn remove_notices_of(&mut self, whose: Option<&Scope>) {
        let stays = |of: &Option<Scope>| of.is_none() || (whose.is_some() && of.as_ref() != whose);
        self.notices.retain(|notice| stays(&notice.whose));
        self.aside.notices.retain(|notice| stays(&notice.whose));
        self.activity.retain(|line| stays(&line.whose));
        self.aside.activity.retain(|line| stays(&line.whose));
    }

    /// Removes the notices that pass and had their time.
    pub(in crate::desk) fn remove_expired_notices(&mut self) {
        let before = self.notices.len();
        let now = self.clock.now();
        let is_offline = self.connectivity.is_offline();
        let is_new = |notice: &Notice| now.duration_since(notice.at) < SHOWN;
        self.notices.retain(|notice| !passes(notice, is_offline) || is_new(notice));
        *self.changed |= self.notices.len() < before;
    }

    /// Time until the next notice is removed.
    pub(in crate::desk) fn next_notice_expiry(&self) -> Option<Duration> {
        let now = self.clock.now();
        let is_offline = self.connectivity.is_offline();
        let passing = self.notices.iter().filter(|notice| passes(notice, is_offline));
        let left = passing.map(|notice| SHOWN - now.duration_since(notice.at));
        left.min().map(|left| left.try_into().unwrap_or_default())
    }

    /// Shows a failure as a notice, for callers that show it nowhere else.
    pub(in crate::desk) fn notice_failure(&mut self, trouble: Trouble) {
        let text =
            message!("errors-notice", attempted = &trouble.attempted, cause = &trouble.cause);
        self.note_connection_failure(&trouble);
        self.notice(Tone::Bad, text, Some(trouble));
    }

    /// A job or an answer panicked; the panic hook stored a report.
    pub(in crate::desk) fn note_fault(&mut self) {
        self.notice_here(Tone::Bad, message!("errors-fault"));
    }

    pub(in crate::desk) fn note_activity(&mut self, activity: Activity) {
        if activity.status.is_some() && activity.call != PRACTICE_CONTROLS {
            self.note_answer_received(activity.at);
        }
        if self.is_here(activity.whose.as_ref()) {
            self.activity.push_front(activity);
            self.activity.truncate(ACTIVITY_KEPT);
        } else {
            self.aside.activity.insert(0, activity);
            self.aside.activity.truncate(ACTIVITY_KEPT);
        }
    }
}

/// Opens a web address in the system's browser; anything else is refused.
pub(in crate::desk) fn open_url(ctx: &mut Ctx<'_>, url: &str) {
    let Some(url) = web_address(url) else {
        ctx.notice_here(Tone::Warning, message!("errors-only-web-addresses"));
        return;
    };
    open(ctx, url.into(), || message!("errors-no-browser"));
}

/// Opens a file, or a folder, with the system's program for it.
pub(in crate::desk) fn open_path(ctx: &mut Ctx<'_>, path: PathBuf) {
    let told = path.display().to_string();
    open(ctx, path.into(), move || message!("errors-not-opened", path = told));
}

fn open(ctx: &mut Ctx<'_>, what: OsString, failed: impl FnOnce() -> Message + Send + 'static) {
    ctx.jobs.spawn(|outbox: Outbox<()>| async move {
        let opened = tokio::task::spawn_blocking(move || child::open_with_system(&what)).await;
        if !matches!(opened, Ok(Ok(()))) {
            outbox.send(move |_, ctx| ctx.notice_here(Tone::Warning, failed())).await;
        }
    });
}

/// A URL as a browser parses it, if it is https, or http to this computer, and has no user name.
/// Text before an `@` is a user name, not the host.
fn web_address(text: &str) -> Option<String> {
    let has_slashes = |scheme: &str| {
        let start = text.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if !has_slashes("https://") && !has_slashes("http://") {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let here = match url.host()? {
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
        Host::Domain(name) => name == "localhost",
    };
    let named = !url.username().is_empty() || url.password().is_some();
    let web = url.scheme() == "https" || (url.scheme() == "http" && here);
    (web && !named).then(|| url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(attempted: &str, cause: &str, offline: bool) -> Notice {
        let text = format!("{attempted}: {cause}").into();
        let (attempted, cause) = (attempted.into(), cause.into());
        let trouble = Some(Trouble { attempted, cause, offline, ..Trouble::default() });
        Notice { tone: Tone::Bad, text, trouble, ..Notice::default() }
    }

    /// W40: warnings never went by themselves.
    #[test]
    fn a_notice_about_the_connection_passes_once_there_is_one() {
        let (lost, refused) = (failed("A", "no answer", true), failed("A", "refused", false));
        let about = Some(NoticeSubject::NotToppedUp);
        let of_purchase = Notice { about, ..lost.clone() };
        let said = Notice { tone: Tone::Warning, ..Notice::default() };
        let saved = Notice { tone: Tone::Good, ..Notice::default() };
        for (notice, offline, online) in [
            (&lost, false, true),
            (&refused, false, false),
            (&of_purchase, false, false),
            (&said, false, false),
            (&saved, true, true),
        ] {
            assert_eq!((passes(notice, true), passes(notice, false)), (offline, online));
        }
    }

    /// W40: the same was said many times.
    #[test]
    fn an_attempt_that_fails_again_is_said_once() {
        let first = failed("Couldn’t print", "no paper", false);
        assert!(first.says_attempt_of(&failed("Couldn’t print", "jammed", false)));
        assert!(!first.says_attempt_of(&failed("Couldn’t save", "no paper", false)));
        let other = Notice { text: "Order 7 is not printed".into(), ..first.clone() };
        assert!(!first.says_attempt_of(&other) && !other.says_attempt_of(&first));
    }

    /// Finding M6.
    #[test]
    fn addresses_of_the_web_are_told_as_a_browser_reads_them() {
        for (text, wanted) in [
            ("https://example.com/a?b#c", Some("https://example.com/a?b#c")),
            ("HTTPS://EXAMPLE.com", Some("https://example.com/")),
            ("http://127.0.0.1:8331/x", Some("http://127.0.0.1:8331/x")),
            ("http://[::1]:8331/", Some("http://[::1]:8331/")),
            ("http://localhost/", Some("http://localhost/")),
            ("http://127.0.0.1:1@evil.example/", None),
            ("http://localhost:80@evil.example/", None),
            ("http://127.0.0.1:1\\@evil.example/", Some("http://127.0.0.1:1/@evil.example/")),
            ("https://user@example.com/", None),
            ("http://localhost.evil.example/", None),
            ("http://example.com/", None),
            ("https://", None),
            ("https:example.com", None),
            ("ftp://127.0.0.1/", None),
            ("file:///etc/passwd", None),
            ("", None),
        ] {
            assert_eq!(web_address(text).as_deref(), wanted, "{text}");
        }
    }

    /// W40: the same was said many times.
    #[test]
    fn the_same_words_are_said_once() {
        crate::desk::tests::with_desk(|desk| {
            desk.kernel(|ctx| {
                let before = ctx.notices.len();
                ctx.notice(Tone::Info, "Saved", None);
                ctx.notice(Tone::Info, "Saved", None);
                assert_eq!(ctx.notices.len(), before + 1);
            });
        });
    }
}
