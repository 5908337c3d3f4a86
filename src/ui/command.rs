//! The commands of the window, as data: one table of names, tooltips and shortcuts for the command
//! palette, the keyboard and the buttons.

use egui::{Event, Key, KeyboardShortcut, Modifiers};

use super::guide::HelpPage;
use super::panel::{OrdersView, Panel};
use super::settings_card::SettingsCard;
use super::settings_category::SettingsCategory;
use crate::api::rate::Rate;
use crate::base::id::{ManifestId, OrderId, ShipmentId};
use crate::base::money::Amount;
use crate::label::print::CommandLine;
use crate::parcel::preset::PresetPick;
use crate::text;

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Go(Panel),
    /// Opens Settings at the category that a button is about.
    OpenSettings(SettingsCategory),
    OpenPalette,
    /// Opens the palette with this text.
    Find(String),
    /// Opens the guide in the window.
    Help(HelpPage),
    /// Opens Settings at this card.
    OpenCard(SettingsCard),
    /// Opens a view of the orders, or asks for a file to import.
    OpenOrders(OrdersView),
    /// Puts the text on the clipboard.
    Copy(String),
    NewShipment,
    /// Handled by the Ship panel, which knows the package.
    Weigh,
    GetRates,
    /// Handled by the Ship panel, which knows what to confirm first.
    Buy,
    /// Buys after a barcode scan, under the rules of express mode.
    BuyExpress,
    CancelHeld,
    /// Takes the cheapest rate of the quote on screen.
    Cheapest,
    /// Takes the rate below or above the chosen one. Handled by the Ship panel, which lists them.
    NextRate,
    PreviousRate,
    /// Prints the label bought last.
    PrintLast,
    /// Loads the draft of the label bought last again.
    ShipLast,
    /// Loads a draft that sends the shipment on screen back, or else the label bought last.
    ReturnShown,
    ClosingScan,
    /// Prints the label or the form on screen.
    Print,
    Refresh,
    ToggleTheme,
    LargerText,
    SmallerText,
    NormalText,
    SignOut,
    /// Lists the accounts stored on this computer in the palette.
    SwitchAccount,
    /// Switches to the account with this id.
    SwitchTo(String),
    SwitchToPractice,
    SignInToAnotherAccount,
    /// Handled by the Activity panel, which asks for the file.
    ExportJournal,
    /// Opens the form of a manifest.
    ShowManifest(ManifestId),
    /// Opens the balance, with the amount to top up.
    TopUp(Option<Amount>),
    ShowShipment(ShipmentId),
    ShowOrder(OrderId),
    /// Opens the confirmation of a refund of the shipment on screen, or else of the label bought last.
    RefundShown,
    /// Moves the practice clock to the next day.
    NextPracticeDay,
    /// Opens the confirmation of a refund of this shipment.
    AskRefund(ShipmentId),
    /// Loads the draft of this shipment into the wizard again.
    ShipAgain(ShipmentId),
    /// Loads a draft that sends this shipment back into the wizard.
    ReturnLabel(ShipmentId),
    Track(String),
    /// Text typed by a barcode scanner, whichever field had the keyboard focus.
    Scanned(String),
    /// A parcel scanned in the closing scan.
    ScanParcel(String),
    /// Puts an address of the address book into the draft as recipient, by its row id. The Ship panel
    /// then moves the keyboard on.
    ShipTo(i64),
    /// Puts an address of the address book into the draft as sender, by its row id.
    ShipFrom(i64),
    /// Puts a rate into the wizard.
    ShipWith(Box<Rate>),
    /// Gives a preset to the draft, or in Orders to the selected orders. The Orders panel does that
    /// itself, because it knows whether the orders are on screen.
    UsePreset(PresetPick),
}

impl Command {
    /// Its name in the list of search words, which is that of the code.
    pub fn key(&self) -> String {
        format!("{self:?}")
    }

    /// Whether a held key gives it again and again.
    fn is_step(&self) -> bool {
        matches!(self, Self::NextRate | Self::PreviousRate | Self::LargerText | Self::SmallerText)
    }
}

/// A text in the language of the program.
type Words = fn() -> &'static str;

/// A command that the user can pick by name.
pub struct CommandEntry {
    pub command: Command,
    name: Words,
    tooltip: Words,
    pub shortcut: Option<KeyboardShortcut>,
    /// The text of its barcode between two asterisks, for commands on the command sheet.
    pub barcode: Option<&'static str>,
}

