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

/// What a station announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Orders,
    Documents,
    Addresses,
    /// Claims of a station that fell silent are wanted.
    Wanted,
}

impl Told {
    const ALL: [Self; 4] = [Self::Orders, Self::Documents, Self::Addresses, Self::Wanted];

    const fn code(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Documents => "documents",
            Self::Addresses => "addresses",
            Self::Wanted => "wanted",
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
            if let Err(error) = listen_once(&shared, &sender).await {
                tracing::debug!(%error, "news of other stations do not come in");
            }
            let looks = |change: &mut WorkspaceChange| {
                change.is_listening = false;
                change.orders += 1;
                change.documents += 1;
            };
            sender.send_modify(looks);
            tokio::time::sleep(PAUSE).await;
        }
    });
    WorkspaceNews {
        changes,
        task: task.abort_handle(),
    }
}

/// Listens until the connection ends.
async fn listen_once(
    shared: &Shared,
    sender: &watch::Sender<WorkspaceChange>,
) -> Result<(), sqlx::Error> {
    let options = shared.address.listener_options(shared.password.as_ref());
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(address::CONNECT_LIMIT)
        .connect_lazy_with(options);
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    // What happened before this moment was announced to nobody.
    sender.send_modify(|change| {
        change.is_listening = true;
        change.orders += 1;
        change.documents += 1;
        change.addresses += 1;
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
                    });
                }
            }
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(error)) => return Err(error),
            Err(_) => sender.send_modify(|change| {
                change.orders += 1;
                change.documents += 1;
            }),
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
