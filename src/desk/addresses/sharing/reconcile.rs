//! What an address says after two stations have changed it.

use crate::desk::addresses::sharing::form_of;
use crate::parcel::address_parts::same_words;
use crate::parcel::draft::AddressForm;
use crate::store::book::mirror::AddressContent;

#[derive(Debug, PartialEq)]
pub(in crate::desk::addresses) struct Reconciled {
    /// What the address says from now on; `None` leaves it as it is here.
    pub content: Option<AddressContent>,
    /// Whether it has to be written to the server.
    pub is_owed: bool,
    /// What a person has to know.
    pub clash: Option<Clash>,
}

/// Two changes that cannot both stay.
#[derive(Debug, PartialEq)]
pub(in crate::desk::addresses) enum Clash {
    /// Both changed the words of the address; those of this station stay.
    BothChanged { mine: Box<AddressForm>, theirs: Box<AddressForm> },
    /// It was removed here and changed there: it stays, as it is there.
    RemovedHere,
    /// It was changed here and removed there: it stays, as it is here.
    RemovedThere,
}

/// `base` is what both changes were made on, if it is known. `None` as `mine` or `theirs` is an
/// address that was removed.
pub(in crate::desk::addresses) fn reconcile(
    mine: Option<&AddressContent>,
    base: Option<&AddressContent>,
    theirs: Option<&AddressContent>,
) -> Reconciled {
    match (mine, theirs) {
        (None, None) => Reconciled { content: None, is_owed: false, clash: None },
        (None, Some(theirs)) => Reconciled {
            content: Some(theirs.clone()),
            is_owed: false,
            clash: Some(Clash::RemovedHere),
        },
        (Some(_), None) => {
            Reconciled { content: None, is_owed: true, clash: Some(Clash::RemovedThere) }
        }
        (Some(mine), Some(theirs)) => both_changed(mine, base, theirs),
    }
}

fn both_changed(
    mine: &AddressContent,
    base: Option<&AddressContent>,
    theirs: &AddressContent,
) -> Reconciled {
    let (json, clash) = words(mine, base, theirs);
    let content = AddressContent {
        json,
        groups: groups(&mine.groups, base.map(|base| &*base.groups), &theirs.groups),
    };
    Reconciled { is_owed: content != *theirs, content: Some(content), clash }
}

/// An address is never made of parts of two others: the street of one and the city of the other
/// would be a third place. So one of the two stays as a whole.
fn words(
    mine: &AddressContent,
    base: Option<&AddressContent>,
    theirs: &AddressContent,
) -> (String, Option<Clash>) {
    let is_base = |one: &AddressContent| base.is_some_and(|base| base.json == one.json);
    let (here, there) = (|| mine.json.clone(), || theirs.json.clone());
    if mine.json == theirs.json || is_base(theirs) {
        return (here(), None);
    }
    if is_base(mine) {
        return (there(), None);
    }
    let base = base.and_then(|base| form_of(&base.json));
    let (Some(my_form), Some(their_form)) = (form_of(&mine.json), form_of(&theirs.json)) else {
        return (here(), None);
    };
    let says_base = |form: &AddressForm| base.as_ref().is_some_and(|base| same_words(base, form));
    // What the service found about an address goes with its words.
    if same_words(&my_form, &their_form) || says_base(&their_form) {
        return (here(), None);
    }
    if says_base(&my_form) {
        return (there(), None);
    }
    let clash = Clash::BothChanged { mine: Box::new(my_form), theirs: Box::new(their_form) };
    (here(), Some(clash))
}

/// What either has added, without what either has left. Without a base nothing was left.
fn groups(mine: &[String], base: Option<&[String]>, theirs: &[String]) -> Vec<String> {
    let base = base.unwrap_or_default();
    let has_left =
        |group: &String| base.contains(group) && !(mine.contains(group) && theirs.contains(group));
    let all = mine.iter().chain(theirs).filter(|group| !has_left(group));
    let mut all: Vec<String> = all.cloned().collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::records::contact::StoredContact;

    fn address(city: &str, verification: Option<&str>, groups: &[&str]) -> AddressContent {
        let form = AddressForm {
            name: "Ann".to_owned(),
            city: city.to_owned(),
            verification: verification.map(str::to_owned),
            ..AddressForm::default()
        };
        AddressContent {
            json: serde_json::to_string(&StoredContact::from(form)).unwrap(),
            groups: groups.iter().map(|group| (*group).to_owned()).collect(),
        }
    }

    #[test]
    fn changes_of_different_things_both_stay() {
        let base = address("Bonn", None, &["A", "B"]);
        let checked = Some("Success");
        for (name, mine, theirs, wanted) in [
            (
                "words there",
                base.clone(),
                address("Ulm", None, &["A", "B"]),
                address("Ulm", None, &["A", "B"]),
            ),
            (
                "words here",
                address("Ulm", None, &["A", "B"]),
                address("Bonn", None, &["A"]),
                address("Ulm", None, &["A"]),
            ),
            (
                "groups of both",
                address("Bonn", None, &["B", "C"]),
                address("Bonn", None, &["A", "B", "D"]),
                address("Bonn", None, &["B", "C", "D"]),
            ),
            (
                "checked here, moved there",
                address("Bonn", checked, &["A", "B"]),
                address("Ulm", None, &["A", "B"]),
                address("Ulm", None, &["A", "B"]),
            ),
            (
                "moved here, checked there",
                address("Ulm", None, &["A", "B"]),
                address("Bonn", checked, &["A", "B"]),
                address("Ulm", None, &["A", "B"]),
            ),
            (
                "the same",
                address("Ulm", None, &[]),
                address("Ulm", None, &[]),
                address("Ulm", None, &[]),
            ),
        ] {
            let both = reconcile(Some(&mine), Some(&base), Some(&theirs));
            assert_eq!(both.clash, None, "{name}");
            assert_eq!(both.content.as_ref(), Some(&wanted), "{name}");
            assert_eq!(both.is_owed, wanted != theirs, "{name}");
        }
    }

    #[test]
    fn two_changes_of_the_words_are_a_clash_and_the_second_stays() {
        let (mine, theirs) = (address("Ulm", None, &[]), address("Köln", None, &["A"]));
        for base in [None, Some(address("Bonn", None, &[]))] {
            let both = reconcile(Some(&mine), base.as_ref(), Some(&theirs));
            let Some(Clash::BothChanged { mine: here, theirs: there }) = both.clash else {
                panic!("{both:?}")
            };
            assert_eq!((here.city.as_str(), there.city.as_str()), ("Ulm", "Köln"));
            assert_eq!(both.content, Some(address("Ulm", None, &["A"])));
            assert!(both.is_owed);
        }
    }

    #[test]
    fn a_change_wins_over_a_removal() {
        let changed = address("Ulm", None, &[]);
        let here = reconcile(None, None, Some(&changed));
        assert_eq!(here.clash, Some(Clash::RemovedHere));
        assert_eq!((here.content, here.is_owed), (Some(changed.clone()), false));
        let there = reconcile(Some(&changed), None, None);
        assert_eq!(there.clash, Some(Clash::RemovedThere));
        assert_eq!((there.content, there.is_owed), (None, true));
        let gone = reconcile(None, None, None);
        assert_eq!((gone.clash, gone.is_owed), (None, false));
    }
}
