//! Tests that need the inside of the library: its unit tests, in files of their own. What its users can see is tested by
//! `tests/all`.

#[path = "../all/support/effort.rs"]
mod effort;

mod accounting;
mod books;
mod chess99;
mod chess99_games;
mod chess99_rules;
mod descriptive;
mod directions;
mod exact;
mod hostile;
mod lenient;
mod likelier;
mod matrix;
mod moves;
mod properties;
mod round_trip;
mod rules;
mod trust;
mod uchess_rules;
mod variants;
