//! The cryptography provider of all TLS connections.

use rustls::crypto::{CryptoProvider, ring};

/// Makes `ring` the cryptography provider of this process. Libraries that use TLS without a
/// provider of their own use this one. Call it before a connection is created.
pub fn install_provider() {
    if CryptoProvider::get_default().is_none() {
        // It fails only if another thread installed the same provider first.
        let _ = ring::default_provider().install_default();
    }
}
