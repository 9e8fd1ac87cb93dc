//! Publishes the files of finished inputs in batches, as syncing to disk is slow, and records them before and
//! after.

use std::{
    io,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Error, anyhow};

use super::{
    output::{self, Complete},
    output_record::OutputRecord,
};

/// The most files published together.
const BATCH: usize = 16;

/// The time after which a batch is published even if not full, as soon as anything happens.
const PATIENCE: Duration = Duration::from_secs(1);

/// The file of a finished input.
struct Finished {
    at: Instant,
    file: Complete,
    /// Whether the input has errors.
    failed: bool,
}

/// Publishes files in batches.
pub struct Publisher {
    batch: Vec<Finished>,
    /// The record of the outputs, if each input has its own.
    record: Option<OutputRecord>,
}

impl Publisher {
    pub fn new(record: Option<OutputRecord>) -> Publisher {
        Publisher { batch: Vec::new(), record }
    }

    /// Adds the file of an input; `failed` tells whether that has errors.
    pub fn add(&mut self, file: Complete, failed: bool) {
        self.batch.push(Finished { at: Instant::now(), file, failed });
    }

    /// Whether the batch is full or old enough.
    pub fn is_due(&self) -> bool {
        self.batch.len() >= BATCH || self.batch.first().is_some_and(|it| it.at.elapsed() >= PATIENCE)
    }

    /// Publishes the files of the batch. Returns the errors.
    pub fn publish(&mut self) -> Vec<Error> {
        let outputs = self.batch.iter().map(|it| (it.file.name(), it.failed));
        if let Some(Err(error)) = self.record.as_mut().map(|it| it.begin(outputs)) {
            // If published now, these files would make the record untrue.
            self.batch.clear();
            return vec![of_record(error)];
        }
        let published = output::publish(self.batch.drain(..).map(|it| it.file).collect());
        let (published, failed): (Vec<_>, Vec<_>) = published.into_iter().partition(Result::is_ok);
        let mut errors: Vec<Error> = failed.into_iter().filter_map(Result::err).collect();
        let published: Vec<_> = published.into_iter().flatten().collect();
        if let Some(Err(error)) = self.record.as_mut().map(|it| it.end(&published)) {
            errors.push(of_record(error));
        }
        errors
    }

    /// Whether the input of an output had errors when it was converted.
    pub fn had_errors(&self, output: &Path) -> bool {
        self.record.as_ref().is_some_and(|it| it.has_errors(output))
    }
}

fn of_record(error: io::Error) -> Error {
    anyhow!(error).context("cannot write the record of the outputs")
}
