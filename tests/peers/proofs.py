#!/usr/bin/env python3
"""Proofreads as a person would: proofs.py PLYGLOT [--sheets FOLDER] [--pages FOLDER] [--every N] [--floors FILE] [--told]

Of each text, whose game is known, the reader looks at the first ply that is wrong, says what stands there (another move, no move, a move
that is missing), and runs the program again with all corrections so far, at most twelve times. Tells after how many corrections the games
were whole, and how many plies that were right were lost to a correction elsewhere. Sheets and pages lie as decoding.py says; a sheet that
ends before its game is whole as far as it goes. --every N takes every Nth text of a kind, --told shows the corrections. --floors FILE has lines
NAME <tab> median <tab> 90th percentile <tab> lost plies, none of which may be exceeded; a game that never becomes whole counts as
thirteen corrections."""
import argparse, difflib, json, pathlib, re, subprocess, sys, tempfile

MOST = 12
STYLES = ("san", "descriptive", "descriptive:kt", "descriptive:long")
# Texts at least this like a ply are taken to be its text, and a ply's text has at most so many words.
LIKE, WORDS = 0.55, 8
# So many plies are looked at together, each a little less than the one before, and more if it is read as the ply; so many in a row that
# are the same show where the game goes on.
NEAR, FARTHER, READ, SAME = 8, 0.1, 0.5, 3


def run(*args):
    done = subprocess.run(args, capture_output=True, timeout=600)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def folded(text):
    return re.sub(r"[^a-z0-9]", "", text.lower().replace("×", "x").replace("½", "1/2"))


class Ply:
    """A ply of the game that is right, as the game and the page may have it."""

    def __init__(self, moves):
        self.uci, self.san = moves[0]["uci"], moves[0]["san"]
        self.texts = {folded(move["text"]) for move in moves}

    def like(self, text):
        """Returns how like this ply a text is, from 0 to 1."""
        text = folded(text)
        return max(difflib.SequenceMatcher(None, text, it, False).ratio() for it in self.texts)


def truths(plyglot, text):
    """Returns the games that are right."""
    found = []
    for line in filter(str.strip, text.splitlines()):
        with tempfile.NamedTemporaryFile("w", suffix=".uci") as file:
            file.write(line + "\n"), file.flush()
            games = [run(plyglot, "-q", "-f", "uci", "-t", style, "--layout", "jsonl", file.name)[0] for style in STYLES]
        found.append([Ply(moves) for moves in zip(*(game["moves"] for game in games))])
        if [it.uci for it in found[-1]] != line.split():
            sys.exit(f"{plyglot} reads another game: {line}")
    return found


class Text:
    def __init__(self, path):
        self.path, self.text = path, path.read_text(errors="replace")
        self.starts = [0] + [n + 1 for n, it in enumerate(self.text) if it == "\n"]

    def start(self, move):
        return self.starts[move["line"] - 1] + move["column"] - 1

    def end(self, move):
        words = r"\s+".join(map(re.escape, move["source"].split()))
        return self.start(move) + len(re.match(words, self.text[self.start(move):])[0])

    def words(self, start, end):
        """Yields the place and the text of up to so many words in a row between two places."""
        words = [it for it in re.finditer(r"\S+", self.text[start:end]) if re.search(r"[A-Za-z]", it[0])][:200]
        for n, first in enumerate(words):
            for last in words[n:n + WORDS]:
                text = self.text[start + first.start():start + last.end()]
                if "\n" not in text:
                    yield start + first.start(), text

    def says(self, at, text, verdict):
        """Returns the line of a correction, and where its text ends."""
        line, end = self.text.count("\n", 0, at), at + len(text)
        text = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
        return f'{self.path.name}:{line + 1}:{at - self.starts[line] + 1} "{text}" = {verdict}', end


def ucis(want, moves):
    return [it.uci for it in want], [it["uci"] for it in moves]


def right(want, moves):
    """Returns the numbers of the plies that were read."""
    blocks = difflib.SequenceMatcher(None, *ucis(want, moves), False).get_matching_blocks()
    return {n for block in blocks for n in range(block.a, block.a + block.size)}


def ends(text, moves):
    """Returns where the last of some plies that has a text ends."""
    return next((text.end(it) for it in reversed(moves) if it["source"]), 0)


def is_whole(text, want, moves):
    plies, got = ucis(want, moves)
    return plies == got or bool(got) and plies[:len(got)] == got and not any(text.words(ends(text, moves), None))


