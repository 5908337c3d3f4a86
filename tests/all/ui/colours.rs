//! Colors are constructed only in the design tokens, where their contrast is tested, and one thing
//! has one color.

use egui::{Color32, Event, Shape};
use postroom::ui::stage::Stage;
use postroom::ui::tokens::{DARK, LIGHT};

use super::now;
use crate::prelude::*;
use crate::source_files::{files_below, root};

const HOME: &str = "src/ui/tokens.rs";
const CONSTRUCTORS: [&str; 4] = ["Color32::from_", "Rgba::from_", "hex_color!", "Hsva::new"];

#[test]
fn no_panel_mixes_a_colour_of_its_own() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in files_below(&root().join("src/ui"), "rs") {
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let text = fs::read_to_string(&file).unwrap();
        seen += 1;
        for word in CONSTRUCTORS {
            if text.contains(word) && name != HOME {
                wrong.push(format!("{name} uses {word}"));
            }
        }
    }
    assert!(seen > 20, "only {seen} files were read");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What `of` picks of the shapes of the last frame.
pub(super) fn drawn<S, T>(stage: &Stage<S>, of: impl Fn(&Shape) -> Option<T>) -> Vec<T> {
    fn collect<T>(shape: &Shape, of: &impl Fn(&Shape) -> Option<T>, found: &mut Vec<T>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, of, found)),
            shape => found.extend(of(shape)),
        }
    }
    let mut found = Vec::new();
    for clipped in &stage.output().shapes {
        collect(&clipped.shape, &of, &mut found);
    }
    found
}

/// W57: "Updated 33 min ago" was white in some panels and gray in others.
#[test]
fn an_old_age_is_gray_in_every_panel() {
    let earlier = now() - SignedDuration::from_mins(33);
    for (theme, tokens) in [(Theme::Light, &LIGHT), (Theme::Dark, &DARK)] {
        for panel in [Panel::Shipments, Panel::Carriers, Panel::Manifests, Panel::Balance] {
            let mut state = super::panels::rich();
            state.settings.theme = theme;
            state.shipments.refresh = Remote::ready((), earlier);
            state.carriers.accounts = Remote::ready(Vec::new(), earlier);
            state.manifests.list = Remote::ready((), earlier);
            state.balance.summary = Remote::ready(Default::default(), earlier);
            let mut scene = Scene::on(panel, state);
            scene.settle();
            let ink = drawn(&scene.stage, |shape| match shape {
                Shape::Text(text) if text.galley.text() == "Updated 33 min ago" => {
                    text.galley.job.sections.first().map(|section| section.format.color)
                }
                _ => None,
            });
            assert_eq!(ink, [tokens.ink_muted], "{panel:?}, {theme:?}");
        }
    }
}

/// W58: under the pointer, the scroll bar was the brightest thing of the dark theme.
#[test]
fn a_scroll_bar_under_the_pointer_is_darker_than_words() {
    let mut state = super::panels::rich();
    state.settings.theme = Theme::Dark;
    let mut scene = Scene::on(Panel::Settings, state);
    scene.stage.set_size(egui::vec2(1024.0, 400.0));
    scene.settle();
    // The handle: higher than wide, and no wider than the bar.
    let handles = |scene: &Scene| {
        drawn(&scene.stage, |shape| match shape {
            Shape::Rect(rect) if rect.rect.width() <= 16.0 && rect.rect.height() > 90.0 => {
                Some((rect.rect, rect.fill))
            }
            _ => None,
        })
    };
    let (bar, _) = *handles(&scene).last().unwrap();
    let handle = |scene: &Scene| {
        let handles = handles(scene).into_iter();
        let fills = handles.filter(|(rect, _)| rect.intersects(bar)).map(|(_, fill)| fill);
        fills.max_by_key(luminance).unwrap()
    };
    let before = handle(&scene);
    scene.stage.event(Event::PointerMoved(bar.center()));
    scene.settle();
    let pointed = handle(&scene);
    assert!(luminance(&pointed) > luminance(&before), "{before:?} {pointed:?}");
    assert!(luminance(&pointed) < luminance(&DARK.ink_muted), "{pointed:?}");
}

fn luminance(color: &Color32) -> u32 {
    u32::from(color.r()) + u32::from(color.g()) + u32::from(color.b())
}
