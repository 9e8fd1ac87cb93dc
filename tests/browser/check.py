#!/usr/bin/env python3
"""Checks pages of scoresheets in a browser, on screens of all sizes, and on paper.

usage: check.py PLYGLOT [FOLDER]     (needs Chromium: apt-get install chromium)

All screenshots are kept in FOLDER, if given.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from chromium import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"

# The widths of a small phone, a phone, a tablet, a window and a screen.
WIDTHS = [320, 390, 768, 1024, 1600]

# Paper in inches.
PAPERS = {"a4": (8.27, 11.69), "a5": (5.83, 8.27), "letter": (8.5, 11)}

# What a careless reader would interpret.
HOSTILE = r"""[Event "<script>document.title='taken'</script>\"><img src=x onerror=alert(1)>"]
[Site "https://example.com/&lt;&amp;"]
[White "</title></style><h1>White"]
[Black "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch-Llanfairpwllgwyngyllgogerychwyrn"]
[WhiteTitle "' onclick='alert(1)"]
[Round "\"{}"]
[Result "1-0"]
[Annotator "<a href='javascript:alert(1)'>\u202E"]
[Url "https://example.com/a/very/long/address/that/has/no/place/to/break/in/it/at/all/and/goes/on?and=on"]

1. e4 {<script>alert(2)</script> --> ]]> &nbsp; [%eval 0.3] <!-- aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}
e5 (1... c5 {</section></article><b>Sicilian} 2. Nf3 (2. c3 $14) 2... d6) 2. Qh5 $6 Nc6 3. Bc4 {+-----+
| r . |
+-----+ a diagram that is wider than any phone ------------------------------------------------------------------} Nf6
4. Qxf7# $146 1-0
"""

# A game with a variation, and its board after each step.
STEPS = """[White "A"]
[Black "B"]
[Result "*"]

1. e4 {Best.} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *
"""
CAPTION = "document.querySelector('figcaption').textContent.replace(/\\s/g, ' ') + ' ' + document.querySelectorAll('figure use').length"


def key(name):
    return "document.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true}))" % name


def click(text):
    return "[...document.querySelectorAll('[data-d]')].find(it => it.textContent.includes('%s')).click()" % text


STEPPED = [
    (key("ArrowLeft"), "After 3… Nf6 32"),
    (key("Home"), "Starting position 32"),
    (key("ArrowRight"), "After 1. e4 32"),
    (key("End"), "After 4. O-O 32"),
    (click("c3"), "After 2. c3 32"),
    (key("ArrowRight"), "After 2… d5 32"),
    (key("ArrowLeft") + ";" + key("ArrowLeft"), "After 1… c5 32"),
    ("document.querySelector('.bar button:last-child').click()", "After 2… d6 32"),
]

# A pawn taken in passing leaves the board.
TAKING = """[White "A"]
[Black "B"]
[Result "*"]

1. e4 a6 2. e5 d5 3. exd6 cxd6 *
"""
CAPTURED = [
    (key("Home") + ";" + key("End"), "After 3… cxd6 30"),
    (key("ArrowLeft"), "After 3. exd6 31"),
    (key("ArrowLeft"), "After 2… d5 32"),
]

# Rings and arrows of the game and of a variation, on a board that can be turned, in the language of the notation.
DRAWN = """[White "A"]
[Black "B"]
[Result "*"]

