//! GIF files as their bytes, which no encoder of this program writes: the older version of the
//! format, and rows in the order of the interlaced form.

/// The order of the rows of an interlaced picture: first row and step of each pass.
const PASSES: [(usize, usize); 4] = [(0, 8), (4, 8), (2, 4), (1, 2)];

/// A picture of gray levels in 128 shades. Its codes are never compressed: each is one pixel in
/// eight bits, and the table is cleared before it grows to nine.
pub fn gif(
    version: &[u8; 6],
    (width, height): (u16, u16),
    luma: &[u8],
    interlaced: bool,
) -> Vec<u8> {
    let mut out = version.to_vec();
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    out.extend(&size);
    // A palette of 128 colors.
    out.extend([0xe6, 0, 0]);
    out.extend((0..128_u8).flat_map(|level| [level * 2 + level / 64; 3]));
    out.extend([0x2c, 0, 0, 0, 0]);
    out.extend(&size);
    out.push(if interlaced { 0x40 } else { 0 });
    let rows: Vec<&[u8]> = luma.chunks(usize::from(width)).collect();
    let order: Vec<usize> = match interlaced {
        true => {
            let pass = |(from, step): &(usize, usize)| (*from..rows.len()).step_by(*step);
            PASSES.iter().flat_map(pass).collect()
        }
        false => (0..rows.len()).collect(),
    };
    const CLEAR: u8 = 128;
    const END: u8 = 129;
    let pixels: Vec<u8> =
        order.into_iter().flat_map(|row| rows[row].iter().map(|level| level / 2)).collect();
    let mut codes = Vec::new();
    for some in pixels.chunks(100) {
        codes.push(CLEAR);
        codes.extend(some);
    }
    codes.push(END);
    out.push(7);
    for block in codes.chunks(255) {
        out.push(block.len() as u8);
        out.extend(block);
    }
    out.extend([0, 0x3b]);
    out
}