impl CommandEntry {
    pub fn name(&self) -> &'static str {
        (self.name)()
    }

    pub fn tooltip(&self) -> &'static str {
        (self.tooltip)()
    }

    /// Its keys as they are written, such as `Ctrl+K`.
    pub fn keys(&self) -> Option<String> {
        self.shortcut.as_ref().map(text_of)
    }

    const fn scanned_as(mut self, word: &'static str) -> Self {
        self.barcode = Some(word);
        self
    }
}

const fn ctrl(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

const fn ctrl_shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key))
}

const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

const fn entry(
    command: Command,
    name: Words,
    tooltip: Words,
    shortcut: Option<KeyboardShortcut>,
) -> CommandEntry {
    CommandEntry { command, name, tooltip, shortcut, barcode: None }
}

#[rustfmt::skip]
pub static COMMANDS: [CommandEntry; 45] = [
    entry(Command::Go(Panel::Ship), || text!("commands-go-ship"), || text!("commands-go-ship-tooltip"), ctrl(Key::Num1)).scanned_as("SHIP"),
    entry(Command::Go(Panel::Orders), || text!("commands-go-orders"), || text!("commands-go-orders-tooltip"), ctrl(Key::Num2)),
    entry(Command::Go(Panel::Shipments), || text!("commands-go-shipments"), || text!("commands-go-shipments-tooltip"), ctrl(Key::Num3)),
    entry(Command::Go(Panel::Tracking), || text!("commands-go-tracking"), || text!("commands-go-tracking-tooltip"), ctrl(Key::Num4)),
    entry(Command::Go(Panel::Manifests), || text!("commands-go-manifests"), || text!("commands-go-manifests-tooltip"), ctrl(Key::Num5)),
    entry(Command::Go(Panel::Refunds), || text!("commands-go-refunds"), || text!("commands-go-refunds-tooltip"), ctrl(Key::Num6)),
    entry(Command::Go(Panel::Addresses), || text!("commands-go-addresses"), || text!("commands-go-addresses-tooltip"), ctrl(Key::Num7)),
    entry(Command::Go(Panel::Balance), || text!("commands-go-balance"), || text!("commands-go-balance-tooltip"), ctrl(Key::Num8)),
    entry(Command::Go(Panel::Rates), || text!("commands-go-rates"), || text!("commands-go-rates-tooltip"), ctrl(Key::Num9)),
    entry(Command::Go(Panel::Carriers), || text!("commands-go-carriers"), || text!("commands-go-carriers-tooltip"), plain(Key::F6)),
    entry(Command::Go(Panel::Containers), || text!("commands-go-containers"), || text!("commands-go-containers-tooltip"), plain(Key::F7)),
    entry(Command::Go(Panel::Activity), || text!("commands-go-activity"), || text!("commands-go-activity-tooltip"), plain(Key::F8)),
    entry(Command::Go(Panel::Practice), || text!("commands-go-practice"), || text!("commands-go-practice-tooltip"), plain(Key::F9)),
    entry(Command::Go(Panel::Settings), || text!("commands-go-settings"), || text!("commands-go-settings-tooltip"), ctrl(Key::Comma)),
    entry(Command::OpenPalette, || text!("commands-palette"), || text!("commands-palette-tooltip"), ctrl(Key::K)),
    entry(Command::Help(HelpPage::OfPanel), || text!("commands-help"), || text!("commands-help-tooltip"), plain(Key::F1)),
    entry(Command::NewShipment, || text!("commands-new-shipment"), || text!("commands-new-shipment-tooltip"), ctrl(Key::N)).scanned_as("NEXT"),
    entry(Command::ShipLast, || text!("commands-ship-last"), || text!("commands-ship-last-tooltip"), None).scanned_as("AGAIN"),
    entry(Command::ReturnShown, || text!("commands-return"), || text!("commands-return-tooltip"), None),
    entry(Command::Weigh, || text!("commands-weigh"), || text!("commands-weigh-tooltip"), plain(Key::F2)).scanned_as("WEIGH"),
    entry(Command::GetRates, || text!("commands-get-rates"), || text!("commands-get-rates-tooltip"), ctrl(Key::R)).scanned_as("RATES"),
    entry(Command::Cheapest, || text!("commands-cheapest"), || text!("commands-cheapest-tooltip"), None).scanned_as("CHEAPEST"),
    entry(Command::NextRate, || text!("commands-next-rate"), || text!("commands-next-rate-tooltip"), ctrl(Key::ArrowDown)),
    entry(Command::PreviousRate, || text!("commands-previous-rate"), || text!("commands-previous-rate-tooltip"), ctrl(Key::ArrowUp)),
    entry(Command::Buy, || text!("commands-buy"), || text!("commands-buy-tooltip"), ctrl(Key::Enter)).scanned_as("BUY"),
    entry(Command::CancelHeld, || text!("commands-cancel-held"), || text!("commands-cancel-held-tooltip"), None).scanned_as("CANCEL"),
    entry(Command::Print, || text!("commands-print"), || text!("commands-print-tooltip"), ctrl(Key::P)),
    entry(Command::PrintLast, || text!("commands-print-last"), || text!("commands-print-last-tooltip"), None).scanned_as("PRINT-AGAIN"),
    entry(Command::ClosingScan, || text!("commands-closing-scan"), || text!("commands-closing-scan-tooltip"), None).scanned_as("CLOSING"),
    entry(Command::RefundShown, || text!("commands-refund"), || text!("commands-refund-tooltip"), None),
    entry(Command::OpenOrders(OrdersView::Import), || text!("orders-import-title"), || text!("orders-import-hint"), None),
    entry(Command::OpenOrders(OrdersView::DayReport), || text!("order-day-open"), || text!("order-day-open-hint"), None),
    entry(Command::OpenOrders(OrdersView::ShopFile), || text!("shop-files-open"), || text!("shop-files-open-hint"), None),
    entry(Command::OpenOrders(OrdersView::Presets), || text!("orders-presets"), || text!("orders-presets-hint"), None),
    entry(Command::OpenOrders(OrdersView::Rules), || text!("orders-rules"), || text!("orders-rules-hint"), None),
    entry(Command::NextPracticeDay, || text!("commands-next-day"), || text!("commands-next-day-tooltip"), None),
    entry(Command::Refresh, || text!("commands-refresh"), || text!("commands-refresh-tooltip"), plain(Key::F5)),
    entry(Command::ToggleTheme, || text!("commands-theme"), || text!("commands-theme-tooltip"), ctrl(Key::D)),
    entry(Command::LargerText, || text!("commands-larger"), || text!("commands-larger-tooltip"), ctrl(Key::Plus)),
    entry(Command::SmallerText, || text!("commands-smaller"), || text!("commands-smaller-tooltip"), ctrl(Key::Minus)),
    entry(Command::NormalText, || text!("commands-normal"), || text!("commands-normal-tooltip"), ctrl(Key::Num0)),
    entry(Command::SwitchAccount, || text!("commands-switch-account"), || text!("commands-switch-account-tooltip"), ctrl_shift(Key::A)),
    entry(Command::ExportJournal, || text!("commands-export-journal"), || text!("commands-export-journal-tooltip"), ctrl_shift(Key::J)),
    entry(Command::SignOut, || text!("commands-sign-out"), || text!("commands-sign-out-tooltip"), None),
    entry(Command::Help(HelpPage::About), || text!("commands-about"), || text!("commands-about-tooltip"), None),
];

