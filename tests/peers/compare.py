#!/usr/bin/env python3
"""Compares what plyglot makes of PGN files with what python-chess reads in them.

usage: compare.py [--plyglot PROGRAM] [--every N] FILE...

Every game that python-chess reads without an error is compared after a conversion to SAN, long algebraic and
UCI: tag pairs, moves, variations, comments, NAGs and results must be the same. Of every N games one is
compared (default: all). Prints the counts; exit status 1 if anything differs.
"""

import argparse
import io
import logging
import re
import subprocess
import sys

import chess
import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def text_of(path):
    data = subprocess.run(["zstd", "-dc", "--long=27", path], capture_output=True, check=True).stdout \
        if path.endswith(".zst") else open(path, "rb").read()
    try:
        return data, data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data, data.decode("cp1252", errors="replace")


def games(text):
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        yield game


def words(comment):
    """Comments are compared by their words: lines are wrapped anew."""
    if isinstance(comment, list):
        comment = " ".join(comment)
    return comment.split()


def content(game):
    """All that a game holds, as nested lists of plain values."""
    tags = [(name, value) for name, value in game.headers.items() if name not in ("Result", "Notation", "Variant")]
    defaults = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    # python-chess leaves the escapes of the PGN standard as they are.
    tags = [(name, " ".join(re.sub(r'\\(["\\])', r"\1", value).split())) for name, value in tags
            if defaults.get(name) != value]
    moves, stack = [], [(game, None)]
    while stack:
        node, parent = stack.pop()
        moves.append((
            parent, node.move.uci() if node.move else None, sorted(node.nags),
            words(node.comment), words(node.starting_comment),
        ))
        stack.extend((child, len(moves) - 1) for child in reversed(node.variations))
    return sorted(tags), game.headers.get("Result"), moves


def count(content):
    _, _, moves = content
    return len(moves) - 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plyglot", default="target/release/plyglot")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    total, plies, skipped, wrong = 0, 0, 0, 0
    for path in args.files:
        data, text = text_of(path)
        text = re.sub("\r\n?", "\n", text)
        outputs = {}
        for notation in ("san", "lan", "uci"):
            run = subprocess.run([args.plyglot, "-q", "-t", notation], input=data, capture_output=True)
            outputs[notation] = games(run.stdout.decode())
        for number, game in enumerate(games(text), 1):
            others = {notation: next(output, None) for notation, output in outputs.items()}
            if number % args.every:
                continue
            if game.errors:
                skipped += 1
                continue
            expected = content(game)
            total += 1
            plies += count(expected)
            for notation, other in others.items():
                got = other and content(other)
                if got != expected:
                    wrong += 1
                    print(f"{path}: game {number} differs in {notation}")
                    if got:
                        for what, a, b in zip(("tags", "result", "moves"), expected, got):
                            if a != b and isinstance(a, list):
                                pairs = [(x, y) for x, y in zip(a, b) if x != y]
                                print(f"  {what}: {len(a)} and {len(b)}, first {pairs[:1]}")
                            elif a != b:
                                print(f"  {what}: {a} and {b}")
                    break
    print(f"{total} games with {plies} plies compared, {skipped} left out, {wrong} different")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
