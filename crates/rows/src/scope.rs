//! Whose a row is: an account of one environment.

use serde::{Deserialize, Serialize};

use crate::text;

/// The environment and account a row belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    pub environment: String,
    pub account: String,
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Environment {
    #[default]
    Practice,
    Test,
    Production,
}

impl Environment {
    /// The spelling in [`Scope`] and in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Practice => "PRACTICE",
            Self::Test => "TEST",
            Self::Production => "PRODUCTION",
        }
    }

    /// As a person reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Practice => text!("errors-environment-practice"),
            Self::Test => text!("errors-environment-test"),
            Self::Production => text!("errors-environment-production"),
        }
    }

    /// The name for a [`Environment::word`]; other text as it is.
    pub fn name_of(word: &str) -> &str {
        let mut all = [Self::Practice, Self::Test, Self::Production].into_iter();
        match all.find(|environment| environment.word() == word) {
            Some(environment) => environment.name(),
            None => word,
        }
    }
}
