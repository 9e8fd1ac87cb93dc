//! The action for workflows, and the hooks for pre-commit.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::support::{fixture, program};
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect(name)
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

/// A server with a release, and a runner that uses it.
struct Runner {
    folder: TempDir,
}

impl Runner {
    /// Publishes a release for these targets, with the sums of its archives.
    fn new(version: &str, targets: &[&str]) -> Runner {
        let runner = Runner { folder: TempDir::new().expect("a folder") };
        let release = runner.release(version);
        for target in targets {
            let name = format!("plyglot-v{version}-{target}");
            fs::create_dir_all(release.join(&name)).expect("a folder");
            script(&release.join(&name).join("plyglot"), "echo released");
            runner.sh(&release, &format!("tar -czf {name}.tar.gz {name} && rm -r {name}"));
        }
        runner.sh(&release, "sha256sum -- *.tar.gz > SHA256SUMS");
        fs::create_dir(runner.path("bin")).expect("a folder");
        // Stands for the compiler.
        script(
            &runner.path("bin/cargo"),
            "mkdir -p \"$6/bin\" && printf '#!/bin/sh\\necho built\\n' > \"$6/bin/plyglot\" && chmod +x \"$6/bin/plyglot\"",
        );
        runner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn release(&self, version: &str) -> PathBuf {
        let release = self.path(&format!("owner/plyglot/releases/download/v{version}"));
        fs::create_dir_all(&release).expect("a folder");
        release
    }

    fn sh(&self, folder: &Path, command: &str) {
        let status = Command::new("sh").args(["-c", command]).current_dir(folder).status().expect("a shell");
        assert!(status.success(), "{command}");
    }

    /// Installs the program on such a platform; returns what is said, and what the program then says.
    fn install(&self, platform: (&str, &str), version: &str) -> (bool, String, String) {
        let paths = self.path("paths");
        fs::write(&paths, "").expect("a file");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new(root().join(".github/actions/check/install"))
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("GITHUB_PATH", &paths)
            .env("GITHUB_SERVER_URL", format!("file://{}", self.folder.path().display()))
            .env("RUNNER_TEMP", self.path("temp"))
            .envs([("RUNNER_OS", platform.0), ("RUNNER_ARCH", platform.1)])
            .envs([("VERSION", version), ("REPOSITORY", "owner/plyglot")])
            .output()
            .expect("the script runs");
        let paths = fs::read_to_string(paths).expect("the file");
        let installed = paths.lines().next().map(|it| Path::new(it).join("plyglot"));
        let said = installed.map_or_else(String::new, |it| {
            String::from_utf8_lossy(&Command::new(it).output().expect("a program").stdout).into_owned()
        });
        (output.status.success(), text(&output), said)
    }
}

fn text(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

const LINUX: (&str, &str) = ("Linux", "X64");

#[test]
fn the_action_takes_the_release_of_its_version() {
    let version = env!("CARGO_PKG_VERSION");
    let runner = Runner::new(version, &["x86_64-unknown-linux-musl", "aarch64-apple-darwin"]);
    for platform in [LINUX, ("macOS", "ARM64")] {
        for asked in ["", version, &format!("v{version}")] {
            let (installed, said, program) = runner.install(platform, asked);
            assert!(installed && program == "released\n", "{platform:?} {asked}: {said}");
        }
    }
    let other = Runner::new("99.1.0", &["x86_64-unknown-linux-musl"]);
    assert_eq!(other.install(LINUX, "99.1.0").2, "released\n", "another version on request");
}

#[test]
fn without_a_release_the_action_builds_and_says_so() {
    let version = env!("CARGO_PKG_VERSION");
    let runner = Runner::new(version, &["x86_64-unknown-linux-musl"]);
    for (platform, why) in [
        (("Linux", "ARM"), "there are no releases for Linux on ARM; building"),
        (("macOS", "X64"), "there are no releases for macOS on X64; building"),
        (("Windows", "X64"), "cannot be downloaded; building"),
    ] {
        let (installed, said, program) = runner.install(platform, "");
        assert!(installed && program == "built\n", "{platform:?}: {said}");
        assert!(said.contains("::notice::plyglot: ") && said.contains(why), "{said}");
        // Its sources are of one version only.
        let (installed, said, program) = runner.install(platform, "99.1.0");
        assert!(!installed && program.is_empty() && said.contains("::error::plyglot: "), "{said}");
    }
}

#[test]
fn an_archive_with_another_sum_is_refused() {
    let version = env!("CARGO_PKG_VERSION");
    for damage in [
        "for file in *.tar.gz; do printf x >> $file; done",
        "sed -i 's/^..../0000/' SHA256SUMS",
        ": > SHA256SUMS",
        "sed -i 's/plyglot-/xplyglot-/' SHA256SUMS",
    ] {
        let runner = Runner::new(version, &["x86_64-unknown-linux-musl"]);
        runner.sh(&runner.release(version), damage);
        let (installed, said, program) = runner.install(LINUX, "");
        assert!(!installed && program.is_empty(), "{damage}: {said}");
        assert!(said.contains("::error::plyglot: ") && said.contains("SHA256SUMS"), "{damage}: {said}");
    }
}

/// The script knows the platforms of the releases.
#[test]
fn every_released_platform_is_known() {
    let released = read(".github/workflows/release.yml");
    let targets: Vec<&str> = released
        .split("target: ")
        .skip(1)
        .filter_map(|it| it.split([',', ' ', '\n']).next())
        .filter(|it| it.contains('-'))
        .collect();
    assert!(targets.len() > 3, "{targets:?}");
    let install = read(".github/actions/check/install");
    let known: Vec<&str> = install.split("target=").skip(1).filter_map(|it| it.split(' ').next()).collect();
    assert_eq!(known, targets);
}

/// Returns the commands of the hooks, by name.
fn hooks() -> Vec<(String, String)> {
    let text = read(".pre-commit-hooks.yaml");
    let field = |hook: &str, name: &str| {
        let value = hook.lines().find_map(|it| it.trim().strip_prefix(name)).expect(name);
        value.trim().to_owned()
    };
    text.split("- id: ")
        .skip(1)
        .map(|it| (it.lines().next().expect("a name").to_owned(), field(it, "entry: plyglot")))
        .collect()
}

#[test]
fn the_hooks_pass_and_fail_as_they_should() {
    let rough = b"1.e4 e5 *\n".to_vec();
    for (hook, entry) in hooks() {
        for (text, status, becomes) in [
            (fixture("opera.pgn"), 0, fixture("opera.pgn")),
            (fixture("slip.pgn"), 1, fixture("slip.pgn")),
            (rough.clone(), 0, if hook == "plyglot-fix" { b"1. e4 e5 *\n".to_vec() } else { rough.clone() }),
        ] {
            let folder = TempDir::new().expect("a folder");
            let file = folder.path().join("a.pgn");
            fs::write(&file, &text).expect("a file");
            let output =
                Command::new(program()).args(entry.split(' ')).arg(&file).stdin(Stdio::null()).output();
            let output = output.expect("the program runs");
            assert_eq!(output.status.code(), Some(status), "{hook}: {}", crate::integrations::text(&output));
            assert_eq!(fs::read(&file).expect("the file"), becomes, "{hook}");
        }
    }
    assert_eq!(hooks().len(), 2);
}
