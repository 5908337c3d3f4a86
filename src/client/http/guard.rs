//! A DNS resolver that allows only permitted addresses, so that a public name for an address in a
//! private network is refused when connecting. Numeric addresses are never resolved; `url` checks
//! those.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::api::url::is_public;

#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    public_only: bool,
    loopback_too: bool,
    limit: Duration,
}

#[derive(Debug, thiserror::Error)]
#[error("the name leads to no public address")]
pub(super) struct PrivateAddress;

#[derive(Debug, thiserror::Error)]
#[error("looking up the name failed")]
pub(super) struct NoSuchName(#[source] io::Error);

impl Guard {
    pub fn open(connect: Duration) -> Self {
        Self { public_only: false, loopback_too: true, limit: limit_within(connect) }
    }

    pub fn closed(connect: Duration, loopback_too: bool) -> Self {
        Self { public_only: true, loopback_too, limit: limit_within(connect) }
    }

    fn permits(self, ip: IpAddr) -> bool {
        !self.public_only || is_public(ip) || (self.loopback_too && ip.is_loopback())
    }

    async fn look_up(self, name: String) -> Result<Vec<SocketAddr>, NoSuchName> {
        let (sender, receiver) = oneshot::channel();
        // The system's resolver cannot be canceled. On its own thread it blocks neither other jobs
        // nor the end of the program.
        let ask = move || {
            let found = (name.as_str(), 0).to_socket_addrs();
            let _ = sender.send(found.map(Vec::from_iter));
        };
        let asking = thread::Builder::new().name("postroom-lookup".to_owned());
        asking.spawn(ask).map_err(NoSuchName)?;
        match timeout(self.limit, receiver).await {
            Ok(Ok(found)) => found.map_err(NoSuchName),
            Ok(Err(_)) => Err(NoSuchName(io::ErrorKind::Other.into())),
            Err(_) => Err(NoSuchName(io::ErrorKind::TimedOut.into())),
        }
    }
}

/// Shorter than the connect timeout, so that a lookup timeout can be distinguished from a connect
/// timeout.
fn limit_within(connect: Duration) -> Duration {
    connect.mul_f64(0.9)
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = *self;
        Box::pin(async move {
            let mut found = guard.look_up(name.as_str().to_owned()).await?;
            found.retain(|address| guard.permits(address.ip()));
            if found.is_empty() {
                return Err(PrivateAddress.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_to_private_addresses_leads_nowhere() {
        let limit = Duration::from_secs(1);
        let (far, near) = (Guard::closed(limit, false), Guard::closed(limit, true));
        let calls = Guard::open(limit);
        for (ip, from_far, from_near) in [
            ("93.184.216.34", true, true),
            ("10.0.0.1", false, false),
            ("172.16.5.4", false, false),
            ("192.168.1.1", false, false),
            ("169.254.169.254", false, false),
            ("fe80::1", false, false),
            ("fd00::1", false, false),
            ("::ffff:10.0.0.1", false, false),
            ("127.0.0.1", false, true),
            ("::1", false, true),
        ] {
            let ip: IpAddr = ip.parse().unwrap();
            assert_eq!(far.permits(ip), from_far, "{ip} from afar");
            assert_eq!(near.permits(ip), from_near, "{ip} from here");
            assert!(calls.permits(ip), "a server of one's own network is allowed");
        }
    }
}
