//! The watched folder in the desk: files become orders of the list while the folder is set.

use postroom::desk::order_import::watch::WatchedFileOutcome;
use postroom::tables::mapping::{DecimalMark, MappedColumn};

use crate::prelude::*;

const HEADING: &str = "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in)\n";

fn row(number: &str, name: &str, weight: &str) -> String {
    format!("{number},{name},350 5th Ave,New York,NY,10118,US,{weight},10,6,4\n")
}

/// A folder that is watched, made by the test.
struct Folder(PathBuf);

impl Folder {
    fn new(world: &DeskFixture) -> Self {
        let folder = world.folder.join("incoming");
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let whole = self.0.join(format!("{name}.part"));
        fs::write(&whole, content).unwrap();
        fs::rename(whole, self.0.join(name)).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

impl TestDesk {
    fn watch(&mut self, folder: &Path) {
        self.run_until("documents", |state| state.order_rules.documents.loaded);
        let mut settings = self.state().settings.clone();
        folder.to_str().unwrap().clone_into(&mut settings.watched_folder);
        self.apply(Intent::ChangeSettings(Box::new(settings)));
    }

    fn run_until_moved(&mut self, file: &Path) {
        let file = file.to_owned();
        self.run_until("the file moved", |_| file.exists());
    }
}

fn last(state: &State) -> Option<(&str, WatchedFileOutcome)> {
    let last = state.order_import.watch.last.as_ref()?;
    Some((last.name.as_str(), last.outcome))
}

fn notices(state: &State, tone: Tone) -> Vec<String> {
    let notices = state.notices.iter();
    let notices = notices.filter(|notice| notice.tone == tone);
    notices.map(|notice| notice.text.to_string()).collect()
}

#[test]
fn files_become_orders_once_and_corrected_ones_change_them() {
    let world = DeskFixture::new();
    let folder = Folder::new(&world);
    let mut desk = world.open_connected();
    desk.fill();
    assert_eq!(desk.state().order_import.watch.folder, None);
    desk.watch(&folder.0);
    assert_eq!(desk.state().order_import.watch.folder.as_ref(), Some(&folder.0));

    let first = [HEADING, &row("1001", "Ann", "1"), &row("1002", "Bo", "")].concat();
    folder.put("monday.csv", &first);
    desk.run_until_moved(&folder.path("done/monday.csv"));
    desk.run_until("the orders", |state| state.orders.total() == 2);
    assert_eq!(desk.state().orders.in_state(OrderState::Ready), 1);
    assert_eq!(last(desk.state()), Some(("monday.csv", WatchedFileOutcome::ImportedWithProblems)));
    let result = folder.read("done/monday.csv.result.csv");
    let lines: Vec<&str> = result.lines().collect();
    assert_eq!(lines[1], "2,1001,added,,");
    assert!(lines[2].starts_with("3,1002,added,yes,"), "{result}");
    assert!(lines[2].to_lowercase().contains("weight"), "{result}");
    let told = notices(desk.state(), Tone::Warning);
    assert!(
        told.iter().any(|text| text.starts_with("Imported monday.csv. New orders: 2.")),
        "{told:?}"
    );

    // The same file under another name.
    folder.put("tuesday.csv", &first);
    desk.run_until_moved(&folder.path("done/tuesday.csv"));
    desk.run_until("seen", |state| {
        last(state) == Some(("tuesday.csv", WatchedFileOutcome::ImportedBefore))
    });
    assert_eq!(desk.state().orders.total(), 2);

    // A corrected one.
    let corrected = [HEADING, &row("1001", "Ann", "1"), &row("1002", "Bo Li", "2")].concat();
    folder.put("monday.csv", &corrected);
    desk.run_until_moved(&folder.path("done/monday (2).csv"));
    desk.run_until("the corrected order", |state| {
        state.orders.in_state(OrderState::Ready) == 2
            && state.orders.rows.iter().any(|row| row.order.to.name == "Bo Li")
    });
    assert_eq!(desk.state().orders.total(), 2);
    let result = folder.read("done/monday (2).csv.result.csv");
    assert!(result.contains("2,1001,unchanged,,\n"), "{result}");
    assert!(result.contains("3,1002,updated,,"), "{result}");
    assert_eq!(last(desk.state()), Some(("monday.csv", WatchedFileOutcome::Imported)));
}

#[test]
fn what_a_person_would_have_to_decide_is_refused_with_the_sentences() {
    let world = DeskFixture::new();
    let folder = Folder::new(&world);
    let mut desk = world.open_connected();
    desk.fill();
    desk.watch(&folder.0);
    let unitless = "Order number,Name,Street 1,City,State,ZIP,Country,Weight\n\
                    1001,Ann,350 5th Ave,New York,NY,10118,US,12\n";
    let headless = "a,b,c\nd,e,f\n";
    let letter: &[u8] = b"%PDF-1.7 this is a letter";
    for (name, content, sentence) in [
        ("unitless.csv", unitless.as_bytes(), "In which unit are the weights in “Weight”?"),
        ("no-orders.csv", headless.as_bytes(), "No column has the order numbers."),
        ("letter.csv", letter, "This is a PDF, not a table."),
    ] {
        folder.put(name, content);
        desk.run_until_moved(&folder.path("failed").join(name));
        let reason = folder.read(&format!("failed/{name}.reason.txt"));
        assert!(reason.contains(sentence), "{name}: {reason}");
        desk.run_until("told", |state| last(state) == Some((name, WatchedFileOutcome::Refused)));
        let told = notices(desk.state(), Tone::Bad);
        assert!(told.iter().any(|text| text.contains(sentence)), "{told:?}");
    }
    assert_eq!(desk.state().orders.total(), 0);
}

/// A mapping answers what the file leaves open.
#[test]
fn a_saved_mapping_reads_the_files_that_have_its_columns() {
    let world = DeskFixture::new();
    let folder = Folder::new(&world);
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("documents", |state| state.order_rules.documents.loaded);
    let columns = [
        ("No", OrderField::Number),
        ("To", OrderField::Name),
        ("Road", OrderField::Street1),
        ("Town", OrderField::City),
        ("St", OrderField::State),
        ("Code", OrderField::Zip),
        ("Heavy", OrderField::Weight),
        ("L", OrderField::Length),
        ("W", OrderField::Width),
        ("H", OrderField::Height),
    ];
    let mapping = Mapping {
        name: "Warehouse".to_owned(),
        source: "Warehouse".to_owned(),
        columns: columns
            .iter()
            .map(|(heading, field)| MappedColumn {
                heading: (*heading).to_owned(),
                field: Some(*field),
                ..MappedColumn::default()
            })
            .collect(),
        weight_unit: Some(WeightUnit::Oz),
        length_unit: Some(postroom::base::measure::LengthUnit::In),
        decimal: Some(DecimalMark::Point),
        ..Mapping::default()
    };
    desk.apply(OrderRuleIntent::Document(DocumentEdit::WriteMapping {
        key: None,
        mapping: Box::new(mapping),
    }));
    desk.run_until("the mapping", |state| state.order_rules.documents.mappings.len() == 1);
    desk.watch(&folder.0);
    let table = "No,To,Road,Town,St,Code,Heavy,L,W,H\n\
                 7,Ann,350 5th Ave,New York,NY,10118,12,10,6,4\n";
    folder.put("stock.csv", table);
    desk.run_until_moved(&folder.path("done/stock.csv"));
    desk.run_until("the order", |state| {
        state.orders.total() == 1 && state.order_import.watch.trouble().is_none()
    });
    let order = &desk.state().orders.rows[0];
    assert_eq!((order.order.source.as_str(), order.state), ("Warehouse", OrderState::Ready));
}

#[test]
fn the_watch_follows_the_setting_and_the_account() {
    let world = DeskFixture::new();
    let folder = Folder::new(&world);
    let missing = world.folder.join("missing");
    let mut desk = world.open_connected();
    desk.fill();
    desk.watch(&missing);
    desk.run_until("trouble", |state| state.order_import.watch.trouble().is_some());
    fs::create_dir_all(&missing).unwrap();
    desk.watch(&folder.0);
    assert!(desk.state().order_import.watch.trouble().is_none());
    folder.put("a.csv", [HEADING, &row("1", "Ann", "1")].concat());
    desk.run_until("imported", |state| state.orders.total() == 1);
    desk.run_until_moved(&folder.path("done/a.csv"));

    // Without an account nothing is imported.
    desk.apply(SignInIntent::SignOut);
    assert_eq!(desk.state().order_import.watch.folder, None);
    folder.put("b.csv", [HEADING, &row("2", "Bo", "1")].concat());
    desk.run_for(Duration::from_millis(600));
    assert!(folder.path("b.csv").exists());
    desk.apply(SignInIntent::TryPractice);
    desk.run_until_moved(&folder.path("done/b.csv"));
    desk.run_until("both", |state| state.orders.total() == 2);

    // And none after the setting is cleared.
    desk.watch(Path::new(""));
    assert!(desk.state().order_import.watch.folder.is_none());
    folder.put("c.csv", [HEADING, &row("3", "Cy", "1")].concat());
    desk.run_for(Duration::from_millis(600));
    assert!(folder.path("c.csv").exists());
    assert_eq!(desk.state().orders.total(), 2);
}

/// What a stopped program has imported and not moved is not imported a second time.
#[test]
fn a_restart_finds_what_came_meanwhile() {
    let world = DeskFixture::new();
    let folder = Folder::new(&world);
    let mut desk = world.open_connected();
    desk.fill();
    desk.watch(&folder.0);
    let first = [HEADING, &row("1", "Ann", "1")].concat();
    folder.put("a.csv", &first);
    desk.run_until_moved(&folder.path("done/a.csv"));
    world.runtime.block_on(desk.0.close());
    fs::rename(folder.path("done/a.csv"), folder.path("a.csv")).unwrap();
    folder.put("b.csv", [HEADING, &row("1", "Ann", "1"), &row("2", "Bo", "1")].concat());
    let mut desk = world.open_connected();
    desk.run_until_moved(&folder.path("done/b.csv"));
    desk.run_until_moved(&folder.path("done/a (2).csv"));
    desk.run_until("the orders", |state| state.orders.total() == 2);
    let result = folder.read("done/a (2).csv.result.csv");
    assert!(result.contains("2,1,unchanged,,"), "{result}");
}
