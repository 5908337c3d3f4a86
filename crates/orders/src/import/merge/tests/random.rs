//! Random files, edits of persons and purchases, from a seed.

use super::*;
use crate::import::read_orders::{imported_value, imported_values};

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn choose<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    fn row(&mut self, number: &'static str) -> [&'static str; 9] {
        [
            number,
            self.choose(&["Ann", "Bob", "Cid", ""]),
            self.choose(&["1 A St", "2 B St", ""]),
            self.choose(&["Boston", "Salem", ""]),
            self.choose(&["02110", "2110", "60606", "bad"]),
            self.choose(&["2", "3.5 lb", "1 lb 4 oz", "1,250", "heavy", "", "0"]),
            self.choose(&["Standard", "Express", ""]),
            self.choose(&["MUG", "CUP", ""]),
            self.choose(&["1", "2", "two", ""]),
        ]
    }

    fn file(&mut self) -> Vec<[&'static str; 9]> {
        let mut rows = Vec::new();
        for number in ["1", "2", "3", "4", "5", "6"] {
            for _ in 0..self.below(3) {
                rows.push(self.row(number));
            }
        }
        if self.below(4) == 0 {
            rows.push(self.row(""));
        }
        rows
    }

    /// A correction of a file.
    fn change(&mut self, rows: &mut [[&'static str; 9]]) {
        for row in rows {
            if self.below(3) == 0 {
                let other = self.row(row[0]);
                let at = 1 + self.below(8);
                row[at] = other[at];
            }
        }
    }

    /// What a person does to an order.
    fn work(&mut self, order: &mut Order) {
        match self.below(9) {
            0 => order.to.city = "Edited".to_owned(),
            1 => order.to.zip = "10001".to_owned(),
            2 => order.parcels = vec![Default::default(); self.below(3)],
            3 => order.items.clear(),
            4 => order.canceled = !order.canceled,
            5 => order.labels.push(label(LabelStatus::Bought)),
            6 => order.labels.push(label(LabelStatus::InDoubt)),
            7 => order.labels.push(label(LabelStatus::NotBought)),
            _ => order.import_notes.iter_mut().for_each(|note| note.settled = true),
        }
    }
}

/// An order without what an import may write to one that was bought.
fn without_file_version(mut order: Order) -> Order {
    order.changed_in_file = None;
    order.digest.clear();
    order
}

#[test]
fn imports_keep_what_persons_and_purchases_did() {
    let (mut changed, mut protected, mut kept) = (0, 0, 0);
    for seed in 1..200 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
        let mut shop = Shop::default();
        let mut rows = random.file();
        shop.import(file(&rows));
        for _ in 0..6 {
            let numbers: Vec<String> = shop.0.keys().cloned().collect();
            let mut numbers: Vec<&String> = numbers.iter().collect();
            numbers.sort_unstable();
            for number in numbers {
                if random.below(2) == 0 {
                    shop.edit(number, |order| random.work(order));
                }
            }
            random.change(&mut rows);
            let before = shop.clone();
            let read = file(&rows);
            let plan = shop.import(read.clone());
            assert_eq!(plan.orders.len(), read.len());
            for (planned, read) in plan.orders.iter().zip(&read) {
                assert_eq!(planned.rows, read.rows);
                let Some(old) = before.0.get(&planned.number) else {
                    assert_eq!(planned.step, ImportStep::New, "{seed}");
                    continue;
                };
                let old: Order = serde_json::from_str(&old.fields.json).unwrap();
                let new = shop.order(&planned.number);
                if old.may_have_cost_money() {
                    protected += 1;
                    assert_eq!(without_file_version(new), without_file_version(old), "seed {seed}");
                    continue;
                }
                // Each field is as a person left it or as the file has it now.
                for field in ImportedField::ALL {
                    let imported = imported_value(&old.imported, field);
                    let (was, is) = (field.value(&old), field.value(&new));
                    let of_file = field.value(&read.order);
                    if was != imported {
                        kept += 1;
                        assert_eq!(is, was, "seed {seed}: {field:?}");
                    } else if of_file != imported {
                        changed += 1;
                        assert_eq!(is, of_file, "seed {seed}: {field:?}");
                    } else {
                        assert_eq!(is, was, "seed {seed}: {field:?}");
                    }
                }
                if planned.write.is_some() {
                    assert_eq!(new.imported, imported_values(&read.order), "seed {seed}");
                    assert_eq!(new.digest, read.order.digest, "seed {seed}");
                }
                assert_eq!(new.labels, old.labels, "seed {seed}");
            }
            // The same file again writes nothing.
            let again = shop.import(read);
            for planned in &again.orders {
                assert_eq!(planned.write, None, "seed {seed}: {:?}", planned.step);
                assert_eq!(planned.step, ImportStep::Unchanged, "seed {seed}");
            }
        }
    }
    assert!(changed > 300 && protected > 300 && kept > 300, "{changed} {protected} {kept}");
}
