//! The Secret Service of Linux desktops (GNOME Keyring, KWallet, KeePassXC) over D-Bus, through
//! the `secret-service` crate, in an encrypted session. This module adds time limits, dismisses a
//! prompt that nobody answers, and maps the errors.

use std::collections::HashMap;
use std::fmt;
use std::future::{Future, pending, poll_fn};
use std::pin::{Pin, pin};
use std::time::Duration;

use futures_core::Stream;
use secret_service::{Collection, EncryptionType, Error};
use zbus::message::{Body, Type};
use zbus::zvariant::OwnedObjectPath;
use zbus::{Connection, MessageStream};
use zeroize::Zeroizing;

use super::{KeyringTimeouts, Pending, Readiness, SecretError, SecretStore, TRIAL, TRIAL_LABEL};
use crate::base::secret::Secret;
use crate::text;

const BUS: &str = "org.freedesktop.secrets";
const PROMPT: &str = "org.freedesktop.Secret.Prompt";
/// The object path that means "no object" in the specification.
const NOTHING: &str = "/";
/// The schema that distinguishes our items from those of other programs.
const SCHEMA: &str = "org.postroom.Account";

/// A connection that is being opened.
pub type Connecting = Pin<Box<dyn Future<Output = zbus::Result<Connection>> + Send>>;

pub struct SecretService {
    /// Connects again for each call: daemons restart, and a session ends with its connection.
    connect: Box<dyn Fn() -> Connecting + Send + Sync>,
    patience: KeyringTimeouts,
}

impl fmt::Debug for SecretService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretService").finish_non_exhaustive()
    }
}

impl SecretService {
    pub fn of_session() -> Self {
        Self::over(|| Box::pin(Connection::session()), KeyringTimeouts::default())
    }

    /// Uses a different way to connect and other time limits.
    pub fn over(
        connect: impl Fn() -> Connecting + Send + Sync + 'static,
        patience: KeyringTimeouts,
    ) -> Self {
        Self { connect: Box::new(connect), patience }
    }

    async fn talk(&self) -> Result<Talk, SecretError> {
        let limit = self.patience.call;
        let connection = tokio::time::timeout(limit, (self.connect)())
            .await
            .map_err(|_| SecretError::TimedOut)?
            .map_err(|error| SecretError::Absent(plain(&error)))?;
        let session = secret_service::SecretService::connect_with_existing(
            EncryptionType::Dh,
            connection.clone(),
        );
        let service = match within(limit, session).await {
            Ok(service) => service,
            // No service, or one that opens no session: in both cases the keyring is unusable.
            Err(SecretError::Refused(why)) => return Err(SecretError::Absent(why)),
            Err(error) => return Err(error),
        };
        Ok(Talk { service, connection, patience: self.patience })
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

/// One open session.
struct Talk {
    service: secret_service::SecretService<'static>,
    connection: Connection,
    patience: KeyringTimeouts,
}

impl Talk {
    async fn probe(&self) -> Result<Readiness, SecretError> {
        let collection = self.collection().await?;
        if self.within(collection.is_locked()).await? {
            // Writing would show a prompt that the user did not request.
            return Ok(Readiness::LockedMayPrompt);
        }
        let trial = Secret::new(uuid::Uuid::new_v4().to_string());
        self.put(TRIAL, TRIAL_LABEL, &trial).await?;
        let back = self.get(TRIAL).await;
        self.remove(TRIAL).await?;
        if back?.as_ref() == Some(&trial) {
            Ok(Readiness::Ready)
        } else {
            let why = text!("storage-keyring-differs");
            Err(SecretError::Refused(why.to_owned()))
        }
    }

    async fn put(&self, item: &str, label: &str, secret: &Secret) -> Result<(), SecretError> {
        let collection = self.collection().await?;
        self.asking(collection.unlock(), beside_objects).await?;
        let bytes = secret.expose().as_bytes();
        let made = collection.create_item(label, attributes(item), bytes, true, "text/plain");
        self.asking(made, beside_objects).await.map(drop)
    }

    async fn get(&self, item: &str) -> Result<Option<Secret>, SecretError> {
        let found = self.service.search_items(attributes(item));
        let found = self.within(found).await?;
        let item = match (found.unlocked.first(), found.locked.first()) {
            (Some(unlocked), _) => unlocked,
            (None, Some(locked)) => {
                self.asking(locked.unlock(), beside_objects).await?;
                locked
            }
            (None, None) => return Ok(None),
        };
        let bytes = Zeroizing::new(self.within(item.get_secret()).await?);
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| SecretError::Refused(text!("storage-keyring-not-text").to_owned()))?;
        Ok(Some(Secret::new(text)))
    }

    async fn remove(&self, item: &str) -> Result<(), SecretError> {
        let found = self.service.search_items(attributes(item));
        let found = self.within(found).await?;
        for locked in &found.locked {
            self.asking(locked.unlock(), beside_objects).await?;
        }
        for item in found.unlocked.iter().chain(&found.locked) {
            self.asking(item.delete(), alone).await?;
        }
        Ok(())
    }

    async fn collection(&self) -> Result<Collection<'_>, SecretError> {
        let found = self.service.get_default_collection();
        match tokio::time::timeout(self.patience.call, found).await {
            Ok(Err(Error::NoResult)) => {
                let why = text!("storage-keyring-no-default");
                Err(SecretError::Absent(why.to_owned()))
            }
            Ok(found) => found.map_err(failed),
            Err(_) => Err(SecretError::TimedOut),
        }
    }

