#!/usr/bin/env python3
"""Switches off every part of the reader in turn, and counts the texts that are read worse, so that every part can earn its lines.

usage: earns.py WORKTREE [--data FOLDER] [--out FILE] [--parts FILE...] [--only NAME] [--honest GAMES]

WORKTREE is a scratch worktree of the project (`git worktree add --detach`): its sources are changed. A part is a function in one of
--parts that returns something with a default (false, none, an empty list, nothing); off, it returns that at once, and one that answers
yes or no is also made to say yes. All switches are in one program, built once: EARNS=NUMBER:HOW turns one off, and with EARNS_LOG it
writes which it came by, so that only the texts that pass a part are read without it.

The texts: the cases of fixtures/reading and FOLDER/../reading, the books of FOLDER/descriptive, the texts of FOLDER/found and
scoresheets, and games spoilt by FOLDER/../reading/honest.py. A text is read rightly, wrongly and told, or wrongly and not told; worse is
further down. Written, a line a part: file, function, how it is off, lines (with the functions that nothing else uses), texts that pass
it, texts worse without it, texts better without it, texts gained a hundred lines, and the first that are worse. A part is tried until it
has earned its lines (a + behind the count), on the texts that are read soonest first; those that take longer than --seconds are left out.
No text worse says only that none of these needs the part: write one that does, and add it to fixtures/reading/cases.jsonl, before it goes.
"""

import argparse
import collections
import importlib.util
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

PARTS = ["src/layout/prose", "src/layout/grid", "src/layout/read", "src/layout/pgn", "src/layout/rows.rs", "src/layout/transcript.rs",
         "src/layout/input_format.rs", "src/layout/page_assembly.rs", "src/layout/placed.rs", "src/words", "src/lex.rs", "src/lex", "src/convert.rs",
         "src/convert", "src/resolve/line.rs", "src/resolve/note.rs", "src/resolve/numbers.rs", "src/resolve/plausibility.rs", "src/resolve/detect.rs"]
WRITERS = ("write.rs", "exact.rs", "import.rs")
SWITCH = '''//! Switches of the parts of the reader, for tests/peers/earns.py.
use std::{io::Write, sync::{OnceLock, atomic::{AtomicBool, Ordering}}};
static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
const COUNT: usize = %d;
pub fn off(part: usize) -> u8 {
    static OFF: OnceLock<(usize, u8, Option<std::ffi::OsString>)> = OnceLock::new();
    let (number, how, log) = OFF.get_or_init(|| {
        let text = std::env::var("EARNS").unwrap_or_default();
        let (number, how) = text.split_once(':').unwrap_or(("", ""));
        (number.parse().unwrap_or(usize::MAX), how.parse().unwrap_or(0), std::env::var_os("EARNS_LOG"))
    });
    if let Some(log) = log && !SEEN[part].swap(true, Ordering::Relaxed) {
        if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(log) {
            let _ = file.write_all(format!("{part}\\n").as_bytes());
        }
    }
    if *number == part { *how } else { 0 }
}
'''
HEAD = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))? )?fn (\w+)", re.MULTILINE)


def body(text, at):
    """Where the body of the function at AT begins and ends, and what it returns."""
    depth, arrow, n = 0, None, at
    while n < len(text):
        c = text[n]
        if text.startswith("->", n):
            if depth == 0:
                arrow = n + 2
            n += 2
            continue
        if c in "([<":
            depth += 1
        elif c in ")]>":
            depth -= 1
        elif c == ";" and depth == 0:
            return None
        elif c == "{" and depth == 0:
            break
        n += 1
    result = text[arrow:n].split(" where ")[0].split("\n    where")[0].strip() if arrow else "()"
    indent = re.search(r"[ \t]*$", text[:text.rindex("\n", 0, at) + 1 + len(re.match(r"[ \t]*", text[text.rindex("\n", 0, at) + 1:])[0])])[0]
    end = text.find(f"\n{indent}}}", n)
    line_end = text.find("\n", n)
    if text[n:line_end].rstrip().endswith("}"):
        end = line_end
    return (n, end + 1 + len(indent) + 1, result) if end > 0 else None


def functions(root, paths):
    files = []
    for path in paths:
        path = root / path
        files += [path] if path.is_file() else sorted(path.rglob("*.rs")) if path.is_dir() else []
    for file in files:
        text = file.read_text()
        code = text.split("#[cfg(test)]")[0]
        for head in HEAD.finditer(code):
            found = body(text, head.end())
            if file.name in WRITERS or found is None:
                continue
            start, end, result = found
            before = text[:head.start()].rstrip("\n").split("\n")
            docs = 0
            while docs < len(before) and re.match(r"\s*(///|#\[)", before[-1 - docs]):
                docs += 1
            yield dict(file=file, name=head[1], at=start + 1, begins=head.start(), ends=end, result=result,
                       lines=text[head.start():end].count("\n") + 1 + docs)


