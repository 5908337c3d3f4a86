//! The cryptography provider of all TLS connections, and why one is not trusted.

use std::error::Error;

use rustls::CertificateError;
use rustls::crypto::{CryptoProvider, ring};

use crate::error_causes::causes;
use crate::locale::Message;
use crate::message;

/// The size limit of a file of certificates, in bytes; all public certificate authorities together take a
/// quarter of it.
pub const LARGEST_CERTIFICATES: u64 = 1 << 20;

/// Makes `ring` the cryptography provider of this process. Libraries that use TLS without a
/// provider of their own use this one. Call it before a connection is created.
pub fn install_provider() {
    if CryptoProvider::get_default().is_none() {
        // It fails only if another thread installed the same provider first.
        let _ = ring::default_provider().install_default();
    }
}

/// Why a connection to a server is not trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsFault {
    /// No authority that is known here has signed the certificate.
    UnknownAuthority,
    /// The certificate is for another address.
    OtherAddress,
    /// The certificate begins later, by the clock of this computer.
    NotYetValid,
    Expired,
    /// The certificate is refused for another reason.
    Refused,
    /// The server offers no encryption, or none that this program takes.
    NotEncrypted,
}

impl TlsFault {
    /// The first fault of a certificate among the causes of an error.
    pub fn of_certificate(error: &(dyn Error + 'static)) -> Option<Self> {
        causes(error).find_map(|cause| match cause.downcast_ref() {
            Some(rustls::Error::InvalidCertificate(fault)) => Some(Self::of_fault(fault)),
            _ => None,
        })
    }

    fn of_fault(fault: &CertificateError) -> Self {
        match fault {
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                Self::UnknownAuthority
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                Self::OtherAddress
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                Self::NotYetValid
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => Self::Expired,
            _ => Self::Refused,
        }
    }

    pub fn message(self) -> Message {
        match self {
            Self::UnknownAuthority => message!("errors-tls-unknown-authority"),
            Self::OtherAddress => message!("errors-tls-other-address"),
            Self::NotYetValid => message!("errors-tls-not-yet-valid"),
            Self::Expired => message!("errors-tls-expired"),
            Self::Refused => message!("errors-tls-refused"),
            Self::NotEncrypted => message!("errors-tls-not-encrypted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn each_fault_of_a_certificate_has_its_name() {
        for (fault, named) in [
            (CertificateError::UnknownIssuer, TlsFault::UnknownAuthority),
            (CertificateError::NotValidForName, TlsFault::OtherAddress),
            (CertificateError::NotValidYet, TlsFault::NotYetValid),
            (CertificateError::Expired, TlsFault::Expired),
            (CertificateError::Revoked, TlsFault::Refused),
        ] {
            let error = io::Error::other(rustls::Error::InvalidCertificate(fault));
            let error = io::Error::other(error);
            assert_eq!(TlsFault::of_certificate(&error), Some(named));
        }
        assert_eq!(TlsFault::of_certificate(&io::Error::other("no certificate")), None);
    }
}
