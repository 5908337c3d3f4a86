//! Where the rows of tables are on screen.

use egui::{Context, Id, Rect};

/// The rows of all tables that were drawn in a pass.
#[derive(Clone, Debug, Default)]
struct Rows {
    pass: u64,
    places: Vec<Rect>,
}

fn id() -> Id {
    Id::unique("rows of tables")
}

/// Adds the rows of a table that is being drawn.
pub fn remember(ctx: &Context, place: Rect) {
    if !place.is_positive() {
        return;
    }
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let rows = data.get_temp_mut_or_default::<Rows>(id());
        if rows.pass != pass {
            *rows = Rows { pass, places: Vec::new() };
        }
        rows.places.push(place);
    });
}

/// The places of the rows of the tables that have been drawn so far in this pass.
pub fn rows_on_screen(ctx: &Context) -> Vec<Rect> {
    let pass = ctx.cumulative_pass_nr();
    let rows: Option<Rows> = ctx.data(|data| data.get_temp(id()));
    rows.filter(|rows| rows.pass == pass).map_or_else(Vec::new, |rows| rows.places)
}
