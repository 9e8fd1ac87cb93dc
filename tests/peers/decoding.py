#!/usr/bin/env python3
"""Measures the decoding of texts with slips: decoding.py PLYGLOT [--sheets FOLDER] [--pages FOLDER] [--found FOLDER] [--noise GAMES.pgn] [--games N] [--rate R] [--floors FILE]

Sheets: NAME.uci is a game, NAME-a.txt and NAME-b.txt are what its players wrote; NAME-*.csv are readings of a recogniser. Pages: NAME.uci is
a game, a line for each way to read it that is right, and FOLDER/300, 200 and 150 have its page as NAME.txt, read at so many dots an inch;
--every N takes every Nth. Found: NAME.txt is a printed game, NAME.pgn its moves.
Noise: real games written in several notations, with signs of their movetext changed, lost or added at random. Whole: every ply right; silent: a wrong game of which nothing is said. With
--bins a table of how often plies are right, by how sure they are said to be. With --calibrated it fails if, of all texts together, more than
1 % of the plies given with 99 % or more are wrong, or a bin of many is right 3 points more or less often than said. With --floors (NAME <tab> whole <tab> plies <tab> silent,
shares in hundredths, silent as a count) it fails if a line falls below its floor. With --why LIKELIER (the unit tests of a release, which have `likelier`) it says of every
sheet that is wrong whether the true game was dearer (the costs are wrong), was lost (the search is), or is beyond what the sheet says."""
import argparse, difflib, json, os, pathlib, random, re, subprocess, sys, tempfile

NOTATIONS = ("san", "lan", "descriptive", "geographical", "economical", "sllavcco")
ALPHABET = "abcdefghKQRBNPOxX12345678-+=.,:;lISsGgZz0t"
# Fewer plies of a bin say little of it.
MANY = 250
BINS = ((0.0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01))


def run(args, **more):
    return subprocess.run(args, capture_output=True, timeout=900, **more)


def games(done):
    return [json.loads(line) for line in done.stdout.decode("utf-8", "replace").splitlines() if line.startswith("{")]


def same(one, other):
    return sum(block.size for block in difflib.SequenceMatcher(None, one, other, False).get_matching_blocks())


class Tally:
    def __init__(self, name):
        self.name, self.games, self.whole, self.plies, self.right, self.silent = name, 0, 0, 0, 0, 0
        self.bins = [[0, 0, 0.0] for _ in BINS]
        self.wrong = []

    def add(self, label, want, game):
        got = [move["uci"] for move in game.get("moves", [])]
        self.games += 1
        self.whole += got == want
        self.plies += len(want)
        blocks = difflib.SequenceMatcher(None, want, got, False).get_matching_blocks()
        self.right += sum(block.size for block in blocks)
        right = {n for block in blocks for n in range(block.b, block.b + block.size)}
        said = game.get("warnings") or game.get("errors")
        if got != want:
            self.wrong.append(label)
        if got != want and got and not said:
            self.silent += 1
        for n, move in enumerate(game.get("moves", [])):
            if "confidence" in move:
                for bin, (low, high) in zip(self.bins, BINS):
                    if low <= move["confidence"] < high:
                        bin[0] += 1
                        bin[1] += n in right
                        bin[2] += move["confidence"]

    def line(self):
        return (f"{self.name}: whole {self.whole} of {self.games} ({self.whole / max(1, self.games):.1%}), "
                f"plies right {self.right / max(1, self.plies):.2%}, silent {self.silent}")

    def table(self):
        for (low, high), (count, right, sum) in zip(BINS, self.bins):
            if count:
                print(f"    said {low:.2f}–{min(high, 1):.2f}: {count} plies, mean {sum / count:.3f}, right {right / count:.3f}")


def sheets(plyglot, folder):
    single, merged = Tally("sheets"), Tally("merged")
    for truth in sorted(pathlib.Path(folder).glob("*.uci")):
        want = truth.read_text().split()
        found = sorted(truth.parent.glob(truth.stem + "-*.txt"))
        for sheet in found + sorted(truth.parent.glob(truth.stem + "-*.csv")):
            done = run([plyglot, "-q", "--repair", "-f", "san", "-t", "san", "--layout", "jsonl", str(sheet)])
            single.add(sheet.stem, want, (games(done) or [{}])[0])
        if len(found) == 2:
            done = run([plyglot, "merge", "-f", "san", "-t", "san", "--layout", "jsonl", *map(str, found)])
            game = (games(done) or [{}])[0]
            merged.add(truth.stem, want, {**game, "warnings": bool(done.stderr)})
    return [single, merged]


def pages(plyglot, folder, every):
    tallies = []
    for n, dpi in enumerate(("300", "200", "150")):
        tally = Tally(f"pages {dpi} dpi")
        for truth in sorted(pathlib.Path(folder).glob("*.uci"))[n % every :: every]:
            right = [line.split() for line in truth.read_text().splitlines() if line.strip()]
            done = run([plyglot, "-q", "--extract", "--repair", "-t", "san", "--layout", "jsonl", str(truth.parent / dpi / f"{truth.stem}.txt")])
            moves = lambda game: [move["uci"] for move in game["moves"]]
            pairs = [(same(want, moves(game)), want, game) for game in games(done) for want in right]
            _, want, game = max(pairs, key=lambda it: it[0] / max(1, len(it[1])), default=(0, right[0], {}))
            tally.add(truth.stem, want, game)
        tallies.append(tally)
    return tallies


