//! The words that people search for, and what the palette shows first. The list is printed with
//! `cargo test palette_words -- --nocapture`.

use postroom::base::locale;
use postroom::desk::finder::orders::FoundOrder;
use postroom::ui::shell::palette::search::find;

use super::connected;
use super::settings_language::is_own_process;
use crate::prelude::*;

/// What is typed, and the name of the first row.
const ENGLISH: [(&str, &str); 72] = [
    // Words that found nothing, or the wrong thing.
    ("help", "Guide"),
    ("manual", "Guide"),
    ("shortcuts", "Keys"),
    ("void", "Refund a label"),
    ("cancel label", "Refund a label"),
    ("report", "Day report"),
    ("day report", "Day report"),
    ("backup", "Data on this computer"),
    ("update", "About Postroom"),
    ("user", "Switch account"),
    ("connect store", "Import orders"),
    ("logo", "Your shop"),
    ("theme", "Switch between light and dark"),
    ("packing slip", "Your shop"),
    ("import", "Import orders"),
    ("dark", "Switch between light and dark"),
    ("package", "Presets"),
    ("box", "Presets"),
    ("currency", "Customs"),
    ("email", "Go to Addresses"),
    // What else people call things.
    ("How do I void a label", "Refund a label"),
    ("refund", "Refund a label"),
    ("refund status", "Go to Refunds"),
    ("return label", "Return label"),
    ("reprint", "Go to Shipments"),
    ("print again", "Go to Shipments"),
    ("settings", "Go to Settings"),
    ("preferences", "Go to Settings"),
    ("dark mode", "Switch between light and dark"),
    ("font size", "Larger text"),
    ("language", "Appearance"),
    ("spanish", "Appearance"),
    ("printer", "Printers"),
    ("zebra", "Printers"),
    ("4x6", "Labels"),
    ("test print", "Printers"),
    ("print queue", "Print queue"),
    ("scale", "Scale"),
    ("scanner", "Scanner"),
    ("express mode", "Scanner"),
    ("password", "Accounts and secrets"),
    ("log out", "Sign out"),
    ("switch account", "Switch account"),
    ("add money", "Go to Balance"),
    ("top up", "Go to Balance"),
    ("invoice", "Go to Balance"),
    ("usps", "Go to Carriers"),
    ("add carrier", "Go to Carriers"),
    ("manifest", "Go to End of day"),
    ("scan form", "Go to End of day"),
    ("track", "Go to Tracking"),
    ("where is my parcel", "Go to Tracking"),
    ("address book", "Go to Addresses"),
    ("import contacts", "Go to Addresses"),
    ("csv", "Import orders"),
    ("shopify", "Import orders"),
    ("export orders", "Tracking file for the shop…"),
    ("mark as shipped", "Tracking file for the shop…"),
    ("automation", "Rules"),
    ("template", "Presets"),
    ("customs", "Customs"),
    ("hs code", "Customs"),
    ("noeei", "Customs"),
    ("undo", "Purchases"),
    ("spending limit", "Purchases"),
    ("database", "Shop’s database"),
    ("second computer", "Stations"),
    ("offline", "Without a network"),
    ("crash", "When something goes wrong"),
    ("license", "About Postroom"),
    ("sign up", "The first start"),
    ("practice date", "Next practice day"),
];

const SPANISH: [(&str, &str); 16] = [
    ("ayuda", "Guía"),
    ("atajos", "Teclas"),
    ("anular", "Pedir un reembolso"),
    ("cancelar etiqueta", "Pedir un reembolso"),
    ("moneda", "Aduana"),
    ("informe", "Informe del día"),
    ("respaldo", "Datos en esta computadora"),
    ("copia de seguridad", "Datos en esta computadora"),
    ("tema", "Cambiar entre claro y oscuro"),
    ("idioma", "Apariencia"),
    ("impresora", "Impresoras"),
    ("importar", "Importar pedidos"),
    ("cajas", "Ajustes predefinidos"),
    ("aduana", "Aduana"),
    ("tamaño de letra", "Texto más grande"),
    ("dónde está mi paquete", "Ir a Seguimiento"),
];

/// An account with an order that the search finds for every word.
fn searched(query: &str) -> State {
    let mut state = connected();
    query.clone_into(&mut state.finder.found);
    state.finder.orders = vec![FoundOrder {
        id: OrderId::new("o-7"),
        number: "#1007".to_owned(),
        recipient: "Zoë Tremblay".to_owned(),
        reference: String::new(),
    }];
    state
}

fn check(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (typed, expected) in rows {
        let hits = find(&searched(typed), typed);
        let names: Vec<&str> = hits.iter().map(|hit| hit.name.as_str()).take(3).collect();
        println!("| {typed} | {} |", names.join(", "));
        if names.first() != Some(expected) {
            wrong.push(format!("{typed}: {names:?} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// W35: none of these found what it means.
#[test]
fn the_words_of_people_find_what_they_mean() {
    check(&ENGLISH);
}

#[test]
fn and_so_do_their_words_in_spanish() {
    if is_own_process("palette_words::and_so_do_their_words_in_spanish") {
        locale::choose("es");
        check(&SPANISH);
    }
}
