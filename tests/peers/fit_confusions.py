#!/usr/bin/env python3
"""Measures how often characters are confused: fit_confusions.py READ MEANT [READ MEANT]... > table

READ is a text with slips, MEANT the same text without them, in the same notation: `plyglot GAME -t san --no-tags` for a sheet,
what a page was printed from for a page. Words that both have in the same order hold the texts together; between them signs are aligned, at
the least number of changes. What happens often enough is printed as lines of src/notation/confusions.tsv: the cost of a thing is
100 times the negative logarithm of its share, of all places where it might have happened, with half a case added to each count. Slips that are
rarer are counted under `any`. What is printed is evidence for the table, which has the same costs for whole groups of signs that look alike:
compare them on texts that were not fitted (decoding.py)."""
import collections, difflib, math, pathlib, sys

OFTEN = 3
SAME = str.maketrans({"–": "-", "—": "-", "×": "x", "†": "+", "’": "'"})


def signs(read, meant):
    """Aligns two texts with the fewest changes, as pairs of characters, "" for none."""
    rows = [[(j, None) for j in range(len(read) + 1)]]
    for i, want in enumerate(meant, 1):
        row = [(i, None)]
        for j, got in enumerate(read, 1):
            row.append(min((rows[-1][j - 1][0] + (want != got), 0), (rows[-1][j][0] + 1, 1), (row[-1][0] + 1, 2)))
        rows.append(row)
    i, j, pairs = len(meant), len(read), []
    while i or j:
        way = 2 if i == 0 else 1 if j == 0 else rows[i][j][1]
        i, j = i - (way != 2), j - (way != 1)
        pairs.append(("" if way == 2 else meant[i], "" if way == 1 else read[j]))
    return pairs


def pairs(read, meant):
    read, meant = (pathlib.Path(file).read_text(errors="replace").translate(SAME).split() for file in (read, meant))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, read, meant, False).get_opcodes():
        got, want = " ".join(read[a:b]), " ".join(meant[c:d])
        if tag == "equal":
            yield from zip(want, want)
        elif tag == "replace" and len(got) < 3 * len(want) < 9 * len(got):
            # Insertions or deletions alone are words or notes, not misread characters.
            yield from signs(got, want)


def main():
    if len(sys.argv) < 3 or len(sys.argv) % 2 == 0:
        sys.exit(__doc__)
    counts = collections.Counter()
    for read, meant in zip(sys.argv[1::2], sys.argv[2::2]):
        counts.update(pair for pair in pairs(read, meant) if " " not in pair)
    meant = collections.Counter()
    for (want, _), count in counts.items():
        meant[want] += count
    everything = sum(count for want, count in meant.items() if want)
    cost = lambda count, of: round(-100 * math.log((count + 0.5) / (of + 1)))
    rest = collections.Counter()
    lines = []
    for (want, got), count in counts.most_common():
        kind = "lost" if not got else "added" if not want else "for" if want != got else None
        if kind is None:
            continue
        if count < OFTEN:
            rest[kind] += 1
            continue
        shown = {"for": f"{want}\t{got}", "lost": want, "added": got}[kind]
        lines.append(f"{kind}\t{shown}\t{cost(count, meant[want] if want else everything)}")
    for kind, name in (("for", "alike"), ("lost", "lost"), ("added", "added")):
        print(f"{name}\tany\t{cost(rest[kind] / max(1, len(meant)), everything / max(1, len(meant)))}")
    print("\n".join(sorted(lines)))


if __name__ == "__main__":
    main()
