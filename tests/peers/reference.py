#!/usr/bin/env python3
"""A second, independent writer of every notation on the 8×8 board, to compare plyglot with.

One function a section of the specification, as close to its words as code can be: what a text may look like is
data (a list of forms), what it could be mistaken for is found by brute force over all legal or pseudo-legal moves
that python-chess generates. Clarity before speed: a few thousand moves a second.

usage: reference.py --self-test
       reference.py --survey [--every N] [--random N] [--seed N] FILE...

The self-test writes the examples that the originals of the notations print. The survey looks for two legal moves of
one position that share a text (marks left out), and counts characters a move. Exit status 1 if anything is wrong.
"""

import argparse
import math
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Callable, NamedTuple

import chess
from chess import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE

# --- Plies and positions ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ply:
    """A move with the properties that notations express; squares and roles are python-chess's numbers."""

    move: chess.Move
    white: bool
    role: int
    origin: int
    target: int
    """Where the moving piece stands afterwards; in castling, the king."""
    victim: int | None
    victim_square: int | None
    en_passant: bool
    promotion: int | None
    castling: str | None
    """`K` or `Q`: the side."""
    rook: int | None
    """In castling, the square that the rook comes from."""

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move) -> "Ply":
        origin, target = move.from_square, move.to_square
        role = board.piece_type_at(origin)
        common = {"move": move, "white": board.turn, "role": role, "origin": origin, "promotion": move.promotion}
        if board.is_castling(move):
            side = "K" if board.is_kingside_castling(move) else "Q"
            rank = chess.square_rank(origin)
            own_rook = board.piece_at(target) == chess.Piece(ROOK, board.turn)
            rook = target if own_rook else chess.square(7 if side == "K" else 0, rank)
            king = chess.square(6 if side == "K" else 2, rank)
            return cls(**common, target=king, victim=None, victim_square=None, en_passant=False,
                       castling=side, rook=rook)
        en_passant = board.is_en_passant(move)
        square = chess.square(chess.square_file(target), chess.square_rank(origin)) if en_passant else target
        victim = board.piece_type_at(square)
        return cls(**common, target=target, victim=victim, victim_square=square if victim else None,
                   en_passant=en_passant, castling=None, rook=None)


class Situation:
    """A position before a move, with the known origins of its pieces."""

    def __init__(self, board: chess.Board, sides: dict[int, str]):
        self.board = board
        self.sides = sides
        """Square to `K` or `Q`: the side on which the piece now there began the game, where known."""

    @classmethod
    def start(cls, board: chess.Board) -> "Situation":
        sides = {}
        for color in chess.COLORS:
            men = chess.SquareSet(board.occupied_co[color])
            pawns = board.pieces(PAWN, color)
            first, second = (chess.BB_RANK_1, chess.BB_RANK_2) if color == WHITE else (chess.BB_RANK_8, chess.BB_RANK_7)
            if pawns == chess.SquareSet(second) and men - pawns == chess.SquareSet(first):
                sides |= {square: "Q" if chess.square_file(square) < 4 else "K" for square in men - pawns}
        return cls(board, sides)

    @cached_property
    def legal(self) -> list[Ply]:
        return [Ply.of(self.board, move) for move in self.board.legal_moves]

    @cached_property
    def pseudo_legal(self) -> list[Ply]:
        """Returns all pseudo-legal moves; castling only when legal."""
        return [Ply.of(self.board, move) for move in self.board.pseudo_legal_moves
                if not self.board.is_castling(move) or self.board.is_legal(move)]

    def after(self, move: chess.Move) -> chess.Board:
        board = self.board.copy(stack=False)
        board.push(move)
        return board

    def play(self, move: chess.Move) -> "Situation":
        if not move:
            return Situation(self.after(move), self.sides)
        ply = Ply.of(self.board, move)
        sides = dict(self.sides)
        moved = {ply.target: sides.pop(ply.origin, None)}
        if ply.castling:
            beside_king = chess.square(5 if ply.castling == "K" else 3, chess.square_rank(ply.rook))
            moved[beside_king] = sides.pop(ply.rook, None)
        sides.pop(ply.victim_square, None)
        if not ply.promotion:
            sides |= {square: side for square, side in moved.items() if side}
        return Situation(self.after(move), sides)

    def check(self, ply: Ply) -> str:
        """Returns the effect on the other king: ``, `check`, `discovered`, `double` or `mate`."""
        board = self.after(ply.move)
        checkers = board.checkers()
        if not checkers:
            return ""
        if board.is_checkmate():
            return "mate"
        if len(checkers) > 1:
            return "double"
        return "discovered" if ply.target not in checkers and not ply.castling else "check"


