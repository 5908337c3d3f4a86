//! Presets and rules in the Orders panel, and presets in Ship: texts in, intents out.

mod rules;
mod shop;
mod versions;

use postroom::api::value::{Service, SpecialService};
use postroom::base::locale;
use postroom::desk::order_rules::preset_use::PresetUse;
use postroom::parcel::draft::OptionsForm;
use postroom::parcel::preset::PresetPick;

use super::board::accounts;
use super::connected;
use super::settings_language::is_own_process;
use crate::prelude::*;
use shop::{keyed, open, row, shop, small_box, tried};

/// The preset that was to be written, with its key.
fn written(intents: &[Intent]) -> (Option<String>, Preset) {
    let mut found = intents.iter().filter_map(|intent| match intent {
        Intent::OrderRules(OrderRuleIntent::Document(DocumentEdit::WritePreset {
            key,
            preset,
        })) => Some((key.clone(), (**preset).clone())),
        _ => None,
    });
    found.next().unwrap_or_else(|| panic!("{intents:?}"))
}

#[test]
fn a_preset_is_opened_changed_and_saved() {
    let mut scene = open("Presets", shop());
    scene.check("order-presets-list");
    scene.click(&row(&scene, "Small box"));
    scene.check("order-presets-form");
    assert!(scene.element("Save").disabled, "nothing is changed");
    assert_eq!(scene.element("Length").value.as_deref(), Some("8"));
    assert_eq!(scene.element("Weight of the packaging").value.as_deref(), Some("3"));
    scene.type_into("Length", "9");
    scene.click("Which rate is chosen");
    scene.click("A service by its name");
    scene.click("Service by name");
    scene.click("Ground Advantage (Postal)");
    scene.click("Carrier account");
    scene.click("Postal main");
    let (key, preset) = written(&scene.click("Save"));
    assert_eq!(key.as_deref(), Some("small"));
    assert_eq!(preset.package.as_ref().unwrap().length, "9");
    assert_eq!(preset.service, ServiceChoice::Named(Service::GroundAdvantage));
    assert_eq!(preset.account.as_ref().map(|id| id.as_str()), Some("POST-eVS"));
    assert_eq!((preset.key, preset.from), (Some(2), None));
    // The desk has written it: nothing is left to save.
    let mut presets = scene.state.order_rules.documents.presets.to_vec();
    presets[1] = KeyedPreset { revision: 2, ..keyed("small", written_preset(&scene)) };
    scene.state.order_rules.documents.presets = Arc::new(presets);
    scene.settle();
    assert!(scene.element("Save").disabled);
}

/// What the test above has typed.
fn written_preset(scene: &Scene) -> Preset {
    let presets = &scene.state.order_rules.documents.presets;
    let mut preset = presets[1].preset.clone();
    preset.package.as_mut().unwrap().length = "9".to_owned();
    preset.service = ServiceChoice::Named(Service::GroundAdvantage);
    preset.account = accounts()[0].id.clone();
    preset
}

#[test]
fn what_is_missing_is_shown_beside_its_field() {
    let mut scene = open("Presets", shop());
    scene.click("New preset");
    assert!(!scene.stage.shows("Enter a name"), "not before Save");
    scene.click("Set the special services");
    scene.click("Special services");
    scene.click("Hazmat");
    assert!(scene.click("Save").is_empty());
    scene.assert_shows("Enter a name");
    scene.check("order-presets-missing");
    scene.type_into("Name", "small box");
    scene.assert_shows("There is a preset named “Small box” already");
    scene.type_into("Name", "Tube");
    // The next one that is missing is beside its field, which gets the keyboard.
    assert!(scene.click("Save").is_empty());
    assert_eq!(scene.focus().as_deref(), Some("Hazmat type"));
    scene.click("Hazmat");
    scene.click("Insurance");
    scene.assert_shows("Leave the amount empty to insure each order for the value of its goods.");
    let (key, preset) = written(&scene.click("Save"));
    assert_eq!(key, None);
    let services = OptionsForm {
        special_services: [SpecialService::Insurance].into(),
        ..OptionsForm::default()
    };
    assert_eq!((preset.name.as_str(), preset.options), ("Tube", Some(services)));
}

#[test]
fn a_key_of_another_preset_cannot_be_taken() {
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Fast"));
    scene.click("Key");
    let taken = scene.element("Ctrl+Alt+2");
    assert!(taken.disabled, "{taken:?}");
    scene.click("Ctrl+Alt+7");
    let (_, preset) = written(&scene.click("Save"));
    assert_eq!(preset.key, Some(7));
}

