//! User settings, stored between runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::money::Amount;
use crate::desk::kernel::session::Environment;
use jiff::{SignedDuration, Timestamp};

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{saved_values, service_time};
use crate::text;

/// The default file name pattern of saved labels.
pub const USUAL_LABEL_NAME: &str = "{date}_{recipient}_{tracking}";

const SAVE_SETTINGS: Slot<()> = Slot::until_finished("settings to keep");

/// User settings, stored in `cache.db`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// 1.0 is 100 %.
    pub scale: f32,
    /// The language tag of the texts, such as `es`; empty for the language of the system.
    pub language: String,
    /// The server of Test and Production; empty until an account is connected.
    pub base_url: String,
    /// A file of certificates trusted besides the system's; empty for none.
    pub ca_file: String,
    /// The environment that was open last; opened again at the next start.
    pub last_environment: Option<Environment>,
    /// Holds a purchase back for this many seconds; 0 sends at once.
    pub regret_secs: u8,
    /// Top-ups above this amount per day are refused locally.
    pub daily_top_up_cap: Amount,
    pub label_folder: String,
    /// The folder used last for each other purpose that has a file dialog.
    pub last_folders: BTreeMap<String, String>,
    /// Paths are typed instead of chosen in a dialog.
    pub type_paths: bool,
    /// The file name pattern of saved labels, with placeholders in braces.
    pub label_name: String,
    /// Prints a label as soon as it is bought, if a printer is set up.
    pub auto_print: bool,
    /// The id of the scale to use; empty for the first one found.
    pub weigh_with: String,
    /// Takes a stable weight automatically.
    pub weigh_by_itself: bool,
    /// Enter in a weight field, or the barcode of the Buy command, buys a label up to
    /// `express_limit`.
    pub express: bool,
    pub express_limit: Amount,
    /// When the carrier comes, `HH:MM` in the desk's time zone; empty for no reminder.
    pub pick_up_time: String,
    /// Days a shipment stays in the cache; 0 keeps it forever.
    pub keep_shipments_days: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            scale: 1.0,
            language: String::new(),
            base_url: String::new(),
            ca_file: String::new(),
            last_environment: None,
            regret_secs: 0,
            daily_top_up_cap: Amount::from_cents(100_000),
            label_folder: String::new(),
            last_folders: BTreeMap::new(),
            type_paths: false,
            label_name: USUAL_LABEL_NAME.to_owned(),
            auto_print: false,
            weigh_with: String::new(),
            weigh_by_itself: false,
            express: false,
            express_limit: Amount::from_cents(2_000),
            pick_up_time: String::new(),
            keep_shipments_days: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

pub(in crate::desk) fn save_settings(ctx: &mut Ctx<'_>) {
    let Ok(json) = serde_json::to_string(ctx.settings) else {
        return;
    };
    let cache = ctx.cache.clone();
    ctx.jobs.start(SAVE_SETTINGS, |outbox| async move {
        if let Err(error) = cache.put(None, saved_values::SETTINGS, json).await {
            let text = text!("errors-settings-not-saved", error = error.to_string());
            outbox
                .send(move |_, ctx| ctx.notice_here(Tone::Warning, text))
                .await;
        }
    });
}

/// Shipments created before this time are not kept in the cache; `None` keeps all.
pub(in crate::desk) fn oldest_kept(ctx: &Ctx<'_>) -> Option<Timestamp> {
    let days = ctx.settings.keep_shipments_days;
    if days == 0 {
        return None;
    }
    let kept = SignedDuration::from_hours(i64::from(days) * 24);
    service_time::now(ctx).checked_sub(kept).ok()
}
