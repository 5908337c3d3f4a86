//! What the client refuses: redirects to other hosts, plain HTTP, and endless responses.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use postroom::api::account;
use postroom::api::error::{Certainty, ErrorKind};
use postroom::client::{Client, Options};

use super::server::{Reply, Server, quick, signed_in};

const HTTPS: &str = "the address must begin with https://";
const PRIVATE: &str = "the address leads into a private network";
const GIGABYTE: u64 = 1 << 30;

#[tokio::test]
async fn a_call_follows_no_redirect_to_another_host() {
    for status in [301, 302, 303, 307, 308] {
        let other = Server::start(|_| Reply::Full(200, vec![], b"{\"balance\":1}".to_vec()));
        let location = format!("Location: http://{}/v3.1/Account", other.address);
        let line = location.clone();
        let server = Server::with_token(move |_| Reply::Full(status, vec![line.clone()], vec![]));
        let client = server.client();
        let error = client.send(account::balance()).await.map(drop).unwrap_err();
        assert!(
            matches!(error.kind, ErrorKind::Unintelligible { status: s, .. } if s == status),
            "{error:?}"
        );
        assert_eq!(error.certainty(), Certainty::Unknown);
        assert!(other.every_request().is_empty(), "{status} was followed");

        // The same for the token request.
        let server = Server::start(move |_| Reply::Full(status, vec![location.clone()], vec![]));
        let client = server.client();
        assert!(client.send(account::balance()).await.is_err());
        assert!(other.every_request().is_empty(), "{status} took the keys");
    }
}

#[tokio::test]
async fn plain_http_beyond_this_machine_is_refused() {
    for base in [
        "http://api.example.com/v3.1",
        "http://10.0.0.1/v3.1",
        "http://192.168.1.5:8331/v3.1",
        "http://0.0.0.0:8331/v3.1",
        // A name for this machine is still a name, which may resolve to another.
        "http://localhost:8331/v3.1",
        "http://127.0.0.1.example.com/v3.1",
        "http://2130706433/v3.1",
    ] {
        let error = Client::new(base, quick()).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::BadUrl(_)), "{base}: {error:?}");
        assert!(error.to_string().contains(HTTPS));
        assert_eq!(error.certainty(), Certainty::NotSent);
    }
}

#[tokio::test]
async fn a_label_may_not_lead_to_plain_http_or_a_private_place_by_any_redirect() {
    for (location, why) in [
        ("http://labels.example.com/l.pdf", HTTPS),
        ("https://10.1.2.3/l.pdf", PRIVATE),
        ("https://169.254.169.254/latest", PRIVATE),
        ("https://[fd00::1]/l.pdf", PRIVATE),
        ("https://[::ffff:192.168.0.1]/l.pdf", PRIVATE),
        ("//192.168.0.1/l.pdf", HTTPS),
    ] {
        let server =
            Server::start(move |_| Reply::Full(302, vec![format!("Location: {location}")], vec![]));
        let url = format!("http://{}/l.pdf", server.address);
        let error = server.client().download(&url).await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::BadUrl(_)), "{location}: {error:?}");
        assert!(error.to_string().contains(why), "{location}: {error}");
        assert_eq!(error.certainty(), Certainty::NotSent);
        assert_eq!(server.calls().len(), 1, "{location}");
    }
}

/// Sends zeros until the client closes the connection, and counts them.
pub fn endless(head: &'static str) -> (SocketAddr, Arc<AtomicU64>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let sent = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&sent);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let count = Arc::clone(&count);
            thread::spawn(move || pour(stream.unwrap(), head, &count));
        }
    });
    (address, sent)
}

fn pour(mut stream: TcpStream, head: &str, count: &AtomicU64) {
    let mut request = [0; 4096];
    let length = stream.read(&mut request).unwrap();
    if String::from_utf8_lossy(&request[..length]).contains("/Account/Token") {
        let body = "{\"token\":\"t\"}";
        let reply = format!(
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(reply.as_bytes()).unwrap();
        return;
    }
    stream.write_all(head.as_bytes()).unwrap();
    let chunked = head.contains("chunked");
    let zeros = [b'0'; 64 * 1024];
    let mut left = GIGABYTE;
    while left > 0 {
        let framed = !chunked || stream.write_all(b"10000\r\n").is_ok();
        if !framed || stream.write_all(&zeros).is_err() {
            return;
        }
        if chunked && stream.write_all(b"\r\n").is_err() {
            return;
        }
        left -= zeros.len() as u64;
        count.fetch_add(zeros.len() as u64, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn an_answer_of_a_gigabyte_is_not_read_to_its_end() {
    // The most that the sockets of both sides buffer beyond what was read.
    const IN_FLIGHT: u64 = 24 << 20;
    for head in [
        "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
    ] {
        let options = Options::default();
        let (json_cap, label_cap) = (options.json_cap, options.label_cap);
        assert_eq!((json_cap, label_cap), (32 << 20, 25 << 20));

        let (address, sent) = endless(head);
        let client = signed_in(&format!("http://{address}/v3.1"), quick());
        let error = client.send(account::balance()).await.map(drop).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::TooLarge), "{head}: {error:?}");
        assert_eq!(error.kind.to_string(), "the answer is too large");
        let taken = sent.load(Ordering::SeqCst);
        assert!(taken <= json_cap + IN_FLIGHT, "{head}: {taken} bytes");

        let (address, sent) = endless(head);
        let client = signed_in(&format!("http://{address}/v3.1"), quick());
        let label = format!("http://{address}/label.pdf");
        let error = client.download(&label).await.map(drop).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::TooLarge), "{head}: {error:?}");
        let taken = sent.load(Ordering::SeqCst);
        assert!(taken <= label_cap + IN_FLIGHT, "{head}: {taken} bytes");
    }
}
