//! The states and countries of the map, drawn below the route.

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

use super::{MapView, project};
use crate::drawing::map::{Map, Region};
use crate::ui::tokens::{Tokens, size};

/// Points of an outline closer than this on screen are merged.
const DETAIL: f32 = 1.2;

pub fn paint(painter: &Painter, rect: Rect, view: &MapView, map: &Map, tokens: &Tokens) {
    let border = Stroke::new(size::HAIRLINE, tokens.line_strong);
    for region in map.countries.iter().chain(&map.states) {
        if !is_seen(region, rect, view) {
            continue;
        }
        let points: Vec<Pos2> = region
            .points
            .iter()
            .map(|[lon, lat]| view.on_screen(rect, project(f64::from(*lon), f64::from(*lat))))
            .collect();
        fill(painter, &points, &region.triangles, tokens.surface);
        for ring in &region.rings {
            outline(painter, points.get(ring.clone()).unwrap_or_default(), border);
        }
    }
}

fn is_seen(region: &Region, rect: Rect, view: &MapView) -> bool {
    let [west, south, east, north] = region.bounds.map(f64::from);
    let corner = |at: Vec2| view.on_screen(rect, at);
    Rect::from_min_max(corner(project(west, north)), corner(project(east, south))).intersects(rect)
}

fn fill(painter: &Painter, points: &[Pos2], triangles: &[u32], color: Color32) {
    let mut mesh = Mesh::default();
    mesh.indices.extend_from_slice(triangles);
    mesh.vertices.extend(points.iter().map(|pos| Vertex { pos: *pos, uv: WHITE_UV, color }));
    painter.add(Shape::mesh(mesh));
}

fn outline(painter: &Painter, ring: &[Pos2], stroke: Stroke) {
    let mut kept: Vec<Pos2> = Vec::new();
    for point in ring {
        if kept.last().is_none_or(|last| last.distance_sq(*point) > DETAIL * DETAIL) {
            kept.push(*point);
        }
    }
    // Drawn as separate segments: joined lines would grow spikes at the sharp corners of a coast.
    let closed = kept.iter().zip(kept.iter().cycle().skip(1));
    if kept.len() > 2 {
        painter.extend(closed.map(|(from, to)| Shape::line_segment([*from, *to], stroke)));
    }
}
