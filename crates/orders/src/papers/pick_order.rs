//! What is to be fetched from the shelves for a set of orders, and in which sequence the orders are
//! packed. Labels print in the same sequence, so that parcels and labels meet without searching.

use std::collections::{BTreeMap, HashMap};

use super::natural_order::NaturalKey;
use crate::order::{Order, OrderItem};

/// An order on a pick list.
#[derive(Clone, Copy, Debug)]
pub struct PickOrder<'a> {
    pub number: &'a str,
    /// The name or company of the recipient.
    pub recipient: &'a str,
    pub items: &'a [OrderItem],
}

impl<'a> From<&'a Order> for PickOrder<'a> {
    fn from(order: &'a Order) -> Self {
        Self {
            number: &order.number,
            recipient: postroom_parcel::address_parts::shown_name(&order.to),
            items: &order.items,
        }
    }
}

/// All pieces of one SKU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PickLine {
    /// Empty for items without one; those are told apart by name.
    pub sku: String,
    /// The names that the orders give it, mostly one, separated by ` / `.
    pub name: String,
    pub pieces: u64,
    /// The orders in the sequence given, each with its pieces.
    pub orders: Vec<(String, u64)>,
    /// Orders whose quantity is no whole number of pieces, with the text that they have instead.
    /// They are not counted in `pieces`.
    pub unclear: Vec<(String, String)>,
}

/// What an item is on the shelf: its SKU, or its name if it has none. Names come after SKUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Article<'a> {
    Sku(&'a str),
    Name(&'a str),
}

impl<'a> Article<'a> {
    fn of_item(item: &'a OrderItem) -> Self {
        match item.sku.trim() {
            "" => Self::Name(item.name.trim()),
            sku => Self::Sku(sku),
        }
    }

    fn sort_key(self) -> (bool, NaturalKey) {
        match self {
            Self::Sku(sku) => (false, NaturalKey::of_text(sku)),
            Self::Name(name) => (true, NaturalKey::of_text(name)),
        }
    }
}

/// The items of all orders by SKU in natural order, pieces summed; items without a SKU follow by
/// name. No item is left out.
pub fn pick_lines(orders: &[PickOrder<'_>]) -> Vec<PickLine> {
    let mut places: HashMap<Article<'_>, usize> = HashMap::new();
    let mut lines: Vec<(Article<'_>, PickLine, Vec<&str>)> = Vec::new();
    for order in orders {
        // An order may list a SKU several times.
        let mut own: BTreeMap<usize, u64> = BTreeMap::new();
        for item in order.items {
            let article = Article::of_item(item);
            let place = *places.entry(article).or_insert_with(|| {
                lines.push((article, PickLine::default(), Vec::new()));
                lines.len() - 1
            });
            let Some((_, line, names)) = lines.get_mut(place) else {
                continue;
            };
            let name = item.name.trim();
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
            match item.pieces() {
                Some(pieces) => *own.entry(place).or_default() += u64::from(pieces),
                None => {
                    let text = item.quantity.trim().to_owned();
                    line.unclear.push((order.number.to_owned(), text));
                }
            }
        }
        for (place, pieces) in own {
            if let Some((_, line, _)) = lines.get_mut(place) {
                line.pieces += pieces;
                line.orders.push((order.number.to_owned(), pieces));
            }
        }
    }
    lines.sort_by_cached_key(|(article, ..)| article.sort_key());
    let finished = lines.into_iter().map(|(article, mut line, names)| {
        if let Article::Sku(sku) = article {
            line.sku = sku.to_owned();
        }
        line.name = names.join(" / ");
        line
    });
    finished.collect()
}

/// The sequence in which orders are packed and their labels printed, as indexes into `orders`:
///
/// 1. Orders of one SKU, grouped by it in the sequence of [`pick_lines`]; within a group, those
///    with fewer pieces first, so that equal parcels follow each other.
/// 2. Orders of several SKUs, by their first SKU in that sequence, then by their second, and so on:
///    equal ones follow each other.
/// 3. Orders without items.
///
/// Orders that are equal in this respect keep their sequence. Items without a SKU count by name; a
/// quantity that cannot be read counts as no piece.
pub fn pick_order(orders: &[PickOrder<'_>]) -> Vec<usize> {
    let mut articles: Vec<Article<'_>> = Vec::new();
    let mut ranks: HashMap<Article<'_>, usize> = HashMap::new();
    for item in orders.iter().flat_map(|order| order.items) {
        let article = Article::of_item(item);
        ranks.entry(article).or_insert_with(|| {
            articles.push(article);
            0
        });
    }
    articles.sort_by_cached_key(|article| article.sort_key());
    for (rank, article) in articles.iter().enumerate() {
        ranks.insert(*article, rank);
    }
    let key = |order: &PickOrder<'_>| {
        let rank = |item| ranks.get(&Article::of_item(item)).copied();
        let mut own: Vec<usize> = order.items.iter().filter_map(rank).collect();
        own.sort_unstable();
        own.dedup();
        match own.len() {
            0 => (2, own, 0),
            1 => {
                let pieces = order.items.iter().filter_map(OrderItem::pieces);
                (0, own, pieces.map(u64::from).sum::<u64>())
            }
            _ => (1, own, 0),
        }
    };
    let mut sequence: Vec<usize> = (0..orders.len()).collect();
    sequence.sort_by_cached_key(|at| orders.get(*at).map(key));
    sequence
}

#[cfg(test)]
mod tests;
