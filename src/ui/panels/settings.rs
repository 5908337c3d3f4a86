//! The appearance of the window, its connection, and its limits.

mod data;
mod pick_up;
pub mod printers;
pub mod scale;
mod scanner;
mod sync;

use std::path::{Path, PathBuf};

use egui::Ui;

use crate::base::money::Amount;
use crate::desk::intent::Intent;
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::settings::{Settings, Theme};
use crate::desk::labels::file_names;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::name_in_environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::{FileAction, FileActionWithPath};
use crate::ui::parts::account_list;
use crate::ui::parts::base_url::base_url_problem;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::card::{Card, page_ui};
use crate::ui::widgets::choice::{check_ui, combo_ui, labelled_ui};
use crate::ui::widgets::field::label_ui;
use crate::ui::widgets::text::{code_ui, heading_ui, hint_ui, muted_ui, small_muted_ui};
use crate::ui::widgets::{Button, Field};

#[derive(Default)]
pub struct SettingsViewState {
    /// The texts as typed; filled from the settings when the panel is first drawn.
    texts: Option<Texts>,
    printers: printers::PrintersViewState,
    data: data::LocalDataViewState,
    fetching: crate::ui::widgets::work::BatchJobViewState,
    /// The data folder of this run, set at the start of the program.
    pub data_dir: Option<PathBuf>,
}

struct Texts {
    base_url: String,
    ca_file: String,
    cap: String,
    label_folder: String,
    label_name: String,
    pick_up: String,
    express_limit: String,
}

/// Text sizes in percent.
const SCALES: [u32; 7] = [75, 90, 100, 110, 125, 150, 200];

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    accounts: &mut account_list::AccountListViewState,
) {
    ui.horizontal(|ui| heading_ui(ui, text!("settings-title")));
    let mut settings = cx.state.settings.clone();
    page_ui(ui, "settings", |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::L, space::M);
        ui.columns_const(|[left, right]| {
            printers::card_ui(left, cx, &mut local.printers, &mut settings);
            printers::queue::card_ui(left, cx);
            appearance_ui(left, &mut settings);
            if data::card_ui(left, cx, &mut local.data, &mut settings) {
                local.texts = None;
            }
            purchases_ui(right, cx, local, &mut settings);
            scale::card_ui(right, cx, &mut settings);
            scanner::card_ui(right, cx, local, &mut settings);
            pick_up::card_ui(right, cx, local, &mut settings);
            connection_ui(right, cx, local, &mut settings);
            account_list::settings_card_ui(right, cx, accounts);
            sync::card_ui(right, cx, &mut local.fetching);
            files_ui(right, cx, local, &mut settings);
        });
    });
    if settings != cx.state.settings {
        cx.ask(Intent::ChangeSettings(Box::new(settings)));
    }
}

fn appearance_ui(ui: &mut Ui, settings: &mut Settings) {
    Card::new(text!("settings-appearance")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        let themes = [
            (Theme::System, text!("settings-theme-system")),
            (Theme::Light, text!("settings-theme-light")),
            (Theme::Dark, text!("settings-theme-dark")),
        ];
        labelled_ui(ui, text!("settings-theme"), &mut settings.theme, &themes);
        let mut percent = percent(settings.scale);
        let mut sizes = SCALES.to_vec();
        if !sizes.contains(&percent) {
            sizes.push(percent);
        }
        let options: Vec<(u32, String)> = sizes
            .into_iter()
            .map(|size| (size, text!("settings-percent", percent = size)))
            .collect();
        let name = text!("settings-text-size");
        if combo_ui(ui, name, 140.0, &mut percent, &options) {
            settings.scale = f32::from(u16::try_from(percent).unwrap_or(100)) / 100.0;
        }
    });
}

fn purchases_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    let currency = cx.state.currency();
    let texts = texts(cx, local);
    Card::new(text!("settings-purchases")).show_ui(ui, |ui| {
        let waits: Vec<(u8, String)> = [0, 2, 3, 5, 10]
            .map(|seconds| match seconds {
                0 => (0, text!("settings-undo-delay-none").to_owned()),
                _ => (
                    seconds,
                    text!("settings-undo-delay-seconds", count = seconds),
                ),
            })
            .to_vec();
        combo_ui(
            ui,
            text!("settings-undo-delay"),
            200.0,
            &mut settings.regret_secs,
            &waits,
        );
        let words = match settings.regret_secs {
            0 => text!("settings-undo-delay-none-explained"),
            _ => text!("settings-undo-delay-explained"),
        };
        hint_ui(ui, words);
        let sign = currency.symbol().unwrap_or(currency.code());
        let label = text!("settings-top-up-limit-label", currency = sign);
        let name = text!("settings-top-up-limit");
        let limit = &mut settings.daily_top_up_cap;
        limit_ui(ui, (&label, name, "500.00"), &mut texts.cap, limit);
    });
}

/// A money limit. A valid amount is stored while typing; otherwise an example is shown.
fn limit_ui(
    ui: &mut Ui,
    (label, name, such_as): (&str, &str, &str),
    text: &mut String,
    limit: &mut Amount,
) {
    let problem = match text.trim().parse::<Amount>() {
        Ok(read) if !read.is_negative() => {
            *limit = read;
            None
        }
        _ => Some(text!("settings-problem-amount", example = such_as)),
    };
    Field::new(label)
        .name(name)
        .width(200.0)
        .right_aligned()
        .problem(problem.as_deref())
        .show_ui(ui, text);
}