class Text(NamedTuple):
    """The text of a move, and separately the marks of e.p. and check, which never distinguish moves."""

    body: str
    en_passant: str = ""
    check: str = ""

    def __str__(self) -> str:
        return self.body + self.en_passant + self.check


class Unwritable(Exception):
    """The notation cannot express this move; `rivals` are the other moves that its text would fit."""

    def __init__(self, reason: str, rivals: list[Ply]):
        super().__init__(reason)
        self.rivals = rivals


def file_of(square: int) -> str:
    return chess.FILE_NAMES[chess.square_file(square)]


def rank_of(square: int) -> str:
    return chess.RANK_NAMES[chess.square_rank(square)]


def first_enough(square: int, others: set[int], forms: tuple[Callable[[int], str], ...]) -> str:
    """Returns the first form of a square that no other square shares."""
    return next(form(square) for form in forms if all(form(other) != form(square) for other in others))


# --- Section 0: letters ----------------------------------------------------------------------------------------

ROLES = (KING, QUEEN, ROOK, BISHOP, KNIGHT)
LANGUAGES = {
    "en": "KQRBN", "sr": "KDTLS", "de": "KDTLS", "nl": "KDTLP", "fr": "RDTFC", "es": "RDTAC", "it": "RDTAC",
    "pt": "RDTBC", "ca": "RDTAC", "ro": "RDTNC", "pl": "KHWGS", "cs": "KDVSJ", "sk": "KDVSJ", "hu": "KVBFH",
    "sv": "KDTLS", "da": "KDTLS", "nb": "KDTLS", "fi": "KDTLR", "et": "KLVOR", "is": "KDHBR", "sl": "KDTLS",
    "hr": "KDTLS", "tr": "ŞVKFA", "el": "ΡΒΠΑΙ",
    "ru": ("Кр", "Ф", "Л", "С", "К"), "uk": ("Кр", "Ф", "Т", "С", "К"), "bg": "ЦДТОК",
}


def letters(style: list[str], white: bool) -> dict[int, str]:
    """Returns the letters of the language or the figurines selected by the style, for the roles that have one."""
    if "figurine" in style:
        return dict(zip(ROLES, "♔♕♖♗♘" if white else "♚♛♜♝♞"))
    language = next((name for name in style if name in LANGUAGES), "en")
    return dict(zip(ROLES, LANGUAGES[language]))


ENGLISH = letters([], WHITE)
SYMBOL = {"": "", "check": "+", "discovered": "+", "double": "+", "mate": "#"}
NO_SYMBOL = dict.fromkeys(SYMBOL, "")


def castles(ply: Ply) -> str:
    return "O-O" if ply.castling == "K" else "O-O-O"


# --- Section 1: conventional notations -------------------------------------------------------------------------


def san(at: Situation, ply: Ply, style: list[str]) -> Text:
    """python-chess's own SAN; only the letters are changed."""
    local = letters(style, ply.white)
    english = {letter: local[role] for role, letter in ENGLISH.items()}
    body = at.board.san(ply.move).rstrip("+#")
    if not ply.castling:
        body = "".join(english.get(character, character) for character in body)
    return Text(body, check=SYMBOL[at.check(ply)])


def lan(at: Situation, ply: Ply, style: list[str]) -> Text:
    local = letters(style, ply.white)
    body = castles(ply) if ply.castling else "".join((
        local.get(ply.role, ""), chess.square_name(ply.origin),
        "x" if ply.victim else "-", chess.square_name(ply.target),
        "=" + local[ply.promotion] if ply.promotion else "",
    ))
    return Text(body, check=SYMBOL[at.check(ply)])


