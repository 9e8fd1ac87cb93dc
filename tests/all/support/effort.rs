//! Measures work by the CPU time of the thread, taking the minimum of several tries: a busy machine can make a
//! try longer, but never shorter.

use std::time::Duration;

/// Number of tries before something counts as slow.
const TRIES: usize = 5;

/// Differences below this are ignored.
const GRAIN: Duration = Duration::from_millis(10);

/// Returns why the second job takes more than `times` as long as the first, if it does.
pub fn excess(times: u32, mut first: impl FnMut(), mut second: impl FnMut()) -> Option<String> {
    let (mut one, mut other) = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        one = one.min(effort(&mut first));
        other = other.min(effort(&mut second));
        if other <= one * times + GRAIN {
            return None;
        }
    }
    Some(format!("{one:?}, and then {other:?}"))
}

/// Returns the time this thread takes for a job.
fn effort(job: &mut impl FnMut()) -> Duration {
    let before = time_of_thread();
    job();
    time_of_thread() - before
}

/// Returns the CPU time of this thread.
#[cfg(target_os = "linux")]
fn time_of_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Returns wall-clock time, where that of the thread is unavailable.
#[cfg(not(target_os = "linux"))]
fn time_of_thread() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
