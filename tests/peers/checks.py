"""The oracle's own tests: the examples of the originals, and that no two moves share a text."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator

import chess

import samples
from reference import NOTATIONS, Situation, Unwritable, direction, start_board, text_of

# --- Games that the originals print ----------------------------------------------------------------------------

DEEP_BLUE = """e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Ng5 Ngf6 Bd3 e6 N1f3 h6 Nxe6 Qe7 O-O fxe6 Bg6+ Kd8 Bf4 b5 a4 Bb7 Re1 Nd5 Bg3
    Kc8 axb5 cxb5 Qd3 Bc6 Bf5 exf5 Rxe7 Bxe7 c4"""
IMMORTAL = """e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8
    Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#"""
PETROSJAN = """e4 e5 Nf3 Nc6 Bc4 d6 c3 Be7 d4 exd4 O-O dxc3 Qb3 Be6 Bxe6 fxe6 Qxb7 Ne5 Nxe5 dxe5 Nxc3 Kf7 f4 exf4 Rxf4+
    Kg6 e5 Nf6 exf6 gxf6 Qe4+ Kf7 Be3 Qd6"""

GAMES = [
    (DEEP_BLUE, "economical", """
        1 e4 c6 2 d4 d5 3 Nc3 de4 4 Ne4 Nd7 5 Ng5 Ngf6
        6 Bd3 e6 7 N1f3 h6 8 Ne6 Qe7 9 O-O fe6 10 Bg6 Kd8
        11 Bf4 b5 12 a4 Bb7 13 Re1 Nd5 14 Bg3 Kc8 15 ab5 cb5
        16 Qd3 Bc6 17 Bf5 ef5 18 Re7 Be7 19 c4"""),
    (DEEP_BLUE, "economical:bare", """
        1 e4 cc6 2 d4 d5 3 bc3 e4 4 e4 bd7 5 eg5 gf6
        6 fd3 e6 7 g1f3 h6 8 e6 de7 9 h1 fe6 10 g6 8d8
        11 f4 b5 12 a4 b7 13 f1e1 d5 14 fg3 dc8 15 b5 b5
        16 dd3 c6 17 gf5 f5 18 e7 fe7 19 cc4"""),
    (DEEP_BLUE, "economical:priority", """
        1 e4 c6 2 d4 d5 3 bc3 e4 4 e4 d7 5 g5 gf6
        6 d3 e6 7 1f3 h6 8 e6 de7 9 h1 e6 10 g6 8d8
        11 f4 b5 12 a4 b7 13 1e1 d5 14 fg3 dc8 15 b5 b5
        16 dd3 c6 17 f5 f5 18 e7 fe7 19 c4"""),
    (IMMORTAL, "geographical:compact", """
        1. P5-n2 P5-s2 2. P6-n2 P5xP6 3. B2-nw3 Q-se4+ 4. K-e P2-s2 5. B1xP2 N2-ssw 6. N2-nnw Q-n2 7. P4-n N2-see
        8. N2-nee Q-sw 9. N2-nww P2-s 10. P6-n2 N2-nww 11. R2-w P2xB1 12. P7-n2 Q-n 13. P7-n Q-s 14. Q-ne2 N2-nne
        15. BxP5 Q-nw 16. N1-nne B2-sw3 17. N1-nne QxP2 18. B-nw2 B2xR2 19. P4-n QxR+ 20. K-nw N1-ssw 21. N2xP5+ K-w
        22. Q-n3+ N2xQ 23. B-ne#"""),
    # With the printed slips corrected: 6...c4x for c3x, 9...eN5x for eN5, 11. bN3x for cN3x; a check that was not marked.
    (PETROSJAN, "sllavcco", """
        1. e4 e5 2. fN3 cN6 3. cB4 d6 4. c3 eB7 5. d4 d4x 6. fRgK c3x 7. bQ3 eB6 8. eB6x e6x 9. bQ7x eN5 10. eN5x ex5
        11. cN3x fK7 12. f4 fx4 13. fR4x+ gK6 14. e5 fN6 15. fx6 f6x 16. eQ4+ fK7 17. eB3 dQ6"""),
    ("e4 e5 d4 d5 Ne2 Ne7 Nd2 Nd7", "uchess", "1. PK4 PK4 2. PQ4 PQ4 3. NK2 NK2 4. NQ2 NQ2"),
    ("e4 e5 Bb5", "descriptive", "P-K4 P-K4 B-N5"),
]
"""Games in SAN, a notation, and the same game in it; geographical without the spaces, which vary in print."""

