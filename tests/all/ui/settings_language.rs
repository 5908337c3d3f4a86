//! The language of the window, chosen in Settings. It is one for the whole process, so each test
//! runs in a process of its own.

use std::process::Command;

use postroom::base::locale;
use postroom::ui::parts::tracking_words::event_words;

use crate::desk::printing::{printer, unreachable_printer_address};
use crate::prelude::*;
use crate::service::setup::{chicago, parcel, running};

const PATIENCE: Duration = Duration::from_secs(30);

/// Set in the process that may change the language.
const CHILD: &str = "POSTROOM_TEST_LANGUAGE";

/// Runs a test of the user interface in a process of its own; `true` if this is that process.
pub fn is_own_process(test: &str) -> bool {
    if std::env::var_os(CHILD).is_some() {
        return true;
    }
    let name = format!("ui::{test}");
    let ended = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &name, "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    assert!(ended.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
    false
}

#[test]
fn the_language_changes_in_the_next_frame_and_stays() {
    if is_own_process("settings_language::the_language_changes_in_the_next_frame_and_stays") {
        changes_language();
    }
}

/// A notice, a failure and a print job keep what happened, not its words in one language.
#[test]
fn what_happened_before_follows_the_language() {
    if is_own_process("settings_language::what_happened_before_follows_the_language") {
        follows_the_language();
    }
}

/// What the practice service says: descriptions, refusals, drills, and what happened to a parcel.
#[test]
fn what_the_practice_service_says_follows_the_language() {
    let test = "settings_language::what_the_practice_service_says_follows_the_language";
    if !is_own_process(test) {
        return;
    }
    let service = running();
    let clerk = service.clerk();
    for (language, carrier, refusal, drill, event) in [
        (
            "en",
            "Ground and air network",
            "The ZIP 10001 lies in NY, not in IL.",
            "The practice service was asked for this answer.",
            "Arrived at carrier facility",
        ),
        (
            "es",
            "Red terrestre y aérea",
            "El código ZIP 10001 está en NY, no en IL.",
            "Se pidió al servicio de práctica que respondiera esto.",
            "Llegó a un centro del transportista",
        ),
    ] {
        locale::choose(language);
        let carriers = clerk.get("/Carrier").ok().to_string();
        assert!(carriers.contains(carrier), "{carriers}");
        let mut to = chicago();
        to["zip"] = json!("10001");
        let rates = json!({"fromAddress": chicago(), "toAddress": to, "packages": [parcel()]});
        assert_eq!(clerk.send("POST", "/ShipmentRate", rates).message(), refusal);
        let drilled = json!({
            "call": "GET /Carrier", "kind": "error", "code": "SHIPMENT.NOT_FOUND", "count": 1
        });
        service.practice("POST", "/faults", Some(drilled)).ok();
        assert_eq!(clerk.get("/Carrier").message(), drill);
        assert_eq!(event_words("ArrivedAtCarrierFacility"), event);
    }
}

fn window(world: &DeskFixture) -> Driver {
    let desk = world.open_connected();
    let mut window = desk.into_window(world);
    window.window().panel = Panel::Settings;
    let settings = &mut window.window().local.settings;
    settings.open(SettingsCategory::Appearance);
    window.settle();
    window
}

fn changes_language() {
    let world = DeskFixture::new();
    let mut window = window(&world);
    assert_eq!(window.find("Language").unwrap().value.as_deref(), Some("System"));
    window.click("Language").unwrap();
    window.click("Español").unwrap();
    window.settle();
    assert!(window.shows("Apariencia e idioma"), "at once");
    assert!(!window.shows("Appearance"));
    assert_eq!(window.state().settings.language, "es");
    assert!(window.text_faults().is_empty());
    for category in SettingsCategory::ALL {
        window.click(category.title()).unwrap();
        window.settle();
        let faults = window.text_faults();
        assert!(faults.is_empty(), "{category:?}: {faults:?}");
    }

    // At the next start the language is the same, and English is found by its own name.
    world.runtime.block_on(window.into_desk().close());
    let mut window = self::window(&world);
    assert!(window.shows("Apariencia e idioma"));
    window.click("Idioma").unwrap();
    window.click("English").unwrap();
    window.settle();
    assert!(window.shows("Appearance and language"));
    assert_eq!(window.state().settings.language, "en");
}

fn choose(window: &mut Driver, field: &str, language: &str) {
    let before = window.state().settings.language.clone();
    window.click(field).unwrap();
    window.click(language).unwrap();
    window.settle();
    assert_ne!(window.state().settings.language, before);
}

fn title_of_job(state: &State) -> Option<&str> {
    let job = state.printing.jobs.first();
    job.map(|job| job.title.as_str())
}

fn follows_the_language() {
    let world = DeskFixture::new();
    let mut window = window(&world);
    let printer = printer(unreachable_printer_address());
    let name = printer.name.clone();
    window.desk().apply(PrintingIntent::SavePrinter { replaces: None, printer: Box::new(printer) });
    window.desk().apply(PrintingIntent::TestPrint(name));
    window.wait_until("a job", PATIENCE, |state| title_of_job(state).is_some()).unwrap();
    world.stop_service();
    window.desk().apply(BalanceIntent::Refresh);
    window
        .wait_until("a failure", PATIENCE, |state| state.balance.summary.trouble().is_some())
        .unwrap();
    // The desk connects again by and by, and then there is none.
    let trouble = window.state().balance.summary.trouble().unwrap().clone();
    window.desk().apply(ScaleIntent::Weigh { package: 0 });
    window.settle();

    let spanish = [
        "No se pesó. Las básculas no son compatibles con este sistema",
        "Prueba de impresión",
        "No se pudo actualizar el saldo",
        "el servidor rechazó la conexión",
    ];
    let english = [
        "Not weighed. Scales aren’t supported on this system",
        "Test print",
        "Couldn’t refresh the balance",
        "the server refused the connection",
    ];
    let check = |window: &mut Driver, [notice, job, attempted, cause]: [&str; 4]| {
        assert!(window.shows(notice), "{notice}");
        assert_eq!(title_of_job(window.state()), Some(job));
        assert_eq!(trouble.attempted, attempted);
        assert_eq!(trouble.cause, cause);
    };
    check(&mut window, english);
    choose(&mut window, "Language", "Español");
    check(&mut window, spanish);
    choose(&mut window, "Idioma", "English");
    check(&mut window, english);
    choose(&mut window, "Language", "Español");

    // The job is read from its file in the language of the next start.
    world.runtime.block_on(window.into_desk().close());
    let mut desk = world.open();
    assert_eq!(desk.state().settings.language, "es");
    desk.run_until("the job", |state| title_of_job(state).is_some());
    assert_eq!(title_of_job(desk.state()), Some("Prueba de impresión"));
    let sent_as = desk.state().printing.jobs[0].title.as_stored();
    assert_eq!(sent_as, "Test print", "the printer knows it by this name");
    let settings = Settings { language: "en".to_owned(), ..desk.state().settings.clone() };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    assert_eq!(title_of_job(desk.state()), Some("Test print"));
}
