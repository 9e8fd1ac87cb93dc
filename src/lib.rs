//! plyglot converts chess games between notations.
#![forbid(unsafe_code)]

pub mod cli;
pub mod convert;
pub mod input;
pub mod layout;
pub mod model;
pub mod notation;
pub mod pipeline;
pub mod reading;
pub mod report;
pub mod rules;
mod similar;
pub mod stats;
