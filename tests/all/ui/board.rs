//! A window over a state that answers the most important intents at once, to test panels without
//! jobs, a network or a service. The real desk has separate tests.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use postroom::api::account::BalanceSummary;
use postroom::api::carrier::{Carrier, Catalog, CatalogEntry};
use postroom::api::carrier_account::CarrierAccount;
use postroom::api::rate::{Fee, Rate};
use postroom::api::value::{PackageType, Service, SpecialService};
use postroom::base::clock::WireTime;
use postroom::base::id::{CarrierAccountId, RateId, ShipmentId, TrackingNumber};
use postroom::base::money::{Amount, Currency, Money};
use postroom::desk::intent::Intent;
use postroom::desk::kernel::remote::Remote;
use postroom::desk::kernel::session::{Connection, Environment, Session};
use postroom::desk::kernel::settings::Theme;
use postroom::desk::parcel::catalogs::Catalogs;
use postroom::desk::parcel::draft::{AddressForm, Draft, Side};
use postroom::desk::parcel::{paste_address, problems, rate_ranking, requests};
use postroom::desk::records::shipment_row::ShipmentRow;
use postroom::desk::records::stored_address::BookEntry;
use postroom::desk::ship::intent::ShipIntent;
use postroom::desk::shipments::intent::ShipmentIntent;
use postroom::desk::state::State;
use postroom::ui::panel::Panel;
use postroom::ui::stage::Stage;
use postroom::ui::window::Window;

pub struct AnsweringScene {
    pub stage: Stage<BoardState>,
}

/// What a [`AnsweringScene`] draws; its fields are accessible through the board.
pub struct BoardState {
    pub state: State,
    pub window: Window,
    /// The intents of the panels, oldest first.
    pub asked: Vec<Intent>,
    pub now: Timestamp,
}

impl BoardState {
    fn draw_ui(&mut self, ui: &mut egui::Ui) {
        for intent in self.window.show_ui(ui, &self.state, self.now) {
            apply(&mut self.state, &intent, self.now);
            self.asked.push(intent);
        }
    }
}

impl Deref for AnsweringScene {
    type Target = BoardState;

    fn deref(&self) -> &BoardState {
        self.stage.state()
    }
}

impl DerefMut for AnsweringScene {
    fn deref_mut(&mut self) -> &mut BoardState {
        self.stage.state_mut()
    }
}

pub const TODAY: Date = Date::constant(2026, 11, 21);

impl AnsweringScene {
    /// A practice desk with three carriers, a balance and two addresses in the address book.
    pub fn new() -> Self {
        Self::sized(1366, 768)
    }

    pub fn sized(width: usize, height: usize) -> Self {
        let now: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let mut state = State {
            connection: Connection::Connected(Session {
                environment: Environment::Practice,
                base_url: "http://127.0.0.1:1/v3.1".to_owned(),
                account_name: "Sample Goods".to_owned(),
            }),
            ..State::default()
        };
        state.settings.theme = Theme::Light;
        state.balance.summary = Remote::ready(
            BalanceSummary {
                balance: Some(Amount::from_cents(10_000)),
                currency: Some("USD".to_owned()),
                ..BalanceSummary::default()
            },
            now,
        );
        state.carriers.list = Remote::ready(carriers(), now);
        state.carriers.accounts = Remote::ready(accounts(), now);
        state.carriers.catalogs = Remote::ready(catalogs(), now);
        state.ship.book.recent = vec![entry(1, san_francisco()), entry(2, chicago())];
        state.ship.book.count = 2;
        state.ship.draft = Draft::default();
        look_over(&mut state);
        let held = BoardState {
            state,
            window: Window::installed(TimeZone::UTC),
            asked: Vec::new(),
            now,
        };
        let size = (width, height);
        let stage = Stage::new(size, held, |ui, held| held.draw_ui(ui)).unwrap();
        Self { stage }
    }

    pub fn recheck_draft(&mut self) {
        look_over(&mut self.state);
    }

    pub fn settle(&mut self) {
        self.stage.run_ok();
    }

    /// Runs this many frames of 1/60 s.
    pub fn wait(&mut self, frames: usize) {
        self.stage.run_steps(frames);
    }

