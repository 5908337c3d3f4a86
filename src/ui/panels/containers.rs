//! Container labels: sender, destination and account of a container, and the labels
//! for sacks, pallets or trays.

use egui::{Align, Layout, Ui, Vec2, vec2};

use crate::base::id::CarrierAccountId;
use crate::desk::containers::{ContainerIntent, ContainerOrder};
use crate::desk::intent::Intent;
use crate::desk::labels::documents::{DocumentId, DocumentIntent};
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::draft::AddressForm;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{FEW_OFFERS, offered, one_line};
use crate::ui::parts::{document_view, print_label};
use crate::ui::tokens::{size, space};
use crate::ui::widgets::suggest::suggest_ui;
use crate::ui::widgets::{
    Button, Card, Column, Field, Icon, MenuItem, Table, TableState, card, combo_ui, grouped, head,
    heading_ui, panes_ui, retry_ui, short_moment, small_muted_ui,
};

#[derive(Default)]
pub struct ContainersViewState {
    from: PickedAddress,
    to: PickedAddress,
    content_code: String,
    account: Option<CarrierAccountId>,
    pages: String,
    /// The order last sent to the service.
    sent: Option<ContainerOrder>,
    /// The name of the order whose labels are shown.
    open: Option<String>,
    /// The latest order that this panel has opened automatically.
    seen: Option<String>,
    looked: bool,
    table: TableState,
    document: document_view::DocumentViewState,
}

/// An address picked from the address book, and the text of its field.
#[derive(Default)]
struct PickedAddress {
    words: String,
    address: Option<AddressForm>,
}

const FORM_WIDTH: f32 = 400.0;
/// The least width of the sheet beside the form, and its height below it.
const SHEET: Vec2 = vec2(240.0, 480.0);
/// One sheet per container; a larger number is treated as a typing error.
const MOST_PAGES: u32 = 100;
const LONGEST_CODE: usize = 20;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ContainersViewState) {
    if !std::mem::replace(&mut local.looked, true) {
        cx.ask(ContainerIntent::ReadMade);
    }
    if cx.state.containers.latest.is_some() && cx.state.containers.latest != local.seen {
        local.seen.clone_from(&cx.state.containers.latest);
        local.open.clone_from(&cx.state.containers.latest);
    }
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("containers-title"));
            small_muted_ui(ui, text!("containers-what-for"));
        }
    });
    let room = ui.available_size();
    if room.x < FORM_WIDTH + space::L + SHEET.x {
        return card::page_ui(ui, "containers", |ui| {
            order_ui(ui, cx, local);
            if local.open.is_some() {
                let size = vec2(ui.available_width(), SHEET.y);
                let down = Layout::top_down(Align::Min);
                ui.allocate_ui_with_layout(size, down, |ui| sheet_ui(ui, cx, local));
            }
        });
    }
    panes_ui(ui, |ui| {
        ui.allocate_ui_with_layout(vec2(FORM_WIDTH, room.y), Layout::top_down(Align::Min), |ui| {
            card::page_ui(ui, "container order", |ui| order_ui(ui, cx, local));
        });
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            sheet_ui(ui, cx, local);
        });
    });
}

/// Prints the labels of the open order.
pub fn print(cx: &mut Cx<'_>, local: &ContainersViewState) {
    if let Some(name) = local.open.clone() {
        cx.ask(DocumentIntent::Print { document: DocumentId::Containers(name), printer: None });
    }
}

fn order_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ContainersViewState) {
    ui.spacing_mut().item_spacing.y = space::S;
    form_ui(ui, cx, local);
    card::gap_ui(ui);
    made_ui(ui, cx, local);
}

fn form_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ContainersViewState) {
    Card::new(text!("containers-new")).show_ui(ui, |ui| {
        let name = text!("containers-from-name");
        place_ui(ui, cx, text!("containers-from"), name, "container from", &mut local.from);
        let name = text!("containers-to-name");
        place_ui(ui, cx, text!("containers-to"), name, "container to", &mut local.to);
        let long = local.content_code.trim().chars().count() > LONGEST_CODE;
        Field::new(text!("containers-code"))
            .hint(text!("containers-code-hint"))
            .expects_scans()
            .problem(long.then_some(text!("containers-code-at-most")))
            .show_ui(ui, &mut local.content_code);
        let accounts = cx.state.carriers.accounts.value().map(Vec::as_slice).unwrap_or_default();
        let options: Vec<(Option<CarrierAccountId>, String)> = accounts
            .iter()
            .filter_map(|account| {
                let id = account.id.clone()?;
                let name = account.name.clone().unwrap_or_else(|| id.to_string());
                Some((Some(id), name))
            })
            .collect();
        if local.account.is_none() {
            local.account = options.first().and_then(|(id, _)| id.clone());
        }
        let width = ui.available_width();
        let account = text!("containers-account");
        combo_ui(ui, account, width, &mut local.account, &options);
        Field::new(text!("containers-count"))
            .hint(text!("containers-count-hint"))
            .width(100.0)
            .right_aligned()
            .problem(pages(&local.pages).err())
            .show_ui(ui, &mut local.pages);
        ui.add_space(space::XS);
        let order = order(cx, local);
        let reason = order.as_ref().err().copied();
        let words = match cx.state.containers.under_way {
            true => text!("containers-creating"),
            false => text!("containers-create"),
        };
        let make = Button::primary(words).disabled_because(reason);
        let mut pressed = make.show_ui(ui).clicked();
        // Offline there is no order, and an edited order was never refused: only the
        // refused order itself shows its error.
        let refused = order.as_ref().is_ok_and(|order| local.sent.as_ref() == Some(order));
        if let Some(trouble) = cx.state.containers.trouble.as_ref().filter(|_| refused) {
            pressed |= retry_ui(ui, Some(trouble));
        }
        if let Ok(order) = order
            && pressed
        {
            local.sent = Some(order.clone());
            cx.ask(ContainerIntent::Make(Box::new(order)));
        }
    });
}

