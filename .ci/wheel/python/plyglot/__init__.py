"""Chess games in any notation, as text, as dictionaries, and as tables.

>>> import plyglot
>>> print(plyglot.convert("1. P-K4 P-K4 2. Kt-KB3", to="lan:compact", flags=["--no-tags"]), end="")
1. e2e4 e7e5 2. Ng1f3 *
<BLANKLINE>
>>> for game in plyglot.games("games.pgn"):                       # doctest: +SKIP
...     print(game["headers"].get("White"), [move["san"] for move in game["moves"]])
>>> plyglot.frame("games.pgn", each="ply").to_pandas()             # doctest: +SKIP

This runs the program `plyglot` that comes with the package. An archive is read as a stream, on all cores.

Games with errors are no reason to lose others. With `errors="raise"`, the default, everything comes out first: `games` gives
all games, before and after a bad one, and then raises `Error`; from `convert` and `frame` the result is in `Error.output`.
With `errors="keep"` nothing is raised for a game that is wrong: it comes out as far as it can be read, the rest as a comment.
With `errors="skip"` it is left out. A file that cannot be read, and wrong arguments, always raise `Error`.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterator, Sequence
from typing import IO, Any, Literal, Optional, TypedDict, Union

__all__ = ["Diagnostic", "Error", "Game", "Move", "Problem", "convert", "frame", "games", "program"]

Path = Union[str, "os.PathLike[str]"]
OnError = Literal["raise", "keep", "skip"]


class Diagnostic(TypedDict):
    """A message, as `--message-format json` writes it."""

    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    game: Optional[int]
    players: Optional[str]
    ply: Optional[int]
    move: Optional[str]
    severity: str
    kind: str
    text: str
    message: str
    candidates: list[str]
    fen: Optional[str]


class Problem(TypedDict):
    """An error or a warning of a game."""

    line: int
    column: int
    severity: str
    kind: str
    move: Optional[str]
    text: str
    message: str


class _Additions(TypedDict, total=False):
    """What only some moves have."""

    before: list[str]
    after: list[str]
    fen: str
    confidence: float


class Move(_Additions):
    """A move; `text` is in the notation of the game, and null where that cannot write it."""

    text: Optional[str]
    san: Optional[str]
    uci: str
    nags: list[int]
    comments: list[str]
    variations: list[list[Move]]


class _Origin(TypedDict, total=False):
    """What only some games have."""

    read_as: str


class Game(_Origin):
    """A game, as a JSON line has it."""

    v: int
    tags: list[list[str]]
    headers: dict[str, str]
    variant: str
    fen: Optional[str]
    notation: str
    comments: list[str]
    moves: list[Move]
    result: str
    errors: list[Problem]
    warnings: list[Problem]


class Error(Exception):
    """Games that have errors, a file that cannot be read, or wrong arguments.

    `diagnostics` has the errors, `output` what came out nevertheless: the text of `convert`, the table of `frame`.
    """

    diagnostics: list[Diagnostic]
    output: Any

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = (), output: Any = None) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)
        self.output = output


def program() -> str:
    """Returns the path of the program: that of this package, or else the one on the path."""
    name = "plyglot" + (sysconfig.get_config_var("EXE") or "")
    user = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else f"{os.name}_user"
    package = os.path.dirname(os.path.abspath(__file__))
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme=user),
        # As `pip install --target` has it.
        os.path.join(os.path.dirname(package), "bin"),
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    path = shutil.which("plyglot") or ""
    if not path:
        raise FileNotFoundError("the program plyglot is not installed")
    return path


def convert(
    text: str,
    to: str = "san",
    *,
    from_: str = "auto",
    layout: str = "pgn",
    repair: bool = False,
    errors: OnError = "raise",
    flags: Sequence[str] = (),
) -> str:
    """Converts games in a text to a notation, such as `lan`, `uci` or `descriptive:kt`.

    `from_` is the notation of the text, `layout` that of the result, such as `jsonl` or `csv`; `repair` replaces illegal moves
    by the most likely ones; `flags` are any others of the program.
    """
    command = [*_command(from_, repair, errors), "--to", to, "--layout", layout, *flags, "--encoding", "utf-8"]
    run = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    output = run.stdout.decode()
    _raise(run.returncode, run.stderr.decode(errors="replace").splitlines(), errors, output)
    return output


def games(
    path: Union[Path, Sequence[Path]],
    to: str = "san",
    *,
    from_: str = "auto",
    fens: bool = False,
    repair: bool = False,
    errors: OnError = "raise",
    flags: Sequence[str] = (),
) -> Iterator[Game]:
    """Returns the games of files and folders, one at a time, as dictionaries.

    `fens` adds the position after each move. The other arguments are those of `convert`.
    """
    command = [*_command(from_, repair, errors), "--to", to, "--layout", "jsonl", *["--fens"] * fens, *flags]
    return _games([*command, "--", *_files(path)], errors)


def frame(
    path: Union[Path, Sequence[Path]],
    each: Literal["game", "ply"] = "game",
    to: str = "san",
    *,
    from_: str = "auto",
    fens: bool = False,
    repair: bool = False,
    errors: OnError = "raise",
    flags: Sequence[str] = (),
) -> Any:
    """Returns the games of files and folders as a table, with a row per game or per ply.

    It is a `pyarrow.Table`, for `.to_pandas()` and `polars.from_arrow`; without pyarrow a `polars.DataFrame`. The columns are
    those of Parquet: see README. The other arguments are those of `games`.
    """
    read = _parquet_reader()
    with tempfile.TemporaryDirectory(prefix="plyglot-") as folder:
        table = os.path.join(folder, "games.parquet")
        command = [*_command(from_, repair, errors), "--to", to, "--each", each, *["--fens"] * fens, *flags]
        command += ["--layout", "parquet", "-o", table, "--", *_files(path)]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        result = read(table) if os.path.exists(table) else None
    _raise(run.returncode, run.stderr.decode(errors="replace").splitlines(), errors, result)
    return result


def _command(notation: str, repair: bool, errors: str) -> list[str]:
    policy = {"raise": "keep", "keep": "keep", "skip": "skip"}.get(errors)
    if policy is None:
        raise ValueError(f"errors is 'raise', 'keep' or 'skip', not {errors!r}")
    command = [program(), "--quiet", "--message-format", "json", "--color", "never"]
    return [*command, "--from", notation, "--on-error", policy, *["--repair"] * repair]


def _files(path: Union[Path, Sequence[Path]]) -> list[str]:
    paths = [path] if isinstance(path, (str, os.PathLike)) else path
    names = [os.fspath(it) for it in paths]
    # No name is taken for standard input, or for a command.
    return [name if os.path.dirname(name) else os.path.join(os.curdir, name) for name in names]


def _games(command: list[str], errors: str) -> Iterator[Game]:
    said: list[str] = []

    def listen(stream: IO[bytes]) -> None:
        for line in stream:
            said.append(line.decode(errors="replace").rstrip("\n"))

    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        # Otherwise it would wait until its messages are read.
        listener = threading.Thread(target=listen, args=(process.stderr,), daemon=True)
        listener.start()
        try:
            for line in process.stdout:
                yield json.loads(line)
        finally:
            # It ends when nobody wants the rest.
            process.stdout.close()
            status = process.wait()
            listener.join()
    _raise(status, said, errors, None)


def _raise(status: int, said: list[str], errors: str, output: Any) -> None:
    """Raises an error if the program failed, or if games have errors and that matters."""
    if status == 0 or status == 1 and errors != "raise":
        return
    diagnostics: list[Diagnostic] = [json.loads(it) for it in said if it.startswith("{")]
    words = [_sentence(it) for it in diagnostics] + [it for it in said if not it.startswith("{")]
    more = f" (and {len(words) - 1} more)" if len(words) > 1 else ""
    message = words[0] + more if words else f"plyglot ended with status {status}"
    raise Error(message, diagnostics, output)


def _sentence(diagnostic: Diagnostic) -> str:
    """As in `games.pgn:6:38: game 1, 4... Sf6: no legal move`."""
    place = [diagnostic["file"], diagnostic["line"], diagnostic["column"]]
    game = diagnostic["game"] and f"game {diagnostic['game']}, {diagnostic['move'] or ''} {diagnostic['text']}"
    parts = [":".join(str(it) for it in place if it), " ".join((game or "").split()), diagnostic["message"]]
    return ": ".join(it for it in parts if it)


def _parquet_reader() -> Any:
    for module, function in (("pyarrow.parquet", "read_table"), ("polars", "read_parquet")):
        try:
            return getattr(importlib.import_module(module), function)
        except ImportError:
            pass
    raise ImportError("a table needs pyarrow or polars: pip install 'plyglot[frame]'")
