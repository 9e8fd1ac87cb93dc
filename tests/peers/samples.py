"""Games for the oracle: from PGN files or random, written in a notation by the reference."""

import io
import logging
import random
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import chess
import chess.pgn

import positions
from reference import Situation, Unwritable, start_board, text_of

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

BATCH = 200
"""Games that are worked on together: enough to make starting the program cheap, few enough for memory."""


class Node:
    """A position of a game with the moves played from it; shared by variations that repeat it."""

    def __init__(self, at: Situation):
        self.at = at
        self.children: dict[str, Node] = {}
        self.texts: dict[tuple[str, str], str | Unwritable] = {}

    def play(self, uci: str) -> "Node | None":
        """Returns the position after a move; None if it is illegal."""
        if uci not in self.children:
            move = chess.Move.from_uci(uci)
            if move and not self.at.board.is_legal(move):
                return None
            self.children[uci] = Node(self.at.play(move))
        return self.children[uci]

    def text(self, notation: str, uci: str) -> str | Unwritable:
        key = notation, uci
        if key not in self.texts:
            try:
                self.texts[key] = str(text_of(notation, self.at, chess.Move.from_uci(uci)))
            except Unwritable as unwritable:
                self.texts[key] = unwritable
        return self.texts[key]


def root_of(game: chess.pgn.Game) -> Node | None:
    """Returns the start position; None if the game is neither standard chess nor Chess960, or its FEN is invalid."""
    try:
        board = start_board(game.headers.get("FEN"), game.headers.get("Variant"))
    except ValueError:
        return None
    return board and Node(Situation.start(board))


def uci_of(node: chess.pgn.ChildNode, parent: Node) -> str:
    """Returns the move as python-chess's (castling in Chess960 is king takes rook)."""
    board = parent.at.board
    return board.uci(node.move, chess960=board.chess960)


def main_line(root: Node, game: chess.pgn.Game) -> Iterator[tuple[Node, str]]:
    """Returns the positions of the main line, each with the move played."""
    at, node = root, game
    while node.variations:
        node = node.variations[0]
        uci = uci_of(node, at)
        yield at, uci
        at = at.play(uci)


# --- Where games come from -------------------------------------------------------------------------------------


def texts_of_file(path: str, every: int) -> Iterator[str]:
    """Returns the text of every Nth game of a PGN file, plain or zstd."""
    if path.endswith(".zst"):
        data = subprocess.run(["zstd", "-dc", "--long=27", path], capture_output=True, check=True).stdout
    else:
        with open(path, "rb") as file:
            data = file.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    starts = [found.start() for found in re.finditer(r"(?:\A|(?<=\n))\[Event ", text)] + [len(text)]
    for begin, end in islice(zip(starts, starts[1:]), 0, None, every):
        yield text[begin:end].replace("\r\n", "\n").rstrip() + "\n\n"


@dataclass
class Sample:
    """A batch of games."""

    name: str
    notation: str
    """What to tell the program that the text is in."""
    real: bool
    texts: list[str]
    """PGN, one piece a game."""
    games: list[chess.pgn.Game]
    """What python-chess sees in them."""


def file_samples(path: str, every: int) -> Iterator[Sample]:
    texts = texts_of_file(path, every)
    while batch := list(islice(texts, BATCH)):
        yield Sample(path, "auto", True, batch, [parse(text) for text in batch])


def parse(text: str) -> chess.pgn.Game:
    stream = io.StringIO(text)
    game = chess.pgn.read_game(stream)
    if chess.pgn.read_game(stream) is not None:
        # A blank line among the moves ends the game for python-chess: the rest would not be compared.
        game.errors.append(ValueError("more after the end"))
    return game


def random_samples(count: int, seed: int) -> Iterator[Sample]:
    """Random games, alternately in SAN and in UCI."""
    step = BATCH // 2
    for first in range(0, count, step):
        numbers = range(first, min(first + step, count))
        games = [positions.random_game(random.Random(f"{seed} {number}")) for number in numbers]
        notation = ("san", "uci")[first // step % 2]
        texts = [pgn(game, notation, tagged=False) for game in games]
        yield Sample(f"random, seed {seed}, from {first}", notation, False, texts, games)


def all_samples(files: list[str], every: int, count: int, seed: int) -> Iterator[Sample]:
    for path in files:
        yield from file_samples(path, every)
    yield from random_samples(count, seed)


# --- Writing games ---------------------------------------------------------------------------------------------


def pgn(game: chess.pgn.Game, notation: str, tagged: bool = True) -> str:
    """Writes a game in a notation with the tags that its moves need; a line ends before an inexpressible move."""
    tags = {name: value for name, value in game.headers.items() if name in ("FEN", "SetUp", "Variant")}
    if tagged:
        tags["Notation"] = notation
    head = "".join(f'[{name} "{value}"]\n' for name, value in ({"Event": "?"} | tags).items())
    return f"{head}\n{wrap([*movetext(game, notation), '*'])}\n\n"


def movetext(game: chess.pgn.Game, notation: str) -> list[str]:
    root = root_of(game)
    return line(game, root, notation) if root else []


def line(parent: chess.pgn.GameNode, at: Node, notation: str) -> list[str]:
    tokens, numbered = [], False
    while parent.variations:
        main = parent.variations[0]
        following = append(tokens, main, at, notation, numbered)
        if following is None:
            break
        numbered = True
        for other in parent.variations[1:]:
            inner: list[str] = []
            after = append(inner, other, at, notation, False)
            if after is not None:
                inner += line(other, after, notation)
                tokens += ["(" + inner[0], *inner[1:]]
                tokens[-1] += ")"
                numbered = False
        parent, at = main, following
    return tokens


def append(tokens: list[str], node: chess.pgn.ChildNode, at: Node, notation: str, numbered: bool) -> Node | None:
    """Appends a move with its number; returns the position after it, or None if it is inexpressible."""
    uci = uci_of(node, at)
    text = at.text(notation, uci)
    if isinstance(text, Unwritable):
        return None
    board = at.at.board
    if board.turn == chess.WHITE or not numbered:
        tokens.append(f"{board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}")
    tokens.append(text)
    return at.play(uci)


def wrap(tokens: list[str]) -> str:
    """Wraps at 79 characters; a text with spaces stays whole."""
    lines, current = [], ""
    for token in tokens:
        if current and len(current) + 1 + len(token) > 79:
            lines.append(current)
            current = token
        else:
            current = f"{current} {token}" if current else token
    return "\n".join([*lines, current])
