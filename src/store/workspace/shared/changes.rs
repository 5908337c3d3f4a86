//! News of other stations: what they write is announced by the server, and looked for now and then
//! where the announcement cannot come through. News are hints; the tables are the truth.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::{Shared, address};

/// The name under which stations announce what they write.
pub(super) const CHANNEL: &str = "postroom";
/// How long the listener waits before it connects again.
const PAUSE: Duration = Duration::from_secs(2);
/// Without an announcement for this long, the tables are looked at all the same.
const POLL: Duration = Duration::from_secs(15);
/// So many looks later, somebody may have entered the address of the server itself.
const LOOKS: u32 = 40;

/// What a station announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Orders,
    Documents,
    Addresses,
    /// Claims of a station that fell silent are wanted.
    Wanted,
    /// Stations were asked to report, or one has reported.
    Reports,
}

impl Told {
    const ALL: [Self; 5] =
        [Self::Orders, Self::Documents, Self::Addresses, Self::Wanted, Self::Reports];

    const fn code(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Documents => "documents",
            Self::Addresses => "addresses",
            Self::Wanted => "wanted",
            Self::Reports => "reports",
        }
    }

    /// `orders bench 3`.
    pub(super) fn message(self, station: &str) -> String {
        format!("{} {station}", self.code())
    }

    fn of_message(message: &str) -> Option<(Self, &str)> {
        let (code, station) = message.split_once(' ')?;
        let told = Self::ALL.into_iter().find(|told| told.code() == code)?;
        Some((told, station))
    }
}

/// Counts of what has changed since the receiver was made. A count that grew says where to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceChange {
    pub orders: u64,
    pub documents: u64,
    pub addresses: u64,
    /// Other stations ask whether this one is still there.
    pub wanted: u64,
    /// Stations were asked to report, or have reported.
    pub reports: u64,
    /// Whether announcements come in. `false`: changes are seen with a delay.
    pub is_listening: bool,
}

/// A receiver of news; it stops listening when it is dropped.
#[derive(Debug)]
pub struct WorkspaceNews {
    pub changes: watch::Receiver<WorkspaceChange>,
    task: AbortHandle,
}

impl Drop for WorkspaceNews {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(super) fn listen(shared: &Arc<Shared>) -> WorkspaceNews {
    let (sender, changes) = watch::channel(WorkspaceChange::default());
    let shared = Arc::clone(shared);
    let task = tokio::spawn(async move {
        loop {
            match listener(&shared, address::CONNECT_LIMIT).await {
                Ok(Some(listener)) => {
                    if let Err(error) = listen_with(listener, &shared, &sender).await {
                        tracing::debug!(%error, "news of other stations do not come in");
                    }
                    sender.send_modify(|change| {
                        change.is_listening = false;
                        change.look_everywhere();
                    });
                    tokio::time::sleep(PAUSE).await;
                }
                Ok(None) => look_now_and_then(&sender).await,
                Err(error) => {
                    tracing::debug!(%error, "news of other stations cannot be listened for");
                    sender.send_modify(WorkspaceChange::look_everywhere);
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    });
    WorkspaceNews { changes, task: task.abort_handle() }
}

impl WorkspaceChange {
    fn look_everywhere(&mut self) {
        self.orders += 1;
        self.documents += 1;
        self.addresses += 1;
    }
}

/// A listener, if an announcement comes in at it; `None` if it connects and hears nothing.
///
/// A pool in transaction mode gives the connection that listens to whoever works next, who then gets
/// announcements in place of an answer. So nobody listens to the real announcements before one of a
/// name that nobody else uses was heard.
///
/// A pool may also leave a statement of it without an answer, for good: that is as deaf.
pub(super) async fn listener(
    shared: &Shared,
    hears_within: Duration,
) -> Result<Option<PgListener>, sqlx::Error> {
    // Two connections are made on the way.
    let limit = address::CONNECT_LIMIT * 2 + hears_within;
    let tried = tokio::time::timeout(limit, try_listener(shared, hears_within));
    tried.await.unwrap_or(Ok(None))
}

async fn try_listener(
    shared: &Shared,
    hears_within: Duration,
) -> Result<Option<PgListener>, sqlx::Error> {
    let single = |options| {
        PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(address::CONNECT_LIMIT)
            .connect_lazy_with(options)
    };
    let password = shared.password.as_ref();
    let mut listener =
        PgListener::connect_with(&single(shared.address.listener_options(password))).await?;
    let channel = format!("{CHANNEL}_{}", uuid::Uuid::new_v4().simple());
    listener.listen(&channel).await?;
    // A connection of its own, for the case that it gets the announcement itself.
    let speaker = single(shared.address.options(password));
    let told = sqlx::query("SELECT pg_notify($1, '')")
        .persistent(false)
        .bind(&channel)
        .execute(&speaker)
        .await;
    match told {
        Ok(_) => {}
        Err(sqlx::Error::Protocol(_)) => return Ok(None),
        Err(error) => return Err(error),
    }
    speaker.close().await;
    let heard = tokio::time::timeout(hears_within, listener.try_recv()).await;
    if !matches!(heard, Ok(Ok(Some(_)))) {
        return Ok(None);
    }
    listener.unlisten(&channel).await?;
    Ok(Some(listener))
}

/// Without announcements the tables are looked at, until it is time to try to listen again.
async fn look_now_and_then(sender: &watch::Sender<WorkspaceChange>) {
    for _ in 0..LOOKS {
        sender.send_modify(WorkspaceChange::look_everywhere);
        tokio::time::sleep(POLL).await;
    }
}

/// Listens until the connection ends.
async fn listen_with(
    mut listener: PgListener,
    shared: &Shared,
    sender: &watch::Sender<WorkspaceChange>,
) -> Result<(), sqlx::Error> {
    let listening = tokio::time::timeout(address::CONNECT_LIMIT, listener.listen(CHANNEL));
    listening.await.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
    // What happened before this moment was announced to nobody.
    sender.send_modify(|change| {
        change.is_listening = true;
        change.look_everywhere();
    });
    loop {
        match tokio::time::timeout(POLL, listener.try_recv()).await {
            Ok(Ok(Some(news))) => {
                let told = Told::of_message(news.payload());
                if let Some((told, station)) = told
                    && station != shared.station
                {
                    sender.send_modify(|change| match told {
                        Told::Orders => change.orders += 1,
                        Told::Documents => change.documents += 1,
                        Told::Addresses => change.addresses += 1,
                        Told::Wanted => change.wanted += 1,
                        Told::Reports => change.reports += 1,
                    });
                }
            }
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(error)) => return Err(error),
            Err(_) => sender.send_modify(WorkspaceChange::look_everywhere),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_announcement_says_what_and_who() {
        for told in Told::ALL {
            let message = told.message("bench 3");
            assert_eq!(Told::of_message(&message), Some((told, "bench 3")));
        }
        for other in ["", "orders", "else bench 3"] {
            assert_eq!(Told::of_message(other), None, "{other:?}");
        }
    }
}
