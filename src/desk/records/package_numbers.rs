//! The tracking number that each package's label must carry. The shipment's own number is that of
//! its first package; the others are requested one by one and stored.

use crate::api;
use crate::api::shipment;
use crate::api::shipment::Shipment;
use crate::api::value::LabelSize;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::Link;
use crate::label::{Package, Page, has_barcode};
use crate::store::cache::{Cache, Scope};

/// The data that label pages are checked against.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct Expected {
    /// The number of the shipment and of its first package.
    pub tracking: Option<TrackingNumber>,
    /// What the service says the barcode of the first package contains.
    pub barcode: Option<String>,
    /// The numbers of the second and later packages; `None` if unknown.
    pub further: Vec<Option<TrackingNumber>>,
    pub packages: usize,
    pub size: Option<LabelSize>,
    pub to_name: String,
}

impl Expected {
    pub(in crate::desk) fn from_shipment(shipment: &Shipment) -> Self {
        let label = shipment.postage_label.as_ref();
        let to = shipment.to_address.as_ref();
        let tracking = shipment.tracking.as_ref();
        Self {
            tracking: shipment.tracking_number().cloned(),
            barcode: tracking.and_then(|tracking| tracking.tracking_barcode_number.clone()),
            further: Vec::new(),
            packages: shipment.packages.len(),
            size: label.and_then(|label| label.label_size.clone()),
            to_name: to.and_then(|address| address.name.clone()).unwrap_or_default(),
        }
    }

    /// One package with its pages.
    pub(in crate::desk) fn package<'a>(&'a self, number: u32, pages: &'a [Page]) -> Package<'a> {
        Package {
            number,
            pages,
            tracking: self.number_of(number).map(TrackingNumber::as_str),
            barcode: self.barcode.as_deref().filter(|_| number == 1),
        }
    }

    pub(in crate::desk) fn number_of(&self, package: u32) -> Option<&TrackingNumber> {
        match package {
            0 => None,
            1 => self.tracking.as_ref(),
            _ => {
                let at = usize::try_from(package).ok()?.checked_sub(2)?;
                self.further.get(at)?.as_ref()
            }
        }
    }
}

/// Adds the numbers of the further packages, from the cache or from the service. Numbers that
/// cannot be fetched stay unknown.
pub(in crate::desk) async fn known_numbers(
    cache: &Cache,
    link: Option<&Link>,
    scope: &Scope,
    id: &ShipmentId,
    mut expected: Expected,
) -> Expected {
    if expected.packages < 2 {
        return expected;
    }
    let key = format!("package-numbers/{id}");
    let kept: Option<Vec<TrackingNumber>> = saved_values::read(cache, Some(scope), &key).await;
    if let Some(kept) = kept.filter(|kept| kept.len() + 1 == expected.packages) {
        // A version that did not list them may have stored the numbers.
        let record = saved_values::logged(cache.shipment(scope, id).await).flatten();
        if record.is_some_and(|record| record.further_numbers != kept) {
            let listed = cache.put_further_numbers(scope, id, kept.clone());
            saved_values::logged(listed.await);
        }
        expected.further = kept.into_iter().map(Some).collect();
        return expected;
    }
    let Some(link) = link else {
        return expected;
    };
    for number in (2..).take(expected.packages - 1) {
        let answer = link.send_required(api::shipment::get_package(id, number)).await;
        let said = answer.ok().and_then(|one| one.tracking_number().cloned());
        // A service that repeats the first package's number does not know the others.
        let own = said.filter(|said| Some(said) != expected.tracking.as_ref());
        expected.further.push(own);
    }
    let all: Option<Vec<TrackingNumber>> = expected.further.iter().cloned().collect();
    if let Some(all) = all {
        saved_values::save(cache, scope, &key, &all).await;
        // The list shows them, and a search and a scan find them.
        saved_values::logged(cache.put_further_numbers(scope, id, all).await);
    }
    expected
}

/// The tracking numbers of a bought shipment, one for each package; those that cannot be fetched are
/// left out.
pub(in crate::desk) async fn of_shipment(
    cache: &Cache,
    link: &Link,
    shipment: &Shipment,
) -> Vec<String> {
    let expected = Expected::from_shipment(shipment);
    let expected = match shipment::id_of(shipment) {
        Some(id) if expected.packages > 1 => {
            known_numbers(cache, Some(link), &link.scope, &id, expected).await
        }
        _ => expected,
    };
    let further = expected.further.into_iter().flatten();
    let numbers = expected.tracking.into_iter().chain(further);
    numbers.map(|number| number.to_string()).collect()
}

