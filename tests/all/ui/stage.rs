//! A window without a display, driven by the names of its controls.

mod raster;
mod text_faults;

use egui::{Event, Key, Modifiers, Rect, Ui, vec2};
use postroom::ui::stage::{Stage, TextFault, window_stage};

#[derive(Default)]
struct Form {
    city: String,
    clicks: usize,
}

fn form() -> Stage<Form> {
    let draw = |ui: &mut Ui, form: &mut Form| {
        ui.text_edit_singleline(&mut form.city).accessible_name("City");
        form.clicks += usize::from(ui.button("Add").clicked());
        postroom::ui::widgets::Button::secondary("Buy")
            .disabled_because(Some("The balance is empty"))
            .show_ui(ui);
    };
    window_stage((300, 200), Form::default(), draw).unwrap()
}

#[test]
fn types_clicks_and_reads_by_name() {
    let mut stage = form();
    stage.type_into("City", "Bern").unwrap();
    stage.type_into("City", "Zürich").unwrap();
    stage.click("Add").unwrap();
    assert_eq!(stage.find("City").unwrap().value.as_deref(), Some("Zürich"));
    assert_eq!(stage.nameless(), []);
    stage.press(Modifiers::NONE, Key::Tab);
    assert!(stage.elements().any(|it| it.focused && it.name == "City"));
    stage.press(Modifiers::COMMAND, Key::A);
    stage.burst(vec![Event::Copy]);
    assert_eq!(stage.copied().as_deref(), Some("Zürich"));
    stage.type_into("City", "").unwrap();
    let form = stage.into_state();
    assert_eq!((form.city.as_str(), form.clicks), ("", 1));
}

/// A label, rates or notices that arrive at that moment move the control.
#[test]
fn a_click_hits_a_control_that_moves_with_every_frame() {
    let draw = |ui: &mut Ui, (frames, clicks): &mut (u8, usize)| {
        *frames = frames.wrapping_add(1);
        ui.add_space(40.0 * f32::from(*frames % 3));
        *clicks += usize::from(ui.button("Add").clicked());
    };
    let mut stage = window_stage((300, 200), (0, 0), draw).unwrap();
    for clicks in 1..=4 {
        stage.click("Add").unwrap();
        assert_eq!(stage.state().1, clicks);
    }
}

#[test]
fn errors_say_what_is_on_screen_and_why_not() {
    let mut stage = form();
    for (name, words) in [
        ("Sell", "there is no “Sell” on screen; there is: City | Add | Buy"),
        ("Buy", "“Buy” is greyed out: The balance is empty"),
    ] {
        assert_eq!(stage.click(name).unwrap_err().to_string(), words);
    }
    let twice = |ui: &mut Ui, (): &mut ()| {
        let _ = (ui.label("Print"), ui.button("Print"), ui.button("Print"));
    };
    let twice = window_stage((300, 200), (), twice).unwrap();
    let told = twice.find("Print").unwrap_err().to_string();
    assert_eq!(told, "2 controls are called “Print”");
}

#[test]
fn what_the_library_panics_on_does_not_end_a_tour() {
    let draw = |ui: &mut Ui, words: &mut String| {
        // No font has this character, the field has no name, and the spinner never settles.
        ui.label("\u{10ffff}");
        ui.text_edit_singleline(words);
        ui.spinner();
    };
    let mut stage = window_stage((300, 200), String::new(), draw).unwrap();
    stage.run_ok();
    assert_eq!(stage.nameless().len(), 1);
}

#[test]
fn the_window_has_no_margin_and_follows_its_size() {
    let fill = |ui: &mut Ui, (): &mut ()| {
        let red = egui::Color32::RED;
        ui.painter().rect_filled(ui.max_rect(), 0.0, red);
    };
    let mut stage = window_stage((30, 20), (), fill).unwrap();
    for size in [(30, 20), (50, 10)] {
        stage.resize(size);
        stage.run_ok();
        let picture = stage.picture().unwrap();
        assert_eq!(picture.dimensions(), size_of(size));
        let red = image::Rgba([255, 0, 0, 255]);
        assert!(picture.pixels().all(|pixel| *pixel == red), "{size:?}");
    }
}

fn size_of((width, height): (usize, usize)) -> (u32, u32) {
    (width.try_into().unwrap(), height.try_into().unwrap())
}

#[test]
fn two_runs_draw_the_same_bytes() {
    let drawn = || {
        let mut stage = form();
        stage.type_into("City", "Zürich").unwrap();
        stage.picture().unwrap()
    };
    assert!(drawn() == drawn());
}

/// W1: a control below the last line of the window can be clicked by its name, and by nobody's hand.
#[test]
fn what_leaves_the_window_is_a_fault_unless_it_can_be_scrolled_to() {
    let names = |stage: &Stage<()>| -> Vec<String> {
        let faults = stage.text_faults().into_iter();
        let faults = faults.map(|fault| match fault {
            TextFault::Outside(words) => words.split(" (").next().unwrap().to_owned(),
            other => panic!("{other}"),
        });
        faults.collect()
    };
    let placed = |left: f32, top: f32| {
        let draw = move |ui: &mut Ui, (): &mut ()| {
            let place = Rect::from_min_size(egui::pos2(left, top), vec2(80.0, 32.0));
            ui.put(place, egui::Button::new("Buy"));
        };
        window_stage((300, 200), (), draw).unwrap()
    };
    assert_eq!(names(&placed(210.0, 160.0)), [""; 0]);
    for (left, top) in [(240.0, 20.0), (400.0, 20.0), (-10.0, 20.0), (20.0, 190.0), (20.0, 300.0)] {
        assert_eq!(names(&placed(left, top)), ["Buy"], "{left}, {top}");
    }
    let rows = |ui: &mut Ui, (): &mut ()| {
        ui.label("Rows");
        egui::ScrollArea::vertical().show(ui, |ui| {
            for row in 0..20 {
                let _ = ui.button(format!("Row {row}"));
            }
        });
    };
    let mut stage = window_stage((300, 200), (), rows).unwrap();
    assert!(stage.find("Row 19").unwrap().bounds.top() > 200.0);
    assert_eq!(names(&stage), [""; 0]);
    // A scroll area scrolls one way only, and the text beside it not at all.
    stage.resize((300, 10));
    stage.run_ok();
    let outside = names(&stage);
    assert!(outside.contains(&"Rows".to_owned()), "{outside:?}");
    let wide = |ui: &mut Ui, (): &mut ()| {
        egui::ScrollArea::vertical().show(ui, |ui| {
            ui.set_height(400.0);
            let place = Rect::from_min_size(egui::pos2(400.0, 20.0), vec2(80.0, 20.0));
            ui.put(place, egui::Label::new("Price"));
        });
    };
    let outside = names(&window_stage((300, 200), (), wide).unwrap());
    assert_eq!(outside, ["Price"]);
}