def found(plyglot, folder):
    tally = Tally("found")
    for truth in sorted(pathlib.Path(folder).glob("*.pgn")):
        [game] = games(run([plyglot, "-q", "-f", "san", "-t", "san", "--layout", "jsonl", str(truth)]))
        want = [move["uci"] for move in game["moves"]]
        for more in ([], ["--extract"]):
            done = run([plyglot, "--repair", *more, "-t", "san", "--layout", "jsonl", str(truth.with_suffix(".txt"))])
            near = lambda game: same(want, [move["uci"] for move in game["moves"]])
            best = max(games(done), key=near, default={})
            # Of a text that goes on, the game's beginning is the truth.
            part = "beginning only" in truth.read_text() or "fragment" in truth.read_text()
            moves = best.get("moves", [])[: len(want) if part else None]
            tally.add(truth.stem, want, {**best, "moves": moves, "warnings": bool(done.stderr)})
    return tally


def calibrated(tallies):
    right = True
    for n, (low, high) in enumerate(BINS):
        count, hits, said = (sum(tally.bins[n][k] for tally in tallies) for k in range(3))
        off = abs(hits - said) / max(1, count)
        bad = count >= MANY and off > 0.03 or low >= 0.99 and hits < 0.99 * count
        print(f"said {low:.2f}–{min(high, 1):.2f}: {count} plies, mean {said / max(1, count):.3f}, right {hits / max(1, count):.3f}{' TOO FAR' if bad else ''}")
        right &= not bad
    return right


def noise(plyglot, source, count, rate, seed):
    text = open(source, errors="replace").read().split("\n[Event ")
    chosen = [it if it.startswith("[") else "[Event " + it for it in text if "\n\n1." in it.replace("\r", "")][: count * 3 : 3]
    tallies = []
    with tempfile.TemporaryDirectory() as folder:
        clean = os.path.join(folder, "clean.pgn")
        open(clean, "w").write("\n".join(chosen))
        convert = lambda to: games(run([plyglot, "-q", "-f", "san", "-t", to, "--layout", "jsonl", "--no-comments", clean]))
        truth = [[move["uci"] for move in game["moves"]] for game in convert("san")]
        for notation in NOTATIONS:
            rng = random.Random(seed)
            noisy = []
            for n, game in enumerate(convert(notation)):
                words = [f"{i // 2 + 1}. " * (i % 2 == 0) + move["text"] for i, move in enumerate(game["moves"])]
                slip = lambda c: rng.choice(("", rng.choice(ALPHABET), rng.choice(ALPHABET), c + rng.choice(ALPHABET)))
                movetext = "".join(slip(c) if c != "\n" and rng.random() < rate else c for c in " ".join(words))
                noisy.append(f'[Event "{n}"]\n[Notation "{notation}"]\n\n{movetext}\n')
            file = os.path.join(folder, "noisy.pgn")
            open(file, "w").write("\n".join(noisy))
            if keep := os.environ.get("KEEP"):
                open(os.path.join(keep, f"{notation}.pgn"), "w").write("\n".join(noisy))
            found = {}
            for game in games(run([plyglot, "-q", "-f", notation, "-t", "san", "--layout", "jsonl", "--repair", file])):
                found.setdefault(dict(game["tags"]).get("Event"), game)
            tally = Tally(f"noise {notation}")
            for n, want in enumerate(truth):
                tally.add(str(n), want, found.get(str(n), {}))
            tallies.append(tally)
    return tallies


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("plyglot")
    options.add_argument("--sheets")
    options.add_argument("--pages")
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--found")
    options.add_argument("--calibrated", action="store_true")
    options.add_argument("--noise")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--rate", type=float, default=0.02)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--floors")
    options.add_argument("--bins", action="store_true")
    options.add_argument("--wrong", action="store_true")
    options.add_argument("--why", metavar="LIKELIER")
    args = options.parse_args()
    tallies = sheets(args.plyglot, args.sheets) if args.sheets else []
    if args.pages:
        tallies += pages(args.plyglot, args.pages, args.every)
    if args.found:
        tallies.append(found(args.plyglot, args.found))
    if args.noise:
        tallies += noise(args.plyglot, args.noise, args.games, args.rate, args.seed)
    for tally in tallies:
        print(tally.line())
        if args.wrong:
            print("   wrong:", *tally.wrong)
        if args.bins:
            tally.table()
        if args.why and tally.name == "sheets":
            reasons = {}
            for name in tally.wrong:
                sheet = pathlib.Path(args.sheets) / f"{name}.txt"
                told = "\n".join(["san", str(sheet), str(sheet.with_name(name.rsplit("-", 1)[0] + ".uci"))])
                command = [args.why, "likelier", "--nocapture"]
                done = run(command, env={**os.environ, "PLYGLOT_LIKELIER": told})
                told = re.search(r"^(right|costs|search|beyond):", done.stdout.decode(), re.MULTILINE)
                reasons.setdefault(told[1] if told else "failed", []).append(name)
            for reason, names in reasons.items():
                print(f"   {reason}: {len(names)} ({' '.join(names)})")
    failed = args.calibrated and not calibrated(tallies)
    for line in open(args.floors).read().splitlines() if args.floors else []:
        name, whole, plies, silent = line.split("\t")
        if not any(tally.name == name and tally.games for tally in tallies):
            print(f"{name} has a floor, but no game", file=sys.stderr)
            failed = True
        for tally in tallies:
            shares = 100 * tally.whole / max(1, tally.games), 100 * tally.right / max(1, tally.plies)
            if tally.name == name and (shares[0] < float(whole) or shares[1] < float(plies) or tally.silent > int(silent)):
                print(f"{name} is below its floor: whole {whole} %, plies {plies} %, silent {silent}", file=sys.stderr)
                failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
