//! What the command palette finds.

use crate::base::id::{OrderId, TrackingNumber};
use crate::base::search_text::folded;
use crate::desk::kernel::connectivity::not_bought;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::records::stored_address::BookEntry;
use crate::desk::state::State;
use crate::orders::order_row::recipient as recipient_of_order;
use crate::parcel::preset::PresetPick;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command;
use crate::ui::command::{COMMANDS, Command};
use crate::ui::guide::{HelpPage, Section, guide};
use crate::ui::panel::Panel;
use crate::ui::parts::account_list::account_display_name;
use crate::ui::search_words::{needles, words_of};
use crate::ui::settings_card::SettingsCard;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::widgets::Icon;

/// The groups of the palette, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// What is called exactly as it was typed.
    Best,
    Recipients,
    Shipments,
    Orders,
    Commands,
    Guide,
}

impl Group {
    pub fn title(self) -> &'static str {
        match self {
            Self::Best => text!("shell-palette-best"),
            Self::Recipients => text!("shell-palette-recipients"),
            Self::Shipments => text!("shell-palette-shipments"),
            Self::Orders => text!("shell-palette-orders"),
            Self::Commands => text!("shell-palette-commands"),
            Self::Guide => text!("shell-palette-pages"),
        }
    }
}

/// One row of the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub group: Group,
    pub icon: Icon,
    pub name: String,
    pub detail: String,
    pub shortcut: String,
    pub command: Command,
}

/// Most rows of a group that is found by typing.
const MOST: usize = 8;
const MOST_COMMANDS: usize = 40;

/// What the palette lists: what is called exactly so, then all entries that contain every word of the
/// query: recipients, shipments and numbers, orders, commands and settings, and the guide. Without a
/// query, the commands.
pub fn find(state: &State, query: &str) -> Vec<Hit> {
    let words: Vec<String> = query.split_whitespace().map(folded).collect();
    if words.is_empty() {
        let all = commands(state).chain(presets(state)).map(|named| named.hit);
        return all.chain(categories()).collect();
    }
    let fits = |hit: &Hit| {
        let hay = folded(&format!("{} {}", hit.name, hit.detail));
        words.iter().all(|word| hay.contains(word))
    };
    let mut hits: Vec<Hit> = recipients(state, query, fits).collect();
    hits.truncate(MOST);
    let mut numbers: Vec<Hit> = shipments(state, query, fits).collect();
    numbers.truncate(MOST);
    let tracked: Vec<Hit> = tracked(state)
        .filter(|hit| fits(hit) && numbers.iter().all(|other| other.name != hit.name))
        .take(MOST)
        .collect();
    numbers.extend(tracked);
    let is_known = numbers.iter().any(|other| other.name == query.trim());
    numbers.extend(number_to_track(query).filter(|_| !is_known));
    hits.append(&mut numbers);
    hits.extend(orders(state, query, fits).take(MOST));

    let (whole, needles) = (words.join(" "), needles(query));
    let cards = SettingsCard::ALL.into_iter().map(card);
    let named = commands(state).chain(presets(state)).chain(cards);
    let named = named.chain(categories().chain(switches(state)).map(Named::from));
    let (best, commands) = ranked(named.filter_map(|named| named.rank(&whole, &needles)));
    let pages = guide().sections.iter().map(section);
    let (best_pages, mut pages) = ranked(pages.filter_map(|named| named.rank(&whole, &needles)));
    let in_text = guide().find(&needles).into_iter();
    let in_text = in_text.filter_map(|at| Some(section(guide().sections.get(at)?).hit));
    // A word of one letter or two is in every page.
    let in_text = in_text.filter(|_| needles.iter().any(|needle| needle.len() > 2));
    for hit in in_text {
        if pages.iter().chain(&best_pages).all(|other| other.command != hit.command) {
            pages.push(hit);
        }
    }
    let mut first: Vec<Hit> = best.into_iter().chain(best_pages).collect();
    first.iter_mut().for_each(|hit| hit.group = Group::Best);
    first.append(&mut hits);
    first.extend(commands.into_iter().take(MOST_COMMANDS));
    first.extend(pages.into_iter().take(MOST));
    first
}

