"""`python -m plyglot` is the program `plyglot`."""

import subprocess
import sys

from . import program

if __name__ == "__main__":
    sys.exit(subprocess.call([program(), *sys.argv[1:]]))
