//! Where labels are saved and what their files are called; the folder of the program's data.

use egui::Ui;

use super::{SettingsViewState, texts};
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::file_names;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Card, Field, check_ui, code_ui, label_ui, small_muted_ui};

pub(super) fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    let data_dir = local.data_dir.clone();
    let busy = cx.files_busy;
    let mut choose_folder = false;
    let texts = texts(cx, local);
    Card::new(text!("settings-files")).show_ui(ui, |ui| {
        let words = match texts.label_folder.trim().is_empty() {
            true => text!("settings-label-folder-empty"),
            false => text!("settings-label-folder-explained"),
        };
        Field::new(text!("settings-label-folder"))
            .explain(words)
            .expects_scans()
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
            .expects_scans()
            .problem(problem.as_deref())
            .show_ui(ui, &mut texts.label_name);
        // The text typed in this frame may already be invalid.
        if file_names::problem(&texts.label_name).is_none() {
            texts.label_name.trim().clone_into(&mut settings.label_name);
            small_muted_ui(ui, &file_names::example(&texts.label_name));
        }
        placeholders_ui(ui, &mut texts.label_name);
        label_ui(ui, text!("settings-data-folder"));
        match data_dir {
            Some(folder) => code_ui(ui, &folder.display().to_string()),
            None => small_muted_ui(ui, text!("settings-data-folder-temporary")),
        };
        small_muted_ui(ui, text!("settings-data-folder-explained"));
    });
    if choose_folder {
        cx.choose_file(FileAction::LabelFolder);
    }
}

fn placeholders_ui(ui: &mut Ui, pattern: &mut String) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for (word, meaning) in file_names::placeholders() {
            let placeholder = format!("{{{word}}}");
            let name = text!("settings-add-placeholder", placeholder = &placeholder);
            let button = Button::quiet(&placeholder).name(&name).hint(meaning).compact();
            if button.show_ui(ui).clicked() {
                if !pattern.is_empty() {
                    pattern.push('_');
                }
                pattern.push_str(&placeholder);
            }
        }
    });
}