/// A row of the palette with what else people call it.
struct Named {
    hit: Hit,
    phrases: &'static [&'static str],
}

impl From<Hit> for Named {
    fn from(hit: Hit) -> Self {
        Self { hit, phrases: &[] }
    }
}

/// How well a row fits, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It is called exactly so.
    Exact,
    /// Its name begins so.
    Beginning,
    /// Each word begins one of its name, or of what people call it.
    Words,
    /// The words are somewhere in it.
    Inside,
}

impl Named {
    /// `whole` is the query with the words that say nothing.
    fn rank(self, whole: &str, needles: &[String]) -> Option<(Rank, Hit)> {
        let name = folded(self.hit.name.trim_end_matches('…'));
        let query = needles.join(" ");
        let is_in = |text: &str, needle: &String| {
            let mut words = text.split(|letter: char| !letter.is_alphanumeric());
            words.any(|word| word.starts_with(needle.as_str()))
        };
        let begins = |needle: &String| {
            is_in(&name, needle) || self.phrases.iter().any(|phrase| is_in(phrase, needle))
        };
        let inside = || {
            let hay = format!("{name} {}", folded(&self.hit.detail));
            needles.iter().all(|needle| hay.contains(needle.as_str()))
        };
        let is_called = |query: &str| name == query || self.phrases.contains(&query);
        let rank = match () {
            () if [query.as_str(), whole].into_iter().any(is_called) => Rank::Exact,
            () if name.starts_with(whole) => Rank::Beginning,
            () if needles.iter().all(begins) => Rank::Words,
            () if inside() => Rank::Inside,
            () => return None,
        };
        Some((rank, self.hit))
    }
}

/// What is called exactly so, and the rest with what fits best first.
fn ranked(found: impl Iterator<Item = (Rank, Hit)>) -> (Vec<Hit>, Vec<Hit>) {
    let mut found: Vec<(Rank, Hit)> = found.collect();
    found.sort_by_key(|(rank, _)| *rank);
    let (best, rest): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|(rank, _)| *rank == Rank::Exact);
    let hits = |ranked: Vec<(Rank, Hit)>| ranked.into_iter().map(|(_, hit)| hit).collect();
    (hits(best), hits(rest))
}

fn commands(state: &State) -> impl Iterator<Item = Named> {
    COMMANDS
        .iter()
        .filter(|entry| entry.command != Command::OpenPalette)
        .filter(|entry| match entry.command {
            Command::Go(panel) => panel.is_available(state),
            Command::NextPracticeDay => Panel::Practice.is_available(state),
            _ => true,
        })
        .map(|entry| Named {
            hit: Hit {
                group: Group::Commands,
                icon: match entry.command {
                    Command::Go(panel) => panel.icon(),
                    Command::OpenOrders(_) => Panel::Orders.icon(),
                    Command::Help(_) => Icon::Info,
                    _ => Icon::Right,
                },
                name: entry.name().to_owned(),
                detail: match entry.command {
                    Command::Buy if state.is_offline() => not_bought().to_owned(),
                    _ => entry.tooltip().to_owned(),
                },
                shortcut: entry.keys().unwrap_or_default(),
                command: entry.command.clone(),
            },
            phrases: words_of(&entry.command.key()),
        })
}

/// The presets of the shop.
fn presets(state: &State) -> impl Iterator<Item = Named> {
    let presets = state.order_rules.documents.presets.iter().map(|keyed| Hit {
        group: Group::Commands,
        icon: Icon::Tag,
        name: text!("shell-palette-preset", preset = &keyed.preset.name),
        detail: text!("shell-palette-preset-detail").to_owned(),
        shortcut: keyed.preset.key.and_then(command::preset_shortcut_text).unwrap_or_default(),
        command: Command::UsePreset(PresetPick::Key(keyed.key.clone())),
    });
    presets.map(Named::from)
}

/// The categories of Settings.
fn categories() -> impl Iterator<Item = Hit> {
    SettingsCategory::ALL.into_iter().map(|category| Hit {
        group: Group::Commands,
        icon: Panel::Settings.icon(),
        name: text!("shell-palette-settings", category = category.title()),
        detail: text!("shell-palette-settings-detail").to_owned(),
        shortcut: String::new(),
        command: Command::OpenSettings(category),
    })
}