# --- Single moves ----------------------------------------------------------------------------------------------

MOVES = [
    # Sllavcco, sections 7 to 15.
    ("4k3/8/8/8/8/8/8/Q3K3 w - -", "a1c3", "sllavcco", "cQ3"),
    ("4k3/8/8/8/8/8/7r/4K3 b - -", "h2f2", "sllavcco", "fR2"),
    ("4k3/8/8/8/8/N3N3/8/4K3 w - -", "a3c4", "sllavcco", "cNa4"),
    ("4k3/8/8/1r4r1/8/8/8/4K3 b - -", "b5d5", "sllavcco", "dRb5"),
    ("4k3/8/8/8/1N6/8/1N6/4K3 w - -", "b2d3", "sllavcco", "dN₂3"),
    ("4k3/8/8/8/1N6/8/1N6/4K3 w - -", "b2d3", "sllavcco:ascii", "dN23"),
    ("4kr2/8/8/8/8/8/3K4/5r2 b - -", "f8f4", "sllavcco", "fR₈4"),
    ("4k3/8/8/8/N7/8/N3N3/4K3 w - -", "a2c3", "sllavcco", "cNa₂3"),
    ("4k3/8/8/8/8/2n5/8/Q3K3 w - -", "a1c3", "sllavcco:sr", "cD3x"),
    ("8/8/6k1/6P1/8/8/8/4K3 b - -", "g6g5", "sllavcco", "gK5x"),
    ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "sllavcco", "fRgK"),
    ("r3k3/8/8/8/8/8/8/4K3 b q -", "e8c8", "sllavcco:figurine", "c♚d♜"),
    ("4k3/8/8/3p4/2P5/8/8/4K3 w - -", "c4d5", "sllavcco", "dx5"),
    ("4k3/8/8/4p3/3P4/8/8/4K3 b - -", "e5d4", "sllavcco", "d4x"),
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "sllavcco", "ex6 e.p."),
    ("4k3/8/8/8/2Pp4/8/8/4K3 b - c3", "d4c3", "sllavcco", "c3x e.p."),
    ("8/5P2/8/8/8/k7/8/4K3 w - -", "f7f8q", "sllavcco", "fQ+"),
    ("4k3/8/8/8/8/8/3p3K/8 b - -", "d2d1r", "sllavcco", "dR"),
    ("2r5/3P4/8/8/8/k7/8/4K3 w - -", "d7c8q", "sllavcco", "cQx"),
    ("4k3/8/8/8/8/8/4p2K/5N2 b - -", "e2f1r", "sllavcco", "fxR"),
    ("8/8/1k6/8/2P5/8/8/4K3 w - -", "c4c5", "sllavcco", "c5+"),
    ("4k3/8/8/8/8/8/5p2/K5R1 b - -", "f2g1q", "sllavcco", "gxQ+"),
    ("7k/8/7K/8/8/8/5Q2/8 w - -", "f2f8", "sllavcco", "fQ8#"),
    ("4k3/4r3/8/4n3/8/8/8/4K3 b - -", "e5f3", "sllavcco", "fN3++"),
    # Economical: the ambiguity is pseudo-legal; captures of the b-pawn and moves of the bishop.
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "g1e2", "economical", "Nge2"),
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "g1e2", "san", "Ne2"),
    ("4k3/8/8/8/2p5/1P6/B7/4K3 w - -", "b3c4", "economical", "bc4"),
    ("4k3/8/8/8/2p5/8/B7/4K3 w - -", "a2c4", "economical", "Bc4"),
    ("4k3/1P6/8/3N4/8/8/8/4K3 w - -", "d5b6", "economical:priority", "db6"),
    # Chess 99: the examples that fit on 8×8.
    ("4k3/8/8/8/8/2P5/8/4K3 w - -", "c3c4", "chess99", "c4"),
    ("4k3/4p3/8/8/8/8/8/4K3 b - -", "e7e5", "chess99", "e75"),
    ("4k3/8/8/8/8/8/8/2B1K3 w - -", "c1a3", "chess99", "Bc1a3"),
    ("4k3/8/8/8/8/8/8/4K2R w - -", "h1h4", "chess99", "Rh14"),
    ("4k1q1/8/8/8/8/8/8/K7 b - -", "g8f8", "chess99", "Qg8f"),
    ("4k3/8/8/3p4/2P5/8/8/4K3 w - -", "c4d5", "chess99", "cd5×"),
    ("4k3/6p1/7N/8/8/8/8/4K3 b - -", "g7h6", "chess99", "gh6×N"),
    ("4k3/8/8/8/3Q1b2/8/8/4K3 w - -", "d4f4", "chess99", "Qd4f×B"),
    ("6k1/8/4P2r/8/8/8/8/3K4 b - -", "h6e6", "chess99:ascii", "Rh6ex"),
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "chess99", "de6*"),
    ("8/1P6/8/8/7k/8/8/4K3 w - -", "b7b8q", "chess99", "b8=Q"),
    ("r7/1P6/8/8/7k/8/8/4K3 w - -", "b7a8q", "chess99", "ba8×R=Q"),
    ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "chess99", "Keg&R"),
    ("r3k3/8/8/8/8/8/8/4K3 b q -", "e8c8", "chess99", "Kec&Ra"),
    ("4k3/8/8/8/8/8/8/6KR w H -", "g1h1", "chess99", "Kg&R"),
    ("4k3/8/8/2N5/8/8/8/4K3 w - -", "c5d7", "chess99", "Nc5d7"),
    ("5k2/8/1Q6/8/8/8/8/4K3 w - -", "b6f6", "chess99", "Qb6f+"),
    # Geographical: en passant and promotion.
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "geographical", "P x P e.p."),
    ("1n2k3/2P5/8/8/8/8/8/4K3 w - -", "c7b8q", "geographical", "P x N=Q +"),
    # Descriptive: square forms before mover forms, files of pawns, sides, marks.
    (chess.STARTING_FEN, "g1f3", "descriptive", "N-KB3"),
    (chess.STARTING_FEN, "g1f3", "descriptive:kt", "Kt-KB3"),
    (chess.STARTING_FEN, "g1f3", "descriptive:es", "C3AR"),
    ("4k3/8/8/3p4/2P1P3/8/8/4K3 w - -", "c4d5", "descriptive", "BPxP"),
    ("4k3/8/8/2ppp3/1P1P4/8/8/4K3 w - -", "d4c5", "descriptive", "QPxBP"),
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "descriptive", "PxP e.p."),
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "descriptive:es", "PxP a.p."),
    ("1n2k3/2P5/8/8/8/8/8/4K3 w - -", "c7b8n", "descriptive:kt", "PxKt(Kt)"),
    ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "descriptive:long", "Castles"),
    ("3k4/8/8/8/8/8/8/R3K3 w Q -", "e1c1", "descriptive:long", "Castles QR ch"),
    ("4k3/4r3/8/4n3/8/8/8/4K3 b - -", "e5f3", "descriptive", "N-B6dblch"),
    ("4k3/4r3/8/4n3/8/8/8/4K3 b - -", "e5c4", "descriptive", "N-B5disch"),
    # Conventional.
    ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "smith", "d5e6E"),
    ("4k3/8/8/8/8/8/8/6KR w H -", "g1h1", "smith", "g1g1c"),
    ("4k3/8/8/8/8/8/8/6KR w H -", "g1h1", "iccf", "7181"),
    ("1n2k3/2P5/8/8/8/8/8/4K3 w - -", "c7b8q", "smith", "c7b8nQ"),
    ("1n2k3/2P5/8/8/8/8/8/4K3 w - -", "c7b8b", "iccf", "37283"),
    # U-chess: one promotion, and a second pawn that could promote by capturing.
    ("8/2P5/8/8/7k/8/8/4K3 w - -", "c7c8q", "uchess", "P=Q"),
    ("5n2/2P3P1/8/8/7k/8/6p1/4K3 w - -", "c7c8q", "uchess", None),
    ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "uchess", "0-0"),
]

