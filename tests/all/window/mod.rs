//! The real window under a virtual display, read and driven through its accessibility
//! tree. Only with `--features inspect`, which puts the listening port into the binary.

mod client;
mod dialogs;
mod display;
mod journeys;
mod second_start;
