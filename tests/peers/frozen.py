#!/usr/bin/env python3
"""Runs an old program and a new one over everything there is, and prints every difference in output, messages and status.

usage: frozen.py OLD NEW [--data FOLDER] [--size BYTES] [--only GROUP,...] [--quick] [--jobs N] [--show LINES]

The groups:
  archives   the beginning of every archive to every notation and style, and from each of them back, named and detected
  layouts    the same in every layout, with every flag that changes what is written, and read back from it; checks and repairs
  commands   what is no conversion: notations, moves, explain, help, man, …
  fixtures   every file of fixtures/, with every way to read it
  cases      every file of FOLDER/cases, likewise
  books      every file of FOLDER/descriptive, likewise
  found      every text of FOLDER/found, scoresheets and ocr, likewise, and every pair of scoresheets merged
  mutations  games as people write them, spoilt: FOLDER/../reading/honest.py's, and characters changed at random

Every run is the same each time; only the times that the program measures are left out. Exit status 1 if anything differs,
or if nothing was compared.
"""

import argparse
import collections
import difflib
import importlib.util
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Names that stand for languages and for what only reads.
LANGUAGE = "de"
LAYOUTS = ("pgn moves columns grid grid:tsv grid:csv grid:laws html jsonl csv tsv table parquet fen epd columns:md").split()
ENDS = {"jsonl": "jsonl", "csv": "csv", "tsv": "tsv", "table": "md", "parquet": "parquet", "html": "html",
        "grid": "md", "columns:md": "md", "grid:tsv": "tsv", "grid:csv": "csv"}
# Ways to read a text of which nothing is known.
WAYS = [
    [], ["--layout", "jsonl", "--message-format", "json"], ["--extract"], ["--repair"], ["check", "--import"],
    ["--extract", "--repair", "--layout", "jsonl", "--message-format", "json"], ["--repair=sure", "-t", "uci"],
    ["check", "--fix", "-"], ["--on-error", "skip", "--rejects", "OUT"], ["-t", "descriptive", "-v"],
]
FEW = [[], ["--extract", "-t", "uci"]]
DECODED = [["--extract", "--repair", "--layout", "jsonl", "--message-format", "json"]]
# Ways to write, and to read, whole games.
WRITTEN = [
    ["--each", "ply", "--layout", "csv"], ["--each", "ply", "--layout", "tsv"], ["--each", "ply", "--layout", "table"],
    ["--each", "ply", "--layout", "parquet"], ["--fens", "--layout", "jsonl"], ["--fens", "--layout", "parquet"],
    ["--layout", "fen", "--at", "20"], ["--layout", "epd", "--at", "20..."], ["--layout", "epd", "--at", "end"],
    ["--layout", "grid", "--rows", "10", "-t", "sllavcco:de"], ["--layout", "grid", "-t", "san"], ["--layout", "html", "-t", "sllavcco"],
    ["--layout", "html", "-t", "san:figurine", "--diagram", "12,12..."], ["--layout", "jsonl", "-t", "spoken"],
    ["--for", "lichess"], ["--for", "chessbase"], ["--export"], ["--nags", "symbols"], ["--nags", "numbers", "--layout", "columns"],
    ["--no-comments"], ["--no-variations"], ["--no-nags", "--no-numbers"], ["--no-dots"], ["--no-results", "--no-tags"],
    ["--drop-tag", "Site", "--tag", "Event=New", "--no-notation-tag", "-t", "lan"], ["--width", "0"], ["--width", "30", "-t", "spoken:nato"],
    ["--game", "2-3,5"], ["--plies", "9"], ["--part", "2/3"], ["--after", "1. e4"], ["--encoding", "latin1"],
    ["--rules", "chess960"], ["--rules", "uchess"], ["--max-game", "1K"], ["--max-size", "10K"],
    ["check"], ["check", "--strict"], ["check", "--import"], ["check", "--fix", "-"], ["check", "--fix", "--diff", "-"], ["check", "--fix", "--check", "-"],
    ["check", "--message-format", "github"], ["stats"],
    ["--extract"], ["--repair"], ["--repair=sure"], ["--extract", "--repair"], ["--on-error", "keep", "-f", "lan"],
    ["--on-error", "skip", "-f", "descriptive", "--rejects", "OUT"], ["--on-error", "stop", "-f", "uci"],
    ["-j", "2"], ["-j", "2", "-o", "OUT"], ["-q"], ["-v"], ["-v", "--message-format", "json"],
]


