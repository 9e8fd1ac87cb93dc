#!/usr/bin/env python3
"""Compares plyglot's conversion of PGN files with python-chess's reading of them.

usage: compare.py [--plyglot PROGRAM] [--every N] [--limit N] FILE...

Every game that python-chess reads without an error is compared after a conversion to SAN, long algebraic and
UCI: tag pairs, moves, variations, comments, NAGs and results must be the same. Of every N games one is
compared (default: all). Prints the counts; exit status 1 if anything differs.
"""

import argparse
import io
import itertools
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


def as_python_chess_needs_it(text):
    """The text without what python-chess takes for the end of a game: more than one blank line after the tags, and a
    blank line after a comment before the first move; with a blank line between games, without which it may read on into the
    tags; and with the lines from a `;` on, which it drops, in braces."""
    text = re.sub("\r\n?", "\n", text)
    text = re.sub(r"\{[^}]*\}|^;([^}\n]*)$",
                  lambda it: it[0] if it[1] is None else f"{{{it[1]}}}", text, flags=re.MULTILINE)
    text = re.sub(r"\][ \t]*\n[ \t]*\n(?:[ \t]*\n)+(?=[^\[\s])", "]\n\n", text)
    text = re.sub(r"((?:1-0|0-1|1/2-1/2|\*)[ \t]*\n)(?=\[)", r"\1\n", text)
    return re.sub(r"(\][ \t]*\n\n\{[^}]*\})\n\n(?=[^\[\s])", r"\1\n", text)


def games(data, every=1):
    """Yields every Nth game, and None for the others, without StringIO's copy of four bytes per character."""
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    for number in itertools.count(1):
        if number % every:
            if not chess.pgn.skip_game(stream):
                return
            yield None
        elif (game := chess.pgn.read_game(stream)) is None:
            return
        else:
            yield game


def words(comment):
    """Comments are compared by words, as lines are rewrapped."""
    if isinstance(comment, list):
        comment = " ".join(comment)
    return comment.split()


def content(game):
    """Returns the contents of a game as nested lists of plain values."""
    tags = [(name, value) for name, value in game.headers.items() if name not in ("Result", "Notation", "Variant")]
    defaults = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    # python-chess does not unescape as in the PGN standard.
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


def played(content):
    """Returns the moves only, with variations."""
    return [move[:2] for move in content[2]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plyglot", default="target/release/plyglot")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--limit", type=int, default=10, help="differences to print of each file")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    total, plies, skipped, wrong, other_moves = 0, 0, 0, 0, 0
    for path in args.files:
        printed = 0
        data, text = text_of(path)
        outputs = {}
        for notation in ("san", "lan", "uci"):
            run = subprocess.run([args.plyglot, "-q", "-t", notation], input=data, capture_output=True)
            outputs[notation] = games(run.stdout, args.every)
        for number, game in enumerate(games(as_python_chess_needs_it(text).encode(), args.every), 1):
            others = {notation: next(output, None) for notation, output in outputs.items()}
            if game is None:
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
                    wrong, printed = wrong + 1, printed + 1
                    other_moves += not got or played(got) != played(expected)
                    if printed > args.limit:
                        break
                    print(f"{path}: game {number} differs in {notation}")
                    if got:
                        for what, a, b in zip(("tags", "result", "moves"), expected, got):
                            if a != b and isinstance(a, list):
                                pairs = [(x, y) for x, y in zip(a, b) if x != y]
                                print(f"  {what}: {len(a)} and {len(b)}, first {pairs[:1]}")
                            elif a != b:
                                print(f"  {what}: {a} and {b}")
                    break
    print(f"{total} games with {plies} plies compared, {skipped} left out, {wrong} different, "
          f"{other_moves} of them in moves")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
