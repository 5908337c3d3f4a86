//! User settings, stored between runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::api::value::{LabelFileType, LabelOrientation, LabelSize};
use crate::base::money::Amount;
use crate::parcel::hidden_services::HiddenServices;
use crate::rows::scope::Environment;
use jiff::{SignedDuration, Timestamp};

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{saved_values, service_time};
use crate::message;

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
    /// Where `base_url` comes from, if it was given for this run alone.
    #[serde(skip)]
    pub base_url_of_run: Option<BaseUrlOfRun>,
    /// A file of certificates trusted besides the system's; empty for none.
    pub ca_file: String,
    /// The environment that was open last; opened again at the next start.
    pub last_environment: Option<Environment>,
    /// Holds a purchase back for this many seconds; 0 sends at once.
    pub regret_secs: u8,
    /// The undo delay was offered beside a label.
    pub undo_offered: bool,
    /// Top-ups above this amount per day are refused locally.
    pub daily_top_up_cap: Amount,
    /// A batch stops buying after a label that was charged above its quote by more than this.
    pub price_rise_limit: Amount,
    /// The limit that was given for this run alone.
    #[serde(skip)]
    pub price_rise_limit_of_run: Option<Amount>,
    pub label_folder: String,
    /// The folder whose files of orders are imported at this computer; empty for none.
    pub watched_folder: String,
    /// The folder used last for each other purpose that has a file dialog.
    pub last_folders: BTreeMap<String, String>,
    /// Paths are typed instead of chosen in a dialog.
    pub type_paths: bool,
    /// The file name pattern of saved labels, with placeholders in braces.
    pub label_name: String,
    /// The label of a new shipment; `None` only until the draft of an earlier version was read,
    /// which had no such setting.
    #[serde(default)]
    pub new_label: Option<LabelDefaults>,
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
    /// Services that Ship and Rates leave out.
    pub hidden_services: HiddenServices,
    /// The columns of the list of orders, from the left; empty for those that say something and have
    /// room.
    pub order_columns: Vec<String>,
    /// By key, what a person at this computer allowed of each shop database of a shared workspace.
    pub allowed_databases: BTreeMap<String, String>,
    /// The path that a person at this computer allowed to be read as the logo of a shared workspace.
    pub allowed_logo: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            scale: 1.0,
            language: String::new(),
            base_url: String::new(),
            base_url_of_run: None,
            ca_file: String::new(),
            last_environment: None,
            regret_secs: 0,
            undo_offered: false,
            daily_top_up_cap: Amount::from_cents(100_000),
            price_rise_limit: Amount::from_cents(50),
            price_rise_limit_of_run: None,
            label_folder: String::new(),
            watched_folder: String::new(),
            last_folders: BTreeMap::new(),
            type_paths: false,
            label_name: USUAL_LABEL_NAME.to_owned(),
            new_label: Some(LabelDefaults::default()),
            auto_print: false,
            weigh_with: String::new(),
            weigh_by_itself: false,
            express: false,
            express_limit: Amount::from_cents(2_000),
            pick_up_time: String::new(),
            keep_shipments_days: 0,
            hidden_services: HiddenServices::new(),
            order_columns: Vec::new(),
            allowed_databases: BTreeMap::new(),
            allowed_logo: String::new(),
        }
    }
}

impl Settings {
    /// The label of a new shipment.
    pub fn label_defaults(&self) -> LabelDefaults {
        self.new_label.clone().unwrap_or_default()
    }

    pub fn price_rise_limit(&self) -> Amount {
        self.price_rise_limit_of_run.unwrap_or(self.price_rise_limit)
    }

    /// Uses a server that was given on the command line; the next run has the stored one again.
    pub(in crate::desk) fn use_base_url_of_run(&mut self, given: String) {
        self.base_url_of_run = Some(BaseUrlOfRun {
            given: given.clone(),
            stored: std::mem::replace(&mut self.base_url, given),
        });
    }

    /// Remembers the server that an account was opened at.
    pub(in crate::desk) fn use_base_url(&mut self, base_url: &str) {
        let of_run = self.base_url_of_run.as_ref();
        if !of_run.is_some_and(|it| is_same_server(&it.given, base_url)) {
            self.base_url_of_run = None;
            base_url.clone_into(&mut self.base_url);
        }
    }

    /// The settings as the next run should find them.
    fn to_keep(&self) -> Self {
        let of_run = self.base_url_of_run.as_ref();
        let of_run = of_run.filter(|it| is_same_server(&it.given, &self.base_url));
        Self {
            base_url: of_run.map_or_else(|| self.base_url.clone(), |it| it.stored.clone()),
            ..self.clone()
        }
    }
}

fn is_same_server(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

/// A server given on the command line, and the stored one that it replaces in this run.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseUrlOfRun {
    pub given: String,
    pub stored: String,
}

/// The form of a label, chosen once for the printer that prints it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LabelDefaults {
    pub file_type: LabelFileType,
    pub size: LabelSize,
    pub orientation: LabelOrientation,
}

impl Default for LabelDefaults {
    fn default() -> Self {
        Self {
            file_type: LabelFileType::Pdf,
            size: LabelSize::S4x6,
            orientation: LabelOrientation::Portrait,
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
    let Ok(json) = serde_json::to_string(&ctx.settings.to_keep()) else {
        return;
    };
    let cache = ctx.cache.clone();
    ctx.jobs.start(SAVE_SETTINGS, |outbox| async move {
        if let Err(error) = cache.put(None, saved_values::SETTINGS, json).await {
            let text = message!("errors-settings-not-saved", error = error.to_string());
            outbox.send(move |_, ctx| ctx.notice_here(Tone::Warning, text)).await;
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
