//! Colors are constructed only in the design tokens, where their contrast is tested.

use std::path::{Path, PathBuf};

/// The tokens themselves, and the rasterizer, which blends the colors it is given.
const HOMES: [&str; 2] = ["src/ui/tokens.rs", "src/ui/raster.rs"];
const CONSTRUCTORS: [&str; 4] = ["Color32::from_", "Rgba::from_", "hex_color!", "Hsva::new"];

#[test]
fn no_panel_mixes_a_colour_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in sources(&root.join("src/ui")) {
        let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        seen += 1;
        for word in CONSTRUCTORS {
            if text.contains(word) && !HOMES.contains(&name.as_str()) {
                wrong.push(format!("{name} uses {word}"));
            }
        }
    }
    assert!(seen > 20, "only {seen} files were read");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}
