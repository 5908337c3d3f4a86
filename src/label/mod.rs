//! Label bytes to pages to pixels.

/// One page as it will print: grey pixels at a known resolution.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub width_px: u32,
    pub height_px: u32,
    pub dpi: f32,
    pub width_in: f32,
    pub height_in: f32,
    /// 8-bit grey, row by row, 255 is white.
    pub luma: Vec<u8>,
}

/// What the pixels say, held against what the label should say.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfCheck {
    pub verdict: Verdict,
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Matches,
    Differs { found: String },
    NoBarcode,
    WrongSize { width_in: f32, height_in: f32 },
}
