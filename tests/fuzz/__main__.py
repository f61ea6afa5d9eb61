"""`python -m tests.fuzz [REQUESTS [SEED]]`: long, on SQLite and then on PostgreSQL. Exits with 1 if
anything was found."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tests.kit import environment

environment.prepare()
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

import django  # noqa: E402

django.setup()

from config.server import static  # noqa: E402
from tests.fuzz.run import SLOW, fuzz, wide  # noqa: E402
from tests.kit import postgres  # noqa: E402
from tests.kit.servers import Valkey  # noqa: E402
from tests.kit.web import running  # noqa: E402


def main() -> int:
    words = sys.argv[1:]
    count, seed = int(words[0]) if words else 10_000, int(words[1]) if len(words) > 1 else 7
    static.collect()
    valkey = Valkey(environment.SCRATCH / "valkey", environment.SOCKET)
    valkey.start()
    try:
        found = run("SQLite", environment.SCRATCH / "sqlite", "", count, seed)
        with postgres.server() as url:
            found += run("PostgreSQL", environment.SCRATCH / "postgres", url, count, seed)
    finally:
        valkey.stop()
    return 1 if found else 0


def run(name: str, data: Path, url: str, count: int, seed: int) -> int:
    began = time.monotonic()
    with running(data, **wide(url)) as web:
        findings = fuzz(web, seed, count)
    answers = ", ".join(f"{status}: {times}" for status, times in sorted(findings.statuses.items()))
    print(
        f"{name}: {count} requests of seed {seed} in {time.monotonic() - began:.0f} s. Answers:"
        f" {answers}."
    )
    for seconds, address in sorted(findings.times, reverse=True)[:5]:
        if seconds > SLOW:
            findings.problems.append(f"seed {seed}: {seconds:.1f} s for {address}")
    for problem in findings.problems[:40]:
        print(problem)
    print(
        f"{name}: {len(findings.problems)} problems; the slowest answer took"
        f" {max(findings.times)[0]:.2f} s.",
        flush=True,
    )
    return len(findings.problems)


if __name__ == "__main__":
    sys.exit(main())
