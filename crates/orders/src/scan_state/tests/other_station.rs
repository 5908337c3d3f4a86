//! Two stations at one order: the label is printed where it was bought.

use super::*;

fn bought_elsewhere() -> ScanFacts {
    ScanFacts { is_elsewhere: true, ..bought(BUYS) }
}

/// Both stations scanned the order at the same moment, and the other one was faster.
#[test]
fn a_label_that_another_station_bought_is_not_printed_here() {
    let mut progress = ScanProgress::default();
    progress.advance(&ready(BUYS));
    let buys = progress.advance(&rated(BUYS, 840));
    assert_eq!(buys, Some(ScanAction::Buy(dollars(840))));
    assert_eq!(progress.advance(&bought_elsewhere()), None);
    assert_eq!(progress.stage(&bought_elsewhere()), ScanStage::Bought);
    assert_eq!(progress.phase, ScanPhase::Over);
}

/// The purchase of this station was uncertain, and another one took it over.
#[test]
fn a_label_that_another_station_finished_is_not_printed_here() {
    for is_elsewhere in [true, false] {
        let mut progress = ScanProgress::default();
        progress.advance(&ready(BUYS));
        progress.advance(&rated(BUYS, 840));
        let doubt = ScanFacts { state: OrderState::InDoubt, ..ready(BUYS) };
        assert_eq!(progress.advance(&doubt), None);
        assert!(progress.is_uncertain);
        let found = ScanFacts { is_elsewhere, ..bought(BUYS) };
        let prints = matches!(progress.advance(&found), Some(ScanAction::Print(_)));
        assert_eq!(prints, !is_elsewhere);
    }
}
