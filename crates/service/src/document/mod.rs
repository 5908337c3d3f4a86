//! Draws a shipping label (interface 2.16) in every file type, size and orientation.
//!
//! A label is described once as a [`scene::Scene`] on the dot grid of a 203 dpi printer. Two
//! emitters write it: [`pdf`] as vectors and [`zpl`] as printer commands. For the raster types,
//! [`raster`] draws the PDF. The two emitters are independent of each other, so the tests compare
//! their results.

mod blocks;
mod canvas;
mod container;
mod declaration;
mod fit;
mod form;
mod layout;
mod pdf;
mod raster;
mod scene;
mod zpl;

use serde::{Deserialize, Serialize};

/// The label design that a service uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabelClass {
    Postal,
    Express,
    Parcel,
}

/// Everything printed on a label. The service stores it with the shipment, so that a reprint in
/// another size or type has the same contents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelFacts {
    pub carrier_code: String,
    pub carrier_name: String,
    pub service_code: String,
    pub service_name: String,
    pub class: LabelClass,
    /// Address lines, name first.
    pub from: Vec<String>,
    pub to: Vec<String>,
    /// Five digits; only for domestic routing.
    pub to_zip: Option<String>,
    pub to_country: String,
    /// ASCII; only digits for postal services.
    pub tracking_number: String,
    pub package_number: u32,
    pub package_count: u32,
    pub weight_text: String,
    pub dimensions_text: Option<String>,
    /// As `2026-11-21`.
    pub ship_date: String,
    pub zone: Option<String>,
    pub special_services: Vec<String>,
    pub custom_texts: [Option<String>; 3],
    /// The customs declaration of an international shipment, one entry per line.
    #[serde(default)]
    pub declaration: Vec<String>,
    /// Whether this is a return label, which is printed in large type.
    #[serde(default)]
    pub is_return: bool,
}

/// The values of `labelFileType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileType {
    Pdf,
    Tif,
    Zpl,
    Zpl2,
    Png,
    Jpeg,
}

/// The values of `labelSize`: width by height in inches, in Portrait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Size {
    S4x6,
    S6x4,
    S4x8,
    S7x3,
    Letter,
}

impl Size {
    pub const ALL: [Size; 5] = [Size::S4x6, Size::S6x4, Size::S4x8, Size::S7x3, Size::Letter];

    /// Width and height in inches, before rotation.
    pub fn inches(self) -> (f32, f32) {
        match self {
            Size::S4x6 => (4.0, 6.0),
            Size::S6x4 => (6.0, 4.0),
            Size::S4x8 => (4.0, 8.0),
            Size::S7x3 => (7.0, 3.0),
            Size::Letter => (8.5, 11.0),
        }
    }
}

/// The values of `labelOrientation`. Landscape is the same label and page rotated a quarter turn
/// clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Orientation {
    Portrait,
    Landscape,
}

/// Everything printed on a manifest's form (interface 2.21).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormFacts {
    pub carrier_name: String,
    pub carrier_account_name: String,
    pub class: LabelClass,
    pub form_number: String,
    /// Address lines, name first.
    pub from: Vec<String>,
    /// As `2026-11-21`.
    pub ship_date: String,
    /// Date and time, for people.
    pub made: String,
    pub shipment_count: usize,
    pub packages: Vec<FormPackage>,
}

/// One row of the form's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormPackage {
    pub tracking_number: String,
    pub service_name: String,
    pub weight_text: String,
    /// A domestic ZIP or the country's code.
    pub destination: String,
}

/// Everything printed on the container labels of one document (interface 4.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContainerFacts {
    pub carrier_name: String,
    pub from: Vec<String>,
    pub to: Vec<String>,
    /// A domestic ZIP or the country's code.
    pub destination: String,
    pub content_code: String,
    /// As `2026-11-21`.
    pub made: String,
    /// One number per page.
    pub numbers: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    #[error("the bundled typeface could not be opened to draw a label")]
    Typeface,
    #[error("the tracking number cannot be written as a Code 128 barcode: {0:?}")]
    Barcode(String),
    #[error("the barcode of {modules} modules does not fit a label {width_dots} dots wide")]
    BarcodeTooWide { modules: usize, width_dots: i32 },
    #[error("the label's PDF could not be written: {0}")]
    Pdf(String),
    #[error("the label's PDF could not be drawn as a picture: {0}")]
    Raster(String),
    #[error("the label's picture could not be encoded")]
    Picture(#[from] image::ImageError),
}

/// Draws one package's label and returns the file's bytes. A customs declaration that does not fit
/// legibly on it follows on separate pages; PNG and JPEG, which hold one page, have a count of the
/// items left out.
///
/// Raster types have 203 dots per inch, so 4x6 is 812 × 1218 pixels.
///
/// # Errors
/// Fails when the tracking number is not printable ASCII or its barcode does not fit the size.
pub fn render(
    facts: &LabelFacts,
    file_type: FileType,
    size: Size,
    orientation: Orientation,
) -> Result<Vec<u8>, DrawError> {
    let portrait = match file_type {
        // These file types hold one page.
        FileType::Png | FileType::Jpeg => vec![layout::one_page(facts, size)?],
        _ => layout::pages(facts, size)?,
    };
    let scenes: Vec<scene::Scene> = match orientation {
        Orientation::Portrait => portrait,
        Orientation::Landscape => portrait.into_iter().map(scene::Scene::turned).collect(),
    };
    let title = format!("Practice label {}", facts.tracking_number);
    let drawn = |scene: &scene::Scene| raster::draw(&pdf::write(scene, &title)?, scene);
    let pictures = || scenes.iter().map(drawn).collect::<Result<Vec<_>, _>>();
    match file_type {
        FileType::Pdf => pdf::write_pages(&scenes, &title),
        FileType::Zpl | FileType::Zpl2 => {
            let labels: Result<Vec<_>, _> =
                scenes.iter().map(|scene| zpl::write(scene, drawn)).collect();
            Ok(labels?.concat())
        }
        FileType::Tif => raster::tif(&pictures()?),
        FileType::Png | FileType::Jpeg => {
            let picture = pictures()?.pop();
            let picture = picture.ok_or_else(|| DrawError::Raster("it has no page".to_owned()))?;
            match file_type {
                FileType::Png => raster::png(&picture),
                _ => raster::jpeg(&picture),
            }
        }
    }
}

/// Draws a manifest's form: a PDF on Letter paper with as many pages as the list needs.
///
/// # Errors
/// Fails when the form number is not printable ASCII or a barcode does not fit the page.
pub fn scan_form(facts: &FormFacts) -> Result<Vec<u8>, DrawError> {
    let title = format!("Practice scan form {}", facts.form_number);
    pdf::write_pages(&form::pages(facts)?, &title)
}

/// Draws container labels with a 99M barcode: a PDF with one 4x6 page per container.
///
/// # Errors
/// Fails when a number is not printable ASCII or its barcode does not fit the page.
pub fn container_labels(facts: &ContainerFacts) -> Result<Vec<u8>, DrawError> {
    let scenes: Result<Vec<_>, _> =
        (1..).zip(&facts.numbers).map(|(at, number)| container::page(facts, at, number)).collect();
    pdf::write_pages(&scenes?, "Practice container labels")
}
