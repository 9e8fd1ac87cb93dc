//! Scoresheets as a page to look at, to hang up and to print.
//!
//! One HTML page, complete in itself (no scripts, fonts or pictures from elsewhere), with a sheet for each game. Moves that are
//! written into columns get the scoresheet of Stojanović's *New Chess Notation*, section 5, of 20 moves a page as in its
//! example, with its notes (comments and variations) after it; any other notation gets White's and Black's moves side by
//! side, with the notes below the moves that they are about. Clocks and evaluations stand small in the cell of their move. Beside
//! the first part of the sheet stands the final position; at the end follow the tags for which the sheet has no place, and
//! what is wrong with the game, if anything.
//!
//! A script of a few lines inside the page lets the board follow a click on a move, the arrow keys and a swipe, through
//! the game and its variations. Without it the page is as complete as on paper.
//!
//! A page with one game shows it; with several it is a list of games that open in place, each with an anchor (`#g12` is the twelfth game of
//! the page), so that it stays quick with thousands of them. Printed, all games are open and each begins on a page of its own.
//!
//! **Streaming.** [`HtmlWriter`] writes a game at a time, and cannot know which number it has on the page, because games are
//! converted in parallel. It leaves gaps for that ([`super::Entry`]), which [`Page`] fills in where the games come in order. It
//! also writes what stands around them.

mod annotation;
mod blank;
mod board;
mod collect;
mod notes;
mod page;
mod sheet;

pub use blank::{Blank, blank};
pub use collect::{DiagramAt, HtmlWriter};
pub use page::{Page, Paper};
