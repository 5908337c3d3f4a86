//! The keyring, spoken to over a socket of this test: a Secret Service written here from its
//! specification, which can be locked, ask a person, refuse, say nothing, or lose things. Its
//! session is encrypted as the specification has it, with a private number of one: then what
//! both sides share is the client's public number.

use std::collections::HashMap;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aes::Aes128;
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use postroom::base::secret::Secret;
use postroom::store::secret::service::{Connecting, SecretService};
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
    /// Gives secrets back without their last byte.
    garbles: bool,
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
    key: [u8; 16],
    questions: usize,
    dismissed: usize,
    /// This side of every connection that was made.
    connections: Vec<Connection>,
}

type Shared = Arc<Mutex<Inside>>;

struct Service(Shared);
struct Collection(Shared);
struct Item(Shared, OwnedObjectPath);
struct Prompt(Shared);

/// Bytes of a key for `ring`.
struct KeyBytes;

impl ring::hkdf::KeyType for KeyBytes {
    fn len(&self) -> usize {
        16
    }
}

/// The key of a session, from what both sides share.
fn session_key(shared: &[u8]) -> [u8; 16] {
    let mut padded = vec![0; 128 - shared.len()];
    padded.extend(shared);
    let salt = ring::hkdf::Salt::new(ring::hkdf::HKDF_SHA256, &[]);
    let mut key = [0; 16];
    let derived = salt.extract(&padded);
    let derived = derived.expand(&[], KeyBytes).unwrap();
    derived.fill(&mut key).unwrap();
    key
}

fn path(text: &str) -> OwnedObjectPath {
    ObjectPath::try_from(text).unwrap().into()
}

const COLLECTION: &str = "/org/freedesktop/secrets/collection/login";

