//! How much work something is. Only the time that the thread itself has had counts, and of several tries the least: a busy
//! machine can make a try longer, never shorter.

use std::time::Duration;

/// So often it is tried before it is called slow.
const TRIES: usize = 5;

/// What takes less is not told apart.
const GRAIN: Duration = Duration::from_millis(10);

/// Why the second job takes more than so many times what the first takes; none if it does not.
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

/// The time this thread takes for a job.
fn effort(job: &mut impl FnMut()) -> Duration {
    let before = time_of_thread();
    job();
    time_of_thread() - before
}

/// The time this thread has had.
#[cfg(target_os = "linux")]
fn time_of_thread() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The time that passes, where that of the thread cannot be told.
#[cfg(not(target_os = "linux"))]
fn time_of_thread() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