/// The pages of each package. `counts` are the package numbers and page counts of the files, in
/// order. One file for several packages has one page for each.
pub(in crate::desk) fn parts<'a>(
    pages: &'a [Page],
    counts: &[(u32, usize)],
    expected: &'a Expected,
) -> Vec<Package<'a>> {
    let is_whole = counts.len() == 1 && expected.packages > 1 && pages.len() == expected.packages;
    let spread: Vec<(u32, usize)> = match is_whole {
        true => (1..).zip(pages.iter().map(|_| 1)).collect(),
        false => counts.to_vec(),
    };
    let mut rest = pages;
    spread
        .into_iter()
        .map(|(number, count)| {
            let (own, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            expected.package(number, own)
        })
        .collect()
}

/// The number of packages without a label. Labels that share a page are counted by their barcodes.
pub(in crate::desk) fn missing(
    counts: &[(u32, usize)],
    pages: &[&Page],
    expected: &Expected,
) -> usize {
    let delivered = match counts {
        [(_, pages)] => *pages,
        several => several.len(),
    };
    if expected.packages < 2 || delivered >= expected.packages {
        return 0;
    }
    let is_there = |number: &u32| {
        let number = expected.number_of(*number);
        number.is_some_and(|number| pages.iter().any(|page| has_barcode(page, number.as_str())))
    };
    let found = (1..).take(expected.packages).filter(is_there).count();
    expected.packages - delivered.max(found)
}

/// The tracking number in a postal routing barcode, without the ZIP before it.
pub fn bare_number(scanned: &str) -> &str {
    let after = |zip: usize| {
        let rest = scanned.strip_prefix("420")?.get(zip..)?;
        (rest.starts_with('9') && (20..=22).contains(&rest.len())).then_some(rest)
    };
    after(5).or_else(|| after(9)).unwrap_or(scanned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zip_before_a_number_is_left_out() {
        let number = "9400111899223100000018";
        assert_eq!(bare_number(number), number);
        assert_eq!(bare_number(&format!("42010118{number}")), number);
        assert_eq!(bare_number(&format!("420101180123{number}")), number);
        assert_eq!(bare_number("1Z999AA10123456784"), "1Z999AA10123456784");
    }

    #[test]
    fn each_package_gets_its_own_pages_and_number() {
        let page = Page {
            width_px: 1,
            height_px: 1,
            dpi: 203.0,
            width_in: 1.0,
            height_in: 1.0,
            luma: vec![255],
        };
        let expected = Expected {
            tracking: Some(TrackingNumber::new("A")),
            further: vec![Some(TrackingNumber::new("B")), None],
            packages: 3,
            ..Expected::default()
        };
        let pages = vec![page; 3];
        let check = |counts: &[(u32, usize)], wanted: &[(u32, usize, Option<&str>)]| {
            let parts = parts(&pages, counts, &expected);
            let is: Vec<_> =
                parts.iter().map(|part| (part.number, part.pages.len(), part.tracking)).collect();
            assert_eq!(is, wanted);
        };
        let each = [(1, 1, Some("A")), (2, 1, Some("B")), (3, 1, None)];
        check(&[(1, 1), (2, 1), (3, 1)], &each);
        check(&[(1, 3)], &each);
        check(&[(2, 2), (3, 1)], &[(2, 2, Some("B")), (3, 1, None)]);
    }

    /// Finding C9.
    #[test]
    fn labels_are_as_many_as_packages_or_missing() {
        let missing = |packages: usize, counts: &[(u32, usize)]| {
            let expected = Expected { packages, ..Expected::default() };
            super::missing(counts, &[], &expected)
        };
        for (packages, counts, wanted) in [
            (1, &[(1, 1)][..], 0),
            (0, &[(1, 1)], 0),
            (3, &[(1, 1)], 2),
            (3, &[(1, 2)], 1),
            (3, &[(1, 3)], 0),
            (3, &[(1, 1), (2, 1)], 1),
            // A label may have an additional page, for example a form.
            (3, &[(1, 2), (2, 1)], 1),
            (3, &[(1, 1), (2, 1), (3, 1)], 0),
            (2, &[(1, 1), (2, 1), (3, 1)], 0),
        ] {
            assert_eq!(missing(packages, counts), wanted, "{packages} {counts:?}");
        }
    }
}
