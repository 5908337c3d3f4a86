//! The columns of the table of rates: as many as fit, and what each says about a rate.

use egui::Ui;

use crate::api::rate::Rate;
use crate::base::locale::format;
use crate::parcel::rate_ranking::{Quote, SortKey, service_name};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_badges::{Badge, badges, service_ui};
use crate::ui::parts::rate_words::{account_name, account_words, carrier_name};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::text::money_cell_ui;
use crate::ui::widgets::{Icon, Meaning, money_words, table, words_ui};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Service,
    Carrier,
    Account,
    /// Carrier and account in one column.
    Names,
    Days,
    Arrives,
    /// Without the word that the date is guaranteed.
    ArrivesShort,
    Zone,
    Price,
}

use Kind::{Account, Arrives, ArrivesShort, Carrier, Days, Names, Price, Service, Zone};

/// From all columns to those that every rate needs. A row always says the account and the price.
const LAYOUTS: [&[Kind]; 5] = [
    &[Service, Carrier, Account, Days, Arrives, Zone, Price],
    &[Service, Names, Days, Arrives, Zone, Price],
    &[Service, Names, Days, ArrivesShort, Price],
    &[Service, Names, Days, Price],
    &[Service, Names, Price],
];

/// Enough for the name of a service and a badge.
const SERVICE: f32 = 208.0;

impl Kind {
    /// In points; the service takes what the others leave.
    fn width(self) -> f32 {
        match self {
            Service => SERVICE,
            Carrier => 104.0,
            Account => 118.0,
            Names => 160.0,
            Days | Zone => 40.0,
            Arrives => 176.0,
            ArrivesShort => 88.0,
            Price => 92.0,
        }
    }

    fn title(self, accounts: Accounts) -> &'static str {
        match self {
            Service => text!("rates-column-service"),
            Names if accounts.one_name => text!("rates-column-carrier"),
            Carrier => text!("rates-column-carrier"),
            Names | Account => text!("rates-column-account"),
            Days => text!("rates-column-days"),
            Arrives | ArrivesShort => text!("rates-column-arrives"),
            Zone => text!("rates-column-zone"),
            Price => text!("rates-column-price"),
        }
    }

    pub fn key(self, accounts: Accounts) -> SortKey {
        match self {
            Service => SortKey::Service,
            Names if accounts.one_name => SortKey::Carrier,
            Carrier => SortKey::Carrier,
            Names | Account => SortKey::Account,
            Days => SortKey::Days,
            Arrives | ArrivesShort => SortKey::Date,
            Zone => SortKey::Zone,
            Price => SortKey::Price,
        }
    }

    pub fn column(self, accounts: Accounts) -> table::Column {
        let (title, key) = (self.title(accounts), self.key(accounts) as usize);
        let column = match self {
            Service => table::Column::wide(title),
            _ => table::Column::new(title, self.width()),
        };
        let column = match self {
            Names => column.growing(0.2),
            Carrier | Account | Arrives => column.growing(0.1),
            _ => column,
        };
        match self {
            Days | Zone | Price => column.right().sortable(key),
            _ => column.sortable(key),
        }
    }
}

/// What distinguishes the accounts of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accounts {
    /// Carrier and account name say the same for every rate.
    pub one_name: bool,
    /// No two accounts share a name.
    own_names: bool,
}

impl Accounts {
    pub fn named_in(cx: &Cx<'_>, quote: &Quote) -> Self {
        let rates = &quote.rates;
        let contained = rates.iter().all(|rate| {
            let (account, carrier) = (account_name(cx.state, rate), carrier(cx, rate));
            carrier.contains(account) || account.contains(&carrier)
        });
        let own_names = differ(rates, |rate| account_name(cx.state, rate).to_owned());
        let own_words = differ(rates, |rate| account_words(cx.state, rate));
        Self { one_name: contained && (own_words || !own_names), own_names }
    }

    fn names(self, cx: &Cx<'_>, rate: &Rate) -> String {
        let account = account_name(cx.state, rate);
        match !self.one_name && self.own_names && !account.is_empty() {
            true => account.to_owned(),
            false => account_words(cx.state, rate),
        }
    }
}