    pub fn click(&mut self, name: &str) {
        self.stage.click(name).unwrap();
    }

    pub fn type_into(&mut self, name: &str, words: &str) {
        self.stage.type_into(name, words).unwrap();
    }

    pub fn press(&mut self, modifiers: egui::Modifiers, key: egui::Key) {
        self.stage.press(modifiers, key);
    }

    pub fn burst(&mut self, events: Vec<egui::Event>) {
        self.stage.burst(events);
    }

    /// Drags files over the window.
    pub fn hover(&mut self, files: &[&str]) {
        let files = files.iter().map(|file| egui::HoveredFile {
            path: Some(file.into()),
            ..egui::HoveredFile::default()
        });
        self.stage.input_mut().hovered_files = files.collect();
        self.settle();
    }

    /// Drops the files.
    pub fn drop_files(&mut self, files: Vec<egui::DroppedFileHandle>) {
        self.stage.input_mut().hovered_files.clear();
        self.stage.input_mut().dropped_files = files;
        self.settle();
    }

    /// Types letter by letter, one frame for each, as a scanner does.
    pub fn letters(&mut self, words: &str) {
        for letter in words.chars() {
            self.stage.event(egui::Event::Text(letter.to_string()));
            self.stage.step();
        }
    }

    pub fn value(&self, name: &str) -> String {
        self.stage.find(name).unwrap().value.unwrap_or_default()
    }

    pub fn focus(&self) -> Option<String> {
        self.stage
            .elements()
            .find(|element| element.focused && element.is_control())
            .map(|element| element.name)
    }

    /// The name of the control whose name begins with `start`.
    pub fn named(&self, start: &str) -> String {
        let found = self
            .stage
            .elements()
            .find(|element| element.is_control() && element.name.starts_with(start));
        found.expect(start).name
    }

    /// Controls without a name, and names that several controls share.
    pub fn bad_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .stage
            .elements()
            .filter(|element| element.is_control())
            .map(|element| element.name.trim().to_owned())
            .collect();
        names.sort();
        let shared = names.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut bad: Vec<String> = shared.map(|pair| pair[0].clone()).collect();
        bad.extend(names.iter().filter(|name| name.is_empty()).cloned());
        bad
    }

    /// The number of matching intents from the panels.
    pub fn count(&self, wanted: impl Fn(&Intent) -> bool) -> usize {
        self.asked.iter().filter(|intent| wanted(intent)).count()
    }

    /// A draft with a current quote, its first rate chosen.
    pub fn ready_to_buy(&mut self) {
        self.state.ship.draft = complete_draft();
        self.state.ship.draft.chosen = Some(rates().remove(0));
        let quote = rate_ranking::quote(self.state.ship.draft.order.clone(), rates());
        self.state.ship.quote = Remote::ready(quote, self.now);
        self.recheck_draft();
        self.settle();
    }

    pub fn go_to(&mut self, panel: Panel) {
        self.window.panel = panel;
        self.settle();
    }

    /// Checks that all text is readable, and stores a screenshot if `POSTROOM_PICTURES` names a
    /// folder.
    pub fn shot(&mut self, name: &str) {
        super::assert_well_set(&self.stage.misset(), name);
        if let Ok(folder) = std::env::var("POSTROOM_PICTURES") {
            let path = Path::new(&folder).join(format!("{name}.png"));
            self.stage.screenshot(&path).unwrap();
        }
    }
}