#[test]
fn typed_text_is_not_lost_by_opening_another() {
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Small box"));
    scene.type_into("Height", "5");
    scene.click(&row(&scene, "Fast"));
    scene.assert_shows("Discard the changes to “Small box”?");
    scene.check("order-presets-leave");
    scene.click("Keep editing");
    assert_eq!(scene.element("Height").value.as_deref(), Some("5"));
    // Also not by looking at the orders.
    scene.click("All orders");
    scene.click("Presets");
    assert_eq!(scene.element("Height").value.as_deref(), Some("5"));
    scene.click(&row(&scene, "Fast"));
    scene.key(Key::Tab);
    scene.click("Discard");
    assert_eq!(scene.element("Most days").value.as_deref(), Some("2"));
}

#[test]
fn a_duplicate_has_neither_the_name_nor_the_key() {
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Small box"));
    scene.click("Duplicate");
    let (key, preset) = written(&scene.click("Save"));
    let expected = Preset { name: "Small box (copy)".to_owned(), key: None, ..small_box() };
    assert_eq!((key, preset), (None, expected));
}

#[test]
fn deleting_names_the_orders_and_rules_that_have_the_preset() {
    let removed = |intents: &[Intent], key: &str| {
        intents.iter().any(|intent| {
            matches!(intent, Intent::OrderRules(OrderRuleIntent::Document(DocumentEdit::Remove { key: of, .. })) if of == key)
        })
    };
    let counted =
        |key: &str, orders: u64| PresetUse { key: key.to_owned(), orders: Some(Ok(orders)) };
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Small box"));
    let asked = scene.click("Delete");
    assert!(
        matches!(asked.as_slice(), [Intent::OrderRules(OrderRuleIntent::CountOrdersOf(key))] if key == "small"),
        "{asked:?}"
    );
    scene.state.order_rules.preset_use = Some(counted("small", 12));
    scene.settle();
    scene.assert_shows("Delete “Small box”?");
    scene.assert_shows("12 orders that aren’t bought yet have this preset.");
    scene.assert_shows("This rule chooses it: Light");
    scene.check("order-presets-delete");
    assert!(!removed(&scene.click("Keep preset"), "small"));
    scene.click("Delete");
    assert!(removed(&scene.click("Delete preset"), "small"));
    // One that nothing has goes without a question.
    scene.click(&row(&scene, "Fast"));
    scene.click("Delete");
    scene.state.order_rules.preset_use = Some(counted("fast", 0));
    scene.settle();
    assert!(removed(&scene.intents(), "fast"));
}

#[test]
fn the_forms_of_an_account_do_not_go_to_another() {
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Small box"));
    scene.type_into("Height", "5");
    scene.state.accounts.saved.current_scope = Some(super::practice());
    scene.settle();
    assert!(scene.stage.find("Height").is_err());
    assert!(!scene.stage.shows("Discard the changes"));
}

#[test]
fn keys_and_the_palette_give_a_preset() {
    let keys = Modifiers::COMMAND.plus(Modifiers::ALT);
    let used_in_ship = |asked: &[Intent], pick: &PresetPick| matches!(asked, [Intent::Ship(ShipIntent::UsePreset(used))] if used == pick);
    // Ctrl+Alt+2 is not Ctrl+2, which opens a panel.
    let mut scene = Scene::on(Panel::Balance, shop());
    let asked = scene.press(keys, Key::Num2);
    assert!(used_in_ship(&asked, &PresetPick::Digit(2)), "{asked:?}");
    assert_eq!(scene.window.panel, Panel::Ship);
    // In Orders the orders get it, but not while they are not on screen.
    scene.window.panel = Panel::Orders;
    scene.settle();
    let asked = scene.press(keys, Key::Num2);
    assert!(
        matches!(asked.as_slice(), [Intent::Orders(OrderIntent::UsePreset(PresetPick::Digit(2)))]),
        "{asked:?}"
    );
    scene.click("Rules");
    assert!(scene.press(keys, Key::Num2).is_empty());
    // By name.
    scene.window.panel = Panel::Balance;
    scene.press(Modifiers::COMMAND, Key::K);
    scene.type_into("Find anything", "use preset fast");
    scene.check("palette-preset");
    scene.intents();
    let asked = scene.key(Key::Enter);
    let fast = PresetPick::Key("fast".to_owned());
    assert!(used_in_ship(&asked, &fast), "{asked:?}");
}

