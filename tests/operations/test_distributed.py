"""The parts on their own, as service managers run them: PostgreSQL, a Redis elsewhere, two web
processes, workers, one scheduler."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from django.core.signing import TimestampSigner

from tests.kit import environment, postgres
from tests.kit.servers import PATIENCE, Site, Valkey, wait_until


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, redis_server: Valkey) -> Iterator[Site]:
    """Not started: only its place, its port and its environment."""
    with postgres.server() as url:
        data = tmp_path_factory.mktemp("distributed")
        redis_url = f"unix://{redis_server.socket}?db=5"
        yield Site(
            data,
            DATABASE_URL=url,
            REDIS_URL=redis_url,
            HOST="::",
            WEB_PROCESSES="2",
            LEAVE_SECONDS="0",
            BASE_URL="https://cards.example.org",
        )


@pytest.fixture(scope="module")
def run(site: Site) -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    running: list[subprocess.Popen[bytes]] = []

    def start(part: str) -> subprocess.Popen[bytes]:
        with (site.data / f"{part}.txt").open("wb") as log:
            command = [sys.executable, "manage.py", "play", part]
            running.append(
                subprocess.Popen(
                    command,
                    cwd=environment.ROOT,
                    env=site.environ,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            )
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


def stops(process: subprocess.Popen[bytes]) -> bool:
    process.terminate()
    return process.wait(timeout=PATIENCE) in (0, -signal.SIGTERM)


HOST = {"Host": "cards.example.org"}


@pytest.fixture(scope="module")
def parts(
    site: Site, run: Callable[[str], subprocess.Popen[bytes]]
) -> dict[str, subprocess.Popen[bytes]]:
    """Run all parts, and wait until the web processes answer."""
    found = {name: run(name) for name in ("web", "worker", "bots", "beat")}
    wait_until(lambda: answers(site), "the web processes answer")
    return found


def answers(site: Site) -> bool:
    try:
        return site.get("/readyz", **HOST)[0] == 200
    except OSError:
        return False


def test_behind_https_cookies_are_secure(
    site: Site, parts: dict[str, subprocess.Popen[bytes]]
) -> None:
    forwarded = {"X_Forwarded_For": "198.51.100.7", "X_Forwarded_Proto": "https"}
    _, headers, _ = site.get("/", **HOST, **forwarded)
    assert "Secure" in headers["set-cookie"]
    assert headers["strict-transport-security"].startswith("max-age=")


def test_both_families_are_served_and_the_proxy_is_known_by_its_ipv4_address(
    site: Site, parts: dict[str, subprocess.Popen[bytes]]
) -> None:
    """One socket for both would call it ::ffff:127.0.0.1."""
    key = (site.data / "secret_key").read_text()
    word = TimestampSigner(key=key, salt="doctor").sign("doctor")
    headers = HOST | {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
    for place, seen in (("127.0.0.1", b"198.51.100.7 https\n"), ("[::1]", b"::1 http\n")):
        url = f"http://{place}:{site.port}/healthz/seen/{word}"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            assert answer.read() == seen


def test_parts_run_on_their_own(site: Site, parts: dict[str, subprocess.Popen[bytes]]) -> None:
    status, _, said = site.get("/readyz", **HOST)
    assert status == 200 and said.startswith(b"database ok\nredis ok\nversion ")

    def heard() -> bool:
        for name, process in parts.items():
            assert process.poll() is None, (site.data / f"{name}.txt").read_text()
        return signs <= set(site.get("/readyz/parts", **HOST)[2].splitlines())

    signs = {f"{name} ok".encode() for name in ("worker", "bots")}
    wait_until(heard, "the workers have left a sign of life")
    ping = [sys.executable, "-m", "celery", "--app", "config", "inspect", "ping", "--timeout", "2"]
    wait_until(
        lambda: (
            subprocess.run(
                ping, cwd=environment.ROOT, env=site.environ, capture_output=True
            ).stdout.count(b"pong")
            == 2
        ),
        "the workers answer",
    )

    for name in ("beat", "bots", "worker", "web"):
        assert stops(parts[name]), (site.data / f"{name}.txt").read_text()
    for name in parts:
        assert "Traceback" not in (site.data / f"{name}.txt").read_text()


def test_a_wrong_value_is_one_sentence_for_a_part_as_well(site: Site) -> None:
    refused = environment.manage(site.environ | {"PORT": "none"}, "play", "web")
    assert (refused.returncode, refused.stderr) == (
        1,
        "fairdeal: PORT is set, but it is not a whole number from 1 to 65535.\n",
    )
