//! Packing slips and the pick list as PDF.

pub mod address_block;
pub mod day_report_paper;
mod flow;
mod line_break;
pub mod logo;
mod natural_order;
mod order_symbol;
pub mod packing_slip;
mod page_style;
pub mod paper;
mod paper_parts;
pub mod pick_list;
pub mod pick_order;
mod table;
mod typeset;
