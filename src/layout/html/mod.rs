//! Scoresheets as an HTML page for screen and print.
//!
//! One self-contained page (no scripts, fonts or pictures from elsewhere), with a scoresheet for each game.
//! Notations written in columns get the scoresheet of Stojanović's *New Chess Notation*, section 5, with 20
//! moves a page as in its example, followed by its notes (comments and variations); any other notation gets
//! White's and Black's moves side by side, with the notes below the moves they are about. Clocks and
//! evaluations are shown small in the cells of their moves. The final position is shown next to the first part
//! of the scoresheet; at the end follow the tags without a place on it, and the problems of the game, if any.
//!
//! A short inline script lets the board follow clicks on moves, the arrow keys and swipes, through the game and
//! its variations. Without the script, the page is complete, as on paper.
//!
//! A page with one game shows it; one with several is a list of games that open in place, each with an anchor
//! (`#g12` is the twelfth game of the page), so that it stays fast with thousands of them. In print, all games
//! are open and each begins on a new page.
//!
//! Games divided into several pages have an [`Index`].
//!
//! The page is in the language of its notation, as far as it knows that ([`Language`]).
//!
//! **Streaming.** [`HtmlWriter`] writes a game at a time, without knowing its number on the page, because games
//! are converted in parallel. It leaves marks for that, which [`Page`] replaces where the games arrive in order.
//! [`Page`] also writes the head and the foot.

mod annotation;
mod blank;
mod board;
mod collect;
mod collected;
mod index;
mod language;
mod notes;
mod page;
mod scoresheet;
mod text;

pub use blank::{Blank, blank};
pub use collect::{DiagramAt, HtmlWriter};
pub use index::Index;
pub use language::Language;
pub use page::{Page, Paper};
pub(super) use page::{foot, head_with_style};
pub use scoresheet::Fields;
