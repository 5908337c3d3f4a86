//! Orders that need attention, corrected one after the other by keyboard.

use postroom::base::locale;
use postroom::base::locale::Message;
use postroom::desk::orders::list::TO_DO;
use postroom::orders::order::Order;
use postroom::orders::order_state::{OrderProblem, OrderProblemField};
use postroom::parcel::draft::{Field, PackageField};
use postroom::tables::import_note::{ImportNote, ImportNoteKind};

use super::order_samples;
use super::settings_language::is_own_process;
use crate::prelude::*;

fn in_list(number: usize, problems: &[OrderProblemField]) -> OrderInList {
    let mut order = Order {
        number: format!("#{number}"),
        import_notes: vec![ImportNote {
            kind: ImportNoteKind::ClosedInShop,
            column: "Status".to_owned(),
            text: "fulfilled".to_owned(),
            row: 2,
            settled: false,
        }],
        ..Order::default()
    };
    order.to.name = format!("Customer {number}");
    let problems = problems.iter().map(|field| OrderProblem {
        field: *field,
        name: Message::from("A field"),
        message: Message::from("is wrong"),
    });
    let problems: Vec<OrderProblem> = problems.collect();
    let state = match problems.is_empty() {
        true => OrderState::Ready,
        false => OrderState::NeedsAttention,
    };
    let row = order_samples::in_list(format!("id-{number}"), state, order);
    OrderInList { problems, packages: vec![PackageForm::default()], ..row }
}

const ZIP: OrderProblemField = OrderProblemField::Draft(Field::To(AddressField::Zip));
const WEIGHT: OrderProblemField = OrderProblemField::Draft(Field::Package(0, PackageField::Weight));
const NOTE: OrderProblemField = OrderProblemField::Note(0);

/// Three orders that need attention among others. The first lacks two things.
fn shop() -> State {
    let problems: [&[OrderProblemField]; 4] = [&[], &[ZIP, WEIGHT], &[NOTE], &[]];
    let rows = (1..).zip(problems).map(|(number, problems)| in_list(number, problems));
    order_samples::listed(rows.collect())
}

/// What the desk does with an order once a change of it is stored.
fn store(scene: &mut Scene, row: OrderInList) {
    let row = Arc::new(row);
    let orders = &mut scene.state.orders;
    for other in &mut orders.rows {
        if other.id == row.id {
            *other = Arc::clone(&row);
        }
    }
    orders.open = Some(row);
    scene.settle();
}

fn open(scene: &mut Scene, place: usize) {
    let row = Arc::clone(&scene.state.orders.rows[place]);
    scene.state.orders.open = Some(row);
    scene.settle();
}

fn opened(intents: &[Intent]) -> Vec<Option<String>> {
    let opened = intents.iter().filter_map(|intent| match intent {
        Intent::Orders(OrderIntent::Open(id)) => Some(id.as_ref().map(ToString::to_string)),
        _ => None,
    });
    opened.collect()
}

fn edits(intents: &[Intent]) -> Vec<OrderEdit> {
    let edits = intents.iter().filter_map(|intent| match intent {
        Intent::Orders(OrderIntent::Edit { edit, .. } | OrderIntent::EditEntered { edit, .. }) => {
            Some(edit.clone())
        }
        _ => None,
    });
    edits.collect()
}

/// Z8: another station's change came in while the field was being typed into. When the field was left,
/// its own text was compared with that one, and the change of the other was gone without a word.
#[test]
fn an_edit_says_how_the_order_was_when_its_field_was_entered() {
    let mut scene = Scene::on(Panel::Orders, shop());
    open(&mut scene, 0);
    let entered = |intents: &[Intent]| {
        let edits = intents.iter().filter_map(|intent| match intent {
            Intent::Orders(OrderIntent::EditEntered { entered, edit }) => {
                Some((entered.revision, entered.order.to.name.clone(), edit.clone()))
            }
            _ => None,
        });
        edits.collect::<Vec<_>>()
    };
    let name = |text: &str| OrderEdit::To(AddressField::Name, text.to_owned());
    scene.type_into("Recipient name", "Tove");
    let mut row = in_list(1, &[]);
    (row.revision, row.order.to.name) = (2, "Office".to_owned());
    row.changed_by = "another bench".to_owned();
    store(&mut scene, row);
    let intents = scene.key(Key::Tab);
    let typed = match edits(&intents).as_slice() {
        [OrderEdit::To(AddressField::Name, typed)] => typed.clone(),
        other => panic!("{other:?}"),
    };
    assert!(typed.contains("Tove"), "{typed}");
    assert_eq!(entered(&intents), [(1, "Customer 1".to_owned(), name(&typed))]);
    // Entered again, the text that is there now decides.
    scene.type_into("Recipient name", "x");
    let intents = scene.key(Key::Tab);
    let revisions = entered(&intents).into_iter().map(|(revision, ..)| revision);
    assert_eq!(revisions.collect::<Vec<_>>(), [2]);
}

