//! Peak memory of the program, as reported by the kernel.
//!
//! The peak is in the status of a process only while it lives, so it must be kept from ending: its last input
//! is a pipe, and when it opens that, everything before has been converted, as it has one thread. The shell's
//! limits (`ulimit -v`) count memory that is reserved and never touched, which varies.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use super::plyglot;

/// Not the name of a game file.
const LAST: &str = "last-input";

/// Runs the program in a folder with one thread; returns its output and its peak memory in KiB.
pub fn measured<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> (Output, u64) {
    let last = folder.join(LAST);
    if !last.exists() {
        assert!(Command::new("mkfifo").arg(&last).status().expect("mkfifo runs").success());
    }
    let mut child = plyglot(&["-j", "1"])
        .args(args)
        .arg(LAST)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let [out, err] = [child.stdout.take().map(drain), child.stderr.take().map(drain)];
    let kib = peak_at(&mut child, &last);
    let status = child.wait().expect("it ends");
    let text = |it: Option<thread::JoinHandle<Vec<u8>>>| it.expect("a pipe").join().expect("all is read");
    let output = Output { status, stdout: text(out), stderr: text(err) };
    let Some(kib) = kib else { panic!("it ended before its time: {output:?}") };
    (output, kib)
}

fn drain(mut pipe: impl io::Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("output");
        bytes
    })
}

/// Returns the peak when the program opens its last input; `None` if it ends before that.
fn peak_at(child: &mut Child, last: &Path) -> Option<u64> {
    loop {
        // Fails without blocking while nobody reads.
        match File::options().write(true).custom_flags(NONBLOCK).open(last) {
            Ok(_open) => return Some(peak(child)),
            Err(_) if child.try_wait().expect("a status").is_some() => return None,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// `O_NONBLOCK` for the standard library.
const NONBLOCK: i32 = rustix::fs::OFlags::NONBLOCK.bits() as i32;

/// Returns the peak memory of a running program in KiB.
pub fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the status");
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).expect("the peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
