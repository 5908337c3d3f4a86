//! From a file to the saved orders in the list.

use std::path::Path;
use std::time::Duration;

use postroom::desk::kernel::session::Connection;
use postroom::desk::order_rules::intent::OrderRuleIntent;
use postroom::orders::documents::DocumentEdit;
use postroom::orders::shop_profile::ShopProfile;
use postroom::parcel::draft::AddressForm;
use tokio::runtime::Runtime;

use super::driven_desk::DrivenDesk;
use super::grid::{account_kept, nobody};
use super::{judged, memory, table};

const MOST_SECONDS: f64 = 2.0;
/// Other load on the machine only ever makes a run longer, so the shortest of some counts.
const TIMES: usize = 3;

/// Imports into a new folder each time; the last CSV stays in `csv` for the grid.
pub fn measure(runtime: &Runtime, base: &Path, rows: usize) -> bool {
    let csv = base.join("orders.csv");
    std::fs::write(&csv, table::csv(rows)).expect("a file");
    let mut shortest = Duration::MAX;
    for _ in 0..TIMES {
        let folder = base.join("csv");
        let _ = std::fs::remove_dir_all(&folder);
        shortest = shortest.min(imported(runtime, &folder, &csv));
    }
    let xlsx = base.join("orders.xlsx");
    std::fs::write(&xlsx, table::xlsx(rows)).expect("a file");
    imported(runtime, &base.join("xlsx"), &xlsx);
    std::fs::remove_dir_all(base.join("xlsx")).expect("the files removed");
    let what = format!("import of {rows} rows of CSV, s");
    judged(&what, shortest.as_secs_f64(), MOST_SECONDS)
}

/// Orders without a sender need attention.
pub fn write_sender(desk: &mut DrivenDesk) {
    let sender = AddressForm {
        name: "Sample Shop".to_owned(),
        street1: "233 S Wacker Dr".to_owned(),
        city: "Chicago".to_owned(),
        state: "IL".to_owned(),
        zip: "60606".to_owned(),
        ..AddressForm::default()
    };
    let profile = ShopProfile { sender: sender.clone(), ..ShopProfile::default() };
    desk.apply(OrderRuleIntent::Document(DocumentEdit::WriteShop(Box::new(profile))));
    desk.run_until("the sender", |state| state.order_rules.documents.shop.profile.sender == sender);
}

fn imported(runtime: &Runtime, folder: &Path, file: &Path) -> Duration {
    runtime.block_on(account_kept(folder));
    let mut desk = DrivenDesk::open(runtime, folder, nobody());
    desk.run_until("the account, without a network", |state| {
        matches!(state.connection, Connection::Connected(_)) && state.order_rules.documents.loaded
    });
    write_sender(&mut desk);
    let used = memory::processor_seconds("self");
    let (to_preview, to_list) = desk.import(file);
    let used = memory::processor_seconds("self") - used;
    runtime.block_on(desk.desk.close());
    let kind = file.extension().unwrap_or_default().to_string_lossy();
    println!(
        "import of {kind}: {:.2} s to the preview, {:.2} s from there to the list ({used:.2} s of the processor)",
        to_preview.as_secs_f64(),
        to_list.as_secs_f64(),
    );
    to_preview + to_list
}
