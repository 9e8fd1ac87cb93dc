//! All integration tests in one program, a module per subject.

mod support;

mod archives;
mod books;
mod boxes;
mod cli;
mod closure;
mod commands;
mod decoding;
mod detection;
mod faults;
mod fields;
mod formatting;
mod help;
mod honest;
mod hostile;
#[cfg(target_os = "linux")]
mod integrations;
mod jsonl;
mod layouts;
mod library;
mod losses;
mod merging;
mod messages;
mod movetext;
mod no_game;
mod notes;
mod originals;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod pgn;
mod proofs;
mod reading;
mod readme;
mod records;
mod scoresheets;
mod split;
mod stats;
mod streams;
mod targets;
mod variants;
mod vessels;
