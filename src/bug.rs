//! Bug containment: a panic loses only the work in progress, and is reported like any other problem.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    fmt,
    panic::{self, AssertUnwindSafe},
};

use crate::diagnostics::first_of;

/// A panic's message, which may quote the input, is cut to this many characters.
const LONGEST: usize = 200;

thread_local! {
    /// Depth of nested [`survive`] calls in this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The source location of the last panic in them.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was caught, or another sign of a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    message: String,
    /// The source location, if [`report_quietly`] was called before.
    place: Option<String>,
}

impl Bug {
    /// Describes a bug that showed itself without a panic.
    pub fn new(message: &str) -> Bug {
        Bug { message: message.to_owned(), place: None }
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bug in plyglot, please report it: {}", self.message)?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Bug {}

/// Runs `work` and returns its result, or the panic that ended it.
///
/// What `work` was changing may be left inconsistent: the caller must restore or discard it.
pub fn survive<T>(work: impl FnOnce() -> T) -> Result<T, Bug> {
    DEPTH.set(DEPTH.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| Bug { message: message(&*payload), place: PLACE.take() })
}

/// Keeps caught panics off standard error, and records their locations for the report.
pub fn report_quietly() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if DEPTH.get() == 0 {
            print(info);
        } else {
            PLACE.set(info.location().map(ToString::to_string));
        }
    }));
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("panic");
    first_of(text, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_survived_and_told() {
        assert_eq!(survive(|| 1), Ok(1));
        for (text, expected) in [("short", "short".to_owned()), (&"é".repeat(300), "é".repeat(200) + "…")]
        {
            let bug = survive(|| panic!("{text}")).expect_err("a panic");
            assert_eq!(bug.to_string(), format!("bug in plyglot, please report it: {expected}"));
        }
        assert!(survive(|| survive(|| panic!("inner")).is_err()).expect("the outer one goes on"));
    }
}
