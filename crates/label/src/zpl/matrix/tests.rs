use super::*;

#[test]
fn switches_before_the_data_of_a_qr_code_are_read() {
    let check = |data: &str, level: char, contents: &str| {
        assert_eq!(qr_contents(data), (level, contents.to_owned()), "{data:?}");
    };
    check("QA,https://a,b", 'Q', "https://a,b");
    check("hm,N123,Aab", 'H', "123ab");
    check("LM,B0003a,b,N12", 'L', "a,b12");
    check("QM,B0002abc,N12", 'Q', "ab12");
    check("HM,K0123", 'H', "0123");
    check("MM,AAB|C_D|12,B0003a|b,N5", 'M', "ABCD12a|b5");
    check("MA,AB|C", 'M', "AB|C");
    check("D03048F,LM,N0123456789,A12AABB,B0006qrcode", 'L', "012345678912AABBqrcode");
    check("D03048F,LA,one,two", 'L', "onetwo");
    // Without the form, three characters are skipped.
    check("HELLO", 'H', "LO");
    check("QAHELLO", 'Q', "ELLO");
    check("12345", 'M', "45");
}

#[test]
fn rows_and_columns_of_pdf417_follow_from_each_other() {
    assert_eq!(pdf417_size(40, 4, 0), Some((4, 10)));
    assert_eq!(pdf417_size(40, 0, 20), Some((2, 20)));
    assert_eq!(pdf417_size(40, 0, 15), Some((3, 15)));
    assert_eq!(pdf417_size(72, 0, 0), Some((6, 12)));
    assert_eq!(pdf417_size(40, 0, 0), Some((4, 10)));
    assert_eq!(pdf417_size(3, 0, 0), Some((1, 3)));
    assert_eq!(pdf417_size(928, 0, 0), Some((16, 58)));
    assert_eq!(pdf417_size(40, 4, 9), None);
    assert_eq!(pdf417_size(40, 30, 40), None);
    assert_eq!(pdf417_size(400, 0, 3), None);
}

/// The rune 25 of the standard's annex A.
#[test]
fn a_rune_is_that_of_the_standard() {
    let mask = rune("25", 1).expect("a rune");
    assert_eq!((mask.width(), mask.height()), (11, 11));
    assert!(rune("256", 1).is_none());
}
