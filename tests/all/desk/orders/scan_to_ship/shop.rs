//! A shop whose database is an SQLite file, and the tables of any shop in these tests.

use std::path::PathBuf;

use postroom::base::measure::{LengthUnit, WeightUnit};
use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind, WriteBackSettings};
use postroom::tables::mapping::{MappedColumn, Mapping, OrderField, WeightIs};
use rusqlite::Connection;

/// Order 1009 has no street, and 1003 no weight.
pub const TABLES: &str = "
    CREATE TABLE orders (number VARCHAR(40), name VARCHAR(80), street VARCHAR(80),
      city VARCHAR(80), state VARCHAR(10), zip VARCHAR(10), country VARCHAR(2),
      weight VARCHAR(10), tracking VARCHAR(80), carrier VARCHAR(40), cost VARCHAR(20),
      writes INTEGER NOT NULL DEFAULT 0);
    INSERT INTO orders (number, name, street, city, state, zip, country, weight) VALUES
      ('1001', 'Ann Lee', '350 5th Ave', 'New York', 'NY', '10118', 'US', '1.5'),
      ('1002', 'Bob Ray', '350 5th Ave', 'New York', 'NY', '10118', 'US', '2'),
      ('1003', 'Cy Poe', '350 5th Ave', 'New York', 'NY', '10118', 'US', NULL),
      ('1009', 'Di Fox', NULL, 'New York', 'NY', '10118', 'US', '1');
    CREATE TABLE items (number VARCHAR(40), sku VARCHAR(40), item VARCHAR(80), quantity INTEGER);
    INSERT INTO items (number, sku, item, quantity) VALUES
      ('1001', 'MUG', 'A mug', 2), ('1001', 'CUP-1', 'A cup', 1),
      ('1002', 'MUG', 'A mug', 1), ('1003', 'MUG', 'A mug', 1), ('1009', 'MUG', 'A mug', 1);";

pub const QUERY: &str = "SELECT o.number, o.name, o.street, o.city, o.state, o.zip, o.country,
      o.weight, i.sku, i.item, i.quantity, '10' AS length, '6' AS width, '4' AS height
    FROM orders o JOIN items i ON i.number = o.number
    WHERE o.number = :number ORDER BY i.sku";

/// What the way back has left, by number: tracking number and how often it was written.
pub const WRITTEN: &str =
    "SELECT number, tracking, writes FROM orders WHERE writes > 0 ORDER BY number";

/// The database with its query, its mapping and its way back.
pub fn set_up(database: ShopDatabase) -> ShopDatabase {
    use OrderField as Field;
    let columns = [
        ("number", Field::Number),
        ("name", Field::Name),
        ("street", Field::Street1),
        ("city", Field::City),
        ("state", Field::State),
        ("zip", Field::Zip),
        ("country", Field::Country),
        ("weight", Field::Weight),
        ("sku", Field::ItemSku),
        ("item", Field::ItemName),
        ("quantity", Field::ItemQuantity),
        ("length", Field::Length),
        ("width", Field::Width),
        ("height", Field::Height),
    ];
    let columns = columns.map(|(heading, field)| MappedColumn {
        heading: heading.to_owned(),
        field: Some(field),
        ..MappedColumn::default()
    });
    ShopDatabase {
        name: "Test shop".to_owned(),
        query: QUERY.to_owned(),
        mapping: Mapping {
            columns: columns.into(),
            weight_unit: Some(WeightUnit::Lb),
            length_unit: Some(LengthUnit::In),
            weight_is: Some(WeightIs::OfOrder),
            ..Mapping::default()
        },
        write_back: Some(WriteBackSettings {
            statement: "UPDATE orders SET tracking = :tracking_number, carrier = :carrier,
                          cost = :cost, writes = writes + 1
                        WHERE number = :number
                          AND (tracking IS NULL OR tracking = :tracking_number)"
                .to_owned(),
            verify_query: "SELECT 1 FROM orders
                           WHERE number = :number AND tracking = :tracking_number"
                .to_owned(),
            ..WriteBackSettings::default()
        }),
        is_test: true,
        statement_seconds: 2,
        ..database
    }
}

pub struct SqliteShop {
    folder: PathBuf,
}

impl SqliteShop {
    pub fn new() -> Self {
        let name = format!("postroom-scan-{}", uuid::Uuid::new_v4());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).unwrap();
        let shop = Self { folder };
        shop.connect().execute_batch(TABLES).unwrap();
        shop
    }

    pub fn path(&self) -> PathBuf {
        self.folder.join("shop.sqlite")
    }

    pub fn connect(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }

    pub fn database(&self) -> ShopDatabase {
        set_up(ShopDatabase {
            kind: ShopDatabaseKind::SqliteFile,
            database: self.path().display().to_string(),
            ..ShopDatabase::default()
        })
    }

    /// As if the drive of the file were gone.
    pub fn take_away(&self) {
        std::fs::rename(self.path(), self.folder.join("away")).unwrap();
    }

    pub fn bring_back(&self) {
        std::fs::rename(self.folder.join("away"), self.path()).unwrap();
    }

    /// Number, tracking number, and how often it was written.
    pub fn written(&self) -> Vec<(String, String, i64)> {
        let connection = self.connect();
        let mut statement = connection.prepare(WRITTEN).unwrap();
        let rows =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }
}

impl Drop for SqliteShop {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