/// The digits that choose a preset with Ctrl+Alt.
const PRESET_DIGITS: [(u8, Key); 9] = [
    (1, Key::Num1),
    (2, Key::Num2),
    (3, Key::Num3),
    (4, Key::Num4),
    (5, Key::Num5),
    (6, Key::Num6),
    (7, Key::Num7),
    (8, Key::Num8),
    (9, Key::Num9),
];

const fn preset_shortcut(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::ALT), key)
}

/// The keys of the preset with this digit, such as `Ctrl+Alt+1`.
pub fn preset_shortcut_text(digit: u8) -> Option<String> {
    let mut digits = PRESET_DIGITS.into_iter();
    let (_, key) = digits.find(|(of, _)| *of == digit)?;
    Some(text_of(&preset_shortcut(key)))
}

/// The text of a command's shortcut, such as `Ctrl+K`, for tooltips and buttons.
pub fn shortcut_text(command: &Command) -> Option<String> {
    COMMANDS
        .iter()
        .find(|entry| &entry.command == command)
        .and_then(|entry| entry.shortcut)
        .map(|shortcut| text_of(&shortcut))
}

/// The keys that work everywhere with what they do, in the order of the list.
pub fn keys_of_everywhere() -> impl Iterator<Item = (String, &'static str)> {
    let commands = COMMANDS.iter().filter_map(|entry| Some((entry.keys()?, entry.name())));
    let first = preset_shortcut_text(1).zip(preset_shortcut_text(9));
    let presets = first.map(|(first, last)| format!("{first} … {last}"));
    commands.chain(presets.map(|keys| (keys, text!("commands-use-preset"))))
}

/// Keys with a character are named by it, as on the keyboard: `Ctrl+,` in every language.
pub fn text_of(shortcut: &KeyboardShortcut) -> String {
    let words = shortcut.format(&egui::ModifierNames::NAMES, false);
    let key = shortcut.logical_key;
    let (name, symbol) = (key.name(), key.symbol_or_name());
    let symbol = match key {
        // Those of egui are no characters of the typeface.
        Key::ArrowDown => "↓",
        Key::ArrowUp => "↑",
        _ => symbol,
    };
    match words.strip_suffix(name) {
        Some(modifiers) if symbol.chars().count() == 1 => format!("{modifiers}{symbol}"),
        _ => words,
    }
}

