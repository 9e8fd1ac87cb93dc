//! Parallel work with ordered results and bounded memory.
//!
//! One thread produces items, some of which are jobs; workers do the jobs; the calling thread consumes the
//! results and the other items in the order of production. Two bounded queues limit them: one of jobs, one of
//! the receivers of their results, in order.

use std::{
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded, select};

use crate::bug::{Bug, survive};

/// An item in the pipeline.
#[derive(Debug)]
pub enum Item<J, M> {
    /// A job, or its result.
    Job(J),
    /// A message, passed on unchanged.
    Message(M),
}

/// The most bytes of jobs in progress besides the one being added, for each thread; and the least such limit
/// for all of them together. Jobs are usually so small that all threads have some.
const UNDER_WAY: usize = 1 << 20;
const LEAST_UNDER_WAY: usize = 10 << 20;

/// The most worker threads started.
const MOST_THREADS: usize = 1024;

/// A job with the sender for its result; the ordered queue holds the receiver.
type Post<J, R> = (J, Sender<Result<R, Bug>>);
type Slot<M, R> = Result<Item<(usize, Receiver<Result<R, Bug>>), M>, Bug>;

/// Why the pipeline stopped early.
#[derive(Debug)]
pub enum Failure<E> {
    /// The consumer failed.
    Consumer(E),
    /// A bug in a thread.
    Bug(Bug),
}

