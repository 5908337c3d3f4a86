//! Software renderer for egui's triangles, so that screenshots need no display and no graphics
//! card. As in egui's own painters, colors are multiplied and blended in gamma space with
//! premultiplied alpha. A pixel belongs to a triangle if its center does.

use std::collections::HashMap;
use std::ops::Range;

use egui::epaint::{ImageDelta, Primitive, Vertex};
use egui::{
    ClippedPrimitive, Color32, Context, FullOutput, ImageData, Rect, TextureFilter, TextureId,
    TexturesDelta,
};
use egui_kittest::TestRenderer;
use image::RgbaImage;

/// Largest width or height of a picture, in pixels.
const MOST_PIXELS: f32 = 16_384.0;

/// A software renderer, with the textures it paints with.
#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, Texture>,
    /// Freed by the last frame, which may still be painted with them.
    retired: Vec<TextureId>,
}

struct Texture {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
    nearest: bool,
}

/// A vertex in pixels.
#[derive(Clone, Copy)]
struct Corner {
    x: f32,
    y: f32,
    u: f32,
    v: f32,
    color: [f32; 4],
}

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for id in self.retired.drain(..) {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.set(id, &change);
            }
        }
        self.retired.extend(delta.free.drain());
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = output.pixels_per_point;
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        let size = ctx.viewport_rect().size() * scale;
        let [width, height] = [size.x, size.y].map(whole_pixels);
        let page = ctx.global_style().visuals.panel_fill;
        let pixels = self.paint(page, [width, height], &primitives, scale);
        let bytes = pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b(), u8::MAX]);
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or_default();
        RgbaImage::from_raw(side(width), side(height), bytes.collect())
            .ok_or_else(|| format!("a picture cannot have {width} by {height} pixels"))
    }
}

impl Raster {
    /// Paints an entire frame over the background color, row by row.
    pub fn paint(
        &self,
        page: Color32,
        [width, height]: [usize; 2],
        primitives: &[ClippedPrimitive],
        pixels_per_point: f32,
    ) -> Vec<Color32> {
        let mut pixels = vec![page; width * height];
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                continue;
            };
            let clip = clip_in_pixels(*clip_rect, pixels_per_point, width, height);
            let mut canvas = Canvas { width, pixels: &mut pixels, clip, texture };
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = triangle else { continue };
                let vertex = |index: &u32| mesh.vertices.get(*index as usize);
                if let (Some(a), Some(b), Some(c)) = (vertex(a), vertex(b), vertex(c)) {
                    canvas.triangle([a, b, c].map(|vertex| corner(vertex, pixels_per_point)));
                }
            }
        }
        pixels
    }

    fn set(&mut self, id: TextureId, change: &ImageDelta) {
        let ImageData::Color(image) = &change.image;
        let [width, height] = image.size;
        let nearest = change.options.magnification == TextureFilter::Nearest;
        let Some([left, top]) = change.pos else {
            let texture = Texture { width, height, pixels: image.pixels.clone(), nearest };
            self.textures.insert(id, texture);
            return;
        };
        let Some(texture) = self.textures.get_mut(&id) else {
            return;
        };
        for (row, source) in image.pixels.chunks_exact(width.max(1)).enumerate() {
            let start = (top + row) * texture.width + left;
            if let Some(target) = texture.pixels.get_mut(start..start + source.len()) {
                target.copy_from_slice(source);
            }
        }
    }
}

/// The target of the triangles of one mesh.
struct Canvas<'a> {
    width: usize,
    pixels: &'a mut [Color32],
    clip: (Range<usize>, Range<usize>),
    texture: &'a Texture,
}

impl Canvas<'_> {
    fn triangle(&mut self, corners: [Corner; 3]) {
        let [a, b, c] = corners;
        let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        let top = a.y.min(b.y).min(c.y);
        let bottom = a.y.max(b.y).max(c.y);
        let rows = centres(top, bottom, &self.clip.1);
        let flat = a.color == b.color
            && b.color == c.color
            && (a.u, a.v) == (b.u, b.v)
            && (b.u, b.v) == (c.u, c.v);
        let flat = flat.then(|| times(self.texture.at(a.u, a.v), a.color));
        for y in rows {
            let centre = y as f32 + 0.5;
            let Some((left, right)) = span(&corners, centre) else {
                continue;
            };
            let columns = centres(left, right, &self.clip.0);
            if columns.is_empty() {
                continue;
            }
            let row = y * self.width;
            let Some(pixels) = self.pixels.get_mut(row + columns.start..row + columns.end) else {
                continue;
            };
            if let Some(color) = flat {
                fill(pixels, color);
                continue;
            }
            for (pixel, x) in pixels.iter_mut().zip(columns) {
                let (dx, dy) = (x as f32 + 0.5 - a.x, centre - a.y);
                let to_b = (dx * (c.y - a.y) - (c.x - a.x) * dy) / area;
                let to_c = ((b.x - a.x) * dy - dx * (b.y - a.y)) / area;
                let to_a = 1.0 - to_b - to_c;
                let mix = |a: f32, b: f32, c: f32| a * to_a + b * to_b + c * to_c;
                let texel = self.texture.at(mix(a.u, b.u, c.u), mix(a.v, b.v, c.v));
                let [ar, ag, ab, aa] = a.color;
                let [br, bg, bb, ba] = b.color;
                let [cr, cg, cb, ca] = c.color;
                let color = [mix(ar, br, cr), mix(ag, bg, cg), mix(ab, bb, cb), mix(aa, ba, ca)];
                *pixel = over(times(texel, color), *pixel);
            }
        }
    }
}

