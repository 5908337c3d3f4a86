//! Which quotes this computer got from the service. Every station can write any price into an order of a
//! shared workspace, and a person agrees to the price that is shown. So before a label is bought at a price
//! that this computer has not asked for, the service is asked again.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use crate::order::OrderQuote;

/// Of more quotes than these the service is asked again.
const MOST: usize = 200_000;

/// The keys of the hashes are of this run, so nobody else can make a quote that counts as one of these.
#[derive(Clone, Debug, Default)]
pub struct AskedQuotes {
    keys: RandomState,
    known: Arc<Mutex<HashSet<u64>>>,
}

impl AskedQuotes {
    /// The service has just answered with this quote.
    pub fn note(&self, quote: &OrderQuote) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(self.hash(quote));
    }

    pub fn has(&self, quote: &OrderQuote) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.contains(&self.hash(quote))
    }

    /// Of what the price is for and what it is.
    fn hash(&self, quote: &OrderQuote) -> u64 {
        let OrderQuote { rate, inputs, scope, .. } = quote;
        self.keys.hash_one(serde_json::to_vec(&(rate, inputs, scope)).unwrap_or_default())
    }
}
