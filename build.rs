//! Packs the large tables and the typefaces of `assets/` into the program: as they are in the
//! repository, a third to a half of their size in what people download.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

const PACKED: [(&str, &str); 10] = [
    ("fonts", "Inter-Regular.ttf"),
    ("fonts", "Inter-Medium.ttf"),
    ("fonts", "Inter-SemiBold.ttf"),
    ("fonts", "Inter-Bold.ttf"),
    ("place", "countries.json"),
    ("place", "us_zip3.csv"),
    ("place", "us_zips.csv"),
    ("place", "world_cities.csv"),
    ("map", "us_states.json"),
    ("map", "world.json"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::var("OUT_DIR")?;
    for (folder, name) in PACKED {
        let source = Path::new("assets").join(folder).join(name);
        println!("cargo::rerun-if-changed={}", source.display());
        let target = File::create(Path::new(&out).join(format!("{name}.deflate")))?;
        let mut packer = DeflateEncoder::new(target, Compression::best());
        packer.write_all(&fs::read(&source)?)?;
        packer.finish()?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
