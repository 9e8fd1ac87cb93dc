//! Work in parallel, results in order, memory bounded.
//!
//! One thread produces items, some of which are jobs; workers do the jobs; the calling thread consumes the
//! results and the other items in the order in which they were produced. Two bounded queues hold them back:
//! one of jobs, one of the receivers of their results in order.

use std::{
    ops::ControlFlow,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded, select};

/// Something that goes through the pipeline.
#[derive(Debug)]
pub enum Item<J, M> {
    /// A job, or its result.
    Job(J),
    /// Something that is passed on as it is.
    Message(M),
}

/// How many bytes of jobs may be under way, beside the one that is being added.
const UNDER_WAY: usize = 10 << 20;

/// A job with the place for its result, and what remains of it in the queue that has the order.
type Post<J, R> = (J, Sender<R>);
type Slot<M, R> = Item<(usize, Receiver<R>), M>;

/// The pipeline could not be run to its end.
#[derive(Debug)]
pub enum Failure<E> {
    /// The consumer failed.
    Consumer(E),
    /// A worker ended without a result, which is a defect.
    Worker,
}

/// Runs a pipeline.
///
/// `produce` is called once, in a thread of its own, with what takes its items; it ends when that breaks.
/// `worker` makes what does the jobs, one for each of so many threads. `size` says how many bytes a job holds.
/// With one thread everything is done in the calling one, item by item.
///
/// When the consumer breaks or fails, the producer is not waited for: it may be reading from a pipe on which
/// nothing comes any more.
///
/// # Errors
///
/// [`Failure`] if the consumer fails.
pub fn run<J, R, M, E, W>(
    threads: usize,
    produce: impl FnOnce(&mut dyn FnMut(Item<J, M>) -> ControlFlow<()>) + Send + 'static,
    size: fn(&J) -> usize,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(Item<R, M>) -> Result<ControlFlow<()>, E>,
) -> Result<(), Failure<E>>
where
    J: Send + 'static,
    R: Send + 'static,
    M: Send + 'static,
    W: FnMut(J) -> R,
{
    if threads <= 1 {
        let mut worker = worker();
        let mut result = Ok(());
        produce(&mut |item| {
            let done = match item {
                Item::Job(job) => Item::Job(worker(job)),
                Item::Message(message) => Item::Message(message),
            };
            consume(done).unwrap_or_else(|error| {
                result = Err(Failure::Consumer(error));
                ControlFlow::Break(())
            })
        });
        return result;
    }
    let (jobs, posted) = bounded::<Post<J, R>>(threads);
    let (order, slots) = bounded::<Slot<M, R>>(2 * threads);
    // Dropped when the consumer is done: the workers end then, even if the producer does not.
    let (alive, over) = bounded::<()>(0);
    let budget = Arc::new(Budget::default());
    let producer_budget = Arc::clone(&budget);
    thread::spawn(move || {
        produce(&mut |item| {
            let sent = match item {
                Item::Message(message) => order.send(Item::Message(message)).is_ok(),
                Item::Job(job) => {
                    let size = size(&job);
                    let (done, result) = bounded(1);
                    producer_budget.take(size);
                    jobs.send((job, done)).is_ok() && order.send(Item::Job((size, result))).is_ok()
                }
            };
            if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    });
    thread::scope(|scope| {
        for _ in 0..threads {
            let (posted, over, worker) = (posted.clone(), over.clone(), &worker);
            scope.spawn(move || {
                let mut worker = worker();
                loop {
                    select! {
                        recv(posted) -> post => match post {
                            // Nobody may want the result any more.
                            Ok((job, done)) => drop(done.send(worker(job))),
                            Err(_) => break,
                        },
                        recv(over) -> _ => break,
                    }
                }
            });
        }
        drop(posted);
        let result = consume_all(&slots, &budget, &mut consume);
        drop((slots, alive));
        budget.end();
        result
    })
}

fn consume_all<R, M, E>(
    slots: &Receiver<Slot<M, R>>,
    budget: &Budget,
    consume: &mut impl FnMut(Item<R, M>) -> Result<ControlFlow<()>, E>,
) -> Result<(), Failure<E>> {
    for slot in slots {
        let item = match slot {
            Item::Message(message) => Item::Message(message),
            Item::Job((size, result)) => {
                let result = result.recv().map_err(|_| Failure::Worker)?;
                budget.give(size);
                Item::Job(result)
            }
        };
        if consume(item).map_err(Failure::Consumer)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// How many bytes are under way.
#[derive(Default)]
struct Budget {
    taken: Mutex<usize>,
    changed: Condvar,
}

impl Budget {
    /// Waits until there is room.
    fn take(&self, size: usize) {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |taken: &mut usize| *taken > UNDER_WAY;
        *self.changed.wait_while(taken, full).unwrap_or_else(PoisonError::into_inner) += size;
    }

    fn give(&self, size: usize) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken = taken.saturating_sub(size);
        self.changed.notify_all();
    }

    /// Lets a producer go that waits for room which nobody will make.
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
}