fn connection_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    let (mut leave, mut choose_authority) = (false, false);
    let busy = cx.files_busy;
    let session = match &cx.state.connection {
        Connection::Connected(session) => Some(session.clone()),
        _ => None,
    };
    let texts = texts(cx, local);
    Card::new(text!("settings-connection")).show_ui(ui, |ui| {
        if let Some(session) = session {
            let world = session.environment.word().to_lowercase();
            let called = &session.account_name;
            let words = match called.to_lowercase().ends_with(&world) {
                true => called.clone(),
                false => name_in_environment(called, session.environment),
            };
            muted_ui(ui, &words);
            code_ui(ui, &session.base_url);
        }
        let typed = !texts.base_url.trim().is_empty();
        let problem = typed.then(|| base_url_problem(&texts.base_url)).flatten();
        Field::new(text!("settings-base-url"))
            .hint("https://api.example.com/v3.1")
            .problem(problem)
            .explain(text!("settings-base-url-explained"))
            .show_ui(ui, &mut texts.base_url);
        if problem.is_none() {
            settings.base_url = texts.base_url.trim().to_owned();
        }
        Field::new(text!("settings-certificate"))
            .hint("/etc/ssl/our-gateway.pem")
            .explain(text!("settings-certificate-explained"))
            .show_ui(ui, &mut texts.ca_file);
        texts.ca_file.trim().clone_into(&mut settings.ca_file);
        let choose = Button::secondary(text!("settings-choose-file"))
            .name(text!("settings-choose-certificate"))
            .compact();
        choose_authority = choose.disabled_because(busy).show_ui(ui).clicked();
        ui.add_space(space::XS);
        leave = Button::secondary(text!("settings-sign-out"))
            .hint(text!("settings-sign-out-hint"))
            .show_ui(ui)
            .clicked();
    });
    if choose_authority {
        cx.choose_file(FileAction::Authority);
    }
    if leave {
        cx.ask(SignInIntent::SignOut);
    }
}

fn files_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut SettingsViewState, settings: &mut Settings) {
    let data_dir = local.data_dir.clone();
    let busy = cx.files_busy;
    let mut choose_folder = false;
    let texts = texts(cx, local);
    Card::new(text!("settings-files")).show_ui(ui, |ui| {
        Field::new(text!("settings-label-folder"))
            .hint("/home/me/Labels")
            .explain(text!("settings-label-folder-explained"))
            .show_ui(ui, &mut texts.label_folder);
        settings.label_folder = texts.label_folder.trim().to_owned();
        let choose = Button::secondary(text!("settings-choose-folder"))
            .name(text!("settings-choose-label-folder"))
            .compact();
        choose_folder = choose.disabled_because(busy).show_ui(ui).clicked();
        check_ui(ui, text!("settings-type-paths"), &mut settings.type_paths);
        let problem = file_names::problem(&texts.label_name);
        Field::new(text!("settings-label-names"))
            .hint(file_names::USUAL)
            .problem(problem.as_deref())
            .show_ui(ui, &mut texts.label_name);
        // The text typed in this frame may already be invalid.
        if file_names::problem(&texts.label_name).is_none() {
            texts.label_name.trim().clone_into(&mut settings.label_name);
            small_muted_ui(ui, &file_names::example(&texts.label_name));
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            for (word, meaning) in file_names::placeholders() {
                let placeholder = format!("{{{word}}}");
                let name = text!("settings-add-placeholder", placeholder = &placeholder);
                let button = Button::quiet(&placeholder)
                    .name(&name)
                    .hint(meaning)
                    .compact();
                if button.show_ui(ui).clicked() {
                    if !texts.label_name.is_empty() {
                        texts.label_name.push('_');
                    }
                    texts.label_name.push_str(&placeholder);
                }
            }
        });
        label_ui(ui, text!("settings-data-folder"));
        match data_dir {
            Some(folder) => code_ui(ui, &folder.display().to_string()),
            None => small_muted_ui(ui, text!("settings-data-folder-temporary")),
        };
        small_muted_ui(ui, text!("settings-data-folder-explained"));
        ui.set_max_width(size::READING);
    });
    if choose_folder {
        cx.choose_file(FileAction::LabelFolder);
    }
}

impl SettingsViewState {
    /// Copies a path chosen in a dialog to its text field.
    pub(crate) fn path_chosen(&mut self, decided: &FileActionWithPath) {
        let Some(texts) = &mut self.texts else {
            return;
        };
        let path = decided.path.display().to_string();
        match &decided.deed {
            FileAction::Authority => texts.ca_file = path,
            FileAction::LabelFolder | FileAction::SaveLabels { name: None, .. } => {
                texts.label_folder = path
            }
            FileAction::SaveLabels { name: Some(_), .. } => {
                let folder = decided.path.parent().unwrap_or(Path::new(""));
                texts.label_folder = folder.display().to_string();
            }
            _ => {}
        }
    }
}

fn texts<'a>(cx: &Cx<'_>, local: &'a mut SettingsViewState) -> &'a mut Texts {
    let settings = &cx.state.settings;
    local.texts.get_or_insert_with(|| Texts {
        base_url: settings.base_url.clone(),
        ca_file: settings.ca_file.clone(),
        cap: settings.daily_top_up_cap.to_string(),
        label_folder: settings.label_folder.clone(),
        label_name: settings.label_name.clone(),
        pick_up: settings.pick_up_time.clone(),
        express_limit: settings.express_limit.to_string(),
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 75 to 200
fn percent(scale: f32) -> u32 {
    (scale * 100.0).round().clamp(75.0, 200.0) as u32
}
