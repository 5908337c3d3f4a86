//! Who hears of what, in order.

use super::back_online;
use crate::desk::Desk;
use crate::desk::kernel::event::Event;

/// Delivers what was announced, also what is announced on the way.
pub(in crate::desk) fn deliver(desk: &mut Desk) {
    while let Some(event) = desk.events.pop_front() {
        match event {
            Event::BackOnline => back_online::ask_again(desk),
        }
    }
}
