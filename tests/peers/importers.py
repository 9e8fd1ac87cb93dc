#!/usr/bin/env python3
"""Passes plyglot's output for difficult games to strict readers: they must read it without errors, to the same plies.

usage: importers.py PLYGLOT [--chessops MODULES] FILE...

The readers are python-chess (which must be installed), pgn-reader (which plyglot asks with `check --import`), pgn-extract where it
is, and chessops if the folder is given in which npm has installed it. What plyglot could not read itself stands in comments, so
that every game that it writes can be imported as far as it goes. Exit status 1 if a reader complains or has read something else.
"""

import argparse
import io
import json
import logging
import pathlib
import re
import shutil
import subprocess
import sys

import chess.pgn

# Variants unsupported by importers; their games are skipped.
STRANGE = {"Chess 99", "U-Chess"}
# Variants supported by pgn-extract.
ORDINARY = {"Standard", "Chess960"}
CHESSOPS = pathlib.Path(__file__).with_name("chessops.mjs")


def run(plyglot, file, *flags):
    command = [plyglot, file, "-q", *flags]
    return subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8")


def python_chess(text):
    """Returns each game's plies in UCI, and its errors."""
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
    """Returns each game's number of plies, and its errors."""
    found = subprocess.run(
        [program, "-s", "-Wuci", "-C", "-V", "-N", "--nomovenumbers", "-w9999999"],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    games = [it for it in found.stdout.decode("utf-8", "replace").split("\n") if it and not it.startswith("[")]
    said = re.sub(r"(?m)^.*(games? matched|Processing).*\n?", "", found.stderr.decode("utf-8", "replace")).strip()
    return [len(it.split()) - 1 for it in games], said


def chessops(modules, text):
    """Returns each game's board after every ply, and its error."""
    found = subprocess.run(["node", CHESSOPS, modules], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return [(it["boards"], it["complaint"]) for it in json.loads(found.stdout)]


def pgn_reader(plyglot, text):
    """Returns what pgn-reader would lose."""
    command = [plyglot, "check", "--import", "--message-format", "json", "-"]
    found = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    messages = [json.loads(it) for it in found.stderr.decode("utf-8").splitlines() if it.startswith("{")]
    return [it["message"] for it in messages if it.get("kind") == "import"]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("plyglot")
    arguments.add_argument("--chessops", help="the folder node_modules with chessops")
    arguments.add_argument("files", nargs="+")
    arguments = arguments.parse_args()
    # Only errors in the output count, not those in the sources.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    plyglot = arguments.plyglot
    extract = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    bad = games = 0

    def complain(file, number, text):
        nonlocal bad
        bad += 1
        print(f"{file}: game {number}: {text}")

    for file in arguments.files:
        ours = [json.loads(it) for it in run(plyglot, file, "--no-variations", "--layout", "jsonl", "--fens").splitlines()]
        with open(file, encoding="utf-8", errors="replace") as stream:
            source = list(python_chess(stream.read()))
        for n, game in enumerate(ours, 1):
            if game["variant"] in STRANGE:
                continue
            games += 1
            plies = [it["uci"] for it in game["moves"]]
            # One at a time, so that an error in one game does not affect the next.
            text = run(plyglot, file, "--for", "chessbase", "--game", str(n))
            read = list(python_chess(text))
            if len(read) != 1:
                complain(file, n, f"python-chess reads {len(read)} games")
                continue
            moves, errors = read[0]
            if "unsupported variant" in "".join(errors):
                # Unsupported by plyglot too, and kept unmodified.
                games -= 1
                continue
            # If python-chess can read the source, nothing of it may be missing.
            if not game["errors"] and len(source) == len(ours) and not source[n - 1][1] and len(source[n - 1][0]) > len(plies):
                complain(file, n, f"{len(plies)} of {len(source[n - 1][0])} plies of the source")
            if errors or moves != plies:
                complain(file, n, f"python-chess: {len(moves)} of {len(plies)} plies, {errors}")
            if extract and game["variant"] in ORDINARY and "0000" not in plies:
                counts, said = pgn_extract(extract, text)
                # A result that contradicts the board is kept.
                if (said and "inconsistent" not in said) or counts != [len(plies)]:
                    complain(file, n, f"pgn-extract: {counts} of {len(plies)} plies, {said[:200]}")

            # lichess has no null moves: its line ends before the first one.
            text = run(plyglot, file, "--for", "lichess", "--game", str(n))
            taken = plies.index("0000") if "0000" in plies else len(plies)
            if lost := pgn_reader(plyglot, text):
                complain(file, n, f"pgn-reader: {lost}")
            if arguments.chessops:
                boards = [it["fen"].split(" ")[0].split("[")[0].replace("~", "") for it in game["moves"][:taken]]
                read = chessops(arguments.chessops, text)
                # No move of an impossible position is written.
                if [it[0] for it in read] != [boards] or boards and read[0][1]:
                    complain(file, n, f"chessops: {[len(it[0]) for it in read]} of {taken} plies, {[it[1] for it in read]}")
    if not arguments.chessops:
        print("chessops was not asked")
    print(f"{games} games, {bad} complaints")
    sys.exit(bad > 0 or games == 0)


if __name__ == "__main__":
    main()
