//! Packs the large tables and the typefaces of `assets/` into the program: as they are in the
//! repository, a third to a half of their size in what people download.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;

const PACKED: [(&str, &str); 9] = [
    ("fonts", "Inter-Regular.ttf"),
    ("fonts", "Inter-Medium.ttf"),
    ("fonts", "Inter-SemiBold.ttf"),
    ("fonts", "Inter-Bold.ttf"),
    ("place", "countries.json"),
    ("place", "us_zip3.csv"),
    ("place", "world_cities.csv"),
    ("map", "us_states.json"),
    ("map", "world.json"),
];
const ZIPS: &str = "us_zips.csv";

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::var("OUT_DIR")?;
    let out = Path::new(&out);
    for (folder, name) in PACKED {
        pack(out, name, &fs::read(source(folder, name))?)?;
    }
    let zips = fs::read_to_string(source("place", ZIPS))?;
    pack(out, ZIPS, columns(&zips)?.as_bytes())?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

fn source(folder: &str, name: &str) -> PathBuf {
    let source = Path::new("assets").join(folder).join(name);
    println!("cargo::rerun-if-changed={}", source.display());
    source
}

fn pack(out: &Path, name: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let target = File::create(out.join(format!("{name}.deflate")))?;
    let mut packer = DeflateEncoder::new(target, Compression::best());
    packer.write_all(bytes)?;
    packer.finish()?;
    Ok(())
}

/// The largest table, in two fifths less: column after column, a blank line between, and of
/// ZIPs and of thousandths of a degree only how far each is from the one before.
/// `base/place.rs` reads it.
fn columns(table: &str) -> Result<String, Box<dyn Error>> {
    let mut columns: [String; 5] = Default::default();
    let mut before = [0_i64; 5];
    for line in table.lines().skip(1) {
        for (at, cell) in line.split(',').enumerate() {
            let column = columns
                .get_mut(at)
                .ok_or("a row of more than five columns")?;
            let number = match at {
                0 => Some(cell.parse::<i64>()?),
                3 | 4 => Some((cell.parse::<f64>()? * 1000.0).round() as i64),
                _ => None,
            };
            match (number, before.get_mut(at)) {
                (Some(number), Some(before)) => {
                    column.push_str(&(number - *before).to_string());
                    *before = number;
                }
                _ => column.push_str(cell),
            }
            column.push('\n');
        }
    }
    Ok(columns.join("\n"))
}
