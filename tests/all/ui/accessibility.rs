//! What screen readers get beyond names and roles, and that nothing moves. The same is read over a
//! real accessibility bus in `tests/window/accessibility.rs`.

use egui::accesskit::{Live, Role};
use egui_kittest::kittest::{NodeT, Queryable};

use super::keyboard::bought;
use super::{connected, now};
use crate::prelude::*;
use postroom::desk::kernel::notices::Activity;
use postroom::ui::stage::Element;

/// The names of all that has the focus, from the window inward.
fn focused(scene: &Scene) -> Vec<String> {
    let all = scene.stage.elements().filter(|element| element.focused);
    all.map(|element| element.name).collect()
}

#[test]
fn the_first_tab_goes_into_the_panel() {
    let mut scene = Scene::on(Panel::Balance, connected());
    assert_eq!(scene.focus(), None);
    scene.key(Key::Tab);
    let first = scene.focus().unwrap();
    let tab = scene.stage.elements().find(|it| it.role == Role::Tab);
    assert!(scene.element(&first).bounds.left() > tab.unwrap().bounds.right());
}

#[test]
fn the_row_under_the_arrow_keys_is_said() {
    let mut state = connected();
    for nth in 1..=3 {
        state.activity.push_front(Activity {
            whose: None,
            at: now(),
            call: format!("GET /Shipment/{nth}"),
            status: Some(200),
            millis: 41,
            attempt: 1,
            correlation: None,
            error: None,
        });
    }
    let mut scene = Scene::on(Panel::Activity, state);
    scene.key(Key::ArrowDown);
    let said = focused(&scene);
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(said[0], "Table of activity");
    let is_row = |it: &Element| it.role == Role::Row && it.on && it.name == said[1];
    assert!(scene.stage.elements().any(|it| is_row(&it)), "{said:?}");
}

#[test]
fn a_row_is_read_in_its_table_with_its_cells() {
    let scene = Scene::on(Panel::Shipments, bought());
    let row = scene.stage.get_all_by_role(Role::Row).next().unwrap();
    let row = row.accesskit_node();
    let around = std::iter::successors(row.parent(), |node| node.parent());
    assert!(around.map(|node| node.role()).any(|role| role == Role::Table));
    let name = row.label().unwrap();
    let mut inside = vec![row];
    let mut cells = Vec::new();
    while let Some(node) = inside.pop() {
        inside.extend(node.children());
        cells.extend(node.value());
    }
    let spoken = cells.iter().filter(|cell| name.contains(cell.as_str()));
    assert!(spoken.count() >= 4, "{name}: {cells:?}");
}

#[test]
fn a_notice_is_announced_and_a_warning_interrupts() {
    for (tone, live) in [
        (Tone::Good, Live::Polite),
        (Tone::Info, Live::Polite),
        (Tone::Warning, Live::Assertive),
        (Tone::Bad, Live::Assertive),
    ] {
        let mut state = connected();
        state.notices.push(Notice {
            id: 1,
            whose: None,
            tone,
            text: "The label was saved".into(),
            trouble: None,
            at: now(),
            ..Notice::default()
        });
        let scene = Scene::on(Panel::Balance, state);
        let said = scene.stage.get_by_value("The label was saved");
        assert_eq!(said.accesskit_node().live(), live, "{tone:?}");
    }
}

#[test]
fn a_combo_box_contains_its_value() {
    let scene = Scene::settings(SettingsCategory::Printers, connected());
    let boxes = scene.stage.get_by_role_and_label(Role::ComboBox, "Label format");
    let inside: Vec<_> = boxes.accesskit_node().children().collect();
    let [value] = inside.as_slice() else {
        panic!("{} values", inside.len());
    };
    assert_eq!(value.label().as_deref(), Some("PDF"));
    assert_eq!(value.is_selected(), Some(true));
}

/// Reduced motion: a window that waits for an answer draws the same frame again and again.
#[test]
fn nothing_moves() {
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        let scene = Scene::on(Panel::Ship, connected());
        let style = scene.stage.ctx.style_of(theme);
        assert_eq!(style.animation_time, 0.0);
        assert_eq!(style.scroll_animation, egui::style::ScrollAnimation::none());
    }
    let state = State {
        connection: Connection::Connecting { environment: Environment::Production },
        ..connected()
    };
    let mut scene = Scene::new(state);
    scene.settle();
    let drawn = |scene: &Scene| format!("{:?}", scene.stage.output().shapes);
    let first = drawn(&scene);
    for _ in 0..30 {
        scene.stage.step();
        assert_eq!(drawn(&scene), first);
    }
}