#[test]
fn enter_goes_from_problem_to_problem_and_from_order_to_order() {
    let mut scene = Scene::on(Panel::Orders, shop());
    let asked = scene.click("Correct orders");
    let shown = asked.iter().find_map(|intent| match intent {
        Intent::Orders(OrderIntent::Show { filter, .. }) => Some(filter.clone()),
        _ => None,
    });
    let filter = shown.unwrap();
    assert!(filter.states.contains(&OrderState::NeedsAttention), "{filter:?}");

    // The desk answers with the orders that need attention.
    scene.state.orders.filter = filter;
    scene.state.orders.rows.retain(|row| !row.problems.is_empty());
    scene.state.orders.matching = 2;
    scene.intents();
    scene.settle();
    assert_eq!(opened(&scene.intents()), [Some("id-2".to_owned())]);
    open(&mut scene, 0);
    assert_eq!(scene.focus().as_deref(), Some("Recipient ZIP"));
    scene.check("orders-correcting");

    scene.write("10118");
    let intents = scene.key(Key::Enter);
    let zip = OrderEdit::To(AddressField::Zip, "10118".to_owned());
    assert_eq!(edits(&intents), [zip]);
    // Its weight is still missing: the order stays.
    let mut row = in_list(2, &[WEIGHT]);
    (row.revision, row.order.to.zip) = (2, "10118".to_owned());
    store(&mut scene, row.clone());
    assert_eq!(scene.focus().as_deref(), Some("Weight"));
    scene.write("1.5");
    scene.key(Key::Enter);
    row.revision = 3;
    row.problems.clear();
    row.packages[0].weight = "1.5".to_owned();
    row.state = OrderState::Ready;
    scene.intents();
    store(&mut scene, row);
    assert_eq!(opened(&scene.intents()), [Some("id-3".to_owned())]);

    open(&mut scene, 1);
    assert_eq!(scene.focus().as_deref(), Some("It’s right"));
    let intents = scene.key(Key::Enter);
    assert_eq!(edits(&intents), [OrderEdit::SettleNote(0)]);
    let mut row = in_list(3, &[]);
    row.revision = 2;
    scene.intents();
    store(&mut scene, row);
    let intents = scene.intents();
    // It was the last one: what is to be done is shown again, and no order beside it.
    assert_eq!(opened(&intents), [None]);
    let to_do = intents.iter().any(|intent| match intent {
        Intent::Orders(OrderIntent::Show { filter, .. }) => filter.states == TO_DO,
        _ => false,
    });
    assert!(to_do, "{intents:?}");
}

/// An order that can't be corrected now is passed over, and the mouse leads nowhere by itself.
#[test]
fn enter_without_a_change_passes_over_and_the_mouse_stays() {
    let mut scene = Scene::on(Panel::Orders, shop());
    open(&mut scene, 1);
    scene.click("Recipient ZIP");
    let intents = scene.key(Key::Enter);
    assert_eq!(edits(&intents), []);
    assert_eq!(opened(&intents), [Some("id-3".to_owned())]);

    open(&mut scene, 2);
    assert_eq!(scene.focus().as_deref(), Some("It’s right"));
    let intents = scene.click("It’s right");
    assert_eq!(edits(&intents), [OrderEdit::SettleNote(0)]);
    let mut row = in_list(3, &[]);
    row.revision = 2;
    store(&mut scene, row);
    assert_eq!(opened(&scene.intents()), []);
}

/// The number of pieces can be corrected where it is no number, and only there.
#[test]
fn a_quantity_that_is_no_number_gets_a_field() {
    let mut state = shop();
    let mut row = in_list(2, &[OrderProblemField::Quantity(1)]);
    let item = |quantity: &str| OrderItem {
        sku: "CUP".to_owned(),
        quantity: quantity.to_owned(),
        ..OrderItem::default()
    };
    row.order.items = vec![item("2"), item("0")];
    state.orders.rows[1] = Arc::new(row);
    let mut scene = Scene::on(Panel::Orders, state);
    open(&mut scene, 1);
    assert!(!scene.stage.shows("Quantity of item 1"));
    scene.type_into("Quantity of item 2", "3");
    let edit = edits(&scene.key(Key::Enter));
    assert_eq!(edit, [OrderEdit::Items(vec![item("2"), item("3")])]);
}

/// The button, and the order beside the list or in its place.
#[test]
fn corrections_fit_at_every_size_and_in_both_languages() {
    let test = "order_corrections::corrections_fit_at_every_size_and_in_both_languages";
    if is_own_process(test) {
        for language in ["en", "es"] {
            locale::choose(language);
            for size in [(1366, 768, 1.0), (1024, 700, 1.0), (1366, 768, 2.0), (1024, 700, 2.0)] {
                fits(language, size);
            }
        }
    }
}

fn fits(language: &str, (width, height, scale): (usize, usize, f32)) {
    let button = match language {
        "es" => "Corregir pedidos",
        _ => "Correct orders",
    };
    for (problem, view) in
        [(ZIP, "zip"), (NOTE, "note"), (OrderProblemField::Quantity(0), "quantity")]
    {
        let mut state = shop();
        let mut row = in_list(2, &[problem]);
        row.order.items = vec![OrderItem {
            sku: "CUP".to_owned(),
            name: "A cup with a handle".to_owned(),
            quantity: "0".to_owned(),
            ..OrderItem::default()
        }];
        state.orders.rows[1] = Arc::new(row);
        state.settings.scale = scale;
        let mut scene = Scene::on(Panel::Orders, state);
        scene.stage.resize((width, height));
        scene.settle();
        let name = format!("orders-correct-{view}-{language}-{width}-{scale}");
        scene.check(&format!("{name}-list"));
        scene.click(button);
        scene.state.orders.filter.states = vec![OrderState::NeedsAttention];
        scene.settle();
        assert_eq!(opened(&scene.intents()), [Some("id-2".to_owned())], "{name}");
        open(&mut scene, 1);
        scene.check(&name);
    }
}
