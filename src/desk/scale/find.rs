//! Finds scales among the HID devices of a system by their report descriptors.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::desk::scale::descriptor;
use crate::desk::scale::descriptor::Layout;
use crate::text;

/// Where to look for scales.
#[derive(Clone, Debug)]
pub enum ScaleSource {
    /// Device files on Linux.
    Folders(HidrawFolders),
    /// Devices listed by Windows and macOS.
    #[cfg(any(windows, target_os = "macos"))]
    Listed,
}

impl ScaleSource {
    /// The source of this system; `None` if it is not supported.
    #[cfg(target_os = "linux")]
    pub fn of_system() -> Option<Self> {
        Some(Self::Folders(HidrawFolders {
            class: PathBuf::from("/sys/class/hidraw"),
            nodes: PathBuf::from("/dev"),
            open: |path| File::open(path),
        }))
    }

    /// The source of this system; `None` if it is not supported.
    #[cfg(any(windows, target_os = "macos"))]
    pub fn of_system() -> Option<Self> {
        Some(Self::Listed)
    }

    /// The source of this system; `None` if it is not supported.
    #[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
    pub fn of_system() -> Option<Self> {
        None
    }

    /// Every connected scale, also those whose report cannot be read.
    ///
    /// # Errors
    /// The system does not list its devices.
    pub(super) fn scales(&self) -> io::Result<Vec<Scale>> {
        match self {
            Self::Folders(devices) => scales(devices),
            #[cfg(any(windows, target_os = "macos"))]
            Self::Listed => crate::desk::scale::listed::scales(),
        }
    }

    /// Opens the device of a scale. Each read returns one report. A read from a device file blocks
    /// until there is one.
    pub(super) fn open(&self, node: &str) -> io::Result<Box<dyn Read>> {
        match self {
            Self::Folders(devices) => {
                let file = (devices.open)(&devices.nodes.join(node))?;
                Ok(Box::new(file))
            }
            #[cfg(any(windows, target_os = "macos"))]
            Self::Listed => crate::desk::scale::listed::open(node),
        }
    }
}

impl From<HidrawFolders> for ScaleSource {
    fn from(devices: HidrawFolders) -> Self {
        Self::Folders(devices)
    }
}

/// The device folders of Linux. Tests use their own.
#[derive(Clone, Debug)]
pub struct HidrawFolders {
    /// `/sys/class/hidraw`
    pub class: PathBuf,
    /// `/dev`
    pub nodes: PathBuf,
    /// Opens a device for reading.
    pub open: fn(&Path) -> io::Result<File>,
}

/// A scale that is plugged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Vendor, product and serial number; the same after reconnecting the device.
    pub id: String,
    /// The device's name.
    pub name: String,
    /// `hidraw3`, or the system's name for the device.
    pub node: String,
    /// Vendor and product ids in hexadecimal: `0922`, `8003`.
    pub vendor: String,
    pub product: String,
    /// The layout of its report, or why it cannot be read.
    pub layout: Result<Layout, String>,
}

impl Scale {
    /// The udev rule that lets the local user read the device.
    pub fn rule(&self) -> String {
        format!(
            "SUBSYSTEM==\"hidraw\", ATTRS{{idVendor}}==\"{}\", ATTRS{{idProduct}}==\"{}\", TAG+=\"uaccess\"",
            self.vendor, self.product
        )
    }
}

/// The file for the udev rule. udev grants access at 73, so its number must be lower.
pub const RULE_FILE: &str = "/etc/udev/rules.d/70-postroom-scale.rules";

/// The scales, sorted by device number.
fn scales(devices: &HidrawFolders) -> io::Result<Vec<Scale>> {
    let entries = match std::fs::read_dir(&devices.class) {
        Ok(entries) => entries,
        // Where no device was ever plugged in.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found: Vec<Scale> = entries
        .flatten()
        .filter_map(|entry| {
            let node = entry.file_name().into_string().ok()?;
            scale(&entry.path().join("device"), node)
        })
        .collect();
    found.sort_by_key(|scale| (scale.node.len(), scale.node.clone()));
    Ok(found)
}

/// The name of a scale that does not tell one.
pub(super) fn nameless(vendor: &str, product: &str) -> String {
    text!("settings-scale-nameless", id = format!("{vendor}:{product}"))
}

fn scale(device: &Path, node: String) -> Option<Scale> {
    let bytes = std::fs::read(device.join("report_descriptor")).ok()?;
    let layout = descriptor::layout(&bytes)?;
    let facts = std::fs::read_to_string(device.join("uevent")).unwrap_or_default();
    let fact = |key: &str| {
        let value = facts.lines().find_map(|line| line.strip_prefix(key));
        value.unwrap_or_default().trim().to_owned()
    };
    // `0003:00000922:00008003`
    let numbers = fact("HID_ID=");
    let mut numbers = numbers.split(':').skip(1).map(|number| {
        let start = number.len().saturating_sub(4);
        number.get(start..).unwrap_or(number).to_lowercase()
    });
    let vendor = numbers.next().unwrap_or_default();
    let product = numbers.next().unwrap_or_default();
    let name = match fact("HID_NAME=") {
        name if name.is_empty() => nameless(&vendor, &product),
        name => name,
    };
    Some(Scale {
        id: format!("{vendor}:{product}:{}", fact("HID_UNIQ=")),
        name,
        node,
        vendor,
        product,
        layout,
    })
}
