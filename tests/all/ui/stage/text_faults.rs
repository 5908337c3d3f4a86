//! Texts that cannot be read are found on a stage.

use egui::{Color32, FontId, Rect, Ui, pos2, vec2};

use postroom::ui::stage::{TextFault, window_stage};

fn faults(draw: impl Fn(&mut Ui) + 'static) -> Vec<TextFault> {
    let stage = window_stage((300, 200), (), move |ui, ()| draw(ui));
    stage.unwrap().text_faults()
}

fn words(ui: &Ui, at: [f32; 2], words: &str) {
    let font = FontId::proportional(14.0);
    let ink = Color32::BLACK;
    let painter = ui.painter();
    painter.text(at.into(), egui::Align2::LEFT_TOP, words, font, ink);
}

fn ground(ui: &Ui, at: [f32; 2], size: [f32; 2]) {
    let rect = Rect::from_min_size(at.into(), size.into());
    ui.painter().rect_filled(rect, 0.0, Color32::WHITE);
}

#[test]
fn words_apart_are_well_set_and_words_on_words_are_told() {
    let apart = faults(|ui| {
        words(ui, [10.0, 10.0], "From");
        words(ui, [60.0, 10.0], "Paste");
        words(ui, [10.0, 28.0], "Street");
    });
    assert_eq!(apart, []);
    let together = faults(|ui| {
        words(ui, [10.0, 10.0], "customs needed");
        words(ui, [60.0, 10.0], "Paste");
    });
    let both = TextFault::OneOnTheOther("Paste".to_owned(), "customs needed".to_owned());
    assert_eq!(together, [both]);
}

#[test]
fn words_cut_at_the_side_are_told_and_lines_scrolled_away_are_not() {
    let cut = faults(|ui| {
        let room = Rect::from_min_size(pos2(10.0, 10.0), vec2(30.0, 40.0));
        ui.set_clip_rect(room);
        words(ui, [12.0, 12.0], "San Francisco");
    });
    assert_eq!(cut, [TextFault::Cut("San Francisco".to_owned())]);
    let scrolled = faults(|ui| {
        let room = Rect::from_min_size(pos2(10.0, 10.0), vec2(200.0, 40.0));
        ui.set_clip_rect(room);
        words(ui, [12.0, 42.0], "San Francisco");
    });
    assert_eq!(scrolled, []);
}

#[test]
fn words_that_leave_the_window_are_told_and_those_scrolled_away_are_not() {
    for at in [[310.0, 10.0], [-120.0, 10.0]] {
        let beside = faults(move |ui| words(ui, at, "San Francisco"));
        let outside = TextFault::Outside("San Francisco".to_owned());
        assert_eq!(beside, [outside], "{at:?}");
    }
    let scrolled = faults(|ui| {
        let room = Rect::from_min_size(pos2(10.0, 10.0), vec2(200.0, 40.0));
        ui.set_clip_rect(room);
        words(ui, [310.0, 12.0], "San Francisco");
    });
    assert_eq!(scrolled, []);
}

#[test]
fn a_control_over_half_a_word_is_told_and_a_question_over_the_page_is_not() {
    let page = |ui: &Ui| words(ui, [10.0, 10.0], "1 of 2 shipments scanned");
    let button = faults(move |ui| {
        page(ui);
        ground(ui, [60.0, 5.0], [60.0, 24.0]);
        words(ui, [64.0, 10.0], "Buy");
    });
    let covered = TextFault::Covered("1 of 2 shipments scanned".to_owned());
    assert_eq!(button, [covered]);
    let question = faults(move |ui| {
        page(ui);
        ground(ui, [60.0, 5.0], [200.0, 120.0]);
        words(ui, [64.0, 10.0], "Buy this label?");
    });
    assert_eq!(question, []);
}

#[test]
fn a_word_on_two_lines_and_a_shortened_price_are_told() {
    let narrow = |ui: &mut Ui, words: &str, width: f32| {
        ui.set_max_width(width);
        ui.add(egui::Label::new(words).wrap());
    };
    let broken = faults(move |ui| narrow(ui, "Configuración", 60.0));
    assert!(matches!(broken.as_slice(), [TextFault::Broken(_)]), "{broken:?}");
    let wrapped = faults(move |ui| narrow(ui, "No shipments yet", 90.0));
    assert_eq!(wrapped, []);
    let shortened = |words: &'static str| {
        faults(move |ui| {
            ui.set_max_width(50.0);
            ui.add(egui::Label::new(words).truncate());
        })
    };
    for figure in ["Nov 23, 12:48 PM", "$1,204,211.88"] {
        let fault = TextFault::Shortened(figure.to_owned());
        assert_eq!(shortened(figure), [fault]);
    }
    assert_eq!(shortened("Casey Example, San Francisco"), []);
}

#[test]
fn long_input_may_run_out_of_its_field() {
    let text = "a very long folder of saved labels on this computer".to_owned();
    let stage = window_stage((200, 100), text, |ui, text| {
        let field = egui::TextEdit::singleline(text).desired_width(80.0);
        ui.add(field).accessible_name("Folder");
    });
    assert_eq!(stage.unwrap().text_faults(), []);
}
