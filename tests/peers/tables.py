#!/usr/bin/env python3
"""Reads Parquet back with DuckDB, pyarrow and Polars, and measures how it is written.

usage: tables.py PROGRAM [--speed] FILE...

All three must read the same, and what JSON lines say of the same games. With --speed, an archive of the files, some times over,
must be written in at most SLOWER times the processor time of JSON lines, and in little memory. Exit status 1 if something is not so.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import duckdb
import polars
import pyarrow.parquet

# At most this much memory (KiB) for an archive of any size, on two threads.
MEMORY = 160 << 10
# At most this many times the processor time of JSON lines, which have become a third faster since half their speed was asked.
SLOWER = 2.2
# The size of the archive, in bytes.
ARCHIVE = 100 << 20


def plain(value):
    """Maps are lists of pairs or objects, depending on the reader; tuples are lists; no tags are null or none."""
    if isinstance(value, dict):
        return {key: plain(it) for key, it in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(it) for it in value]
    return value


def pairs(tags):
    """The tags of a row as pairs, whatever the reader makes of a map."""
    if not tags:
        return []
    if isinstance(tags, dict):
        if set(tags) == {"key", "value"} and isinstance(tags["key"], list):
            return [list(it) for it in zip(tags["key"], tags["value"])]
        return [list(it) for it in tags.items()]
    return [[it["key"], it["value"]] if isinstance(it, dict) else list(it) for it in tags]


def rows_of(path):
    """Yields the name of each reader with its rows."""
    cursor = duckdb.connect()
    relation = cursor.sql(f"from '{path}'")
    yield "DuckDB", [dict(zip(relation.columns, row)) for row in relation.fetchall()]
    yield "pyarrow", pyarrow.parquet.read_table(path).to_pylist()
    yield "Polars", polars.read_parquet(path).to_dicts()


def normal(row):
    row = {name: plain(value) for name, value in row.items() if name != "tags"} | \
        ({"tags": pairs(row["tags"])} if "tags" in row else {})
    return row


def compare(program, folder, file):
    """Returns the number of rows compared; raises AssertionError where readers differ."""
    count = 0
    lines = subprocess.run([program, "-q", "--layout", "jsonl", "--fens", file], capture_output=True, check=False).stdout
    games = [json.loads(line) for line in lines.splitlines()]
    for each in ("game", "ply"):
        table = os.path.join(folder, f"{each}.parquet")
        subprocess.run([program, "-q", "--fens", "--each", each, "-o", table, file], check=False, stderr=subprocess.DEVNULL)
        read = {name: [normal(row) for row in rows] for name, rows in rows_of(table)}
        for name, rows in read.items():
            for number, (row, other) in enumerate(zip(rows, read["pyarrow"])):
                assert row == other, f"{file}: {name} and pyarrow differ in row {number}:\n{row}\n{other}"
            assert len(rows) == len(read["pyarrow"]), f"{file}: {name} reads {len(rows)} rows"
        rows = read["DuckDB"]
        count += len(rows)
        if each == "game":
            assert len(rows) == len(games), f"{file}: {len(rows)} rows of {len(games)} games"
            for row, game in zip(rows, games):
                for name, value in (
                    ("moves", [it["text"] for it in game["moves"]]),
                    ("fens", [it["fen"] for it in game["moves"]]),
                    ("result", game["result"]),
                    ("fen", game["fen"]),
                ):
                    assert row[name] == value, f"{file}: game {row['game']}: {name}"
        else:
            moves = [(number, it["san"], it["uci"], it["fen"]) for number, game in enumerate(games, 1) for it in game["moves"]]
            got = [(row["game"], row["san"], row["uci"], row["fen"]) for row in rows if row["ply"]]
            assert got == moves, f"{file}: the plies are others"
    return count


def measured(program, *args):
    """Returns the seconds of processor time and the peak of memory of a run."""
    process = subprocess.Popen([program, "-q", "-j", "2", *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak, status = 0, pathlib.Path(f"/proc/{process.pid}/status")
    while True:
        # What wait4 tells of memory includes this process, of which it is a copy at first.
        found = re.search(r"VmHWM:\s*(\d+)", status.read_text())
        peak = max(peak, int(found[1]) if found else 0)
        done, _, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            process.returncode = 0
            return usage.ru_utime + usage.ru_stime, peak
        time.sleep(0.01)


def speed(program, folder, files):
    archive = os.path.join(folder, "archive.pgn")
    text = b"\n\n".join(pathlib.Path(it).read_bytes() for it in files) + b"\n\n"
    pathlib.Path(archive).write_bytes(text * (ARCHIVE // len(text) + 1))
    runs = {layout: [measured(program, "--layout", layout, archive) for _ in range(3)] for layout in ("jsonl", "parquet")}
    lines, table = (min(it[0] for it in runs[layout]) for layout in ("jsonl", "parquet"))
    memory = max(it[1] for it in runs["parquet"])
    print(f"Parquet in {table:.2f} s of processor time, JSON lines in {lines:.2f} s; {memory >> 10} MB of memory")
    assert table <= SLOWER * lines, f"Parquet takes more than {SLOWER} times as long as JSON lines"
    assert memory <= MEMORY, "Parquet takes more memory than it should"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            for file in args.files:
                count += compare(args.program, folder, file)
            if args.speed:
                speed(args.program, folder, args.files)
        except AssertionError as error:
            sys.exit(f"tables.py: {error}")
    print(f"DuckDB, pyarrow and Polars read {count} rows alike, and as JSON lines have them")


if __name__ == "__main__":
    main()
