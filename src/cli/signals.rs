//! What happens when the user interrupts a run.
//!
//! Output that is not complete has no name, or one that nothing else has; here the latter is taken away.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Files that stand in a folder for a while only.
static TRANSIENT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Remembers a file that must not stay if the run is interrupted.
pub fn remember(path: &Path) {
    TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_path_buf());
}

/// Forgets it: it is gone, or has its place.
pub fn forget(path: &Path) {
    TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner).retain(|it| it != path);
}

/// From here on an interrupt (SIGINT, SIGTERM) takes away what is not complete and ends the program with 128
/// and the signal's number.
#[cfg(unix)]
pub fn watch() {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };
    // Without it the signals do as they always do, and at worst a file with a strange name stays.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let transient = TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner);
            for path in transient.iter() {
                // It may just have got its place.
                let _ = std::fs::remove_file(path);
            }
            #[expect(clippy::exit, reason = "other threads may be waiting for input that never comes")]
            std::process::exit(128 + signal);
        }
    });
}

/// There are no such signals here.
#[cfg(not(unix))]
pub fn watch() {}
