#!/usr/bin/env python3
"""Counts what PGN files hold, with none of plyglot's own code: tags, moves, comments, glyphs, variations, results.

    count.py FILE...                     the counts of each file
    count.py --plyglot PROGRAM FILE...   the counts of each file and of what PROGRAM makes of it (SAN, LAN and UCI),
                                         and whether they are equal; the status is 1 if they are not

The counter knows no rules of chess and no notation: it cuts the text into tokens, and what is none of the others and no move
number is a move. In a game with errors (which plyglot says on standard error) moves become comments, so such games are
left out of both sides with --on-error skip and the rejects are counted by themselves.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TOKEN = re.compile(
    rb"""
      (?P<comment>\{[^}]*\})
    | (?P<line>;[^\n]*)
    | (?P<escape>(?:^|(?<=\n))%[^\n]*)
    | (?P<tag>\[\s*[A-Za-z0-9_]+\s*"(?:\\.|[^"\\\n])*"\s*\])
    | (?P<nag>\$\d+)
    | (?P<open>\() | (?P<close>\))
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*)(?=[\s)]|$))
    | (?P<number>\d+\.+|\.\.+)
    | (?P<glyph>[!?]{1,2}(?=[\s)]|$))
    | (?P<move>[^\s(){}\[\];$.!?]+)
    | (?P<suffix>[!?]{1,2})
    | (?P<other>\S)
    """,
    re.VERBOSE,
)

NAMES = ["tags", "moves", "nags", "comments", "variations", "results", "other"]


def count(data):
    found = Counter()
    for match in TOKEN.finditer(data):
        kind = match.lastgroup
        if kind == "tag":
            # The tag that says in what notation the moves are is plyglot's own.
            found["tags"] += not match.group().startswith(b"[Notation ")
        elif kind == "move":
            found["moves"] += 1
        elif kind in ("nag", "glyph", "suffix"):
            found["nags"] += 1
        elif kind in ("comment", "line"):
            found["comments"] += 1
        elif kind == "open":
            found["variations"] += 1
        elif kind == "result":
            found["results"] += 1
        elif kind == "other":
            found["other"] += 1
    return found


def show(counts):
    return "  ".join(f"{counts[name]:>10,} {name}" for name in NAMES)


def converted(program, path, target, folder):
    out, rejects = Path(folder) / "out.pgn", Path(folder) / "rejects.pgn"
    command = [program, "-q", "-f", "auto", "-t", target, path, "-o", out, "--on-error", "skip", "--rejects", rejects]
    run = subprocess.run(command, stderr=subprocess.PIPE, check=False)
    if run.returncode > 1:
        sys.exit(run.stderr.decode(errors="replace"))
    return count(out.read_bytes()), count(rejects.read_bytes())


def main():
    args = sys.argv[1:]
    program = None
    if args[:1] == ["--plyglot"]:
        program, args = args[1], args[2:]
    equal = True
    for path in args:
        there = count(Path(path).read_bytes())
        print(f"{Path(path).name}\n  in     {show(there)}")
        if not program:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for target in ("san", "lan", "uci"):
                out, rejects = converted(program, path, target, folder)
                same = all(out[name] + rejects[name] == there[name] for name in NAMES)
                equal &= same
                print(f"  {target:<6} {show(out)}\n  + errors{show(rejects)}" if rejects else f"  {target:<6} {show(out)}")
                print(f"         {'equal' if same else 'NOT EQUAL'}")
    sys.exit(not equal)


if __name__ == "__main__":
    main()
