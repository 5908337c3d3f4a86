//! Settings of the whole bitmap: its density (`^JM`) and what the next label keeps of it (`^MC`).

use super::Expect::{All, Ink, Outside, Page, Pages, Same};
use super::check;

#[test]
fn half_the_density_doubles_every_dot() {
    check(&[
        (
            "positions and sizes",
            "^JMB^FO10,10^GB5,5,5^FS",
            All(&[Ink([20, 20, 30, 30]), Page(800, 600)]),
        ),
        ("the usual density", "^JMA^FO10,10^GB5,5,5^FS", Ink([10, 10, 15, 15])),
        (
            "it stays for the next label",
            "^XA^PW800^LL600^JMB^FO10,10^GB5,5,5^FS^XZ^XA^FO20,10^GB5,5,5^FS^XZ",
            Same("^XA^PW800^LL600^JMB^FO10,10^GB5,5,5^FS^XZ^XA^JMB^FO20,10^GB5,5,5^FS^XZ"),
        ),
        (
            "until it is changed",
            "^XA^PW800^LL600^JMB^FO10,10^GB5,5,5^FS^XZ^XA^JMA^FO20,20^GB10,10,10^FS^XZ",
            Same("^XA^PW800^LL600^FO20,20^GB10,10,10^FS^XZ^XA^FO20,20^GB10,10,10^FS^XZ"),
        ),
        (
            "a page without a declared size",
            "^XA^JMB^FO10,10^GB5,5,5^FS^XZ",
            All(&[Ink([20, 20, 30, 30]), Page(812, 1218)]),
        ),
        (
            "ink past the page",
            "^JMB^FO390,10^GB20,5,5^FS",
            All(&[
                Ink([780, 20, 800, 30]),
                Outside(&[
                    "The label’s ink ends 20 dots right of 3.94 in; the printer may cut it off",
                ]),
            ]),
        ),
    ]);
}

#[test]
fn a_kept_bitmap_is_under_the_next_label() {
    check(&[
        (
            "all but variable data",
            "^XA^PW800^LL600^FO10,10^GB20,20,20^FS^FO100,100^AAN,9,5^FVHH^FS^FO300,10^GB9,9,9^FS^MCN^XZ^XA^FO200,200^GB20,20,20^FS^XZ",
            Same(
                "^XA^PW800^LL600^FO10,10^GB20,20,20^FS^FO100,100^AAN,9,5^FVHH^FS^FO300,10^GB9,9,9^FS^XZ^XA^FO10,10^GB20,20,20^FS^FO300,10^GB9,9,9^FS^FO200,200^GB20,20,20^FS^XZ",
            ),
        ),
        (
            "on every label that follows",
            "^XA^PW800^LL600^MCN^FO10,10^GB20,20,20^FS^XZ^XA^FO200,200^AAN,9,5^FVA^FS^XZ^XA^FO200,200^AAN,9,5^FVB^FS^XZ",
            All(&[
                Pages(3),
                Same(
                    "^XA^PW800^LL600^FO10,10^GB20,20,20^FS^XZ^XA^FO10,10^GB20,20,20^FS^FO200,200^AAN,9,5^FVA^FS^XZ^XA^FO10,10^GB20,20,20^FS^FO200,200^AAN,9,5^FVB^FS^XZ",
                ),
            ]),
        ),
        (
            "the label that ends it has it once more",
            "^XA^PW800^LL600^MCN^FO10,10^GB20,20,20^FS^XZ^XA^MCY^FO200,200^GB5,5,5^FS^XZ^XA^FO300,300^GB5,5,5^FS^XZ",
            Same(
                "^XA^PW800^LL600^FO10,10^GB20,20,20^FS^XZ^XA^FO10,10^GB20,20,20^FS^FO200,200^GB5,5,5^FS^XZ^XA^FO300,300^GB5,5,5^FS^XZ",
            ),
        ),
        (
            "a size after the start",
            "^XA^PW800^LL600^MCN^FO10,10^GB20,20,20^FS^XZ^XA^PW800^LL600^FO200,200^GB5,5,5^FS^XZ",
            Same(
                "^XA^PW800^LL600^FO10,10^GB20,20,20^FS^XZ^XA^FO10,10^GB20,20,20^FS^FO200,200^GB5,5,5^FS^XZ",
            ),
        ),
        (
            "usually nothing is kept",
            "^XA^PW800^LL600^FO10,10^GB20,20,20^FS^XZ^XA^FO200,200^GB5,5,5^FS^XZ",
            Same("^XA^PW800^LL600^FO10,10^GB20,20,20^FS^XZ^XA^MCY^FO200,200^GB5,5,5^FS^XZ"),
        ),
    ]);
}
