"""The cost of counting a request, for one web process and for several: `python -m
benchmarks.counting`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

TIMES = 200_000


def measure() -> float:
    """Return the microseconds for counting one move."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from config.monitoring import metrics

    metrics.count("act", 200, 0.004)
    began = time.perf_counter()
    for _ in range(TIMES):
        metrics.count("act", 200, 0.004)
    return (time.perf_counter() - began) / TIMES * 1e6


def main() -> None:
    """Print both."""
    for processes in ("1", "2"):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.counting", "one"],
                env={**os.environ, "DATA_DIR": folder, "WEB_PROCESSES": processes},
                capture_output=True,
                text=True,
                check=True,
            )
        print(f"WEB_PROCESSES={processes}: {done.stdout.strip()} µs")


if __name__ == "__main__":
    if sys.argv[1:] == ["one"]:
        print(f"{measure():.1f}")
    else:
        main()
