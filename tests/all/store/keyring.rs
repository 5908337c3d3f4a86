//! The keyring, spoken to over a socket of this test: a Secret Service written here from its
//! specification, which can be locked, ask a person, refuse, say nothing, or lose things.

use std::collections::HashMap;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use postroom::base::secret::Secret;
use postroom::store::secret::service::SecretService;
use postroom::store::secret::{Patience, Readiness, SecretError, SecretStore};
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, ObjectServer, connection, fdo, interface};

type OnWire = (OwnedObjectPath, Vec<u8>, Vec<u8>, String);

/// How this keyring behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mood {
    locked: bool,
    /// What becomes of its question.
    question: Question,
    no_collection: bool,
    /// Refuses to write, after having opened.
    read_only: bool,
    forgetful: bool,
    silent: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Question {
    #[default]
    Answered,
    Closed,
    LeftAlone,
}

#[derive(Default)]
struct Inside {
    mood: Mood,
    items: HashMap<OwnedObjectPath, (HashMap<String, String>, Vec<u8>)>,
    made: usize,
    sessions: i64,
    questions: usize,
    dismissed: usize,
}

type Shared = Arc<Mutex<Inside>>;

struct Service(Shared);
struct Collection(Shared);
struct Item(Shared, OwnedObjectPath);
struct Session(Shared);
struct Prompt(Shared);

fn path(text: &str) -> OwnedObjectPath {
    ObjectPath::try_from(text).unwrap().into()
}

const COLLECTION: &str = "/org/freedesktop/secrets/collection/login";

#[interface(name = "org.freedesktop.Secret.Service")]
impl Service {
    async fn open_session(
        &self,
        algorithm: &str,
        _input: Value<'_>,
        #[zbus(object_server)] server: &ObjectServer,
    ) -> fdo::Result<(OwnedValue, OwnedObjectPath)> {
        if self.0.lock().unwrap().mood.silent {
            std::future::pending::<()>().await;
        }
        assert_eq!(algorithm, "plain");
        let session = path("/org/freedesktop/secrets/session/s");
        let _ = server.at(&session, Session(Arc::clone(&self.0))).await?;
        self.0.lock().unwrap().sessions += 1;
        Ok((Value::from("").try_to_owned().unwrap(), session))
    }

    fn read_alias(&self, name: &str) -> OwnedObjectPath {
        assert_eq!(name, "default");
        match self.0.lock().unwrap().mood.no_collection {
            true => path("/"),
            false => path(COLLECTION),
        }
    }

    fn search_items(
        &self,
        attributes: HashMap<String, String>,
    ) -> (Vec<OwnedObjectPath>, Vec<OwnedObjectPath>) {
        let inside = self.0.lock().unwrap();
        let fits = |have: &HashMap<String, String>| {
            attributes
                .iter()
                .all(|(name, value)| have.get(name) == Some(value))
        };
        let found: Vec<_> = inside
            .items
            .iter()
            .filter(|(_, (have, _))| fits(have))
            .map(|(item, _)| item.clone())
            .collect();
        match inside.mood.locked {
            true => (Vec::new(), found),
            false => (found, Vec::new()),
        }
    }

    async fn unlock(
        &self,
        objects: Vec<OwnedObjectPath>,
        #[zbus(object_server)] server: &ObjectServer,
    ) -> fdo::Result<(Vec<OwnedObjectPath>, OwnedObjectPath)> {
        if !self.0.lock().unwrap().mood.locked {
            return Ok((objects, path("/")));
        }
        let prompt = path("/org/freedesktop/secrets/prompt/p");
        let _ = server.at(&prompt, Prompt(Arc::clone(&self.0))).await?;
        Ok((Vec::new(), prompt))
    }
}

#[interface(name = "org.freedesktop.Secret.Collection")]
impl Collection {
    #[zbus(property)]
    fn locked(&self) -> bool {
        self.0.lock().unwrap().mood.locked
    }