class Run(collections.namedtuple("Run", "args input")):
    """The arguments, and the bytes of standard input or None; OUT among the arguments stands for a file that is compared too."""

    def line(self):
        return "plyglot " + " ".join(map(repr_of, self.args)) + ("" if self.input is None else f"  < {len(self.input)} bytes")


def repr_of(arg):
    return arg if re.fullmatch(r"[\w./:=,+-]+", arg) else repr(arg)


def outcome(program, run, folder, limit):
    """What comes of a run, with the times it measured left out."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        out = os.path.join(own, "out.pgn")
        args = [out if it == "OUT" else it for it in run.args]
        try:
            done = subprocess.run(["plyglot", *args], executable=program, cwd=folder, input=run.input or b"", capture_output=True,
                                  timeout=limit, env={**os.environ, "COLUMNS": "100", "LC_ALL": "C.UTF-8"})
            parts = {"status": str(done.returncode).encode(), "output": done.stdout, "messages": done.stderr}
        except subprocess.TimeoutExpired:
            parts = {"status": f"none in {limit} s".encode()}
        if os.path.exists(out):
            parts["file"] = pathlib.Path(out).read_bytes()
    for name in ("output", "messages"):
        text = parts.get(name, b"").replace(out.encode(), b"OUT")
        parts[name] = re.sub(rb"[\d,.]+/s,|\bin [\d.]+ (?:ms|s)\b|(?<=^\.TH PLYGLOT 1 )[\d-]+", b"TIME", text)
    return parts


def difference(one, other, show):
    """The lines in which two outcomes differ, the first SHOW of each part."""
    lines = []
    for name in sorted(one.keys() | other.keys()):
        a, b = one.get(name, b""), other.get(name, b"")
        if a != b:
            text = lambda it: it.decode("utf-8", "backslashreplace").splitlines()
            if max(len(a), len(b)) > 2_000_000:  # difflib is quadratic
                at = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                a, b = a[max(0, at - 500):at + 500], b[max(0, at - 500):at + 500]
            found = list(difflib.unified_diff(text(a), text(b), "old", "new", lineterm="", n=0))[2:]
            lines.append(f"    {name}:")
            lines += [f"      {line[:300]}" for line in found[:show] or ["the bytes differ, the lines do not"]]
            lines += [f"      … {len(found) - show} more lines"] * (len(found) > show)
    return lines


class Inputs:
    """Copies of what is read, in a folder in which both programs run, so that messages name the same files."""

    def __init__(self, folder, old, args):
        self.folder, self.old, self.args = folder, old, args
        self.data = pathlib.Path(args.data)

    def put(self, name, data):
        path = pathlib.Path(self.folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return name

    def written(self, *args):
        """What the old program writes."""
        return subprocess.run([self.old, "-q", *args], cwd=self.folder, input=b"", capture_output=True).stdout

    def notations(self):
        text = subprocess.run([self.old, "notations"], capture_output=True, check=True).stdout.decode()
        return [it.replace("LANG", LANGUAGE) for it in re.findall(r"^([a-z]\w*(?::\w+)*): ", text, re.MULTILINE)]

    def archives(self, size):
        """The first whole games of every archive, in at most SIZE bytes; at least one game."""
        for path in sorted((self.data / "archives").glob("*.zst")):
            with subprocess.Popen(["zstd", "-dcq", "--long=27", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as source:
                text = source.stdout.read(max(size, 300_000))
                source.stdout.close()
            yield self.put(f"{path.name.split('.')[0]}-{size}.pgn", whole_games(text, size))

    def files(self, *folders):
        for folder in folders:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    yield path, path.relative_to(folder.parent).as_posix()


def whole_games(text, size):
    ends = [it.start() + 1 for it in re.finditer(rb"\n\[Event ", text)] + [len(text)]
    return text[:max([it for it in ends if it <= size], default=ends[0])]


def in_turn(ways, n, quick):
    """All ways, or every third, others for the next archive."""
    return ways[n % 3::3] if quick else ways


def archives(inputs, quick):
    for n, name in enumerate(inputs.archives(6_000 if quick else inputs.args.size)):
        for notation in in_turn(inputs.notations(), n, quick):
            yield Run(["-t", notation, name], None)
    for n, name in enumerate(inputs.archives(4_000 if quick else inputs.args.size // 6)):
        for notation in in_turn(inputs.notations(), n + 1, quick):
            named = inputs.put(f"{name}.{notation}", inputs.written("-t", notation, name))
            bare = inputs.put(f"{name}.{notation}.bare", inputs.written("-t", notation, "--no-tags", "--no-notation-tag", name))
            yield Run([named], None)
            yield Run(["-f", notation, bare], None)
            if not quick:
                yield Run([bare], None)
                yield Run(["-v", "--extract", "-t", notation, bare], None)


def layouts(inputs, quick):
    for n, name in enumerate(inputs.archives(4_000 if quick else inputs.args.size // 2)):
        for layout in in_turn(LAYOUTS, n, quick):
            yield Run(["--layout", layout, name], None)
            if layout in ENDS:
                back = inputs.put(f"{name}-{layout.replace(':', '-')}.{ENDS[layout]}", inputs.written("--layout", layout, name))
                yield Run([back], None)
        for way in in_turn(WRITTEN, n, quick):
            yield Run([*way, name], None) if "-" not in way else Run([it for it in way if it != "-"], pathlib.Path(inputs.folder, name).read_bytes())
    for n, name in enumerate(inputs.archives(1_500)):  # a notation that is not the text's costs a hundred times as much
        for notation in in_turn(inputs.notations()[n % 2::2], n, quick):
            yield Run(["-f", notation, name], None)


def commands(inputs, quick):
    texts = "e4 Nf3 nf3 Sf3 exd5 ed5 N1f3 g1f3 G1-F3 O-O 0-0-0 P-K4 N-KB3 Kt-KB3 C3AR 5254 P4R e8=Q -- zzz Qh5+ ♘f3 e4e5".split()
    topics = {it.split(":")[0] for it in inputs.notations()}
    yield from (Run(it.split(), None) for it in (
        "--help", "-h", "help", "-V", "notations", "man", "check --help", "check -h", "merge --help", "stats --help", "moves --help", "explain --help",
        "scoresheet", "scoresheet --help", "moves", "moves -t san", "moves -t descriptive", "moves --rules chess99", "moves --rules uchess",
        "help messages", "help foo", "--layout foo", "-f foo", "-t san:foo", "no-such-file", "--fens x", "--at 3",
        *(f"completions {it}" for it in ("bash", "zsh", "fish", "elvish", "powershell")), *(f"help {it}" for it in sorted(topics))))
    for text in texts:
        yield Run(["explain", text], None)
        yield Run(["explain", "--after", "1. e4 d5 2. Nf3 Nf6", text], None)


def each(inputs, folders, quick, limit=6_000, every=2):
    """Every file of folders, plainly and in two more ways, others for the next file. Of files of many games the beginning is read, and once
    the whole. In a quick comparison one file in EVERY is read, in one way."""
    for n, (path, name) in enumerate(it for it in inputs.files(*folders) if it[0].stem not in ("INDEX", "originals", "README")):
        data = path.read_bytes()
        cut = data if path.suffix in (".zst", ".gz", ".parquet") else whole_games(data, limit)[:2 * limit]
        inputs.put(name, cut)
        ways = [it for it in WAYS if "repair" not in "".join(it) or len(cut) < 2_500]
        if quick:
            chosen = DECODED if n % 20 == 0 and len(cut) < 600 else FEW[n // every % 2:][:1] if n % every == 0 else []
        else:
            chosen = [[], *(ways[1 + (3 * n + k) % (len(ways) - 1)] for k in range(2))]
        for way in chosen:
            yield Run([it for it in way if it != "-"], cut) if "-" in way else Run([*way, name], None)
        if len(cut) < len(data) < 400_000 and not quick:
            yield Run([inputs.put(f"whole/{name}", data)], None)


def reading(paths, quick):
    """Texts of cases with the arguments they have."""
    for path in paths:
        for n, line in enumerate(path.read_text().splitlines() if path.exists() else []):
            if line.strip() and not (quick and n % 3):
                case = json.loads(line)
                if not isinstance(case.get("input"), str):
                    continue
                data = case["input"].encode(case.get("encoding", "utf-8"))
                yield Run(["--layout", "jsonl", "-t", "san", *case.get("args", [])], data)
                if not quick:
                    yield Run([case.get("args", []), ["check", "--import"], ["--extract", "--repair"]][n % 3], data)


def fixtures(inputs, quick):
    yield from each(inputs, [ROOT / "fixtures"], quick)
    yield from reading(sorted((ROOT / "fixtures/reading").glob("*.jsonl")), quick)


def cases(inputs, quick):
    yield from each(inputs, [inputs.data / "cases"], quick, limit=1_500 if quick else 6_000, every=3)
    yield from reading([inputs.data / "../reading" / it for it in ("cases.jsonl", "evidence.jsonl")], quick)


def books(inputs, quick):
    yield from each(inputs, [inputs.data / "descriptive"], quick, limit=1_500 if quick else 6_000, every=7)


def found(inputs, quick):
    yield from each(inputs, [inputs.data / it for it in ("found", "scoresheets")], quick, limit=1_500 if quick else 6_000, every=5)
    yield from each(inputs, [inputs.data / "ocr" / it for it in ("300", "200", "150")], quick, every=9)
    for path, name in inputs.files(inputs.data / "scoresheets"):
        if name.endswith("-a.txt") and not (quick and path.stat().st_size > 160):
            yield Run(["merge", name, name.replace("-a.txt", "-b.txt")], None)


def mutations(inputs, quick):
    sources = list(inputs.archives(20_000 if quick else 60_000))
    signs = "abcdefghKQRBNPOxX12345678-+=.,:;(){}[]$!?*%\"\\/\n  lISsGgZz0t"
    for name in sources:
        text = pathlib.Path(inputs.folder, name).read_bytes().decode("latin1").split("\n[Event ")
        text = [it if it.startswith("[") else "[Event " + it for it in text]
        for seed in range(2 if quick else 12):
            rng = random.Random(f"{seed}")
            picked = "\n".join(rng.sample(text, min(6, len(text))))[:3_000 if quick else 15_000]
            slips = lambda c: rng.choice(("", rng.choice(signs), rng.choice(signs), c + rng.choice(signs), c + c))
            spoilt = "".join(slips(c) if rng.random() < 0.004 * (1 + seed % 3) else c for c in picked).encode("latin1")
            yield Run([], spoilt)
            yield Run(["check", "--import", "--message-format", "json"], spoilt)
            yield Run(["check", "--fix"], spoilt)
            if seed % 3 == 0 and not quick:
                yield Run(["--extract", "-t", "lan"], spoilt)
                yield Run(["--repair"], spoilt)
    honest = inputs.data / "../reading/honest.py"
    core = next((it for it in sources if it.startswith("otb")), None)
    if honest.exists() and core:
        sys.argv = ["honest.py", inputs.old, os.path.join(inputs.folder, core), "2" if quick else "6"]
        spec = importlib.util.spec_from_file_location("honest", honest)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        games = module.games()
        for change in module.WHOLE + module.BROKEN:
            for n, (style, truth, words, result) in enumerate(games):
                if quick and n != len(change.__name__) % 6:
                    continue
                other = next((it for it in games[n + 1:] + games if it[0] == style and it[1] != truth), games[n])
                text = change(random.Random(f"1 {change.__name__} {n}"), words, result, other[2])
                if text:
                    data = ("\n".join(text) + "\n").encode()
                    ways = [["--layout", "jsonl", "--message-format", "json"], ["--extract"], ["--repair", "--layout", "jsonl"], ["--extract", "--repair"]]
                    yield from (Run(way, data) for way in (ways[len(change.__name__) % 3 % 2:][:1] if quick else ways[n % 2:: 2] if n % 3 == 0 else ways[:2]))


GROUPS = dict(archives=archives, layouts=layouts, commands=commands, fixtures=fixtures, cases=cases, books=books, found=found, mutations=mutations)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--data", default=ROOT / "../shared/data")
    parser.add_argument("--size", type=int, default=60_000, help="bytes of each archive")
    parser.add_argument("--only", default=",".join(GROUPS), help="groups, separated by commas")
    parser.add_argument("--quick", action="store_true", help="a sample of each group")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=6, help="lines to print of each difference")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one run")
    args = parser.parse_args()
    old, new = (os.path.abspath(it) for it in (args.old, args.new))
    for group in args.only.split(","):
        if group not in GROUPS:
            parser.error(f"{group} is none of {', '.join(GROUPS)}")
    total, wrong, spent, begun = 0, 0, 0, time.time()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        inputs = Inputs(folder, old, args)

        def compare(run):
            return run, difference(outcome(old, run, folder, args.timeout), outcome(new, run, folder, args.timeout), args.show)

        for group in args.only.split(","):
            began, runs, differing = time.time(), 0, 0
            for run, lines in pool.map(compare, list(GROUPS[group](inputs, args.quick))):
                runs += 1
                if lines:
                    differing += 1
                    print("\n".join([f"  {run.line()}", *lines]), flush=True)
            used = os.times().children_user + os.times().children_system
            print(f"{group}: {runs} runs, {differing} differ, {time.time() - began:.0f} s, {used - spent:.0f} s of processors", flush=True)
            spent = used
            total, wrong = total + runs, wrong + differing
    print(f"{total} runs compared in {time.time() - begun:.0f} s, {wrong} differ")
    sys.exit(1 if wrong or not total else 0)


if __name__ == "__main__":
    main()
