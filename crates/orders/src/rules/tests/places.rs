//! Conditions about where an order goes to and comes from.

use super::*;

#[test]
fn countries_and_borders() {
    let here = || to("US", "NY", "10118");
    let international = |wanted| vec![Condition::International(wanted)];
    check(vec![
        ("by code", vec![country(&["DE"])], to("DE", "", "10115"), Yes),
        ("by name", vec![country(&["Germany"])], to("de", "", ""), Yes),
        ("another language", vec![country(&["Alemania"])], to("Deutschland", "", ""), Yes),
        ("unknown", vec![country(&["DE"])], to("Narnia", "", ""), Lacks(Missing::Country)),
        ("one of many", vec![country(&["FR", "Germany"])], to("Germany", "", ""), Yes),
        ("another", vec![country(&["FR"])], to("DE", "", ""), No),
        ("missing", vec![country(&["FR"])], to("", "", ""), Lacks(Missing::Country)),
        ("an unknown one of the rule", vec![country(&["Frnce"])], to("FR", "", ""), No),
        ("no country in the rule", vec![country(&[])], here(), No),
        ("a territory is the United States", vec![country(&["US"])], to("PR", "", "00901"), Yes),
        ("a territory by its code", vec![country(&["PR"])], to("PR", "", "00901"), Yes),
        ("a territory as a state", vec![country(&["PR"])], to("US", "PR", "00901"), Yes),
        ("another territory", vec![country(&["PR"])], to("GU", "", "96910"), No),
        ("a state is no territory", vec![country(&["PR"])], here(), No),
        ("international", international(true), to("DE", "", ""), Yes),
        ("not international", international(true), here(), No),
        ("a territory is domestic", international(false), to("PR", "", ""), Yes),
        ("a base is domestic", international(false), to("US", "AE", "09012"), Yes),
        ("abroad is not domestic", international(false), to("DE", "", ""), No),
        ("unknown", international(false), to("Nowhere", "", ""), Lacks(Missing::Country)),
    ]);
    let no_sender = OrderFacts { sender_country: String::new(), ..facts() };
    let rules = [rule("a", international(true))];
    let verdict = first_fit(&rules, &here(), &no_sender);
    assert!(matches!(verdict, RuleVerdict::Undecided { missing: Missing::Sender, .. }));
    let from_germany = OrderFacts { sender_country: "Germany".to_owned(), ..facts() };
    assert!(matches!(first_fit(&rules, &here(), &from_germany), RuleVerdict::Fits { .. }));
}

#[test]
fn states_and_zips_belong_to_a_country() {
    let here = || to("US", "New York", "10118-0110");
    let berlin = || to("DE", "", "10115");
    check(vec![
        ("a code for a name", vec![state(&["NY"])], here(), Yes),
        ("a name for a code", vec![state(&["california", "New York"])], to("US", "NY", ""), Yes),
        ("another state", vec![state(&["CA"])], here(), No),
        ("missing", vec![state(&["CA"])], to("US", "", "10118"), Lacks(Missing::State)),
        ("a territory by its country", vec![state(&["PR"])], to("PR", "", ""), Yes),
        ("the state of another country", vec![state(&["CA"])], to("IT", "CA", ""), No),
        ("unless it is named", vec![country(&["IT"]), state(&["ca"])], to("IT", "CA", ""), Yes),
        (
            "a code for a name abroad",
            vec![country(&["AU"]), state(&["WA"])],
            to("AU", "Western Australia", ""),
            Yes,
        ),
        (
            "a name for a code abroad",
            vec![country(&["CA", "ES"]), state(&["Québec", "Barcelona"])],
            to("CA", "QC", ""),
            Yes,
        ),
        (
            "a code that became a name",
            vec![country(&["ES"]), state(&["B"])],
            to("ES", "Barcelona", ""),
            Yes,
        ),
        (
            "another province",
            vec![country(&["CA"]), state(&["Québec"])],
            to("CA", "Ontario", ""),
            No,
        ),
        ("a country without states", vec![country(&["DE"]), state(&["BE"])], berlin(), No),
        (
            "a country that needs them",
            vec![country(&["CA"]), state(&["ON"])],
            to("CA", "", ""),
            Lacks(Missing::State),
        ),
        ("nothing in the rule", vec![state(&[" "])], here(), No),
        ("in the range", vec![zip_range("10000", "14999")], here(), Yes),
        ("its last", vec![zip_range("10000", "10118")], here(), Yes),
        ("its first", vec![zip_range("10118", "10200")], here(), Yes),
        ("after it", vec![zip_range("10000", "10117")], here(), No),
        ("before it", vec![zip_range("10119", "10200")], here(), No),
        ("three digits", vec![zip_range("100", "101")], here(), Yes),
        ("nine digits", vec![zip_range("10118-0100", "10118-0109")], here(), No),
        ("a short ZIP", vec![zip_range("01000", "02999")], to("US", "MA", "2035"), No),
        ("not in Berlin", vec![zip_range("10000", "14999")], berlin(), No),
        ("unless it is named", vec![country(&["DE"]), zip_range("10000", "14999")], berlin(), Yes),
        (
            "or abroad is asked for",
            vec![Condition::International(true), zip_range("10000", "14999")],
            berlin(),
            Yes,
        ),
        ("missing", vec![zip_range("10000", "14999")], to("US", "NY", ""), Lacks(Missing::Zip)),
        ("a country without any", vec![country(&["HK"]), zip_prefix(&["1"])], to("HK", "", ""), No),
        ("ends of two lengths", vec![zip_range("100", "14999")], here(), No),
        ("no ends", vec![zip_range("", "")], here(), No),
        ("a beginning", vec![zip_prefix(&["9", "101"])], here(), Yes),
        ("another", vec![zip_prefix(&["9"])], here(), No),
        (
            "with letters",
            vec![country(&["GB"]), zip_prefix(&["sw1a 1"])],
            to("GB", "", "SW1A 1AA"),
            Yes,
        ),
        ("none in the rule", vec![zip_prefix(&[""])], here(), No),
    ]);
}

