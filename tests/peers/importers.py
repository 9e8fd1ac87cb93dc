#!/usr/bin/env python3
"""Gives what plyglot writes of the nastiest games to strict readers: they must read it without a complaint, and to the same plies.

usage: importers.py PLYGLOT FILE...

The readers are python-chess (which must be installed), and pgn-extract where it is. What plyglot could not read itself stands in
comments, so that every game that it writes can be imported as far as it goes. Exit status 1 if a reader complains or has read
something else.
"""

import io
import json
import re
import shutil
import subprocess
import sys

import chess.pgn

# Rules that python-chess knows by these names; the games of others it cannot import.
STRANGE = {"Chess 99", "U-Chess"}
# Rules that pgn-extract plays by.
ORDINARY = {"Standard", "Chess960"}


def run(plyglot, file, *flags):
    command = [plyglot, file, "-q", "--no-variations", *flags]
    return subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8")


def python_chess(text):
    """Of each game: its plies in UCI, and the complaints."""
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        try:
            board = game.board()
        except ValueError as error:
            yield [], [str(error)]
            continue
        moves = []
        for move in game.mainline_moves():
            moves.append(board.uci(move))
            board.push(move)
        yield moves, [str(it) for it in game.errors]


def pgn_extract(program, text):
    """Of each game: how many plies it has; and the complaints."""
    found = subprocess.run(
        [program, "-s", "-Wuci", "-C", "-V", "-N", "--nomovenumbers", "-w9999999"],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    games = [it for it in found.stdout.decode("utf-8", "replace").split("\n") if it and not it.startswith("[")]
    return [len(it.split()) - 1 for it in games], found.stderr.decode("utf-8", "replace")


def main():
    plyglot, files = sys.argv[1], sys.argv[2:]
    extract = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    bad = games = 0

    def complain(file, number, text):
        nonlocal bad
        bad += 1
        print(f"{file}: game {number}: {text}")

    for file in files:
        ours = [json.loads(it) for it in run(plyglot, file, "--layout", "jsonl").splitlines()]
        with open(file, encoding="utf-8", errors="replace") as stream:
            source = list(python_chess(stream.read()))
        for n, game in enumerate(ours, 1):
            if game["variant"] in STRANGE:
                continue
            games += 1
            # One at a time: a reader that loses its way in one game should not be heard about it in the next.
            text = run(plyglot, file, "--for", "chessbase", "--game", str(n))
            plies = [it["uci"] for it in game["moves"]]
            read = list(python_chess(text))
            if len(read) != 1:
                complain(file, n, f"python-chess reads {len(read)} games")
                continue
            moves, errors = read[0]
            if "unsupported variant" in "".join(errors):
                # What plyglot does not know either, and has kept as it was.
                games -= 1
                continue
            # Where python-chess can read the source itself, nothing of that may be missing.
            if not game["errors"] and len(source) == len(ours) and not source[n - 1][1] and len(source[n - 1][0]) > len(plies):
                complain(file, n, f"{len(plies)} of {len(source[n - 1][0])} plies of the source")
            if errors or moves != plies:
                complain(file, n, f"python-chess: {len(moves)} of {len(plies)} plies, {errors}")
            if extract and game["variant"] in ORDINARY and "0000" not in plies:
                counts, said = pgn_extract(extract, text)
                said = re.sub(r"(?m)^.*(games? matched|Processing).*\n?", "", said).strip()
                # A result that the board contradicts stays, as it must.
                if (said and "inconsistent" not in said) or counts != [len(plies)]:
                    complain(file, n, f"pgn-extract: {counts} of {len(plies)} plies, {said[:200]}")
    print(f"{games} games, {bad} complaints")
    sys.exit(bad > 0 or games == 0)


if __name__ == "__main__":
    main()
