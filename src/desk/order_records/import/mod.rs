//! From a table to orders in the workspace. The same is done for a person who is shown the plan first,
//! for a watched folder, for `postroom batch`, and for a number that is looked for in the shop's
//! database.

pub mod keyed;
pub mod preview;
pub(in crate::desk) mod reader;
pub(in crate::desk) mod unattended;
pub(in crate::desk) mod write_plan;
