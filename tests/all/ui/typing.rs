//! Where the keyboard is and goes next: Tab through every form, letters and Esc in every control, and
//! random keys.

use egui::Event;
use egui::accesskit::Role;
use postroom::api::value::{ContentType, SpecialService};
use postroom::parcel::draft::CustomsItemForm;
use postroom::ui::stage::{Element, Stage};

use super::board::{berlin, chicago, complete_draft, new_york};
use super::connected;
use super::keyboard::bought;
use super::panels::{rich, start};
use super::refunds::three;
use crate::extent::extent;
use crate::prelude::*;

const TAB: (Modifiers, Key) = (Modifiers::NONE, Key::Tab);
const BACK: (Modifiers, Key) = (Modifiers::SHIFT, Key::Tab);

fn is_field(element: &Element) -> bool {
    matches!(element.role, Role::TextInput | Role::MultilineTextInput | Role::PasswordInput)
}

fn focused<S>(stage: &Stage<S>) -> Option<Element> {
    stage.elements().find(|element| element.focused && element.is_control())
}

fn press<S>(stage: &mut Stage<S>, (modifiers, key): (Modifiers, Key)) {
    stage.press(modifiers, key);
}

fn write<S>(stage: &mut Stage<S>, words: &str) {
    stage.burst(vec![Event::Text(words.to_owned())]);
}

fn value<S>(stage: &Stage<S>, name: &str) -> String {
    stage.find(name).unwrap().value.unwrap_or_default()
}

/// The names of the controls at which a key stops, until it comes to the first one again.
fn round<S>(stage: &mut Stage<S>, key: (Modifiers, Key)) -> Vec<String> {
    let mut way: Vec<String> = Vec::new();
    loop {
        press(stage, key);
        let name = focused(stage).map(|element| element.name).unwrap_or_default();
        if way.first() == Some(&name) {
            return way;
        }
        way.push(name);
        assert!(way.len() < 400, "no way back to the beginning: {way:?}");
    }
}

/// An international parcel with an item and everything unfolded.
fn international() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    let mut draft = Draft { to: berlin(), ..complete_draft() };
    draft.customs.items.push(CustomsItemForm {
        description: "Cotton shirts".to_owned(),
        quantity: "1".to_owned(),
        weight: "3.5".to_owned(),
        value: "20".to_owned(),
        ..CustomsItemForm::default()
    });
    draft.customs.content_type = ContentType::Merchandise;
    draft.packages[0].weight = "2".to_owned();
    board.state.ship.draft = draft;
    board.recheck_draft();
    board.click("Edit: To");
    board
}

/// W1: a jump to a part of the form without a field of its own took the keyboard from all fields.
#[test]
fn a_jump_to_a_whole_section_leaves_every_field_alive() {
    let mut at_home = AnsweringScene::new();
    at_home.state.ship.draft = complete_draft();
    let services = [SpecialService::AdultSignature, SpecialService::SignatureConfirmation];
    at_home.state.ship.draft.options.special_services.extend(services);
    at_home.recheck_draft();
    at_home.settle();
    for (mut board, section) in
        [(international(), "Go to Customs items"), (at_home, "Go to Special services")]
    {
        board.click(section);
        board.settle();
        assert!(focused(&board.stage).is_some(), "the keyboard is where the mistake is");
        board.click("Weight");
        write(&mut board.stage, "4");
        assert!(value(&board.stage, "Weight").contains('4'), "{}", value(&board.stage, "Weight"));
    }
}

