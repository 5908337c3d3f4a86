//! Where a job runs: in a slot, which holds one job at a time, or beside all others.

use std::fmt;
use std::marker::PhantomData;

/// The identity of a job, the feature whose state its answers change, and the job's lifetime, all
/// declared in one place. A new job of a slot replaces the running one.
pub(in crate::desk) struct Slot<F> {
    pub(super) key: Key,
    feature: PhantomData<fn(&mut F)>,
}

impl<F> Clone for Slot<F> {
    fn clone(&self) -> Self {
        Self { key: self.key.clone(), feature: PhantomData }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub name: &'static str,
    /// Distinguishes slots of the same name, one per item.
    pub about: Option<String>,
    pub lives: Lives,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lives {
    WithAccount,
    WithWindow,
    UntilFinished,
}

impl<F> Slot<F> {
    /// The job ends when another account is shown; its later answers are dropped.
    pub(in crate::desk) const fn with_account(name: &'static str) -> Self {
        Self::new(name, Lives::WithAccount)
    }

    /// The job continues when another account is shown: money, files of this computer, printers.
    pub(in crate::desk) const fn with_window(name: &'static str) -> Self {
        Self::new(name, Lives::WithWindow)
    }

    /// As [`Slot::with_window`], and the job gets time to finish when the window closes.
    pub(in crate::desk) const fn until_finished(name: &'static str) -> Self {
        Self::new(name, Lives::UntilFinished)
    }

    const fn new(name: &'static str, lives: Lives) -> Self {
        let about = None;
        Self { key: Key { name, about, lives }, feature: PhantomData }
    }

    /// The slot of one item, identified by its `Debug` text.
    pub(in crate::desk) fn about(mut self, thing: &impl fmt::Debug) -> Self {
        self.key.about = Some(format!("{thing:?}"));
        self
    }
}

/// A job without a slot. Any number of them run at the same time.
pub(in crate::desk) struct NoSlot<F> {
    pub(super) lives: Lives,
    feature: PhantomData<fn(&mut F)>,
}

impl<F> NoSlot<F> {
    /// As [`Jobs::spawn`].
    pub(in crate::desk) const fn with_account() -> Self {
        Self { lives: Lives::WithAccount, feature: PhantomData }
    }

    /// As [`Jobs::spawn_lasting`].
    pub(in crate::desk) const fn with_window() -> Self {
        Self { lives: Lives::WithWindow, feature: PhantomData }
    }

    /// As [`Jobs::spawn_writing`].
    pub(in crate::desk) const fn until_finished() -> Self {
        Self { lives: Lives::UntilFinished, feature: PhantomData }
    }
}
