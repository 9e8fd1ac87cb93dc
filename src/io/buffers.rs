//! Reuse of buffers.
//!
//! The system clears memory before handing it out, and the allocator returns free memory after a while:
//! allocating buffers for every block would cost a tenth of a run.

use std::sync::{Mutex, PoisonError};

/// At most this many buffers are kept.
const MOST: usize = 16;
/// Larger buffers are not kept; blocks of ordinary games need less, in any output.
const LARGEST: usize = 2 << 20;

static FREE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// Returns a buffer with arbitrary contents.
pub fn take() -> Vec<u8> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
}

/// Keeps a buffer for reuse.
pub fn give(buffer: Vec<u8>) {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    if (1..=LARGEST).contains(&buffer.capacity()) && free.len() < MOST {
        free.push(buffer);
    }
}
