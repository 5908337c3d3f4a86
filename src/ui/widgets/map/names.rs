//! Placement of place names on the map: beside their dots, clear of the route and of each other.

use egui::{Pos2, Rect, Vec2, vec2};

/// Distance between the center of a dot and its name.
const AWAY: f32 = 12.0;
/// Distance between a name and anything it must not touch.
const AROUND: f32 = 3.0;

/// A rectangle for each name, or `None` if no side of its dot is free or the place is named already. The two ends of the route
/// are placed before the stops between them, and newer stops before older ones, because callers ask
/// for those on the phone. An end is named even if its name then overlaps the route.
pub fn places(
    room: Rect,
    covered: Rect,
    way: &[Pos2],
    labels: &[(&str, Vec2)],
) -> Vec<Option<Rect>> {
    let last = way.len().saturating_sub(1);
    let between = (1..last).rev();
    let mut placed: Vec<Option<Rect>> = vec![None; labels.len()];
    for nth in [last, 0].into_iter().chain(between) {
        let (Some(dot), Some((name, size))) = (way.get(nth), labels.get(nth)) else {
            continue;
        };
        let mut named = labels.iter().zip(&placed).filter(|(_, place)| place.is_some());
        if named.any(|((other, _), _)| other == name) {
            continue;
        }
        let stands_in = |place: &&Rect| {
            room.contains_rect(**place) && !covered.intersects(place.expand(AROUND))
        };
        let is_apart = |place: &&Rect| {
            let mut taken = placed.iter().flatten();
            !taken.any(|other| other.intersects(place.expand(AROUND)))
        };
        let is_clear = |place: &&Rect| {
            let place = place.expand(AROUND);
            let mut legs = way.iter().zip(way.iter().skip(1));
            !way.iter().any(|dot| place.contains(*dot))
                && !legs.any(|(from, to)| crosses(place, *from, *to))
        };
        let sides = sides(*dot, *size);
        let free = || sides.iter().filter(stands_in).filter(is_apart);
        let fallback = || free().next().filter(|_| nth == last || nth == 0);
        let chosen = free().find(is_clear).or_else(fallback).copied();
        if let Some(slot) = placed.get_mut(nth) {
            *slot = chosen;
        }
    }
    placed
}

/// Positions to try: right and left of the dot first, then below, above and the corners.
fn sides(dot: Pos2, size: Vec2) -> [Rect; 8] {
    let beside = AWAY + size.x / 2.0;
    let over = AWAY + size.y / 2.0;
    let corner = (AWAY / 2.0 + size.x / 2.0, AWAY * 0.7 + size.y / 2.0);
    [
        vec2(beside, 0.0),
        vec2(-beside, 0.0),
        vec2(0.0, over),
        vec2(0.0, -over),
        vec2(corner.0, corner.1),
        vec2(-corner.0, corner.1),
        vec2(corner.0, -corner.1),
        vec2(-corner.0, -corner.1),
    ]
    .map(|shift| Rect::from_center_size(dot + shift, size))
}

/// Whether any point of the line segment is inside the rectangle.
fn crosses(rect: Rect, from: Pos2, to: Pos2) -> bool {
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (start, end, low, high) in
        [(from.x, to.x, rect.left(), rect.right()), (from.y, to.y, rect.top(), rect.bottom())]
    {
        let run = end - start;
        if run.abs() < f32::EPSILON {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / run, (high - start) / run);
        enters = enters.max(one.min(other));
        leaves = leaves.min(one.max(other));
    }
    enters <= leaves
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    const ROOM: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(700.0, 200.0) };
    const NAME: Vec2 = vec2(70.0, 14.0);

    fn named(way: &[Pos2], covered: Rect) -> Vec<Option<Rect>> {
        let names: Vec<String> = (0..way.len()).map(|nth| nth.to_string()).collect();
        let labels: Vec<_> = names.iter().map(|name| (name.as_str(), NAME)).collect();
        places(ROOM, covered, way, &labels)
    }

    #[test]
    fn no_name_lies_on_the_way_or_on_another() {
        let across = [pos2(620.0, 60.0), pos2(350.0, 110.0), pos2(80.0, 150.0)];
        let down = [pos2(300.0, 20.0), pos2(300.0, 100.0), pos2(305.0, 190.0)];
        for way in [across, down] {
            let names = named(&way, Rect::NOTHING);
            for (nth, name) in names.iter().enumerate() {
                let name = name.expect("there is room for each");
                assert!(ROOM.contains_rect(name));
                assert!(!crosses(name, way[0], way[1]) && !crosses(name, way[1], way[2]));
                for other in names.iter().skip(nth + 1).flatten() {
                    assert!(!other.intersects(name));
                }
            }
        }
    }

    /// W62: St. Louis stood on the map twice.
    #[test]
    fn a_place_that_the_parcel_passes_twice_is_named_once() {
        let way = [pos2(620.0, 60.0), pos2(480.0, 160.0), pos2(300.0, 40.0), pos2(80.0, 150.0)];
        let labels = ["Omaha", "St. Louis", "St. Louis", "Reno"].map(|name| (name, NAME));
        let named = places(ROOM, Rect::NOTHING, &way, &labels);
        assert_eq!(
            named.iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, false, true, true]
        );
    }

    #[test]
    fn a_name_keeps_off_the_buttons_and_inside_the_map() {
        let buttons = Rect::from_min_max(pos2(640.0, 0.0), pos2(700.0, 120.0));
        let names = named(&[pos2(620.0, 60.0)], buttons);
        let name = names[0].expect("left of it is room");
        assert!(!name.intersects(buttons) && name.right() < 620.0);
    }

    #[test]
    fn of_places_close_together_the_ends_are_named_and_the_rest_is_left_out() {
        let heap = |nth: u8| pos2(340.0 + f32::from(nth), 100.0);
        let way: Vec<Pos2> = (0..12).map(heap).collect();
        let names = named(&way, Rect::NOTHING);
        assert!(names[0].is_some() && names[11].is_some());
        assert!(names.iter().flatten().count() < 12);
    }

    #[test]
    fn a_line_crosses_only_where_it_runs() {
        let rect = Rect::from_min_max(pos2(10.0, 10.0), pos2(20.0, 20.0));
        assert!(crosses(rect, pos2(0.0, 0.0), pos2(30.0, 30.0)));
        assert!(crosses(rect, pos2(12.0, 12.0), pos2(13.0, 13.0)));
        assert!(!crosses(rect, pos2(0.0, 0.0), pos2(8.0, 8.0)));
        assert!(!crosses(rect, pos2(0.0, 25.0), pos2(30.0, 25.0)));
        assert!(!crosses(rect, pos2(25.0, 0.0), pos2(25.0, 30.0)));
    }
}
