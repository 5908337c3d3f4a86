//! The keyring client connected over a socket to a fake Secret Service.

mod fake;

use std::os::unix::net::UnixStream;

use postroom::store::secret::service::{Connecting, SecretService};
use postroom::store::secret::{KeyringTimeouts, Readiness, SecretError, SecretStore};
use zbus::{Connection, connection};

use self::fake::{COLLECTION, Mood, Question, Service, Shared, keyring, path};

use crate::prelude::*;

/// Waits until the client has closed every connection, which also ends the sessions.
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
    service.put("b", "Postroom: B", &Secret::new("kept")).await.unwrap();
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

/// Earlier versions stored secrets over an unencrypted session; the stored items are the same.
#[tokio::test(flavor = "multi_thread")]
async fn secrets_of_earlier_versions_are_found() {
    let (service, inside) = keyring(Mood::default());
    let attributes =
        [("xdg:schema", "org.postroom.Account"), ("application", "postroom"), ("item", "a")];
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
    assert_eq!(service.probe().await.unwrap(), Readiness::LockedMayPrompt);
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
        (Question::LeftAlone, "didn’t answer in time"),
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
        (Mood { read_only: true, ..Mood::default() }, "the disk is full"),
        (Mood { forgetful: true, ..Mood::default() }, "didn’t return"),
        (Mood { garbles: true, ..Mood::default() }, "can’t be decrypted"),
        (Mood { no_collection: true, ..Mood::default() }, "no default keyring"),
        (Mood { silent: true, ..Mood::default() }, "didn’t answer in time"),
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

/// A bus without a keyring, a peer that closes the connection, and no bus.
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
    let patience = KeyringTimeouts::default();
    for (service, words) in [
        (SecretService::over(answers, patience), "keeps secrets"),
        (SecretService::over(hangs_up, patience), ""),
        (SecretService::over(no_bus, patience), "there is no session bus"),
    ] {
        let refused = service.probe().await.unwrap_err();
        assert!(matches!(refused, SecretError::Absent(_)), "{refused}");
        assert!(refused.to_string().ends_with(words), "{refused}");
    }
}