/// A card of Settings.
fn card(card: SettingsCard) -> Named {
    let hit = Hit {
        group: Group::Commands,
        icon: Panel::Settings.icon(),
        name: card.title().to_owned(),
        detail: text!("shell-palette-settings", category = card.category().title()),
        shortcut: String::new(),
        command: Command::OpenCard(card),
    };
    Named { hit, phrases: words_of(&card.key()) }
}

/// A section of the guide.
fn section(section: &Section) -> Named {
    let hit = Hit {
        group: Group::Guide,
        icon: Icon::Info,
        name: section.title.clone(),
        detail: text!("shell-palette-guide").to_owned(),
        shortcut: String::new(),
        command: Command::Help(HelpPage::Section(section.key.clone())),
    };
    Named { hit, phrases: words_of(&format!("Section({})", section.key)) }
}

/// The accounts that are not on screen, the practice service, and signing in to another account.
fn switches(state: &State) -> impl Iterator<Item = Hit> {
    let known = &state.accounts.saved;
    let hit = |name: String, detail: String, command| Hit {
        group: Group::Commands,
        icon: Icon::Person,
        name,
        detail,
        shortcut: String::new(),
        command,
    };
    let here = known.current().map(|account| account.id.clone());
    let others =
        known.accounts.iter().filter(move |account| Some(&account.id) != here.as_ref()).map(
            move |account| {
                let name = account_display_name(account);
                let name = text!("shell-palette-switch", account = name);
                let detail = text!(
                    "shell-palette-switch-detail",
                    user = &account.user_name,
                    end = &account.key_end
                );
                hit(name, detail, Command::SwitchTo(account.id.clone()))
            },
        );
    let practicing = state.environment() == Some(Environment::Practice);
    let practice = (known.practice && !practicing).then(|| {
        let name = text!("shell-palette-practice").to_owned();
        let detail = text!("shell-palette-practice-detail").to_owned();
        hit(name, detail, Command::SwitchToPractice)
    });
    let another = hit(
        text!("shell-palette-another").to_owned(),
        text!("shell-palette-another-detail").to_owned(),
        Command::SignInToAnotherAccount,
    );
    others.chain(practice).chain([another])
}

/// The addresses on screen that contain the words, and those that the search of the book found; its
/// answer to an earlier text is checked again.
fn recipients(
    state: &State,
    query: &str,
    fits: impl Fn(&Hit) -> bool,
) -> impl Iterator<Item = Hit> {
    let is_answer = state.finder.found == query;
    let found = state.finder.recipients.iter().map(recipient);
    let found = found.filter({
        let fits = &fits;
        move |hit| is_answer || fits(hit)
    });
    let mut hits: Vec<Hit> = found.collect();
    let seen = state.ship.book.recent.iter().chain(&state.ship.book.rows);
    for hit in seen.map(recipient).filter(fits) {
        if hits.iter().all(|other| other.command != hit.command) {
            hits.push(hit);
        }
    }
    hits.into_iter()
}

fn recipient(entry: &BookEntry) -> Hit {
    let form = &entry.address;
    let city = format!("{} {} {}", form.city, form.state, form.zip);
    let address = format!("{}, {city}", form.street1);
    Hit {
        group: Group::Recipients,
        icon: Icon::Person,
        name: first_filled(&[&form.name, &form.company, &form.street1]),
        detail: text!("shell-palette-ship-to", address = address),
        shortcut: String::new(),
        command: Command::ShipTo(entry.row),
    }
}

fn shipments(state: &State, query: &str, fits: impl Fn(&Hit) -> bool) -> impl Iterator<Item = Hit> {
    let is_answer = state.finder.found == query;
    let found = state.finder.shipments.iter().map(|row| shipment(row, query));
    let mut hits: Vec<Hit> = found.filter(|hit| is_answer || fits(hit)).collect();
    for hit in state.shipments.rows.iter().map(|row| shipment(row, query)) {
        if fits(&hit) && hits.iter().all(|other| other.command != hit.command) {
            hits.push(hit);
        }
    }
    hits.into_iter()
}

