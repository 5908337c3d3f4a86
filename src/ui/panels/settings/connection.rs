//! The server of Test and Production, and the certificates to trust.

use egui::Ui;

use super::{SettingsViewState, texts};
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::settings::Settings;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::name_in_environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::parts::base_url::base_url_problem;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Card, Field, code_ui, muted_ui};

pub(super) fn card_ui(
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
            .problem(problem.as_deref())
            .explain(text!("settings-base-url-explained"))
            .show_ui(ui, &mut texts.base_url);
        if problem.is_none() {
            settings.base_url = texts.base_url.trim().to_owned();
        }
        Field::new(text!("settings-certificate"))
            .hint("/etc/ssl/our-gateway.pem")
            .expects_scans()
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