    /// Applies the limit for calls that show no prompt.
    async fn within<T>(
        &self,
        doing: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, SecretError> {
        within(self.patience.call, doing).await
    }

    /// Applies the limits for calls that may prompt the user. The library waits for the answer
    /// forever and does not give the path of the prompt, so this also reads the incoming replies
    /// until one of them names it.
    async fn asking<T>(
        &self,
        doing: impl Future<Output = Result<T, Error>>,
        named: Named,
    ) -> Result<T, SecretError> {
        let mut doing = pin!(doing);
        let question = {
            let mut replies = MessageStream::from(&self.connection);
            tokio::select! {
                outcome = &mut doing => return outcome.map_err(failed),
                question = question(&mut replies, named) => question,
                () = tokio::time::sleep(self.patience.call) => return Err(SecretError::TimedOut),
            }
        };
        match tokio::time::timeout(self.patience.question, doing).await {
            Ok(outcome) => outcome.map_err(failed),
            Err(_) => {
                // Dismisses the prompt. The result is the same whether that succeeds or not.
                let dismissed = self.connection.call_method(
                    Some(BUS),
                    question.as_str(),
                    Some(PROMPT),
                    "Dismiss",
                    &(),
                );
                let _ = tokio::time::timeout(self.patience.call, dismissed).await;
                Err(SecretError::TimedOut)
            }
        }
    }

    /// Closes the connection, which ends the session.
    async fn close(self) {
        drop(self.service);
        let _ = tokio::time::timeout(self.patience.call, self.connection.close()).await;
    }
}

/// The path of the prompt that one of the next replies names.
async fn question(replies: &mut MessageStream, named: Named) -> OwnedObjectPath {
    loop {
        match poll_fn(|cx| Pin::new(&mut *replies).poll_next(cx)).await {
            Some(Ok(reply)) => {
                let question = named(reply.body()).filter(|path| path.as_str() != NOTHING);
                if let (Some(question), Type::MethodReturn) = (question, reply.message_type()) {
                    return question;
                }
            }
            Some(Err(_)) => {}
            // The connection is closed; the call that is running returns that error too.
            None => pending().await,
        }
    }
}

/// Extracts the path of a prompt from a reply of the expected form only: the late reply to the
/// previous call, which names the default collection, looks as if it named a prompt.
type Named = fn(Body) -> Option<OwnedObjectPath>;

/// For replies that list unlocked or created objects before the prompt.
fn beside_objects(body: Body) -> Option<OwnedObjectPath> {
    let unlocking = body.deserialize::<(Vec<OwnedObjectPath>, OwnedObjectPath)>();
    let question = unlocking.map(|(_, question)| question);
    let making = || body.deserialize::<(OwnedObjectPath, OwnedObjectPath)>();
    question.or_else(|_| making().map(|(_, question)| question)).ok()
}

/// For replies to a delete call, which contain only the prompt.
fn alone(body: Body) -> Option<OwnedObjectPath> {
    body.deserialize().ok()
}

fn attributes(item: &str) -> HashMap<&str, &str> {
    HashMap::from([("xdg:schema", SCHEMA), ("application", "postroom"), ("item", item)])
}

async fn within<T>(
    limit: Duration,
    doing: impl Future<Output = Result<T, Error>>,
) -> Result<T, SecretError> {
    tokio::time::timeout(limit, doing).await.map_err(|_| SecretError::TimedOut)?.map_err(failed)
}

fn failed(error: Error) -> SecretError {
    const LOCKED: &str = "org.freedesktop.Secret.Error.IsLocked";
    match error {
        Error::Locked => SecretError::Locked,
        Error::Prompt | Error::PromptDisconnected => SecretError::Dismissed,
        Error::Zbus(zbus::Error::MethodError(name, _, _)) if name.as_str() == LOCKED => {
            SecretError::Locked
        }
        Error::Zbus(error) | Error::ZbusFdo(zbus::fdo::Error::ZBus(error)) => {
            SecretError::Refused(plain(&error))
        }
        Error::Crypto(_) => SecretError::Refused(text!("storage-keyring-not-decrypted").to_owned()),
        other => SecretError::Refused(other.to_string()),
    }
}

/// The message of a D-Bus error without its error name, if it has a message.
fn plain(error: &zbus::Error) -> String {
    let nobody = [
        "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.UnknownObject",
    ];
    match error {
        zbus::Error::MethodError(name, _, _) if nobody.contains(&name.as_str()) => {
            text!("storage-keyring-no-program").to_owned()
        }
        zbus::Error::MethodError(_, Some(words), _) => words.clone(),
        zbus::Error::MethodError(name, None, _) => name.to_string(),
        zbus::Error::InputOutput(_) | zbus::Error::Address(_) => {
            text!("storage-keyring-no-bus").to_owned()
        }
        other => other.to_string(),
    }
}
