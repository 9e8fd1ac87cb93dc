//! Buffers that are used again.
//!
//! The system clears memory before it gives it out, and the allocator gives back what is free for a while: new buffers for
//! every block cost a tenth of a run.

use std::sync::{Mutex, PoisonError};

/// So many are kept.
const MOST: usize = 16;
/// No larger ones are kept: a block of ordinary games takes less, whatever it becomes.
const LARGEST: usize = 2 << 20;

static FREE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// A buffer with any bytes in it.
pub fn take() -> Vec<u8> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
}

/// Keeps a buffer for the next one who needs one.
pub fn give(buffer: Vec<u8>) {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    if (1..=LARGEST).contains(&buffer.capacity()) && free.len() < MOST {
        free.push(buffer);
    }
}
