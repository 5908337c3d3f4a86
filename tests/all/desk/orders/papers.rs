//! Packing slips and the pick list as a PDF reader sees them: the texts that can be searched and
//! copied, where they are, and which fonts the file contains.

use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, SoftMask, TransformExt, font::GlyphRun, interpret_page,
};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Dict, String as PdfString};
use hayro::kurbo::{BezPath, Rect};

use postroom::orders::order::{Order, OrderItem};
use postroom::orders::papers::packing_slip::{ShopIdentity, SlipOrder, packing_slips};
use postroom::orders::papers::paper::PaperSize;
use postroom::orders::papers::pick_list::pick_list;
use postroom::orders::papers::pick_order::PickOrder;
use postroom::parcel::draft::AddressForm;

/// The glyphs of a page in the sequence in which they are drawn.
#[derive(Default)]
struct Reader {
    glyphs: Vec<ReadGlyph>,
    pictures: usize,
    /// What the glyphs that follow stand for, where the file says it for several at once.
    actual: Option<String>,
}

struct ReadGlyph {
    text: String,
    x: f64,
    y: f64,
}

impl<'a> Device<'a> for Reader {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        for glyph in run.glyphs() {
            let text = match (&mut self.actual, glyph.as_unicode()) {
                (Some(actual), _) => std::mem::take(actual),
                (None, Some(BfString::Char(letter))) => letter.to_string(),
                (None, Some(BfString::String(text))) => text,
                (None, None) => "\u{fffd}".to_owned(),
            };
            let at = (props.transform * glyph.transform()).translation();
            self.glyphs.push(ReadGlyph { text, x: at.x, y: at.y });
        }
    }
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.pictures += 1;
    }
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        let text = properties.and_then(|it| it.get::<PdfString<'_>>(b"ActualText"));
        self.actual = text.map(|text| match text.as_bytes() {
            [0xfe, 0xff, rest @ ..] => {
                let units = rest.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                String::from_utf16(&units.collect::<Vec<_>>()).unwrap()
            }
            bytes => String::from_utf8(bytes.to_vec()).unwrap(),
        });
    }
    fn end_marked_content(&mut self) {
        self.actual = None;
    }
}

impl Reader {
    /// The texts of the page, one for each height on the paper, from the top. Gaps of more than a
    /// letter become spaces.
    fn lines(&self) -> Vec<String> {
        let mut heights: Vec<i64> = self.glyphs.iter().map(height).collect();
        heights.sort_unstable();
        heights.dedup();
        let line = |wanted: i64| {
            let on_it = self.glyphs.iter().filter(|glyph| height(glyph) == wanted);
            let mut on_it: Vec<&ReadGlyph> = on_it.collect();
            on_it.sort_by(|a, b| a.x.total_cmp(&b.x));
            let mut line = String::new();
            let mut end = f64::NEG_INFINITY;
            for glyph in on_it {
                if glyph.x > end + 12.0 && !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&glyph.text);
                end = glyph.x;
            }
            line
        };
        heights.into_iter().map(line).collect()
    }
}

/// The baseline in tenths of a point from the top.
fn height(glyph: &ReadGlyph) -> i64 {
    (glyph.y * 10.0).round() as i64
}

fn read(bytes: &[u8]) -> Vec<Reader> {
    let pdf = Pdf::new(bytes.to_vec()).unwrap();
    let cache = InterpreterCache::new();
    let pages = pdf.pages().iter().map(|page| {
        let (width, height) = page.render_dimensions();
        let area = Rect::new(0.0, 0.0, width.into(), height.into());
        let transform = page.initial_transform(true).to_kurbo();
        let settings = InterpreterSettings::default();
        let mut context = Context::new(transform, area, &cache, page.xref(), settings);
        let mut reader = Reader::default();
        interpret_page(page, &mut context, &mut reader);
        for glyph in &reader.glyphs {
            assert!((0.0..f64::from(width)).contains(&glyph.x), "{}", glyph.text);
            assert!((0.0..f64::from(height)).contains(&glyph.y), "{}", glyph.text);
        }
        reader
    });
    pages.collect()
}

fn item(sku: &str, name: &str, quantity: &str) -> OrderItem {
    OrderItem {
        sku: sku.to_owned(),
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        ..OrderItem::default()
    }
}

fn order(number: &str, name: &str, items: Vec<OrderItem>) -> Order {
    Order {
        number: number.to_owned(),
        to: AddressForm {
            name: name.to_owned(),
            street1: "1 Main Street".to_owned(),
            city: "Chicago".to_owned(),
            state: "IL".to_owned(),
            zip: "60601".to_owned(),
            ..AddressForm::default()
        },
        items,
        ..Order::default()
    }
}

