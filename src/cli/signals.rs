//! What happens when the user interrupts a run.
//!
//! Output that is not complete has no name, or one that nothing else has; here the latter is taken away.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, mpsc},
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

/// From here on an interrupt (SIGINT, SIGTERM, SIGHUP) takes away what is not complete and ends the program with 128
/// and the signal's number. A signal that the caller has the program ignore, as `nohup` does, stays ignored.
#[cfg(unix)]
pub fn watch() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let ignored = ignored();
    let watched = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(move |signal| match ignored {
        Some(mask) => mask >> (signal - 1) & 1 == 0,
        None => *signal != SIGHUP,
    });
    let (ready, is_ready) = mpsc::channel::<()>();
    let wait = move || {
        let Ok(mut signals) = Signals::new(watched) else { return };
        drop(ready);
        if let Some(signal) = signals.forever().next() {
            let transient = TRANSIENT.lock().unwrap_or_else(PoisonError::into_inner);
            for path in transient.iter() {
                // It may just have got its place.
                let _ = std::fs::remove_file(path);
            }
            #[expect(clippy::exit, reason = "other threads may be waiting for input that never comes")]
            std::process::exit(128 + signal);
        }
    };
    // Without it the signals do as they always do, and at worst a file with a strange name stays.
    if std::thread::Builder::new().spawn(wait).is_ok() {
        // An error says that the thread is ready, or has given up.
        let _ = is_ready.recv();
    }
}

/// The signals that are ignored, one bit each, where that can be known.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// There are no such signals here.
#[cfg(not(unix))]
pub fn watch() {}
