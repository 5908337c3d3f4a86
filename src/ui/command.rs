//! The commands of the window, as data: one table of names, tooltips and shortcuts for the command
//! palette, the keyboard and the buttons.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::panel::Panel;
use crate::api::rate::Rate;
use crate::base::id::ShipmentId;
use crate::label::print::CommandLine;

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Go(Panel),
    OpenPalette,
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
    /// Prints the label bought last.
    PrintLast,
    /// Loads the draft of the label bought last again.
    ShipLast,
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
    ShowShipment(ShipmentId),
    /// Opens the confirmation of a refund of this shipment.
    AskRefund(ShipmentId),
    /// Loads the draft of this shipment into the wizard again.
    ShipAgain(ShipmentId),
    Track(String),
    /// Text typed by a barcode scanner, whichever field had the keyboard focus.
    Scanned(String),
    /// A parcel scanned in the closing scan.
    ScanParcel(String),
    /// Puts an address of the address book into the draft as recipient, by its row id.
    ShipTo(i64),
    /// Puts an address of the address book into the draft as sender, by its row id.
    ShipFrom(i64),
    /// Puts a rate into the wizard.
    ShipWith(Box<Rate>),
}

/// A command that the user can pick by name.
pub struct CommandEntry {
    pub command: Command,
    pub name: &'static str,
    pub tooltip: &'static str,
    pub shortcut: Option<KeyboardShortcut>,
    /// The text of its barcode between two asterisks, for commands on the command sheet.
    pub barcode: Option<&'static str>,
}

impl CommandEntry {
    const fn scanned_as(mut self, word: &'static str) -> Self {
        self.barcode = Some(word);
        self
    }
}

const fn ctrl(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

const fn ctrl_shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(
        Modifiers::COMMAND.plus(Modifiers::SHIFT),
        key,
    ))
}

const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

const fn entry(
    command: Command,
    name: &'static str,
    tooltip: &'static str,
    shortcut: Option<KeyboardShortcut>,
) -> CommandEntry {
    CommandEntry {
        command,
        name,
        tooltip,
        shortcut,
        barcode: None,
    }
}

