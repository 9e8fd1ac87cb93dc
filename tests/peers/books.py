#!/usr/bin/env python3
"""Compares plyglot's reading of printed games with their moves.

usage: books.py [--plyglot PROGRAM] [--repair] [--verbose] FOLDER...

A folder holds, for every game, NAME.txt (the block as printed) or NAME.moves.txt (its score), or both, and NAME.pgn (the
moves). Every text is converted to SAN and compared ply by ply. Prints, for every folder, how many texts were read
rightly, and for each that was not where it parts from the moves, and whether plyglot said so at that ply. Exit
status 1 if a text was read wrongly without a word, but for misprints that cannot be seen: if moves are others, or missing,
with nothing said, or if there is no game; and if there were no texts.
"""

import argparse
import collections
import io
import pathlib
import re
import subprocess
import sys
import time

import chess.pgn


# Undetectable misprints: the printed move is legal, fits its marks, and the game continues to its end.
UNSEEN = {
    "bb-59": "6. Kt. to K's 5th. (ch.) for K. Kt's 5th.: both give check, and the knight goes to B3 from either",
    "cs-43": "43... K-Kt4 for K-Kt3: the king can go to both, and the pieces go on alike",
}


def main_line(game):
    return [move.uci() for move in game.mainline_moves()]


def label(ply, start):
    number = start.fullmove_number + (ply + (start.turn == chess.BLACK)) // 2
    white = (start.turn == chess.WHITE) == (ply % 2 == 0)
    return f"{number}{'.' if white else '...'}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plyglot", default="target/release/plyglot")
    parser.add_argument("--repair", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    silent, texts, slowest = 0, 0, (0, "")
    for folder in map(pathlib.Path, args.folders):
        right, misses = collections.Counter(), []
        total = collections.Counter()
        for expected in sorted(folder.glob("*.pgn")):
            game = chess.pgn.read_game(expected.open())
            moves, start = main_line(game), game.board()
            for suffix in (".moves.txt", ".txt"):
                path = expected.with_suffix(suffix)
                if not path.exists():
                    continue
                total[suffix] += 1
                texts += 1
                text = path.read_bytes()
                if suffix == ".moves.txt" and game.headers.get("FEN"):
                    text = f'[FEN "{game.headers["FEN"]}"]\n\n'.encode() + text
                command = [args.plyglot] + (["--repair"] if args.repair else [])
                began = time.time()
                run = subprocess.run(command, input=text, capture_output=True)
                slowest = max(slowest, (time.time() - began, path.name))
                games = []
                stream = io.StringIO(run.stdout.decode())
                while (read := chess.pgn.read_game(stream)) is not None:
                    games.append(read)
                messages = run.stderr.decode().splitlines()
                found = main_line(games[0]) if games else []
                if found == moves and len(games) == 1:
                    right[suffix] += 1
                    if args.verbose and messages:
                        misses.append(f"  {path.name}: right, but {len(messages)} messages")
                        misses += [f"    {line}" for line in messages[:6]]
                    continue
                parts = next((n for n, (a, b) in enumerate(zip(moves, found)) if a != b), min(len(moves), len(found)))
                # At the ply itself, or as the expected number in place of another.
                at = re.compile(rf"(?<=[ ,]){re.escape(label(parts, start))}(?=[ :,]|$)")
                said = any(at.search(line) for line in messages)
                # Missing text may be reported where the text breaks off, which is at another ply.
                told = said if parts < len(found) else bool(messages)
                unsaid = not (games and told) and expected.stem not in UNSEEN
                silent += unsaid
                misses.append(
                    f"  {path.name}: {len(games)} games, {len(found)} of {len(moves)} plies, "
                    f"parts at {label(parts, start)}{' SILENTLY' if unsaid else ''}")
                misses += [f"    {line}" for line in messages[:4] or [UNSEEN.get(expected.stem, "")]]
        counts = ", ".join(f"{right[it]} of {total[it]} {it}" for it in sorted(total))
        print(f"{folder.name}: {counts}")
        print("\n".join(misses))
    print(f"slowest {slowest[0]:.3f} s: {slowest[1]}")
    sys.exit(1 if silent or not texts else 0)


if __name__ == "__main__":
    main()
