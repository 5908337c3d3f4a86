//! What the states, the drafts and the problems of orders are computed from besides the orders
//! themselves.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use crate::asked_quotes::AskedQuotes;
use crate::message;
use crate::order::{Order, OrderQuote};
use crate::order_draft::{draft_of_order, quote_inputs_for_preset, return_draft_of_order};
use crate::order_label::WriteBack;
use crate::order_state;
use crate::order_state::{OrderProblem, OrderProblemField};
use crate::rules::{KeyedRule, OrderFacts};
use crate::shop_profile::ShopProfile;
use postroom_api::carrier_account::CarrierAccount;
use postroom_base::id::OrderId;
use postroom_base::locale::Message;
use postroom_parcel::catalogs::Catalogs;
use postroom_parcel::draft::{AddressForm, Draft, Field};
use postroom_parcel::hidden_services::HiddenServices;
use postroom_parcel::preset::Preset;
use postroom_parcel::problems;
use postroom_parcel::problems::{field_name_message, is_international};
use postroom_rows::order::OrderState;
use postroom_rows::scope::Environment;
use postroom_rows::scope::Scope;

/// One consistent set of it, shared with jobs.
#[derive(Clone, Debug, Default)]
pub struct OrderBasis {
    pub presets: HashMap<String, Preset>,
    pub rules: Vec<KeyedRule>,
    pub shop: ShopProfile,
    /// Another station chose the file of the logo, and nobody has allowed it at this computer.
    pub refuses_logo: bool,
    pub sender: AddressForm,
    /// Several stations share the orders, and each may have a sender of its own in Ship.
    pub is_shared: bool,
    pub catalogs: Option<Arc<Catalogs>>,
    pub accounts: Option<Arc<Vec<CarrierAccount>>>,
    pub hidden_services: HiddenServices,
    pub today: Date,
    /// The account on the screen; a quote of another one does not count.
    pub scope: Option<Scope>,
    pub asked: AskedQuotes,
    /// The keys of the databases into which labels are written back, each with whether it is a test
    /// database.
    pub write_backs: HashMap<String, bool>,
}

/// An order with everything that follows from it.
#[derive(Clone, Debug)]
pub struct Assessed {
    pub draft: Draft,
    pub problems: Vec<OrderProblem>,
    pub state: OrderState,
}

impl OrderBasis {
    /// The draft, the problems and the state of an order.
    pub fn assess(&self, id: &OrderId, order: &Order) -> Assessed {
        let draft = self.draft(id, order);
        let accounts = self.accounts.as_deref().map(Vec::as_slice);
        let problems = order_state::problems_of(
            order,
            &draft,
            self.preset(order),
            self.catalogs.as_deref(),
            accounts.unwrap_or_default(),
            self.today,
        );
        let quote = order.quote.as_ref();
        let current = quote.is_some_and(|quote| self.is_current(order, quote, &draft));
        let has_problem = problems.iter().any(|problem| !self.is_of_station(order, problem));
        let state = order_state::state_of(order, has_problem, current);
        Assessed { draft, problems, state }
    }

    /// Whether only this station has the problem: the state of a shared order is that of the shop, and a
    /// station without a sender may not take it from the others.
    fn is_of_station(&self, order: &Order, problem: &OrderProblem) -> bool {
        let is_of_sender = matches!(problem.field, OrderProblemField::Draft(Field::From(_)));
        self.is_shared && is_of_sender && self.has_own_sender(order)
    }

    pub fn draft(&self, id: &OrderId, order: &Order) -> Draft {
        let defaults = &self.shop.defaults;
        draft_of_order(order, id, self.preset(order), self.sender(), defaults)
    }

    /// Whether the sender of the order is that of this computer, and not of the shop.
    pub fn has_own_sender(&self, order: &Order) -> bool {
        let preset = self.preset(order);
        let names_sender = preset.is_some_and(|preset| preset.from.is_some());
        self.shop.sender.is_blank() && !names_sender
    }

    /// The draft of a return label of the order.
    pub fn return_draft(&self, id: &OrderId, order: &Order) -> Draft {
        let defaults = &self.shop.defaults;
        return_draft_of_order(order, id, self.preset(order), self.sender(), defaults)
    }

    /// Why no return label can be bought for the order; `None` if one can.
    pub fn return_obstacle(&self, order: &Order, back: &Draft) -> Option<Message> {
        if order.bought_label().is_none() {
            return Some(message!("order-returns-not-shipped"));
        }
        if order.open_return_label().is_some() {
            return Some(message!("order-returns-open"));
        }
        // The recipient would have to declare the goods.
        if is_international(back) {
            return Some(message!("order-returns-abroad"));
        }
        let accounts = self.accounts.as_deref().map(Vec::as_slice).unwrap_or_default();
        let found = problems::check(back, self.catalogs.as_deref(), accounts, self.today);
        let mut found = found.into_iter().filter(|it| it.field != Field::Rate);
        found.next().map(|problem| {
            message!(
                "order-problems-in-words",
                field = field_name_message(problem.field),
                problem = problem.message
            )
        })
    }

    /// The order's preset, if it has one that exists.
    pub fn preset(&self, order: &Order) -> Option<&Preset> {
        let chosen = order.preset.as_ref()?;
        self.presets.get(&chosen.key)
    }

    /// Whether the quote is of this account and of everything that the price depends on.
    pub fn is_current(&self, order: &Order, quote: &OrderQuote, draft: &Draft) -> bool {
        let scope = self.scope.as_ref();
        let here = scope.is_some_and(|scope| scope_text(scope) == quote.scope);
        here && quote.inputs == self.quote_inputs(order, draft)
    }

    /// Whether the price is certainly the service's: this computer has asked for it, or nobody else could
    /// have written it.
    pub fn is_of_service(&self, quote: &OrderQuote) -> bool {
        !self.is_shared || self.asked.has(quote)
    }

    /// A digest of what the price and the choice of the rate depend on.
    pub fn quote_inputs(&self, order: &Order, draft: &Draft) -> String {
        quote_inputs_for_preset(draft, self.preset(order))
    }

    /// The keys of the presets by name, for files that name them.
    pub fn preset_names(&self) -> HashMap<String, String> {
        let presets = self.presets.iter();
        presets.map(|(key, preset)| (preset.name.clone(), key.clone())).collect()
    }

    /// What rules must know besides the orders.
    pub fn rule_facts(&self) -> OrderFacts {
        OrderFacts { sender_country: self.sender().country.clone(), today: self.today }
    }

    /// Whether a label that this account buys for the order is written back into the shop's database.
    /// Labels of Practice and Test cost nothing and ship nothing, so only a test database gets them.
    pub fn wanted_write_back(&self, order: &Order, scope: &Scope) -> WriteBack {
        let key = order.write_back.as_ref();
        let is_test = key.and_then(|key| self.write_backs.get(key));
        let is_real = scope.environment == Environment::Production.word();
        match is_test {
            Some(is_test) if *is_test || is_real => WriteBack::Waiting,
            _ => WriteBack::NotWanted,
        }
    }

    /// Who sends orders whose preset names nobody else.
    pub fn sender(&self) -> &AddressForm {
        if self.shop.sender.is_blank() { &self.sender } else { &self.shop.sender }
    }
}

/// An account as orders name it: `PRODUCTION/…`.
pub fn scope_text(scope: &Scope) -> String {
    format!("{}/{}", scope.environment, scope.account)
}
