"""Random games for the oracle: from the start, from Chess960, and from positions made to be difficult.

A game is a python-chess game whose main line is random and in which, at some positions, every legal move stands as a
variation: so each position tests the text of all its moves.
"""

import random

import chess
import chess.pgn
from chess import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE


def start(rng: random.Random) -> chess.Board:
    return chess.Board()


def chess960(rng: random.Random) -> chess.Board:
    """White's and Black's pieces in the same order, or in two orders (double Chess960)."""
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    if rng.random() < 0.5:
        other = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SquareSet(chess.BB_RANK_8):
            board.set_piece_at(square, other.piece_at(square))
        board.castling_rights = board.rooks
    return board


def castling(rng: random.Random) -> chess.Board:
    """Kings and rooks on their first ranks with castling rights, and little between them."""
    board = chess.Board(None, chess960=True)
    for color, rank in ((WHITE, 0), (BLACK, 7)):
        left, king, right = sorted(rng.sample(range(8), 3))
        board.set_piece_at(chess.square(king, rank), chess.Piece(KING, color))
        for file in (left, right):
            if rng.random() < 0.8:
                board.set_piece_at(chess.square(file, rank), chess.Piece(ROOK, color))
                board.castling_rights |= chess.BB_SQUARES[chess.square(file, rank)]
    scatter(board, rng, {PAWN: rng.randrange(6), KNIGHT: rng.randrange(3), BISHOP: rng.randrange(3), QUEEN: 1})
    return board


def many_pieces(rng: random.Random) -> chess.Board:
    """Several queens, rooks, bishops and knights per side: origins, pins, discovered and double checks."""
    board = kings(rng)
    scatter(board, rng, {role: rng.randrange(4) for role in (KNIGHT, BISHOP, ROOK, QUEEN)} | {PAWN: rng.randrange(5)})
    return board


def many_of_one(rng: random.Random) -> chess.Board:
    """Up to nine pieces of one role per side, few others: three or more that can go to one square."""
    board = kings(rng)
    role = rng.choice((KNIGHT, BISHOP, ROOK, QUEEN))
    scatter(board, rng, {role: rng.randrange(4, 9), rng.choice((KNIGHT, BISHOP, ROOK, QUEEN, PAWN)): 2})
    return board


def promotion(rng: random.Random) -> chess.Board:
    """Pawns about to promote, straight and by capture."""
    board = kings(rng)
    for color, seventh, eighth in ((WHITE, 6, 7), (BLACK, 1, 0)):
        for file in rng.sample(range(8), rng.randrange(1, 6)):
            put(board, chess.square(file, seventh), PAWN, color)
        for file in rng.sample(range(8), rng.randrange(1, 5)):
            put(board, chess.square(file, eighth), rng.choice((KNIGHT, BISHOP, ROOK, QUEEN)), not color)
    scatter(board, rng, {PAWN: rng.randrange(4), KNIGHT: rng.randrange(3), ROOK: rng.randrange(3),
                         QUEEN: rng.randrange(2)})
    return board


def en_passant(rng: random.Random) -> chess.Board:
    """A pawn has just gone two squares past one or two others, often with a king or a slider in line."""
    board = kings(rng)
    color = rng.choice(chess.COLORS)
    fifth, sixth, seventh = (4, 5, 6) if color == WHITE else (3, 2, 1)
    file = rng.randrange(8)
    board.remove_piece_at(chess.square(file, fifth))
    board.set_piece_at(chess.square(file, fifth), chess.Piece(PAWN, not color))
    for neighbour in (file - 1, file + 1):
        if 0 <= neighbour < 8 and rng.random() < 0.8:
            put(board, chess.square(neighbour, fifth), PAWN, color)
    board.turn = color
    scatter(board, rng, {PAWN: rng.randrange(5), ROOK: rng.randrange(3), BISHOP: rng.randrange(2),
                         QUEEN: rng.randrange(2)}, leave={chess.square(file, sixth), chess.square(file, seventh)})
    board.ep_square = chess.square(file, sixth)
    return board


def pawns(rng: random.Random) -> chess.Board:
    """Many pawns in contact: which pawn takes which."""
    board = kings(rng)
    scatter(board, rng, {PAWN: rng.randrange(5, 9), KNIGHT: rng.randrange(3), ROOK: rng.randrange(2)}, ranks=(2, 5))
    return board


