//! What becomes of a feature's state when another account comes on the screen.

/// Every implementation names all fields of its feature once, or resets all of them, so that a
/// new field does not compile until it is said what becomes of it, or is reset.
pub(in crate::desk) trait AccountChange {
    /// The account is left: the answers to what was asked in its name never come, so nothing may
    /// go on waiting for them. What was known before stays.
    fn give_up_requests(&mut self);

    /// Rows of another account come on the screen: nothing of the one before stays.
    fn forget_rows(&mut self);
}
