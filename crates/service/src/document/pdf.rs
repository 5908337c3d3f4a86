//! The vector emitter: writes scenes as the pages of a PDF whose text can be searched and copied.

use krilla::Document;
use krilla::color::luma;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::DrawError;
use super::scene::{Align, Area, DOTS_PER_INCH, Ink, Scene, Shape};
use postroom_base::code128;
use postroom_drawing::font::{Face, GlyphRun, Weight};

pub fn write(scene: &Scene, title: &str) -> Result<Vec<u8>, DrawError> {
    write_pages(std::slice::from_ref(scene), title)
}

pub fn write_pages(scenes: &[Scene], title: &str) -> Result<Vec<u8>, DrawError> {
    let typefaces = Typefaces::open()?;
    let mut document = Document::new();
    document.set_metadata(
        Metadata::new().title(title.to_owned()).creator("Postroom practice service".to_owned()),
    );
    for scene in scenes {
        add_page(&mut document, scene, &typefaces)?;
    }
    document.finish().map_err(|error| DrawError::Pdf(format!("{error:?}")))
}

fn add_page(
    document: &mut Document,
    scene: &Scene,
    typefaces: &Typefaces,
) -> Result<(), DrawError> {
    let page_size = PageSettings::from_wh(scene.points.0, scene.points.1)
        .ok_or_else(|| DrawError::Pdf("the page has no size".to_owned()))?;
    let mut page = document.start_page_with(page_size);
    let mut surface = page.surface();
    // Coordinates are whole dots, scaled by one matrix. Nothing is rounded, so the edges of bars
    // coincide with pixel edges at 203 dpi and its multiples.
    let scale = 72.0 / DOTS_PER_INCH;
    surface.push_transform(&Transform::from_scale(scale, scale));
    for shape in &scene.shapes {
        draw(&mut surface, scene, shape, typefaces)?;
    }
    surface.pop();
    surface.finish();
    page.finish();
    Ok(())
}

struct Typeface {
    weight: Weight,
    face: Face,
    font: Font,
}

impl Typeface {
    /// The font to embed for a face: the bundled one, or an installed fallback.
    fn font_of(&self, face: &Face) -> Result<Font, DrawError> {
        if std::ptr::eq(face, &self.face) {
            return Ok(self.font.clone());
        }
        let file = face.file();
        Font::new(file.bytes.into(), file.index).ok_or(DrawError::Typeface)
    }
}

struct Typefaces(Vec<Typeface>);

impl Typefaces {
    fn open() -> Result<Typefaces, DrawError> {
        let open = |weight: Weight| {
            Some(Typeface {
                weight,
                face: Face::open(weight)?,
                font: Font::new(weight.file().into(), 0)?,
            })
        };
        let all: Option<Vec<Typeface>> = Weight::ALL.into_iter().map(open).collect();
        all.map(Typefaces).ok_or(DrawError::Typeface)
    }

    fn of(&self, weight: Weight) -> Result<&Typeface, DrawError> {
        self.0.iter().find(|typeface| typeface.weight == weight).ok_or(DrawError::Typeface)
    }
}

fn draw(
    surface: &mut Surface<'_>,
    scene: &Scene,
    shape: &Shape,
    typefaces: &Typefaces,
) -> Result<(), DrawError> {
    match shape {
        Shape::Box(area) => fill(surface, Ink::Black, &[*area]),
        Shape::Frame { area, thick } => fill(surface, Ink::Black, &sides(*area, *thick)),
        Shape::Code128 { area, module, codes } => {
            fill(surface, Ink::Black, &bars(*area, *module, codes, scene.turned))
        }
        Shape::Text { area, size, weight, align, ink, text } => {
            let typeface = typefaces.of(*weight)?;
            let size = *size as f32;
            let width = typeface.face.width(text) * size;
            let span = if scene.turned { area.height } else { area.width } as f32;
            let start = match align {
                Align::Left => 0.0,
                Align::Center => ((span - width) / 2.0).round(),
            };
            // The text is drawn along x from its baseline; in a turned scene this transform rotates
            // it.
            let placed = if scene.turned {
                Transform::from_row(0.0, 1.0, -1.0, 0.0, area.x as f32, area.y as f32)
            } else {
                Transform::from_row(1.0, 0.0, 0.0, 1.0, area.x as f32, area.bottom() as f32)
            };
            surface.push_transform(&placed);
            surface.set_fill(Some(solid(*ink)));
            let mut x = start;
            for piece in typeface.face.pieces(text) {
                let font = typeface.font_of(piece.face)?;
                surface.draw_glyphs(
                    Point::from_xy(x, 0.0),
                    &glyphs(&piece),
                    font,
                    text,
                    size,
                    false,
                );
                x += piece.width() * size;
            }
            surface.pop();
        }
    }
    Ok(())
}

fn glyphs(piece: &GlyphRun<'_>) -> Vec<KrillaGlyph> {
    piece
        .glyphs
        .iter()
        .map(|glyph| {
            KrillaGlyph::new(
                GlyphId::new(glyph.id),
                glyph.advance,
                glyph.right,
                glyph.up,
                0.0,
                glyph.text.clone(),
                None,
            )
        })
        .collect()
}

fn fill(surface: &mut Surface<'_>, ink: Ink, areas: &[Area]) {
    let mut path = PathBuilder::new();
    for area in areas {
        if let Some(rect) =
            Rect::from_xywh(area.x as f32, area.y as f32, area.width as f32, area.height as f32)
        {
            path.push_rect(rect);
        }
    }
    if let Some(path) = path.finish() {
        surface.set_fill(Some(solid(ink)));
        surface.draw_path(&path);
    }
}

fn solid(ink: Ink) -> Fill {
    let level = match ink {
        Ink::Black => 0,
        Ink::White => 255,
    };
    Fill { paint: luma::Color::new(level).into(), ..Fill::default() }
}

/// The four sides of a frame, without overlap.
fn sides(area: Area, thick: i32) -> [Area; 4] {
    let inner = area.height - 2 * thick;
    [
        Area::new(area.x, area.y, area.width, thick),
        Area::new(area.x, area.bottom() - thick, area.width, thick),
        Area::new(area.x, area.y + thick, thick, inner),
        Area::new(area.right() - thick, area.y + thick, thick, inner),
    ]
}

/// One rectangle per run of dark modules.
fn bars(area: Area, module: i32, codes: &[u8], turned: bool) -> Vec<Area> {
    let modules = code128::modules(codes);
    let mut bars = Vec::new();
    let mut at = 0;
    for run in modules.chunk_by(|a, b| a == b) {
        let width = i32::try_from(run.len()).unwrap_or(0) * module;
        if run.first() == Some(&true) {
            bars.push(if turned {
                Area::new(area.x, area.y + at, area.width, width)
            } else {
                Area::new(area.x + at, area.y, width, area.height)
            });
        }
        at += width;
    }
    bars
}
