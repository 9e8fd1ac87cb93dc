#!/usr/bin/env python3
"""Types lines into bash, zsh and fish, presses TAB, and checks the shell's completions.

usage: complete.py PLYGLOT

Each shell runs on a pseudo-terminal with the completions of this plyglot and no other settings. Exit status 1 if one of them
does not complete a line as it must.
"""

import os
import pathlib
import pty
import re
import select
import shutil
import sys
import tempfile
import time

# A line, and the expected screen after TAB: a completed word, or all completions.
CASES = [
    ("plyglot comp", ["plyglot completions"]),
    ("plyglot -t geographical:", ["plyglot -t geographical:compact"]),
    ("plyglot -t des", ["plyglot -t descriptive"]),
    ("plyglot games.pgn -t economical:pri", ["economical:priority"]),
    ("plyglot check --from san:fig", ["san:figurine"]),
    ("plyglot --layout json", ["--layout jsonl"]),
    ("plyglot check --message-format gi", ["--message-format github"]),
    ("plyglot --no-num", ["--no-numbers"]),
]

# How to start a shell, and what to type first; {0} is the folder with the script.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {0}/bash; PS1='READY> '; bind 'set bell-style none'"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "fpath=({0} $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=9999; unsetopt beep; PS1='READY> '",
    ),
    "fish": (["fish", "--no-config", "-i"], "source {0}/plyglot.fish; function fish_prompt; echo 'READY> '; end"),
}

ESCAPES = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b\][^\x07]*\x07|\x1b[=>78]|[\x07\x0e\x0f]")


class Terminal:
    """A shell on a pseudo-terminal."""

    def __init__(self, command, folder):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", COLUMNS="200", LINES="50", HOME=folder, XDG_CONFIG_HOME=folder)
            os.execvp(command[0], command)

    def read(self, quiet):
        """Returns the output until there has been none for this long."""
        out = b""
        while select.select([self.file], [], [], quiet)[0]:
            try:
                data = os.read(self.file, 65536)
            except OSError:
                break
            out += data
            # fish queries the terminal type, and waits.
            if b"\x1b[c" in data or b"\x1b[0c" in data:
                os.write(self.file, b"\x1b[?62;c")
        return ESCAPES.sub("", out.decode("utf-8", "replace"))

    def type(self, text):
        os.write(self.file, text.encode())

    def close(self):
        os.close(self.file)
        os.waitpid(self.pid, 0)


def completed(shell, folder, line, quiet):
    """Returns the screen after TAB has been pressed twice at the end of a line; a shell is done when it is quiet for so many seconds."""
    command, setup = SHELLS[shell]
    terminal = Terminal(command, folder)
    terminal.read(0.5)
    terminal.type(setup.format(folder) + "\n")
    until = time.monotonic() + 10
    seen = ""
    while "READY> " not in seen.split("\n", 1)[-1] and time.monotonic() < until:
        seen += terminal.read(0.3)
    terminal.type(line + "\t")
    screen = terminal.read(quiet)
    terminal.type("\t")
    screen += terminal.read(quiet)
    terminal.type("\x03")
    terminal.close()
    return screen


def main():
    plyglot = pathlib.Path(sys.argv[1]).resolve()
    os.environ["PATH"] = f"{plyglot.parent}:{os.environ['PATH']}"
    bad = 0
    for shell in SHELLS:
        if not shutil.which(shell):
            sys.exit(f"{shell} is not installed")
        with tempfile.TemporaryDirectory() as folder:
            name = {"bash": "bash", "zsh": "_plyglot", "fish": "plyglot.fish"}[shell]
            script = os.popen(f"'{plyglot}' completions {shell}").read()
            pathlib.Path(folder, name).write_text(script)
            for line, expected in CASES:
                screen = completed(shell, folder, line, 0.4)
                # Beside other tests, a shell may take longer.
                if any(text not in screen for text in expected):
                    screen = completed(shell, folder, line, 3)
                for text in expected:
                    if text not in screen:
                        bad += 1
                        print(f"{shell}: {line}<TAB>: no {text} in {screen!r}")
    print(f"{len(SHELLS) * len(CASES)} lines, {bad} not completed")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