/// W2: Tab from the search went into the list of recent recipients, and a space took one.
#[test]
fn tab_and_esc_close_a_list_of_suggestions_and_pass_no_field() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = Draft { from: chicago(), ..Draft::default() };
    board.recheck_draft();
    board.press(Modifiers::COMMAND, Key::N);
    assert_eq!(board.focus().as_deref(), Some("To search"));
    board.press(Modifiers::NONE, Key::ArrowDown);
    assert!(board.stage.shows("Casey Example"), "the list is open");
    board.press(Modifiers::NONE, Key::Tab);
    assert_eq!(board.focus().as_deref(), Some("Recipient name"));
    assert!(!board.stage.shows("Casey Example"), "and closed by Tab");
    write(&mut board.stage, "Ola Kim");
    assert_eq!(board.state.ship.draft.to.name, "Ola Kim");

    board.press(Modifiers::SHIFT, Key::Tab);
    assert_eq!(board.focus().as_deref(), Some("To search"));
    board.press(Modifiers::NONE, Key::ArrowDown);
    assert!(board.stage.shows("Casey Example"));
    board.press(Modifiers::NONE, Key::Escape);
    assert!(!board.stage.shows("Casey Example"), "closed by Esc");
    assert_eq!(board.focus().as_deref(), Some("To search"), "which leaves the keyboard there");
    board.press(Modifiers::NONE, Key::Escape);
    assert_eq!(board.focus().as_deref(), Some("To search"));
}

/// W3: what is typed after Tab or a jump replaces the text of the field; Ctrl+Z brings it back.
#[test]
fn the_next_letter_replaces_the_text_that_tab_comes_to() {
    for key in [TAB, BACK] {
        let mut board = international();
        let mut seen = BTreeSet::new();
        for _ in 0..200 {
            press(&mut board.stage, key);
            let Some(field) = focused(&board.stage).filter(is_field) else {
                continue;
            };
            if !seen.insert(field.name.clone()) {
                continue;
            }
            write(&mut board.stage, "7");
            let typed = focused(&board.stage).unwrap();
            assert_eq!((typed.name, typed.value), (field.name, Some("7".to_owned())));
        }
        for name in ["Recipient name", "Weight", "Length", "Item 1 quantity", "Item 1 value"] {
            assert!(seen.contains(name), "{name} is not among {seen:?}");
        }
    }
}

/// W4: a closed list opens with a letter and finds by it; a space alone opens it.
#[test]
fn a_letter_opens_a_list_and_is_the_first_one_typed() {
    let mut board = international();
    board.click("Recipient country");
    board.press(Modifiers::NONE, Key::Escape);
    for letter in ["united", " ", "kin"] {
        write(&mut board.stage, letter);
    }
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.state.ship.draft.to.country, "GB");
    assert_eq!(board.focus().as_deref(), Some("Recipient country"));
    // A short list without a search.
    board.click("Weight unit");
    board.press(Modifiers::NONE, Key::Escape);
    write(&mut board.stage, "k");
    board.press(Modifiers::NONE, Key::Enter);
    let unit = board.state.ship.draft.packages[0].weight_unit;
    assert_eq!(unit.code(), "kg");
    // A space alone shows what there is, and takes nothing.
    board.press(Modifiers::NONE, Key::Space);
    board.settle();
    assert!(board.stage.shows("oz"));
    board.press(Modifiers::NONE, Key::Escape);
    assert_eq!(board.state.ship.draft.packages[0].weight_unit.code(), "kg");
}

/// W9: the keyboard came into the wrong field without the reason.
#[test]
fn a_jump_to_a_mistake_says_what_is_wrong() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = Draft { from: chicago(), ..complete_draft() };
    board.recheck_draft();
    board.press(Modifiers::COMMAND, Key::N);
    write(&mut board.stage, "Ola Kim, 9 King St, Austin, TX 10001");
    board.press(Modifiers::NONE, Key::Enter);
    assert_eq!(board.focus().as_deref(), Some("Recipient ZIP"));
    let field = board.stage.find("Recipient ZIP").unwrap();
    let said = field.description.unwrap_or_default();
    assert!(said.contains("10001"), "{said}");
}

