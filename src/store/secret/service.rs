//! The Secret Service of Linux desktops (GNOME Keyring, KWallet, KeePassXC) over D-Bus,
//! spoken directly: every crate for it brings more packages than the lock file may hold.
//!
//! The session is `plain`: the secret crosses the session bus, a socket of this very user,
//! unencrypted. Who can read that socket runs as this user and can ask the keyring itself.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::time::Duration;

use futures_core::Stream;
use serde::Serialize;
use zbus::zvariant::Value;
use zbus::zvariant::{DynamicDeserialize, DynamicType, ObjectPath, OwnedObjectPath, OwnedValue};
use zbus::{Connection, Proxy};
use zeroize::Zeroizing;

use super::{Patience, Pending, Readiness, SecretError, SecretStore, TRIAL, TRIAL_LABEL};
use crate::base::secret::Secret;

const BUS: &str = "org.freedesktop.secrets";
const ROOT: &str = "/org/freedesktop/secrets";
const SERVICE: &str = "org.freedesktop.Secret.Service";
const COLLECTION: &str = "org.freedesktop.Secret.Collection";
const ITEM: &str = "org.freedesktop.Secret.Item";
const PROMPT: &str = "org.freedesktop.Secret.Prompt";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const LABEL: &str = "org.freedesktop.Secret.Item.Label";
const ATTRIBUTES: &str = "org.freedesktop.Secret.Item.Attributes";
/// What the specification writes for "no object".
const NOTHING: &str = "/";
/// Our own items, among those of every other program.
const SCHEMA: &str = "org.postroom.Account";

#[derive(Debug)]
pub struct SecretService {
    /// `None` connects to the session bus anew each time: daemons come and go.
    connection: Option<Connection>,
    patience: Patience,
}

impl SecretService {
    pub fn of_session() -> Self {
        Self {
            connection: None,
            patience: Patience::default(),
        }
    }

    /// Over a connection that exists, with other limits.
    pub fn over(connection: Connection, patience: Patience) -> Self {
        Self {
            connection: Some(connection),
            patience,
        }
    }

    async fn talk(&self) -> Result<Talk, SecretError> {
        let limit = self.patience.call;
        let connection = match &self.connection {
            Some(connection) => connection.clone(),
            None => tokio::time::timeout(limit, Connection::session())
                .await
                .map_err(|_| SecretError::TimedOut)?
                .map_err(|error| SecretError::Absent(plain(&error)))?,
        };
        let mut talk = Talk {
            connection,
            patience: self.patience,
            session: OwnedObjectPath::from(ObjectPath::from_static_str_unchecked(NOTHING)),
        };
        let body = ("plain", Value::from(""));
        let opened: Result<(OwnedValue, OwnedObjectPath), _> =
            talk.call(ROOT, SERVICE, "OpenSession", &body).await;
        talk.session = match opened {
            Ok((_, session)) => session,
            // Nobody there, or somebody who takes no session: either way no keyring for us.
            Err(SecretError::Refused(why)) => return Err(SecretError::Absent(why)),
            Err(error) => return Err(error),
        };
        Ok(talk)
    }
}

impl SecretStore for SecretService {
    fn probe(&self) -> Pending<'_, Readiness> {
        Box::pin(async {
            let talk = self.talk().await?;
            let outcome = talk.probe().await;
            talk.close().await;
            outcome
        })
    }

    fn put<'a>(&'a self, item: &'a str, label: &'a str, secret: &'a Secret) -> Pending<'a, ()> {
        Box::pin(async move {
            let talk = self.talk().await?;
            let outcome = talk.put(item, label, secret).await;
            talk.close().await;
            outcome
        })
    }

    fn get<'a>(&'a self, item: &'a str) -> Pending<'a, Option<Secret>> {
        Box::pin(async move {
            let talk = self.talk().await?;
            let outcome = talk.get(item).await;
            talk.close().await;
            outcome
        })
    }

    fn remove<'a>(&'a self, item: &'a str) -> Pending<'a, ()> {
        Box::pin(async move {
            let talk = self.talk().await?;
            let outcome = talk.remove(item).await;
            talk.close().await;
            outcome
        })
    }
}

