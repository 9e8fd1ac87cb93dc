#!/usr/bin/env python3
"""Checks that every comparison fails with a program that does nothing, and with one that loses a move.

usage: meta.py PLYGLOT [CASES]

CASES is the folder with pgn-extract's test suite, if it is there. Exit status 1 if a script accepts one of the two, or
if there is a script of which this one does not know how it is called.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOSING = ROOT / "tests/peers/losing.py"
DATA = ROOT / "../shared/data"
LIFE = DATA / "found/chesslife1946-yerhoff-steiner-pdflayout"

# The command of each, in the project's folder; PROGRAM stands for the program.
CALLS = {
    "tests/peers/compare.py": ["--plyglot", "PROGRAM", "fixtures/opera.pgn", "fixtures/deep-blue.pgn"],
    "tests/peers/count.py": ["--plyglot", "PROGRAM", "fixtures/opera.pgn", "fixtures/deep-blue.pgn"],
    "tests/peers/differential.py": ["--plyglot", "PROGRAM", "--notations", "san lan", "fixtures/opera.pgn"],
    "tests/peers/differential.py --read": ["--plyglot", "PROGRAM", "--notations", "san lan", "fixtures/opera.pgn"],
    "tests/peers/books.py": ["--plyglot", "PROGRAM", "fixtures/books"],
    "tests/peers/books.py --repair": ["--plyglot", "PROGRAM", "fixtures/books"],
    "tests/peers/suites.py": ["--plyglot", "PROGRAM", "CASES"],
    "tests/peers/decoding.py": ["PROGRAM", "--sheets", "fixtures/sheets", "--floors", "tests/peers/decoding.tsv"],
    "tests/peers/proofs.py": ["PROGRAM", "--sheets", "fixtures/sheets", "--floors", "tests/peers/proofs.tsv"],
    "tests/peers/importers.py": ["PROGRAM", "fixtures/opera.pgn", "fixtures/deep-blue.pgn"],
    "tests/peers/standing.py": ["PROGRAM", "--positions", "20"],
    "tests/peers/boxes.py": ["PROGRAM", "LIFE.txt", "LIFE.pgn", "95"],
    "tests/peers/frozen.py --quick": ["PLYGLOT", "PROGRAM", "--only", "mutations", "--data", "DATA"],
    "tests/browser/check.py": ["PROGRAM", "PAGES"],
    "tests/spark/test.py": ["PROGRAM"],
}

# Scripts that are not comparisons with the program, or run in the environment of the wheel.
OTHERS = {
    # The API is no program; `api.py` has its snapshot.
    "tests/peers/api.py", "tests/peers/tables.py", "tests/peers/wheel.py",
    "tests/browser/chromium.py", "tests/peers/checks.py", "tests/peers/dependencies.py", "tests/peers/earns.py",
    "tests/peers/losing.py",
    "tests/peers/fit_confusions.py", "tests/peers/fit_trust.py", "tests/peers/pages.py",
    # It asks for tags, and for no move.
    "tests/peers/headings.py",
    "tests/peers/meta.py", "tests/peers/positions.py", "tests/peers/reference.py", "tests/peers/samples.py", "tests/spark/convert.py",
}


def self_test(plyglot):
    """Checks that the program that loses a move loses exactly that, in every format."""
    for arguments in [], ["--layout", "jsonl"], ["--layout", "html"], ["--layout", "html", "-t", "sllavcco"]:
        command = ["-q", *arguments, "fixtures/opera.pgn"]
        outputs = [
            subprocess.run([program, *command], cwd=ROOT, env={**os.environ, "PLYGLOT": plyglot}, stdout=subprocess.PIPE, check=True)
            for program in (plyglot, LOSING)
        ]
        whole, less = (len(it.stdout.replace(b" ", b"")) for it in outputs)
        assert less < whole < less + 1000, f"{command}: {whole} bytes and {less}"


def main():
    plyglot, cases = os.path.abspath(sys.argv[1]), sys.argv[2:]
    self_test(plyglot)
    complaints = []
    known = OTHERS | {call.split()[0] for call in CALLS}
    for folder in ("peers", "browser", "spark"):
        for script in (ROOT / "tests" / folder).glob("*.py"):
            name = script.relative_to(ROOT).as_posix()
            if name not in known:
                complaints.append(f"{name}: how is it called?")
    with tempfile.TemporaryDirectory() as pages:
        for call, arguments in CALLS.items():
            if "CASES" in arguments and not cases or "LIFE.txt" in arguments and not LIFE.with_suffix(".txt").exists():
                print(f"{call}: not tried, its files are not here")
                continue
            for program, what in (("/bin/true", "does nothing"), (str(LOSING), "loses a move")):
                values = {"PROGRAM": program, "PLYGLOT": plyglot, "DATA": str(DATA), "CASES": cases and os.path.abspath(cases[0]), "PAGES": pages}
                values |= {f"LIFE{suffix}": str(LIFE.with_suffix(suffix)) for suffix in (".txt", ".pgn")}
                script, *flags = call.split()
                command = [sys.executable, script, *flags, *(values.get(it, it) for it in arguments)]
                run = subprocess.run(command, cwd=ROOT, env={**os.environ, "PLYGLOT": plyglot},
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200)
                print(f"{call}: a program that {what}: {'noticed' if run.returncode else 'NOT NOTICED'}")
                if not run.returncode:
                    complaints.append(f"{call}: accepts a program that {what}")
                    print(run.stdout.decode(errors="replace")[-2000:])
    print("\n".join(complaints) or "every comparison can fail")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