/// W12: the rates are one stop; arrows take another one, and Ctrl with an arrow from any field.
#[test]
fn another_rate_is_one_key_away() {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    let chosen = |board: &AnsweringScene| board.state.ship.draft.chosen.clone().unwrap();
    let before = chosen(&board);
    board.click("Weight");
    board.press(Modifiers::COMMAND, Key::ArrowDown);
    let next = chosen(&board);
    assert_ne!(before.total_fee, next.total_fee);
    assert_eq!(board.focus().as_deref(), Some("Weight"), "the keyboard stays");
    board.press(Modifiers::COMMAND, Key::ArrowUp);
    assert_eq!(chosen(&board).total_fee, before.total_fee);

    let way = round(&mut board.stage, TAB);
    let rates: Vec<&String> = way.iter().filter(|name| name.contains(", $")).collect();
    assert_eq!(rates.len(), 1, "{rates:?}");
    let stop = rates[0].clone();
    while board.focus().as_deref() != Some(stop.as_str()) {
        press(&mut board.stage, TAB);
    }
    board.press(Modifiers::NONE, Key::ArrowDown);
    assert_eq!(chosen(&board).total_fee, next.total_fee);
    assert_ne!(board.focus().as_deref(), Some(stop.as_str()), "the keyboard goes along");
}

/// W69: a head is laid out from the right, and Tab went through it from the right.
#[test]
fn tab_goes_through_a_row_from_its_left() {
    let mut board = AnsweringScene::new();
    board.ready_to_buy();
    let way = round(&mut board.stage, TAB);
    let place = |name: &str| way.iter().position(|it| it == name).expect(name);
    assert!(place("Change: From") < place("More: From"));
    for pair in way.windows(2) {
        let (a, b) = (board.stage.find(&pair[0]).unwrap(), board.stage.find(&pair[1]).unwrap());
        let same_row = a.bounds.y_range().contains(b.bounds.center().y);
        let left = b.bounds.right() <= a.bounds.left();
        assert!(!(same_row && left), "{} is before {}, which is on its left", a.name, b.name);
    }
}

/// W64: the palette did not give the keyboard back.
#[test]
fn what_lies_in_front_gives_the_keyboard_back() {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.recheck_draft();
    board.click("Weight");
    board.press(Modifiers::COMMAND, Key::A);
    write(&mut board.stage, "3");
    board.press(Modifiers::COMMAND, Key::K);
    assert_ne!(board.focus().as_deref(), Some("Weight"));
    board.press(Modifiers::NONE, Key::Escape);
    write(&mut board.stage, "7");
    assert_eq!(value(&board.stage, "Weight"), "37");

    let mut scene = Scene::on(Panel::Shipments, bought());
    scene.tab_to("Search");
    write(&mut scene.stage, "ca");
    scene.press(Modifiers::COMMAND, Key::K);
    scene.key(Key::Escape);
    let name = scene.focus().unwrap();
    write(&mut scene.stage, "s");
    assert_eq!(value(&scene.stage, &name), "cas");
}

/// W65: so did no question.
#[test]
fn a_question_gives_the_keyboard_back() {
    let mut scene = Scene::on(Panel::Balance, rich());
    scene.type_into("Top-up amount", "25");
    scene.tab_to("Top up the balance");
    let before = scene.focus();
    scene.key(Key::Space);
    scene.assert_shows("Top up $25.00?");
    scene.key(Key::Escape);
    assert_eq!(scene.focus(), before);
}

/// W70: Enter in a field that does nothing with it took the keyboard away.
#[test]
fn enter_leaves_the_keyboard_in_the_field() {
    let mut scene = Scene::on(Panel::Balance, rich());
    scene.tab_to("Top-up amount");
    write(&mut scene.stage, "0");
    scene.key(Key::Enter);
    assert_eq!(scene.focus().as_deref(), Some("Top-up amount"));
    write(&mut scene.stage, "5");
    assert!(value(&scene.stage, "Top-up amount").ends_with('5'));
}

/// A form of the window: its panel, and the buttons that open it.
struct Form {
    name: &'static str,
    panel: Panel,
    state: fn() -> State,
    buttons: &'static [&'static str],
}

impl Form {
    fn open(&self) -> Scene {
        let mut scene = Scene::on(self.panel, (self.state)());
        for button in self.buttons {
            scene.click(button);
            scene.settle();
        }
        scene
    }
}

