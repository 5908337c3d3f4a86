//! For the tests of the packages below the root: `text!` and `message!` of `base`, which hand in the
//! messages first. In the program the root does so, at its start.

#[path = "sources.rs"]
mod sources;

/// Hands the messages to `base`, once. For tests that compare words of another package.
pub(crate) fn install() {
    postroom_base::locale::install(&sources::SOURCES);
}

#[allow(unused_macros, reason = "not every package has such texts")]
macro_rules! text {
    ($($message:tt)*) => {{
        $crate::words::install();
        postroom_base::text!($($message)*)
    }};
}

#[allow(unused_macros, reason = "not every package keeps messages")]
macro_rules! message {
    ($($message:tt)*) => {{
        $crate::words::install();
        postroom_base::message!($($message)*)
    }};
}

#[allow(unused_imports, reason = "as above")]
pub(crate) use {message, text};