/// The shipment, named by the number of the package that was typed, else by that of the first one.
fn shipment(row: &ShipmentRow, query: &str) -> Hit {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let is_typed = |number: &&TrackingNumber| {
        let number = number.as_str().to_lowercase();
        // A scanned number may have the ZIP in front.
        let mut words = words.iter();
        words.any(|word| number.contains(word.as_str()) || word.ends_with(number.as_str()))
    };
    let number = row.numbers().find(is_typed).or(row.tracking_number.as_ref());
    let mut parts = vec![row.to_name.as_str(), &row.to_place, &row.reference];
    parts.retain(|part| !part.is_empty());
    Hit {
        group: Group::Shipments,
        icon: Panel::Shipments.icon(),
        name: number.map_or_else(|| row.id.to_string(), ToString::to_string),
        detail: text!("shell-palette-shipment", shipment = parts.join(", ")),
        shortcut: String::new(),
        command: Command::ShowShipment(row.id.clone()),
    }
}

/// The orders that the search of the workspace found, and those on screen.
fn orders(state: &State, query: &str, fits: impl Fn(&Hit) -> bool) -> impl Iterator<Item = Hit> {
    let is_answer = state.finder.found == query;
    let found = state.finder.orders.iter();
    let found = found.map(|it| order(&it.id, [&it.number, &it.recipient, &it.reference]));
    let mut hits: Vec<Hit> = found.filter(|hit| is_answer || fits(hit)).collect();
    let seen = state.orders.rows.iter().map(|row| {
        let it = &row.order;
        order(&row.id, [&it.number, &recipient_of_order(it), &it.reference])
    });
    for hit in seen.filter(fits) {
        if hits.iter().all(|other| other.command != hit.command) {
            hits.push(hit);
        }
    }
    hits.into_iter()
}

fn order(id: &OrderId, [number, recipient, reference]: [&String; 3]) -> Hit {
    let parts = [recipient, reference].into_iter().map(|part| part.trim());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    Hit {
        group: Group::Orders,
        icon: Panel::Orders.icon(),
        name: number.clone(),
        detail: match parts.is_empty() {
            true => text!("shell-palette-order-plain").to_owned(),
            false => text!("shell-palette-order", order = parts.join(", ")),
        },
        shortcut: String::new(),
        command: Command::ShowOrder(id.clone()),
    }
}

fn tracked(state: &State) -> impl Iterator<Item = Hit> {
    state.tracking.list.iter().map(|tracked| Hit {
        group: Group::Shipments,
        icon: Panel::Tracking.icon(),
        name: tracked.number.to_string(),
        detail: text!("shell-palette-tracked").to_owned(),
        shortcut: String::new(),
        command: Command::Track(tracked.number.to_string()),
    })
}

/// Offers to track a long word with digits, which may be a tracking number that is not known yet.
fn number_to_track(query: &str) -> Option<Hit> {
    let number = query.trim();
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let like_a_number = digits >= 8 && number.chars().all(|c| c.is_ascii_alphanumeric());
    like_a_number.then(|| Hit {
        group: Group::Shipments,
        icon: Panel::Tracking.icon(),
        name: text!("shell-palette-track", number = number),
        detail: text!("shell-palette-track-detail").to_owned(),
        shortcut: String::new(),
        command: Command::Track(number.to_owned()),
    })
}

fn first_filled(texts: &[&String]) -> String {
    texts.iter().find(|text| !text.is_empty()).map(|text| (*text).clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::records::stored_address::BookEntry;
    use crate::parcel::draft::AddressForm;

    #[test]
    fn finds_commands_addresses_and_numbers() {
        let mut state = State::default();
        state.ship.book.recent.push(BookEntry {
            row: 7,
            address: AddressForm {
                name: "Ada Byron".into(),
                city: "Chicago".into(),
                ..AddressForm::default()
            },
            last_used: None,
        });
        let check = |query: &str, command: Command| {
            let hits = find(&state, query);
            assert!(hits.iter().any(|hit| hit.command == command), "{query}: {hits:?}");
        };
        check("balance", Command::Go(Panel::Balance));
        check("ada chicago", Command::ShipTo(7));
        check("Áda", Command::ShipTo(7));
        check("9400111899223344556677", Command::Track("9400111899223344556677".into()));
        assert!(find(&state, "no such thing anywhere").is_empty());
    }
}
