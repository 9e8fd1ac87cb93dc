#!/usr/bin/env python3
"""Compares plyglot with the outputs of pgn-extract's test suite.

usage: suites.py [--plyglot PROGRAM] [--verbose] FOLDER

FOLDER has the suite's `infiles` and `outfiles`. For each output in SAN, long algebraic (pgn-extract's halg, lalg, elalg and
xlalg), UCI or SAN with German letters, plyglot converts the input that it was made from to SAN, long algebraic and UCI, and the
moves (and start positions) of each game must be those of the output, variations too. Where pgn-extract selects, cuts
or splits games, the table says which part of the input must come out. plyglot must also read the output itself as the same
moves. All is compared as python-chess reads it (German letters are put into English for it).

Prints the counts and where plyglot differs on purpose, with the reason. Exit status 1 if anything else differs, or if
there is a file that the table does not know.
"""

import argparse
import io
import logging
import re
import subprocess
import sys
from pathlib import Path

import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

TARGETS = ("san", "lan", "uci")

# --- The content of each output: output, inputs (concatenated if several) -----------------------

# All games.
SAME = {
    "test-7-out": "test-7.pgn", "test-FF-out": "test-F.pgn", "test-FF-text-out": "test-F-text.pgn",
    "test-NN-out": "test-N.pgn", "test-RR-out": "test-R.pgn", "test-SS-out": "test-ucS.pgn",
    "test-TTa-out": "test-Ta.pgn", "test-TTw-out": "fischer.pgn", "test-a-out": "test-a.txt test-a.txt",
    "test-WWdeutsch-out": "test-ucW.pgn", "test-WWelalg-out": "test-ucW.pgn", "test-WWhalg-out": "test-ucW.pgn",
    "test-WWlalg-out": "test-ucW.pgn", "test-WWxlalg-out": "test-ucW.pgn", "test-WWuci-out": "test-a.txt",
    "test-Wdeutsch-out": "test-ucW.pgn", "test-Welalg-out": "test-ucW.pgn", "test-Whalg-out": "test-ucW.pgn",
    "test-Wlalg-out": "test-ucW.pgn", "test-addhashcode-out": "test-addhashcode.pgn",
    "test-allownullmoves-out": "test-allownullmoves.pgn", "test-e-out": "test-e.pgn",
    "test-evaluation-out": "test-evaluation.pgn", "test-f-out": "test-f1.pgn test-f2.pgn",
    "test-fencomments-out": "test-fencomments.pgn", "test-fifty-out": "test-fifty.pgn",
    "test-fixresulttags-out": "test-fixresulttags-in.pgn", "test-l-out": "fischer.pgn",
    "test-linenumbers-out": "petrosian.pgn", "test-long-line-out": "test-long-line.pgn",
    "test-nagcomments-out": "test-nagcomments.pgn test-nagcomments.pgn",
    "test-nestedcomments-out": "nested-comment.pgn", "test-nochecks-out": "test-nochecks.pgn",
    "test-nomovenumbers-out": "test-nomovenumbers.pgn", "test-noresults-out": "test-noresults.pgn",
    "test-notags-out": "test-notags.pgn", "test-o-out": "test-o.txt", "test-plycount-out": "test-plycount.pgn",
    "test-promotion-out": "test-promotion-in.pgn", "test-s-out": "test-s.pgn",
    "test-seventyfive-out": "test-seventyfive.pgn", "test-w60-out": "test-w.pgn", "test-w75-out": "test-w.pgn",
    "test-w1000-out": "test-w.pgn",
}

