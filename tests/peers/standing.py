#!/usr/bin/env python3
"""Checks that a game of well-formed English SAN is read as English SAN and nothing else; python-chess says what is legal.

usage: standing.py PLYGLOT [--positions N] [--seed N] [--limit N]

Games of 1 to 10 plies from random positions, and longer ones from the start position, end in a move that is
well-formed SAN and illegal. Each must come out as its moves before that, and fail `check`. Games of legal
moves from the same positions, and every legal move of some, must come out as they are, and pass `check`. Games
without tags are also set in other ways: rows, columns, tables, records. Prints the counts, and differences up
to --limit of each kind; exit status 1 if there are any. The same seed gives the same games.
"""

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from typing import Iterator, NamedTuple

import chess

# Words from this many plies on may be another notation's in a game without tags, if enough of them follow.
EXCEPTION = 16


class Game(NamedTuple):
    """A game's start position, its legal moves, and a move that is not legal, if it ends in one."""

    start: chess.Board
    moves: list[str]
    slip: str | None

    @property
    def words(self) -> list[str]:
        return self.moves + ([self.slip] if self.slip else [])


def positions(rng: random.Random, count: int) -> Iterator[chess.Board]:
    """Yields positions of random games in which there is a legal move."""
    while True:
        board, wanted = chess.Board(), rng.randrange(1, 9)
        for _ in range(rng.randrange(20, 160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            if rng.randrange(8) < wanted and rng.random() < 0.2:
                yield board.copy(stack=False)
                count -= 1
                if not count:
                    return
            # Captures alone soon leave nothing to be pinned.
            board.push(rng.choice(moves))


def played(rng: random.Random, board: chess.Board, plies: int) -> tuple[list[str], chess.Board]:
    """Returns the SAN of so many random moves, or fewer if the game ends, and the last position with a legal move."""
    moves, at = [], board.copy()
    while len(moves) < plies:
        move = rng.choice(list(at.legal_moves))
        san = at.san(move)
        at.push(move)
        if not any(at.legal_moves):
            at.pop()
            break
        moves.append(san)
    return moves, at


def slip(rng: random.Random, board: chess.Board) -> str:
    """Returns a well-formed move that fits no legal move, however leniently read: most are moves that only a pin, a
    check or another piece's place forbids."""
    while True:
        kind = rng.randrange(4)
        words = []
        if kind == 0:
            illegal = [move for move in board.pseudo_legal_moves if not board.is_legal(move)]
            if illegal:
                move = rng.choice(illegal)
                piece = board.piece_at(move.from_square)
                takes = "x" if board.is_capture(move) else ""
                to = chess.square_name(move.to_square)
                if piece.piece_type == chess.PAWN:
                    word = (chess.square_name(move.from_square)[0] + "x" if takes else "") + to
                    words.append(word + (f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""))
                elif not board.is_castling(move):
                    words.append(piece.symbol().upper() + takes + to)
        elif kind == 1:
            # Another piece, or a pawn, is moved to where some piece can go.
            to = chess.square_name(rng.choice(list(board.legal_moves)).to_square)
            words.append(rng.choice(["", "N", "B", "R", "Q", "K"]) + rng.choice(["", "", "x"]) + to)
        else:
            letter = rng.choice(["", "", "N", "B", "R", "Q", "K"])
            to = rng.choice(chess.SQUARE_NAMES)
            origin = rng.choice(["", "", "a", "b", "e", "h", "1", "8", "g1"]) if letter else ""
            words.append(letter + origin + rng.choice(["", "x"]) + to if letter else
                         rng.choice([to, rng.choice("abcdefgh") + "x" + to]))
            words += ["O-O", "O-O-O"] if rng.random() < 0.05 else []
        for word in words:
            if word.startswith("x") or (word[-2:-1] in "abcdefgh" and word[-1] in "18" and word[0].islower()):
                word = word.lstrip("x")
                if word[-1] in "18":
                    word += "=" + rng.choice("QRBN")
            if "x" in word and word[0].islower() and abs(ord(word[0]) - ord(word[2])) != 1:
                continue
            try:
                board.parse_san(word)
            except chess.IllegalMoveError:
                return word
            except ValueError:
                continue


def numbered(game: Game) -> list[tuple[str, list[str]]]:
    """Returns the rows of a game: the number, and the moves after it."""
    rows, number, black = [], game.start.fullmove_number, game.start.turn == chess.BLACK
    words = game.words
    if black and words:
        rows.append((f"{number}...", words[:1]))
        words, number = words[1:], number + 1
    rows += [(f"{number + n // 2}.", words[n:n + 2]) for n in range(0, len(words), 2)]
    return rows


def movetext(game: Game) -> str:
    return " ".join(" ".join([number, *moves]) for number, moves in numbered(game))


def tagged(games: list[Game]) -> str:
    def tags(game: Game) -> str:
        fen = game.start.fen()
        setup = "" if fen == chess.STARTING_FEN else f'[SetUp "1"]\n[FEN "{fen}"]\n'
        return f'[Event "?"]\n[Site "?"]\n[Result "*"]\n{setup}'

    return "\n".join(f"{tags(game)}\n{movetext(game)} *\n" for game in games)


def untagged(games: list[Game]) -> str:
    return "\n".join(f"{movetext(game)} *\n" for game in games)


def rows(game: Game) -> str:
    return "".join(" ".join([number, *moves]) + "\n" for number, moves in numbered(game))


def columns(game: Game) -> str:
    return "".join(f"{number:5}{moves[0]:12}{''.join(moves[1:])}".rstrip() + "\n" for number, moves in numbered(game))


def table(game: Game) -> str:
    return "| No | White | Black |\n|---|---|---|\n" + "".join(
        f"| {number[:-1]} | {moves[0]} | {''.join(moves[1:])} |\n" for number, moves in numbered(game))


def values(game: Game) -> str:
    return "White\tBlack\n" + "".join(f"{moves[0]}\t{''.join(moves[1:])}\n" for _, moves in numbered(game))


def record(game: Game) -> str:
    return json.dumps({"moves": " ".join(game.words)}) + "\n"


def plain(game: Game) -> str:
    return " ".join(game.words) + "\n"


class Tally:
    """The games compared, and the differences."""

    def __init__(self, program: str, limit: int):
        self.program, self.limit = program, limit
        self.compared: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()

    def differ(self, what: str, game: Game, details: str) -> None:
        self.wrong[what] += 1
        if self.wrong[what] <= self.limit:
            print(f"{what}: {game.start.fen()}: {' '.join(game.words)}: {details}")

    def run(self, arguments: list[str], text: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *arguments], input=text, capture_output=True, text=True)

    def compare(self, what: str, games: list[Game], text: str) -> None:
        """Reads and checks games of one text."""
        self.compared[what] += len(games)
        read = self.run(["-q", "--layout", "jsonl", "-t", "san"], text)
        found = [json.loads(line) for line in read.stdout.splitlines()]
        if len(found) != len(games):
            self.differ(what, games[0], f"{len(found)} games, not {len(games)}: {read.stderr[:200]}")
            return
        for game, it in zip(games, found):
            moves = [move.get("san") for move in it["moves"]]
            if moves != game.moves:
                self.differ(what, game, f"read as {' '.join(map(str, moves))}")
            elif bool(it["errors"]) != bool(game.slip):
                self.differ(what, game, f"errors {it['errors']}")
        expected = int(any(game.slip for game in games))
        if read.returncode != expected:
            self.differ(what, games[0], f"exit status {read.returncode}")
        checked = self.run(["check", "--message-format", "json", "-"], text)
        messages = [json.loads(line) for line in checked.stderr.splitlines()]
        failed = {it["game"] for it in messages if it.get("severity") == "error" and it.get("game")}
        for n, game in enumerate(games, 1):
            if (n in failed) != bool(game.slip):
                self.differ(what, game, f"check {'passes' if game.slip else 'refuses'} it")
        if checked.returncode != expected:
            self.differ(what, games[0], f"exit status of check {checked.returncode}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plyglot")
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, default=5, help="differences of a kind to print")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    tally = Tally(args.plyglot, args.limit)

    illegal, legal, single = [], [], []
    for start in positions(rng, args.positions):
        moves, last = played(rng, start, rng.randrange(10))
        illegal.append(Game(start, moves, slip(rng, last)))
        legal.append(Game(start, moves or [start.san(next(iter(start.legal_moves)))], None))
        moves = list(start.legal_moves)
        single += [Game(start, [start.san(move)], None) for move in rng.sample(moves, min(len(moves), 10))]
    tally.compare("an illegal last move", illegal, tagged(illegal))
    tally.compare("legal moves", legal, tagged(legal))
    tally.compare("single legal moves", single, tagged(single))

    short, long = [], []
    for n in range(args.positions // 3):
        moves, last = played(rng, chess.Board(), rng.randrange(10 if n % 2 else 60))
        (short if n % 2 else long).append(Game(chess.Board(), moves, slip(rng, last)))
    correct = [Game(game.start, game.moves, None) for game in short + long if game.moves]
    for form in (tagged, untagged):
        name = form.__name__
        tally.compare(f"from the start, {name}", short + long, form(short + long))
        tally.compare(f"from the start, {name}, legal", correct, form(correct))
    few = [game for game in short[:20] + long[:20] if len(game.moves) > 1]
    for form in (rows, columns, table, values, record, plain):
        for game in few:
            for it in (game, Game(game.start, game.moves, None)):
                kind = "" if it.slip else ", legal"
                tally.compare(f"{form.__name__}{kind}", [it], form(it))

    print("; ".join(f"{what}: {tally.wrong[what]} of {count} wrong" for what, count in tally.compared.items()))
    sys.exit(1 if tally.wrong else 0)


if __name__ == "__main__":
    main()