/// A secret as it crosses the bus: session, parameters (none when plain), bytes, kind.
type OnWire = (OwnedObjectPath, Vec<u8>, Vec<u8>, String);

/// One open session.
struct Talk {
    connection: Connection,
    patience: Patience,
    session: OwnedObjectPath,
}

impl Talk {
    async fn probe(&self) -> Result<Readiness, SecretError> {
        let collection = self.collection().await?;
        let body = (COLLECTION, "Locked");
        let locked: OwnedValue = self.call(&collection, PROPERTIES, "Get", &body).await?;
        if bool::try_from(locked).unwrap_or(true) {
            // Writing would bring up a question that nobody asked for yet.
            return Ok(Readiness::AsksFirst);
        }
        let trial = Secret::new(uuid::Uuid::new_v4().to_string());
        self.put(TRIAL, TRIAL_LABEL, &trial).await?;
        let back = self.get(TRIAL).await?;
        self.remove(TRIAL).await?;
        if back.as_ref() == Some(&trial) {
            Ok(Readiness::Ready)
        } else {
            let why = "it did not give back what was put in";
            Err(SecretError::Refused(why.to_owned()))
        }
    }

    async fn put(&self, item: &str, label: &str, secret: &Secret) -> Result<(), SecretError> {
        let collection = self.collection().await?;
        self.unlock(&collection).await?;
        let properties = HashMap::from([
            (LABEL, Value::from(label)),
            (ATTRIBUTES, Value::from(attributes(item))),
        ]);
        let session: &ObjectPath<'_> = &self.session;
        let nothing: &[u8] = &[];
        let secret = (session, nothing, secret.expose().as_bytes(), "text/plain");
        let body = (properties, secret, true);
        let (_, prompt): (OwnedObjectPath, OwnedObjectPath) = self
            .call(&collection, COLLECTION, "CreateItem", &body)
            .await?;
        self.answer(&prompt).await
    }