#[interface(name = "org.freedesktop.Secret.Service")]
impl Service {
    async fn open_session(
        &self,
        algorithm: &str,
        input: Value<'_>,
    ) -> fdo::Result<(OwnedValue, OwnedObjectPath)> {
        if self.0.lock().unwrap().mood.silent {
            std::future::pending::<()>().await;
        }
        assert_eq!(algorithm, "dh-ietf1024-sha256-aes128-cbc-pkcs7");
        let shared: Vec<u8> = input.try_into().unwrap();
        self.0.lock().unwrap().key = session_key(&shared);
        let generator = Value::from(vec![2_u8]).try_to_owned().unwrap();
        Ok((generator, path("/org/freedesktop/secrets/session/s")))
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
            let seed: [u8; 16] = secret.1.try_into().unwrap();
            let opened = cbc::Decryptor::<Aes128>::new(&inside.key.into(), &seed.into());
            let kept = match inside.mood.forgetful {
                true => Vec::new(),
                false => opened.decrypt_padded_vec::<Pkcs7>(&secret.2).unwrap(),
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
    #[zbus(property)]
    fn locked(&self) -> bool {
        self.0.lock().unwrap().mood.locked
    }

    fn get_secret(&self, session: OwnedObjectPath) -> (OnWire,) {
        let inside = self.0.lock().unwrap();
        assert!(!inside.mood.locked, "read while locked");
        let seed = [7; 16];
        let sealing = cbc::Encryptor::<Aes128>::new(&inside.key.into(), &seed.into());
        let mut bytes = sealing.encrypt_padded_vec::<Pkcs7>(&inside.items[&self.1].1);
        if inside.mood.garbles {
            bytes.pop();
        }
        ((session, seed.to_vec(), bytes, "text/plain".to_owned()),)
    }

    fn delete(&self) -> OwnedObjectPath {
        let mut inside = self.0.lock().unwrap();
        assert!(!inside.mood.locked, "deleted while locked");
        inside.items.remove(&self.1);
        path("/")
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

/// A keyring in this mood, and the client of this program.
fn keyring(mood: Mood) -> (SecretService, Shared) {
    let inside = Arc::new(Mutex::new(Inside {
        mood,
        ..Inside::default()
    }));
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
    let keyring = Arc::clone(&inside);
    let connect = move || -> Connecting { Box::pin(connected(Arc::clone(&keyring))) };
    (SecretService::over(connect, patience), inside)
}

/// A new connection to it.
async fn connected(inside: Shared) -> zbus::Result<Connection> {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let root = "/org/freedesktop/secrets";
    let mut server = connection::Builder::async_io_unix_stream(theirs)
        .server(zbus::Guid::generate())?
        .p2p()
        .serve_at(root, Service(Arc::clone(&inside)))?
        .serve_at(COLLECTION, Collection(Arc::clone(&inside)))?;
    let items: Vec<_> = inside.lock().unwrap().items.keys().cloned().collect();
    for item in items {
        server = server.serve_at(item.clone(), Item(Arc::clone(&inside), item))?;
    }
    let client = connection::Builder::async_io_unix_stream(ours).p2p();
    let (server, client) = tokio::join!(server.build(), client.build());
    inside.lock().unwrap().connections.push(server?);
    client
}

/// Sessions end with their connections: waits until the client has closed every one.
async fn all_closed(inside: &Shared) {
    let connections = std::mem::take(&mut inside.lock().unwrap().connections);
    assert!(!connections.is_empty());
    for connection in connections {
        let closed = tokio::time::timeout(Duration::from_secs(20), connection.closed()).await;
        closed.expect("a connection was left open");
    }
}

const LOCKED: Mood = Mood {
    locked: true,
    question: Question::Answered,
    no_collection: false,
    read_only: false,
    forgetful: false,
    silent: false,
    garbles: false,
};

#[tokio::test(flavor = "multi_thread")]
async fn secrets_go_in_and_come_out() {
    let (service, inside) = keyring(Mood::default());
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
    assert_eq!(inside.lock().unwrap().questions, 0);
    all_closed(&inside).await;
}

/// Earlier versions put them in over a session without encryption; what is kept is the same.
#[tokio::test(flavor = "multi_thread")]
async fn secrets_of_earlier_versions_are_found() {
    let (service, inside) = keyring(Mood::default());
    let attributes = [
        ("xdg:schema", "org.postroom.Account"),
        ("application", "postroom"),
        ("item", "a"),
    ];
    let attributes = attributes.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let stored = (attributes.into(), b"kept".to_vec());
    let item = path(&format!("{COLLECTION}/41"));
    inside.lock().unwrap().items.insert(item, stored);
    let found = service.get("a").await.unwrap();
    assert_eq!(found.unwrap().expose(), "kept");
    service.put("a", "A", &Secret::new("new")).await.unwrap();
    let items = inside.lock().unwrap().items.clone();
    let kept: Vec<&Vec<u8>> = items.values().map(|(_, secret)| secret).collect();
    assert_eq!(kept, [b"new"], "a second one beside it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_keyring_asks_only_when_it_is_needed() {
    let (service, inside) = keyring(LOCKED);
    assert_eq!(service.probe().await.unwrap(), Readiness::AsksFirst);
    assert_eq!(inside.lock().unwrap().questions, 0, "the trial asked");
    let secret = Secret::new("s");
    service.put("a", "A", &secret).await.unwrap();
    assert_eq!(inside.lock().unwrap().questions, 1);
    inside.lock().unwrap().mood.locked = true;
    assert_eq!(service.get("a").await.unwrap(), Some(secret));
    assert_eq!(inside.lock().unwrap().questions, 2);
    inside.lock().unwrap().mood.locked = true;
    service.remove("a").await.unwrap();
    assert_eq!(inside.lock().unwrap().questions, 3);
    assert_eq!(service.get("a").await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_closed_or_left_alone_ends() {
    for (question, words) in [
        (Question::Closed, "closed without an answer"),
        (Question::LeftAlone, "did not answer in time"),
    ] {
        let (service, inside) = keyring(Mood { question, ..LOCKED });
        let refused = service.put("a", "A", &Secret::new("s")).await.unwrap_err();
        assert!(refused.to_string().contains(words), "{refused}");
        all_closed(&inside).await;
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
                garbles: true,
                ..Mood::default()
            },
            "cannot be decrypted",
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
        let (service, inside) = keyring(mood);
        let refused = service.probe().await.unwrap_err();
        assert!(refused.to_string().contains(words), "{mood:?}: {refused}");
        let left = inside.lock().unwrap().items.len();
        assert_eq!(left, 0, "{mood:?}: the trial stays");
        let other = service.get("a").await;
        if mood.silent {
            assert!(matches!(other, Err(SecretError::TimedOut)), "{other:?}");
        }
    }
}

/// A bus whose keyring is elsewhere, a peer that hangs up, and no bus.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_at_the_other_end_is_no_keyring() {
    async fn elsewhere() -> zbus::Result<(Connection, Connection)> {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let server = connection::Builder::async_io_unix_stream(theirs)
            .server(zbus::Guid::generate())?
            .p2p()
            .serve_at("/elsewhere", Service(Shared::default()))?;
        let client = connection::Builder::async_io_unix_stream(ours).p2p();
        let (server, client) = tokio::join!(server.build(), client.build());
        Ok((server?, client?))
    }
    let servers = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&servers);
    let answers = move || -> Connecting {
        let kept = Arc::clone(&kept);
        Box::pin(async move {
            let (server, client) = elsewhere().await?;
            kept.lock().unwrap().push(server);
            Ok(client)
        })
    };
    let hangs_up = || -> Connecting {
        Box::pin(async {
            let (server, client) = elsewhere().await?;
            server.close().await?;
            Ok(client)
        })
    };
    let no_bus = || -> Connecting {
        Box::pin(async {
            let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
            Err(zbus::Error::InputOutput(missing.into()))
        })
    };
    let patience = Patience::default();
    for (service, words) in [
        (SecretService::over(answers, patience), "keeps secrets"),
        (SecretService::over(hangs_up, patience), ""),
        (
            SecretService::over(no_bus, patience),
            "there is no session bus",
        ),
    ] {
        let refused = service.probe().await.unwrap_err();
        assert!(matches!(refused, SecretError::Absent(_)), "{refused}");
        assert!(refused.to_string().ends_with(words), "{refused}");
    }
}
