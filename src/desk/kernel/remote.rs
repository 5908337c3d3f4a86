//! A value that lives on the server: whether it was requested, the last known value, and its age.
//! Old values stay visible while new ones load.

use std::sync::Arc;

use jiff::Timestamp;

use crate::desk::kernel::failure::Trouble;

#[derive(Clone, Debug, Default)]
pub enum Remote<T> {
    #[default]
    NotAsked,
    Loading {
        previous: Option<LoadedValue<T>>,
    },
    Ready(LoadedValue<T>),
    Failed {
        trouble: Trouble,
        previous: Option<LoadedValue<T>>,
    },
}

/// A value and the time it was valid. Shared, so that a frame can hold it without copying.
#[derive(Debug)]
pub struct LoadedValue<T> {
    pub value: Arc<T>,
    pub at: Timestamp,
    /// Read from the cache, not received in this run.
    pub cached: bool,
}

impl<T> Clone for LoadedValue<T> {
    fn clone(&self) -> Self {
        Self { value: Arc::clone(&self.value), at: self.at, cached: self.cached }
    }
}

impl<T> Remote<T> {
    pub fn ready(value: T, at: Timestamp) -> Self {
        Self::Ready(LoadedValue { value: Arc::new(value), at, cached: false })
    }

    pub fn from_cache(value: T, at: Timestamp) -> Self {
        Self::Ready(LoadedValue { value: Arc::new(value), at, cached: true })
    }

    /// The newest value, whatever the result of the last request.
    pub fn known(&self) -> Option<&LoadedValue<T>> {
        match self {
            Self::NotAsked => None,
            Self::Ready(known) => Some(known),
            Self::Loading { previous } | Self::Failed { previous, .. } => previous.as_ref(),
        }
    }

    pub fn value(&self) -> Option<&T> {
        self.known().map(|known| known.value.as_ref())
    }

    pub fn is_loading(&self) -> bool {
        matches!(self, Self::Loading { .. })
    }

    pub fn trouble(&self) -> Option<&Trouble> {
        match self {
            Self::Failed { trouble, .. } => Some(trouble),
            _ => None,
        }
    }

    /// Marks a request as in progress and keeps the last known value.
    pub fn start_loading(&mut self) {
        *self = Self::Loading { previous: self.known().cloned() };
    }

    /// A failure no longer counts; the last known value stays.
    pub(in crate::desk) fn forget_failure(&mut self) {
        if let Self::Failed { previous, .. } = self {
            *self = previous.take().map_or(Self::NotAsked, Self::Ready);
        }
    }

    /// Applies an answer; a failure keeps the last known value.
    pub fn settle(&mut self, answer: Result<T, Trouble>, at: Timestamp) {
        *self = match answer {
            Ok(value) => Self::ready(value, at),
            Err(trouble) => Self::Failed { trouble, previous: self.known().cloned() },
        };
    }
}

impl<T> Remote<T> {
    /// Replaces the last known value by one made from it. Its age stays.
    pub(in crate::desk) fn revise(&mut self, with: impl FnOnce(&T) -> T) {
        let known = match self {
            Self::NotAsked => None,
            Self::Ready(known) => Some(known),
            Self::Loading { previous } | Self::Failed { previous, .. } => previous.as_mut(),
        };
        if let Some(known) = known {
            known.value = Arc::new(with(&known.value));
        }
    }

    /// The pending request was abandoned; the last known value stays.
    pub(in crate::desk) fn cancel_loading(&mut self) {
        if let Self::Loading { previous } = self {
            *self = previous.take().map_or(Self::NotAsked, Self::Ready);
        }
    }

    /// Clears a failure caused by a lost connection; the last known value stays. Returns whether
    /// there was such a failure.
    pub(in crate::desk) fn clear_offline_failure(&mut self) -> bool {
        let lost = self.trouble().is_some_and(|trouble| trouble.offline);
        if lost {
            self.forget_failure();
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_values_survive_loading_and_failure() {
        let mut remote = Remote::ready(1, Timestamp::UNIX_EPOCH);
        remote.start_loading();
        assert_eq!(remote.value(), Some(&1));
        remote.settle(Err(Trouble::default()), Timestamp::UNIX_EPOCH);
        assert_eq!(remote.value(), Some(&1));
        assert!(remote.trouble().is_some());
        remote.settle(Ok(2), Timestamp::UNIX_EPOCH);
        assert_eq!(remote.value(), Some(&2));
    }
}