# A selection of the games.
SOME = {
    "1": "test-hash.pgn", "2": "test-hash.pgn", "10": "test-hash.pgn", "11": "test-hash.pgn",
    "A": "test-ucE.pgn", "B": "test-ucE.pgn", "E": "test-ucE.pgn",
    "fischer-b30-out": "fischer.pgn", "fischer-bl45-out": "fischer.pgn", "fischer-bu45-out": "fischer.pgn",
    "non-petrosian": "fischer.pgn", "odds-out": "odds.pgn",
    "test-AA-dupes": "fischer.pgn petrosian.pgn", "test-AA-unique": "fischer.pgn petrosian.pgn",
    "test-DD-unique": "fischer.pgn petrosian.pgn", "test-UU-unique": "fischer.pgn petrosian.pgn",
    "test-ZZ-dupes": "fischer.pgn petrosian.pgn", "test-ZZ-unique": "fischer.pgn petrosian.pgn",
    "test-d-dupes": "fischer.pgn petrosian.pgn", "test-d-unique": "fischer.pgn petrosian.pgn",
    "test-FENPattern-cli-out": "petrosian.pgn", "test-FENPattern-out": "petrosian.pgn", "test-PP-out": "test-P.pgn",
    "test-TTb-out": "fischer.pgn", "test-TTd-out": "fischer.pgn", "test-TTdd-out": "fischer.pgn",
    "test-TTp-out": "fischer.pgn", "test-TTr-out": "fischer.pgn", "test-b30-out": "fischer.pgn",
    "test-bl45-out": "fischer.pgn", "test-bu45-out": "fischer.pgn", "test-c-out": "fischer.pgn",
    "test-CC-out": "test-C.pgn", "test-checkmate-out": "test-checkmate.pgn", "test-elodiff-out": "test-seventyfive.pgn",
    "test-fuzzydepth0-dupes": "test-fuzzydepth.pgn", "test-fuzzydepth0-unique": "test-fuzzydepth.pgn",
    "test-fuzzydepth3-dupes": "test-fuzzydepth.pgn", "test-fuzzydepth3-unique": "test-fuzzydepth.pgn",
    "test-fuzzydepth4-dupes": "test-fuzzydepth.pgn", "test-fuzzydepth4-unique": "test-fuzzydepth.pgn",
    "test-fuzzydepth5-dupes": "test-fuzzydepth.pgn", "test-fuzzydepth5-unique": "test-fuzzydepth.pgn",
    "test-higherratedwins-out": "bots.pgn", "test-lowerratedwins-out": "bots.pgn", "test-reltags-out": "bots.pgn",
    "test-markmatches-out": "najdorf.pgn", "test-matchplylimit-out": "najdorf.pgn test-matchplylimit.pgn",
    "test-n-matched": "petrosian.pgn", "test-n-unmatched": "petrosian.pgn",
    "test-nobadresults-out": "test-nobadresults.pgn", "test-nosetup-out": "test-setup-in.pgn",
    "test-onlysetup-out": "test-setup-in.pgn", "test-p60-out": "fischer.pgn", "test-pl90-out": "fischer.pgn",
    "test-pu90-out": "fischer.pgn", "test-repetition-out": "test-repetition.pgn",
    "test-selectonly-out": "test-selectonly.pgn", "test-skipmatching-out": "fischer.pgn",
    "test-stalemate-out": "test-stalemate.pgn", "test-startply-out": "test-startply.pgn petrosian.pgn",
    "test-stopafter-out": "test-stopafter.pgn", "test-t-out": "test-t.pgn", "test-tFEN-out": "fischer.pgn",
    "test-underpromotion-out": "test-promotion-in.pgn", "test-v-out": "najdorf.pgn", "test-x-out": "najdorf.pgn",
    "test-xn-out": "najdorf.pgn", "test-y-out": "fischer.pgn", "test-z-out": "fischer.pgn",
}

# The main lines only.
MAIN = {"test-VV-out": "test-V.pgn"}
# The first moves only.
BEGINNINGS = {"test-plylimit-out": "test-plylimit.pgn"}
# The last moves only, from the position before them.
ENDS = {"test-dropply-out": "najdorf.pgn petrosian.pgn fischer.pgn"}
# Every line, main or variation, as a game of its own.
LINES = {"test-splitvariants-out": "test-splitvariants.pgn"}

# Positions with an opcode each, no games.
NO_GAMES = {"test-WWepd-out"}

# Intended differences: the input and why.
ON_PURPOSE = {
    "nested-comment.pgn": "comments in braces do not nest (PGN 8.2.5); pgn-extract nests them with --nestedcomments. The text "
    "after the first closing brace is reported and kept",
}

# Texts with piece letters other than English.
GERMAN = str.maketrans("SLTD", "NBRQ")


def moves_of(text):
    """Returns each game as its start position, its lines, and whether python-chess reports errors."""
    # It ends a game at the blank line after a comment before the first move.
    text = re.sub(r"^(\{[^}]*\})\n\n(?!\[)", r"\1\n", text, flags=re.MULTILINE)
    stream, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        games.append((position(game.board()), lines_of(game), bool(game.errors)))
    return games


def position(board):
    """Returns the position without the en passant square and the counters, which differ between outputs."""
    return " ".join(board.fen().split()[:3])


def lines_of(game):
    """Returns all complete lines, the main line first."""
    found, open_nodes = [], [(game, ())]
    while open_nodes:
        node, line = open_nodes.pop()
        if not node.variations:
            found.append(line)
        open_nodes.extend((child, (*line, child.move.uci())) for child in reversed(node.variations))
    return tuple(found)