    async fn get(&self, item: &str) -> Result<Option<Secret>, SecretError> {
        let (unlocked, locked) = self.search(item).await?;
        let found = match (unlocked.into_iter().next(), locked.into_iter().next()) {
            (Some(found), _) => found,
            (None, Some(found)) => {
                self.unlock(&found).await?;
                found
            }
            (None, None) => return Ok(None),
        };
        let session: &ObjectPath<'_> = &self.session;
        let (_, _, bytes, _): OnWire = self.call(&found, ITEM, "GetSecret", &(session,)).await?;
        let bytes = Zeroizing::new(bytes);
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| SecretError::Refused("what it gave back is not text".to_owned()))?;
        Ok(Some(Secret::new(text)))
    }

    async fn remove(&self, item: &str) -> Result<(), SecretError> {
        let (unlocked, locked) = self.search(item).await?;
        for found in unlocked.into_iter().chain(locked) {
            let prompt: OwnedObjectPath = self.call(&found, ITEM, "Delete", &()).await?;
            self.answer(&prompt).await?;
        }
        Ok(())
    }

    async fn collection(&self) -> Result<OwnedObjectPath, SecretError> {
        let body = ("default",);
        let found: OwnedObjectPath = self.call(ROOT, SERVICE, "ReadAlias", &body).await?;
        if found.as_str() == NOTHING {
            let why = "it has no default keyring; make one in the system’s password program";
            return Err(SecretError::Absent(why.to_owned()));
        }
        Ok(found)
    }

    async fn search(
        &self,
        item: &str,
    ) -> Result<(Vec<OwnedObjectPath>, Vec<OwnedObjectPath>), SecretError> {
        let body = (attributes(item),);
        self.call(ROOT, SERVICE, "SearchItems", &body).await
    }

    /// Asks the person through the keyring's own window where it is locked.
    async fn unlock(&self, object: &OwnedObjectPath) -> Result<(), SecretError> {
        let wanted: &ObjectPath<'_> = object;
        let body = (vec![wanted],);
        let (unlocked, prompt): (Vec<OwnedObjectPath>, OwnedObjectPath) =
            self.call(ROOT, SERVICE, "Unlock", &body).await?;
        if unlocked.contains(object) {
            return Ok(());
        }
        if prompt.as_str() == NOTHING {
            return Err(SecretError::Locked);
        }
        self.answer(&prompt).await
    }

    /// Brings up the keyring's question, if there is one, and waits for the person.
    async fn answer(&self, prompt: &OwnedObjectPath) -> Result<(), SecretError> {
        if prompt.as_str() == NOTHING {
            return Ok(());
        }
        let limit = self.patience.call;
        let listen = async {
            let proxy = Proxy::new(&self.connection, BUS, prompt.clone(), PROMPT).await?;
            proxy.receive_signal("Completed").await
        };
        // Before the question is shown: who answers at once would not be heard.
        let mut completed = within(limit, listen).await?;
        self.call::<_, ()>(prompt, PROMPT, "Prompt", &("",)).await?;
        let next = poll_fn(|cx| Pin::new(&mut completed).poll_next(cx));
        let Ok(said) = tokio::time::timeout(self.patience.question, next).await else {
            // The question must not stay behind; whether that succeeds changes nothing here.
            let _ = self.call::<_, ()>(prompt, PROMPT, "Dismiss", &()).await;
            return Err(SecretError::TimedOut);
        };
        let said = said.ok_or(SecretError::Dismissed)?;
        let (dismissed, _): (bool, OwnedValue) =
            said.body().deserialize().map_err(|e| refused(&e))?;
        if dismissed {
            return Err(SecretError::Dismissed);
        }
        Ok(())
    }

    async fn close(&self) {
        let session = "org.freedesktop.Secret.Session";
        // A session left open ends with the connection.
        let _ = self
            .call::<_, ()>(&self.session, session, "Close", &())
            .await;
    }

    async fn call<B, R>(
        &self,
        path: &str,
        interface: &str,
        method: &str,
        body: &B,
    ) -> Result<R, SecretError>
    where
        B: Serialize + DynamicType + Sync,
        R: for<'d> DynamicDeserialize<'d>,
    {
        let sent = self
            .connection
            .call_method(Some(BUS), path, Some(interface), method, body);
        let reply = within(self.patience.call, sent).await?;
        reply.body().deserialize().map_err(|error| refused(&error))
    }
}

fn attributes(item: &str) -> HashMap<&str, &str> {
    HashMap::from([
        ("xdg:schema", SCHEMA),
        ("application", "postroom"),
        ("item", item),
    ])
}

async fn within<T>(
    limit: Duration,
    doing: impl Future<Output = zbus::Result<T>>,
) -> Result<T, SecretError> {
    tokio::time::timeout(limit, doing)
        .await
        .map_err(|_| SecretError::TimedOut)?
        .map_err(|error| refused(&error))
}

fn refused(error: &zbus::Error) -> SecretError {
    const LOCKED: &str = "org.freedesktop.Secret.Error.IsLocked";
    match error {
        zbus::Error::MethodError(name, _, _) if name.as_str() == LOCKED => SecretError::Locked,
        other => SecretError::Refused(plain(other)),
    }
}

/// The other side's own words where it has some, without the name of a D-Bus error.
fn plain(error: &zbus::Error) -> String {
    let nobody = [
        "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.UnknownObject",
    ];
    match error {
        zbus::Error::MethodError(name, _, _) if nobody.contains(&name.as_str()) => {
            "no program on the session bus keeps secrets".to_owned()
        }
        zbus::Error::MethodError(_, Some(words), _) => words.clone(),
        zbus::Error::MethodError(name, None, _) => name.to_string(),
        zbus::Error::InputOutput(_) | zbus::Error::Address(_) => {
            "there is no session bus".to_owned()
        }
        other => other.to_string(),
    }
}
