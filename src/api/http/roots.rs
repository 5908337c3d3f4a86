//! Whose certificates are trusted: those the system trusts, and perhaps a file of more, for
//! shops whose own gateway signs what passes through it. Nothing here trusts less closely.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ureq::tls::{Certificate, PemItem, RootCerts, parse_pem};

#[derive(Clone, Debug)]
pub struct Roots(RootCerts);

/// Why an extra file of certificates cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RootsError {
    #[error("reading {}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{} is larger than any file of certificates", .0.display())]
    TooLarge(PathBuf),
    #[error("{} holds no certificate in PEM form", .0.display())]
    Empty(PathBuf),
}

/// Every certificate authority of the world is a quarter of this.
const LARGEST_BYTES: u64 = 1 << 20;

impl Roots {
    /// The operating system judges, with all it knows of revoked and forbidden ones.
    pub fn of_system() -> Self {
        Self(RootCerts::PlatformVerifier)
    }

    /// The system's authorities and those of the file. A few small reads.
    ///
    /// # Errors
    /// The file cannot be read or holds no certificate.
    pub fn with_file(file: &Path) -> Result<Self, RootsError> {
        let unreadable = |source| RootsError::Unreadable {
            path: file.to_owned(),
            source,
        };
        let length = std::fs::metadata(file).map_err(unreadable)?.len();
        if length > LARGEST_BYTES {
            return Err(RootsError::TooLarge(file.to_owned()));
        }
        let text = std::fs::read(file).map_err(unreadable)?;
        let mut certificates: Vec<Certificate<'static>> = parse_pem(&text)
            .filter_map(|item| match item {
                Ok(PemItem::Certificate(certificate)) => Some(certificate),
                _ => None,
            })
            .collect();
        if certificates.is_empty() {
            return Err(RootsError::Empty(file.to_owned()));
        }
        // A system with none is no reason to refuse the one a person named.
        let system = rustls_native_certs::load_native_certs().certs;
        certificates.extend(
            system
                .iter()
                .map(|certificate| Certificate::from_der(certificate).to_owned()),
        );
        Ok(Self(RootCerts::Specific(Arc::new(certificates))))
    }

    pub(super) fn certs(&self) -> RootCerts {
        self.0.clone()
    }
}
