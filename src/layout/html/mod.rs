//! Scoresheets as a page to look at, to hang up and to print.
//!
//! One HTML page, complete in itself (no scripts, no fonts or pictures from elsewhere), with a sheet for each game. Moves that are
//! written into columns get the scoresheet of Stojanović's *New Chess Notation*, section 5, of 20 moves a page as in its
//! example; any other notation gets White's and Black's moves side by side. Beside the first part of the sheet stands the
//! final position; after the moves follow notes (comments and variations), the tags for which the sheet has no place, and what is
//! wrong with the game, if anything.
//!
//! A page with one game shows it; with several it is a list of games that open in place, each with an anchor (`#g12` is the twelfth game of
//! the page), so that it stays quick with thousands of them. Printed, all games are open and each begins on a page of its own.
//!
//! **Streaming.** [`HtmlWriter`] writes a game at a time, and cannot know which number it has on the page, because games are
//! converted in parallel. It leaves gaps for that ([`super::Entry`]), which [`Page`] fills in where the games come in order. It
//! also writes what stands around them.

mod blank;
mod board;
mod collect;
mod page;
mod sheet;

pub use blank::{Blank, blank};
pub use collect::HtmlWriter;
pub use page::{Page, Paper};