fn forms() -> Vec<Form> {
    let form = |name, panel, state, buttons| Form { name, panel, state, buttons };
    vec![
        form("balance", Panel::Balance, rich, &[]),
        form("auto buy", Panel::Balance, rich, &["Change AutoBuy"]),
        form("addresses", Panel::Addresses, connected, &[]),
        form("new address", Panel::Addresses, connected, &["New address"]),
        form("carriers", Panel::Carriers, connected, &[]),
        form("shipments", Panel::Shipments, bought, &[]),
        form("refunds", Panel::Refunds, three, &[]),
        form("orders", Panel::Orders, connected, &[]),
        form("tracking", Panel::Tracking, connected, &[]),
        form("end of day", Panel::Manifests, connected, &[]),
        form("activity", Panel::Activity, connected, &[]),
        form("practice", Panel::Practice, connected, &[]),
        form("containers", Panel::Containers, connected, &[]),
        form("sign in", Panel::Ship, start, &["Enter keys"]),
        form("sign up", Panel::Ship, start, &["Fill in the form"]),
    ]
}

/// Tab comes to every field of a form and back the same way, whatever is typed; no field is dead.
fn walk<S>(name: &str, stage: &mut Stage<S>) -> usize {
    let way = round(stage, TAB);
    let mut back = round(stage, BACK);
    back.reverse();
    let start = back.iter().position(|name| *name == way[0]).unwrap_or(0);
    back.rotate_left(start);
    assert_eq!(way, back, "{name}: Shift+Tab goes the same way back");
    let all: Vec<Element> = stage.elements().filter(is_field).collect();
    for field in all.iter().filter(|field| !field.disabled) {
        assert!(way.contains(&field.name), "{name}: Tab passes {} by: {way:?}", field.name);
    }
    let mut typed = 0;
    for _ in 0..way.len() {
        press(stage, TAB);
        let Some(field) = focused(stage).filter(is_field) else {
            continue;
        };
        write(stage, "7");
        let now =
            focused(stage).unwrap_or_else(|| panic!("{name}: {} lost the keyboard", field.name));
        let shown = now.value.unwrap_or_default();
        assert!(now.name == field.name && !shown.is_empty(), "{name}: {} is dead", field.name);
        typed += 1;
    }
    typed
}

#[test]
fn tab_and_letters_fill_in_every_form() {
    let mut fields = 0;
    for form in forms() {
        fields += walk(form.name, &mut form.open().stage);
    }
    for category in SettingsCategory::ALL {
        fields += walk("settings", &mut Scene::settings(category, connected()).stage);
    }
    fields += walk("an international parcel", &mut international().stage);
    let mut board = AnsweringScene::new();
    board.state.ship.draft.from = new_york();
    board.recheck_draft();
    fields += walk("a new shipment", &mut board.stage);
    println!("{fields} fields filled in by Tab and letters alone, forwards and backwards");
    assert!(fields > 80, "{fields}");
}