# For each colour: the position, and for each destination the texts with and without the start symbol.
PROMOTIONS = [
    ("r1r1k3/1P6/8/8/8/8/8/4K3 w - -", "b7", {
        "a8": ("ba8Q ba8R ba8B ba8N", "a8 a7 a6 a5"),
        "b8": ("b8Q b8R b8B b8N", "b8 b6 b5 b4"),
        "c8": ("bc8Q bc8R bc8B bc8N", "c8 c7 c6 c5"),
    }),
    ("4k3/8/8/8/8/8/1p6/R1R1K3 b - -", "b2", {
        "a1": ("ba1Q ba1R ba1B ba1N", "a1 a2 a3 a4"),
        "b1": ("b1Q b1R b1B b1N", "b1 b3 b4 b5"),
        "c1": ("bc1Q bc1R bc1B bc1N", "c1 c2 c3 c4"),
    }),
]
"""The tables of the economical original."""


def promotions() -> Iterator[tuple[str, str, str, str]]:
    for fen, pawn, table in PROMOTIONS:
        for target, (symbol, bare) in table.items():
            for promotion, with_symbol, without in zip("qrbn", symbol.split(), bare.split()):
                yield fen, pawn + target + promotion, "economical", with_symbol
                yield fen, pawn + target + promotion, "economical:bare", without
                yield fen, pawn + target + promotion, "economical:priority", without


