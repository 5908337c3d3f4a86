//! The pixels of shapes, counted one by one.

use std::ops::Range;

use egui::epaint::{ImageDelta, Primitive};
use egui::{
    ClippedPrimitive, Color32, ColorImage, Mesh, Rect, TextureId, TextureOptions, TexturesDelta,
    pos2,
};
use egui_kittest::TestRenderer;
use postroom_stage::raster::Raster;

const SOLID: Color32 = Color32::from_rgb(200, 0, 0);

/// The red channel of four by four pixels, painted with a white texture.
fn reds(primitives: &[ClippedPrimitive], pixels_per_point: f32) -> Vec<u8> {
    let mut raster = Raster::default();
    raster.handle_delta(&mut white(TextureId::default()));
    let pixels = raster.paint(Color32::BLACK, [4, 4], primitives, pixels_per_point);
    pixels.iter().map(|pixel| pixel.r()).collect()
}

fn white(id: TextureId) -> TexturesDelta {
    let image = ColorImage::filled([1, 1], Color32::WHITE);
    let mut delta = TexturesDelta::default();
    delta.push(id, ImageDelta::full(image, TextureOptions::LINEAR));
    delta
}

fn rect(x: Range<f32>, y: Range<f32>, color: Color32) -> ClippedPrimitive {
    let mut mesh = Mesh::default();
    let area = Rect::from_min_max(pos2(x.start, y.start), pos2(x.end, y.end));
    mesh.add_colored_rect(area, color);
    ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }
}

#[test]
fn a_rectangle_covers_exactly_its_pixels_once() {
    let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
    // The two triangles share a diagonal; a pixel painted twice would be brighter.
    let expected = [0, 100, 100, 0, 0, 100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(reds(&[rect(1.0..3.0, 0.0..2.0, half)], 1.0), expected);
}

#[test]
fn colours_blend_over_what_is_there_and_stop_at_the_clip() {
    let dark = Color32::from_rgba_premultiplied(0, 0, 0, 128);
    let solid = rect(0.0..4.0, 0.0..4.0, SOLID);
    let mut veil = rect(0.0..4.0, 0.0..4.0, dark);
    veil.clip_rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(2.0, 4.0));
    let first: Vec<u8> = reds(&[solid, veil], 1.0).into_iter().take(4).collect();
    assert_eq!(first, [100, 100, 200, 200]);
}

#[test]
fn points_become_pixels() {
    let lit = reds(&[rect(0.0..1.0, 0.0..1.0, SOLID)], 2.0);
    assert_eq!(lit.iter().filter(|red| **red == 200).count(), 4);
}

#[test]
fn a_texture_freed_by_a_frame_is_there_for_its_picture_and_gone_with_the_next() {
    let page = TextureId::User(1);
    let mut raster = Raster::default();
    let mut delta = white(page);
    delta.free(page);
    raster.handle_delta(&mut delta);
    let mut shown = rect(0.0..4.0, 0.0..4.0, SOLID);
    if let Primitive::Mesh(mesh) = &mut shown.primitive {
        mesh.texture_id = page;
    }
    let red = |raster: &Raster| {
        raster.paint(Color32::BLACK, [4, 4], std::slice::from_ref(&shown), 1.0)[0].r()
    };
    assert_eq!(red(&raster), 200);
    raster.handle_delta(&mut TexturesDelta::default());
    assert_eq!(red(&raster), 0);
}
