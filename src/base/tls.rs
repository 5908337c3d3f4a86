//! The one provider of cryptography for every connection with TLS.

use rustls::crypto::{CryptoProvider, ring};

/// Makes `ring` the provider of this process. Libraries that bring TLS but no provider of
/// their own take it from here; to be called before a connection is planned.
pub fn install_provider() {
    if CryptoProvider::get_default().is_none() {
        // It fails only where another thread was quicker, with the same provider.
        let _ = ring::default_provider().install_default();
    }
}
