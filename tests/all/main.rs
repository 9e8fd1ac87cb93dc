//! All integration tests in one program, a module per subject.

mod support;

#[path = "../fuzz/bodies/mod.rs"]
mod bodies;

mod accounting;
mod archives;
mod books;
mod chess99;
mod chess99_games;
mod chess99_rules;
mod cli;
mod closure;
mod commands;
mod decoding;
mod descriptive;
mod detection;
mod directions;
mod exact;
mod faults;
mod formatting;
mod help;
mod honest;
mod hostile;
#[cfg(target_os = "linux")]
mod integrations;
mod jsonl;
mod layouts;
mod lenient;
mod losses;
mod matrix;
mod merging;
mod messages;
mod moves;
mod movetext;
mod no_game;
mod originals;
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod pgn;
mod properties;
mod reading;
mod readme;
mod records;
mod round_trip;
mod rules;
mod scoresheets;
mod stats;
mod streams;
mod targets;
mod uchess_rules;
mod variants;
