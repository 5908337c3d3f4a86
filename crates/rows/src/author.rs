//! Who writes: the name of a station and of the person at it, as other stations see them.

use std::sync::{Arc, PoisonError, RwLock};

use crate::message;
use postroom_base::locale::Message;

/// Between the two names in what is stored.
const BETWEEN: &str = " / ";

/// Who writes. Clones share it, so that a change of the person holds for every open workspace.
#[derive(Clone, Debug, Default)]
pub struct WorkspaceAuthor(Arc<RwLock<String>>);

/// The two names of what an author signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature<'a> {
    pub station: &'a str,
    /// Empty if no person was named.
    pub person: &'a str,
}

impl WorkspaceAuthor {
    pub fn new(station: &str) -> Self {
        let author = Self::default();
        author.change(station, "");
        author
    }

    pub fn change(&self, station: &str, person: &str) {
        let station = station.trim().replace(BETWEEN, "/");
        let text = match person.trim() {
            "" => station,
            person => format!("{station}{BETWEEN}{person}"),
        };
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// As it is stored beside what was written.
    pub fn signed(&self) -> String {
        let text = self.0.read();
        text.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl<'a> Signature<'a> {
    pub fn parse(signed: &'a str) -> Self {
        let (station, person) = signed.split_once(BETWEEN).unwrap_or((signed, ""));
        Self { station, person }
    }

    /// The station, and the person if one was named.
    pub fn message(&self) -> Message {
        let Self { station, person } = *self;
        match person.is_empty() {
            true => Message::from(station.to_owned()),
            false => message!("stations-signed", station = station, person = person),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_come_back() {
        let author = WorkspaceAuthor::new("office 1a2b");
        assert_eq!(Signature::parse(&author.signed()).station, "office 1a2b");
        let shared = author.clone();
        shared.change(" Bench 3 / left ", "Ana / Bo");
        let signed = author.signed();
        let wanted = Signature { station: "Bench 3/left", person: "Ana / Bo" };
        assert_eq!(Signature::parse(&signed), wanted);
    }
}
