//! The short form of `cargo bench --bench proof`: the same code with smaller numbers.

#[path = "../../../benches/proof/kit/mod.rs"]
mod kit;

use kit::audit::audit;
use kit::shop::{Counter, Server, faults, quick};
use kit::trade::Clerk;
use kit::{Failure, Folder};

const SEED: u64 = 20_261_121;

/// Five hundred purchases, each of them met by a fault; a few top-ups and refunds as well.
#[test]
fn nothing_is_bought_twice_lost_or_stuck_on_a_line_full_of_faults() -> Result<(), Failure> {
    let folder = Folder::new("faulted")?;
    let server = Server::start(folder.join("service"), 86_400)?;
    server.refill(100_000)?;
    let mut counter = Counter::open(folder.join("desk"), &server.login, &quick())?;
    server.meet(&folder, &faults(SEED, 1.0))?;
    let mut clerk = Clerk::new(SEED);
    let begun = std::time::Instant::now();
    clerk.buy(&mut counter, 500)?;
    println!("500 labels in {:.1?}", begun.elapsed());
    clerk.top_up(&mut counter, 40)?;
    println!("40 top-ups in {:.1?}", begun.elapsed());
    clerk.refund(&mut counter, 40)?;
    println!("40 refunds in {:.1?}", begun.elapsed());
    server.let_be();
    kit::trade::idle(&mut counter, std::time::Duration::from_secs(2));
    println!("{:?}", kit::trade::standing(&counter));
    println!("{:?}", server.met());
    counter.close();
    server.stop();
    let found = audit(&[&folder.join("desk")], &folder.join("service"))?;
    println!("{found}");
    found.must_be_clean()
}