def dead_lines(part, parts, mentions):
    """The lines of a part and of the functions that only it and they use."""
    gone = [part]
    added = True
    while added:
        added = False
        for other in parts:
            if other in gone or other["file"] != part["file"]:
                continue
            inside = lambda at: any(it["from"] <= at < it["to"] for it in [*gone, other])
            if all(inside(at) for at in mentions[other["name"]]):
                gone.append(other)
                added = True
    return sum(it["lines"] for it in gone)


def build(root, target, check=False):
    env = {**os.environ, "CARGO_TARGET_DIR": target, "CARGO_PROFILE_DEV_OPT_LEVEL": os.environ.get("OPT", "1"), "CARGO_PROFILE_DEV_DEBUG": "0",
           "RUSTFLAGS": "--cap-lints warn -Awarnings"}
    return subprocess.run(["cargo", "check" if check else "build", "--locked", "--bin", "plyglot", "--message-format", "json"], cwd=root, env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)


def switched(root, parts, target):
    """Puts the switches into the sources, without those that have no default, and builds the program."""
    originals = {it["file"]: it["file"].read_text() for it in parts}
    lib = root / "src/lib.rs"
    lib.write_text(lib.read_text() + "\nmod earns;\n")
    out = set()
    while True:
        for file, text in originals.items():
            for number, part in reversed(list(enumerate(parts))):
                if part["file"] == file and number not in out:
                    how = f"match crate::earns::off({number}) {{ 1 => return false, 2 => return true, _ => {{}} }}" if part["result"] == "bool" else \
                        f"if crate::earns::off({number}) != 0 {{ return Default::default(); }}"
                    text = text[:part["at"]] + how + text[part["at"]:]
            file.write_text(text)
        (root / "src/earns.rs").write_text(SWITCH % len(parts))
        done = build(root, target, check=True)
        bad = set()
        messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
        errors = [it["message"] for it in messages if it.get("reason") == "compiler-message" and it["message"]["level"] == "error"]
        for error in errors:
            for span in error["spans"]:
                file = root / span["file_name"]
                if file in originals:
                    line = file.read_text().split("\n")[span["line_start"] - 1]
                    bad |= {int(it) for it in re.findall(r"earns::off\((\d+)\)", line)}
        if not errors:
            break
        if not bad - out:
            sys.exit("\n".join(it["rendered"] for it in errors[:5]))
        print(f"{len(bad - out)} parts have no default", flush=True)
        out |= bad
    done = build(root, target)
    return [n for n in range(len(parts)) if n not in out], pathlib.Path(target) / "debug/plyglot"