fn apply(state: &mut State, intent: &Intent, now: Timestamp) {
    let form = |state: &mut State, side: Side, form: AddressForm| match side {
        Side::From => state.ship.draft.from = form,
        Side::To => state.ship.draft.to = form,
    };
    match intent {
        Intent::Ship(ShipIntent::EditDraft(draft)) => {
            if !requests::rate_inputs_equal(&state.ship.draft, draft) {
                state.ship.quote_outdated = true;
            }
            state.ship.draft = (**draft).clone();
            if state.ship.quote_outdated {
                state.ship.draft.chosen = None;
            }
        }
        Intent::Ship(ShipIntent::PasteAddress { side, text }) => {
            form(state, *side, paste_address::parse_block(text))
        }
        Intent::Ship(ShipIntent::PickAddress { side, row }) => {
            let found = state
                .ship
                .book
                .recent
                .iter()
                .find(|entry| entry.row == *row);
            let address = found.unwrap().address.clone();
            form(state, *side, address);
        }
        Intent::Ship(ShipIntent::GetRates) => {
            let quote = rate_ranking::quote(state.ship.draft.order.clone(), rates());
            state.ship.quote = Remote::ready(quote, now);
            state.ship.quote_outdated = false;
        }
        Intent::Ship(ShipIntent::ChooseRate(rate)) => {
            state.ship.draft.chosen = Some((**rate).clone())
        }
        Intent::ChangeSettings(settings) => state.settings = (**settings).clone(),
        Intent::Shipments(ShipmentIntent::Select(id)) => state.shipments.selected = id.clone(),
        Intent::Ship(ShipIntent::UseSampleAddresses) => {
            state.ship.draft.from = new_york();
            state.ship.draft.to = san_francisco();
        }
        Intent::Ship(ShipIntent::NewDraft) => {
            state.ship.draft = Draft::default();
            state.ship.just_bought = None;
        }
        _ => {}
    }
    look_over(state);
}

fn look_over(state: &mut State) {
    let accounts = state.carriers.accounts.value().cloned().unwrap_or_default();
    state.ship.problems = problems::check(
        &state.ship.draft,
        state.carriers.catalogs.value(),
        &accounts,
        TODAY,
    );
}

pub fn new_york() -> AddressForm {
    AddressForm {
        name: "John Q Sample".to_owned(),
        company: "Sample Goods LLC".to_owned(),
        street1: "350 5th Ave".to_owned(),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        zip: "10118".to_owned(),
        phone: "212 555 0143".to_owned(),
        verification: Some("Success".to_owned()),
        residential: Some(false),
        ..AddressForm::default()
    }
}

pub fn san_francisco() -> AddressForm {
    AddressForm {
        name: "Casey Example".to_owned(),
        street1: "1 Ferry Building".to_owned(),
        street2: "Ste 50".to_owned(),
        city: "San Francisco".to_owned(),
        state: "CA".to_owned(),
        zip: "94111".to_owned(),
        ..AddressForm::default()
    }
}

pub fn chicago() -> AddressForm {
    AddressForm {
        name: "Riley Sample".to_owned(),
        street1: "233 S Wacker Dr".to_owned(),
        city: "Chicago".to_owned(),
        state: "IL".to_owned(),
        zip: "60606".to_owned(),
        ..AddressForm::default()
    }
}

pub fn berlin() -> AddressForm {
    AddressForm {
        name: "Erika Muster".to_owned(),
        street1: "Musterweg 5".to_owned(),
        city: "Berlin".to_owned(),
        zip: "10115".to_owned(),
        country: "DE".to_owned(),
        ..AddressForm::default()
    }
}

/// A complete domestic draft without a rate.
pub fn complete_draft() -> Draft {
    let mut draft = Draft {
        from: new_york(),
        to: san_francisco(),
        ..Draft::default()
    };
    let package = &mut draft.packages[0];
    package.weight = "1.5".to_owned();
    package.length = "10".to_owned();
    package.width = "6".to_owned();
    package.height = "4".to_owned();
    draft
}

fn entry(row: i64, address: AddressForm) -> BookEntry {
    BookEntry {
        row,
        address,
        last_used: None,
    }
}

const CODES: [(&str, &str); 3] = [
    ("POST-eVS", "Postal"),
    ("NORTHLINE", "Northline"),
    ("SKYWAY", "Skyway Express"),
];

fn carriers() -> Vec<Carrier> {
    CODES
        .iter()
        .map(|(code, name)| Carrier {
            code: Some((*code).to_owned()),
            name: Some((*name).to_owned()),
            ..Carrier::default()
        })
        .collect()
}

