//! Central directories of zip archives with duplicate names.
//!
//! The zip library finds members by name, so that it sees only the last of several with the same name. It is
//! therefore given a view of the archive in which names are unique ([`Renamed`]): the same lengths, other
//! letters.

use std::{
    collections::HashSet,
    io::{self, BufRead, Read, Seek, SeekFrom},
};

/// The length of an entry without its name, extra field and comment.
const ENTRY: usize = 46;
const SIGNATURE: &[u8] = b"PK\x01\x02";

/// The most letters changed in a name.
const CHANGED: usize = 4;

/// The names in a central directory.
#[derive(Debug, Default)]
pub struct Directory {
    /// The names of the members, in order.
    pub names: Vec<Vec<u8>>,
    /// Unique replacements for names, each with its offset in the archive.
    changes: Vec<(u64, Vec<u8>)>,
}

impl Directory {
    /// Reads the directory at this offset.
    pub fn read(file: &mut (impl BufRead + Seek), start: u64) -> io::Result<Directory> {
        file.seek(SeekFrom::Start(start))?;
        let mut directory = Directory::default();
        let mut taken: HashSet<Vec<u8>> = HashSet::new();
        let mut at = start;
        let mut entry = [0; ENTRY];
        while file.read_exact(&mut entry).is_ok() && entry.starts_with(SIGNATURE) {
            let length = |at: usize| u64::from(u16::from_le_bytes([entry[at], entry[at + 1]]));
            let mut name = vec![0; length(28) as usize];
            file.read_exact(&mut name)?;
            let rest = length(30) + length(32);
            io::copy(&mut file.by_ref().take(rest), &mut io::sink())?;
            directory.names.push(name.clone());
            if !taken.insert(name.clone()) {
                let other =
                    (0..36_u64.pow(CHANGED as u32)).map(|n| renamed(&name, n)).find(|it| !taken.contains(it));
                if let Some(other) = other {
                    taken.insert(other.clone());
                    directory.changes.push((at + ENTRY as u64, other));
                }
            }
            at += (ENTRY + name.len()) as u64 + rest;
        }
        Ok(directory)
    }

    /// Whether all names are unique.
    pub fn is_distinct(&self) -> bool {
        self.changes.is_empty()
    }
}

/// Returns the name with its last letters replaced by a number.
fn renamed(name: &[u8], mut number: u64) -> Vec<u8> {
    let mut name = name.to_vec();
    let kept = name.len().saturating_sub(CHANGED);
    for byte in name[kept..].iter_mut().rev() {
        *byte = b"0123456789abcdefghijklmnopqrstuvwxyz"[(number % 36) as usize];
        number /= 36;
    }
    name
}

/// A view of an archive with unique names in its directory.
pub struct Renamed<R> {
    archive: R,
    at: u64,
    changes: Vec<(u64, Vec<u8>)>,
}

impl<R: Read + Seek> Renamed<R> {
    /// Creates a view of this archive with the changes of its directory.
    pub fn new(mut archive: R, directory: &Directory) -> io::Result<Renamed<R>> {
        archive.rewind()?;
        Ok(Renamed { archive, at: 0, changes: directory.changes.clone() })
    }
}

impl<R: Read> Read for Renamed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.archive.read(buffer)?;
        let end = self.at + len as u64;
        let first = self.changes.partition_point(|(place, name)| place + name.len() as u64 <= self.at);
        for (place, name) in self.changes[first..].iter().take_while(|it| it.0 < end) {
            let from = (*place).max(self.at);
            let to = (place + name.len() as u64).min(end);
            let part = &name[(from - place) as usize..(to - place) as usize];
            buffer[(from - self.at) as usize..(to - self.at) as usize].copy_from_slice(part);
        }
        self.at = end;
        Ok(len)
    }
}

impl<R: Seek> Seek for Renamed<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.archive.seek(to)?;
        Ok(self.at)
    }
}
