#!/usr/bin/env python3
"""Counts the instructions per ply of twelve jobs, compares them with `instructions.tsv`, and with those for games with a slip.

usage: instructions.py PLYGLOT [--update]

The input is the games of `fixtures/games` repeated up to 2 MB, as they are and in the notations that are read. A job
may take 3 % more than the table says. A slip in each game that leaves its moves certain may cost half of a game: no
game is begun again for it. The table holds for the compiler that it names; with another one the figures are
only printed. Needed is Debian's valgrind. `--update` writes the table anew.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "target/bench"
TABLE = pathlib.Path(__file__).with_suffix(".tsv")
SIZE = 2_000_000
LIMIT = 1.03
SLIP_LIMIT = 1.5
# Name, input and arguments.
JOBS = [
    ("san", "san", ["-t", "san"]),
    ("uci", "san", ["-t", "uci"]),
    ("lan", "san", ["-t", "lan"]),
    ("sllavcco", "san", ["-t", "sllavcco", "--layout", "pgn"]),
    ("economical:bare", "san", ["-t", "economical:bare"]),
    ("chess99", "san", ["-t", "chess99"]),
    ("geographical", "san", ["-t", "geographical"]),
    ("descriptive", "san", ["-t", "descriptive"]),
    ("check", "san", ["check"]),
    ("json lines", "san", ["-t", "san", "--layout", "jsonl"]),
    ("san given, rules given", "san", ["-f", "san", "--rules", "standard", "-t", "san"]),
    ("descriptive to san", "descriptive", ["-t", "san"]),
]


def wrong_number(game):
    """Returns a game with its last move number one too high."""
    *_, last = re.finditer(r"\d+(?=\. )", game)
    return f"{game[: last.start()]}{int(last[0]) + 1}{game[last.end() :]}"


def wrong_mark(game):
    """Returns a game whose first move of a knight is marked as a check, which it rarely is."""
    return re.sub(r"\b(N[a-h][1-8])(?=\s)", r"\1+", game, count=1)


def wrong_tag(game):
    """Returns a game whose tag states another result."""
    other = {"1-0": "0-1", "0-1": "1/2-1/2", "1/2-1/2": "1-0"}
    return re.sub(r'(?<=\[Result ")[^"]+', lambda it: other.get(it[0], it[0]), game)


SLIPS = [("one wrong number", wrong_number), ("one wrong mark", wrong_mark), ("one wrong result", wrong_tag)]


def count(command):
    """Returns the instructions of a run."""
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(tool + command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert done.returncode == 0 and found, done.stderr
    return int(found[1].replace(",", ""))


def plies_of(plyglot, file):
    """Returns the number of plies in a file."""
    said = subprocess.run([plyglot, "check", "-v", file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(re.search(r"of ([\d,]+) plies", said.stderr)[1].replace(",", ""))


def per_ply(plyglot, arguments, file, plies):
    """Returns the instructions per ply of a job, without start-up and what is made when the first game needs it."""
    first = WORK / "instructions.first.pgn"
    first.write_text(file.read_text().split("\n\n[Event ")[0] + "\n\n")
    whole, start = (count([plyglot, *arguments, "-q", "-j1", str(it)]) for it in (file, first))
    return (whole - start) / (plies - plies_of(plyglot, first))


def inputs(plyglot):
    """Returns the files with games, by notation, and their numbers of plies."""
    WORK.mkdir(parents=True, exist_ok=True)
    games = (ROOT / "fixtures/games/over-the-board.pgn").read_bytes().rstrip() + b"\n\n"
    files = {"san": WORK / "instructions.san.pgn", "descriptive": WORK / "instructions.descriptive.pgn"}
    files["san"].write_bytes(games * -(-SIZE // len(games)))
    with files["descriptive"].open("wb") as out:
        subprocess.run([plyglot, "-q", "-t", "descriptive", files["san"]], check=True, stdout=out)
    return files, plies_of(plyglot, files["san"])


def with_slips(file, slip):
    """Returns a file of the same games, each with a slip."""
    spoilt = WORK / f"instructions.{slip.__name__}.pgn"
    games = file.read_text().split("\n\n[Event ")
    spoilt.write_text("\n\n[Event ".join(map(slip, games)))
    return spoilt


def main():
    plyglot = str(pathlib.Path(sys.argv[1]).resolve())
    compiler = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    files, plies = inputs(plyglot)
    measured = [(name, per_ply(plyglot, arguments, files[notation], plies)) for name, notation, arguments in JOBS]
    if "--update" in sys.argv[2:]:
        lines = [f"{name}\t{figure:.0f}" for name, figure in measured]
        TABLE.write_text("\n".join([compiler, *lines]) + "\n")
    # Without a table, the figures are only printed.
    named, *rows = TABLE.read_text().splitlines() if TABLE.exists() else ["no compiler"]
    limits = {name: float(figure) * LIMIT for name, figure in (row.split("\t") for row in rows)}
    print(f"instructions a ply, {plies} plies; the table is for {named}, this is {compiler}")
    over = [name for name, figure in measured if name in limits and figure > limits[name] + 0.5]
    for name, figure in measured:
        limit = f"  at most {limits[name]:.0f}" if name in limits else ""
        print(f"{name:24} {figure:7.0f}{limit}" + ("  TOO MANY" if name in over else ""))
    plain = measured[0][1]
    slow = []
    for name, slip in SLIPS:
        ratio = per_ply(plyglot, JOBS[0][2], with_slips(files["san"], slip), plies) / plain
        slow += [name] if ratio > SLIP_LIMIT else []
        print(f"{name:24} {ratio:7.2f}  at most {SLIP_LIMIT} times san" + ("  TOO MANY" if name in slow else ""))
    if slow:
        sys.exit("games with a slip are read more than once")
    if over and named == compiler:
        sys.exit("more instructions than the table allows: make it faster, or say why in a new table (--update)")


if __name__ == "__main__":
    main()