def from_to(at: Situation, ply: Ply) -> tuple[int, int]:
    """Returns a move's two squares: castling by the king's squares, in Chess960 by the king's and the rook's."""
    return ply.origin, ply.rook if ply.castling and at.board.chess960 else ply.target


def uci(at: Situation, ply: Ply, style: list[str]) -> Text:
    promotion = chess.piece_symbol(ply.promotion) if ply.promotion else ""
    return Text("".join(map(chess.square_name, from_to(at, ply))) + promotion)


def iccf(at: Situation, ply: Ply, style: list[str]) -> Text:
    digits = [f"{chess.square_file(square) + 1}{chess.square_rank(square) + 1}" for square in from_to(at, ply)]
    promotion = {None: "", QUEEN: "1", ROOK: "2", BISHOP: "3", KNIGHT: "4"}[ply.promotion]
    return Text("".join(digits) + promotion)


def smith(at: Situation, ply: Ply, style: list[str]) -> Text:
    if ply.castling:
        flag = {"K": "c", "Q": "C"}[ply.castling]
    elif ply.en_passant:
        flag = "E"
    else:
        flag = chess.piece_symbol(ply.victim) if ply.victim else ""
    promotion = ENGLISH[ply.promotion] if ply.promotion else ""
    return Text(chess.square_name(ply.origin) + chess.square_name(ply.target) + flag + promotion)


# --- Section 2: Sllavcco ---------------------------------------------------------------------------------------

SUBSCRIPT = str.maketrans("12345678", "₁₂₃₄₅₆₇₈")


def sllavcco(at: Situation, ply: Ply, style: list[str]) -> Text:
    """Returns the line form: each non-empty cell after its column letter."""
    local = letters(style, ply.white)
    check = {"": "", "check": "+", "discovered": "+", "double": "++", "mate": "#"}[at.check(ply)]
    if ply.castling:
        king, rook = local[KING], local[ROOK]
        return Text(f"f{rook}g{king}" if ply.castling == "K" else f"c{king}d{rook}", check=check)
    if ply.role == PAWN:
        cell = local[ply.promotion] if ply.promotion else rank_of(ply.target)
        if ply.victim:
            cell = "x" + cell if chess.square_file(ply.origin) < chess.square_file(ply.target) else cell + "x"
        return Text(file_of(ply.target) + cell, " e.p." if ply.en_passant else "", check)
    others = {other.origin for other in at.legal if (other.role, other.target) == (ply.role, ply.target)} - {ply.origin}

    def index(square: int) -> str:
        return rank_of(square) if "ascii" in style else rank_of(square).translate(SUBSCRIPT)

    forms = (file_of, index, lambda square: file_of(square) + index(square))
    start = first_enough(ply.origin, others, forms) if others else ""
    return Text(file_of(ply.target) + local[ply.role] + start + rank_of(ply.target) + ("x" if ply.victim else ""),
                check=check)


# --- Section 3: economical -------------------------------------------------------------------------------------

ORIGIN_FORMS = (lambda square: "", file_of, rank_of, chess.square_name)
PRIORITY = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)


def economical(at: Situation, ply: Ply, style: list[str]) -> Text:
    if "bare" in style or "priority" in style:
        return economical_bare(at, ply, "priority" in style)
    if ply.castling:
        return Text(castles(ply))
    square = chess.square_name(ply.target)
    if ply.role == PAWN:
        start = file_of(ply.origin) if ply.victim else ""
        return Text(start + square + (ENGLISH[ply.promotion] if ply.promotion else ""))
    others = {other.origin for other in at.pseudo_legal
              if (other.role, other.target) == (ply.role, ply.target) and not other.castling} - {ply.origin}
    return Text(ENGLISH[ply.role] + first_enough(ply.origin, others, ORIGIN_FORMS) + square)


def written_square(ply: Ply) -> int:
    """Returns the written destination: the rook's square in castling, some squares back for underpromotions."""
    if ply.castling:
        return ply.rook
    if ply.promotion in (None, QUEEN):
        return ply.target
    steps = {ROOK: 1, BISHOP: 2, KNIGHT: 3}[ply.promotion]
    return (ply.target if ply.victim else ply.origin) - (8 if ply.white else -8) * steps


