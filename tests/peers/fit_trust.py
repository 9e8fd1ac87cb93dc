#!/usr/bin/env python3
"""Fits the weights of src/resolve/repair/trust.tsv: fit_trust.py TESTS [NAME=]FOLDER... > trust.tsv

TESTS is the release of the unit tests (`cargo test --release --lib --no-run`), which print what the decoder takes a text for
(tests/inside/trust.rs). A folder has NAME.txt and NAME.uci, its game, one line for each way to read it; an empty NAME.uci says that
the text tells no game from its first position: contents, endings, prose. Every text is read as a page and as a line, in the notation
NAME (descriptive, if none is given). Needs numpy.

Games count also as their first plies, twice, cut at random, since people have short texts. Each probability is a logistic function, fitted to all plies by Newton's method with a ridge of 1: `track`, whether the position
is that of the game (a single wrong ply between right ones leaves it), and `ply`, whether the ply is right where the position is. Measure
the result on texts that were not fitted: decoding.py --calibrated."""
import math, os, pathlib, random, subprocess, sys

import numpy as np

TRACK = ("one", "own", "gap", "next3", "next10", "past3", "past10", "all", "severe", "since", "length", "end")
PLY = ("one", "share", "share.repaired", "repaired", "cost")
SEVERE = 5


def assessed(tests, notation, form, text, game):
    told = "\n".join((notation, form, str(text), str(game)))
    command = [tests, "trust", "--nocapture", "--test-threads=1"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PLYGLOT_TRUST": told}, timeout=600)
    elements = []
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        fields = line.split("\t")
        if fields[0] == "road":
            yield fields[1], elements
            elements = []
        elif len(fields) == 4:
            elements.append((fields[0], int(fields[1]), float(fields[2]), {"Some(true)": True, "Some(false)": False}.get(fields[3])))


def plies(elements):
    """The plies of a game: kind, cost, share, right, and the oddity of its own and of what precedes it."""
    found, left, other = [], 0, False
    for kind, cost, share, right in elements:
        left += kind == "LeftOut"
        if kind.startswith("Number"):
            other = cost >= 200
        if right is not None:
            own = min(cost / 100, 13)
            own = max(own, 8) if kind == "Missing" else own
            found.append((kind, cost, share, right, own, 3.3 * other + 3 * min(left, 3)))
            left, other = 0, False
    return found


def on_track(rights):
    """Whether each position is that of the game: one wrong ply between right ones leaves it."""
    count = len(rights)
    return [right or 0 < n < count - 1 and rights[n - 1] and rights[n + 1] for n, right in enumerate(rights)]


def track_features(game):
    sums = [min(own + gap, 12) for *_, own, gap in game]
    mean = lambda start, end, of: math.log1p(sum(sums[max(0, start) : end]) / of)
    severe, since = 0, None
    for n, (*_, own, gap) in enumerate(game):
        since = 0 if sums[n] >= SEVERE else None if since is None else since + 1
        severe += sums[n] >= SEVERE
        yield [
            1, own, gap, mean(n + 1, n + 4, 3), mean(n + 1, n + 11, 10), mean(n - 3, n, 3), mean(n - 10, n, 10),
            math.log1p(sum(sums) / len(sums)), math.log1p(severe), 0 if since is None else math.exp(-since / 4),
            math.log(min(len(game), 60)), math.exp((n + 1 - len(game)) / 3),
        ]  # fmt: skip


def ply_features(kind, cost, share, *_):
    share = min(max(share, 1e-4), 1 - 1e-9)
    odds, exact = min(3, math.log(share / (1 - share))), kind.startswith("Ply") and "exact: 0" not in kind
    return [1, odds, 0, 0, 0] if exact else [1, 0, odds, 1, min(cost, 1300) / 300]


def fitted(features, right):
    features, right = np.array(features, float), np.array(right, float)
    weights = np.zeros(features.shape[1])
    for _ in range(60):
        share = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (right - share) - weights
        curve = (features * (share * (1 - share))[:, None]).T @ features + np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def main():
    tests, *folders = sys.argv[1:]
    games, dice = {"line": [], "page": []}, random.Random(5)
    for folder in folders:
        notation, _, folder = folder.rpartition("=")
        for game in sorted(pathlib.Path(folder).glob("*.uci")):
            for form in ("line", "page"):
                for road, elements in assessed(tests, notation or "descriptive", form, game.with_suffix(".txt"), game):
                    found = plies(elements)
                    lengths = [dice.randrange(4, 17) for _ in range(2)] if game.read_text().strip() else []
                    games[road] += [found[:count] for count in (len(found), *lengths) if 0 < count <= len(found)]
    print("# The weights of what is odd about a ply and its neighbours, for `trust.rs`, fitted by tests/peers/fit_trust.py:")
    print("#   ROAD  PROBABILITY  FEATURE  WEIGHT")
    for road, all in games.items():
        tracks = [track for game in all for track in on_track([ply[3] for ply in game])]
        track = fitted([it for game in all for it in track_features(game)], tracks)
        every = [ply for game in all for ply in game]
        known = [ply for ply, on in zip(every, tracks) if on]
        ply = fitted([ply_features(*it) for it in known], [it[3] for it in known])
        for name, names, weights in (("track", TRACK, track), ("ply", PLY, ply)):
            for feature, weight in zip(names, weights):
                print(road, name, feature, f"{weight:.3f}", sep="\t")


if __name__ == "__main__":
    main()