#[test]
fn words_notes_and_kinds_of_address() {
    let order = |source: &str, shipping: &str, note: &str| Order {
        source: source.to_owned(),
        shipping: shipping.to_owned(),
        note: note.to_owned(),
        ..Order::default()
    };
    let living_at = |street: &str, country: &str, state: &str, zip: &str| {
        let mut order = to(country, state, zip);
        order.to.street1 = street.to_owned();
        order
    };
    let shipping = |contains: &[&str]| vec![Condition::Shipping { contains: texts(contains) }];
    let source = |any_of: &[&str]| vec![Condition::Source { any_of: texts(any_of) }];
    let (note, po_box, military) = (Condition::Note, Condition::PoBox, Condition::Military);
    check(vec![
        ("a source in any case", source(&["ETSY", "shopify"]), order("Shopify ", "", ""), Yes),
        ("the whole source", source(&["shop"]), order("Shopify", "", ""), No),
        (
            "a word of the shipping",
            shipping(&["express"]),
            order("", "UPS EXPRESS  Saver", ""),
            Yes,
        ),
        (
            "words with other spaces",
            shipping(&["Express Saver"]),
            order("", "UPS EXPRESS  Saver", ""),
            Yes,
        ),
        ("letters of other languages", shipping(&["ÜBER"]), order("", "über Nacht", ""), Yes),
        ("other words", shipping(&["express", "overnight"]), order("", "Standard", ""), No),
        ("no words", shipping(&["express"]), order("", "", ""), No),
        ("no words in the rule", shipping(&[" "]), order("", "Standard", ""), No),
        ("a note", vec![note(true)], order("", "", "Gift"), Yes),
        ("no note", vec![note(true)], order("", "", " "), No),
        ("no note asked for", vec![note(false)], order("", "", ""), Yes),
        ("a PO box", vec![po_box(true)], living_at("PO Box 1", "US", "NY", ""), Yes),
        ("a street", vec![po_box(true)], living_at("1 Main St", "US", "NY", ""), No),
        ("a street asked for", vec![po_box(false)], living_at("1 Main St", "US", "NY", ""), Yes),
        (
            "a military state",
            vec![military(true)],
            living_at("", "US", "Armed Forces Pacific", ""),
            Yes,
        ),
        ("a military ZIP", vec![military(true)], living_at("", "US", "", "09012"), Yes),
        ("that ZIP elsewhere", vec![military(true)], living_at("", "DE", "", "09012"), No),
        ("a civil address", vec![military(false)], living_at("", "US", "NY", "10118"), Yes),
        ("every order", vec![Condition::EveryOrder], Order::default(), Yes),
    ]);
}
