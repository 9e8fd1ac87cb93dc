//! Reading ahead in a separate thread, so that decompression runs in parallel with the work.

use std::{
    io::{self, Cursor, Read},
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::buffers;
use crate::bug::survive;

/// The most bytes read at once.
const PIECE: usize = 256 << 10;
/// The number of pieces read ahead where a single thread decodes.
pub const AHEAD: usize = 4;

/// A stream with read-ahead.
pub struct ReadAhead {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
}

impl ReadAhead {
    /// Starts reading a stream, at most `ahead` pieces ahead. Gives it back if no thread can be started.
    ///
    /// The thread is not joined when no more data are wanted: it may be blocked on a pipe.
    pub fn begin<R: Read + Send + 'static>(input: R, ahead: usize) -> Result<ReadAhead, R> {
        let (filled, pieces) = bounded(ahead);
        begin_thread(input, move |mut input| {
            let end = survive(|| read_all(&mut input, &filled))
                .unwrap_or_else(|bug| Err(io::Error::other(format!("{bug}; the rest is skipped"))));
            if let Err(error) = end {
                // The receiver may be gone.
                let _ = filled.send(Err(error));
            }
        })?;
        Ok(ReadAhead { pieces, piece: Cursor::default() })
    }
}

/// Starts a thread that works on a value. Gives the value back if no thread can be started.
pub fn begin_thread<T: Send + 'static>(value: T, work: impl FnOnce(T) + Send + 'static) -> Result<(), T> {
    let (start, started) = bounded::<T>(1);
    if thread::Builder::new().spawn(move || started.recv().map(work)).is_err() {
        return Err(value);
    }
    // The thread is waiting for this.
    let _ = start.send(value);
    Ok(())
}

/// Reads a stream until it ends or nobody receives more.
fn read_all(input: &mut impl Read, filled: &Sender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut buffer = buffers::take(PIECE);
        buffer.resize(PIECE, 0);
        let len = loop {
            match input.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        buffer.truncate(len);
        if len == 0 || filled.send(Ok(buffer)).is_err() {
            return Ok(());
        }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.piece.position() == self.piece.get_ref().len() as u64 {
            let Ok(next) = self.pieces.recv() else { return Ok(0) };
            buffers::give(std::mem::replace(&mut self.piece, Cursor::new(next?)).into_inner());
        }
        self.piece.read(buffer)
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
        let mut beside = ReadAhead::begin(Odd { left: 3_000_000, end }, AHEAD).ok().expect("a thread");
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
        drop(ReadAhead::begin(Endless, AHEAD).ok().expect("a thread"));
    }
}