#[rustfmt::skip]
pub static COMMANDS: [CommandEntry; 32] = [
    entry(Command::Go(Panel::Ship), "Go to Ship", "Prepare and buy a label", ctrl(Key::Num1)).scanned_as("SHIP"),
    entry(Command::Go(Panel::Rates), "Go to Rates", "Compare prices and days", ctrl(Key::Num2)),
    entry(Command::Go(Panel::Shipments), "Go to Shipments", "Everything bought", ctrl(Key::Num3)),
    entry(Command::Go(Panel::Refunds), "Go to Refunds", "Money that can come back", ctrl(Key::Num4)),
    entry(Command::Go(Panel::Manifests), "Go to Manifests", "Hand parcels over: manifests, closing scan, forms", ctrl(Key::Num5)),
    entry(Command::Go(Panel::Tracking), "Go to Tracking", "Where parcels are", ctrl(Key::Num6)),
    entry(Command::Go(Panel::Addresses), "Go to Addresses", "The address book: search, check, import, merge", ctrl(Key::Num7)),
    entry(Command::Go(Panel::Carriers), "Go to Carriers", "Carrier accounts and what carriers offer", ctrl(Key::Num8)),
    entry(Command::Go(Panel::Balance), "Go to Balance", "Money in the account, top-up, history", ctrl(Key::Num9)),
    entry(Command::Go(Panel::Containers), "Go to Containers", "Labels for sacks, pallets and trays", plain(Key::F7)),
    entry(Command::Go(Panel::Activity), "Go to Activity", "Every request and its answer", plain(Key::F8)),
    entry(Command::Go(Panel::Practice), "Go to Practice", "The practice clock, its money, drills", plain(Key::F9)),
    entry(Command::Go(Panel::Settings), "Go to Settings", "Appearance, connection, limits", ctrl(Key::Comma)),
    entry(Command::OpenPalette, "Command palette", "Find any command, address, shipment or tracking number", ctrl(Key::K)),
    entry(Command::NewShipment, "New shipment", "A fresh draft with the same sender", ctrl(Key::N)).scanned_as("NEXT"),
    entry(Command::ShipLast, "Ship another like the last", "The last label’s addresses and package once more", None).scanned_as("AGAIN"),
    entry(Command::Weigh, "Weigh", "Take the weight on the scale into the package", plain(Key::F2)).scanned_as("WEIGH"),
    entry(Command::GetRates, "Get rates", "Ask all carriers for prices of this draft", ctrl(Key::R)).scanned_as("RATES"),
    entry(Command::Cheapest, "Choose the cheapest rate", "Of the prices asked for this draft", None).scanned_as("CHEAPEST"),
    entry(Command::Buy, "Buy label", "Buy the label of this draft", ctrl(Key::Enter)).scanned_as("BUY"),
    entry(Command::CancelHeld, "Cancel the purchase held back", "During the regret window; costs nothing", None).scanned_as("CANCEL"),
    entry(Command::Print, "Print label", "Print the label on screen at 100 %", ctrl(Key::P)),
    entry(Command::PrintLast, "Print the last label again", "The label bought last, at 100 %", None).scanned_as("PRINT-AGAIN"),
    entry(Command::ClosingScan, "Closing scan", "Tick off parcels as they leave", None).scanned_as("CLOSING"),
    entry(Command::Refresh, "Refresh", "Ask the service again for what is on screen", plain(Key::F5)),
    entry(Command::ToggleTheme, "Switch light and dark", "Between the light and the dark scheme", ctrl(Key::D)),
    entry(Command::LargerText, "Larger text", "One step up, to at most 200 %", ctrl(Key::Plus)),
    entry(Command::SmallerText, "Smaller text", "One step down, to at least 75 %", ctrl(Key::Minus)),
    entry(Command::NormalText, "Normal text size", "Back to 100 %", ctrl(Key::Num0)),
    entry(Command::SwitchAccount, "Switch account", "Open another account of this computer", ctrl_shift(Key::A)),
    entry(Command::ExportJournal, "Export the purchase journal", "Every purchase as proof, CSV or JSON", Some(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::J))),
    entry(Command::SignOut, "Sign out", "Back to the first page; saved data stays", None),
];

/// The text of a command's shortcut, such as `Ctrl+K`, for tooltips and buttons.
pub fn shortcut_text(command: &Command) -> Option<String> {
    COMMANDS
        .iter()
        .find(|entry| &entry.command == command)
        .and_then(|entry| entry.shortcut)
        .map(|shortcut| text_of(&shortcut))
}

pub fn text_of(shortcut: &KeyboardShortcut) -> String {
    shortcut.format(&egui::ModifierNames::NAMES, false)
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
            name: entry.name.to_owned(),
            words: match entry.command {
                Command::Buy => "Only in express mode, up to its limit".to_owned(),
                _ => entry.tooltip.to_owned(),
            },
        })
    };
    COMMANDS.iter().filter_map(line).collect()
}

/// Removes the shortcuts pressed in this frame from the input, before any field sees
/// them, and returns their commands.
pub fn take_pressed_shortcuts(ctx: &egui::Context) -> Vec<Command> {
    ctx.input_mut(|input| {
        COMMANDS
            .iter()
            .filter(|entry| {
                entry
                    .shortcut
                    .is_some_and(|shortcut| input.consume_shortcut(&shortcut))
            })
            .map(|entry| entry.command.clone())
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut_or_a_name() {
        for (at, entry) in COMMANDS.iter().enumerate() {
            for other in COMMANDS.iter().skip(at + 1) {
                assert_ne!(entry.name, other.name);
                assert!(
                    entry.shortcut.is_none() || entry.shortcut != other.shortcut,
                    "{} and {} share a shortcut",
                    entry.name,
                    other.name
                );
            }
        }
    }

    #[test]
    fn every_panel_can_be_reached_by_name_and_key() {
        for panel in Panel::ALL {
            assert!(shortcut_text(&Command::Go(panel)).is_some(), "{panel:?}");
        }
        assert_eq!(shortcut_text(&Command::Buy).as_deref(), Some("Ctrl+Enter"));
    }
}
