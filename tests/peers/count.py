#!/usr/bin/env python3
"""Counts the contents of PGN files, independently of plyglot's code: tags, moves, comments, NAGs, variations, results.

    count.py FILE...                     the counts of each file
    count.py --plyglot PROGRAM FILE...   the counts of each file and of what PROGRAM makes of it (SAN, LAN and UCI),
                                         and whether they are equal; the status is 1 if they are not

The counter knows no rules of chess and no notation: it cuts the text into tokens, and what is none of the others and no move
number is a move. In a game with errors (which plyglot says on standard error) moves become comments, so such games are
left out of both sides with --on-error skip and the rejects are counted by themselves. What plyglot says that it keeps as
a comment, though the game has no error, is a comment more, and at most as many moves, results and others less.
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


# plyglot's messages for keeping text or an early result as a comment, and how it counts such messages.
KEPT = re.compile(rb": (?:warning|error): .*kept as a comment$", re.MULTILINE)
KEPT_MORE = re.compile(rb": warning: (\d+) more (?:unread|early-result) warnings?\b")


def count(data):
    found = Counter()
    # An undecodable byte hides nothing: it may be joined to a result.
    data = re.sub(rb"[\x00-\x08\x0e-\x1f]", b" ", data)
    for match in TOKEN.finditer(data):
        kind = match.lastgroup
        if kind == "tag":
            # The Notation tag is plyglot's own.
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
    command = [program, "-f", "auto", "-t", target, path, "-o", out, "--on-error", "skip", "--rejects", rejects]
    run = subprocess.run(command, stderr=subprocess.PIPE, check=False)
    if run.returncode > 1:
        sys.exit(run.stderr.decode(errors="replace"))
    kept = len(KEPT.findall(run.stderr)) + sum(map(int, KEPT_MORE.findall(run.stderr)))
    return count(out.read_bytes()), count(rejects.read_bytes()), kept


def balance(there, out, rejects, kept):
    """Whether the output is complete; `kept` texts, as reported by plyglot, are comments in place of a move or a result."""
    differences = {name: out[name] + rejects[name] - there[name] for name in NAMES}
    became = differences.pop("comments")
    lost = -sum(differences.values())
    return became == kept and 0 <= lost <= kept and all(-kept <= it <= 0 for it in differences.values())


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
                out, rejects, kept = converted(program, path, target, folder)
                same = balance(there, out, rejects, kept)
                equal &= same
                print(f"  {target:<6} {show(out)}\n  + errors{show(rejects)}" if rejects else f"  {target:<6} {show(out)}")
                print(f"         {'equal' if same else 'NOT EQUAL'}" + (f", {kept} texts kept as comments" if kept else ""))
    sys.exit(not equal)


if __name__ == "__main__":
    main()
