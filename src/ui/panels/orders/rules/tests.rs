use super::*;
use crate::orders::rules::{Condition, Rule};

fn keyed(key: &str, revision: i64, rank: i64) -> KeyedRule {
    KeyedRule {
        key: key.to_owned(),
        revision,
        rank,
        rule: Rule {
            name: key.to_uppercase(),
            conditions: vec![Condition::EveryOrder],
            ..Rule::default()
        },
        changed_by: "Bench 2".to_owned(),
    }
}

fn stored(rules: &[KeyedRule]) -> Documents {
    Documents { rules: rules.to_vec(), loaded: true, ..Documents::default() }
}

fn opened(rules: &[KeyedRule]) -> RulesViewState {
    let mut view = RulesViewState::default();
    view.follow(&stored(rules));
    view
}

fn keys(view: &RulesViewState) -> Vec<&str> {
    view.rules.iter().map(|rule| rule.key.as_str()).collect()
}

#[test]
fn the_open_rule_moves_within_the_list() {
    let mut view = opened(&[keyed("a", 1, 0), keyed("b", 1, 1), keyed("c", 1, 2)]);
    assert!(!view.is_changed());
    view.open = Some("b".to_owned());
    for (down, expected) in [
        (false, ["b", "a", "c"]),
        (false, ["b", "a", "c"]),
        (true, ["a", "b", "c"]),
        (true, ["a", "c", "b"]),
        (true, ["a", "c", "b"]),
    ] {
        view.move_open(down);
        assert_eq!(keys(&view), expected, "{down}");
    }
    assert!(view.is_changed());
    let after = view.after();
    let ranks: Vec<_> = after.iter().map(|rule| (rule.key.as_str(), rule.rank)).collect();
    assert_eq!(ranks, [("a", 0), ("c", 1), ("b", 2)]);
}

#[test]
fn removing_a_rule_opens_its_neighbor() {
    let mut view = opened(&[keyed("a", 1, 0), keyed("b", 1, 1)]);
    view.open = Some("b".to_owned());
    view.remove_open();
    assert_eq!((keys(&view), view.open.as_deref()), (vec!["a"], Some("a")));
    view.remove_open();
    assert_eq!((keys(&view).len(), view.open.clone()), (0, None));
}

#[test]
fn what_is_changed_here_stays_until_it_is_saved() {
    let mut view = opened(&[keyed("a", 1, 0), keyed("b", 1, 1)]);
    view.open = Some("b".to_owned());
    view.move_open(false);
    // Another computer added a rule meanwhile.
    let theirs = stored(&[keyed("a", 1, 0), keyed("b", 1, 1), keyed("c", 1, 2)]);
    view.follow(&theirs);
    assert_eq!(keys(&view), ["b", "a"]);
    assert_ne!(view.before, theirs.rules);
    // Kept on top of theirs.
    view.rebase(&theirs);
    assert_eq!(keys(&view), ["b", "a", "c"]);
    assert_eq!(view.before, theirs.rules);
    // Saved: the view is as the workspace.
    let saved = stored(&[keyed("b", 2, 0), keyed("a", 2, 1), keyed("c", 1, 2)]);
    view.follow(&saved);
    assert!(!view.is_changed());
    assert_eq!(view.before, saved.rules);
}

#[test]
fn a_changed_rule_wins_over_another_computer_only_if_it_is_kept() {
    let mut view = opened(&[keyed("a", 1, 0), keyed("b", 1, 1)]);
    view.rules[0].form.name = "Mine".to_owned();
    let mut theirs = [keyed("a", 5, 0), keyed("b", 6, 1)];
    for rule in &mut theirs {
        rule.rule.name = "Theirs".to_owned();
    }
    view.rebase(&stored(&theirs));
    let after = view.after();
    let kept: Vec<_> = after.iter().map(|rule| (rule.revision, rule.rule.name.as_str())).collect();
    assert_eq!(kept, [(5, "Mine"), (6, "Theirs")]);
}
