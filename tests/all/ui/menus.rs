//! The context menu of a row: opened by the right button and by key, with the same actions as the
//! buttons, the reasons for disabled actions, and the copy commands.

use egui::{Event, PointerButton};

use super::keyboard::bought;
use super::refunds::three;
use crate::prelude::*;

impl Scene {
    fn right_click(&mut self, name: &str) {
        let pos = self.element(name).bounds.center();
        for pressed in [true, false] {
            let press = Event::PointerButton {
                pos,
                button: PointerButton::Secondary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            let moved = Event::PointerMoved(pos);
            self.stage.burst(vec![moved, press]);
        }
    }

    /// Chooses a menu item with the keyboard.
    fn take(&mut self, words: &str) -> Vec<Intent> {
        for _ in 0..20 {
            if self.focus().as_deref() == Some(words) {
                return self.key(Key::Enter);
            }
            self.key(Key::ArrowDown);
        }
        panic!("{words} is not in the menu: {:?}", self.menu());
    }
}

fn row_of(scene: &Scene, words: &str) -> String {
    let mut rows = scene.stage.elements();
    let row = rows
        .find(|element| element.role == egui::accesskit::Role::Row && element.name.contains(words));
    row.unwrap().name
}

#[test]
fn each_step_is_that_of_the_button() {
    let mut state = bought();
    state.shipments.selected = Some(ShipmentId::new("s-2"));
    let mut scene = Scene::on(Panel::Shipments, state);
    // The wizard requests rates automatically once it is on screen.
    let shown = |intents: Vec<Intent>| format!("{:?}", intents.first());
    for (button, words) in [
        ("Print label", "Print"),
        ("Ship again", "Ship again"),
        ("Download label again", "Download label again"),
        ("Track", "Track"),
    ] {
        scene.window.panel = Panel::Shipments;
        scene.settle();
        let by_button = shown(scene.click(button));
        scene.window.panel = Panel::Shipments;
        scene.settle();
        let row = row_of(&scene, "Jordan Placeholder");
        scene.right_click(&row);
        assert_eq!(shown(scene.take(words)), by_button, "{words}");
    }
}

#[test]
fn a_step_that_cannot_be_taken_says_why() {
    let mut state = bought();
    state.printing.printers.clear();
    let mut scene = Scene::on(Panel::Shipments, state);
    let row = row_of(&scene, "Riley Sample");
    scene.right_click(&row);
    scene.check("menu");
    let menu = scene.menu();
    let print = menu.iter().find(|item| item.name == "Print").unwrap();
    assert!(print.disabled);
    assert!(print.description.as_deref().unwrap().contains("No printer"));
    scene.assert_shows("No printer is set up; add one in Settings");
    // The first enabled item has the focus.
    assert_eq!(scene.focus().as_deref(), Some("Track"));
}

#[test]
fn a_row_and_a_cell_are_copied_under_their_titles() {
    for panel in [Panel::Shipments, Panel::Refunds] {
        let mut state = three();
        let other = bought();
        state.shipments = other.shipments;
        state.shipments.selected = (panel == Panel::Shipments).then(|| ShipmentId::new("s-1"));
        let mut scene = Scene::on(panel, state);
        if panel == Panel::Refunds {
            scene.key(Key::ArrowDown);
        }
        scene.press_copy();
        let copied = scene.stage.copied().unwrap();
        let lines: Vec<Vec<&str>> = copied.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(lines.len(), 2, "{copied}");
        assert_eq!(lines[0].len(), lines[1].len(), "{copied}");
        // Beside an open shipment the list has no column for tracking numbers.
        let title = match panel {
            Panel::Shipments => "To",
            _ => "Tracking number",
        };
        let at = lines[0].iter().position(|known| *known == title);
        let cell = lines[1][at.unwrap()];
        assert!(cell.len() > 10, "{copied}");
        scene.key(Key::Menu);
        let menu = scene.menu();
        let start = format!("Copy “{}", &cell[..10]);
        let step = menu.iter().find(|item| item.name.starts_with(&start));
        scene.take(&step.unwrap().name);
        assert_eq!(scene.stage.copied().as_deref(), Some(cell));
        // The right button offers only the cell under it, and the shipment's number.
        let row = row_of(&scene, cell);
        scene.right_click(&row);
        let menu = scene.menu();
        let copies: Vec<&str> = menu
            .iter()
            .map(|item| item.name.as_str())
            .filter(|name| name.starts_with("Copy "))
            .collect();
        let expected = if panel == Panel::Shipments { 3 } else { 2 };
        assert_eq!(copies.len(), expected, "{copies:?}");
    }
}
