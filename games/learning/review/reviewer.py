"""The process that makes reviews: `python -m games.learning.review.reviewer`. It ends when its
input is closed, that is when whoever started it stops or has gone.

It steps back as far as it can: a bot or a clock that wants the processor gets it.
"""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread

LAST = 19
"""The niceness that steps back the furthest."""


def main() -> None:
    """Make the reviews that wait."""
    os.nice(LAST)
    # service managers and terminals tell all processes: whoever started this one decides
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