def correction(text, want, moves, seen):
    """Returns the correction of the first ply that is wrong, and where the text of it ends: the text that is most like it is its text, or
    else the next one that has not been corrected."""
    plies, got = ucis(want, moves)
    n = next((n for n, (one, other) in enumerate(zip(plies, got)) if one != other), min(len(plies), len(got)))
    here = moves[n] if n < len(moves) else None
    begin = text.start(here) if here else len(text.text)
    if n == len(want) and moves[n - 1]["source"]:
        return text.says(text.start(moves[n - 1]), moves[n - 1]["source"], "ends the game *")
    if n == len(want) or any(got[at:at + SAME] == plies[n:n + SAME] for at in range(n + 1, n + NEAR)):
        return text.says(begin, here["source"], "note") if here["source"] else None
    done = max([ends(text, moves[:n])] + [it for it in seen if it <= begin])
    left_out = list(text.words(done, begin))
    near = [it for it in moves[n:n + NEAR] if it["source"]]
    linked = [(text.start(it), it["source"]) for it in near]
    likes = [(want[n].like(it[1]), *it) for it in left_out]
    read = [READ * (it["uci"] == plies[n]) - FARTHER * k for k, it in enumerate(near)]
    likes += [(want[n].like(it[1]) + more, *it) for it, more in zip(linked, read)]
    like, place, words = max(likes, key=lambda it: it[0], default=(0, None, None))
    later = max((it.like(linked[0][1]) for it in want[n + 1:n + SAME]), default=0) if linked else 0
    if later > max(like, LIKE) and not left_out:
        return text.says(*linked[0], f"missing before {want[n].san}")
    if like < LIKE:
        place, words = (left_out if later > LIKE else linked or left_out or [(None, None)])[0]
    if here and here["source"] and words and place > begin:
        return text.says(begin, here["source"], "note")
    return words and text.says(place, words, want[n].san)


def proofread(plyglot, path, games, args):
    """Returns after how many corrections the game was whole, and how many right plies were lost on the way; with the corrections."""
    text, made, seen, lost, known = Text(path), [], [], 0, set()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        while True:
            found = run(plyglot, "-q", "--repair", *args, "--layout", "jsonl", "--provenance", "--corrections", file.name, str(path))
            pairs = [(want, game["moves"]) for game in found for want in games]
            want, moves = max(pairs, key=lambda it: len(right(*it)) / len(it[0]), default=(games[0], []))
            now = right(want, moves)
            lost, known = lost + len(known - now), now
            if is_whole(text, want, moves):
                return len(made), lost, made
            line, end = correction(text, want, moves, seen) or (None, 0)
            if line is None or line in made or len(made) == MOST:
                return MOST + 1, lost, made
            made.append(line), seen.append(end)
            file.write(line + "\n"), file.flush()


def texts(args):
    for folder in args.sheets:
        found = [(it, sheet) for it in sorted(pathlib.Path(folder).glob("*.uci")) for sheet in sorted(it.parent.glob(it.stem + "-*.txt"))]
        for truth, sheet in found[1 % args.every::args.every]:
            yield "sheets", truth, sheet, ["-f", "san"]
    for folder in args.pages:
        for n, dpi in enumerate(("300", "200", "150"), 1):
            for truth in sorted(pathlib.Path(folder).glob("*.uci"))[n % args.every::args.every]:
                yield f"pages {dpi} dpi", truth, truth.parent / dpi / f"{truth.stem}.txt", ["--extract"]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("plyglot")
    options.add_argument("--sheets", action="append", default=[])
    options.add_argument("--pages", action="append", default=[])
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--floors")
    options.add_argument("--told", action="store_true")
    args = options.parse_args()
    found = {}
    for name, truth, path, flags in texts(args):
        count, lost, made = proofread(args.plyglot, path, truths(args.plyglot, truth.read_text()), flags)
        found.setdefault(name, []).append((count, lost))
        if args.told:
            print(f"{path.parent.name}/{path.name}: {count} corrections, {lost} plies lost", *made, sep="\n    ", flush=True)
    floors = {}
    if args.floors:
        rows = (line.split("\t") for line in open(args.floors) if line.strip())
        floors = {name: tuple(map(int, rest)) for name, *rest in rows}
    failed = not found
    for name, texts_of in found.items():
        after = sorted(it[0] for it in texts_of)
        figures = after[(len(after) - 1) // 2], after[-(-len(after) * 9 // 10) - 1], sum(it[1] for it in texts_of)
        print(f"{name}: {len(texts_of)} texts, whole after {figures[0]} corrections (median), {figures[1]} (90 %), "
              f"{sum(it > MOST for it in after)} never; {figures[2]} right plies lost")
        if any(one > other for one, other in zip(figures, floors.get(name, figures))):
            print(f"{name} is beyond its floors: {floors[name]}", file=sys.stderr)
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
