//! The shop's own database: where it is, what to ask it, and what goes back into it.

mod form;
mod test_result;

use egui::Ui;

use self::form::Form;
use crate::desk::order_import::database::DatabaseIntent;
use crate::desk::order_import::intent::OrderImportIntent;
use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::orders::documents::Keyed;
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind, TlsMode};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::signed::signed_by;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, band_ui, card, heading_ui, line_ui, muted_ui, small_muted_ui,
    strong_ui,
};

#[derive(Default)]
pub(super) struct ShopDatabaseViewState {
    form: Option<Form>,
    /// The key and the name of the database that may be removed.
    asks_to_remove: Option<(String, String)>,
}

pub(super) fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShopDatabaseViewState) {
    Card::new(text!("shop-database-settings")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        muted_ui(ui, text!("shop-database-settings-explained"));
        if !cx.state.order_rules.documents.loaded {
            muted_ui(ui, text!("scan-settings-sign-in"));
            return;
        }
        if let Some(form) = &mut local.form {
            if form.show_ui(ui, cx) {
                local.form = None;
                cx.ask(OrderImportIntent::Database(DatabaseIntent::ForgetTest));
            }
            return;
        }
        for keyed in &cx.state.order_rules.documents.databases.clone() {
            database_ui(ui, local, keyed);
            if cx.state.order_rules.documents.not_allowed.contains(&keyed.key) {
                question_ui(ui, cx, keyed);
            }
        }
        let add = Button::secondary(text!("shop-database-add")).icon(Icon::Plus);
        if add.show_ui(ui).clicked() {
            local.form = Some(Form::fresh());
        }
    });
    remove_question_ui(ui, cx, local);
}

fn database_ui(ui: &mut Ui, local: &mut ShopDatabaseViewState, keyed: &Keyed<ShopDatabase>) {
    let database = &keyed.document;
    line_ui(ui, size::CONTROL, |ui| {
        strong_ui(ui, &database.name);
        small_muted_ui(ui, kind_words(database.kind));
        if database.write_back.is_some() {
            small_muted_ui(ui, text!("shop-database-writes-back"));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let name = text!("shop-database-edit-name", name = &database.name);
        let edit = Button::secondary(text!("shop-database-edit")).name(&name).compact();
        if edit.show_ui(ui).clicked() {
            local.form = Some(Form::of_database(keyed));
        }
        let name = text!("shop-database-remove-name", name = &database.name);
        let remove = Button::quiet(text!("shop-database-remove")).name(&name).compact();
        if remove.show_ui(ui).clicked() {
            local.asks_to_remove = Some((keyed.key.clone(), database.name.clone()));
        }
    });
}

/// Characters of a statement that are shown before it is allowed. *Edit* has all of it.
const MOST_SHOWN: usize = 600;

/// What another station has set up, which this computer does not use before a person allows it.
fn question_ui(ui: &mut Ui, cx: &mut Cx<'_>, keyed: &Keyed<ShopDatabase>) {
    let database = &keyed.document;
    let refusal = text!("shop-database-unconfirmed", name = &database.name);
    let name = text!("shop-database-allow-name", name = &database.name);
    let mut lines = vec![text!("shop-database-changed-by", station = signed_by(&keyed.changed_by))];
    lines.push(match database.kind {
        ShopDatabaseKind::SqliteFile => {
            text!("shop-database-goes-to-file", file = database.place())
        }
        _ => text!(
            "shop-database-goes-to",
            place = database.place(),
            port = database.port().to_string(),
            database = &database.database,
            user = &database.user,
            encryption = encryption_words(database.tls)
        ),
    });
    lines.push(text!("shop-database-asks", statement = database.query.trim()));
    if let Some(write_back) = &database.write_back {
        lines.push(text!("shop-database-writes", statement = write_back.statement.trim()));
    }
    band_ui(ui, Meaning::Warning, &refusal, None);
    for line in lines {
        let shown: String = line.chars().take(MOST_SHOWN).collect();
        small_muted_ui(ui, &shown);
    }
    let allow = Button::secondary(text!("shop-database-allow")).name(&name).compact();
    if allow.show_ui(ui).clicked() {
        cx.ask(OrderRuleIntent::AllowDatabase(keyed.key.clone()));
    }
}

fn encryption_words(tls: TlsMode) -> &'static str {
    match tls {
        TlsMode::Verified => text!("shop-database-tls-verified"),
        TlsMode::Unverified => text!("shop-database-tls-unverified"),
        TlsMode::Off => text!("shop-database-tls-off"),
    }
}

fn remove_question_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShopDatabaseViewState) {
    let Some((key, name)) = local.asks_to_remove.clone() else {
        return;
    };
    let title = text!("shop-database-remove-question", name = &name);
    let waiting = cx.state.order_results.write_backs.open.values();
    let waiting = waiting.filter(|entry| entry.shop == key).count();
    let yes = Button::danger(text!("shop-database-remove"));
    let no = Button::secondary(text!("shop-database-keep"));
    let answer = card::ask_ui(ui, text!("shop-database-settings"), yes, no, |ui| {
        heading_ui(ui, &title);
        muted_ui(ui, text!("shop-database-remove-explained"));
        if waiting > 0 {
            muted_ui(ui, &text!("shop-database-remove-waiting", count = waiting));
        }
    });
    if let Some(is_yes) = answer {
        local.asks_to_remove = None;
        if is_yes {
            cx.ask(OrderImportIntent::Database(DatabaseIntent::Remove(key)));
        }
    }
}

fn kind_words(kind: ShopDatabaseKind) -> &'static str {
    match kind {
        ShopDatabaseKind::Postgres => text!("shop-database-kind-postgres"),
        ShopDatabaseKind::MySql => text!("shop-database-kind-mysql"),
        ShopDatabaseKind::SqliteFile => text!("shop-database-kind-sqlite"),
    }
}
