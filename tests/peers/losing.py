#!/usr/bin/env python3
"""Runs the program named by PLYGLOT, and drops a move from its output: the last one of a game.

`tests/peers/meta.py` uses it in place of plyglot, to check that the comparisons notice.
"""

import json
import os
import re
import subprocess
import sys

RESULT = r"(?:1-0|0-1|1/2-1/2|\*)"


def of_json(text):
    lines = text.splitlines(keepends=True)
    for n in range(len(lines) - 1, -1, -1):
        game = json.loads(lines[n])
        if game["moves"]:
            game["moves"].pop()
            lines[n] = json.dumps(game) + "\n"
            return "".join(lines)
    return text


def of_page(text):
    """The last cell that is not a number."""
    cells = [it for it in re.finditer(r"(<td[^>]*>)(.*?)(</td>)", text) if re.search(r"[a-h1-8x]\b", it[2])]
    return text[:cells[-1].start()] + cells[-1][1] + cells[-1][3] + text[cells[-1].end():] if cells else text


def of_pgn(text):
    """The word before the result of the last game that ends with a move, not with a comment or a variation."""
    ends = list(re.finditer(r"(?<=\s)[^\s{}()\[\]\"]+(?=\s+" + RESULT + r"\s*(?:\n\n|\Z))", text))
    return text[:ends[-1].start()] + text[ends[-1].end():] if ends else text


def without_a_move(output):
    text = output.decode()
    if text.startswith('{"v"'):
        text = of_json(text)
    else:
        text = of_page(text) if text[:9].lower() == "<!doctype" else of_pgn(text)
    return text.encode()


def main():
    args = sys.argv[1:]
    run = subprocess.run([os.environ["PLYGLOT"], *args], stdout=subprocess.PIPE)
    sys.stdout.buffer.write(without_a_move(run.stdout))
    if "-o" in args:
        path = args[args.index("-o") + 1]
        with open(path, "rb") as file:
            text = file.read()
        with open(path, "wb") as file:
            file.write(without_a_move(text))
    sys.exit(run.returncode)


if __name__ == "__main__":
    main()
