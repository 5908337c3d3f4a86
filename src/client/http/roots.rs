//! Trusted certificate authorities: those of the system, and optionally a file with more, for shops
//! whose gateway signs its traffic with its own authority. No option weakens the verification.

use std::io;
use std::path::{Path, PathBuf};

use reqwest::{Certificate, ClientBuilder};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::base::{read_limited, tls};

/// Certificates that are trusted in addition to the system's. The operating system's verifier
/// decides, including its list of revoked and forbidden certificates.
#[derive(Clone, Debug)]
pub struct Roots(Vec<Certificate>);

/// Why an extra file of certificates cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RootsError {
    #[error("reading {}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{} is larger than any file of certificates", .0.display())]
    TooLarge(PathBuf),
    #[error("{} holds no certificate in PEM form", .0.display())]
    Empty(PathBuf),
}

impl Roots {
    pub fn of_system() -> Self {
        Self(Vec::new())
    }

    /// The system's authorities and those of the file. Reads a small file.
    ///
    /// # Errors
    /// If the file cannot be read or has no certificate.
    pub fn with_file(file: &Path) -> Result<Self, RootsError> {
        let text =
            read_limited::read_file(file, tls::LARGEST_CERTIFICATES).map_err(
                |source| match source.kind() {
                    io::ErrorKind::FileTooLarge => RootsError::TooLarge(file.to_owned()),
                    _ => RootsError::Unreadable { path: file.to_owned(), source },
                },
            )?;
        let certificates: Vec<Certificate> = CertificateDer::pem_slice_iter(&text)
            .filter_map(Result::ok)
            // A certificate that the verifier rejects would make every connection fail.
            .filter(|der| {
                let added = RootCertStore::empty().add(der.clone());
                added
                    .inspect_err(|error| tracing::warn!(%error, "a certificate is left out"))
                    .is_ok()
            })
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

    /// For a system without any authorities: trusts only those of the file.
    pub(super) fn only_trusted_by(&self, builder: ClientBuilder) -> ClientBuilder {
        builder.tls_certs_only(self.0.iter().cloned())
    }
}
