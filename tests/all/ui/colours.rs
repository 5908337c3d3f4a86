//! Colors are constructed only in the design tokens, where their contrast is tested.

use crate::source_files::{files_below, root};

const HOME: &str = "src/ui/tokens.rs";
const CONSTRUCTORS: [&str; 4] = ["Color32::from_", "Rgba::from_", "hex_color!", "Hsva::new"];

#[test]
fn no_panel_mixes_a_colour_of_its_own() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in files_below(&root().join("src/ui"), "rs") {
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
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
