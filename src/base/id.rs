//! One type per identifier, so that a shipment id cannot travel as a carrier
//! account id. The interface calls them "strings in UUID-like form" (section 2);
//! what the server sends is kept to the letter.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
            pub fn as_str(&self) -> &str {
                &self.0
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
    /// Unique per money call (section 8); minted once per purchase, never in a retry.
    TransactionId
    /// Ours: an order on this desk, whether or not anything was bought for it.
    OrderId
}

impl TransactionId {
    /// A fresh random id. The only callers are the places that write a new journal row.
    pub fn mint() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }
}

impl OrderId {
    pub fn mint() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }
}
