//! Setting up the shop's database: its document, its password, and a test that shows the row as it
//! would be filled.

use std::sync::Arc;

use crate::base::clock::desk_zone;
use crate::base::locale::Message;
use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::{Event, Unlogged};
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{NoSlot, Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::secret_places::SecretPlace;
use crate::desk::order_import::OrderImport;
use crate::desk::order_records::import::reader::context_of;
use crate::message;
use crate::orders::documents::DocumentEdit;
use crate::orders::import::read_orders::{ImportContext, Question, read_orders};
use crate::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
use crate::shop_database::fetch::{ConnectionTest, FilledColumn, test_connection};
use crate::shop_database::secret_item;
use crate::store::workspace::DocumentKind;
use crate::tables::headings;
use crate::tables::mapping::{MappedColumn, Mapping, same_heading};
use crate::tables::sheet::{Cell, Sheet, SheetRow};

const TEST: Slot<OrderImport> = Slot::with_account("test of the shop's database");

/// A query to begin with.
pub const EXAMPLE_QUERY: &str = "SELECT * FROM orders WHERE number = :number";
/// A statement for the way back that changes nothing more if it runs twice.
pub const EXAMPLE_CHANGE: &str = "UPDATE orders
   SET tracking = :tracking_number, carrier = :carrier, shipped_at = :time
 WHERE number = :number AND (tracking IS NULL OR tracking = :tracking_number)";
/// Returns a row if the tracking number is in the database.
pub const EXAMPLE_VERIFY_QUERY: &str =
    "SELECT 1 FROM orders WHERE number = :number AND tracking = :tracking_number";

/// What a test of the settings found, as the screen shows it.
#[derive(Clone, Debug, Default)]
pub struct DatabaseTest {
    /// For example `PostgreSQL 15.4`.
    pub server: String,
    /// Each column of the query with its field, and its texts if a number was tried.
    pub columns: Vec<FilledColumn>,
    /// Why the number that was tried gave nothing.
    pub number_problem: Option<Message>,
    /// What must be known to read the rows.
    pub questions: Vec<Question>,
    /// Whether the database understands the statements of the way back; `None` without them.
    pub write_back: Option<Result<(), Message>>,
    /// The mapping with all columns of the query. Columns are recognized by their names if none was
    /// mapped before.
    pub mapping: Mapping,
    /// Columns of the query that the settings do not have yet, though they have others. A person looks at
    /// what they were taken for.
    pub new_columns: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum DatabaseIntent {
    /// Connects with these settings. Without a password the stored one is taken.
    Test {
        key: Option<String>,
        database: Box<ShopDatabase>,
        password: Option<Secret>,
        number: String,
    },
    /// Keeps the settings under this key or a new one.
    Save {
        key: Option<String>,
        database: Box<ShopDatabase>,
        password: Option<Secret>,
        /// The password is stored, and not only known in this run.
        is_remembered: bool,
    },
    Remove(String),
    /// Closes what the test has shown.
    ForgetTest,
}

pub(in crate::desk) fn apply(me: &mut OrderImport, ctx: &mut Ctx<'_>, intent: DatabaseIntent) {
    match intent {
        DatabaseIntent::Test { key, database, password, number } => {
            test(me, ctx, key, *database, password, number)
        }
        DatabaseIntent::Save { key, database, password, is_remembered } => {
            save(me, ctx, key, database, password, is_remembered)
        }
        DatabaseIntent::Remove(key) => remove(me, ctx, key),
        DatabaseIntent::ForgetTest => {
            ctx.jobs.abort(&TEST);
            me.database_test = Remote::NotAsked;
        }
    }
}

fn test(
    me: &mut OrderImport,
    ctx: &mut Ctx<'_>,
    key: Option<String>,
    database: ShopDatabase,
    password: Option<Secret>,
    number: String,
) {
    me.database_test.start_loading();
    let basis = Arc::clone(&me.known.basis);
    let places = ctx.secret_places.clone();
    let work = async move {
        let is_file = database.kind == ShopDatabaseKind::SqliteFile;
        let secret = match (password, key) {
            (Some(password), _) => Ok(Some(password)),
            (None, Some(key)) if !is_file => places.read(&secret_item(&key, &database)).await,
            (None, _) => Ok(None),
        };
        let number = Some(number.trim()).filter(|number| !number.is_empty());
        let tested = match &secret {
            Ok(secret) => {
                let zone = desk_zone();
                let tested = test_connection(&database, secret.as_ref(), number, &zone).await;
                tested.map_err(|error| error.message())
            }
            Err(error) => {
                let reason = error.to_string();
                Err(message!("scan-password-not-read", reason = reason))
            }
        };
        let context = context_of(&basis);
        tested.map(|tested| shown_test(&tested, &database, &context))
    };
    ctx.jobs.answer(TEST, work, move |me, ctx, tested| {
        let now = ctx.clock.now();
        let tested = tested.map_err(|cause| Trouble {
            attempted: message!("scan-database-attempted-test"),
            cause,
            retry_is_safe: true,
            ..Trouble::default()
        });
        me.database_test.settle(tested, now);
    });
}

fn shown_test(
    tested: &ConnectionTest,
    database: &ShopDatabase,
    context: &ImportContext,
) -> DatabaseTest {
    let sheet = sheet_of(tested);
    let (mapping, new_columns) = complete_mapping(&database.mapping, &sheet);
    let mapped = ShopDatabase { mapping: mapping.clone(), ..database.clone() };
    let read = read_orders(&sheet, Some(0), &mapping, context);
    let write_back = tested.write_back.clone();
    DatabaseTest {
        server: tested.server.clone(),
        columns: tested.filled_columns(&mapped),
        number_problem: match &tested.fetched {
            Some(Err(error)) => Some(error.message()),
            _ => None,
        },
        questions: read.questions,
        write_back: write_back.map(|checked| checked.map_err(|error| error.message())),
        mapping,
        new_columns,
    }
}

/// The rows of the number that was tried, else only the headings.
fn sheet_of(tested: &ConnectionTest) -> Sheet {
    if let Some(Ok(fetched)) = &tested.fetched {
        return fetched.sheet.clone();
    }
    let headings = tested.columns.iter().map(|column| Cell::Text(column.heading.as_str().into()));
    Sheet {
        name: String::new(),
        rows: vec![SheetRow { number: 1, cells: headings.collect(), fault: None }],
    }
}

/// The mapping with every column of the query, and the names of those that are new beside others. What was
/// mapped stays, also for columns that the query does not have at the moment. A new column is recognized
/// by its name, unless another one is that field already.
fn complete_mapping(mapping: &Mapping, sheet: &Sheet) -> (Mapping, Vec<String>) {
    let recognized = headings::recognize(sheet).mapping.columns;
    if mapping.columns.is_empty() {
        return (Mapping { columns: recognized, ..mapping.clone() }, Vec::new());
    }
    let mut mapping = mapping.clone();
    let mut new = Vec::new();
    let headings = sheet.rows.first().map(|row| row.cells.as_slice());
    for cell in headings.unwrap_or_default() {
        let is_same =
            |column: &&MappedColumn| same_heading(&column.heading) == same_heading(cell.text());
        if mapping.columns.iter().any(|column| is_same(&column)) {
            continue;
        }
        let field = recognized.iter().find(is_same).and_then(|column| column.field);
        let is_free = !mapping.columns.iter().any(|column| column.field == field);
        let (heading, field) = (cell.text().to_owned(), field.filter(|_| is_free));
        new.push(heading.clone());
        mapping.columns.push(MappedColumn { heading, field, ..MappedColumn::default() });
    }
    (mapping, new)
}

fn save(
    me: &mut OrderImport,
    ctx: &mut Ctx<'_>,
    key: Option<String>,
    database: Box<ShopDatabase>,
    password: Option<Secret>,
    is_remembered: bool,
) {
    let is_first = me.known.documents.databases.is_empty();
    let key = key.unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
    let label = format!("Postroom: {}", database.name);
    let item = secret_item(&key, &database);
    forget_password(me, ctx, &key, Some(&item));
    let edit = DocumentEdit::WriteDatabase { key: Some(key.clone()), database };
    want(ctx, edit);
    let profile = &me.known.documents.shop.profile;
    if is_first && profile.keyed_database.is_empty() {
        let mut profile = profile.clone();
        profile.keyed_database.clone_from(&key);
        want(ctx, DocumentEdit::WriteShop(Box::new(profile)));
    }
    me.database_test = Remote::NotAsked;
    let Some(password) = password else {
        return ctx.announce(Event::ShopDatabaseChanged);
    };
    let places = ctx.secret_places.clone();
    let change = places.change(&item);
    let work = async move { places.store(change, &label, &password, is_remembered).await };
    ctx.jobs.answer(NoSlot::<OrderImport>::until_finished(), work, move |_, ctx, place| {
        if let SecretPlace::ThisRun(Some(reason)) = place {
            let words = message!("scan-password-not-stored", reason = reason);
            ctx.notice(Tone::Warning, words, None);
        }
        ctx.announce(Event::ShopDatabaseChanged);
    });
}

fn remove(me: &mut OrderImport, ctx: &mut Ctx<'_>, key: String) {
    let profile = &me.known.documents.shop.profile;
    if profile.keyed_database == key {
        let mut profile = profile.clone();
        profile.keyed_database.clear();
        want(ctx, DocumentEdit::WriteShop(Box::new(profile)));
    }
    forget_password(me, ctx, &key, None);
    let edit = DocumentEdit::Remove { kind: DocumentKind::ShopDatabase, key };
    want(ctx, edit);
}

fn want(ctx: &mut Ctx<'_>, edit: DocumentEdit) {
    ctx.announce(Event::DocumentEditWanted(Unlogged(Box::new(edit))));
}

/// Removes the password that is stored for where the database is at the moment, unless it is under
/// the item that stays.
fn forget_password(me: &OrderImport, ctx: &mut Ctx<'_>, key: &str, stays: Option<&str>) {
    let mut databases = me.known.documents.databases.iter();
    let known = databases.find(|keyed| keyed.key == key);
    let item = known.map(|keyed| secret_item(key, &keyed.document));
    let Some(item) = item.filter(|item| Some(item.as_str()) != stays) else {
        return;
    };
    let places = ctx.secret_places.clone();
    let change = places.change(&item);
    ctx.jobs.spawn_writing(|outbox: Outbox<OrderImport>| async move {
        let removed = places.remove(change).await;
        let Err(error) = removed else { return };
        outbox
            .send(move |_, ctx| {
                let words = message!("scan-password-not-removed", reason = error.to_string());
                ctx.notice(Tone::Warning, words, None);
            })
            .await;
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::mapping::OrderField;

    /// Finding Z17 (g)
    #[test]
    fn a_column_that_the_query_gets_later_is_recognized_and_named() {
        let sheet = |headings: &[&str]| Sheet {
            name: String::new(),
            rows: vec![SheetRow {
                number: 1,
                cells: headings.iter().map(|text| Cell::Text((*text).into())).collect(),
                fault: None,
            }],
        };
        let (first, new) = complete_mapping(&Mapping::default(), &sheet(&["Order number", "Name"]));
        assert!(new.is_empty(), "{new:?}");
        let wider = sheet(&["Order number", "Name", "Phone", "Number", "Color"]);
        let (mapping, new) = complete_mapping(&first, &wider);
        assert_eq!(new, ["Phone", "Number", "Color"]);
        let field = |heading: &str| {
            let mut columns = mapping.columns.iter();
            columns.find(|column| column.heading == heading).unwrap().field
        };
        assert_eq!(field("Phone"), Some(OrderField::Phone));
        assert_eq!((field("Number"), field("Color")), (None, None), "the number is there already");
        assert_eq!(mapping.columns[..2], first.columns);
    }
}
