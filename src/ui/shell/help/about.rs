//! What Postroom is: its version, where its data is, and the licenses of what it is made of.

use std::path::Path;

use egui::Ui;

use super::page;
use crate::build_facts;
use crate::desk::safekeeping::SafekeepingIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::guide::notices;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, code_ui, heading_ui, muted_ui};

/// The crates in the program with their versions and licenses, see `tests/all/tidy.rs`.
const CRATES: &str = include_str!("../../../../assets/crates.txt");

pub(super) fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, data_dir: Option<&Path>) {
    heading_ui(ui, text!("help-about"));
    muted_ui(ui, &text!("help-version", version = build_facts::VERSION));
    if let Some(commit) = build_facts::COMMIT {
        muted_ui(ui, &text!("help-commit", commit = commit));
    }
    muted_ui(
        ui,
        match (build_facts::IS_PACKAGED, build_facts::IS_OPTIMISED) {
            (true, _) => text!("help-packaged"),
            (false, true) => text!("help-from-source"),
            (false, false) => text!("help-debug"),
        },
    );
    muted_ui(ui, text!("help-license"));
    if let Some(folder) = data_dir {
        ui.add_space(space::M);
        page::title_ui(ui, text!("help-data"));
        muted_ui(ui, text!("help-data-explained"));
        code_ui(ui, &folder.display().to_string());
        let open = Button::secondary(text!("help-data-open"));
        if open.show_ui(ui).clicked() {
            cx.ask(SafekeepingIntent::OpenDataFolder);
        }
    }
    ui.add_space(space::M);
    page::title_ui(ui, text!("help-notices"));
    for block in notices() {
        page::block_ui(ui, block, &[]);
    }
    ui.add_space(space::M);
    page::title_ui(ui, text!("help-crates"));
    muted_ui(ui, text!("help-crates-explained"));
    code_ui(ui, CRATES.trim_end());
}
