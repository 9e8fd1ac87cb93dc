#!/usr/bin/env python3
"""Tries the installed Python package: that it agrees with python-chess about archives, what it does about errors, and that the
examples in README.md and in its documentation are true.

usage: wheel.py FILE...

Runs in an environment that has the package, python-chess, DuckDB, pyarrow, Polars and pandas. Exit status 1 if something is not as it
should be.
"""

import doctest
import io
import logging
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

import chess.pgn
import plyglot

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Lines of lichess's table of openings.
OPENINGS = """\
eco\tname\tpgn
B10\tCaro-Kann Defense\t1. e4 c6
B17\tCaro-Kann Defense: Karpov Variation\t1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7
C40\tKing's Knight Opening\t1. e4 e5 2. Nf3
C41\tPhilidor Defense\t1. e4 e5 2. Nf3 d6
"""

# The first and the third can be read.
BAD = "[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Bob\"]\n\n1. e4 Ke3 *\n\n[White \"Eve\"]\n\n1. d4 *\n"


def words(comment):
    return " ".join(comment if isinstance(comment, list) else [comment]).split()


def of_peer(game):
    """Returns the tags, the start, the moves with their annotations, and the result of a game of python-chess."""
    moves = []
    for node in game.mainline():
        # In Chess960 python-chess writes castling as we do only if the game says so; the texts are the same.
        moves.append((node.san(), node.uci(), sorted(node.nags), words(node.comment), len(node.parent.variations) - 1))
    return dict(game.headers), moves, game.headers["Result"]


def of_ours(game):
    headers = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    headers |= game["headers"] | {"Result": game["result"]}
    moves = [
        (it["san"], it["uci"], sorted(it["nags"]), words(it["comments"] + it.get("after", [])), len(it["variations"]))
        for it in game["moves"]
    ]
    return headers, moves, game["result"]


def numbers_of_peer(game):
    """Returns the clock, the evaluation in pawns and the moves to mate of each ply."""
    clocks, pawns, mates = [], [], []
    for node in game.mainline():
        score = node.eval()
        centipawns = score.white().score() if score else None
        clocks.append(node.clock())
        pawns.append(None if centipawns is None else centipawns / 100)
        mates.append(score.white().mate() if score else None)
    return clocks, pawns, mates


def numbers_of_ours(row):
    absent = [None] * row["plies"]
    pawns = [it if it is None else round(it, 2) for it in row["evals"] or absent]
    return row["clocks"] or absent, pawns, row["mates"] or absent


def agreement(path):
    """Returns the games and the plies on which both agree; python-chess reads what is there, we read the same file."""
    data = pathlib.Path(path).read_bytes().decode("utf-8-sig", errors="replace")
    text = re.sub("\r\n?", "\n", data)
    stream = io.StringIO(text)
    count = plies = 0
    rows = plyglot.frame(path, errors="keep").to_pylist()
    for number, ours in enumerate(plyglot.games(path, errors="keep"), 1):
        peer = chess.pgn.read_game(stream)
        assert peer is not None, f"{path}: python-chess reads {number - 1} games only"
        assert bool(peer.errors) == bool(ours["errors"]), f"{path}: game {number}: {peer.errors} and {ours['errors']}"
        if peer.errors:
            continue
        for a, b in zip(of_peer(peer), of_ours(ours)):
            assert a == b, f"{path}: game {number}:\n{a}\n{b}"
        for a, b in zip(numbers_of_peer(peer), numbers_of_ours(rows[number - 1])):
            assert a == b, f"{path}: game {number}:\n{a}\n{b}"
        count += 1
        plies += len(ours["moves"])
    assert chess.pgn.read_game(stream) is None, f"{path}: python-chess reads more games"
    return count, plies


def raised(function, *args, **named):
    try:
        function(*args, **named)
    except plyglot.Error as error:
        return error
    raise AssertionError(f"{function.__name__} raises nothing for {args}")


