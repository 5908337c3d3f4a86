//! The columns of the wizard and of the rates with the long words of Spanish. The language is one for
//! the whole process, so each test runs in a process of its own.

use egui::{Rect, Shape};
use postroom::base::locale;
use postroom::parcel::rate_ranking;
use postroom::ui::tokens::{LIGHT, radius};

use super::board::rates;
use super::is_whole;
use super::settings_language::is_own_process;
use crate::prelude::*;

const SIZES: [(usize, usize); 3] = [(1024, 700), (1366, 768), (1920, 1080)];

#[test]
fn no_card_leaves_its_column() {
    if is_own_process("ship_columns::no_card_leaves_its_column") {
        keeps_cards_in_columns();
    }
}

#[test]
fn the_missing_fields_are_named_up_to_the_button() {
    if is_own_process("ship_columns::the_missing_fields_are_named_up_to_the_button") {
        names_missing_fields();
    }
}

#[test]
fn the_chosen_carrier_is_whole_where_there_is_room() {
    if is_own_process("ship_columns::the_chosen_carrier_is_whole_where_there_is_room") {
        shows_whole_carrier();
    }
}

/// The number of further accounts at the end of a rate stays whole.
#[test]
fn a_rate_of_two_accounts_says_so_in_a_narrow_row() {
    if is_own_process("ship_columns::a_rate_of_two_accounts_says_so_in_a_narrow_row") {
        keeps_the_number_of_accounts();
    }
}

/// The frames of the cards, as painted.
fn cards(board: &AnsweringScene) -> Vec<Rect> {
    fn collect(shape: &Shape, found: &mut Vec<Rect>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, found)),
            Shape::Rect(rect)
                if rect.fill == LIGHT.surface && rect.corner_radius == radius::CARD =>
            {
                found.push(rect.rect);
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &board.stage.output().shapes {
        collect(&clipped.shape, &mut found);
    }
    found
}

fn keeps_cards_in_columns() {
    locale::choose("es");
    for size in SIZES {
        let mut board = AnsweringScene::sized(size.0, size.1);
        board.ready_to_buy();
        board.state.ship.draft.packages[0].carried_over = true;
        board.recheck_draft();
        assert!(board.stage.shows("Mantener medidas"), "{size:?}");
        board.shot(&format!("ship-columns-{}", size.0));
        let cards = cards(&board);
        assert!(cards.len() >= 4, "{size:?}: {cards:?}");
        let window = board.stage.ctx.content_rect();
        for (at, card) in cards.iter().enumerate() {
            assert!(card.right() <= window.right(), "{size:?}: {card:?}");
            let over = cards.iter().skip(at + 1).find(|it| it.intersects(*card));
            assert_eq!(over, None, "{size:?}: over {card:?}");
        }
    }
}

fn names_missing_fields() {
    locale::choose("es");
    for size in SIZES {
        let mut board = AnsweringScene::sized(size.0, size.1);
        board.settle();
        assert!(board.stage.shows("Faltan"), "{size:?}: several");
        let name = "Ir a Nombre del remitente";
        assert!(board.stage.find(name).is_ok(), "{size:?}");
        let buy = board.stage.find("Comprar etiqueta").unwrap().bounds;
        let gaps = board.stage.elements();
        let gaps = gaps.filter(|it| it.name.starts_with("Ir a ")).count();
        let is_count = |name: &str| name.starts_with("y ") && name.ends_with(" más");
        let last = board.stage.elements().find(|it| is_count(&it.name));
        let last = last.unwrap().bounds;
        assert!(last.right() < buy.left(), "{size:?}");
        // The longest name is shorter than this.
        let free = buy.left() - last.right();
        assert!(free < 280.0, "{size:?}: {free} free after {gaps} fields");
        // One that is left is named, and it is one.
        board.ready_to_buy();
        board.state.ship.draft.chosen = None;
        board.recheck_draft();
        assert!(board.stage.shows("Falta"), "{size:?}: one");
        assert!(!board.stage.shows("Faltan"), "{size:?}: one");
        assert!(board.stage.find("Ir a Tarifa").is_ok(), "{size:?}");
    }
}

fn shows_whole_carrier() {
    locale::choose("es");
    for size in SIZES {
        let mut board = AnsweringScene::sized(size.0, size.1);
        board.ready_to_buy();
        board.go_to(Panel::Rates);
        board.shot(&format!("rates-carriers-{}", size.0));
        assert!(is_whole(&board.stage, "Todos los transportistas"), "{size:?}");
    }
}

fn keeps_the_number_of_accounts() {
    locale::choose("es");
    let mut board = AnsweringScene::sized(1024, 700);
    board.ready_to_buy();
    let mut list = rates();
    list[0].carrier_account_name = Some("Postal of the whole country and beyond".to_owned());
    let mut second = list[0].clone();
    second.id = None;
    second.carrier_account_id = Some(CarrierAccountId::new("OTHER"));
    list.insert(1, second);
    board.state.ship.draft.chosen = Some(list[0].clone());
    let quote = rate_ranking::quote(board.state.ship.draft.order.clone(), list);
    board.state.ship.quote = Remote::ready(quote, board.now);
    board.recheck_draft();
    board.shot("rate-of-two-accounts");
    let painted = board.stage.painted();
    let line = painted.iter().find(|it| it.contains(" · Postal"));
    let line = line.unwrap().to_string();
    assert!(line.ends_with("… +1"), "{line}");
    assert!(is_whole(&board.stage, &line), "{line}");
}
