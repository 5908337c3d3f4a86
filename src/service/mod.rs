//! The practice service.

pub mod document;
