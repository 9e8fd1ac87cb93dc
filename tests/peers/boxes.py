#!/usr/bin/env python3
"""Pages with boxes made from character layouts, as `pdftotext -layout` writes them.

usage: boxes.py make TEXT                  writes the page as hOCR: a cell of 5 by 10 units for each character
       boxes.py PLYGLOT TEXT PGN [FLOOR]   reads that page with --repair, and compares the game with its truth

Exit status 1 if fewer than FLOOR plies of the main line are those of the truth.
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, PITCH = 5, 10, 12


def page(text):
    """Returns a page of hOCR with the words of a text."""
    words = []
    for row, line in enumerate(text.expandtabs().splitlines()):
        for word in re.finditer(r"\S+", line):
            box = (word.start() * WIDTH, row * PITCH, word.end() * WIDTH, row * PITCH + HEIGHT)
            words.append(f"<span class='ocrx_word' title='bbox {' '.join(map(str, box))}'>{html.escape(word[0])}</span>")
    return "<html><body><div class='ocr_page'>\n" + "\n".join(words) + "\n</div></body></html>\n"


def plies(plyglot, path, *flags):
    """Returns the plies of the first game of a file that has any."""
    done = subprocess.run([plyglot, "-q", "--layout", "jsonl", *flags, str(path)], capture_output=True)
    games = [[move["uci"] for move in json.loads(line)["moves"]] for line in done.stdout.splitlines()]
    return max(games, key=len, default=[])


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "make":
        print(page(pathlib.Path(arguments[1]).read_text()), end="")
        return 0
    if len(arguments) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    plyglot, text, pgn = arguments[:3]
    floor = int(arguments[3]) if len(arguments) == 4 else 0
    truth = plies(plyglot, pgn, "-f", "san")
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "page.hocr")
        made.write_text(page(pathlib.Path(text).read_text()))
        read = plies(plyglot, made, "--repair")
    right = sum(one == other for one, other in zip(read, truth))
    print(f"{pathlib.Path(text).stem}: {right} of {len(truth)} plies right, {len(read)} read")
    return 0 if right >= floor else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