/// Runs a pipeline.
///
/// `produce` is called once, in its own thread, with a receiver of its items; it must end when that breaks.
/// `worker` creates the function that does the jobs, once per thread. `size` returns a job's size in bytes.
/// With one thread, or if no other can be started, everything runs in the calling thread; if only some can be
/// started, fewer are used.
///
/// When the consumer breaks or fails, the producer is not joined: it may be blocked on a pipe.
///
/// # Errors
///
/// [`Failure`] if the consumer fails, or a panic ends one of the threads.
pub fn run<J, R, M, E, P, W>(
    threads: usize,
    produce: P,
    size: impl Fn(&J) -> usize + Send + 'static,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(Item<R, M>) -> Result<ControlFlow<()>, E>,
) -> Result<(), Failure<E>>
where
    J: Send + 'static,
    R: Send + 'static,
    M: Send + 'static,
    P: FnOnce(&mut dyn FnMut(Item<J, M>) -> ControlFlow<()>) + Send + 'static,
    W: FnMut(J) -> R,
{
    if threads <= 1 {
        return run_alone(produce, worker(), &mut consume);
    }
    let threads = threads.min(MOST_THREADS);
    let (jobs, posted) = bounded::<Post<J, R>>(threads);
    let (order, slots) = bounded::<Slot<M, R>>(2 * threads);
    // Dropped when the consumer is done: the workers then end even if the producer doesn't.
    let (alive, over) = bounded::<()>(0);
    let budget = Arc::new(Budget::new(LEAST_UNDER_WAY.max(threads * UNDER_WAY)));
    let producer_budget = Arc::clone(&budget);
    // The thread waits for its work, which is done here if no workers can be started.
    let (start, started) = bounded::<P>(1);
    let producer = thread::Builder::new().spawn(move || {
        let Ok(produce) = started.recv() else { return };
        let produced = survive(|| {
            produce(&mut |item| {
                let sent = match item {
                    Item::Message(message) => order.send(Ok(Item::Message(message))).is_ok(),
                    Item::Job(job) => {
                        let size = size(&job);
                        let (done, result) = bounded(1);
                        producer_budget.take(size);
                        jobs.send((job, done)).is_ok() && order.send(Ok(Item::Job((size, result)))).is_ok()
                    }
                };
                if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        });
        if let Err(bug) = produced {
            // The receiver may be gone.
            let _ = order.send(Err(bug));
        }
    });
    if producer.is_err() {
        return run_alone(produce, worker(), &mut consume);
    }
    thread::scope(|scope| {
        let mut workers = 0;
        while workers < threads {
            let (posted, over, worker) = (posted.clone(), over.clone(), &worker);
            let work = move || {
                let mut worker = worker();
                loop {
                    select! {
                        recv(posted) -> post => match post {
                            // The receiver may be gone.
                            Ok((job, done)) => drop(done.send(survive(|| worker(job)))),
                            Err(_) => break,
                        },
                        recv(over) -> _ => break,
                    }
                }
            };
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
            workers += 1;
        }
        drop(posted);
        if workers == 0 {
            drop(start);
            return run_alone(produce, worker(), &mut consume);
        }
        // The thread is waiting for this.
        let _ = start.send(produce);
        let result = consume_all(&slots, &budget, &mut consume);
        drop((slots, alive));
        budget.end();
        result
    })
}

/// Runs everything in this thread.
fn run_alone<J, R, M, E>(
    produce: impl FnOnce(&mut dyn FnMut(Item<J, M>) -> ControlFlow<()>),
    mut work: impl FnMut(J) -> R,
    consume: &mut impl FnMut(Item<R, M>) -> Result<ControlFlow<()>, E>,
) -> Result<(), Failure<E>> {
    let mut result = Ok(());
    let produced = survive(|| {
        produce(&mut |item| {
            let done = match item {
                Item::Job(job) => Item::Job(work(job)),
                Item::Message(message) => Item::Message(message),
            };
            consume(done).unwrap_or_else(|error| {
                result = Err(Failure::Consumer(error));
                ControlFlow::Break(())
            })
        });
    });
    produced.map_err(Failure::Bug)?;
    result
}

fn consume_all<R, M, E>(
    slots: &Receiver<Slot<M, R>>,
    budget: &Budget,
    consume: &mut impl FnMut(Item<R, M>) -> Result<ControlFlow<()>, E>,
) -> Result<(), Failure<E>> {
    for slot in slots {
        let item = match slot.map_err(Failure::Bug)? {
            Item::Message(message) => Item::Message(message),
            Item::Job((size, result)) => {
                let result = result.recv().unwrap_or_else(|_| Err(Bug::new("a job was lost")));
                budget.give(size);
                Item::Job(result.map_err(Failure::Bug)?)
            }
        };
        if consume(item).map_err(Failure::Consumer)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// The number of bytes in progress.
struct Budget {
    taken: Mutex<usize>,
    most: usize,
    changed: Condvar,
}

impl Budget {
    fn new(most: usize) -> Budget {
        Budget { taken: Mutex::default(), most, changed: Condvar::new() }
    }

    /// Waits until there is room.
    fn take(&self, size: usize) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |taken: &mut usize| *taken > self.most;
        *self.changed.wait_while(taken, full).unwrap_or_else(PoisonError::into_inner) += size;
    }

    fn give(&self, size: usize) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken = taken.saturating_sub(size);
        self.changed.notify_all();
    }

    /// Releases a producer that waits for room that will never come.
    fn end(&self) {
        self.give(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run_on(threads: usize, count: u64, until: u64) -> Vec<u64> {
        let mut seen = Vec::new();
        let result = run(
            threads,
            move |emit| {
                for n in 0..count {
                    let item = if n % 5 == 0 { Item::Message(n) } else { Item::Job(n) };
                    if emit(item).is_break() {
                        break;
                    }
                }
            },
            |_| 1 << 20,
            || {
                |n: u64| {
                    thread::sleep(Duration::from_micros(n % 7 * 100));
                    n
                }
            },
            |item: Item<u64, u64>| {
                let (Item::Job(n) | Item::Message(n)) = item;
                seen.push(n);
                Ok::<_, ()>(if n == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        );
        assert!(result.is_ok());
        seen
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 3, 16] {
            assert_eq!(run_on(threads, 300, 1000), (0..300).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_consumer_that_has_enough_ends_it() {
        for threads in [1, 2, 3] {
            assert_eq!(run_on(threads, u64::MAX, 40), (0..=40).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_producer_that_waits_for_ever_is_left_alone() {
        let result = run(
            2,
            |emit| {
                let _ = emit(Item::<u64, u64>::Job(1));
                loop {
                    thread::park();
                }
            },
            |_| 1,
            || |n: u64| n,
            |_| Err::<ControlFlow<()>, _>("enough"),
        );
        assert!(matches!(result, Err(Failure::Consumer("enough"))));
    }

    #[test]
    fn a_panic_anywhere_is_told() {
        let calls = |threads, where_to: &'static str| {
            run(
                threads,
                move |emit| {
                    for n in 0..100 {
                        assert!(where_to != "producer" || n < 50, "producer");
                        if emit(Item::<u64, u64>::Job(n)).is_break() {
                            break;
                        }
                    }
                },
                |_| 1,
                || {
                    move |n: u64| {
                        assert!(where_to != "worker" || n < 50, "worker");
                        n
                    }
                },
                |_| Ok::<_, ()>(ControlFlow::Continue(())),
            )
        };
        for threads in [1, 2, 3] {
            for place in ["producer", "worker"] {
                match calls(threads, place) {
                    Err(Failure::Bug(bug)) => assert!(bug.to_string().ends_with(place), "{bug}"),
                    other => panic!("{place} on {threads}: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn very_many_threads_are_fewer() {
        assert_eq!(run_on(60_000, 300, 1000), (0..300).collect::<Vec<_>>());
    }
}
