//! The chain of an error and what caused it.

use std::error::Error;
use std::io;

/// An error and its causes, outermost first. An I/O error may wrap another error without reporting
/// it as its source.
pub fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| {
        let wrapped = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .map(|inner| inner as &(dyn Error + 'static));
        wrapped.or_else(|| error.source())
    })
}

/// The first of the causes that is a `T`.
pub fn find_cause<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    causes(error).find_map(|cause| cause.downcast_ref::<T>())
}