def development(rng: random.Random) -> chess.Board:
    """A position with known sides of origin, from which pieces develop and meet."""
    board = chess.Board()
    for color, rank in ((WHITE, 0), (BLACK, 7)):
        order = [QUEEN, BISHOP, BISHOP, KNIGHT, KNIGHT, ROOK, ROOK]
        if rng.random() < 0.4:
            order = rng.choices((KNIGHT, BISHOP, ROOK), k=7)
        rng.shuffle(order)
        order.insert(rng.randrange(8), KING)
        for file, role in enumerate(order):
            board.set_piece_at(chess.square(file, rank), chess.Piece(role, color))
    board.castling_rights = chess.BB_EMPTY
    return board


KINDS = {
    # Frequency, length of games, and how often all moves of a position are written.
    start: (4, 120, 0.15),
    chess960: (3, 100, 0.15),
    development: (3, 100, 0.2),
    castling: (3, 12, 0.8),
    many_pieces: (3, 8, 1.0),
    many_of_one: (2, 4, 1.0),
    promotion: (3, 6, 1.0),
    en_passant: (3, 3, 1.0),
    pawns: (2, 10, 1.0),
}


def kings(rng: random.Random) -> chess.Board:
    board = chess.Board(None)
    white, black = rng.sample(chess.SQUARES, 2)
    board.set_piece_at(white, chess.Piece(KING, WHITE))
    board.set_piece_at(black, chess.Piece(KING, BLACK))
    return board


def put(board: chess.Board, square: int, role: int, color: bool) -> None:
    if board.piece_at(square) is None:
        board.set_piece_at(square, chess.Piece(role, color))


def scatter(board: chess.Board, rng: random.Random, men: dict[int, int], leave: set[int] = frozenset(),
            ranks: tuple[int, int] = (1, 6)) -> None:
    """Puts this many pieces of each role of both sides on free squares; pawns within these ranks."""
    for color in chess.COLORS:
        for role, count in men.items():
            free = [square for square in chess.SQUARES if board.piece_at(square) is None and square not in leave
                    and (role != PAWN or ranks[0] <= chess.square_rank(square) <= ranks[1])]
            for square in rng.sample(free, min(count, len(free))):
                board.set_piece_at(square, chess.Piece(role, color))


def material_is_possible(board: chess.Board) -> bool:
    """Whether there are no more promoted pieces than missing pawns."""
    for color in chess.COLORS:
        count = {role: len(board.pieces(role, color)) for role in chess.PIECE_TYPES}
        light = len(board.pieces(BISHOP, color) & chess.SquareSet(chess.BB_LIGHT_SQUARES))
        promoted = max(count[QUEEN] - 1, 0) + max(count[ROOK] - 2, 0) + max(count[KNIGHT] - 2, 0) \
            + max(light - 1, 0) + max(count[BISHOP] - light - 1, 0)
        if count[PAWN] + promoted > 8:
            return False
    return True


def random_board(rng: random.Random, make) -> chess.Board:
    while True:
        board = make(rng)
        if make is not en_passant and rng.random() < 0.5 and make not in (start, chess960, development):
            board.turn = BLACK
        if board.is_valid() and any(board.legal_moves) and (make is development or material_is_possible(board)):
            return board


def interesting(board: chess.Board, move: chess.Move) -> int:
    """The weight of a move in random games, which avoids shuffling."""
    if move.promotion or board.is_castling(move) or board.is_en_passant(move):
        return 12
    if board.is_capture(move) or board.gives_check(move):
        return 3
    return 2 if board.piece_type_at(move.from_square) in (PAWN, KNIGHT) else 1


def random_game(rng: random.Random) -> chess.pgn.Game:
    kind = rng.choices(list(KINDS), [frequency for frequency, _, _ in KINDS.values()])[0]
    _, longest, fan = KINDS[kind]
    board = random_board(rng, kind)
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["Event"] = kind.__name__
    board = game.board()
    if board.has_chess960_castling_rights() and rng.random() < 0.3:
        # Such castling rights imply Chess960 even without the tag.
        del game.headers["Variant"]
    node = game
    for _ in range(rng.randrange(longest) + 1):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choices(moves, [interesting(board, move) for move in moves])[0]
        others = [other for other in moves if other != move] if rng.random() < fan else []
        if not board.is_check() and rng.random() < 0.01:
            move, others = chess.Move.null(), moves
        parent, node = node, node.add_main_variation(move)
        for other in others:
            parent.add_variation(other)
        board.push(move)
    return game