/// The command of a barcode such as `*WEIGH*`. A scan never yields [`Command::Buy`],
/// only [`Command::BuyExpress`].
pub fn command_of_barcode(code: &str) -> Option<Command> {
    let word = code.strip_prefix('*')?.strip_suffix('*')?;
    let entry = COMMANDS.iter().find(|entry| entry.barcode == Some(word))?;
    Some(match &entry.command {
        Command::Buy => Command::BuyExpress,
        other => other.clone(),
    })
}

/// The lines of the printed command sheet.
pub fn barcode_sheet_lines() -> Vec<CommandLine> {
    let line = |entry: &CommandEntry| {
        Some(CommandLine {
            code: format!("*{}*", entry.barcode?),
            name: entry.name().to_owned(),
            words: match entry.command {
                Command::Buy => text!("commands-buy-sheet-tooltip"),
                Command::Weigh => text!("commands-weigh-sheet-tooltip"),
                _ => entry.tooltip(),
            }
            .to_owned(),
        })
    };
    COMMANDS.iter().filter_map(line).collect()
}

/// Removes the shortcuts pressed in this frame from the input, before any field sees
/// them, and returns their commands. A key that is held down gives its command once, unless the
/// command is a step.
pub fn take_pressed_shortcuts(ctx: &egui::Context) -> Vec<Command> {
    ctx.input_mut(|input| {
        let mut pressed = Vec::new();
        // Before Ctrl with the digit, which would match these keys too.
        for (digit, key) in PRESET_DIGITS {
            if input.consume_shortcut(&preset_shortcut(key)) {
                pressed.push(Command::UsePreset(PresetPick::Digit(digit)));
            }
        }
        for entry in &COMMANDS {
            let Some(shortcut) = entry.shortcut else {
                continue;
            };
            for key in keys(shortcut.logical_key) {
                let is_new = input.events.iter().any(|event| {
                    matches!(event, Event::Key { key: it, pressed: true, repeat: false, .. } if *it == key)
                });
                let is_pressed = input.consume_key(shortcut.modifiers, key);
                if is_pressed && (is_new || entry.command.is_step()) {
                    pressed.push(entry.command.clone());
                }
            }
        }
        pressed
    })
}

/// The keys of a shortcut. On a US keyboard, the plus sign is Shift and the equals sign; as in
/// browsers, the key works without Shift too.
fn keys(key: Key) -> impl Iterator<Item = Key> {
    std::iter::once(key).chain((key == Key::Plus).then_some(Key::Equals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut_or_a_name() {
        for (at, entry) in COMMANDS.iter().enumerate() {
            for other in COMMANDS.iter().skip(at + 1) {
                assert_ne!(entry.name(), other.name());
                assert!(
                    entry.shortcut.is_none() || entry.shortcut != other.shortcut,
                    "{} and {} share a shortcut",
                    entry.name(),
                    other.name()
                );
            }
        }
    }

    #[test]
    fn presets_have_the_digits_with_ctrl_and_alt() {
        assert_eq!(preset_shortcut_text(1).as_deref(), Some("Ctrl+Alt+1"));
        assert_eq!(preset_shortcut_text(9).as_deref(), Some("Ctrl+Alt+9"));
        assert_eq!(preset_shortcut_text(0), None);
        for (_, key) in PRESET_DIGITS {
            let shortcut = Some(preset_shortcut(key));
            assert!(COMMANDS.iter().all(|entry| entry.shortcut != shortcut));
        }
    }

    /// Design, rail: the digits and the palette follow it. W51: Orders, the second, was F3.
    #[test]
    fn the_digits_open_the_panels_in_the_order_of_the_rail() {
        for (digit, panel) in (1..=9).zip(Panel::ALL) {
            let key = shortcut_text(&Command::Go(panel));
            assert_eq!(key, Some(format!("Ctrl+{digit}")), "{panel:?}");
        }
        let panels = COMMANDS.iter().filter_map(|entry| match entry.command {
            Command::Go(panel) => Some(panel),
            _ => None,
        });
        assert!(panels.eq(Panel::ALL));
    }

    #[test]
    fn every_panel_can_be_reached_by_name_and_key() {
        for panel in Panel::ALL {
            assert!(shortcut_text(&Command::Go(panel)).is_some(), "{panel:?}");
        }
        assert_eq!(shortcut_text(&Command::Buy).as_deref(), Some("Ctrl+Enter"));
    }
}
