//! Whose certificates are trusted: those the system trusts, and perhaps a file of more, for
//! shops whose own gateway signs what passes through it. Nothing here trusts less closely.

use std::path::{Path, PathBuf};

use reqwest::{Certificate, ClientBuilder};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// The operating system judges, with all it knows of revoked and forbidden ones; these
/// are trusted beside.
#[derive(Clone, Debug)]
pub struct Roots(Vec<Certificate>);

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
    pub fn of_system() -> Self {
        Self(Vec::new())
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
        let certificates: Vec<Certificate> = CertificateDer::pem_slice_iter(&text)
            .filter_map(Result::ok)
            // One that no verifier takes would make every connection impossible.
            .filter(|der| RootCertStore::empty().add(der.clone()).is_ok())
            .filter_map(|der| Certificate::from_der(&der).ok())
            .collect();
        if certificates.is_empty() {
            return Err(RootsError::Empty(file.to_owned()));
        }
        Ok(Self(certificates))
    }

    pub(super) fn trusted_by(&self, builder: ClientBuilder) -> ClientBuilder {
        builder.tls_certs_merge(self.0.iter().cloned())
    }

    /// For a system that has no authorities at all: nobody but those of the file.
    pub(super) fn only_trusted_by(&self, builder: ClientBuilder) -> ClientBuilder {
        builder.tls_certs_only(self.0.iter().cloned())
    }
}
