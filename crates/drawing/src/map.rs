//! Outlines of the United States and of the world, from `assets/map` (sources and licenses:
//! `assets/NOTICE.md`), cut into triangles for filling. Loading takes some milliseconds: a window
//! calls [`warm_up`] on another thread and draws once [`loaded_map`] returns a map.

use std::ops::Range;
use std::sync::OnceLock;

use earcut::Earcut;
use serde::Deserialize;

/// One state or country.
#[derive(Clone, Debug)]
pub struct Region {
    pub name: String,
    /// Longitude and latitude in degrees.
    pub points: Vec<[f32; 2]>,
    /// Indices into `points`, three per triangle.
    pub triangles: Vec<u32>,
    /// Outlines, islands and lakes: ranges of `points`, to be closed when drawn.
    pub rings: Vec<Range<usize>>,
    /// West, south, east, north.
    pub bounds: [f32; 4],
}

#[derive(Debug, Default)]
pub struct Map {
    pub states: Vec<Region>,
    /// Without the United States, which `states` draws in more detail.
    pub countries: Vec<Region>,
}

static MAP: OnceLock<Map> = OnceLock::new();

/// Loads the outlines on the calling thread, once.
pub fn warm_up() {
    MAP.get_or_init(|| Map {
        states: load(include_str!("../../../assets/map/us_states.json")),
        countries: load(include_str!("../../../assets/map/world.json"))
            .into_iter()
            .filter(|region| region.name != "United States of America")
            .collect(),
    });
}

/// The loaded map; `None` until [`warm_up`] has finished.
pub fn loaded_map() -> Option<&'static Map> {
    MAP.get()
}

/// The file format: rings as coordinate differences, in units of `1 / scale` degree.
#[derive(Deserialize)]
struct File {
    scale: f32,
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    name: String,
    polys: Vec<Vec<Vec<i32>>>,
}

fn load(json: &str) -> Vec<Region> {
    match serde_json::from_str::<File>(json) {
        Ok(file) => {
            let mut cutter = Earcut::new();
            let scale = file.scale;
            file.features.into_iter().map(|feature| region(feature, scale, &mut cutter)).collect()
        }
        Err(error) => {
            tracing::error!(%error, "the outlines of the map cannot be read");
            Vec::new()
        }
    }
}

fn region(feature: Feature, scale: f32, cutter: &mut Earcut<f32>) -> Region {
    let mut region = Region {
        name: feature.name,
        points: Vec::new(),
        triangles: Vec::new(),
        rings: Vec::new(),
        bounds: [180.0, 90.0, -180.0, -90.0],
    };
    let mut triangles: Vec<u32> = Vec::new();
    for polygon in feature.polys {
        let first = region.points.len();
        let mut holes: Vec<u32> = Vec::new();
        for (nth, ring) in polygon.iter().enumerate() {
            let start = region.points.len();
            if nth > 0 {
                holes.extend(u32::try_from(start - first));
            }
            let (mut x, mut y) = (0, 0);
            for step in ring.chunks_exact(2) {
                if let [dx, dy] = step {
                    (x, y) = (x + dx, y + dy);
                    region.points.push([x as f32 / scale, y as f32 / scale]);
                }
            }
            region.rings.push(start..region.points.len());
        }
        let points = region.points.get(first..).unwrap_or_default();
        cutter.earcut(points.iter().copied(), &holes, &mut triangles);
        let shift = u32::try_from(first).unwrap_or(u32::MAX);
        region.triangles.extend(triangles.iter().map(|at| at.saturating_add(shift)));
    }
    for [lon, lat] in &region.points {
        let [west, south, east, north] = &mut region.bounds;
        *west = west.min(*lon);
        *south = south.min(*lat);
        *east = east.max(*lon);
        *north = north.max(*lat);
    }
    region
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(region: &Region) -> f32 {
        let corner = |at: &u32| region.points[*at as usize];
        region
            .triangles
            .chunks(3)
            .map(|three| {
                let (a, b, c) = (corner(&three[0]), corner(&three[1]), corner(&three[2]));
                ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])).abs() / 2.0
            })
            .sum()
    }

    /// The shoelace formula: outer rings minus lakes.
    fn surveyed(region: &Region) -> f32 {
        let signed = |ring: &Range<usize>| {
            let points = &region.points[ring.clone()];
            let around = points.iter().zip(points.iter().cycle().skip(1));
            around.map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f32>() / 2.0
        };
        region.rings.iter().map(signed).sum::<f32>().abs()
    }

    #[test]
    fn every_state_is_there_where_it_lies_and_filled_whole() {
        warm_up();
        let map = loaded_map().unwrap();
        assert_eq!(map.states.len(), 56);
        assert!(map.countries.len() > 170);
        for (name, lon, lat) in
            [("Colorado", -105.5, 39.0), ("Illinois", -89.2, 40.0), ("Florida", -81.5, 28.0)]
        {
            let state = map.states.iter().find(|state| state.name == name).unwrap();
            let [west, south, east, north] = state.bounds;
            assert!(west < lon && lon < east && south < lat && lat < north, "{name}");
            let (filled, outlined) = (area(state), surveyed(state));
            assert!(
                (filled / outlined - 1.0).abs() < 0.01,
                "{name}: {filled} of {outlined} square degrees"
            );
        }
        // Seven degrees by four.
        let colorado = map.states.iter().find(|state| state.name == "Colorado");
        let area = area(colorado.unwrap());
        assert!((25.0..31.0).contains(&area), "{area}");
    }

    #[test]
    fn what_is_no_map_is_an_empty_one() {
        assert!(load("{}").is_empty());
        let odd = r#"{"scale":1,"features":[{"name":"Odd","polys":[[[1,2,3]],[[]]]}]}"#;
        assert_eq!(load(odd).first().unwrap().points, [[1.0, 2.0]]);
    }
}