def english(text):
    """Translates German piece letters in the moves, after the tags and outside comments, to English."""
    parts = re.split(r"(\{[^}]*\}|^\[.*\]$)", text, flags=re.MULTILINE)
    return "".join(part if n % 2 else part.translate(GERMAN) for n, part in enumerate(parts))


def tails(start, line):
    """Returns the result of --dropply for a line: the position after some moves, and the moves from there."""
    board, found = chess.Board(), set()
    if position(board) != start:
        return found
    for n, move in enumerate(line):
        found.add((position(board), line[n:]))
        board.push_uci(move)
    return found


class Suite:
    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.converted = {}

    def convert(self, path, target):
        """Returns plyglot's conversion of a file, as read by python-chess."""
        if (path, target) not in self.converted:
            run = subprocess.run([self.program, "-q", "-t", target, path], capture_output=True, check=False)
            self.converted[path, target] = moves_of(run.stdout.decode())
        return self.converted[path, target]

    def inputs(self, names, target):
        return [game for name in names.split() for game in self.convert(self.folder / "infiles" / name, target)]


def difference(kind, expected, got):
    """Describes the first game of an output that is not among plyglot's, by the table's comparison."""
    if kind == "same" and len(expected) != len(got):
        return f"{len(expected)} games, got {len(got)}"
    main_lines = [(start, lines[0]) for start, lines, _ in got]
    if kind == "ends":
        main_lines = [tail for start, line in main_lines for tail in tails(start, line)]
    known = {
        "some": lambda start, lines: any((start, lines) == game[:2] for game in got),
        "main": lambda start, lines: (start, lines[0]) in main_lines and len(lines) == 1,
        "beginnings": lambda start, lines: any(line[:len(lines[0])] == lines[0] for _, line in main_lines),
        "ends": lambda start, lines: (start, lines[0]) in main_lines,
        "lines": lambda start, lines: any(lines[0] in game[1] for game in got),
    }
    for number, (start, lines, error) in enumerate(expected, 1):
        if error:
            return f"game {number}: python-chess cannot read the output"
        if kind == "same":
            if got[number - 1][:2] != (start, lines):
                return f"game {number}: {first(lines, got[number - 1][1])}"
        elif not known[kind](start, lines):
            return f"game {number}: {' '.join(lines[0][:8])}… is none of plyglot's {len(got)} games"
    return None


def first(expected, got):
    for a, b in zip(expected, got):
        for n, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return f"ply {n + 1}: {x}, got {y}"
        if len(a) != len(b):
            return f"{len(a)} plies, got {len(b)}"
    return f"{len(expected)} lines, got {len(got)}, or another start position"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plyglot", default="target/release/plyglot")
    parser.add_argument("--verbose", action="store_true", help="print what is equal too")
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    suite = Suite(args.plyglot, args.folder)
    kinds = {"same": SAME, "some": SOME, "main": MAIN, "beginnings": BEGINNINGS, "ends": ENDS, "lines": LINES}
    table = {name: (kind, inputs) for kind, names in kinds.items() for name, inputs in names.items()}
    files, games, plies, purposes, wrong = 0, 0, 0, set(), 0
    for path in sorted((args.folder / "outfiles").glob("*.pgn")):
        if path.stem in NO_GAMES:
            continue
        if path.stem not in table:
            wrong += 1
            print(f"{path.name}: not in the table")
            continue
        kind, inputs = table[path.stem]
        text = path.read_text(encoding="latin-1")
        expected = moves_of(english(text) if "deutsch" in path.stem else text)
        differences = {f"the conversion of {inputs} to {target}": difference(kind, expected, suite.inputs(inputs, target))
                       for target in TARGETS}
        differences["reading the output"] = difference("same", expected, suite.convert(path, "uci"))
        files, games = files + 1, games + len(expected)
        plies += sum(len(line) for _, lines, _ in expected for line in lines[:1])
        if args.verbose:
            print(f"{path.name}: {len(expected)} games, {kind} of {inputs}")
        for what, said in differences.items():
            reason = next((name for name in inputs.split() if name in ON_PURPOSE), None)
            if said and reason:
                purposes.add(reason)
            elif said:
                wrong += 1
                print(f"{path.name}: {what}: {said}")
    for name in sorted(purposes):
        print(f"differs on purpose: {name}: {ON_PURPOSE[name]}")
    for name in sorted(ON_PURPOSE.keys() - purposes):
        wrong += 1
        print(f"{name} is said to differ on purpose but does not")
    print(f"{files} outputs with {games} games and {plies} plies of main lines, each from its input to {', '.join(TARGETS)} "
          f"and read by itself: {wrong} differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
