#!/usr/bin/env python3
"""Runs convert.py on a small local cluster and compares the result with plyglot's.

usage: test.py PLYGLOT [FILE]     (needs pyspark and chess from PyPI and a Java runtime)

FILE is a PGN archive with an Event tag at the beginning of every game; without it one is made of fixtures/.
"""

import io
import os
import pathlib
import subprocess
import sys
import tempfile

import chess.pgn
from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).resolve().parents[2]


def archive(folder):
    """Converts a folder with two files, with LF and with CRLF, in many splits; returns the number of plies, as counted by python-chess."""
    games = [(ROOT / "fixtures" / name).read_bytes().strip() for name in ("opera.pgn", "deep-blue.pgn", "immortal.pgn")]
    folder.mkdir()
    (folder / "a.pgn").write_bytes(b"\n\n".join(games * 100) + b"\n\n")
    (folder / "b.pgn").write_bytes((b"\n\n".join(games[1:] * 50) + b"\n\n").replace(b"\n", b"\r\n"))
    plies = [sum(1 for _ in chess.pgn.read_game(io.StringIO(it.decode())).mainline_moves()) for it in games]
    return sum(plies) * 100 + sum(plies[1:]) * 50


def main():
    plyglot = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source, expected = folder / "in", None
        if len(sys.argv) > 2:
            source = pathlib.Path(sys.argv[2]).resolve()
        else:
            expected = archive(source)
        whole = subprocess.run([plyglot, "-q", "-t", "lan", str(source)], stdout=subprocess.PIPE).stdout
        # Starting a cluster takes half a minute.
        assert whole, "nothing is converted"
        size = sum(it.stat().st_size for it in ([source] if source.is_file() else source.iterdir()))
        output = folder / "out"
        # Two executors, each a separate process with one core.
        command = ["spark-submit", "--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false",
                   str(ROOT / "tests/spark/convert.py"), "--plyglot", plyglot, "--to", "lan",
                   "--split-size", str(max(size // 8, 1)), source.as_uri(), output.as_uri()]
        environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable,
                       "PYSPARK_DRIVER_PYTHON": sys.executable}
        command[0] = str(pathlib.Path(sys.executable).with_name("spark-submit"))
        subprocess.run(command, check=True, env=environment, stderr=subprocess.DEVNULL)

        parts = sorted((output / "text").glob("part-*"))
        texts = [part.read_bytes() for part in parts]
        print(len(parts), "parts,", sum(bool(text) for text in texts), "with games")
        assert sum(bool(text) for text in texts) > 2, "the file was not split"
        assert b"".join(texts) == whole, "the text is not what plyglot writes on one machine"

        os.environ.update(environment)
        spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        spark.read.parquet((output / "table").as_uri()).createOrReplaceTempView("games")
        count, plies = spark.sql("select count(*), sum(plies) from games").first()
        games = whole.count(b"\n[Notation ")
        assert count == games, (count, games)
        assert expected in (None, plies), (plies, expected)
        rows = spark.sql("""
            select white, result, count(*) as games, max(plies) as longest, first(moves[0].uci) as opening
            from games group by white, result order by games desc, white limit 5""")
        rows.show(truncate=False)
        assert rows.first().games > 0
        spark.stop()
        print(f"{count} games and {plies} plies in the table; the text is the same as on one machine")
        print("2 passed, 0 failed")


if __name__ == "__main__":
    main()
