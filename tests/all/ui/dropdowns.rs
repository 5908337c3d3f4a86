//! Combo boxes by keyboard.

use egui::{Event, Key, Modifiers};
use postroom::ui::stage::{Stage, window_stage};
use postroom::ui::widgets::choice::combo_ui;
use postroom::ui::widgets::pick::{Choice, SEARCH_FROM, pick_ui};

const FORMATS: [(u8, &str); 4] = [(0, "PDF"), (1, "PNG"), (2, "ZPL"), (3, "EPL")];

/// A short list and one with a search field, each with the third value.
fn stage() -> Stage<(u8, usize)> {
    let count = SEARCH_FROM + 6;
    let many: Vec<Choice<usize>> = (0..count)
        .map(|nth| {
            let choice = Choice::new(nth, format!("Box {nth}"));
            choice.blocked((nth == 4).then(|| "Not at this carrier".to_owned()))
        })
        .collect();
    let mut stage = window_stage((400, 600), (2, 2), move |ui, (format, size)| {
        combo_ui(ui, "Format", 160.0, format, &FORMATS);
        pick_ui(ui, "Size", "Size", 160.0, size, &many);
    })
    .unwrap();
    press(&mut stage, Key::Tab);
    stage
}

fn press(stage: &mut Stage<(u8, usize)>, key: Key) {
    stage.press(Modifiers::NONE, key);
}

fn letters(stage: &mut Stage<(u8, usize)>, words: &str) {
    stage.burst(vec![Event::Text(words.to_owned())]);
}

fn is_open(stage: &Stage<(u8, usize)>) -> bool {
    let mut all = stage.elements();
    all.any(|it| it.role == egui::accesskit::Role::ListBoxOption)
}

fn focus(stage: &Stage<(u8, usize)>) -> String {
    let focused = stage.elements().find(|it| it.focused);
    focused.map(|it| it.name).unwrap_or_default()
}

/// W9: Down and Enter took the first entry, whatever the value was.
#[test]
fn a_list_opens_at_the_current_value_and_the_arrows_go_from_it() {
    let mut stage = stage();
    assert_eq!(focus(&stage), "Format");
    press(&mut stage, Key::ArrowDown);
    assert!(is_open(&stage), "Down opens a closed list");
    assert_eq!(stage.state().0, 2, "and changes nothing");
    press(&mut stage, Key::ArrowDown);
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().0, 3);
    assert!(!is_open(&stage));
    assert_eq!(focus(&stage), "Format", "the keyboard is where it was");
    press(&mut stage, Key::Enter);
    press(&mut stage, Key::ArrowUp);
    press(&mut stage, Key::ArrowUp);
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().0, 1);
    // Opened and taken at once: the same value again.
    press(&mut stage, Key::Space);
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().0, 1);
    press(&mut stage, Key::Enter);
    press(&mut stage, Key::Home);
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().0, 0);
}

/// W9
#[test]
fn esc_and_tab_leave_the_value() {
    for key in [Key::Escape, Key::Tab] {
        let mut stage = stage();
        press(&mut stage, Key::Enter);
        press(&mut stage, Key::ArrowUp);
        press(&mut stage, key);
        assert!(!is_open(&stage), "{key:?}");
        assert_eq!(stage.state().0, 2, "{key:?}");
        assert_eq!(focus(&stage), "Format", "{key:?}");
        press(&mut stage, Key::Tab);
        assert_eq!(focus(&stage), "Size", "{key:?}");
    }
}

/// W9
#[test]
fn typing_finds_an_entry() {
    let mut stage = stage();
    press(&mut stage, Key::Enter);
    letters(&mut stage, "e");
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().0, 3, "EPL");
    // A long list is filtered.
    press(&mut stage, Key::Tab);
    press(&mut stage, Key::Enter);
    assert_eq!(focus(&stage), "Search size");
    press(&mut stage, Key::ArrowDown);
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().1, 3, "the one after the current value");
    assert_eq!(focus(&stage), "Size");
    press(&mut stage, Key::Enter);
    letters(&mut stage, "box 1");
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().1, 1, "the first that is left");
    press(&mut stage, Key::Enter);
    letters(&mut stage, "nothing");
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().1, 1);
    press(&mut stage, Key::Escape);
    assert_eq!(focus(&stage), "Size");
    // What cannot be taken is passed over.
    stage.state_mut().1 = 3;
    press(&mut stage, Key::Enter);
    press(&mut stage, Key::ArrowDown);
    press(&mut stage, Key::Enter);
    assert_eq!(stage.state().1, 5);
}

#[test]
fn a_click_takes_an_entry_and_leaves_the_keyboard_at_the_box() {
    let mut stage = stage();
    stage.click("Format").unwrap();
    stage.click("PNG").unwrap();
    assert_eq!(stage.state().0, 1);
    assert!(!is_open(&stage));
    assert_eq!(focus(&stage), "Format");
}