    async fn create_item(
        &self,
        properties: HashMap<String, OwnedValue>,
        secret: OnWire,
        replace: bool,
        #[zbus(object_server)] server: &ObjectServer,
    ) -> fdo::Result<(OwnedObjectPath, OwnedObjectPath)> {
        let attributes: HashMap<String, String> =
            properties["org.freedesktop.Secret.Item.Attributes"]
                .try_clone()
                .unwrap()
                .try_into()
                .unwrap();
        assert!(replace && properties.contains_key("org.freedesktop.Secret.Item.Label"));
        let item = {
            let mut inside = self.0.lock().unwrap();
            assert!(!inside.mood.locked, "written to while locked");
            if inside.mood.read_only {
                return Err(fdo::Error::Failed("the disk is full".into()));
            }
            inside.items.retain(|_, (have, _)| *have != attributes);
            inside.made += 1;
            let item = path(&format!("{COLLECTION}/{}", inside.made));
            let kept = match inside.mood.forgetful {
                true => Vec::new(),
                false => secret.2,
            };
            inside.items.insert(item.clone(), (attributes, kept));
            item
        };
        let object = Item(Arc::clone(&self.0), item.clone());
        let _ = server.at(&item, object).await?;
        Ok((item, path("/")))
    }
}

#[interface(name = "org.freedesktop.Secret.Item")]
impl Item {
    fn get_secret(&self, session: OwnedObjectPath) -> (OnWire,) {
        let inside = self.0.lock().unwrap();
        assert!(!inside.mood.locked, "read while locked");
        let bytes = inside.items[&self.1].1.clone();
        ((session, Vec::new(), bytes, "text/plain".to_owned()),)
    }

    fn delete(&self) -> OwnedObjectPath {
        self.0.lock().unwrap().items.remove(&self.1);
        path("/")
    }
}

#[interface(name = "org.freedesktop.Secret.Session")]
impl Session {
    fn close(&self) {
        self.0.lock().unwrap().sessions -= 1;
    }
}

