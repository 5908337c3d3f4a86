//! The form for one database.

use egui::Ui;

use super::{encryption_words, kind_words, test_result};
use crate::base::measure::WeightUnit;
use crate::base::secret::Secret;
use crate::desk::order_import::database::{
    DatabaseIntent, EXAMPLE_CHANGE, EXAMPLE_QUERY, EXAMPLE_VERIFY_QUERY,
};
use crate::desk::order_import::intent::OrderImportIntent;
use crate::orders::documents::Keyed;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind, TlsMode, WriteBackSettings};
use crate::shop_database::secret_item;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::open_connection;
use crate::ui::parts::server_fields::{
    host_and_port_ui, is_bad_port, port_text, read_password, read_port,
};
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Field, FormEnd, Meaning, band_ui, check_ui, combo_ui, end_ui, hint_ui, muted_ui,
    small_muted_ui, strong_ui, trouble_ui,
};

/// Lines of a statement that are seen at once.
const LINES: usize = 4;

pub(super) struct Form {
    key: Option<String>,
    /// As it was when the form was opened.
    before: ShopDatabase,
    database: ShopDatabase,
    port: String,
    password: String,
    is_remembered: bool,
    /// Set up here and kept while the check is off.
    write_back: WriteBackSettings,
    writes_back: bool,
    /// The number that the test tries.
    number: String,
    /// Save was pressed: from then on what is missing is said.
    tried: bool,
    /// The test whose mapping was taken over.
    taken: Option<jiff::Timestamp>,
}

impl Form {
    pub(super) fn fresh() -> Self {
        Self::new(None, ShopDatabase::default())
    }

    pub(super) fn of_database(keyed: &Keyed<ShopDatabase>) -> Self {
        Self::new(Some(keyed.key.clone()), keyed.document.clone())
    }

    fn new(key: Option<String>, database: ShopDatabase) -> Self {
        Self {
            key,
            port: port_text(database.port),
            password: String::new(),
            is_remembered: true,
            write_back: database.write_back.clone().unwrap_or_default(),
            writes_back: database.write_back.is_some(),
            before: database.clone(),
            database,
            number: String::new(),
            tried: false,
            taken: None,
        }
    }

