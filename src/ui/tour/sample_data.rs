//! What is data on a screen with the sample orders: names, articles, columns, and the names of the
//! presets and rules that came with them. And the name of this computer.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::plain_texts::one_line;
use crate::desk::state::State;
use crate::orders::practice_orders::practice_orders_file;
use crate::orders::rules::Condition;

/// The phrases with a word, the longest first: a phrase can contain another.
pub(super) fn sample_data(state: &State) -> Vec<String> {
    let (_, table) = practice_orders_file();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table);
    let rows = reader.records().filter_map(Result::ok);
    let cells = rows.flat_map(|row| row.iter().map(one_line).collect::<Vec<_>>());
    let documents = &state.order_rules.documents;
    let presets = documents.presets.iter().map(|it| it.preset.name.clone());
    let rules = documents.rules.iter().map(|it| it.rule.name.clone());
    let station = state.stations.usual_name.clone();
    let conditions = documents.rules.iter().flat_map(|it| &it.rule.conditions);
    let shipping = conditions.flat_map(|condition| match condition {
        Condition::Shipping { contains } => contains.clone(),
        _ => Vec::new(),
    });
    let named = presets.chain(rules).chain(shipping).chain([station]);
    let phrases = cells.chain(named);
    let has_word = |phrase: &String| phrase.contains(char::is_alphabetic);
    let phrases: BTreeSet<String> = phrases.filter(has_word).collect();
    let mut phrases: Vec<String> = phrases.into_iter().collect();
    phrases.sort_by_key(|phrase| Reverse(phrase.len()));
    phrases
}