def economical_bare(at: Situation, ply: Ply, priority: bool) -> Text:
    square = written_square(ply)
    pieces = {other.origin: other.role for other in at.pseudo_legal if written_square(other) == square}
    for form in ORIGIN_FORMS:
        fitting = {origin: role for origin, role in pieces.items() if form(origin) == form(ply.origin)}
        if priority:
            first = min(fitting.values(), key=PRIORITY.index)
            fitting = {origin: role for origin, role in fitting.items() if role == first}
        if list(fitting) == [ply.origin]:
            return Text(form(ply.origin) + chess.square_name(square))
    raise AssertionError("a square of departure fits one piece")


# --- Section 4: Chess 99 on the 8×8 board ----------------------------------------------------------------------


def chess99(at: Situation, ply: Ply, style: list[str]) -> Text:
    check = "+" if at.check(ply) else ""
    takes = "x" if "ascii" in style else "×"
    capture = takes + ENGLISH.get(ply.victim, "") if ply.victim and not ply.en_passant else ""
    en_passant = "*" if ply.en_passant else ""
    old_file, old_rank, file, rank = file_of(ply.origin), rank_of(ply.origin), file_of(ply.target), rank_of(ply.target)
    if ply.castling:
        new_file = file if file != old_file else ""
        return Text(f"K{old_file}{new_file}&R{file_of(ply.rook) if ply.castling == 'Q' else ''}", check=check)
    if ply.role == PAWN:
        if ply.victim:
            path = old_file + file + rank
        elif abs(int(rank) - int(old_rank)) == 2:
            path = file + old_rank + rank
        else:
            path = file + rank
        promotion = "=" + ENGLISH[ply.promotion] if ply.promotion else ""
        return Text(path + capture + promotion, en_passant, check)
    path = old_file + old_rank + (file if file != old_file else "") + (rank if rank != old_rank else "")
    return Text(ENGLISH[ply.role] + path + capture, check=check)


# --- Section 5: geographical -----------------------------------------------------------------------------------


def numbered(board: chess.Board, square: int) -> str:
    """`N2`: the pieces of a side and role are counted from west to east, on one file from north to south."""
    piece = board.piece_at(square)
    alike = sorted(board.pieces(piece.piece_type, piece.color),
                   key=lambda it: (chess.square_file(it), -chess.square_rank(it)))
    return piece.symbol().upper() + (str(alike.index(square) + 1) if len(alike) > 1 else "")


