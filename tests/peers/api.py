#!/usr/bin/env python3
"""Compares the public API of the library with tests/api.txt: api.py [--update] [--doc FOLDER]

The API is what rustdoc shows: items, their fields, variants and methods, and the traits they implement, auto and blanket ones aside. It is
documented first, unless FOLDER has the documentation. Exit status 1 and a diff if something was added, changed or removed;
--update writes the file."""
import argparse, difflib, html, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SNAPSHOT = ROOT / "tests/api.txt"
# The API of the library, which has neither the command line nor C.
FEATURES = ["--no-default-features", "--features", "parquet"]


def text(markup):
    """Returns the text of a signature, on one line."""
    markup = re.sub(r'<a [^>]*class="(?:src|anchor)[^"]*"[^>]*>.*?</a>', "", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", markup)).replace("ⓘ", "").split())


def lines(page):
    """Lists the signatures of an item: its own, those of what it has, and of the traits it implements."""
    page = re.split(r'<h2 id="(?:synthetic|blanket)-implementations"', page)[0]
    own, _, traits = page.partition('<h2 id="trait-implementations"')
    declared = re.search(r'<pre class="rust item-decl"><code>(.*?)</code></pre>', own, re.DOTALL)
    yield text(re.sub(r"<details.*?</summary>|</details>", "", declared[1], flags=re.DOTALL)) if declared else ""
    for markup in re.findall(r'<h[34] class="code-header">(.*?)</h[34]>', own, re.DOTALL):
        yield "    " + text(markup)
    for markup in sorted(set(re.findall(r'<h3 class="code-header">(.*?)</h3>', traits, re.DOTALL)), key=text):
        # The compiler's own.
        if "StructuralPartialEq" not in markup:
            yield "    " + text(markup)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--update", action="store_true")
    options.add_argument("--doc", metavar="FOLDER", type=pathlib.Path)
    args = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        docs = args.doc
        if not docs:
            command = ["cargo", "doc", "--locked", "--no-deps", "--lib", *FEATURES, "--target-dir", folder]
            subprocess.run(command, cwd=ROOT, check=True)
            docs = pathlib.Path(folder) / "doc"
        pages = re.findall(r'<li><a href="([^"]*)">', (docs / "plyglot/all.html").read_text())
        found = [line for page in sorted(pages) for line in lines((docs / "plyglot" / page).read_text())]
    if len(found) < 100:
        sys.exit("the documentation cannot be read: does rustdoc write it otherwise now?")
    if args.update:
        SNAPSHOT.write_text("\n".join(found) + "\n")
        return
    known = SNAPSHOT.read_text().splitlines()
    diff = list(difflib.unified_diff(known, found, "tests/api.txt", "the API", lineterm="", n=1))
    if diff:
        sys.exit("\n".join(diff) + "\nIf that is meant: python3 tests/peers/api.py --update")


main()