/// Whether rates of different accounts have different names.
fn differ(rates: &[Rate], name: impl Fn(&Rate) -> String) -> bool {
    let mut named: Vec<_> =
        rates.iter().map(|rate| (name(rate), rate.carrier_account_id.clone())).collect();
    named.sort();
    named.dedup();
    named.windows(2).all(|pair| match pair {
        [(a, _), (b, _)] => a != b,
        _ => true,
    })
}

/// The columns for a table of this width.
pub fn fitting(width: f32, accounts: Accounts) -> &'static [Kind] {
    let fits = |layout: &&[Kind]| {
        let needed: f32 = layout.iter().map(|kind| kind.width()).sum();
        needed + space::M * layout.len().saturating_sub(1) as f32 <= width
    };
    let wanted = LAYOUTS.into_iter().skip(usize::from(accounts.one_name));
    let mut fitting = wanted.filter(fits);
    let least: &[Kind] = &[Service, Names, Price];
    fitting.next().unwrap_or(least)
}

pub fn words(cx: &Cx<'_>, rate: &Rate, kind: Kind, accounts: Accounts) -> String {
    match kind {
        Service => {
            let service = rate.final_service.as_ref();
            service.map(service_name).unwrap_or_default()
        }
        Carrier => carrier(cx, rate),
        Account => account_name(cx.state, rate).to_owned(),
        Names => accounts.names(cx, rate),
        Days => rate.delivery_days.map(format::number).unwrap_or_default(),
        Arrives | ArrivesShort => arrives(cx, rate),
        Zone => rate.zone.clone().unwrap_or_default(),
        Price => rate.price().map(money_words).unwrap_or_default(),
    }
}

fn carrier(cx: &Cx<'_>, rate: &Rate) -> String {
    carrier_name(cx.state, rate.carrier_code.as_deref().unwrap_or_default())
}

fn arrives(cx: &Cx<'_>, rate: &Rate) -> String {
    let date = date(cx, rate);
    match (date, rate.delivery_date_guaranteed) {
        (Some(date), Some(true)) => text!("rates-arrival-guaranteed", arrival = date),
        (None, Some(true)) => text!("rates-arrival-only-guaranteed").to_owned(),
        (date, _) => date.unwrap_or_default(),
    }
}

fn date(cx: &Cx<'_>, rate: &Rate) -> Option<String> {
    let date = rate.delivery_date.as_ref()?;
    Some(format::formats().weekday_date(date.in_zone(cx.zone).date()))
}

/// A rate with its number in the quote.
pub struct RateRow<'a> {
    pub index: usize,
    pub rate: &'a Rate,
}

/// Draws one cell of a rate.
pub fn cell_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    quote: &Quote,
    row: &RateRow<'_>,
    kind: Kind,
    accounts: Accounts,
) {
    let tokens = Tokens::of_theme(ui);
    let words = words(cx, row.rate, kind, accounts);
    match kind {
        Service => {
            let mut badges = badges(quote, row.index);
            // Rates of hidden services come after the others.
            let offered = cx.state.ship.quote.value().map_or(0, |it| it.rates.len());
            if row.index >= offered {
                badges.push(Badge {
                    meaning: Meaning::Neutral,
                    icon: Icon::Pause,
                    word: text!("rates-hidden-pill"),
                    hint: "",
                });
            }
            ui.spacing_mut().item_spacing.x = space::XS;
            service_ui(ui, &words, &badges);
        }
        Price => money_cell_ui(ui, row.rate.price()),
        ArrivesShort => {
            let date = date(cx, row.rate).unwrap_or_default();
            words_ui(ui, &date, text::body(), tokens.ink).on_hover_text(words);
        }
        Account => {
            words_ui(ui, &words, text::body(), tokens.ink_muted);
        }
        _ => {
            words_ui(ui, &words, text::body(), tokens.ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W1
    #[test]
    fn every_width_has_the_account_and_the_price() {
        let accounts = Accounts { one_name: false, own_names: true };
        assert_eq!(fitting(862.0, accounts), LAYOUTS[0]);
        for width in [300.0, 360.0, 460.0, 600.0, 1400.0] {
            let shown = fitting(width, accounts);
            assert!(shown.contains(&Account) || shown.contains(&Names));
            assert!(shown.contains(&Price) && shown.contains(&Service));
        }
        let one = Accounts { one_name: true, ..accounts };
        assert!(!fitting(2000.0, one).contains(&Account));
    }
}
