//! The search of the address book in an address card, and the text box for a pasted block.

use egui::{Id, Key, Ui, ViewportCommand};

use super::address::ShipAddressViewState;
use crate::desk::intent::Intent;
use crate::desk::records::stored_address::BookEntry;
use crate::desk::ship::address_sides::AddressBook;
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::address_parts::same_door;
use crate::parcel::draft::{AddressForm, Side};
use crate::parcel::paste_address::whole_address;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{offered, offers_heading, person, place_line};
use crate::ui::parts::draft_guide::Guide;
use crate::ui::widgets::suggest::{Offer, suggest_ui, take_paste};
use crate::ui::widgets::{Button, Field, keyboard, small_muted_ui};

const MAX_OFFERS: usize = 20;

/// Returns whether an address was taken, or will be as soon as the book has answered.
pub fn search_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    guide: &mut Guide<'_>,
    view: &mut ShipAddressViewState,
    side: Side,
    title: &str,
) -> bool {
    let id = ("book search", side);
    let own = Id::unique(id);
    if guide.progress.search == Some(side) {
        guide.progress.search = None;
        // Before the field is drawn, so that it gets the input of this frame.
        keyboard::enter(ui.ctx(), own);
    }
    let focused = ui.memory(|memory| memory.has_focus(own));
    let enter = focused && ui.input(|input| input.key_pressed(Key::Enter));
    let book = &cx.state.ship.book;
    let whole = whole_address(&view.search);
    let (rows, offers, heading) = offers_for(book, &view.search, whole.as_ref());
    let name = text!("ship-address-search-name", card = title);
    let field = Field::new(text!("ship-address-search"))
        .name(&name)
        .hint(text!("ship-address-search-hint"))
        .hide_label()
        .search();
    let outcome = suggest_ui(ui, field, id, &mut view.search, heading, &offers);
    let typed = view.search.trim();
    if outcome.response.changed() {
        view.entered = false;
        cx.ask(ShipIntent::SearchBook { text: typed.to_owned() });
    }
    let current = typed.is_empty() || book.found == typed;
    if let Some(text) = outcome.block {
        guide.progress.pasted = Some(side);
        paste(cx, view, side, text);
        return false;
    }
    let taken = outcome.taken.and_then(|index| rows.get(index).copied());
    // The rows belong to an earlier text: the clerk means what is typed now.
    let chosen = taken.filter(|_| !enter || current);
    if let Some(entry) = chosen {
        take(cx, view, side, entry);
        return true;
    }
    if enter && !current {
        view.entered = true;
        return true;
    }
    if !current {
        return false;
    }
    let nothing = !typed.is_empty() && rows.is_empty();
    let is_whole = nothing && whole.is_some();
    if nothing && !is_whole {
        small_muted_ui(ui, text!("ship-address-none-found"));
    }
    let late = std::mem::take(&mut view.entered);
    let chosen = enter || outcome.taken.is_some();
    if is_whole && (chosen || late) {
        if chosen {
            // After a late answer the keyboard has already moved on.
            guide.progress.pasted = Some(side);
        }
        let text = view.search.clone();
        paste(cx, view, side, text);
        return false;
    }
    if enter {
        outcome.response.request_focus();
    }
    match rows.first() {
        Some(entry) if late => take(cx, view, side, entry),
        None if late => guide.progress.search = Some(side),
        _ => {}
    }
    false
}

/// Hands over a whole address.
fn paste(cx: &mut Cx<'_>, view: &mut ShipAddressViewState, side: Side, text: String) {
    view.search.clear();
    view.expanded = None;
    cx.ask(ShipIntent::PasteAddress { side, text });
}

/// What the book offers for a text, and the heading of these offers. `whole` is the text as a whole
/// address, if it is one: whoever types one means no other one.
fn offers_for<'a>(
    book: &'a AddressBook,
    search: &str,
    whole: Option<&AddressForm>,
) -> (Vec<&'a BookEntry>, Vec<Offer>, &'static str) {
    let (rows, offers) = offered(book, search, MAX_OFFERS);
    let means = |entry: &BookEntry| whole.is_none_or(|typed| same_door(typed, &entry.address));
    let found = rows.iter().zip(offers).filter(|(entry, _)| means(entry));
    let (rows, mut offers): (Vec<&BookEntry>, Vec<Offer>) = found.unzip();
    match whole {
        Some(typed) if rows.is_empty() && book.found == search.trim() => {
            offers.push(Offer { title: person(typed), detail: place_line(typed) });
            (rows, offers, text!("ship-address-typed"))
        }
        _ => (rows, offers, offers_heading(book, search)),
    }
}

fn take(cx: &mut Cx<'_>, view: &mut ShipAddressViewState, side: Side, entry: &BookEntry) {
    view.search.clear();
    view.entered = false;
    view.expanded = None;
    cx.ask(ShipIntent::PickAddress { side, row: entry.row });
}

/// The clipboard answers in this many seconds, or has no text; then the box waits for one.
const PASTING: f64 = 2.0;

/// Asks for the text of the clipboard.
pub fn ask_for_block(ui: &Ui, view: &mut ShipAddressViewState) {
    if view.block.is_some() {
        ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
        view.pastes = Some(ui.input(|input| input.time));
    }
}

/// The text box for a pasted block, as an alternative to pasting into the search field.
pub fn block_ui(
    ui: &mut Ui,
    view: &mut ShipAddressViewState,
    side: Side,
    title: &str,
    asked: &mut Vec<Intent>,
) {
    let Some(block) = &mut view.block else {
        view.pastes = None;
        return;
    };
    let waits = view.pastes.is_some_and(|since| ui.input(|input| input.time) < since + PASTING);
    if let Some(text) = take_paste(ui, |_| waits) {
        asked.push(Intent::Ship(ShipIntent::PasteAddress { side, text }));
        return;
    }
    keyboard::begin_form(ui, ("pasted block", title));
    let name = text!("ship-address-block-name", card = title);
    Field::new(text!("ship-address-block"))
        .name(&name)
        .hint(text!("ship-address-block-hint"))
        .rows(4)
        .show_ui(ui, block);
    let fill = text!("ship-address-block-fill-name", card = title);
    let empty = block.trim().is_empty();
    let empty = empty.then(|| text!("ship-address-block-empty"));
    if Button::secondary(text!("ship-address-block-fill"))
        .name(&fill)
        .compact()
        .disabled_because(empty)
        .show_ui(ui)
        .clicked()
    {
        asked.push(Intent::Ship(ShipIntent::PasteAddress { side, text: block.clone() }));
    }
}
