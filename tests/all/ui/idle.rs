//! A window in which nothing moves is not drawn: no timer of the desk is due soon, no job wakes the
//! window, and no panel asks for another frame.

use std::sync::mpsc::channel;

use egui::ViewportId;

use crate::desk::harness::PATIENCE;
use crate::prelude::*;

/// Many times as long as what recurs waits in this test.
const QUIET: Duration = Duration::from_millis(500);
const SOON: Duration = Duration::from_secs(30);
const SIZE: (usize, usize) = (1366, 768);

#[test]
fn an_idle_window_is_not_drawn() {
    let world = DeskFixture::new();
    let (ring, wakes) = channel();
    // Without a window there is nobody to wake.
    let waker = Arc::new(move || {
        let _ = ring.send(());
    });
    let often = Duration::from_millis(10);
    let pace = Timing {
        claims: often,
        tracking_in_practice: often,
        scale: often,
        claims_alone: Timing::default().claims_alone,
        ..pace()
    };
    let desk = Desk::open_paced(Setup { waker, ..world.setup() }, pace).unwrap();
    let desk = TestDesk(desk).connected();
    let folder = world.folder.join("desk");
    let mut window = Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, SIZE).unwrap();
    for panel in Panel::ALL {
        window.window().panel = panel;
        let begun = Instant::now();
        loop {
            window.settle();
            while wakes.try_recv().is_ok() {}
            let due = window.desk().next_wake();
            let output = window.output().viewport_output.get(&ViewportId::ROOT).unwrap();
            let pause = due.unwrap_or(Duration::MAX).min(output.repaint_delay);
            if wakes.recv_timeout(pause.min(QUIET)).is_err() && pause > SOON {
                break;
            }
            let again = output.repaint_delay;
            assert!(begun.elapsed() < PATIENCE, "{panel:?}: due {due:?}, drawn again {again:?}");
        }
    }
}
