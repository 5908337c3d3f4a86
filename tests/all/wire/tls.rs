//! A TLS server with a certificate of `tests/tls`, and how the client handles each certificate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use postroom::api::account;
use postroom::api::error::{Certainty, ErrorKind, Unsent};
use postroom::client::{Client, Options};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::server::{quick, signed_in};

/// Answers token and balance requests.
pub struct TlsServer {
    pub address: SocketAddr,
    /// The number of requests that were received and decrypted.
    pub answered: Arc<AtomicUsize>,
}

impl TlsServer {
    /// Uses the certificate `good`, `other-name` or `expired`.
    pub fn with(certificate: &str) -> Self {
        let config = Arc::new(config(certificate));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let answered = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&answered);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (config, count) = (Arc::clone(&config), Arc::clone(&count));
                thread::spawn(move || {
                    let connection = ServerConnection::new(config).unwrap();
                    serve(StreamOwned::new(connection, stream.unwrap()), &count);
                });
            }
        });
        Self { address, answered }
    }

    pub fn base_url(&self) -> String {
        format!("https://{}/v3.1", self.address)
    }

    fn requests(&self) -> usize {
        self.answered.load(Ordering::SeqCst)
    }
}

pub fn authority() -> PathBuf {
    folder().join("ca.pem")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls")
}

fn config(name: &str) -> ServerConfig {
    let file = |ending: &str| folder().join(format!("{name}.{ending}"));
    let certificate = CertificateDer::from_pem_file(file("pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(file("key")).unwrap();
    ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap()
}

fn serve(stream: StreamOwned<ServerConnection, TcpStream>, answered: &AtomicUsize) {
    let mut reader = BufReader::new(stream);
    loop {
        let (mut line, mut length) = (String::new(), 0);
        if !matches!(reader.read_line(&mut line), Ok(1..)) {
            return;
        }
        let about_token = line.contains("/Account/Token");
        loop {
            let mut header = String::new();
            if !matches!(reader.read_line(&mut header), Ok(3..)) {
                break;
            }
            if let Some(value) = header.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        reader.read_exact(&mut vec![0; length]).unwrap();
        answered.fetch_add(1, Ordering::SeqCst);
        let body = match about_token {
            true => r#"{"token":"t"}"#,
            false => r#"{"balance":12.5}"#,
        };
        let reply = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        if reader.get_mut().write_all(reply.as_bytes()).is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn a_certificate_that_proves_nothing_is_refused_before_anything_is_sent() {
    for (certificate, trusted) in [
        ("good", false),
        ("other-name", true),
        ("other-name", false),
        ("expired", true),
        ("expired", false),
    ] {
        let server = TlsServer::with(certificate);
        let options = Options { extra_ca: trusted.then(authority), ..quick() };
        let client = signed_in(&server.base_url(), options);
        let error = client.send(account::balance()).await.map(drop).unwrap_err();
        let name = format!("{certificate}, authority trusted: {trusted}");
        let ErrorKind::SignInFailed(inner) = &error.kind else {
            panic!("{name}: {error:?}");
        };
        assert!(matches!(inner.kind, ErrorKind::NotSent(Unsent::Certificate)), "{name}: {inner:?}");
        assert!(error.kind.to_string().contains("certificate isn’t valid"), "{error}");
        assert_eq!(error.certainty(), Certainty::NotSent, "{name}");
        assert_eq!(server.requests(), 0, "{name}: the keys went out");
        // A label on that server is refused as well.
        let label = format!("https://{}/label.pdf", server.address);
        let error = client.download(&label).await.map(drop).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::NotSent(Unsent::Certificate)), "{name}: {error:?}");
        assert_eq!(server.requests(), 0, "{name}");
    }
}

#[tokio::test]
async fn an_extra_authority_is_trusted_beside_the_systems() {
    let server = TlsServer::with("good");
    let options = Options { extra_ca: Some(authority()), ..quick() };
    let client = signed_in(&server.base_url(), options);
    let answer = client.send(account::balance()).await.unwrap();
    assert_eq!(answer.value.balance.unwrap().to_string(), "12.50");
    assert_eq!(server.requests(), 2);
}

#[test]
fn a_file_without_certificates_is_refused_in_plain_words() {
    for file in ["make.sh", "good.key", "no-such-file.pem"] {
        let options = Options { extra_ca: Some(folder().join(file)), ..quick() };
        let error = Client::new("https://api.example.com/v3.1", options).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::NotSent(Unsent::ExtraCa)), "{file}: {error:?}");
        assert!(!error.is_offline(), "{file}");
    }
}
