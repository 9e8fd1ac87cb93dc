//! Reading ahead in a separate thread, so that decompression runs in parallel with the work.

use std::{
    io::{self, Read},
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::bug::survive;

/// At most this many bytes are read at once.
const PIECE: usize = 256 << 10;
/// At most this many pieces are read ahead.
const AHEAD: usize = 4;

/// A buffer, and the number of bytes in it.
type FilledBuffer = (Vec<u8>, usize);

/// A stream with read-ahead.
pub struct ReadAhead {
    pieces: Receiver<io::Result<FilledBuffer>>,
    /// Returns buffers for reuse.
    empty: Sender<Vec<u8>>,
    piece: FilledBuffer,
    at: usize,
}

impl ReadAhead {
    /// Starts reading a stream; gives it back if no thread can be started.
    ///
    /// The thread is not joined when no more data are wanted: it may be blocked on a pipe.
    pub fn begin<R: Read + Send + 'static>(input: R) -> Result<ReadAhead, R> {
        let (filled, pieces) = bounded(AHEAD);
        let (empty, used) = bounded(AHEAD + 1);
        let (start, started) = bounded::<R>(1);
        let read = move || {
            let Ok(mut input) = started.recv() else { return };
            let end = survive(|| read_all(&mut input, &filled, &used))
                .unwrap_or_else(|bug| Err(io::Error::other(format!("{bug}; the rest is skipped"))));
            if let Err(error) = end {
                // The receiver may be gone.
                let _ = filled.send(Err(error));
            }
        };
        if thread::Builder::new().spawn(read).is_err() {
            return Err(input);
        }
        // The thread is waiting for this.
        let _ = start.send(input);
        Ok(ReadAhead { pieces, empty, piece: FilledBuffer::default(), at: 0 })
    }
}

/// Reads a stream until it ends or nobody wants more.
fn read_all(
    input: &mut impl Read,
    filled: &Sender<io::Result<FilledBuffer>>,
    used: &Receiver<Vec<u8>>,
) -> io::Result<()> {
    loop {
        let mut buffer = used.try_recv().unwrap_or_else(|_| vec![0; PIECE]);
        let len = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if len == 0 || filled.send(Ok((buffer, len))).is_err() {
            return Ok(());
        }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.1 {
            let (buffer, _) = std::mem::take(&mut self.piece);
            self.at = 0;
            if !buffer.is_empty() {
                // If the thread has ended, the buffer is not needed.
                let _ = self.empty.try_send(buffer);
            }
            let Ok(next) = self.pieces.recv() else { return Ok(0) };
            self.piece = next?;
        }
        let ready = &self.piece.0[self.at..self.piece.1];
        let len = ready.len().min(buffer.len());
        buffer[..len].copy_from_slice(&ready[..len]);
        self.at += len;
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns pieces of odd lengths, and then its result.
    struct Odd {
        left: usize,
        end: fn() -> io::Result<usize>,
    }

    impl Read for Odd {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = self.left.min(buffer.len()).min(100_003);
            for (n, byte) in buffer[..len].iter_mut().enumerate() {
                *byte = (self.left - n) as u8;
            }
            self.left -= len;
            if len == 0 { (self.end)() } else { Ok(len) }
        }
    }

    fn all(end: fn() -> io::Result<usize>) -> (Vec<u8>, io::Result<usize>) {
        let mut beside = ReadAhead::begin(Odd { left: 3_000_000, end }).ok().expect("a thread");
        let mut bytes = Vec::new();
        let result = beside.read_to_end(&mut bytes);
        (bytes, result)
    }

    #[test]
    fn everything_comes_in_order_and_then_the_error() {
        let expected: Vec<u8> = (1..=3_000_000_usize).rev().map(|n| n as u8).collect();
        let (bytes, result) = all(|| Ok(0));
        assert!(bytes == expected && result.is_ok());
        let (bytes, result) = all(|| Err(io::Error::other("damaged")));
        assert!(bytes == expected && result.is_err_and(|it| it.to_string() == "damaged"));
        let (_, result) = all(|| panic!("a bug"));
        assert!(result.is_err_and(|it| it.to_string().contains("a bug")));
    }

    #[test]
    fn who_has_enough_does_not_wait() {
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                loop {
                    thread::park();
                }
            }
        }
        drop(ReadAhead::begin(Endless).ok().expect("a thread"));
    }
}
