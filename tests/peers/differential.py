#!/usr/bin/env python3
"""Compares plyglot with the reference, move text by move text, on games from files and random games.

usage: differential.py [--plyglot PROGRAM] [--notations LIST] [--every N] [--random N] [--seed N] [--read] [FILE...]

Writing: games are converted to JSON lines in every notation. The moves must be those that python-chess reads, and
each text, of the main line and of the variations, the one that the reference writes.
Reading (--read): games are written by the reference, with a Notation tag, and converted to UCI; the moves must be
the same.

Differences are printed (FEN, move in UCI, expected, got), at most --limit of a kind, and counted. Exit status 1 if
there are any. Random games come from the start position, Chess960 and difficult positions, with all their moves as
variations; the same seed gives the same games.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter

import reference
import samples
from reference import Unwritable
from samples import Node, Sample


class Tally:
    """The comparisons and the differences."""

    def __init__(self, limit: int):
        self.limit = limit
        self.compared: Counter[str] = Counter()
        self.differences: Counter[tuple[str, str]] = Counter()

    def differ(self, notation: str, kind: str, where: str, details: str) -> None:
        self.differences[notation, kind] += 1
        if self.differences[notation, kind] <= self.limit:
            print(f"{notation}: {kind}: {where}: {details}", flush=True)


def convert(program: list[str], arguments: list[str], text: str) -> list[dict]:
    """Returns plyglot's conversion of a text, as JSON lines."""
    run = subprocess.run([*program, "-q", *arguments, "--layout", "jsonl"], input=text.encode(), capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(program + arguments)}: exit status {run.returncode}: {run.stderr.decode()[:500]}")
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def line_of(moves: list[dict]) -> list[dict]:
    """Returns the moves of a line; a variation without moves has a null entry."""
    return [move for move in moves if "uci" in move]


def compare_texts(notation: str, where: str, root: Node, game: dict, tally: Tally) -> set[int]:
    """Compares the texts of a game (null for inexpressible moves) and yields its positions."""
    reached, open_lines = set(), [(root, line_of(game["moves"]))]
    while open_lines:
        at, moves = open_lines.pop()
        for move in moves:
            open_lines += [(at, line_of(variation)) for variation in move["variations"]]
            fen, uci = at.at.board.fen(), move["uci"]
            after = at.play(uci)
            if after is None:
                tally.differ(notation, "illegal", where, f"{fen} {uci}, text {move['text']}")
                break
            expected = at.text(notation, uci)
            tally.compared[notation] += 1
            if isinstance(expected, Unwritable):
                if move["text"] is not None:
                    rivals = " ".join(ply.move.uci() for ply in expected.rivals)
                    tally.differ(notation, "unwritable", where,
                                 f"{fen} {uci}: {expected} ({rivals}), got {move['text']}")
            elif expected != move["text"]:
                tally.differ(notation, "text", where, f"{fen} {uci}: expected {expected}, got {move['text']}")
            reached.add(id(after))
            at = after
    return reached


def expected_positions(notation: str, root: Node, game) -> set[int]:
    """Returns the positions of a python-chess game, of each line as far as the notation can express it."""
    reached, open_nodes = set(), [(root, game)]
    while open_nodes:
        at, parent = open_nodes.pop()
        writable = [(child, samples.uci_of(child, at)) for child in parent.variations]
        # A line ends at an inexpressible first move, with its variations.
        if writable and isinstance(at.text(notation, writable[0][1]), Unwritable):
            continue
        for child, uci in writable:
            if not isinstance(at.text(notation, uci), Unwritable) and (after := at.play(uci)):
                reached.add(id(after))
                open_nodes.append((after, child))
    return reached


