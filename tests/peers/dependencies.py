#!/usr/bin/env python3
"""Checks the dependencies against .cargo/deny.toml: licences, sources, banned crates; and
that each one is used.

usage: dependencies.py

It reads what `cargo metadata` says, and needs nothing that is not with the toolchain; `cargo deny` and `cargo machete` do
the same and more. Exit status 1 if something is not as it must be.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def allowed(expression, licences):
    """Whether an alternative of a licence expression (SPDX) is allowed."""
    words = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    python, n = [], 0
    while n < len(words):
        word = words[n]
        if word in "()" or word in ("AND", "OR"):
            python.append(word.lower())
        else:
            if words[n + 1:n + 2] == ["WITH"]:
                word, n = f"{word} WITH {words[n + 2]}", n + 2
            python.append(str(word in licences))
        n += 1
    return eval(" ".join(python))  # Consists of True, False, and, or and parentheses.


def self_test():
    for expression, expected in [
        ("MIT", True), ("SSPL-1.0", False), ("SSPL-1.0 OR MIT", True), ("SSPL-1.0 AND MIT", False), ("MIT/SSPL-1.0", True),
        ("(MIT OR SSPL-1.0) AND Unicode-3.0", True), ("Apache-2.0 WITH LLVM-exception", True), ("SSPL-1.0 WITH MIT", False),
    ]:
        assert allowed(expression, {"MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"}) == expected, expression


def packages():
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    return metadata["packages"]


def of_packages(rules):
    unwanted = {it["crate"] for it in rules["bans"]["deny"]}
    licences = set(rules["licenses"]["allow"])
    for package in packages():
        name = f"{package['name']} {package['version']}"
        licence = package["license"]
        if not licence or not allowed(licence, licences):
            yield f"{name}: its licence is {licence or 'not named'}"
        if package["source"] not in (None, REGISTRY):
            yield f"{name}: comes from {package['source']}"
        if package["name"] in unwanted:
            yield f"{name}: is not wanted"


def unused(manifest):
    """Returns dependencies whose names do not occur in the code."""
    def text(*folders):
        files = [file for folder in folders for file in (ROOT / folder).rglob("*.rs")]
        return "\n".join(file.read_text() for file in files if "target" not in file.parts)

    program, tests = text("src"), text("tests/all", "tests/inside", "tests/bench", "tests/fuzz/bodies", "src")
    tables = [(manifest["dependencies"], program), (manifest.get("dev-dependencies", {}), tests)]
    for target in manifest.get("target", {}).values():
        tables += [(target.get("dependencies", {}), program), (target.get("dev-dependencies", {}), tests)]
    for table, code in tables:
        for name in table:
            if not re.search(rf"\b{name.replace('-', '_')}\b(::|;| as |!)", code):
                yield f"{name}: nothing uses it"


def main():
    self_test()
    rules = tomllib.loads((ROOT / ".cargo/deny.toml").read_text())
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())
    complaints = [*of_packages(rules), *unused(manifest)]
    print("\n".join(complaints) or "licences, sources and uses of all dependencies are as they must be")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
