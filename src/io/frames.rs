//! Decoding of zstd data in several threads.
//!
//! Frames are independent, and `pzstd`, `cat` and lichess write many of them. A thread cuts the data into whole frames;
//! each batch of them is decoded ahead of its reader, in a thread of its own. A frame that is too large for that,
//! damaged or truncated, or that comes from a pipe without its size, is decoded in one thread with all that follows it.

use std::io::{self, Cursor, Read};

use crossbeam_channel::{Receiver, Sender, bounded};
use zstd::zstd_safe::{find_frame_compressed_size, get_frame_content_size};

use super::{
    compressed::{Compression, Members, PeekReader, SharedTrailing},
    read_ahead::{self, ReadAhead},
};
use crate::bug::survive;

/// The number of bytes to read at a time. All frames that end in them are decoded together.
const CHUNK: usize = 256 << 10;

/// The largest frames decoded in parallel, in bytes, compressed and decompressed. Those of `pzstd` hold 8 MiB
/// by default, and 32 MiB at level 19.
const LARGEST: usize = 16 << 20;
const LARGEST_CONTENT: u64 = 64 << 20;

/// The most pieces of a batch decoded ahead: half a frame of 32 MiB, as two threads need.
const AHEAD: usize = 64;

/// The most batches decoded at a time.
const MOST: usize = 8;

/// The skippable frame before a frame of `pzstd` begins with these bytes, followed by that frame's size.
const SIZE_FOLLOWS: &[u8] = b"\x50\x2a\x4d\x18\x04\0\0\0";
const SIZED: usize = SIZE_FOLLOWS.len() + 4;

/// The decoded data of a zstd stream.
pub struct Frames {
    /// The batches that are being decoded, in order.
    batches: Receiver<io::Result<Decoded>>,
    current: Decoded,
    /// Whether an error was met, after which nothing more follows.
    failed: bool,
}

type Decoded = Box<dyn Read + Send>;

impl Frames {
    /// Starts decoding a stream, and gives it back if no thread can be started. `users` is the number of threads that
    /// use what is decoded.
    pub fn begin(
        source: PeekReader<'static>,
        is_pipe: bool,
        users: usize,
        trailing: SharedTrailing,
    ) -> Result<Frames, PeekReader<'static>> {
        // One more is being read, and another waits to be queued.
        let (sender, batches) = bounded(users.div_ceil(2).clamp(2, MOST) - 2);
        read_ahead::begin_thread(source, move |source| {
            let mut cutter = Cutter { source, pending: Vec::new(), is_pipe };
            let end = survive(|| cutter.all(&sender));
            let rest = match end {
                Ok(false) => return,
                Ok(true) => cutter.rest(trailing),
                Err(bug) => Err(io::Error::other(format!("{bug}; the rest is skipped"))),
            };
            // The receiver may be gone.
            let _ = sender.send(rest);
        })?;
        Ok(Frames { batches, current: Box::new(io::empty()), failed: false })
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.failed {
            let read = self.current.read(buffer);
            self.failed = read.is_err();
            if !matches!(read, Ok(0)) {
                return read;
            }
            let Ok(next) = self.batches.recv() else { break };
            self.failed = next.is_err();
            self.current = next?;
        }
        Ok(0)
    }
}

/// Cuts a stream into whole frames.
struct Cutter {
    source: PeekReader<'static>,
    /// Bytes read but not passed on.
    pending: Vec<u8>,
    is_pipe: bool,
}

impl Cutter {
    /// Passes on batches of frames as long as they can be cut. Returns whether the rest is still wanted.
    fn all(&mut self, batches: &Sender<io::Result<Decoded>>) -> bool {
        while let Some(frames) = self.next_frames() {
            let source = PeekReader::new(Box::new(Cursor::new(frames)));
            let decoded = Members::new(Compression::Zstd, source, SharedTrailing::default());
            if batches.send(decoded.map(|it| beside(it, AHEAD))).is_err() {
                return false;
            }
        }
        true
    }

    /// Decodes the rest of the stream.
    fn rest(self, trailing: SharedTrailing) -> io::Result<Decoded> {
        let source = PeekReader::new(Box::new(Cursor::new(self.pending).chain(self.source)));
        Members::after(Compression::Zstd, source, trailing).map(|it| beside(it, read_ahead::AHEAD))
    }

    /// Returns whole frames. `None` if the next one can't be cut. An error of the stream is left to the next
    /// reader.
    fn next_frames(&mut self) -> Option<Vec<u8>> {
        loop {
            let len = whole_frames(&self.pending);
            if len > 0 {
                let rest = self.pending.split_off(len);
                return Some(std::mem::replace(&mut self.pending, rest));
            }
            let missing = self.wanted().saturating_sub(self.pending.len());
            let read = (&mut self.source).take(missing.min(CHUNK) as u64).read_to_end(&mut self.pending);
            if !matches!(read, Ok(1..)) {
                return None;
            }
        }
    }

    /// Returns the length to read for a whole frame. 0 if it is too large, or a pipe doesn't announce its
    /// size.
    fn wanted(&self) -> usize {
        let is_sized = self.pending.starts_with(SIZE_FOLLOWS);
        let frame = self.pending.get(if is_sized { SIZED } else { 0 }..).unwrap_or_default();
        if matches!(get_frame_content_size(frame), Ok(Some(len)) if len > LARGEST_CONTENT) {
            return 0;
        }
        match self.pending.get(SIZE_FOLLOWS.len()..SIZED) {
            Some(&[a, b, c, d]) if is_sized => {
                let len = SIZED.saturating_add(u32::from_le_bytes([a, b, c, d]) as usize);
                if len <= LARGEST { len } else { 0 }
            }
            _ if !self.is_pipe => LARGEST,
            Some(_) => 0,
            None => SIZED,
        }
    }
}

