#!/usr/bin/env python3
"""Measures which share of the work each thread has, and from that says how much faster many cores are.

usage: cores.py PLYGLOT FILE

FILE is a PGN file of 100 MB or so, compressed with zstd or not. It is converted to SAN on two threads, into /dev/null
and into a file. One thread reads and one writes; the workers and, where the data are in frames, up to eight decoders
share the rest. So n cores are faster by n, or by what the busiest of the threads that cannot be shared allows. Linux only.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

DECODERS = 8
RUNS = 5
CORES = [2, 8, 64]


def seconds(command):
    """Returns the seconds of the processor that each thread takes, in the order in which they begin."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = {}
    while process.poll() is None:
        try:
            for thread in os.listdir(f"/proc/{process.pid}/task"):
                figures = pathlib.Path(f"/proc/{process.pid}/task/{thread}/schedstat").read_text()
                found[int(thread)] = int(figures.split()[0]) / 1e9
        except (OSError, IndexError):
            pass
        time.sleep(0.002)
    return [found[it] for it in sorted(found)]


def report(name, command):
    """Prints the shares and what follows."""
    writer, _signals, reader, one, two, *decoders = min((seconds(command) for _ in range(RUNS)), key=sum)
    whole = writer + reader + one + two + sum(decoders)
    parts = {"reads": reader, "writes": writer}
    if len(decoders) == 1:
        parts["decodes"] = decoders[0]
    elif decoders:
        parts[f"decodes, of {DECODERS},"] = sum(decoders) / DECODERS
    shares = ", ".join(f"{it} {part / whole:.1%}" for it, part in parts.items())
    faster = ", ".join(f"{n}: {min(n, whole / max(parts.values())):.1f}" for n in CORES)
    print(f"{name}: {whole:.2f} s in all; the thread that {shares}. Times faster than one core, on {faster}")


def main():
    plyglot, file = sys.argv[1:]
    command = [plyglot, "-q", "-j", "2", "-t", "san", file]
    report("into /dev/null", command)
    with tempfile.TemporaryDirectory() as folder:
        report("into a file", [*command, "-o", f"{folder}/out.pgn"])


if __name__ == "__main__":
    main()
