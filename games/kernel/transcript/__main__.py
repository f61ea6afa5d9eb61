"""Check transcript files with the engines of this site.

This is the entry point of a command and no part of the kernel: nothing imports it, and only here
may a module under `games.kernel` import the registry.
"""

import sys

from games.kernel.transcript.command import main
from games.registry import engines

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], engines()))
