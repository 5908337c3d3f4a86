//! How many forms a page draws. Forms that draw others twice double their number with each level, and
//! the engine draws them all, down to fifty levels.

use std::collections::HashMap;

use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::content::ops::TypedInstruction;
use hayro::hayro_syntax::object::{Dict, Name, ObjectIdentifier, Stream};
use hayro::hayro_syntax::page::{Page, Resources};

/// The levels that the engine draws.
const DEEPEST: u32 = 50;
/// More than any label has. A group costs as much as some tens of other forms: it is drawn on a bitmap
/// of its own.
const MOST: u64 = 20_000;
const COST_OF_GROUP: u64 = 20;

/// The cost of a form at a depth.
type Known = HashMap<(ObjectIdentifier, u32), u64>;

pub fn are_too_many(page: &Page<'_>) -> bool {
    let content = page.page_stream().unwrap_or_default();
    cost(page.resources(), content, 0, &mut Known::new()) > MOST
}

fn cost(resources: &Resources<'_>, content: &[u8], depth: u32, known: &mut Known) -> u64 {
    if depth >= DEEPEST || resources.x_objects.is_empty() {
        return 0;
    }
    let mut operations = TypedIter::new(content);
    let mut total = 0_u64;
    while let Some(operation) = operations.next() {
        if let TypedInstruction::XObject(drawn) = operation
            && let Some(stream) = resources.get_x_object(drawn.0)
        {
            total = total.saturating_add(cost_of_form(resources, &stream, depth, known));
        }
        if total > MOST {
            break;
        }
    }
    total
}

fn cost_of_form(
    resources: &Resources<'_>,
    form: &Stream<'_>,
    depth: u32,
    known: &mut Known,
) -> u64 {
    let dict = form.dict();
    let is_form = dict.get::<Name<'_>>("Subtype").is_some_and(|kind| *kind == *b"Form");
    let key = (form.obj_id(), depth);
    if !is_form {
        return 0;
    }
    if let Some(cost) = known.get(&key) {
        return *cost;
    }
    let own = if dict.contains_key("Group") { COST_OF_GROUP } else { 1 };
    let of_form = dict.get::<Dict<'_>>("Resources").map(Resources::new);
    // Without resources of its own, a form has those of what draws it.
    let resources = of_form.as_ref().unwrap_or(resources);
    let inner = match form.decoded_data() {
        Ok(content) => cost(resources, &content, depth + 1, known),
        Err(_) => 0,
    };
    let total = own.saturating_add(inner);
    known.insert(key, total);
    total
}
