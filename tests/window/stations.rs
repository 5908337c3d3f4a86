//! Two windows on one PostgreSQL, where `POSTROOM_DATABASES` is set (`.ci/run` sets it).

use std::thread;
use std::time::{Duration, Instant};

use super::client::Client;
use super::display::{Display, Window};
use super::journeys::{folder, picture, write_sender};
use crate::database_servers::PASSWORD;
use crate::desk::imported_orders::table;
use crate::desk::shop::Shop;

const ORDERS: u32 = 3;
/// How long the service takes for a label, so that the claim can be seen.
const LABEL_MS: u64 = 10_000;

#[test]
fn an_order_that_one_window_buys_is_taken_in_the_other() {
    let Some(shop) = Shop::prepared() else {
        return;
    };
    shop.station("bench-0").import_orders(&table(ORDERS as usize));
    let displays = [Display::start(), Display::start()];
    let mut one = station(&shop, &displays[0], "Bench 1", "Alex");
    let mut two = station(&shop, &displays[1], "Bench 2", "Sam");
    picture(&mut two.client, "stations-settings");
    for window in [&mut one, &mut two] {
        window.client.click("Orders");
        window.client.wait_for(&format!("Select all {ORDERS} orders"));
    }
    shop.world.faults("POST /Shipment", "delay_before_commit", LABEL_MS, ORDERS);
    one.client.click(&format!("Select all {ORDERS} orders"));
    one.client.click("Get rates");
    one.client.wait_for("Close the task");
    one.client.click("Close the task");
    let buy = one.client.read(&format!("Buy {ORDERS} labels"));
    one.client.click(&buy);
    one.client.wait_for("Buy the labels");
    assert_eq!(being_bought(&mut two.client), 0);
    one.client.click("Buy the labels");
    let clicked = Instant::now();
    while being_bought(&mut two.client) < ORDERS as usize {
        assert_eq!(shop.world.shipments_at_service(), 0, "the claim was not seen");
        thread::sleep(Duration::from_millis(10));
    }
    println!(
        "claimed in one window, seen in the other {} ms after the click",
        clicked.elapsed().as_millis()
    );
    assert_eq!(shop.world.shipments_at_service(), 0);
    picture(&mut one.client, "stations-one-buys");
    picture(&mut two.client, "stations-other-sees");
    one.client.wait_for("Close the task");
    one.client.click("Close the task");
    for window in [&mut one, &mut two] {
        window.client.wait_until("the labels", |names| {
            names.iter().filter(|name| *name == "Bought").count() >= ORDERS as usize
        });
    }
    assert_eq!(shop.world.shipments_at_service(), i64::from(ORDERS));
    picture(&mut two.client, "stations-bought");
}

/// A window that uses the shared workspace, with the names of its station and person.
fn station(shop: &Shop, display: &Display, name: &str, person: &str) -> Window {
    let login = shop.world.credentials();
    let environment = [
        ("POSTROOM_API_KEY", login.api_key),
        ("POSTROOM_API_SECRET", login.api_secret.expose().to_owned()),
        ("POSTROOM_USER", login.user_name),
        ("POSTROOM_PASSWORD", login.password.expose().to_owned()),
        ("POSTROOM_WORKSPACE_PASSWORD", PASSWORD.to_owned()),
    ];
    let workspace = shop.address("shop");
    let workspace = format!(
        "postgres://{}@{}:{}/{}?tls=off",
        workspace.user, workspace.host, workspace.port, workspace.database
    );
    let arguments = ["--base-url", &login.base_url, "--workspace", &workspace];
    let mut window = display.open_with(&folder("station"), &arguments, &environment);
    let client = &mut window.client;
    client.wait_for("Balance $");
    write_sender(client);
    client.click("Settings");
    client.click("Stations");
    client.wait_for("Connected. What other stations change appears here within a second.");
    client.fill("Name of this station", name);
    client.fill("Name of the person here", person);
    // Leaving the field keeps the name.
    client.click("Settings");
    window
}

/// How many orders of the list another station buys.
fn being_bought(client: &mut Client) -> usize {
    let names = client.names();
    names.iter().filter(|name| *name == "Being bought").count()
}
