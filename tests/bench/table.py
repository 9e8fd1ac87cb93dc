#!/usr/bin/env python3
"""Prints the benchmark table: plyglot and its peers on the same files, in one run.

usage: table.py [--runs N] [--to NOTATION]... [--peers validate,pgn-extract,python-chess] FILE...

FILE is a PGN file, compressed with zstd or not; one smaller than 100 MB is repeated until it has that size.
Every program converts the whole file, python-chess a prefix of it whose time is scaled up; the programs take
turns, N times, and the fastest run of each counts, because whatever else the machine does only adds. Needed
are a release build of plyglot, Debian's pgn-extract and python-chess from PyPI; what is missing is left out.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "target/bench"
SIZE = 100_000_000
PREFIX = 2_000_000
NOTATIONS = ["san", "lan", "uci", "iccf", "smith", "sllavcco", "economical", "economical:bare", "economical:priority",
             "chess99", "geographical", "descriptive"]
PYTHON_CHESS = """
import sys, chess.pgn
class Visitor(chess.pgn.BaseVisitor):
    def result(self): return None
    def visit_move(self, board, move): sys.stdout.write(board.lan(move) + " ")
with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    while chess.pgn.read_game(file, Visitor=Visitor) is not None or file.tell() < int(sys.argv[2]): pass
"""


def prepare(path):
    """Returns the file, decompressed and large enough."""
    path = pathlib.Path(path)
    name = path.name.removesuffix(".zst").removesuffix(".pgn")
    target = WORK / f"{name}.pgn"
    if not target.exists():
        text = path.read_bytes()
        if path.suffix == ".zst":
            text = subprocess.run(["zstd", "-dc", "--long=31", path], check=True, stdout=subprocess.PIPE).stdout
        text = text.rstrip() + b"\n\n"
        target.write_bytes(text * -(-SIZE // len(text)))
    prefix = WORK / f"{name}.prefix.pgn"
    with target.open("rb") as whole:
        text = whole.read(PREFIX)
    text = text[:text.rfind(b"\n[Event ") + 1]
    prefix.write_bytes(text)
    return target, prefix


def validate():
    """pgn-reader's example, built."""
    manifest = pathlib.Path(__file__).with_name("validate") / "Cargo.toml"
    source = WORK / "validate.rs"
    if not source.exists():
        source.write_text("fn main() {}\n")
    cargo = ["cargo", "metadata", "--format-version=1", f"--manifest-path={manifest}"]
    packages = json.loads(subprocess.run(cargo, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    package = next(it for it in packages if it["name"] == "pgn-reader")
    example = pathlib.Path(package["manifest_path"]).parent / "examples/validate.rs"
    if source.read_bytes() != example.read_bytes():
        source.write_bytes(example.read_bytes())
    subprocess.run(["cargo", "build", "-q", "--release", f"--manifest-path={manifest}", f"--target-dir={WORK}/validate"],
                   check=True)
    return str(WORK / "validate/release/validate")


def contestants(arguments, plyglot):
    """Names and commands; `{}` is the file."""
    found = {}
    peers = arguments.peers.split(",")
    if "validate" in peers:
        found["pgn-reader 0.29.0 `validate` (writes nothing)"] = [validate(), "{}"]
    known = subprocess.run([plyglot, "-t", "?"], stderr=subprocess.PIPE).stderr
    assert b"--to" in known
    for notation in arguments.to or NOTATIONS:
        test = subprocess.run([plyglot, "-t", notation], input=b"", stderr=subprocess.DEVNULL)
        if test.returncode == 0:
            for jobs in ("1", "2"):
                found[f"plyglot -t {notation} -j {jobs}"] = [
                    plyglot, "-q", "-j", jobs, "-t", notation, "--layout", "pgn", "{}"]
    extract = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games")
    if extract and "pgn-extract" in peers:
        version = subprocess.run([extract, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
        version = version.decode().split("\n")[0].strip()
        for name, flag in (("san", "-Wsan"), ("lan", "-Wlalg"), ("uci", "-Wuci")):
            found[f"{version}, {name}"] = [extract, "-s", flag, "{}"]
    if "python-chess" in peers:
        try:
            import chess
            found[f"python-chess {chess.__version__}, lan (prefix)"] = [sys.executable, "-c", PYTHON_CHESS, "{prefix}"]
        except ImportError:
            pass
    return found


def run(command, whole, prefix):
    begun = time.perf_counter()
    filled = [{"{}": str(whole), "{prefix}": str(prefix)}.get(it, it) for it in command]
    if "{prefix}" in command:
        filled.append(str(prefix.stat().st_size))
    subprocess.run(filled, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - begun
    return seconds * whole.stat().st_size / prefix.stat().st_size if "{prefix}" in command else seconds


def machine():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = next(int(line.split()[1]) for line in open("/proc/meminfo") if line.startswith("MemTotal")) >> 20
    rust = subprocess.run(["rustc", "--version"], stdout=subprocess.PIPE).stdout.decode().strip()
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores of {cpu}, {memory} GiB, Linux {platform.release()}, {rust}, load {load:.1f} before"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--to", action="append", help="only these notations")
    parser.add_argument("--peers", default="validate,pgn-extract,python-chess")
    parser.add_argument("--plyglot", default=str(ROOT / "target/release/plyglot"))
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    print(f"Machine: {machine()}. Fastest of {arguments.runs} runs.\n")
    for path in arguments.files:
        whole, prefix = prepare(path)
        found = contestants(arguments, arguments.plyglot)
        times = {name: [] for name in found}
        for _ in range(arguments.runs):
            for name, command in found.items():
                # Programs that take minutes or are scaled up run once.
                slow = "pgn-extract" in name or "python-chess" in name
                if not (slow and times[name]):
                    times[name].append(run(command, whole, prefix))
        size = whole.stat().st_size / 1e6
        best = {name: min(it) for name, it in times.items()}
        base = next((best[it] for it in best if "validate" in it), None)
        print(f"{whole.name}, {size:.0f} MB\n")
        print("| program | s | MB/s | × validate | 2 cores / 1 |\n| --- | ---: | ---: | ---: | ---: |")
        for name, seconds in best.items():
            one = best.get(name.removesuffix("2") + "1") if name.endswith("-j 2") else None
            ratio = f"{seconds / base:.2f}" if base else ""
            gain = f"{one / seconds:.2f}" if one else ""
            print(f"| {name} | {seconds:.2f} | {size / seconds:.1f} | {ratio} | {gain} |")
        print(flush=True)


if __name__ == "__main__":
    main()