#[test]
fn every_item_of_every_order_can_be_found_in_the_file() {
    postroom::catalogs::install();
    let orders: Vec<Order> = (1..=3)
        .map(|at| {
            let items = (1..=at * 60).map(|line| {
                item(&format!("S{at}-{line:03}"), &format!("Mug {at}.{line}"), &line.to_string())
            });
            order(&format!("100{at}"), "Ann Reed", items.collect())
        })
        .collect();
    let slips: Vec<SlipOrder<'_>> = orders.iter().map(SlipOrder::from).collect();
    for paper in PaperSize::ALL {
        let bytes = packing_slips(&slips, &ShopIdentity::default(), paper).unwrap();
        let pages = read(&bytes);
        for order in &orders {
            let own = pages.iter().filter(|page| {
                let number = format!("Order {}", order.number);
                page.lines().iter().any(|line| line.ends_with(&number))
            });
            let lines: Vec<String> = own.flat_map(Reader::lines).collect();
            for item in &order.items {
                let row = format!("{} {} {}", item.sku, item.name, item.quantity);
                let found = lines.iter().filter(|line| **line == row).count();
                assert_eq!(found, 1, "{row} on {paper:?}");
            }
        }
    }
}

/// Whatever typefaces are installed: letters without one are drawn as squares, and the text that
/// is copied from the file is the same.
#[test]
fn texts_of_every_script_are_in_the_file_as_they_are_read() {
    let texts = [
        "Žluťoučký kůň",
        "Жёлтая чашка",
        "Κούπα μπλε",
        "ספל כחול 12",
        "كوب أزرق",
        "แก้วสีน้ำเงิน",
        "नीला कप",
        "青いマグカップ",
        "蓝色马克杯",
        "파란 머그컵",
        "Mug 👍🏽 🎁",
    ];
    let items = texts.iter().map(|text| item("", text, "1")).collect();
    let order = order("1001", "山田 太郎", items);
    let shop = ShopIdentity::default();
    let bytes = packing_slips(&[SlipOrder::from(&order)], &shop, PaperSize::A4).unwrap();
    let letters = |text: &str| -> Vec<char> {
        let shown = |letter: &char| !letter.is_whitespace() && !matches!(letter, '\u{200d}');
        let mut letters: Vec<char> = text.chars().filter(shown).collect();
        letters.sort_unstable();
        letters
    };
    let pages = read(&bytes);
    let lines: Vec<Vec<char>> = pages[0].lines().iter().map(|line| letters(line)).collect();
    for text in texts {
        // The quantity is in the same line.
        let expected = letters(&format!("{text}1"));
        assert!(lines.contains(&expected), "{text} is not in {:?}", pages[0].lines());
    }
}

#[test]
fn words_read_leftward_begin_at_the_right() {
    let order = order("1001", "Ann", vec![item("", "(שלום) עולם 12", "1")]);
    let shop = ShopIdentity::default();
    let bytes = packing_slips(&[SlipOrder::from(&order)], &shop, PaperSize::Letter).unwrap();
    let pages = read(&bytes);
    let x_of = |letter: &str| {
        let glyph = pages[0].glyphs.iter().find(|glyph| glyph.text == letter);
        glyph.map(|glyph| glyph.x).unwrap()
    };
    // From the left: 12, then the second word, then the first in its brackets.
    let from_left = ["2", "ע", "ש"].map(x_of);
    assert!(from_left.is_sorted(), "{from_left:?}");
    assert!(x_of("ל") < x_of("ש"));
}

#[test]
fn only_the_letters_that_are_used_are_embedded() {
    let plain = order("1001", "Ann Reed", vec![item("A1", "Blue mug", "2")]);
    let shop = ShopIdentity::default();
    let bytes = packing_slips(&[SlipOrder::from(&plain)], &shop, PaperSize::Letter).unwrap();
    // The two weights of the typeface have 400 kB each.
    assert!(bytes.len() < 40_000, "{}", bytes.len());
    let pages = read(&bytes);
    assert_eq!(pages[0].pictures, 0);
}

#[test]
fn a_pick_list_of_many_orders_has_them_all_in_packing_sequence() {
    let orders: Vec<Order> = (0..300)
        .map(|at| {
            let mut items = vec![item(&format!("SKU-{}", at % 7), "Mug", "1")];
            if at % 3 == 0 {
                items.push(item("CARD", "Card", "2"));
            }
            order(&format!("{}", 1000 + at), "Ann Reed", items)
        })
        .collect();
    let picked: Vec<PickOrder<'_>> = orders.iter().map(PickOrder::from).collect();
    let made = jiff::civil::date(2026, 11, 23).at(8, 31, 0, 0);
    let bytes = pick_list(&picked, "Bright Mugs", made, PaperSize::Letter).unwrap();
    let lines: Vec<String> = read(&bytes).iter().flat_map(Reader::lines).collect();
    let is_row = |line: &&String| line.contains(" Ann Reed ");
    let rows: Vec<&String> = lines.iter().filter(is_row).collect();
    assert_eq!(rows.len(), 300);
    // 200 orders of one SKU, then 100 of two.
    assert!(rows[0].starts_with("1 1007 ") && rows[0].ends_with("SKU-0"), "{}", rows[0]);
    assert!(rows[199].starts_with("200 "), "{}", rows[199]);
    assert!(rows[199].ends_with("SKU-6"), "{}", rows[199]);
    assert!(rows[200].ends_with("SKU-0"), "{}", rows[200]);
    assert!(rows[299].starts_with("300 ") && rows[299].contains("SKU-6"), "{}", rows[299]);
}
