//! Progress on standard error: a bar on a terminal; elsewhere, on request, a line a second.

use std::{
    io::{self, IsTerminal as _},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{common_args::When, report::Stderr};

/// Shows the progress of a run.
pub struct Progress {
    shown: Shown,
    stderr: Stderr,
    counter: Arc<AtomicU64>,
    /// The total number of bytes, if known.
    total: Option<u64>,
    begun: Instant,
    last: Option<Instant>,
    /// The number of games, and of those with errors.
    pub games: u64,
    /// See `games`.
    pub failed: u64,
    /// The number of plies, and of those not read by the exact reader.
    pub plies: u64,
    /// See `plies`.
    pub odd: u64,
    /// The number of warnings, shown or not.
    pub warnings: u64,
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    Lines,
}

impl Progress {
    /// Creates a hidden bar. `to_screen` means that the output goes to standard output, which may be a
    /// terminal; `total` returns the number of bytes, if known.
    pub fn new(
        when: When,
        to_screen: bool,
        counter: Arc<AtomicU64>,
        total: impl FnOnce() -> Option<u64>,
        stderr: Stderr,
    ) -> Progress {
        let terminal = io::stderr().is_terminal();
        let shared = to_screen && io::stdout().is_terminal();
        let (shown, total) = match when {
            When::Never => (Shown::Nothing, None),
            When::Auto if !terminal || shared => (Shown::Nothing, None),
            When::Always if !terminal => (Shown::Lines, total()),
            When::Always | When::Auto => {
                let total = total();
                (Shown::Bar(bar(total)), total)
            }
        };
        Progress {
            shown,
            stderr,
            counter,
            total,
            begun: Instant::now(),
            last: None,
            games: 0,
            failed: 0,
            plies: 0,
            odd: 0,
            warnings: 0,
        }
    }

    /// Updates the display at intervals.
    pub fn update(&mut self) {
        let pause = match self.shown {
            Shown::Nothing => return,
            Shown::Bar(_) => Duration::from_millis(100),
            Shown::Lines => Duration::from_secs(1),
        };
        if self.last.is_none_or(|it| it.elapsed() >= pause) {
            self.last = Some(Instant::now());
            self.show();
        }
    }

    fn show(&self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                bar.set_position(self.counter.load(Ordering::Relaxed));
                bar.set_message(self.games());
            }
            Shown::Lines => {
                let read = self.counter.load(Ordering::Relaxed);
                let of = self.total.map_or_else(String::new, |it| format!(" of {}", HumanBytes(it)));
                let left =
                    self.left(read).map_or_else(String::new, |it| format!(", {} left", HumanDuration(it)));
                let text = format!("{}{of}, {}{left}", HumanBytes(read), self.games());
                self.stderr.say("progress", &text);
            }
        }
    }

    fn left(&self, read: u64) -> Option<Duration> {
        let total = self.total.filter(|it| read > 0 && *it >= read)?;
        Some(self.begun.elapsed().mul_f64((total - read) as f64 / read as f64))
    }

    fn games(&self) -> String {
        let rate = self.games as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        format!(
            "{} games, {}/s, {} with errors",
            HumanCount(self.games),
            HumanCount(rate as u64),
            HumanCount(self.failed)
        )
    }

    /// Returns the bar, if any, which must make room for messages.
    pub fn bar(&self) -> Option<&ProgressBar> {
        match &self.shown {
            Shown::Bar(bar) => Some(bar),
            _ => None,
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        match &self.shown {
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Lines => self.show(),
            Shown::Nothing => {}
        }
    }

    /// Returns a brief summary, as in `wrote x.pgn: 173,300 games, 1 with errors, 15 warnings`.
    pub fn short_summary(&self, destination: Option<&Path>) -> String {
        let counted = |count: u64, one: &str, many: &str| {
            format!("{} {}", HumanCount(count), if count == 1 { one } else { many })
        };
        let mut text = destination.map_or_else(String::new, |it| format!("wrote {}: ", it.display()));
        text.push_str(&counted(self.games, "game", "games"));
        if self.failed > 0 {
            text.push_str(&format!(", {} with errors", HumanCount(self.failed)));
        }
        if self.warnings > 0 {
            text.push_str(&format!(", {}", counted(self.warnings, "warning", "warnings")));
        }
        text
    }

    /// Returns a one-line summary.
    pub fn summary(&self, inputs: usize) -> String {
        let inputs = if inputs == 1 { "1 input".to_owned() } else { format!("{inputs} inputs") };
        let read = HumanBytes(self.counter.load(Ordering::Relaxed));
        let seconds = self.begun.elapsed().as_secs_f64();
        let share = 100.0 * self.odd as f64 / self.plies.max(1) as f64;
        let (odd, plies) = (HumanCount(self.odd), HumanCount(self.plies));
        format!(
            "{} from {inputs} ({read}) in {seconds:.2} s; {odd} of {plies} plies ({share:.2} %) needed the full reader",
            self.games()
        )
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{bar:24} {bytes}/{total_bytes}, {msg}, {eta} left",
        None => "{spinner} {bytes}, {msg}, {elapsed}",
    };
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    // The templates are fixed; an invalid one would merely show the default bar.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
