//! Finds scales among the devices that Windows and macOS list, through `hidapi`.

use std::ffi::CString;
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

use hidapi::{HidApi, HidDevice, HidError, MAX_REPORT_DESCRIPTOR_SIZE};

use crate::desk::scale::descriptor;
use crate::desk::scale::find::{Scale, nameless};
use crate::text;

/// Listing and opening from two threads at the same time is not guaranteed to work on every system.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// How long a read waits for a report before the thread checks whether it should stop.
const WAIT_MILLIS: i32 = 500;

/// The scales in the order in which the system lists them.
pub(super) fn scales() -> io::Result<Vec<Scale>> {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let api = HidApi::new().map_err(failed)?;
    let mut found: Vec<Scale> = Vec::new();
    for device in api.device_list() {
        let Ok(node) = device.path().to_str() else {
            continue;
        };
        // A device with several usages is listed once per usage.
        let known = found.iter().any(|scale| scale.node == node);
        if device.usage_page() != descriptor::PAGE || known {
            continue;
        }
        let layout = match described(&api, node) {
            Ok(bytes) => match descriptor::layout(&bytes) {
                Some(layout) => layout,
                None => continue,
            },
            Err(error) => {
                let reason = error.to_string();
                Err(text!("settings-scale-no-description", reason = reason))
            }
        };
        let vendor = format!("{:04x}", device.vendor_id());
        let product = format!("{:04x}", device.product_id());
        let serial = device.serial_number().unwrap_or_default().trim();
        let name = device.product_string().unwrap_or_default().trim();
        found.push(Scale {
            id: format!("{vendor}:{product}:{serial}"),
            name: match name {
                "" => nameless(&vendor, &product),
                name => name.to_owned(),
            },
            node: node.to_owned(),
            vendor,
            product,
            layout,
        });
    }
    Ok(found)
}

pub(super) fn open(node: &str) -> io::Result<Box<dyn Read>> {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let api = HidApi::new().map_err(failed)?;
    Ok(Box::new(Reports(opened(&api, node)?)))
}

fn described(api: &HidApi, node: &str) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; MAX_REPORT_DESCRIPTOR_SIZE];
    let device = opened(api, node)?;
    let count = device.get_report_descriptor(&mut bytes).map_err(failed)?;
    bytes.truncate(count);
    Ok(bytes)
}

fn opened(api: &HidApi, node: &str) -> io::Result<HidDevice> {
    let path = CString::new(node)?;
    api.open_path(&path).map_err(failed)
}

/// Never the kind "permission denied", for which the Linux udev rule would be shown.
fn failed(error: HidError) -> io::Error {
    io::Error::other(error)
}

struct Reports(HidDevice);

impl Read for Reports {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read_timeout(bytes, WAIT_MILLIS).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_device_is_not_opened() {
        for node in ["nowhere", "", "a\0b"] {
            assert!(open(node).is_err(), "{node:?}");
        }
    }
}