/// Ten thousand random keys in the whole form: after any of them, Tab and a letter fill in a field.
#[test]
fn random_keys_never_leave_the_window_without_a_field() {
    let keys = [
        (Modifiers::NONE, Key::Tab),
        (Modifiers::SHIFT, Key::Tab),
        (Modifiers::NONE, Key::Enter),
        (Modifiers::NONE, Key::Space),
        (Modifiers::NONE, Key::Escape),
        (Modifiers::NONE, Key::ArrowDown),
        (Modifiers::NONE, Key::ArrowUp),
        (Modifiers::NONE, Key::ArrowLeft),
        (Modifiers::NONE, Key::Backspace),
        (Modifiers::NONE, Key::Delete),
        (Modifiers::NONE, Key::Home),
        (Modifiers::NONE, Key::F2),
        (Modifiers::SHIFT, Key::F10),
        (Modifiers::COMMAND, Key::A),
        (Modifiers::COMMAND, Key::Z),
        (Modifiers::COMMAND, Key::K),
        (Modifiers::COMMAND, Key::N),
        (Modifiers::COMMAND, Key::R),
        (Modifiers::COMMAND, Key::Enter),
        (Modifiers::COMMAND, Key::ArrowDown),
        (Modifiers::COMMAND, Key::Num6),
    ];
    let mut board = international();
    let mut seed = 37_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let count = extent(1_000, 10_000);
    for step in 1..=count {
        // One in three is a Tab or a letter, as in typing.
        match random(9) {
            0 | 1 => press(&mut board.stage, TAB),
            2 | 3 => write(&mut board.stage, ["a", "7", "united ", "z"][random(4)]),
            _ => press(&mut board.stage, keys[random(keys.len())]),
        }
        if step % 100 > 0 {
            continue;
        }
        // What lies in front is closed, and the panel is there again.
        for _ in 0..3 {
            board.press(Modifiers::NONE, Key::Escape);
        }
        board.go_to(Panel::Ship);
        let field = (0..200).find_map(|_| {
            press(&mut board.stage, TAB);
            focused(&board.stage).filter(is_field)
        });
        let field = field.unwrap_or_else(|| panic!("no field after {step} keys"));
        write(&mut board.stage, "q");
        let now = focused(&board.stage).unwrap();
        assert_eq!((now.name, now.value.as_deref()), (field.name, Some("q")), "after {step} keys");
    }
    println!("{count} random keys, a field took a letter after each hundred");
}

/// W66: a key that is still down when a question closes is no key of what lies below.
#[test]
fn a_held_arrow_ends_with_its_question() {
    let turned = |pressed| Event::Key {
        key: Key::ArrowDown,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let selected = |intents: &[Intent]| {
        let is = |it: &&Intent| matches!(it, Intent::Shipments(ShipmentIntent::Select(Some(_))));
        intents.iter().filter(is).count()
    };
    let mut scene = Scene::on(Panel::Shipments, bought());
    scene.tab_to("Table of shipments");
    scene.intents();
    scene.press(Modifiers::COMMAND, Key::K);
    scene.stage.burst(vec![turned(true)]);
    scene.key(Key::Escape);
    scene.intents();
    for _ in 0..5 {
        scene.stage.burst(vec![turned(true)]);
    }
    assert_eq!(selected(&scene.intents()), 0);
    scene.stage.burst(vec![turned(false)]);
    scene.stage.burst(vec![turned(true)]);
    assert_eq!(selected(&scene.intents()), 1, "the next press counts");
}

/// W68: a form opened with the keyboard nowhere, and Esc did not close it.
#[test]
fn a_new_form_has_the_keyboard_in_its_first_field() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Printers);
    board.click("Add printer");
    board.settle();
    assert_eq!(board.focus().as_deref(), Some("Printer name"));
    let mut board = super::addresses::filled();
    board.click("New address");
    board.settle();
    assert_eq!(board.focus().as_deref(), Some("Name"));
    board.press(Modifiers::NONE, Key::Escape);
    board.settle();
    assert!(board.stage.find("Save address").is_err());
    let mut scene = Scene::on(Panel::Orders, super::order_grid::shop());
    scene.click("Presets");
    scene.settle();
    scene.click("New preset");
    scene.settle();
    assert_eq!(scene.focus().as_deref(), Some("Name"));
}

/// W11: *Paste* opened an empty box without the keyboard, and what was pasted went nowhere.
#[test]
fn paste_takes_the_address_of_the_clipboard_or_waits_for_it_in_the_box() {
    let mut board = AnsweringScene::new();
    let block = "Ana Test\n100 Main St\nNashville, TN 37206";
    let is_pasted = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::PasteAddress { text, .. }) if text == block);
    board.click("Paste: To");
    board.stage.burst(vec![Event::Paste(block.to_owned())]);
    board.settle();
    assert_eq!(board.count(is_pasted), 1);
    // An empty clipboard answers nothing.
    let mut board = AnsweringScene::new();
    board.click("Paste: To");
    board.settle();
    assert_eq!(focused(&board.stage).unwrap().name, "To full address");
    write(&mut board.stage, "Ana Test");
    assert_eq!(value(&board.stage, "To full address"), "Ana Test");
}
