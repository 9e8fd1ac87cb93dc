//! Build information for `plyglot --version`.

use std::{env, fs, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=.cargo/build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=PLYGLOT_COMMIT");
    let fact = |name: &str, value: Option<String>| {
        println!("cargo::rustc-env=PLYGLOT_BUILT_{name}={}", value.unwrap_or_else(|| "unknown".to_owned()));
    };
    fact("COMMIT", commit());
    fact("DATE", date());
    fact("TARGET", env::var("TARGET").ok());
    fact("RUSTC", env::var("RUSTC").ok().and_then(|rustc| output(&rustc, &["--version"])));
    fact("SHAKMATY", locked("shakmaty"));
}

/// Returns the date of the sources for the manual pages: from the environment for reproducible builds, from git for releases,
/// or else that of the version.
fn date() -> Option<String> {
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok()).map(day);
    let of_commit = || commit().and_then(|_| output("git", &["log", "-1", "--format=%cs"]));
    Some(given.or_else(of_commit).unwrap_or_else(|| "2026-11-22".to_owned()))
}

/// Returns the calendar date, `2026-11-22`, of a time in seconds since 1970.
fn day(seconds: u64) -> String {
    // Days since 1 March of year 0, so that leap days end the years.
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (month, day) = (if month < 10 { month + 3 } else { month - 9 }, of_year - (153 * month + 2) / 5 + 1);
    let year = year + 400 * era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the commit from the environment or, for releases only, from git: during development, a commit should not cause a
/// rebuild.
fn commit() -> Option<String> {
    let given = env::var("PLYGLOT_COMMIT").ok().filter(|it| !it.is_empty());
    let release = env::var("PROFILE").is_ok_and(|it| it == "release");
    if given.is_some() || !release {
        return given;
    }
    // A copy of the sources without a repository may be inside another one.
    if !std::path::Path::new(".git").exists() {
        return None;
    }
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    output("git", &["rev-parse", "--short=12", "HEAD"])
}

fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok().filter(|it| it.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns the version of a library in Cargo.lock.
fn locked(name: &str) -> Option<String> {
    let lock = fs::read_to_string("Cargo.lock").ok()?;
    let package = lock.split("[[package]]").find(|it| it.contains(&format!("\nname = \"{name}\"\n")))?;
    let version = package.lines().find_map(|it| it.strip_prefix("version = "))?;
    Some(version.trim_matches('"').to_owned())
}