#[test]
fn ship_offers_the_presets_and_names_the_one_in_use() {
    let mut scene = Scene::on(Panel::Ship, shop());
    scene.click("Preset");
    let names: Vec<String> = scene.menu().into_iter().map(|item| item.name).collect();
    assert_eq!(names, ["Use preset Fast", "Use preset Small box", "Own sizes"]);
    scene.check("ship-presets");
    let asked = scene.click("Use preset Small box");
    assert!(
        matches!(asked.as_slice(), [Intent::Ship(ShipIntent::UsePreset(PresetPick::Key(key)))] if key == "small"),
        "{asked:?}"
    );
    scene.state.ship.preset = Some(keyed("small", small_box()));
    scene.settle();
    scene.assert_shows("The preset “Small box” chooses the rate");
    scene.check("ship-preset-used");
    let mut scene = Scene::on(Panel::Ship, connected());
    assert!(scene.stage.find("Preset").is_err(), "there is none to offer");
    scene.check("ship-no-presets");
}

/// Nothing is cut at the smallest window and at the largest text. The language is one for the whole
/// process.
#[test]
fn the_views_fit_at_every_size_and_in_both_languages() {
    let test = "order_presets::the_views_fit_at_every_size_and_in_both_languages";
    if is_own_process(test) {
        for language in ["en", "es"] {
            locale::choose(language);
            for size in [(1366, 768, 1.0), (1024, 700, 1.0), (1366, 768, 2.0)] {
                fits(language, size);
            }
        }
    }
}

fn fits(language: &str, (width, height, scale): (usize, usize, f32)) {
    let name = |view: &str| format!("{view}-{language}-{width}-{scale}");
    let words = |en: &'static str, es: &'static str| if language == "en" { en } else { es };
    let mut state = shop();
    state.settings.scale = scale;
    let trial = tried(&state);
    let mut scene = Scene::on(Panel::Orders, state);
    scene.stage.resize((width, height));
    scene.settle();
    scene.click(words("Presets", "Ajustes predefinidos"));
    scene.check(&name("presets"));
    scene.click(&row(&scene, "Small box"));
    scene.check(&name("preset"));
    for (part, file) in [
        (words("Set the special services", "Fijar los servicios especiales"), "services"),
        (words("Set the customs declaration", "Fijar la declaración de aduana"), "customs"),
        (words("Set another sender", "Fijar otro remitente"), "sender"),
        (words("Set the label", "Fijar la etiqueta"), "label"),
    ] {
        scene.click(part);
        scene.check(&name(&format!("preset-{file}")));
    }
    versions::change_elsewhere(&mut scene);
    scene.check(&name("preset-overtaken"));
    scene.click(words("All orders", "Todos los pedidos"));
    scene.click(words("Rules", "Reglas"));
    scene.check(&name("rules"));
    scene.state.order_rules.trial = Some(trial);
    scene.settle();
    scene.check(&name("rules-tried"));
    scene.click(&row(&scene, "2, Abroad"));
    scene.check(&name("rule"));
    scene.window.panel = Panel::Ship;
    scene.state.ship.preset = Some(keyed("small", small_box()));
    scene.settle();
    scene.check(&name("ship-preset"));
}

/// W48: the sizes in Ship were four that nobody could change. They are those of the presets, and lead
/// there.
#[test]
fn the_sizes_in_ship_are_those_of_the_presets() {
    let mut scene = Scene::on(Panel::Ship, shop());
    let sized = |scene: &Scene| scene.stage.find("Small box").is_ok();
    assert!(sized(&scene) && scene.stage.find("Medium box").is_err(), "its own, and no others");
    let asked = scene.click("Small box");
    let package = asked.iter().find_map(|intent| match intent {
        Intent::Ship(ShipIntent::EditDraft(draft)) => draft.packages.first().cloned(),
        _ => None,
    });
    let own = shop().order_rules.documents.presets;
    let own = own.iter().find(|keyed| keyed.preset.name == "Small box").unwrap();
    let wanted = own.preset.package.clone().unwrap();
    let sides = |it: &PackageForm| [&it.length, &it.width, &it.height].map(Clone::clone);
    assert_eq!(sides(&package.unwrap()), sides(&wanted));
    scene.click("Preset");
    scene.click("Own sizes");
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Orders);
    // Without presets, the sizes that most people have, and the way to one's own.
    let mut scene = Scene::on(Panel::Ship, connected());
    assert!(scene.stage.find("Medium box").is_ok());
    scene.click("Own sizes");
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Orders);
}
