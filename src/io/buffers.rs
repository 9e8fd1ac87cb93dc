//! Reuse of buffers.
//!
//! The system clears memory before handing it out, and the allocator returns free memory after a while:
//! allocating buffers for every block would cost a tenth of a run.

use std::sync::{Mutex, PoisonError};

/// The most buffers kept, and the most bytes of all of them together. A block of games takes up to 3 MB in
/// some outputs.
const MOST: usize = 16;
const MOST_BYTES: usize = 32 << 20;

static FREE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// Returns a buffer with arbitrary contents: the smallest with at least `room` bytes, or else the largest.
pub fn take(room: usize) -> Vec<u8> {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let badness = |buffer: &Vec<u8>| match buffer.capacity() {
        it if it < room => (true, room - it),
        it => (false, it - room),
    };
    let best = (0..free.len()).min_by_key(|n| badness(&free[*n]));
    best.map(|n| free.swap_remove(n)).unwrap_or_default()
}

/// Keeps a buffer for reuse.
pub fn give(buffer: Vec<u8>) {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept: usize = free.iter().map(Vec::capacity).sum();
    if buffer.capacity() > 0 && buffer.capacity() <= MOST_BYTES - kept && free.len() < MOST {
        free.push(buffer);
    }
}
