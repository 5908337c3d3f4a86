//! The form for the address of a shared workspace.

use egui::Ui;

use crate::desk::stations::intent::StationsIntent;
use crate::desk::stations::{WorkspaceAddress, WorkspaceTls};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::guide::HelpPage;
use crate::ui::parts::open_connection;
use crate::ui::parts::server_fields::{
    host_and_port_ui, is_bad_port, port_text, read_password, read_port,
};
use crate::ui::widgets::{
    Button, Field, Meaning, band_ui, check_ui, combo_ui, muted_ui, trouble_ui,
};

pub(super) struct Form {
    address: WorkspaceAddress,
    port: String,
    certificate: String,
    password: String,
    is_remembered: bool,
    /// The address is in use, so its password is known.
    is_known: bool,
    /// A test was asked for, and its answer is not on screen yet.
    awaits_test: bool,
}

impl Form {
    pub(super) fn fresh() -> Self {
        Self::new(WorkspaceAddress::default(), false)
    }

    pub(super) fn of_address(address: &WorkspaceAddress) -> Self {
        Self::new(address.clone(), true)
    }

    fn new(address: WorkspaceAddress, is_known: bool) -> Self {
        let certificate = address.certificate.as_ref();
        Self {
            port: port_text(address.port),
            certificate: certificate.map_or_else(String::new, |it| it.display().to_string()),
            password: String::new(),
            is_remembered: true,
            is_known,
            awaits_test: false,
            address,
        }
    }

    /// Returns whether the form is done with.
    pub(super) fn show_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        muted_ui(ui, text!("stations-form-explained"));
        if Button::quiet(text!("stations-form-guide")).compact().show_ui(ui).clicked() {
            let page = HelpPage::Section("stations-setting-it-up".to_owned());
            cx.commands.push(Command::Help(page));
        }
        let before = (self.written(), self.password.clone());
        self.server_ui(ui);
        self.user_ui(ui);
        self.encryption_ui(ui);
        let problem = self.has_bad_direct().then(|| text!("stations-direct-problem"));
        Field::new(text!("stations-direct"))
            .hint("db.example.com:5432")
            .explain(text!("stations-direct-explained"))
            .problem(problem)
            .show_ui(ui, &mut self.address.direct);
        if before != (self.written(), self.password.clone()) {
            // What was found is not about what is in the form now.
            cx.ask(StationsIntent::ForgetTest);
        }
        self.tested_ui(ui, cx);
        self.steps_ui(ui, cx)
    }

    fn server_ui(&mut self, ui: &mut Ui) {
        let problem = is_bad_port(&self.port).then(|| text!("stations-port-problem"));
        let port = Field::new(text!("stations-port")).hint("5432").problem(problem);
        host_and_port_ui(
            ui,
            (Field::new(text!("stations-host")), &mut self.address.host),
            (port, &mut self.port),
        );
        self.take_pasted_address();
        Field::new(text!("stations-database"))
            .hint("postroom")
            .show_ui(ui, &mut self.address.database);
    }

    /// A whole address that is pasted into the field of the server fills the others too.
    fn take_pasted_address(&mut self) {
        if !self.address.host.contains("://") {
            return;
        }
        let Ok((address, password)) = WorkspaceAddress::parse(&self.address.host) else {
            return;
        };
        let is_known = self.is_known;
        *self = Self::new(address, is_known);
        if let Some(password) = password {
            self.password = password.expose().to_owned();
        }
    }

    fn user_ui(&mut self, ui: &mut Ui) {
        Field::new(text!("stations-user")).show_ui(ui, &mut self.address.user);
        let hint = if self.is_known { text!("shop-database-password-kept") } else { "" };
        Field::new(text!("stations-password"))
            .hint(hint)
            .password()
            .show_ui(ui, &mut self.password);
        check_ui(ui, text!("shop-database-remember"), &mut self.is_remembered);
    }

    fn encryption_ui(&mut self, ui: &mut Ui) {
        let modes = [
            (WorkspaceTls::Verified, text!("shop-database-tls-verified")),
            (WorkspaceTls::Unverified, text!("shop-database-tls-unverified")),
            (WorkspaceTls::Off, text!("shop-database-tls-off")),
        ];
        let width = ui.available_width();
        let name = text!("stations-encryption");
        combo_ui(ui, name, width, &mut self.address.tls, &modes);
        if self.address.tls == WorkspaceTls::Off {
            open_connection::warning_ui(ui, &self.address.host);
        }
        if self.address.tls == WorkspaceTls::Verified {
            Field::new(text!("stations-certificate"))
                .explain(text!("stations-certificate-explained"))
                .expects_scans()
                .show_ui(ui, &mut self.certificate);
        }
    }

    fn tested_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let tested = &cx.state.stations.test;
        if let Some(trouble) = tested.trouble() {
            trouble_ui(ui, trouble, false);
        } else if let Some(found) = tested.value() {
            let (words, is_usable) = found.message();
            let meaning = if is_usable { Meaning::Good } else { Meaning::Warning };
            band_ui(ui, meaning, &words, None);
            if !found.hears {
                band_ui(ui, Meaning::Warning, text!("stations-test-hears-not"), None);
            }
        }
        if self.awaits_test && !tested.is_loading() {
            self.awaits_test = false;
            ui.scroll_to_cursor(None);
        }
    }

    fn steps_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        let lacks = self.address.host.trim().is_empty() || self.address.user.trim().is_empty();
        let lacks = lacks.then(|| text!("stations-use-needs"));
        let wrong = is_bad_port(&self.port).then(|| text!("stations-port-problem"));
        let bad_direct = self.has_bad_direct().then(|| text!("stations-direct-problem"));
        let obstacle = lacks.or(wrong).or(bad_direct);
        let testing = cx.state.stations.test.is_loading();
        let testing = testing.then(|| text!("stations-testing"));
        let busy = cx.state.stations.switch_obstacle();
        let mut is_done = false;
        ui.horizontal_wrapped(|ui| {
            let use_it = Button::primary(text!("stations-use")).disabled_because(obstacle.or(busy));
            if use_it.show_ui(ui).clicked() {
                cx.ask(StationsIntent::Use {
                    address: Box::new(self.written()),
                    password: read_password(&self.password),
                    is_remembered: self.is_remembered,
                });
                is_done = true;
            }
            let test = Button::secondary(text!("stations-test"));
            let test = test.disabled_because(obstacle.or(testing));
            if test.show_ui(ui).clicked() {
                self.awaits_test = true;
                cx.ask(StationsIntent::Test {
                    address: Box::new(self.written()),
                    password: read_password(&self.password),
                });
            }
            if Button::quiet(text!("stations-cancel")).show_ui(ui).clicked() {
                is_done = true;
            }
        });
        is_done
    }

    fn has_bad_direct(&self) -> bool {
        !self.address.direct.trim().is_empty() && self.address.direct_place().is_none()
    }

    /// The address as it is typed.
    fn written(&self) -> WorkspaceAddress {
        let certificate = self.certificate.trim();
        let trimmed = |text: &str| text.trim().to_owned();
        WorkspaceAddress {
            host: trimmed(&self.address.host),
            port: read_port(&self.port),
            database: trimmed(&self.address.database),
            user: trimmed(&self.address.user),
            tls: self.address.tls,
            certificate: (!certificate.is_empty()).then(|| certificate.into()),
            direct: trimmed(&self.address.direct),
        }
    }
}