fn accounts() -> Vec<CarrierAccount> {
    CODES
        .iter()
        .map(|(code, name)| CarrierAccount {
            id: Some(CarrierAccountId::new(*code)),
            name: Some(format!("{name} main")),
            carrier_code: Some((*code).to_owned()),
            ..CarrierAccount::default()
        })
        .collect()
}

fn catalogs() -> Catalogs {
    let entry = |code: &str| CatalogEntry {
        code: Some(code.to_owned()),
        ..CatalogEntry::default()
    };
    let of = |codes: Vec<&str>| -> Catalog {
        [(
            "POST-eVS".to_owned(),
            codes.into_iter().map(entry).collect(),
        )]
        .into()
    };
    Catalogs {
        services: of(vec![
            "GroundAdvantage",
            "PriorityMail",
            "PriorityMailIntl",
            "MediaMail",
        ]),
        special_services: of(SpecialService::ALL
            .iter()
            .filter(|service| **service != SpecialService::HolidayDelivery)
            .map(SpecialService::as_str)
            .collect()),
        package_types: of(PackageType::ALL
            .iter()
            .take(9)
            .map(PackageType::as_str)
            .collect()),
    }
}

pub fn rates() -> Vec<Rate> {
    [
        ("POST-eVS", "Postal", Service::GroundAdvantage, 790, 5.0),
        ("POST-eVS", "Postal", Service::PriorityMail, 1140, 2.0),
        (
            "POST-eVS",
            "Postal",
            Service::PriorityMailExpress,
            3165,
            1.0,
        ),
        ("NORTHLINE", "Northline main", Service::Ground, 1022, 4.0),
        (
            "NORTHLINE",
            "Northline main",
            Service::ThreeDaySelect,
            1875,
            3.0,
        ),
        (
            "NORTHLINE",
            "Northline main",
            Service::SecondDayAir,
            2490,
            2.0,
        ),
        ("SKYWAY", "Skyway main", Service::NextDayAirSaver, 4210, 1.0),
        ("SKYWAY", "Skyway main", Service::NextDayAir, 5833, 1.0),
    ]
    .into_iter()
    .map(|(code, account, service, cents, days)| Rate {
        id: Some(RateId::new(format!("r-{cents}"))),
        carrier_account_name: Some(account.to_owned()),
        carrier_code: Some(code.to_owned()),
        carrier_account_id: Some(CarrierAccountId::new(code)),
        final_service: Some(service),
        total_fee: Some(Amount::from_cents(cents)),
        fees: vec![
            Fee {
                kind: Some("Base".to_owned()),
                fee: Some(Amount::from_cents(cents - 90)),
                rating_type: Some("WeightAndZone".to_owned()),
                ..Fee::default()
            },
            Fee {
                kind: Some("FuelSurcharge".to_owned()),
                fee: Some(Amount::from_cents(90)),
                ..Fee::default()
            },
        ],
        currency: Some("USD".to_owned()),
        delivery_days: Some(days),
        delivery_date: WireTime::parse(&format!("2026-11-{:02}T00:00:00", 21 + days as i8)),
        delivery_date_guaranteed: Some(days < 2.0),
        zone: Some("8".to_owned()),
        ..Rate::default()
    })
    .collect()
}

pub fn shipment_row(index: i64, status: &str) -> Arc<ShipmentRow> {
    let bought: Timestamp = "2026-11-21T09:58:00Z".parse().unwrap();
    let price = Money::new(Amount::from_cents(790 + index * 13), Currency::USD);
    Arc::new(ShipmentRow {
        id: ShipmentId::new(format!("s-{index}")),
        created: Timestamp::from_second(bought.as_second() - index * 5400).unwrap(),
        to_name: ["Casey Example", "Riley Sample", "Jordan Placeholder"][index as usize % 3]
            .to_owned(),
        to_place: ["San Francisco, CA", "Chicago, IL", "Austin, TX"][index as usize % 3].to_owned(),
        carrier: "POST-eVS".to_owned(),
        service: "GroundAdvantage".to_owned(),
        tracking_number: Some(TrackingNumber::new(format!("94001118992231{index:08}"))),
        status: status.to_owned(),
        sub_status: "OriginScan".to_owned(),
        price: Some(price),
        packages: 1,
        refund_status: None,
    })
}
