#!/usr/bin/env python3
"""Converts an archive of PGN files on an Apache Spark cluster, with plyglot as the worker.

usage: spark-submit convert.py [--plyglot PROGRAM] [--to NOTATION] [--split-size BYTES] INPUT OUTPUT

INPUT is whatever Spark can read: a file, a folder, a pattern, in HDFS or object storage (s3a://…). It is split
between games, at "[Event " at the beginning of a line, wherever the blocks of the file system end, so that one
large file is shared by all machines. Each part goes through one plyglot process on an executor. Written are

    OUTPUT/text     PGN in the notation, one text file a part, in the order of the games
    OUTPUT/table    a table of the games in Parquet, which SQL can query

The text must be UTF-8: Hadoop takes it for that. A compressed file cannot be split (only bzip2 can, but not at games): it is read by one executor.
"""

import argparse
import subprocess
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, LongType, StringType, StructField, StructType

# Where a game begins. A comment may hold the same at the beginning of a line; such a game is told apart by
# plyglot, but may be cut by the splitting, and then is reported.
DELIMITER = "\n[Event "

MOVE = StructType([StructField(name, StringType()) for name in ("text", "san", "uci")])
GAME = StructType([
    StructField("tags", ArrayType(ArrayType(StringType()))),
    StructField("variant", StringType()),
    StructField("fen", StringType()),
    StructField("notation", StringType()),
    StructField("moves", ArrayType(MOVE)),
    StructField("result", StringType()),
    StructField("errors", ArrayType(StructType([
        StructField("line", LongType()),
        StructField("kind", StringType()),
        StructField("severity", StringType()),
        StructField("message", StringType()),
    ]))),
])


def records(spark, path, split_size):
    """Returns the games of the files, as bytes, without the delimiter."""
    configuration = {
        "textinputformat.record.delimiter": DELIMITER,
        "mapreduce.input.fileinputformat.split.maxsize": str(split_size),
        "mapreduce.input.fileinputformat.input.dir.recursive": "true",
    }
    return spark.sparkContext.newAPIHadoopFile(
        path,
        "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
        "org.apache.hadoop.io.LongWritable",
        "org.apache.hadoop.io.Text",
        conf=configuration,
    ).map(lambda record: record[1])


def converted(games, command):
    """Returns plyglot's output lines for the games of each part."""

    def convert(part):
        import tempfile
        import threading

        with tempfile.TemporaryFile() as said:
            worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said)

            def feed():
                with worker.stdin as pipe:
                    for game in part:
                        # The delimiter was removed from every game but a file's first.
                        begun = game.startswith("[Event ") or not game.strip()
                        text = game if begun else "[Event " + game
                        pipe.write(text.encode("utf-8") + b"\n")

            feeder = threading.Thread(target=feed)
            feeder.start()
            for line in worker.stdout:
                yield line.rstrip(b"\n").decode("utf-8")
            feeder.join()
            status = worker.wait()
            said.seek(0)
            sys.stderr.buffer.write(said.read())
            # 1 means that some games had errors, which the table contains.
            if status > 1:
                raise RuntimeError(f"{command[0]} ended with {status}")

    return games.mapPartitions(convert)


def table(spark, lines):
    """Returns a row per game: commonly queried tags as columns, all of them as a map."""
    games = spark.createDataFrame(lines.map(lambda line: (line,)), "json string")
    games = games.select(F.from_json("json", GAME).alias("game")).select("game.*")
    pairs = F.transform("tags", lambda tag: F.struct(tag[0].alias("name"), tag[1].alias("value")))
    # The first of duplicate tags counts.
    games = games.withColumn("tags", F.aggregate(
        pairs,
        F.create_map().cast("map<string,string>"),
        lambda tags, tag: F.when(F.map_contains_key(tags, tag.getField("name")), tags).otherwise(
            F.map_concat(tags, F.map_from_arrays(F.array(tag.getField("name")), F.array(tag.getField("value"))))),
    ))
    columns = [F.col("tags").getItem(name).alias(name.lower()) for name in ("Event", "Site", "Date", "White", "Black")]
    return games.select(*columns, "result", F.size("moves").alias("plies"), "variant", "fen", "notation", "moves",
                        "tags", "errors")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plyglot", default="plyglot", help="the program, on every executor")
    parser.add_argument("--to", default="lan", help="the notation that is written")
    parser.add_argument("--split-size", type=int, default=64 << 20, help="the largest part, in bytes")
    parser.add_argument("input")
    parser.add_argument("output")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("plyglot").getOrCreate()
    games = records(spark, arguments.input, arguments.split_size)
    # One thread: Spark already has a task per core.
    command = [arguments.plyglot, "-q", "-j", "1", "-t", arguments.to]
    converted(games, command).saveAsTextFile(arguments.output + "/text")
    lines = converted(games, [*command, "--layout", "jsonl"])
    table(spark, lines).write.parquet(arguments.output + "/table")
    spark.stop()


if __name__ == "__main__":
    main()