    /// Returns whether the form is done with.
    pub(super) fn show_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        self.take_mapping(cx);
        Field::new(text!("shop-database-name")).show_ui(ui, &mut self.database.name);
        let kinds = ShopDatabaseKind::ALL.map(|kind| (kind, kind_words(kind)));
        let width = ui.available_width();
        let kind = text!("shop-database-kind");
        combo_ui(ui, kind, width, &mut self.database.kind, &kinds);
        match self.database.kind {
            ShopDatabaseKind::SqliteFile => self.file_ui(ui),
            _ => self.server_ui(ui),
        }
        self.query_ui(ui, cx);
        self.way_back_ui(ui);
        self.test_ui(ui, cx);
        self.steps_ui(ui, cx)
    }

    fn file_ui(&mut self, ui: &mut Ui) {
        Field::new(text!("shop-database-file"))
            .hint("/srv/shop/orders.sqlite")
            .expects_scans()
            .show_ui(ui, &mut self.database.database);
    }

    fn server_ui(&mut self, ui: &mut Ui) {
        let default = self.database.kind.default_port().to_string();
        let problem = is_bad_port(&self.port).then(|| text!("shop-database-port-problem"));
        let port = Field::new(text!("shop-database-port")).hint(&default).problem(problem);
        host_and_port_ui(
            ui,
            (Field::new(text!("shop-database-host")), &mut self.database.host),
            (port, &mut self.port),
        );
        let written = self.written();
        let database = &mut self.database;
        Field::new(text!("shop-database-database")).show_ui(ui, &mut database.database);
        Field::new(text!("shop-database-user")).show_ui(ui, &mut database.user);
        let stays = |key: &String| secret_item(key, &written) == secret_item(key, &self.before);
        let hint = match &self.key {
            Some(key) if stays(key) => text!("shop-database-password-kept"),
            Some(_) => text!("shop-database-password-again"),
            None => "",
        };
        Field::new(text!("shop-database-password"))
            .hint(hint)
            .password()
            .show_ui(ui, &mut self.password);
        check_ui(ui, text!("shop-database-remember"), &mut self.is_remembered);
        let modes = [TlsMode::Verified, TlsMode::Unverified, TlsMode::Off];
        let modes = modes.map(|mode| (mode, encryption_words(mode)));
        let width = ui.available_width();
        combo_ui(ui, text!("shop-database-encryption"), width, &mut database.tls, &modes);
        if database.tls == TlsMode::Off {
            open_connection::warning_ui(ui, &database.host);
        }
        if database.tls == TlsMode::Verified {
            Field::new(text!("shop-database-certificate"))
                .explain(text!("shop-database-certificate-explained"))
                .expects_scans()
                .show_ui(ui, &mut database.certificate);
        }
    }

    fn query_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.add_space(space::S);
        strong_ui(ui, text!("shop-database-query-title"));
        muted_ui(ui, text!("shop-database-query-explained"));
        statement_ui(ui, text!("shop-database-query"), EXAMPLE_QUERY, &mut self.database.query);
        if !self.database.mapping.columns.is_empty() {
            test_result::columns_ui(ui, cx, &mut self.database.mapping);
        }
        let units = WeightUnit::ALL.map(|unit| (Some(unit), unit.code()));
        let mut options = vec![(None, text!("shop-database-unit-in-query"))];
        options.extend(units);
        let width = ui.available_width();
        let unit = &mut self.database.mapping.weight_unit;
        combo_ui(ui, text!("shop-database-weight-unit"), width, unit, &options);
    }

    fn way_back_ui(&mut self, ui: &mut Ui) {
        ui.add_space(space::S);
        strong_ui(ui, text!("shop-database-way-back-title"));
        check_ui(ui, text!("shop-database-way-back"), &mut self.writes_back);
        hint_ui(ui, text!("shop-database-way-back-explained"));
        check_ui(ui, text!("shop-database-is-test"), &mut self.database.is_test);
        hint_ui(ui, text!("shop-database-is-test-explained"));
        if !self.writes_back {
            return;
        }
        let settings = &mut self.write_back;
        statement_ui(ui, text!("shop-database-change"), EXAMPLE_CHANGE, &mut settings.statement);
        small_muted_ui(ui, text!("shop-database-values"));
        let name = text!("shop-database-verify");
        statement_ui(ui, name, EXAMPLE_VERIFY_QUERY, &mut settings.verify_query);
        small_muted_ui(ui, text!("shop-database-verify-explained"));
        check_ui(ui, text!("shop-database-repeatable"), &mut settings.is_repeatable);
        hint_ui(ui, text!("shop-database-repeatable-explained"));
        check_ui(ui, text!("shop-database-several-rows"), &mut settings.changes_several_rows);
    }

    fn test_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ui.add_space(space::S);
        strong_ui(ui, text!("shop-database-test-title"));
        Field::new(text!("shop-database-number"))
            .explain(text!("shop-database-number-explained"))
            .expects_scans()
            .show_ui(ui, &mut self.number);
        let tested = cx.state.order_import.database_test.clone();
        let busy = tested.is_loading().then(|| text!("shop-database-testing"));
        let test = Button::secondary(text!("shop-database-test")).disabled_because(busy);
        let mut is_asked = test.show_ui(ui).clicked();
        if let Some(trouble) = tested.trouble() {
            trouble_ui(ui, trouble, false);
        } else if let Some(found) = tested.value() {
            is_asked |= test_result::show_ui(ui, found, &mut self.database.mapping);
        }
        if is_asked {
            let intent = DatabaseIntent::Test {
                key: self.key.clone(),
                database: Box::new(self.written()),
                password: self.typed_password(),
                number: self.number.clone(),
            };
            cx.ask(OrderImportIntent::Database(intent));
        }
    }

    /// The columns that a test has found are mapped from then on.
    fn take_mapping(&mut self, cx: &Cx<'_>) {
        let tested = cx.state.order_import.database_test.known();
        let Some(tested) = tested.filter(|tested| self.taken != Some(tested.at)) else {
            return;
        };
        self.taken = Some(tested.at);
        self.database.mapping.columns.clone_from(&tested.value.mapping.columns);
    }

    fn steps_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) -> bool {
        let database = self.written();
        let problems = database.problems();
        if self.tried {
            for problem in &problems {
                band_ui(ui, Meaning::Warning, &problem.message(), None);
            }
        }
        let save = Button::primary(text!("shop-database-save"));
        let end = end_ui(ui, save, Button::quiet(text!("shop-database-cancel")));
        if end != Some(FormEnd::Save) {
            return end.is_some();
        }
        self.tried = true;
        let is_done = problems.is_empty() && !is_bad_port(&self.port);
        if is_done {
            cx.ask(OrderImportIntent::Database(DatabaseIntent::Save {
                key: self.key.clone(),
                database: Box::new(database),
                password: self.typed_password(),
                is_remembered: self.is_remembered,
            }));
        }
        is_done
    }

    fn typed_password(&self) -> Option<Secret> {
        let is_file = self.database.kind == ShopDatabaseKind::SqliteFile;
        read_password(&self.password).filter(|_| !is_file)
    }

    /// The settings as they are typed.
    fn written(&self) -> ShopDatabase {
        ShopDatabase {
            port: read_port(&self.port),
            write_back: self.writes_back.then(|| self.write_back.clone()),
            ..self.database.clone()
        }
    }
}

/// A statement of several lines, with an example to begin with.
fn statement_ui(ui: &mut Ui, name: &str, example: &str, statement: &mut String) {
    Field::new(name).hint(example).rows(LINES).show_ui(ui, statement);
    if statement.trim().is_empty() {
        let words = text!("shop-database-insert-example");
        let named = text!("shop-database-insert-example-name", field = name);
        let insert = Button::quiet(words).name(&named).compact();
        if insert.show_ui(ui).clicked() {
            example.clone_into(statement);
        }
    }
}