#[interface(name = "org.freedesktop.Secret.Prompt")]
impl Prompt {
    async fn prompt(
        &self,
        window: &str,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<()> {
        assert_eq!(window, "");
        let question = {
            let mut inside = self.0.lock().unwrap();
            inside.questions += 1;
            if inside.mood.question == Question::Answered {
                inside.mood.locked = false;
            }
            inside.mood.question
        };
        match question {
            Question::LeftAlone => {}
            Question::Answered => Self::completed(&emitter, false, Value::from("")).await?,
            Question::Closed => Self::completed(&emitter, true, Value::from("")).await?,
        }
        Ok(())
    }

    fn dismiss(&self) {
        self.0.lock().unwrap().dismissed += 1;
    }

    #[zbus(signal)]
    async fn completed(
        emitter: &SignalEmitter<'_>,
        dismissed: bool,
        result: Value<'_>,
    ) -> zbus::Result<()>;
}

/// A keyring in this mood, and the client of this program at the other end of the socket.
async fn keyring(mood: Mood) -> (SecretService, Shared, Connection) {
    let inside = Arc::new(Mutex::new(Inside {
        mood,
        ..Inside::default()
    }));
    let (ours, theirs) = UnixStream::pair().unwrap();
    let root = "/org/freedesktop/secrets";
    let server = connection::Builder::async_io_unix_stream(theirs)
        .server(zbus::Guid::generate())
        .unwrap()
        .p2p()
        .serve_at(root, Service(Arc::clone(&inside)))
        .unwrap()
        .serve_at(COLLECTION, Collection(Arc::clone(&inside)))
        .unwrap();
    let client = connection::Builder::async_io_unix_stream(ours).p2p();
    let (server, client) = tokio::join!(server.build(), client.build());
    let patience = Patience {
        call: Duration::from_secs(20),
        question: Duration::from_millis(300),
    };
    let patience = match mood.silent {
        true => Patience {
            call: Duration::from_millis(300),
            ..patience
        },
        false => patience,
    };
    let service = SecretService::over(client.unwrap(), patience);
    (service, inside, server.unwrap())
}

const LOCKED: Mood = Mood {
    locked: true,
    question: Question::Answered,
    no_collection: false,
    read_only: false,
    forgetful: false,
    silent: false,
};

#[tokio::test(flavor = "multi_thread")]
async fn secrets_go_in_and_come_out() {
    let (service, inside, _server) = keyring(Mood::default()).await;
    assert_eq!(service.probe().await.unwrap(), Readiness::Ready);
    assert!(inside.lock().unwrap().items.is_empty(), "the trial stays");
    assert_eq!(service.get("a").await.unwrap(), None);
    for text in ["first", "second"] {
        let secret = Secret::new(text);
        service.put("a", "Postroom: A", &secret).await.unwrap();
        assert_eq!(service.get("a").await.unwrap(), Some(secret));
    }
    service
        .put("b", "Postroom: B", &Secret::new("kept"))
        .await
        .unwrap();
    service.remove("a").await.unwrap();
    assert_eq!(service.get("a").await.unwrap(), None);
    assert_eq!(
        service.get("b").await.unwrap().unwrap().expose(),
        "kept",
        "another item went with it"
    );
    let inside = inside.lock().unwrap();
    assert_eq!((inside.sessions, inside.questions), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_keyring_asks_only_when_it_is_needed() {
    let (service, inside, _server) = keyring(LOCKED).await;
    assert_eq!(service.probe().await.unwrap(), Readiness::AsksFirst);
    assert_eq!(inside.lock().unwrap().questions, 0, "the trial asked");
    let secret = Secret::new("s");
    service.put("a", "A", &secret).await.unwrap();
    assert_eq!(inside.lock().unwrap().questions, 1);
    inside.lock().unwrap().mood.locked = true;
    assert_eq!(service.get("a").await.unwrap(), Some(secret));
    assert_eq!(inside.lock().unwrap().questions, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_closed_or_left_alone_ends() {
    for (question, words) in [
        (Question::Closed, "closed without an answer"),
        (Question::LeftAlone, "did not answer in time"),
    ] {
        let (service, inside, _server) = keyring(Mood { question, ..LOCKED }).await;
        let refused = service.put("a", "A", &Secret::new("s")).await.unwrap_err();
        assert!(refused.to_string().contains(words), "{refused}");
        let inside = inside.lock().unwrap();
        let left = question == Question::LeftAlone;
        assert_eq!(inside.dismissed, usize::from(left), "{question:?}");
        assert!(inside.items.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyring_that_opens_and_then_refuses_is_found_out() {
    for (mood, words) in [
        (
            Mood {
                read_only: true,
                ..Mood::default()
            },
            "the disk is full",
        ),
        (
            Mood {
                forgetful: true,
                ..Mood::default()
            },
            "did not give back",
        ),
        (
            Mood {
                no_collection: true,
                ..Mood::default()
            },
            "no default keyring",
        ),
        (
            Mood {
                silent: true,
                ..Mood::default()
            },
            "did not answer in time",
        ),
    ] {
        let (service, inside, _server) = keyring(mood).await;
        let refused = service.probe().await.unwrap_err();
        assert!(refused.to_string().contains(words), "{mood:?}: {refused}");
        assert!(inside.lock().unwrap().items.is_empty());
        let other = service.get("a").await;
        if mood.silent {
            assert!(matches!(other, Err(SecretError::TimedOut)), "{other:?}");
        }
    }
}

/// A bus whose keyring is elsewhere, and a peer that hangs up.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_at_the_other_end_is_no_keyring() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let inside = Shared::default();
    let server = connection::Builder::async_io_unix_stream(theirs)
        .server(zbus::Guid::generate())
        .unwrap()
        .p2p()
        .serve_at("/elsewhere", Service(inside))
        .unwrap();
    let client = connection::Builder::async_io_unix_stream(ours).p2p();
    let (server, client) = tokio::join!(server.build(), client.build());
    let server = server.unwrap();
    let service = SecretService::over(client.unwrap(), Patience::default());
    let refused = service.probe().await.unwrap_err();
    assert!(matches!(refused, SecretError::Absent(_)), "{refused}");
    assert!(refused.to_string().ends_with("keeps secrets"), "{refused}");
    server.close().await.unwrap();
    let refused = service.probe().await.unwrap_err();
    assert!(matches!(refused, SecretError::Absent(_)), "{refused}");
}
