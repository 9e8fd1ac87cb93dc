#!/usr/bin/env python3
"""Prints the benchmark table: plyglot and its peers on the same files, in one run.

usage: table.py [--runs N] [--to NOTATION]... [--peers NAME,...] [--chess-library REPOSITORY] FILE...

FILE is a PGN file, compressed with zstd or not; one smaller than 100 MB is repeated until it has that size.
Every program reads the whole file, pgn-extract and python-chess a prefix of it whose time is scaled up; the programs
take turns, N times, and of each the least seconds of the processor count (with two threads: of the clock), because
whatever else the machine does only adds. Needed are a release build of plyglot, git and g++ for chess-library, which
is cloned, Debian's pgn-extract and python-chess from PyPI; what cannot be had is named and left out.
"""

import argparse
import json
import os
import pathlib
import platform
import resource
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "target/bench"
SIZE = 100_000_000
PREFIX = 2_000_000
NOTATIONS = ["san", "lan", "uci", "iccf", "smith", "sllavcco", "economical", "economical:bare", "economical:priority",
             "chess99", "geographical", "descriptive"]
PEERS = ["pgn-reader", "chess-library", "pgn-extract", "python-chess"]
CHESS_LIBRARY = "https://github.com/Disservin/chess-library"
CHESS_LIBRARY_COMMIT = "1aafb2eb8786933b58f4d129f30adce91036a491"
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


def pgn_reader():
    """Builds pgn-reader's examples; returns names and commands."""
    manifest = HERE / "peers/Cargo.toml"
    examples = {"stats": "parses", "validate": "replays"}
    for name in examples:
        (WORK / f"{name}.rs").touch()
    cargo = ["cargo", "metadata", "--format-version=1", f"--manifest-path={manifest}"]
    packages = json.loads(subprocess.run(cargo, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    package = pathlib.Path(next(it for it in packages if it["name"] == "pgn-reader")["manifest_path"]).parent
    for name in examples:
        source = (package / f"examples/{name}.rs").read_bytes()
        if (WORK / f"{name}.rs").read_bytes() != source:
            (WORK / f"{name}.rs").write_bytes(source)
    build = ["cargo", "build", "-q", "--release", f"--manifest-path={manifest}", f"--target-dir={WORK}/peers"]
    subprocess.run(build, check=True)
    return {f"pgn-reader 0.29.0 `{name}`: {does}": [str(WORK / f"peers/release/{name}"), "{}"]
            for name, does in examples.items()}


def chess_library(repository):
    """Builds a program with chess-library; returns names and commands."""
    clone, program = WORK / "chess-library", WORK / "chess_library"
    if not clone.exists():
        subprocess.run(["git", "clone", "-q", repository, clone], check=True)
    subprocess.run(["git", "-C", clone, "checkout", "-q", CHESS_LIBRARY_COMMIT], check=True)
    subprocess.run(["g++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG", f"-I{clone}/include",
                    HERE / "peers/chess_library.cpp", "-o", program], check=True)
    return {f"chess-library {CHESS_LIBRARY_COMMIT[:7]}: {does}": [str(program), mode, "{}"]
            for mode, does in (("parse", "parses"), ("replay", "replays"))}


def pgn_extract():
    """Returns names and commands of pgn-extract."""
    program = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games")
    if not program:
        raise FileNotFoundError("pgn-extract")
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    version = version.decode().split("\n")[0].strip()
    return {f"{version} `{flag}`: replays, writes": [program, "-s", flag, "{prefix}"] for flag in ("-Wsan", "-Wlalg")}


def python_chess():
    """Returns name and command of python-chess."""
    import chess
    return {f"python-chess {chess.__version__}: replays, writes": [sys.executable, "-c", PYTHON_CHESS, "{prefix}", "{size}"]}


def contestants(arguments):
    """Returns names and commands; `{}` is the file."""
    ways = {"pgn-reader": pgn_reader, "chess-library": lambda: chess_library(arguments.chess_library),
            "pgn-extract": pgn_extract, "python-chess": python_chess}
    found = {}
    for peer in arguments.peers.split(","):
        try:
            found |= ways[peer]()
        except (OSError, ImportError, subprocess.CalledProcessError) as error:
            print(f"{peer} is left out: {error}\n")
    for notation in arguments.to or NOTATIONS:
        for jobs in ("1", "2"):
            found[f"plyglot -t {notation} -j {jobs}"] = [
                arguments.plyglot, "-q", "-j", jobs, "-t", notation, "--layout", "pgn", "{}"]
    return found


def run(command, whole, prefix):
    """Returns the seconds of the processor that a program takes for the whole file; of the clock for two threads."""
    words = {"{}": str(whole), "{prefix}": str(prefix), "{size}": str(prefix.stat().st_size)}
    filled = [words.get(it, it) for it in command]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(filled, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    scale = whole.stat().st_size / prefix.stat().st_size if "{prefix}" in command else 1
    return scale * (clock if "2" in command else processor)


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
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--chess-library", default=CHESS_LIBRARY, help="the repository to clone")
    parser.add_argument("--plyglot", default=str(ROOT / "target/release/plyglot"))
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    print(f"Machine: {machine()}. Fastest of {arguments.runs} runs.\n")
    for path in arguments.files:
        whole, prefix = prepare(path)
        found = contestants(arguments)
        times = {name: [] for name in found}
        for _ in range(arguments.runs):
            for name, command in found.items():
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
