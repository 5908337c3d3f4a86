//! Parts of the window shared by several panels.

pub mod account_list;
pub mod address_fields;
pub mod address_lines;
pub mod address_verdict;
pub mod base_url;
pub mod customs_fields;
pub mod document_view;
pub mod draft_guide;
pub mod forget_account;
pub mod label_fields;
pub mod label_view;
pub mod overtaken;
pub mod package_fields;
pub mod package_numbers;
pub mod print_label;
pub mod rate_badges;
pub mod rate_words;
pub mod refresh_button;
pub mod row_actions;
pub mod save_labels;
pub mod shipments_missing;
pub mod signed;
pub mod special_services;
pub mod tracking_words;
pub mod undo_band;
