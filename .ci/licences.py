"""Prints the licences of all crates that `cargo metadata`, on standard input, says are linked into the program."""

import json
import pathlib
import sys

metadata = json.load(sys.stdin)
packages = {it["id"]: it for it in metadata["packages"]}
nodes = {it["id"]: it for it in metadata["resolve"]["nodes"]}
linked, waiting = set(), [metadata["resolve"]["root"]]
while waiting:
    package = waiting.pop()
    if package not in linked:
        linked.add(package)
        for dependency in nodes[package]["deps"]:
            # Not what is needed for tests and for building only.
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])

for package in sorted((packages[it] for it in linked), key=lambda it: (it["name"], it["version"])):
    print(f"{'=' * 78}\n{package['name']} {package['version']}  {package['license']}  {package['repository'] or ''}\n")
    folder = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")):
            print(f"--- {path.name}\n{path.read_text(errors='replace').strip()}\n")
