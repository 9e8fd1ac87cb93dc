#!/usr/bin/env python3
"""Counts what becomes of headings: headings.py PLYGLOT FOLDER [-v]

FOLDER holds texts of games as printed (../shared/data). headings.tsv beside this script says, from the texts alone, what each of them
tells: file, White, Black, Date; `-` where it tells nothing, `?` where it names two players but not who is White. Of the games whose
text names both players FLOOR must get both tags, on the plain road and with --extract; with --repair where that takes a moment. No tag
may have a value that the truth doesn't know, or that isn't in the text."""
import concurrent.futures, csv, pathlib, re, subprocess, sys

FLOOR = 0.8
ROADS = ([], ["--extract"], ["--repair"])
# A second: the slowest pages take longer to repair, and their headings are read by the same code.
LONGEST = 10
TOLD = ("White", "Black", "Date")
FREE = ("Event", "Site", "Round", "Board", "WhiteElo", "BlackElo", "ECO", "WhiteTeam", "BlackTeam", "WhiteTitle", "BlackTitle", "Opening")

plyglot, folder, verbose = sys.argv[1], pathlib.Path(sys.argv[2]), "-v" in sys.argv
rows = list(csv.DictReader(open(pathlib.Path(__file__).with_suffix(".tsv"), encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE))


def first_game(way, path):
    try:
        done = subprocess.run([plyglot, "-q", *way, "-f", "auto", str(path)], capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return None
    tags = {}
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        pair = re.fullmatch(r'\[(\w+) "(.*)"\]', line)
        if not pair:
            # A comment may stand above the tags.
            if tags or re.match(r"1[.]", line):
                break
            continue
        tags[pair[1]] = pair[2].replace('\\"', '"').replace("\\\\", "\\")
    return tags


def plain(text):
    return "".join(filter(str.isalnum, text))


def judge(job):
    way, row = job
    path = folder / row["file"]
    tags = first_game(way, path)
    if tags is None:
        return None
    text = plain(path.read_text(encoding="utf-8", errors="replace"))
    invented = [f"{name} {tags[name]!r}" for name in TOLD if tags.get(name, "?").strip("?.") and row[name] != tags[name]]
    invented += [f"{name} {tags[name]!r}" for name in FREE if plain(tags.get(name, "")) not in text]
    return {"White", "Black"} <= tags.keys(), invented


failed = False
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for way in ROADS:
        both, named, late = 0, 0, 0
        for row, verdict in zip(rows, pool.map(judge, [(way, row) for row in rows])):
            if verdict is None:
                late += 1
                continue
            found, invented = verdict
            names = [row[name] != "-" for name in ("White", "Black")]
            named += all(names)
            both += all(names) and found
            if verbose and all(names) and not found:
                print(f"{' '.join(way) or 'plain'}: {row['file']}: no players")
            for tag in invented:
                failed = True
                print(f"{' '.join(way) or 'plain'}: {row['file']}: invented {tag}")
        print(f"{' '.join(way) or 'plain'}: {both} of {named} games whose text names the players have both ({both / named:.0%}); {late} took longer than {LONGEST} s")
        failed |= both < FLOOR * named
sys.exit(failed)
