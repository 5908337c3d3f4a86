//! How a feature's state is reset when another account is shown.

/// An implementation names all fields of its feature, so that a new field does not compile until it
/// is handled, or resets all of them.
pub(in crate::desk) trait AccountChange {
    /// The account is left: requests sent in its name are never answered, so nothing may stay in
    /// the loading state. Values that were already loaded stay.
    fn give_up_requests(&mut self);

    /// The rows of another account are about to be shown: nothing of the previous account stays.
    fn forget_rows(&mut self);
}