/// The order to send, or what is still missing.
fn order(cx: &Cx<'_>, local: &ContainersViewState) -> Result<ContainerOrder, &'static str> {
    if cx.state.containers.under_way {
        return Err(text!("containers-busy"));
    }
    let away = cx.state.unreachable_reason(text!("containers-offline"));
    if let Some(reason) = away {
        return Err(reason);
    }
    let content_code = local.content_code.trim().to_owned();
    if content_code.is_empty() {
        return Err(text!("containers-code-missing"));
    }
    if content_code.chars().count() > LONGEST_CODE {
        return Err(text!("containers-code-too-long"));
    }
    let (from, to) = (local.from.address.clone(), local.to.address.clone());
    let account = local.account.clone();
    Ok(ContainerOrder {
        from: from.ok_or(text!("containers-choose-from"))?,
        to: to.ok_or(text!("containers-choose-to"))?,
        content_code,
        account: account.ok_or(text!("containers-choose-account"))?,
        pages: pages(&local.pages)?,
    })
}

fn pages(typed: &str) -> Result<u32, &'static str> {
    match typed.trim() {
        "" => Ok(1),
        text => text
            .parse()
            .ok()
            .filter(|count| (1..=MOST_PAGES).contains(count))
            .ok_or(text!("containers-count-problem")),
    }
}

fn place_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    label: &str,
    name: &str,
    id: &'static str,
    place: &mut PickedAddress,
) {
    let searching = !place.words.trim().is_empty();
    let (rows, offers) = offered(&cx.state.ship.book, &place.words, FEW_OFFERS);
    let unknown = searching && place.address.is_none();
    let field = Field::new(label)
        .name(name)
        .hint(text!("containers-address-hint"))
        .explain(if unknown { text!("containers-address-unknown") } else { "" });
    let outcome = suggest_ui(ui, field, id, &mut place.words, "", &offers);
    if outcome.response.changed() {
        place.address = None;
        let text = place.words.trim().to_owned();
        cx.ask(ShipIntent::SearchBook { text });
    }
    if let Some(entry) = outcome.taken.and_then(|at| rows.get(at)) {
        place.words = one_line(&entry.address);
        place.address = Some(entry.address.clone());
    }
}

fn made_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ContainersViewState) {
    let made = &cx.state.containers.made;
    if made.is_empty() {
        return;
    }
    Card::new(text!("containers-earlier")).show_ui(ui, |ui| {
        local.table.selected = made.iter().position(|made| Some(&made.name) == local.open.as_ref());
        let (now, zone) = (cx.now, cx.zone);
        let (events, step) = Table::new("containers", made)
            .max_height(260.0)
            .column(Column::new(text!("containers-column-content"), 64.0), |made| {
                made.content_code.clone()
            })
            .column(Column::wide(text!("containers-column-to")), |made| made.to.clone())
            .column(Column::new(text!("containers-column-created"), 136.0), |made| {
                short_moment(made.at(), now, zone)
            })
            .column(Column::new(text!("containers-column-labels"), 44.0).right(), |made| {
                grouped(made.pages)
            })
            .with_menu_ui(ui, &mut local.table, |made| {
                let print = DocumentIntent::Print { document: made.document(), printer: None };
                let step = MenuItem::new(text!("containers-print"), Intent::Documents(print));
                vec![step.disabled_because(print_label::obstacle(cx.state))]
            });
        cx.intents.extend(step);
        if let Some(made) = events.entered() {
            local.open = Some(made.name.clone());
        }
    });
}

fn sheet_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ContainersViewState) {
    let made = cx.state.containers.made.iter();
    let open = made.clone().find(|made| Some(&made.name) == local.open.as_ref()).cloned();
    let Some(made) = open else {
        card::empty_ui(
            ui,
            Icon::Ship,
            text!("containers-none-open"),
            match cx.state.containers.made.is_empty() {
                true => text!("containers-none-created"),
                false => text!("containers-none-chosen"),
            },
            None,
        );
        return;
    };
    let id = made.document();
    document_view::open(cx, &mut local.document, &id);
    document_view::steps_ui(ui, cx, &mut local.document, &id);
    ui.add_space(space::XS);
    let (code, to) = (&made.content_code, &made.to);
    small_muted_ui(ui, &text!("containers-open", code = code, to = to));
    ui.set_min_height(size::CONTROL);
    let name = text!("containers-title");
    document_view::canvas_ui(ui, cx, &mut local.document, &id, name);
}