def check_errors(folder):
    error = raised(plyglot.convert, BAD, to="lan", flags=["--no-notation-tag"])
    assert error.output.count("[White") == 3 and "1. e2-e4 {Ke3} *" in error.output, error.output
    assert [it["kind"] for it in error.diagnostics] == ["no-legal-move"] and error.diagnostics[0]["game"] == 2
    assert set(error.diagnostics[0]) == set(plyglot.Diagnostic.__annotations__), error.diagnostics
    assert plyglot.convert(BAD, errors="keep").count("[White") == 3
    assert plyglot.convert(BAD, errors="skip").count("[White") == 2
    assert plyglot.convert("") == ""

    path = folder / "check"
    path.write_text(BAD)
    os.chdir(folder)
    got = []
    error = raised(lambda: got.extend([]) or [got.append(it) for it in plyglot.games("check")])
    assert [it["headers"]["White"] for it in got] == ["Ann", "Bob", "Eve"], "games before and after a bad one come out"
    assert [it["kind"] for it in got[1]["errors"]] == ["no-legal-move"] and not got[2]["errors"]
    assert set(got[0]) == set(plyglot.Game.__annotations__) - {"read_as"}, got[0]
    assert set(got[1]["errors"][0]) == set(plyglot.Problem.__annotations__), got[1]
    assert set(got[0]["moves"][0]) <= set(plyglot.Move.__annotations__), got[0]
    assert len(error.diagnostics) == 1 and str(error).startswith("./check:7:7: game 2, 1... Ke3: no legal move"), error
    assert len(list(plyglot.games(path, errors="keep"))) == 3 and len(list(plyglot.games([path, path], errors="skip"))) == 4

    table = raised(plyglot.frame, path).output
    assert table["white"].to_pylist() == ["Ann", "Bob", "Eve"], table

    assert "elfish" in str(raised(plyglot.convert, "1. e4 *", to="elfish"))
    for function in (plyglot.frame, lambda it: list(plyglot.games(it))):
        assert "nowhere" in str(raised(function, "nowhere.pgn"))
    try:
        plyglot.convert("", errors="ignore")
        raise AssertionError("an unknown policy is taken")
    except ValueError:
        pass

    # More messages than a pipe holds.
    path.write_text(BAD * 400)
    assert sum(1 for _ in plyglot.games(path, errors="keep")) == 1200
    # Who stops early waits for nothing.
    first = next(iter(plyglot.games(path)))
    assert first["headers"]["White"] == "Ann"


def check_readme(folder):
    """Runs the examples in README.md, in a copy of the fixtures."""
    shutil.copytree(ROOT / "fixtures", folder / "fixtures")
    os.chdir(folder / "fixtures")
    pathlib.Path("openings.tsv").write_text(OPENINGS)
    text = (ROOT / "README.md").read_text()
    # As many lines as there are, so that the messages name those of the file.
    pattern = r"^```pycon\n(.*?)^```\n"
    blocks = [(text.count("\n", 0, it.start(1)), it[1]) for it in re.finditer(pattern, text, re.MULTILINE | re.DOTALL)]
    assert blocks, "README.md has no examples"
    globs, runner = {}, doctest.DocTestRunner()
    for line, block in blocks:
        test = doctest.DocTestParser().get_doctest(block, globs, "README.md", "README.md", line)
        runner.run(test, clear_globs=False)
        globs = test.globs
    assert not runner.failures, "examples in README.md are wrong"


def check_frames(path):
    import pandas
    import polars
    import pyarrow

    games, plies = plyglot.frame(path), plyglot.frame(path, each="ply", fens=True)
    dicts = list(plyglot.games(path))
    assert isinstance(games, pyarrow.Table) and games.num_rows == len(dicts)
    assert games["moves"].to_pylist() == [[it["san"] for it in game["moves"]] for game in dicts]
    assert games.schema.field("white_elo").type == pyarrow.int32() and games.schema.field("clocks").type.value_type == pyarrow.float64()
    frame = plies.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame[frame.ply > 0].groupby("game").size().tolist() == [len(it["moves"]) for it in dicts if it["moves"]]
    assert polars.from_arrow(plies)["fen"].drop_nulls().len() > 0
    # Without pyarrow a table of Polars, without both a hint.
    sys.modules["pyarrow.parquet"] = None
    assert plyglot.frame(path).equals(polars.from_arrow(games))
    sys.modules["polars"] = None
    try:
        plyglot.frame(path)
        raise AssertionError("a table comes from nowhere")
    except ImportError as error:
        assert "pip install" in str(error)


def main():
    files = [os.path.abspath(it) for it in sys.argv[1:]]
    assert plyglot.program().startswith(sysconfig.get_path("scripts")), plyglot.program()
    version = subprocess.run([sys.executable, "-m", "plyglot", "--version"], stdout=subprocess.PIPE, check=True).stdout
    assert version.startswith(b"plyglot "), version
    failed, tried = doctest.testmod(plyglot)
    assert tried and not failed, "the examples are wrong"
    games = plies = 0
    for path in files:
        count, length = agreement(path)
        games, plies = games + count, plies + length
    with tempfile.TemporaryDirectory() as folder:
        check_errors(pathlib.Path(folder))
        check_readme(pathlib.Path(folder))
        check_frames(files[0])
        os.chdir("/")
    print(f"{games} games with {plies} plies are the same as with python-chess; errors, tables and types are as documented")


if __name__ == "__main__":
    main()
