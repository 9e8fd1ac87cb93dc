#!/usr/bin/env python3
"""Compares the instructions per ply of equivalent inputs and flags with the plain way: none may cost much more.

usage: flags.py PLYGLOT

The input is that of `instructions.py`, with one thing in it, or one flag, that changes nothing: each may take a tenth more than
the plain way, and one that leaves out a tag a little more than that.
Exit status 1 if one takes more.
"""

import pathlib
import re
import sys

from instructions import WORK, inputs, per_ply

TENTH = 1.10
# The tag is left out, so that the tags are not copied as they stand.
TAG = 1.12
# Name, change of the text, arguments, and the allowed multiple of the plain way's instructions.
WAYS = [
    ("-t san", None, [], 1.0),
    ("--rules standard", None, ["--rules", "standard"], TENTH),
    ("-f san", None, ["-f", "san"], TENTH),
    ("-f san --rules standard", None, ["-f", "san", "--rules", "standard"], TENTH),
    ("[Notation] and -f san", (rb"(?m)^\[Result ", b'[Notation "san"]\n[Result '), ["-f", "san"], TAG),
    ("[Notation]", (rb"(?m)^\[Result ", b'[Notation "san"]\n[Result '), [], TAG),
    ('[Result "?"]', (rb'(?m)^\[Result "[^"]*"\]', b'[Result "?"]'), [], TENTH),
    ("0-0", (rb"O-O(-O)?", lambda found: found[0].replace(b"O", b"0")), [], TENTH),
    ("--encoding utf-8", None, ["--encoding", "utf-8"], TENTH),
    ("--nags numbers", None, ["--nags", "numbers"], TENTH),
    ("--no-comments", None, ["--no-comments"], TENTH),
]


def main():
    plyglot = str(pathlib.Path(sys.argv[1]).resolve())
    files, plies = inputs(plyglot)
    plain = files["san"].read_bytes()
    over = False
    first = None
    for n, (name, change, arguments, limit) in enumerate(WAYS):
        file = WORK / f"flags.{n}.pgn"
        file.write_bytes(re.sub(*change, plain) if change else plain)
        figure = per_ply(plyglot, [*arguments, "-t", "san"], file, plies)
        first = first or figure
        dear = figure > limit * first
        over |= dear
        print(f"{name:26} {figure:7.0f}  {figure / first:5.2f} times" + ("  TOO MANY" if dear else ""))
        file.unlink()
    sys.exit("a way to say the same costs more than it may" if over else 0)


if __name__ == "__main__":
    main()
