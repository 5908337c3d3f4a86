//! A service that gives label URLs that must not be fetched: the desk explains it in a sentence and
//! stores nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::prelude::*;
use crate::wire::limits::endless;
use crate::wire::server::{Reply, Server};

fn label_at(url: String) -> Reply {
    let label = json!({"labelFileType": "PDF", "labelSize": "4x6", "labels": [url],
                       "labelType": "Url"});
    Reply::Json(200, label)
}

#[test]
fn a_label_that_may_not_be_fetched_is_told_and_nothing_is_kept() {
    let (endless, sent) = endless("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
    let knocks = Arc::new(AtomicU64::new(0));
    let cases = [
        ("https://10.1.2.3/l.pdf".to_owned(), "private network"),
        ("https://169.254.169.254/l.pdf".to_owned(), "private network"),
        ("http://labels.example.com/l.pdf".to_owned(), "must begin with https://"),
        ("ftp://127.0.0.1/l.pdf".to_owned(), "must begin with https://"),
        (format!("http://{endless}/l.pdf"), "the answer is too large"),
    ];
    for (url, words) in cases {
        let world = DeskFixture::new();
        let (address, count) = (url.clone(), Arc::clone(&knocks));
        let server = Server::with_token(move |seen| {
            if seen.target.contains("/Label") {
                count.fetch_add(1, Ordering::SeqCst);
                return label_at(address.clone());
            }
            match seen.target.contains("/Balance") {
                true => Reply::Json(200, json!({"balance": 12.5})),
                false => Reply::Json(200, json!({"results": []})),
            }
        });
        let mut desk = world.open();
        desk.apply(SignInIntent::SignIn(SignIn {
            environment: Environment::Test,
            base_url: server.base_url(),
            api_key: "key".into(),
            api_secret: Secret::new("secret"),
            user_name: "clerk".into(),
            password: Secret::new("password"),
        }));
        desk.run_until("connected", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.balance.summary.value().is_some()
        });
        let id = ShipmentId::new("51000000-0000-4000-8000-000000000001");
        desk.apply(LabelIntent::FetchAgain(id.clone()));
        desk.run_until("told", |state| {
            let view = state.labels.views.get(&id);
            let told = view.and_then(|view| view.files.trouble());
            told.is_some_and(|trouble| trouble.cause.contains(words) && !trouble.advice.is_empty())
        });
        assert!(desk.state().labels.views[&id].files.value().is_none(), "{url}");
        world.runtime.block_on(desk.0.close());
        let file = world.folder.join("desk").join("cache.db");
        let cache = rusqlite::Connection::open(file).unwrap();
        let kept: i64 =
            cache.query_row("SELECT count(*) FROM labels", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 0, "{url}");
    }
    assert!(knocks.load(Ordering::SeqCst) >= 5, "no label was asked for");
    assert!(sent.load(Ordering::SeqCst) < 1 << 30);
}