/// Returns the length of the whole frames at the beginning of these bytes; skippable ones at the end don't
/// count.
fn whole_frames(bytes: &[u8]) -> usize {
    let (mut at, mut end) = (0, 0);
    while let Ok(len) = find_frame_compressed_size(&bytes[at..]) {
        let is_skippable = bytes[at + 1..].starts_with(&SIZE_FOLLOWS[1..4]);
        at += len;
        end = if is_skippable { end } else { at };
    }
    end
}

/// Decodes in a thread that reads `ahead` pieces ahead; if none can be started, in the reader's thread.
fn beside(members: Members<'static>, ahead: usize) -> Decoded {
    match ReadAhead::begin(members, ahead) {
        Ok(it) => Box::new(it),
        Err(members) => Box::new(members),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write as _,
        sync::{Mutex, PoisonError},
    };

    use super::*;
    use crate::io::compressed::Trailing;

    /// What a reader gets: the data, and the error at their end, or else what follows them.
    type Outcome = (Vec<u8>, Result<(u64, bool), String>);

    fn outcome(mut input: impl Read, trailing: &Mutex<Trailing>) -> Outcome {
        let mut bytes = Vec::new();
        let end = input.read_to_end(&mut bytes);
        assert!(input.read(&mut [0]).is_ok_and(|it| it == 0), "more after the end");
        let Trailing { bytes: after, meant } = *trailing.lock().unwrap_or_else(PoisonError::into_inner);
        (bytes, end.map(|_| (after, meant)).map_err(|it| it.to_string()))
    }

    fn in_one_thread(data: &[u8]) -> Outcome {
        let trailing = SharedTrailing::default();
        let source = PeekReader::new(Box::new(Cursor::new(data.to_vec())));
        let members = Members::new(Compression::Zstd, source, trailing.clone()).unwrap();
        outcome(beside(members, read_ahead::AHEAD), &trailing)
    }

    fn in_several(data: &[u8], is_pipe: bool, step: usize) -> Outcome {
        let trailing = SharedTrailing::default();
        let source = PeekReader::new(Box::new(Dripping(Cursor::new(data.to_vec()), step)));
        outcome(Frames::begin(source, is_pipe, 4, trailing.clone()).ok().unwrap(), &trailing)
    }

    /// Delivers at most this many bytes at a time.
    struct Dripping(Cursor<Vec<u8>>, usize);

    impl Read for Dripping {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(self.1);
            self.0.read(&mut buffer[..len])
        }
    }

    fn frame(content: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    /// Contents of this length that do not compress.
    fn contents(len: usize) -> impl Iterator<Item = Vec<u8>> {
        let mut state = 1_u64;
        std::iter::repeat_with(move || {
            let mut bytes = Vec::new();
            while bytes.len() < len {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                bytes.extend(state.to_le_bytes());
            }
            bytes.truncate(len);
            bytes
        })
    }

    /// Frames as `pzstd` writes them, or without their sizes.
    fn frames(len: usize, count: usize, sized: bool) -> Vec<u8> {
        let framed = contents(len).take(count).map(|it| {
            let frame = frame(&it);
            let size = [SIZE_FOLLOWS, &(frame.len() as u32).to_le_bytes()].concat();
            [if sized { size } else { Vec::new() }, frame].concat()
        });
        framed.collect::<Vec<_>>().concat()
    }

    #[test]
    fn several_threads_decode_what_one_does() {
        let skippable = b"\x5f\x2a\x4d\x18\x03\0\0\0abc";
        for data in [
            frames(3000, 200, true),
            frames(3000, 200, false),
            frames(200_000, 5, true),
            frames(200_000, 5, false),
            [frames(1000, 3, true), frames(200_000, 3, false), frames(1000, 3, true)].concat(),
            [&frames(1000, 3, true)[..], skippable, &frames(1000, 3, false), skippable].concat(),
            [&frames(1000, 3, true)[..], &[0; 1000]].concat(),
            [&frames(1000, 3, true)[..], b"[Event \"x\"]"].concat(),
            skippable.to_vec(),
        ] {
            let expected = in_one_thread(&data);
            for (is_pipe, step) in [(false, 1 << 20), (false, 1000), (true, 1 << 20), (true, 1000)] {
                assert!(in_several(&data, is_pipe, step) == expected, "{is_pipe}, {step}");
            }
        }
    }

    #[test]
    fn damage_is_met_where_one_thread_meets_it() {
        let data = frames(40, 12, true);
        for n in 4..data.len() {
            let mut spoilt = data.clone();
            spoilt[n] ^= 0x55;
            for data in [&spoilt[..], &data[..n]] {
                let (expected, found) = (in_one_thread(data), in_several(data, n % 2 == 0, 1 << 20));
                assert_eq!(found, expected, "{n}");
            }
        }
    }

    /// Nobody waits for the next frame of a pipe, or for the end of one whose size is unknown.
    #[test]
    fn a_pipe_that_brings_no_more_is_not_awaited() {
        struct Stuck;
        impl Read for Stuck {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                loop {
                    std::thread::park();
                }
            }
        }
        let content = contents(1 << 20).next().unwrap();
        let sized = frames(1 << 20, 1, true);
        let part = |len: usize| sized[SIZED..len].to_vec();
        for data in [sized.clone(), part(sized.len()), part(sized.len() - 10)] {
            let source = PeekReader::new(Box::new(Cursor::new(data).chain(Stuck)));
            let frames = Frames::begin(source, true, 2, SharedTrailing::default()).ok().unwrap();
            let mut first = vec![0; 500_000];
            frames.take(500_000).read_exact(&mut first).unwrap();
            assert!(first == content[..500_000]);
        }
    }
}
