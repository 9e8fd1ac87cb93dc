//! What `plyglot --version` says of how the program was built.

use std::{env, fs, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=PLYGLOT_COMMIT");
    let fact = |name: &str, value: Option<String>| {
        println!("cargo::rustc-env=PLYGLOT_BUILT_{name}={}", value.unwrap_or_else(|| "unknown".to_owned()));
    };
    fact("COMMIT", commit());
    fact("TARGET", env::var("TARGET").ok());
    fact("RUSTC", env::var("RUSTC").ok().and_then(|rustc| output(&rustc, &["--version"])));
    fact("SHAKMATY", locked("shakmaty"));
}

/// The commit: as the environment says, or as git does. While the program is being worked on, not every commit is to
/// compile it anew, so that git is asked for releases only.
fn commit() -> Option<String> {
    let given = env::var("PLYGLOT_COMMIT").ok().filter(|it| !it.is_empty());
    let release = env::var("PROFILE").is_ok_and(|it| it == "release");
    if given.is_some() || !release {
        return given;
    }
    // Another repository may lie around a copy of the sources that has none.
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

/// The version of a library in Cargo.lock.
fn locked(name: &str) -> Option<String> {
    let lock = fs::read_to_string("Cargo.lock").ok()?;
    let package = lock.split("[[package]]").find(|it| it.contains(&format!("\nname = \"{name}\"\n")))?;
    let version = package.lines().find_map(|it| it.strip_prefix("version = "))?;
    Some(version.trim_matches('"').to_owned())
}
