//! One type per identifier, so that a shipment id cannot be used as a carrier account id. The
//! interface calls them "strings in UUID-like form" (section 2); the server's text is stored
//! unchanged.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
            pub fn as_str(&self) -> &str {
                &self.0
            }
            /// Whether both name the same object. Servers change the case of ids, and surrounding
            /// spaces have no meaning.
            pub fn same_as(&self, other: &Self) -> bool {
                same_id(&self.0, &other.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                named_text(stringify!($name), deserializer).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

ids! {
    AccountId
    UserId
    AddressId
    CarrierAccountId
    RateId
    ShipmentId
    ManifestId
    TrackingNumber
    /// The value of `X-Correlation-ID` (section 7.1).
    CorrelationId
    /// Unique per money call (section 8). Created once per purchase; a retry reuses it.
    TransactionId
    /// Local: an order on this computer, whether or not a label was bought for it.
    OrderId
}

/// Compares ids as [`TransactionId::same_as`] does. An empty id equals none.
pub fn same_id(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    !one.is_empty() && one.eq_ignore_ascii_case(other)
}

/// Reads an identifier as a newtype with the given name, so that a deserializer can distinguish it
/// from ordinary text, which may be empty.
pub fn named_text<'de, D: Deserializer<'de>>(
    name: &'static str,
    deserializer: D,
) -> Result<String, D::Error> {
    struct Named(&'static str);

    impl<'de> Visitor<'de> for Named {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a {}", self.0)
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<String, D::Error> {
            String::deserialize(inner)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }
    }

    deserializer.deserialize_newtype_struct(name, Named(name))
}

impl TransactionId {
    /// A fresh random id. Only code that writes a new journal row calls it.
    pub fn mint() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }
}

impl OrderId {
    pub fn mint() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }

    /// The id that follows from these texts, in the form of a random one.
    pub fn of_texts(texts: &[&str]) -> Self {
        let mut digest = ring::digest::Context::new(&ring::digest::SHA256);
        for text in texts {
            digest.update(&(text.len() as u64).to_le_bytes());
            digest.update(text.as_bytes());
        }
        let mut bytes = [0; 16];
        for (byte, of_digest) in bytes.iter_mut().zip(digest.finish().as_ref()) {
            *byte = *of_digest;
        }
        let uuid = uuid::Builder::from_custom_bytes(bytes).into_uuid();
        Self(uuid.to_string())
    }
}
