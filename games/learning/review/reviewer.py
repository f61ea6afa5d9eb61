"""The process that makes reviews: `python -m games.learning.review.reviewer`. It ends when its
input is closed, which its parent's end does too.

It runs at the lowest priority, behind bots and clocks.
"""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread

LAST = 19
"""The highest niceness."""


def main() -> None:
    """Make the waiting reviews."""
    os.nice(LAST)
    # sent to all processes by service managers and terminals: the parent decides
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.utils import timezone

    from games.learning.review import services
    from games.learning.review.watchdog import Watch

    watch = Watch(clock=timezone.now)
    for beside in (watch.keep, lambda: watch.wait(sys.stdin.buffer)):
        Thread(target=beside, daemon=True).start()
    services.work(clock=timezone.now, watch=watch)


if __name__ == "__main__":
    main()
