//! Code pages of DOS that `encoding_rs` does not have. Programs of the shop floor still write them,
//! and ZPL labels are written in one if they name no other.

/// The characters of the bytes from 0x80 in code page 437, of the United States.
pub const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The characters of the bytes from 0x80 in code page 850, of Western Europe.
pub const CODE_PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// Decodes bytes of which the lower half is ASCII and the upper half is `high`.
pub fn decode(bytes: &[u8], high: &str) -> String {
    let high: Vec<char> = high.chars().collect();
    let of_byte = |byte: &u8| match byte.checked_sub(0x80) {
        Some(place) => high.get(usize::from(place)).copied().unwrap_or('\u{fffd}'),
        None => char::from(*byte),
    };
    bytes.iter().map(of_byte).collect()
}