impl Texture {
    fn at(&self, u: f32, v: f32) -> [f32; 4] {
        let (x, y) = (u * self.width as f32, v * self.height as f32);
        if self.nearest {
            return self.texel(x.floor(), y.floor());
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let upper = blend(self.texel(left, top), self.texel(left + 1.0, top), across);
        if down == 0.0 {
            return upper;
        }
        let lower = blend(self.texel(left, top + 1.0), self.texel(left + 1.0, top + 1.0), across);
        blend(upper, lower, down)
    }

    /// The pixel at this position, clamped to the edge.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped first
    fn texel(&self, x: f32, y: f32) -> [f32; 4] {
        let x = x.clamp(0.0, self.width.saturating_sub(1) as f32) as usize;
        let y = y.clamp(0.0, self.height.saturating_sub(1) as f32) as usize;
        let color = self.pixels.get(y * self.width + x);
        floats(color.copied().unwrap_or_default())
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped first
fn whole_pixels(length: f32) -> usize {
    length.round().clamp(0.0, MOST_PIXELS) as usize
}

fn corner(vertex: &Vertex, scale: f32) -> Corner {
    Corner {
        x: vertex.pos.x * scale,
        y: vertex.pos.y * scale,
        u: vertex.uv.x,
        v: vertex.uv.y,
        color: floats(vertex.color),
    }
}

/// Where a row of pixel centers enters and leaves the triangle. Each edge includes its upper end
/// but not its lower end, so that adjacent triangles neither overlap nor leave gaps.
fn span([a, b, c]: &[Corner; 3], y: f32) -> Option<(f32, f32)> {
    let mut crossings = [(a, b), (b, c), (c, a)].into_iter().filter_map(|(p, q)| {
        let (upper, lower) = if p.y <= q.y { (p, q) } else { (q, p) };
        (upper.y <= y && y < lower.y)
            .then(|| upper.x + (y - upper.y) / (lower.y - upper.y) * (lower.x - upper.x))
    });
    let (first, second) = (crossings.next()?, crossings.next()?);
    Some((first.min(second), first.max(second)))
}

/// The pixels with centers from `start` up to but not including `end`, within the clip.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped first
fn centres(start: f32, end: f32, clip: &Range<usize>) -> Range<usize> {
    let edge = |at: f32| {
        let pixel = (at - 0.5).ceil();
        pixel.clamp(clip.start as f32, clip.end as f32) as usize
    };
    edge(start)..edge(end).max(edge(start))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped first
fn clip_in_pixels(
    clip: Rect,
    scale: f32,
    width: usize,
    height: usize,
) -> (Range<usize>, Range<usize>) {
    let pixel = |at: f32, most: usize| (at * scale).round().clamp(0.0, most as f32) as usize;
    (
        pixel(clip.min.x, width)..pixel(clip.max.x, width),
        pixel(clip.min.y, height)..pixel(clip.max.y, height),
    )
}

fn fill(pixels: &mut [Color32], color: [f32; 4]) {
    let [_, _, _, alpha] = color;
    if alpha >= 255.0 {
        pixels.fill(over(color, Color32::BLACK));
    } else if alpha > 0.0 || color.iter().any(|part| *part > 0.0) {
        for pixel in pixels {
            *pixel = over(color, *pixel);
        }
    }
}

/// Blends `source` over `under` in gamma space, with premultiplied alpha.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped first
fn over(source: [f32; 4], under: Color32) -> Color32 {
    let [red, green, blue, alpha] = source;
    let keep = 1.0 - alpha / 255.0;
    let part =
        |source: f32, under: u8| (source + f32::from(under) * keep + 0.5).clamp(0.0, 255.0) as u8;
    Color32::from_rgb(part(red, under.r()), part(green, under.g()), part(blue, under.b()))
}

fn floats(color: Color32) -> [f32; 4] {
    color.to_array().map(f32::from)
}

fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([ar, ag, ab, aa], [br, bg, bb, ba]) = (a, b);
    [ar * br / 255.0, ag * bg / 255.0, ab * bb / 255.0, aa * ba / 255.0]
}

fn blend(a: [f32; 4], b: [f32; 4], part: f32) -> [f32; 4] {
    if part == 0.0 {
        return a;
    }
    let ([ar, ag, ab, aa], [br, bg, bb, ba]) = (a, b);
    let mix = |a: f32, b: f32| a + (b - a) * part;
    [mix(ar, br), mix(ag, bg), mix(ab, bb), mix(aa, ba)]
}