def self_test() -> int:
    failures = []

    def expect(what: str, got: object, expected: object) -> None:
        if got != expected:
            failures.append(what)
            print(f"{what}: expected {expected}, got {got}")

    def write(notation: str, at: Situation, move: chess.Move) -> str | None:
        try:
            return str(text_of(notation, at, move))
        except Unwritable:
            return None

    for game, notation, printed in GAMES:
        at = Situation.start(chess.Board())
        words = [word for word in printed.split() if not word.rstrip(".").isdigit()]
        moves = game.split()
        expect(f"{notation}: length", len(words), len(moves))
        for number, (move, word) in enumerate(zip(moves, words)):
            parsed = at.board.parse_san(move)
            expect(f"{notation}: ply {number + 1} {move}", write(notation, at, parsed), word)
            at = at.play(parsed)
        if notation == "uchess":
            writable = [ply.move.uci() for ply in at.pseudo_legal if write("uchess", at, ply.move)]
            expect("uchess: moves that are left in the stalemate", writable, [])
    for fen, uci, notation, text in [*MOVES, *promotions()]:
        at = Situation.start(start_board(fen, None))
        move = chess.Move.from_uci(uci)
        expect(f"{fen} {uci}: legal", at.board.is_legal(move), True)
        expect(f"{fen} {uci}: {notation}", write(notation, at, move), text)
    expect("a leaper three north and one east", direction(chess.A1, chess.B4), "nnne")
    print(f"self-test: {len(failures)} failures")
    return len(failures)


# --- Survey ----------------------------------------------------------------------------------------------------

SURVEYED = [name for name in NOTATIONS if name != "uchess" and "figurine" not in name
            and name not in ("sllavcco:sr", "descriptive:long", "descriptive:kt,long", "geographical:compact")]


def survey(files: list[str], every: int, count: int, seed: int) -> int:
    """Searches all positions of games for two legal moves with one text, and counts characters per move."""
    positions = moves = shared = plies = writable = 0
    characters: Counter[str] = Counter()
    seen: set[str] = set()
    begin = time.monotonic()

    def look(at: Situation) -> None:
        nonlocal positions, moves, shared
        if at.board.epd() in seen:
            return
        seen.add(at.board.epd())
        positions += 1
        moves += len(at.legal)
        for notation in SURVEYED:
            by_text = defaultdict(list)
            for ply in at.legal:
                by_text[text_of(notation, at, ply.move).body].append(ply.move.uci())
            for text, ucis in by_text.items():
                if len(ucis) > 1:
                    shared += 1
                    print(f"{notation}: {text} is {' '.join(ucis)} in {at.board.fen()}")

    for sample in samples.all_samples(files, every, count, seed):
        for game in sample.games:
            root = samples.root_of(game)
            if root is None or game.errors:
                continue
            for at, uci in samples.main_line(root, game):
                look(at.at)
                if sample.real:
                    plies += 1
                    writable += not isinstance(at.text("uchess", uci), Unwritable)
                    for notation in NOTATIONS:
                        text = at.text(notation, uci)
                        characters[notation] += 0 if isinstance(text, Unwritable) else len(text)
    seconds = time.monotonic() - begin
    print(f"survey: {positions} positions, {moves} legal moves, {shared} shared texts, {seconds:.0f} s")
    if plies:
        print(f"characters a move in {plies} plies of real games:")
        for notation in NOTATIONS:
            print(f"  {notation:22} {characters[notation] / (writable if notation == 'uchess' else plies):.3f}")
        print(f"uchess can write {writable / plies:.1%} of the moves")
    return shared