1. e4 {[%csl Ge4][%cal Rd7d5,Bg8f6]} e5 (1... c5 {[%cal Gg1f3]} 2. Nf3) 2. Nf3 *
"""
BOARD = """(() => {
  const svg = document.querySelector('figure svg'), king = svg.querySelector('use.w[href="#pK"]');
  return [document.documentElement.lang, document.querySelector('figcaption').textContent, svg.querySelectorAll('circle.mark').length,
    svg.querySelectorAll('path.head').length, svg.querySelector('text').textContent, king.getAttribute('x')].join(' ').replace(/\\s+/g, ' ');
})()"""
TURNED = [
    (key("Home"), "de Ausgangsstellung 0 0 a 176"),
    (key("ArrowRight"), "de Nach 1. e4 1 2 a 176"),
    (key("f"), "de Nach 1. e4 1 2 h 136"),
    (key("ArrowRight"), "de Nach 1… e5 0 0 h 136"),
    (click("c5"), "de Nach 1… c5 0 1 h 136"),
    ("document.querySelector('.bar button').click()", "de Nach 1… c5 0 1 a 176"),
]

# Elements wider than their containers. Lines of diagrams may scroll inside theirs.
OVERFLOW = """(() => {
  const root = document.scrollingElement, found = [];
  document.querySelectorAll('details').forEach(it => it.open = true);
  if (root.scrollWidth > root.clientWidth) found.push(`the page: ${root.scrollWidth} > ${root.clientWidth}`);
  for (const it of document.querySelectorAll('main *')) {
    if (it.closest('svg') || it.closest('pre')) continue;
    const style = getComputedStyle(it);
    if (style.display === 'inline' || style.position === 'absolute') continue;
    if (it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0)
      found.push(`${it.tagName}.${it.className} "${it.textContent.slice(0, 40)}": ${it.scrollWidth} > ${it.clientWidth}`);
  }
  return found.slice(0, 5);
})()"""

# A page that is wider than the window.
WIDE = """(() => {
  const root = document.scrollingElement;
  return root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} > ${root.clientWidth}`] : [];
})()"""

# Text with insufficient contrast (WCAG 2.1, 1.4.3).
CONTRAST = """(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const colour = text => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(it => it / 255)
    .map(it => it <= .03928 ? it / 12.92 : ((it + .055) / 1.055) ** 2.4)
    .reduce((sum, it, n) => sum + it * [.2126, .7152, .0722][n], 0);
  const behind = it => {
    for (; it; it = it.parentElement) {
      const found = colour(getComputedStyle(it).backgroundColor);
      if (found[3] === 255) return found;
    }
    return [255, 255, 255, 255];
  };
  const found = new Set();
  for (const it of document.querySelectorAll('body *')) {
    if (it.closest('svg') || ![...it.childNodes].some(it => it.nodeType === 3 && it.data.trim())) continue;
    if (getComputedStyle(it).clipPath !== 'none') continue;
    const a = light(colour(getComputedStyle(it).color)), b = light(behind(it));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) found.add(`${it.tagName}.${it.className} has a contrast of ${ratio.toFixed(2)}`);
  }
  return [...found].slice(0, 5);
})()"""

# Requirements of screen readers.
ACCESSIBLE = """(() => {
  const found = [];
  const need = (selector, good, what) => document.querySelectorAll(selector).forEach(it => {
    if (!good(it)) found.push(what + ': ' + it.outerHTML.slice(0, 80));
  });
  need('html', it => it.lang, 'no language');
  need('table', it => it.caption && it.caption.textContent.trim(), 'a table without a caption');
  need('th', it => ['col', 'row', 'colgroup', 'rowgroup'].includes(it.scope) && it.textContent.trim(), 'a heading of nothing');
  need('figure svg, .start svg', it => it.getAttribute('role') === 'img' && it.getAttribute('aria-label'), 'a diagram without words');
  need('a[href^="#"]', it => document.getElementById(it.getAttribute('href').slice(1)), 'a link to nowhere');
  const ids = [...document.querySelectorAll('[id]')].map(it => it.id);
  if (new Set(ids).size !== ids.length) found.push('an id twice');
  const levels = [...document.querySelectorAll('h1,h2,h3,h4')].map(it => +it.tagName[1]);
  levels.forEach((it, n) => { if (it > (levels[n - 1] || 0) + 1) found.push(`a heading of level ${it} after ${levels[n - 1]}`); });
  if (!document.title.trim()) found.push('no title');
  return found.slice(0, 5);
})()"""

# Elements that a static page must not have.
TAKEN = """[...document.querySelectorAll('script:not(main ~ script:last-child),script[src],img,iframe,link,object,embed,form,[onclick],[onerror],a:not([href^="#"]):not([href^="http://"]):not([href^="https://"])')]
  .map(it => it.outerHTML.slice(0, 80))"""

# Rows and moves that a page break might cut.
CUT = """[...document.querySelectorAll('.moves tbody, .moves tr')]
  .filter(it => it.matches('.grid tbody, tr'))
  .filter(it => !['avoid', 'avoid-page'].includes(getComputedStyle(it).breakInside)).map(it => it.outerHTML.slice(0, 80)).slice(0, 3)"""


def pages_of(pdf):
    """Returns the number of pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


# A game in which a word is none, and others are in doubt; and what the keys alone decide about it.
PROOFS = "1. e4 e5\n2. Nf3 Nc6\n3. By5 a6\n4. Ba4 Nf6\n5. Re1 Be7 6. xyz *\n"
DECISIONS = "document.getElementById('corrections').value"
DECIDED = [
    (key("n"), ""),
    (key("a"), '<stdin>:5:4 "Re1" = Rf1\n'),
    (key("p") + ";" + key("1"), '<stdin>:5:4 "Re1" = Rg1\n'),
    (key("u"), ""),
    (f"{key('m')}; const it = document.activeElement; it.value = 'Kf1'; "
     "it.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))",
     '<stdin>:5:4 "Re1" = Kf1\n'),
    (key("n") + ";" + key("x"), '<stdin>:5:4 "Re1" = Kf1\n<stdin>:5:15 "xyz" = note\n'),
    # Any word of the source can be corrected, not only the doubts.
    ("document.querySelector('[data-l=\"2\"] span').click();" + key("i"),
     '<stdin>:2:4 "Nf3" = missing before\n<stdin>:5:4 "Re1" = Kf1\n<stdin>:5:15 "xyz" = note\n'),
]

# So many games are on a page of proofs within so many seconds; a machine that does other work may take twice as long.
MANY, SECONDS = 500, 2
# Boards are drawn when they come into view, so a frame after the page is there.
DRAWN_NEXT = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelectorAll('%s').length))))"


def many_games():
    """Returns many games, a few of which are in doubt."""
    games = re.split(r"\n\n(?=\[Event )", (FIXTURES / "games/over-the-board.pgn").read_text().strip())
    doubtful = '[Event "?"]\n\n' + PROOFS
    return "\n\n".join(doubtful if n % 20 == 0 else games[n % len(games)] for n in range(MANY)) + "\n"


class Checks:
    def __init__(self, plyglot, folder):
        self.plyglot, self.folder = plyglot, folder
        self.browser = Browser()
        self.failures = []

    def hold(self, name, complaints):
        for complaint in complaints:
            self.failures.append(f"{name}: {complaint}")
            print(f"FAILED {name}: {complaint}")

    def page(self, name, arguments, stdin=None, whole=True):
        """Writes a page, opens it, and checks it in every way. Only the beginning of a long one is drawn."""
        path = self.folder / f"{name}.html"
        done = subprocess.run(
            [self.plyglot, *map(str, arguments), "-o", path], input=stdin, capture_output=True, text=True, cwd=FIXTURES
        )
        if done.returncode not in (0, 1):
            self.hold(name, [done.stderr])
        print(name)
        self.browser.media()
        self.browser.size(1024)
        self.hold(name, self.browser.open(path))
        self.hold(name, self.browser.evaluate(ACCESSIBLE))
        self.hold(name + " is not only text", self.browser.evaluate(TAKEN))
        for width in WIDTHS:
            self.browser.size(width)
            self.hold(f"{name} at {width}", self.browser.evaluate(OVERFLOW))
            self.browser.screenshot(self.folder / f"{name}-{width}.png", whole)
        for scheme in ["light", "dark"]:
            self.browser.media(scheme=scheme)
            self.hold(f"{name}, {scheme}", self.browser.evaluate(CONTRAST))
        self.browser.screenshot(self.folder / f"{name}-dark.png", whole)
        self.browser.media("print")
        self.hold(name + " may be cut", self.browser.evaluate(CUT))
        self.browser.media()

    def in_time(self, name, arguments, stdin):
        """Writes a page, and checks that it can be worked with in time, by the keys, in a window and on a phone."""
        path = self.folder / f"{name}.html"
        subprocess.run([self.plyglot, *arguments, "-o", path], input=stdin, capture_output=True, text=True)
        print(name)
        for width in (1024, 390):
            self.browser.size(width)
            begin = time.monotonic()
            self.hold(name, self.browser.open(path))
            self.browser.evaluate(key("n"))
            boards = self.browser.evaluate(DRAWN_NEXT % ".current svg use")
            taken = time.monotonic() - begin
            print(f"{name} at {width}: {taken:.2f} s")
            self.hold(f"{name} at {width}", [] if boards else ["no board of the first doubt"])
            self.hold(f"{name} at {width}", [f"{taken:.2f} s, not {SECONDS}"] if taken > 2 * SECONDS else [])
            self.hold(f"{name} at {width}", self.browser.evaluate(WIDE))
        games = self.browser.evaluate("document.querySelectorAll('section[data-file]').length")
        self.hold(name, [] if games == MANY else [f"{games} games"])

    def printed(self, name, paper, expected, sized=False):
        """Prints the open page; returns the number of pages."""
        width, height = (None, None) if sized else PAPERS[paper]
        pages = pages_of(self.browser.pdf(self.folder / f"{name}-{paper}.pdf", width, height))
        if pages != expected:
            self.hold(name, [f"{pages} pages of {paper}, not {expected}"])


def main():
    plyglot = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        checks = Checks(plyglot, folder)
        html = ["-q", "--layout", "html"]

        # 17 moves with notes: one page.
        checks.page("opera", [*html, "-t", "sllavcco", "opera.pgn"])
        for paper in PAPERS:
            checks.printed("opera", paper, 1)
        checks.page("opera-columns", [*html, "opera.pgn"])
        for paper in PAPERS:
            checks.printed("opera-columns", paper, 1)

        # The board follows the moves: clicks, keys, variations.
        for name, to, game, steps, shown in (
            ("steps", "san", STEPS, STEPPED, CAPTION), ("taken", "san", TAKING, CAPTURED, CAPTION), ("drawn", "san:de", DRAWN, TURNED, BOARD)
        ):
            checks.page(name, [*html, "-t", to], game)
            for action, expected in steps:
                checks.hold(name, checks.browser.evaluate(
                    "(() => { %s; const found = %s; return found === %s ? [] : [`%s: ${found}`]; })()"
                    % (action, shown, json.dumps(expected), action.replace("`", "").replace("\\", ""))
                ))

        # Proofs: decisions by the keys alone, which outlast the page.
        proof = ["-q", "--repair", "--layout", "proof"]
        checks.page("proofs", proof, PROOFS)
        for action, expected in DECIDED:
            found = checks.browser.evaluate("(() => { %s; return %s; })()" % (action, DECISIONS))
            checks.hold("proofs", [] if found == expected else [f"{action}: {found!r}"])
        checks.browser.open(folder / "proofs.html")
        found = checks.browser.evaluate(DECISIONS)
        checks.hold("proofs", [] if found == DECIDED[-1][1] else [f"the decisions are lost: {found!r}"])
        drawn = checks.browser.evaluate(DRAWN_NEXT % ".doubts svg use")
        checks.hold("proofs", [] if drawn else ["no board"])
        checks.page("hostile-proofs", proof, HOSTILE)
        checks.in_time("many-proofs", proof, many_games())

        checks.page("hostile", html, HOSTILE)
        checks.page("hostile-grid", [*html, "-t", "sllavcco:ru"], HOSTILE)
        checks.page("chess99", [*html, "-t", "chess99", "chess99/special.pgn"])
        checks.page("chess960", [*html, "-t", "sllavcco", "games/chess960.pgn"], whole=False)
        for to in ["sllavcco", "descriptive"]:
            checks.page("many-" + to, [*html, "-t", to, "games/over-the-board.pgn"], whole=False)

        # Forms: a page holds 20 moves, of A5 15; in columns 60.
        for paper, pages in [("a4", 3), ("letter", 3), ("a5", 4)]:
            checks.page(f"form-{paper}", ["scoresheet", "--layout", "grid", "--moves", 60, "--paper", paper])
            checks.printed(f"form-{paper}", paper, pages, sized=True)
            checks.page(f"form-columns-{paper}", ["scoresheet", "--paper", paper, "--copies", 2])
            checks.printed(f"form-columns-{paper}", paper, 2, sized=True)
        checks.browser.close()
    if checks.failures:
        sys.exit(f"{len(checks.failures)} failures")
    print("everything is in its place")


if __name__ == "__main__":
    main()
