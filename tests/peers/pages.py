#!/usr/bin/env python3
"""Makes pages as a recogniser reads them of printed games: pages.py PLYGLOT TEXTS OUT FONT...

TEXTS is a folder of printed games (NAME.txt, at any depth; NAME.moves.txt is none). Each that plyglot reads without errors is set in
one of the fonts, with page heads and numbers, turned a little, blurred and made noisy at 300, 200 and 150 dots per inch, and read
by tesseract. OUT gets NAME.uci, the game, and 300, 200 and 150 with NAME.txt, as `../shared/data/ocr` has them and
`decoding.py --pages OUT` measures. Pages of faces and games that nobody has tuned the decoder to show what the shared ones hide.
The same arguments make the same pages. Needs tesseract, numpy and Pillow."""
import concurrent.futures, json, pathlib, random, re, subprocess, sys, tempfile, textwrap, zlib

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

# Dots per inch, and the radius of the blur in dots.
RESOLUTIONS = {300: 1.6, 200: 1.1, 150: 0.75}
# All of this at 300 dots per inch: the width of a page, its margin, the height of a line, that of letters, and the width of a blank.
WIDTH, MARGIN, LINE, LETTERS, BLANK = 1900, 120, 60, 44, 24
# Lines on a page, and letters in a line of notes.
LINES, NOTE = 36, 72
# The greatest turn in degrees, the deviation of the grey of a dot (of 255), and the share of dots that are specks.
TURN, NOISE, SPECKS = 0.35, 18, 0.0002


def game(plyglot, text):
    """The longest game of a text, in UCI; none if it is not read without errors."""
    done = subprocess.run([plyglot, "-q", "-t", "san", "--layout", "jsonl", "--extract", text], capture_output=True)
    games = [[move["uci"] for move in json.loads(line)["moves"]] for line in done.stdout.splitlines()]
    return max(games, key=len, default=None) if done.returncode == 0 else None


def set_lines(text, page):
    """The lines of the pages: rows as they are, notes filled anew, a head above each page."""
    lines, note = [], []

    def fill():
        lines.extend(textwrap.wrap(" ".join(note), NOTE))
        note.clear()

    for line in text.splitlines():
        if re.search(r"\S {3,}\S", line) or re.match(r"\s*\d+[.,]", line) or line.startswith("     "):
            fill()
            lines.append(line)
        elif line.strip():
            note.append(line.strip())
        else:
            fill()
            lines += [""] if lines and lines[-1] else []
    fill()
    for n, line in enumerate(lines):
        if n % LINES == 0:
            yield f"{page}{' ' * 16}THE BOOK OF CHESS" if page % 2 == 0 else f"ILLUSTRATIVE GAMES{' ' * 16}{page}"
            page += 1
        yield line


def print_lines(lines, font):
    image = Image.new("L", (WIDTH, LINE * (len(lines) + 3)), 255)
    draw = ImageDraw.Draw(image)
    for n, line in enumerate(lines):
        # Words of a column stay together; columns stand where they stood.
        for cell in re.finditer(r"\S+(?: {1,2}\S+)*", line):
            draw.text((MARGIN + cell.start() * BLANK, LINE * (n + 1)), cell.group(), font=font, fill=20)
    return image


def recognise(image, dpi, dice, out):
    turned = image.rotate(dice.uniform(-TURN, TURN), fillcolor=255, resample=Image.BICUBIC)
    small = turned.resize((image.width * dpi // 300, image.height * dpi // 300), Image.LANCZOS)
    dots = np.asarray(small.filter(ImageFilter.GaussianBlur(RESOLUTIONS[dpi])), dtype=float)
    noise = np.random.default_rng(dice.getrandbits(32))
    dots = np.clip(dots + noise.normal(0, NOISE, dots.shape), 0, 255).astype("uint8")
    dots[noise.random(dots.shape) < SPECKS] = 60
    with tempfile.NamedTemporaryFile(suffix=".png") as page:
        Image.fromarray(dots).save(page.name, dpi=(dpi, dpi))
        command = ["tesseract", page.name, str(out.with_suffix("")), "--psm", "6", "--dpi", str(dpi)]
        subprocess.run(command, capture_output=True, check=True)


def main():
    plyglot, texts, out, *fonts = sys.argv[1:]
    out = pathlib.Path(out)
    for dpi in RESOLUTIONS:
        (out / str(dpi)).mkdir(parents=True, exist_ok=True)

    def make(text):
        plies = game(plyglot, text)
        if not plies:
            return 0
        dice = random.Random(zlib.crc32(text.stem.encode()))
        font = ImageFont.truetype(dice.choice(fonts), LETTERS)
        image = print_lines(list(set_lines(text.read_text(encoding="utf-8"), dice.randrange(20, 300))), font)
        for dpi in RESOLUTIONS:
            recognise(image, dpi, dice, out / str(dpi) / text.name)
        (out / f"{text.stem}.uci").write_text(" ".join(plies) + "\n")
        return 1

    all_texts = [it for it in sorted(pathlib.Path(texts).rglob("*.txt")) if not it.name.endswith(".moves.txt")]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        print(sum(pool.map(make, all_texts)), "games of", len(all_texts), "texts")


if __name__ == "__main__":
    main()
