//! Label URLs: which may be fetched, and what is sent with the request.

use postroom::api::account;
use postroom::api::error::{Certainty, ErrorKind};
use postroom::client::Options;

use super::server::{Reply, Server, quick, signed_in};
use serde_json::json;

#[tokio::test]
async fn addresses_that_may_not_be_fetched() {
    let client = signed_in("https://api.example.com/v3.1", quick());
    for url in [
        "https://10.0.0.1/l.pdf",
        "https://192.168.1.1/l.pdf",
        "https://169.254.169.254/latest",
        "https://[fd00::1]/l.pdf",
        "https://127.0.0.1/l.pdf",
        "http://cdn.example.com/l.pdf",
        "file:///etc/hosts",
        "not an address",
        // A host name that is found to be private only when it is resolved.
        "https://localhost/l.pdf",
    ] {
        let error = client.download(url).await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::BadUrl(_)), "{url}: {error:?}");
        assert_eq!(error.certainty(), Certainty::NotSent, "{url}");
    }
}

#[tokio::test]
async fn the_token_stays_with_its_origin() {
    let other = Server::start(|_| Reply::Full(200, vec![], b"%PDF-1.7".to_vec()));
    let elsewhere = format!("http://{}/label.pdf", other.address);
    let server = Server::with_token(move |seen| match seen.target.as_str() {
        "/labels/1" => Reply::Full(302, vec!["Location: /labels/2".into()], vec![]),
        "/labels/2" => Reply::Full(307, vec![format!("Location: {elsewhere}")], vec![]),
        _ => Reply::Json(200, json!({"balance": 1})),
    });
    let client = server.client();
    client.send(account::balance()).await.unwrap();
    let url = format!("http://{}/labels/1", server.address);
    let answer = client.download(&url).await.unwrap();
    assert_eq!(answer.value, b"%PDF-1.7");

    let at_home: Vec<_> = server.calls().split_off(1);
    assert_eq!(at_home.len(), 2);
    for seen in at_home {
        assert_eq!(seen.header("authorization"), Some("Bearer <ACCESS_TOKEN>"));
    }
    assert_eq!(other.calls()[0].header("authorization"), None);
}

#[tokio::test]
async fn redirects_end_and_each_is_checked() {
    for (location, hops) in [("/again", 4), ("http://10.0.0.1/l", 1), ("ftp://127.0.0.1/l", 1)] {
        let server =
            Server::start(move |_| Reply::Full(302, vec![format!("Location: {location}")], vec![]));
        let url = format!("http://{}/again", server.address);
        let error = server.client().download(&url).await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::BadUrl(_)), "{location}: {error:?}");
        assert_eq!(server.calls().len(), hops, "{location}");
    }
}

#[tokio::test]
async fn labels_have_their_own_cap_and_their_own_refusals() {
    let server = Server::start(|seen| match seen.target.as_str() {
        "/large" => Reply::Full(200, vec![], vec![0; 2001]),
        "/fits" => Reply::Full(200, vec![], vec![0; 2000]),
        _ => Reply::Full(404, vec![], b"gone".to_vec()),
    });
    let options = Options { label_cap: 2000, json_cap: 10, ..quick() };
    let client = signed_in(&server.base_url(), options);
    let url = |path: &str| format!("http://{}{path}", server.address);
    assert_eq!(client.download(&url("/fits")).await.unwrap().value.len(), 2000);
    let error = client.download(&url("/large")).await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::TooLarge), "{error:?}");
    let error = client.download(&url("/gone")).await.unwrap_err();
    assert_eq!(error.status(), Some(404));
}