def load(path, *argv):
    sys.argv = [path.name, *map(str, argv)]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Texts:
    """Every text with a function from the program to 2, 1 or 0: right, told, not told."""

    def __init__(self, root, data, program, honest):
        self.program, self.all = str(program), []
        reading = data / "../reading"
        check = load(reading / "check.py")
        for path in [*sorted((root / "fixtures/reading").glob("*.jsonl")), reading / "cases.jsonl", reading / "evidence.jsonl"]:
            for line in path.read_text().splitlines():
                if line.strip():
                    case = json.loads(line)
                    self.all.append((f"{path.stem}: {case['name']}", lambda case=case: 0 if check.run(self.program, case) else 2))
        folders = [data / "found", *(it for it in sorted((data / "descriptive").iterdir()) if it.is_dir())]
        for truth in [it for folder in folders for it in sorted(folder.glob("*.pgn"))]:
            want, start = self.truth(truth)
            for suffix in (".txt", ".moves.txt"):
                if (text := truth.with_suffix(suffix)).exists() and text.stat().st_size < 12_000:
                    data_ = text.read_bytes()
                    if start and suffix == ".moves.txt":
                        data_ = f'[FEN "{start}"]\n\n'.encode() + data_
                    for way in ([], ["--extract"]):
                        self.all.append((f"{text.name} {''.join(way)}".strip(), lambda data_=data_, way=way, want=want: self.book(data_, way, want)))
        module = load(reading / "honest.py", self.program, self.games(data), honest)
        games = module.games()
        for change in module.WHOLE + module.BROKEN:
            for n, (style, truth, words, result) in enumerate(games):
                other = next((g for g in games[n + 1:] + games if g[0] == style and g[1] != truth), games[n])
                made = change(random.Random(f"1 {change.__name__} {n}"), words, result, other[2])
                if made:
                    whole = change in module.WHOLE
                    self.all.append((f"honest {change.__name__} {style} {n}", lambda made=made, truth=truth, whole=whole, result=result: (
                        {"right": 2, "told": 1, "silent": 0}[module.judge([], "\n".join(made) + "\n", truth, whole, result if whole else None)[0]])))

    def games(self, data):
        text = subprocess.run(["zstd", "-dcq", "--long=27", data / "archives/twic-style.pgn.zst"], capture_output=True, check=False).stdout[:400_000]
        path = pathlib.Path(tempfile.mkdtemp()) / "games.pgn"
        path.write_bytes(text)
        return path

    def read(self, data, way):
        try:
            done = subprocess.run([self.program, "-q", *way, "--layout", "jsonl"], input=data, capture_output=True, check=False)
        except subprocess.TimeoutExpired:
            return [], 0
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")], done.returncode

    def truth(self, path):
        game = self.read(path.read_bytes(), ["-f", "san"])[0][0]
        return [it["uci"] for it in game["moves"]], dict(game["tags"]).get("FEN")

    def book(self, data, way, want):
        games, status = self.read(data, way)
        games = [it for it in ([move["uci"] for move in game["moves"]] for game in games) if it]
        return 2 if games == [want] or way and want in games else 1 if status else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path, metavar="WORKTREE")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2] / "../shared/data")
    parser.add_argument("--out", default="earns.tsv")
    parser.add_argument("--target", default="/tmp/earns-target")
    parser.add_argument("--parts", nargs="+", default=PARTS)
    parser.add_argument("--only", default="", help="functions whose name has this")
    parser.add_argument("--honest", type=int, default=1, help="games that honest.py spoils")
    parser.add_argument("--least", type=int, default=6, help="lines of a part that is no yes or no")
    parser.add_argument("--seconds", type=float, default=1.5, help="texts that take longer are left out")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    root = args.root.resolve()
    if subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, check=True).stdout:
        sys.exit(f"{root} has changes; give a scratch worktree")
    parts = [it for it in functions(root, args.parts) if args.only in it["name"]]
    text, at = "", {}
    for file in sorted((root / "src").rglob("*.rs")):
        at[file] = len(text)
        text += re.sub("//[^\n]*", lambda it: " " * len(it[0]), file.read_text())
    mentions = collections.defaultdict(list)
    for word in re.finditer(r"\w+", text):
        mentions[word[0]].append(word.start())
    for part in parts:
        part["from"], part["to"] = at[part["file"]] + part["begins"], at[part["file"]] + part["ends"]
    for part in parts:
        part["dead"] = dead_lines(part, parts, mentions)
    parts = [it for it in parts if it["result"] in ("bool", "Option<usize>") or it["dead"] >= args.least]
    print(f"{len(parts)} parts", flush=True)
    there, program = switched(root, parts, args.target)
    kept = pathlib.Path(args.target) / "switched"
    shutil.copy(program, kept)
    run = subprocess.run
    subprocess.run = lambda *a, **k: run(*a, **{**k, "timeout": 20})
    texts = Texts(root, args.data.resolve(), kept, args.honest).all
    print(f"{len(there)} parts can be switched off; {len(texts)} texts", flush=True)
    passes, before, took = {}, [], []
    for n, (name, score) in enumerate(texts):
        log = tempfile.mktemp()
        os.environ["EARNS_LOG"] = log
        began = time.monotonic()
        before.append(score())
        took.append(time.monotonic() - began)
        if os.path.exists(log):
            for number in set(map(int, open(log).read().split())) if took[-1] < args.seconds else ():
                passes.setdefault(number, []).append(n)
            os.unlink(log)
    del os.environ["EARNS_LOG"]
    print(f"{sum(it >= args.seconds for it in took)} texts take too long; the others {sum(it for it in took if it < args.seconds):.0f} s", flush=True)
    print(f"with all parts {before.count(2)} right, {before.count(1)} told, {before.count(0)} neither", flush=True)
    with open(args.out, "w") as out, ThreadPoolExecutor(args.jobs) as pool:
        print("file", "function", "off", "lines", "passed", "worse", "better", "texts a hundred lines", "which", sep="\t", file=out, flush=True)
        order = sorted(there, key=lambda it: len(passes.get(it, [])))
        for number in order:
            part = parts[number]
            for how, said in ((1, "false"), (2, "true")) if part["result"] == "bool" else ((1, "none"),):
                worse, better, done = [], 0, 0
                os.environ["EARNS"] = f"{number}:{how}"
                sample = passes.get(number, [])
                random.Random(number).shuffle(sample)
                sample.sort(key=lambda n: round(took[n], 1))
                for k in range(0, len(sample), 8):
                    for n, score in zip(sample[k:k + 8], pool.map(lambda n: texts[n][1](), sample[k:k + 8])):
                        done += 1
                        worse += [texts[n][0]] if score < before[n] else []
                        better += score > before[n]
                    if len(worse) - better >= max(2, part["dead"] / 50):  # it has earned its lines
                        break
                gain = len(worse) - better
                print(part["file"].relative_to(root), part["name"], said, part["dead"], len(sample), f"{len(worse)}{'+' * (done < len(sample))}", better,
                      f"{100 * gain / part['dead']:.1f}", "; ".join(worse[:3]), sep="\t", file=out, flush=True)
                del os.environ["EARNS"]


if __name__ == "__main__":
    main()