def direction(origin: int, target: int) -> str:
    east = chess.square_file(target) - chess.square_file(origin)
    north = chess.square_rank(target) - chess.square_rank(origin)
    steps = math.gcd(east, north)
    legs = ("n" if north > 0 else "s") * (abs(north) // steps) + ("e" if east > 0 else "w") * (abs(east) // steps)
    return legs + (str(steps) if steps > 1 else "")


def geographical(at: Situation, ply: Ply, style: list[str]) -> Text:
    check = SYMBOL[at.check(ply)]
    if ply.castling:
        body = castles(ply)
    else:
        piece = numbered(at.board, ply.origin)
        if ply.victim:
            body = f"{piece} x {numbered(at.board, ply.victim_square)}"
        else:
            body = f"{piece} - {direction(ply.origin, ply.target)}"
        if ply.promotion:
            body += "=" + ENGLISH[ply.promotion]
    text = Text(body, " e.p." if ply.en_passant else "", " " + check if check else "")
    return Text(*(part.replace(" ", "") for part in text)) if "compact" in style else text


# --- Section 6: descriptive ------------------------------------------------------------------------------------


class Dialect(NamedTuple):
    """How a language writes the forms."""

    pieces: dict[int, str]
    files: list[str]
    short_files: list[str]
    rank_first: bool
    hyphen: str
    promotion: str
    en_passant: str
    check: dict[str, str]

    def square(self, square: int, white: bool, full: bool) -> str:
        rank = str(chess.square_rank(square) + 1 if white else 8 - chess.square_rank(square))
        file = (self.files if full else self.short_files)[chess.square_file(square)]
        return rank + file if self.rank_first else file + rank


def dialect(style: list[str]) -> Dialect:
    language = next((name for name in style if name in ("es", "it", "pt", "fr")), None)
    if language:
        pieces = letters([language], WHITE) | {PAWN: "P"}
    else:
        pieces = ENGLISH | {PAWN: "P"} | ({KNIGHT: "Kt"} if "kt" in style else {})
    king, queen, rook, bishop, knight = (pieces[role] for role in ROLES)
    if language:
        # The side follows the letter: TD CD AD D R AR CR TR.
        return Dialect(
            pieces,
            [rook + queen, knight + queen, bishop + queen, queen, king, bishop + king, knight + king, rook + king],
            [rook, knight, bishop, queen, king, bishop, knight, rook], True, "", "={}", " a.p.",
            {"": "", "check": "+", "discovered": "+", "double": "+", "mate": "++"},
        )
    return Dialect(
        pieces, [queen + rook, queen + knight, queen + bishop, queen, king, king + bishop, king + knight, king + rook],
        [rook, knight, bishop, queen, king, bishop, knight, rook], False, "-", "({})", " e.p.",
        {"": "", "check": "ch", "discovered": "disch", "double": "dblch", "mate": "mate"},
    )


class Form(NamedTuple):
    """One way to name a mover, a victim or a square."""

    number: int
    text: str
    fits: Callable[[Ply], bool]
    side: str | None = None
    """`K` or `Q` where the form names the side of origin."""


def mover_of(ply: Ply) -> tuple[int, int]:
    return ply.role, ply.origin


def victim_of(ply: Ply) -> tuple[int | None, int | None]:
    return ply.victim, ply.victim_square


def man_forms(man: Callable[[Ply], tuple], ply: Ply, by_file: bool, it: Dialect) -> list[Form]:
    """The forms shared by movers and captured pieces: 0 plain, 1 and 2 by a pawn's file, 3 and 4 by the square."""
    role, square = man(ply)
    name = it.pieces[role]

    def form(number: int, describe: Callable[[int], str], write: Callable[[str], str]) -> Form:
        def fits(other: Ply) -> bool:
            other_role, other_square = man(other)
            return other_role == role and describe(other_square) == describe(square)
        return Form(number, write(describe(square)), fits)

    def beside(file: str) -> str:
        return name + file if it.rank_first else file + name

    def brackets(place: str) -> str:
        return f"{name}({place})"

    forms = [form(0, lambda any_square: "", beside)]
    if by_file:
        forms.append(form(1, lambda at: it.short_files[chess.square_file(at)], beside))
        forms.append(form(2, lambda at: it.files[chess.square_file(at)], beside))
    forms.append(form(3, lambda at: it.square(at, ply.white, full=False), brackets))
    forms.append(form(4, lambda at: it.square(at, ply.white, full=True), brackets))
    return forms


def square_forms(ply: Ply, it: Dialect) -> list[Form]:
    def form(number: int, full: bool) -> Form:
        text = it.square(ply.target, ply.white, full)
        return Form(number, text, lambda other: not other.victim and it.square(other.target, ply.white, full) == text)
    return [form(0, False), form(1, True)]


def descriptive_forms(at: Situation, ply: Ply, it: Dialect) -> list[tuple[Form, Form]]:
    """All pairs of a mover's and a captured piece's or square's form, in the order of trying."""
    movers = man_forms(mover_of, ply, ply.role == PAWN and ply.victim is not None, it)
    side = at.sides.get(ply.origin)
    if ply.role in (ROOK, BISHOP, KNIGHT) and side:
        letter, name = it.pieces[KING if side == "K" else QUEEN], it.pieces[ply.role]
        movers.append(Form(1, name + letter if it.rank_first else letter + name, movers[0].fits, side))
        movers.sort(key=lambda form: form.number)
    if not ply.victim:
        return [(mover, square) for mover in movers for square in square_forms(ply, it)]
    victims = man_forms(victim_of, ply, ply.victim == PAWN, it)
    pairs = [(mover, victim) for mover in movers for victim in victims]
    return sorted(pairs, key=lambda pair: (pair[0].number + pair[1].number, pair[1].number))


def side_is_plain(at: Situation, ply: Ply, side: str, rivals: list[Ply]) -> bool:
    """Whether history and place agree that only the mover, of the fitting pieces, is of that side."""
    other_side = "Q" if side == "K" else "K"
    sign = 1 if side == "K" else -1
    return all(
        at.sides.get(rival.origin) == other_side
        and sign * chess.square_file(ply.origin) > sign * chess.square_file(rival.origin)
        for rival in rivals
    )


def descriptive(at: Situation, ply: Ply, style: list[str]) -> Text:
    it = dialect(style)
    check = it.check[at.check(ply)]
    if ply.castling:
        if "long" not in style or it.rank_first:
            return Text(castles(ply), check=check)
        return Text("Castles" if ply.castling == "K" else "Castles QR", check=" " + check if check else "")
    # Promotion distinguishes texts, the piece does not: `PxR(Q)` and `PxR` are distinct.
    others = [other for other in at.legal
              if not other.castling and (other.origin, other.target) != (ply.origin, ply.target)
              and bool(other.promotion) == bool(ply.promotion)]
    for mover, what in descriptive_forms(at, ply, it):
        rivals = [other for other in others if mover.fits(other) and what.fits(other)]
        if side_is_plain(at, ply, mover.side, rivals) if mover.side else not rivals:
            promotion = it.promotion.format(it.pieces[ply.promotion]) if ply.promotion else ""
            return Text(mover.text + ("x" if ply.victim else it.hyphen) + what.text + promotion,
                        it.en_passant if ply.en_passant else "", check)
    raise AssertionError("the squares in full fit one move")


# --- Section 7: U-chess ----------------------------------------------------------------------------------------


def uchess_symbols(ply: Ply) -> str:
    """The three symbols that a move without promotion would be written with."""
    names = ENGLISH | {PAWN: "P"}
    if ply.victim:
        return f"{names[ply.role]}x{names[ply.victim]}"
    return names[ply.role] + dialect([]).square(ply.target, ply.white, full=False)


def uchess(at: Situation, ply: Ply, style: list[str]) -> Text:
    """Rivals are pseudo-legal moves; promotions to different pieces count as one."""
    if ply.castling:
        return Text("0-0" if ply.castling == "K" else "0-0-0")
    others = [other for other in at.pseudo_legal
              if not other.castling and (other.origin, other.target) != (ply.origin, ply.target)]
    symbols = uchess_symbols(ply)
    if ply.promotion and ply.victim != KING:
        if ply.victim:
            raise Unwritable("a promotion that captures takes more than three symbols", [])
        rivals = [other for other in others if other.promotion and other.origin != ply.origin]
        symbols = "P=" + ENGLISH[ply.promotion]
    elif ply.promotion and ply.promotion != QUEEN:
        raise Unwritable("a pawn that takes the king becomes a queen", [])
    else:
        # Promotions without capture have their own text; those with capture are ordinary captures.
        rivals = [other for other in others
                  if (other.victim or not other.promotion) and uchess_symbols(other) == symbols]
    if rivals:
        raise Unwritable(f"{symbols} fits other moves as well", rivals)
    return Text(symbols)


# --- Spoken ----------------------------------------------------------------------------------------------------

NATO = "alfa bravo charlie delta echo foxtrot golf hotel".split()
SPOKEN = {
    "en": ("pawn knight bishop rook queen king", "takes", "check", "checkmate", "castles kingside", "castles queenside",
           "promotes to"),
    "de": ("Bauer Springer Läufer Turm Dame König", "schlägt", "Schach", "Schachmatt", "kurze Rochade", "lange Rochade",
           "wird"),
    "fr": ("pion cavalier fou tour dame roi", "prend", "échec", "échec et mat", "petit roque", "grand roque", "promotion"),
    "es": ("peón caballo alfil torre dama rey", "por", "jaque", "jaque mate", "enroque corto", "enroque largo", "corona"),
    "it": ("pedone cavallo alfiere torre donna re", "prende", "scacco", "scacco matto", "arrocco corto", "arrocco lungo",
           "promuove a"),
    "pt": ("peão cavalo bispo torre dama rei", "toma", "xeque", "xeque-mate", "roque pequeno", "roque grande",
           "promove a"),
}


def spoken(at: Situation, ply: Ply, style: list[str]) -> Text:
    """Derived from python-chess's SAN, word by word."""
    pieces, takes, check, mate, kingside, queenside, promotes = SPOKEN[next((it for it in style if it in SPOKEN), "en")]
    names = dict(zip("PNBRQK", pieces.split()))
    symbol = SYMBOL[at.check(ply)]
    mark = f", {mate}" if symbol == "#" else f", {check}" if symbol else ""
    if ply.castling:
        return Text(kingside if ply.castling == "K" else queenside, check=mark)
    words = []
    for part in re.findall(r"[NBRQK]|=[NBRQK]|x|[a-h]?[1-8]|[a-h]", at.board.san(ply.move).rstrip("+#")):
        if part in names:
            words.append(names[part])
        elif part[0] == "=":
            words += [promotes, names[part[1]]]
        elif part == "x":
            words.append(takes)
        elif "nato" in style and part[0] in "abcdefgh":
            words += [NATO["abcdefgh".index(part[0])], *part[1:]]
        else:
            words.append(part)
    passant = {"es": "al paso"}.get(next(iter(style), ""), "en passant")
    return Text(" ".join(words), " " + passant if ply.en_passant else "", mark)


# --- All of them -----------------------------------------------------------------------------------------------

WRITERS = {
    "san": san, "lan": lan, "uci": uci, "iccf": iccf, "smith": smith, "sllavcco": sllavcco, "economical": economical,
    "chess99": chess99, "geographical": geographical, "descriptive": descriptive, "uchess": uchess,
    "spoken": spoken,
}
NOTATIONS = [
    "san", "san:figurine", "lan", "lan:figurine", "uci", "iccf", "smith",
    "sllavcco", "sllavcco:ascii", "sllavcco:sr", "sllavcco:figurine",
    "economical", "economical:bare", "economical:priority", "chess99", "chess99:ascii",
    "geographical", "geographical:compact", "descriptive", "descriptive:kt", "descriptive:long", "descriptive:kt,long",
    "descriptive:es", "descriptive:it", "descriptive:pt", "descriptive:fr", "uchess",
    "spoken", "spoken:nato", "spoken:de", "spoken:fr", "spoken:es", "spoken:it", "spoken:pt",
]
"""One of each kind."""
ALL_NOTATIONS = NOTATIONS + [f"{name}:{language}" for name in ("san", "lan", "sllavcco") for language in LANGUAGES
                             if f"{name}:{language}" not in NOTATIONS]


def text_of(notation: str, at: Situation, move: chess.Move) -> Text:
    """Returns the canonical text of a move in a notation such as `economical:bare`.

    Raises `Unwritable` if the notation (only `uchess`) cannot express it.
    """
    name, _, style = notation.partition(":")
    if not move:
        # In Sllavcco's line form it is a cell in column a.
        nulls = {"de": "Nullzug", "fr": "coup nul", "es": "jugada nula", "it": "mossa nulla", "pt": "lance nulo"}
        special = {"uci": "0000", "iccf": "0000", "sllavcco": "a--", "spoken": nulls.get(style, "null move")}
        return Text(special.get(name, "--"))
    return WRITERS[name](at, Ply.of(at.board, move), style.split(",") if style else [])


def start_board(fen: str | None, variant: str | None) -> chess.Board | None:
    """Returns the board of a game with these tags; None if it is neither standard chess nor Chess960."""
    spelling = "".join(filter(str.isalnum, (variant or "").lower()))
    if spelling not in ("", "standard", "chess", "normal", "fromposition", "classical", *CHESS960):
        return None
    board = chess.Board(fen or chess.STARTING_FEN, chess960=True)
    board.chess960 = spelling in CHESS960 or board.has_chess960_castling_rights()
    return board


CHESS960 = ("chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess", "frc",
            "chess9lx", "freestyle", "freestylechess")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="write the examples of the originals")
    parser.add_argument("--survey", action="store_true", help="look for shared texts, count characters")
    parser.add_argument("--every", type=int, default=1, help="take every Nth game")
    parser.add_argument("--random", type=int, default=0, help="and N random games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    import checks

    failures = 0
    if args.self_test:
        failures += checks.self_test()
    if args.survey:
        failures += checks.survey(args.files, args.every, args.random, args.seed)
    if not args.self_test and not args.survey:
        parser.error("nothing to do: --self-test or --survey")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