def compare_writing(notation: str, where: str, game, root: Node, converted: dict, tally: Tally) -> None:
    """Compares the texts with the reference's, and the moves with python-chess's if that had no errors."""
    reached = compare_texts(notation, where, root, converted, tally)
    expected = expected_positions("uci", root, game)
    if reached != expected and not game.errors:
        errors = "; ".join(error["message"] for error in converted["errors"])
        tally.differ(notation, "moves", where, f"{len(reached - expected)} positions too many, "
                     f"{len(expected - reached)} missing of {len(expected)}; errors: {errors or 'none'}")


def check(program: list[str], notations: list[str], sample: Sample, read: bool, tally: Tally) -> None:
    """Compares a sample's games in all notations, written by the program or, to be read, by the reference."""
    chosen = [(number, text, game, root) for number, (text, game) in enumerate(zip(sample.texts, sample.games), 1)
              if (root := samples.root_of(game)) and not (read and game.errors)]
    tally.compared["games"] += len(chosen)
    for notation in notations:
        if read:
            arguments = ["-t", "uci"]
            games = [(number, samples.pgn(game, notation), game, root) for number, _, game, root in chosen]
        else:
            arguments = ["-f", sample.notation, "-t", notation]
            games = chosen
        converted = convert(program, arguments, "".join(text for _, text, _, _ in games))
        if len(converted) != len(games):
            # One at a time, to find the game; stray text after the last game may be a game without moves.
            alone = [convert(program, arguments, text) for _, text, _, _ in games]
            for (number, *_), it in zip(games, alone):
                if not it or any(game["moves"] for game in it[1:]):
                    tally.differ(notation, "games", f"{sample.name}: game {number}", f"1 expected, got {len(it)}")
            converted = [it[0] if it else None for it in alone]
        for (number, _, game, root), it in zip(games, converted):
            if it is not None:
                where = f"{sample.name}: game {number} ({game.headers['Event']})"
                (compare_reading if read else compare_writing)(notation, where, game, root, it, tally)


def compare_reading(notation: str, where: str, game, root: Node, converted: dict, tally: Tally) -> None:
    """Compares the moves read from the reference's texts with those written."""
    expected = expected_positions(notation, root, game)
    reached = compare_texts("uci", where, root, converted, Tally(0))
    tally.compared[notation] += len(expected)
    if reached != expected:
        tally.differ(notation, "read", where, first_difference(notation, root, game, expected, reached))
    for error in converted["errors"][:1]:
        tally.differ(notation, error["severity"], where, f"{error['text']}: {error['message']}")


def first_difference(notation: str, root: Node, game, expected: set[int], reached: set[int]) -> str:
    for at, uci in samples.main_line(root, game):
        after = at.play(uci)
        if after and id(after) in expected and id(after) not in reached:
            return f"{at.at.board.fen()} {uci}, written {at.text(notation, uci)}"
    return f"in variations: {len(reached - expected)} positions too many, {len(expected - reached)} missing"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plyglot", default="target/release/plyglot", help="the program, with arguments if any")
    parser.add_argument("--notations", default=" ".join(reference.NOTATIONS), metavar="LIST",
                        help="notations, separated by spaces; `all` has every language too")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth game of the files")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="and N random games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--read", action="store_true", help="compare what is read instead of what is written")
    parser.add_argument("--limit", type=int, default=5, help="differences of a kind to print")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    if not args.files and not args.random:
        parser.error("nothing to compare: name files, or --random N")
    notations = reference.ALL_NOTATIONS if args.notations == "all" else args.notations.split()
    tally = Tally(args.limit)
    for sample in samples.all_samples(args.files, args.every, args.random, args.seed):
        check(args.plyglot.split(), notations, sample, args.read, tally)
    print(f"{tally.compared.pop('games', 0)} games; moves compared:",
          ", ".join(f"{notation} {count}" for notation, count in tally.compared.items()))
    for (notation, kind), count in sorted(tally.differences.items()):
        print(f"{notation}: {kind}: {count} differences")
    sys.exit(1 if tally.differences else 0)


if __name__ == "__main__":
    main()
