"""`manage.py doctor` on a site that runs: it names what has stopped, and what to do."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
import redis

from config.environment import embedded_redis_socket
from tests.kit import environment
from tests.kit.servers import Site, children, wait_until

pytestmark = [pytest.mark.site, pytest.mark.slow]


def doctor(site: Site, *words: str) -> tuple[int, dict[str, str]]:
    """Return the exit code, and the lines by what they are about."""
    done = environment.manage(site.environ, "doctor", *words)
    assert done.stderr.startswith("fairdeal: ") and done.stderr.count("\n") == 1, done.stderr
    names = ("static files", "queue celery", "queue bots", "queue reviews")
    lines = {}
    for line in done.stdout.splitlines():
        name = next((name for name in names if line.startswith(name)), line.split()[0])
        lines[name] = line.removeprefix(name).strip()
    return done.returncode, lines


def forget_last_word(site: Site, part: str) -> None:
    """Do at once what becomes of a part's sign of life when none follows for 45 seconds."""
    with closing(redis.Redis(unix_socket_path=str(embedded_redis_socket(site.data)))) as client:
        assert client.delete(f"fairdeal:heartbeat:{part}")


def test_the_doctor_names_a_stopped_bots_part(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.run()
    with site.killed_on_failure():
        assert site.process
        wait_until(lambda: site.answers("/readyz/parts"), "all parts are heard of")
        code, lines = doctor(site)
        assert code == 0, lines
        assert lines["bots"].startswith("well: last heard from")
        assert lines["mail"].startswith("off: EMAIL_URL is unset")
        assert lines["proxy"].startswith("well: a visitor by http://localhost")
        assert lines["backup"].startswith("off: no backup yet. Run `python manage.py backup")
        bots = children(site.process.pid)["bots"]
        os.kill(bots, signal.SIGSTOP)
        try:
            forget_last_word(site, "bots")
            assert site.answers("/readyz/parts", 503)
            code, lines = doctor(site, "--no-mail")
        finally:
            os.kill(bots, signal.SIGCONT)
        assert code == 1
        assert lines["bots"] == (
            "down: no word for 45 s or more. Start the part `bots`: bots do not move, or late; does"
            " the part run, with processes enough?"
        )
        assert [name for name, line in lines.items() if line.startswith("down")] == ["bots"]
    site.stop()
    code, lines = doctor(site, "--no-mail")
    assert code == 1 and lines["redis"].startswith("down: does not answer")
    assert "Mend redis first" in lines["bots"]
