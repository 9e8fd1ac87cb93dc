//! Interrupts by the user.
//!
//! Incomplete output has no name or a temporary one; files with temporary names are removed here. Where no
//! file is written, signals take their default action.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, Once, PoisonError, mpsc},
};

/// Files to remove on an interrupt.
static TRANSIENT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Registers a file to be removed if the run is interrupted.
pub fn remember(path: &Path) {
    TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_path_buf());
}

/// Unregisters a file that is gone or published.
pub fn forget(path: &Path) {
    TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner).retain(|it| it != path);
}

/// Handles interrupts (SIGINT, SIGTERM, SIGHUP) from the first call on: removes incomplete files and exits with status 128 plus the
/// signal's number. A signal that the caller has set to be ignored, as `nohup` does, stays ignored.
#[cfg(unix)]
pub fn watch() {
    static WATCHING: Once = Once::new();
    WATCHING.call_once(begin);
}

/// Begins to handle interrupts.
#[cfg(unix)]
fn begin() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let ignored = ignored();
    let watched = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(move |signal| match ignored {
        Some(mask) => mask >> (signal - 1) & 1 == 0,
        None => *signal != SIGHUP,
    });
    let (give, given) = mpsc::channel::<Signals>();
    let wait = move || {
        let Ok(mut signals) = given.recv() else { return };
        if let Some(signal) = signals.forever().next() {
            let transient = TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner);
            for path in transient.iter() {
                // It may just have been published.
                let _ = std::fs::remove_file(path);
            }
            #[expect(clippy::exit, reason = "other threads may be waiting for input that never comes")]
            std::process::exit(128 + signal);
        }
    };
    // Without the thread, signals take their default action; at worst a temporary file stays.
    if std::thread::Builder::new().spawn(wait).is_ok()
        && let Ok(signals) = Signals::new(watched)
    {
        let _ = give.send(signals);
    }
}

/// Returns the ignored signals as bits, if known.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Does nothing: this system has no such signals.
#[cfg(not(unix))]
pub fn watch() {}
