//! A fake Secret Service for the tests, written from the specification. It can be locked, prompt
//! the user, refuse, not respond, or lose items. Its session is encrypted as specified, with the
//! private number one: then the shared secret is the client's public number.

use std::os::unix::net::UnixStream;

use aes::Aes128;
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyIvInit};
use postroom::store::secret::KeyringTimeouts;
use postroom::store::secret::service::{Connecting, SecretService};
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, ObjectServer, connection, fdo, interface};

use crate::prelude::*;

type OnWire = (OwnedObjectPath, Vec<u8>, Vec<u8>, String);

/// The behavior of this keyring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mood {
    pub locked: bool,
    /// What happens to its prompt.
    pub question: Question,
    pub no_collection: bool,
    /// Refuses to write although it was opened.
    pub read_only: bool,
    pub forgetful: bool,
    pub silent: bool,
    /// Returns secrets without their last byte.
    pub garbles: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    #[default]
    Answered,
    Closed,
    LeftAlone,
}

#[derive(Default)]
pub struct Inside {
    pub mood: Mood,
    pub items: HashMap<OwnedObjectPath, (HashMap<String, String>, Vec<u8>)>,
    pub made: usize,
    pub key: [u8; 16],
    pub questions: usize,
    pub dismissed: usize,
    /// The server side of every connection that was made.
    pub connections: Vec<Connection>,
}

pub type Shared = Arc<Mutex<Inside>>;

pub struct Service(pub Shared);
struct Collection(Shared);
struct Item(Shared, OwnedObjectPath);
struct Prompt(Shared);

/// The length of a key, for `ring`.
struct KeyBytes;

impl ring::hkdf::KeyType for KeyBytes {
    fn len(&self) -> usize {
        16
    }
}

/// The key of a session, derived from the shared secret.
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

pub fn path(text: &str) -> OwnedObjectPath {
    ObjectPath::try_from(text).unwrap().into()
}

pub const COLLECTION: &str = "/org/freedesktop/secrets/collection/login";

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
            attributes.iter().all(|(name, value)| have.get(name) == Some(value))
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

/// A keyring with this behavior, and a client connected to it.
pub fn keyring(mood: Mood) -> (SecretService, Shared) {
    let inside = Arc::new(Mutex::new(Inside { mood, ..Inside::default() }));
    let patience = KeyringTimeouts {
        call: Duration::from_secs(20),
        question: match mood.question {
            Question::LeftAlone => Duration::from_millis(300),
            _ => Duration::from_secs(20),
        },
    };
    let patience = match mood.silent {
        true => KeyringTimeouts { call: Duration::from_millis(300), ..patience },
        false => patience,
    };
    let keyring = Arc::clone(&inside);
    let connect = move || -> Connecting { Box::pin(connected(Arc::clone(&keyring))) };
    (SecretService::over(connect, patience), inside)
}

/// A new connection to the fake keyring.
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
