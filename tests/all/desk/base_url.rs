//! A server given on the command line is used in that run alone.

use crate::prelude::*;

const STORED: &str = "https://stored.example/v3.1";

fn open(world: &DeskFixture, given: Option<&str>, credentials: Option<&SignIn>) -> TestDesk {
    loop {
        let mut setup = world.setup();
        setup.base_url = given.map(str::to_owned);
        setup.credentials = credentials.cloned();
        match Desk::open_paced(setup, pace()) {
            // The previous desk releases its files a moment later.
            Err(DeskError::InUse) => std::thread::sleep(Duration::from_millis(10)),
            opened => return TestDesk(opened.unwrap()),
        }
    }
}

fn close(world: &DeskFixture, desk: TestDesk) {
    world.runtime.block_on(desk.0.close());
}

#[test]
fn a_server_given_at_the_start_is_not_stored_with_other_settings() {
    let world = DeskFixture::new();
    let mut desk = open(&world, None, None);
    desk.change_settings(|settings| settings.base_url = STORED.to_owned());
    close(&world, desk);

    let given = "https://given.example/v3.1";
    let mut desk = open(&world, Some(given), None);
    assert_eq!(desk.state().settings.base_url, given);
    desk.change_settings(|settings| settings.theme = Theme::Dark);
    assert_eq!(desk.state().settings.base_url, given);
    close(&world, desk);

    let mut desk = open(&world, Some(given), None);
    assert_eq!(desk.state().settings.theme, Theme::Dark);
    let typed = "https://typed.example/v3.1";
    desk.change_settings(|settings| settings.base_url = typed.to_owned());
    close(&world, desk);
    assert_eq!(open(&world, None, None).state().settings.base_url, typed);
}

#[test]
fn a_server_given_at_the_start_is_not_stored_by_signing_in_to_it() {
    let world = DeskFixture::new();
    let mut desk = open(&world, None, None);
    desk.change_settings(|settings| settings.base_url = STORED.to_owned());
    close(&world, desk);

    let sign_in = world.credentials();
    let given = format!("{}/", sign_in.base_url);
    let mut desk = open(&world, Some(&given), Some(&sign_in));
    desk.run_until("signed in", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.balance.summary.value().is_some()
    });
    close(&world, desk);
    assert_eq!(open(&world, None, None).state().settings.base_url, STORED);
}
