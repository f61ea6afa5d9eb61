"""`manage.py play`: starts all, keeps it running, stops it, and says plainly when it cannot."""

import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.kit import environment, migrated
from tests.kit.servers import PATIENCE, Site, children, free_port, wait_until
from tests.kit.visitor import Visitor


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a place with a space, a percent sign, a letter from elsewhere, and too long for the
    address of a socket."""
    return tmp_path_factory.mktemp("play") / "our data 100%20 é" / ("long" * 25)


@pytest.fixture(scope="module")
def shared(data: Path) -> Iterator[Site]:
    site = Site(data, new=True, STATIC_ROOT="")  # in the data folder, as anybody's is
    yield site
    if site.running:
        site.stop()


@pytest.fixture
def site(shared: Site) -> Site:
    """Return the site, running again if a test has stopped it."""
    if not shared.running:
        shared.run()
    return shared


def play(**settings: str) -> subprocess.CompletedProcess[str]:
    """Start the site where it has to refuse, and return what it says."""
    return environment.manage(environment.bare() | settings, "play")


def test_says_where_it_is_and_what_it_does(site: Site) -> None:
    said = site.output.read_text()
    assert f"Open {site.url} in a browser" in said
    assert "database SQLite" in said
    assert "Database set up: " in said
    assert "Static files gathered." in said
    assert "Starting valkey, web, worker, bots" in said
    assert "Traceback" not in said


def test_answers_that_it_is_ready(site: Site) -> None:
    assert site.get("/healthz")[::2] == (200, b"ok\n")
    status, _, said = site.get("/readyz")
    assert status == 200 and said.startswith(b"database ok\nredis ok\nversion ")


def test_hears_of_all_its_parts(site: Site) -> None:
    words = b"".join(
        name + b" ok\n"
        for name in (b"database", b"redis", b"worker", b"bots", b"beat", b"mail", b"disk")
    )
    wait_until(
        lambda: site.get("/readyz/parts")[::2] == (200, words), "each part has left a sign of life"
    )


def test_serves_its_static_files_compressed_and_for_ever(site: Site) -> None:
    sheet, *_ = re.findall(r'href="(/static/css/[^"]+)"', site.get("/")[2].decode())
    status, headers, body = site.get(sheet, Accept_Encoding="br")
    assert (status, headers["content-encoding"]) == (200, "br")
    assert "immutable" in headers["cache-control"]
    assert int(headers["content-length"]) == len(body) > 0


def test_refuses_a_second_start_on_the_same_data(site: Site) -> None:
    second = play(DATA_DIR=str(site.data))
    assert second.returncode == 1
    assert second.stderr.startswith("fairdeal: The site is already running on the data in ")
    assert len(second.stderr.splitlines()) == 1
    assert site.answers()


def test_refuses_a_port_that_is_taken(site: Site, tmp_path: Path) -> None:
    other = play(DATA_DIR=str(tmp_path), PORT=str(site.port))
    assert (other.returncode, len(other.stderr.splitlines())) == (1, 1)
    assert f"Port {site.port} is in use" in other.stderr


@pytest.mark.parametrize("part", ["valkey", "loader", "web", "worker", "bots"])
def test_starts_a_part_again_that_dies(site: Site, part: str) -> None:
    assert site.process
    before = children(site.process.pid)
    os.kill(before[part], signal.SIGKILL)
    wait_until(
        site.printed(f"{part} was killed by SIGKILL; starting it again"), "the death is noticed"
    )
    wait_until(
        lambda: children(site.process.pid).get(part, before[part]) != before[part],
        f"{part} runs again",
    )
    wait_until(site.answers, "the site is ready again")
    after = children(site.process.pid)
    assert {name: after[name] for name in after if name != part} == {
        name: before[name] for name in before if name != part
    }


def test_nothing_is_shared_among_forks_but_memory(site: Site) -> None:
    """A thread would not be there in a fork, and a connection would be there twice."""
    assert site.process
    loader = Path("/proc", str(children(site.process.pid)["loader"]))
    assert len(list(loader.joinpath("task").iterdir())) == 1
    files = [os.readlink(file) for file in loader.joinpath("fd").iterdir()]
    assert not [name for name in files if "sqlite" in name], files
    assert len([name for name in files if name.startswith("socket:")]) == 1, files


def test_a_bot_has_a_process_when_it_has_to_move(site: Site) -> None:
    assert site.process
    bots = children(site.process.pid)["bots"]
    assert not children(bots)
    guest = Visitor(site.port, "Ann").enters()
    table = guest.post("/tables/now/", game="lost_cities").location.split("/")[2]
    for _turn in range(2):  # whoever begins
        wait_until(lambda: guest.looks(table).codes, "it is the guest's turn")
        guest.takes_a_turn(table)
    assert children(bots)


def test_is_not_ready_while_redis_is_down(site: Site) -> None:
    assert site.process
    valkey = children(site.process.pid)["valkey"]
    os.kill(valkey, signal.SIGSTOP)
    try:
        status, _, said = site.get("/readyz")
        assert status == 503 and said.startswith(b"database ok\nredis does not answer\n")
        assert site.get("/readyz/web")[0] == 200
        assert site.get("/healthz")[0] == 200
    finally:
        os.kill(valkey, signal.SIGCONT)
    wait_until(site.answers, "the site is ready again")


def test_stops_when_told_and_keeps_its_data(site: Site) -> None:
    assert site.process
    parts = children(site.process.pid).values()
    assert site.stop() == 0, site.output.read_text()
    assert "Stopped. All data is kept in" in site.output.read_text()
    assert not any(Path(f"/proc/{pid}").exists() for pid in parts)
    with sqlite3.connect(site.data / "db.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 0
        database.execute("CREATE TABLE kept (word TEXT)")
        database.execute("INSERT INTO kept VALUES ('a move')")
    database.close()
    key = (site.data / "secret_key").read_text()

    site.run()
    assert "Database set up" not in site.output.read_text()
    assert (site.data / "secret_key").read_text() == key
    with sqlite3.connect(site.data / "db.sqlite3") as database:
        assert database.execute("SELECT word FROM kept").fetchone() == ("a move",)
    database.close()
    assert site.stop() == 0, site.output.read_text()


def test_ctrl_c_stops_it_and_a_killed_supervisor_leaves_nothing_behind(site: Site) -> None:
    process = site.process
    assert process
    wait_until(lambda: len(children(process.pid)) == 5, "all parts run")
    parts = children(process.pid)
    site.process.kill()
    site.process.wait()
    for part, pid in parts.items():
        gone = Path(f"/proc/{pid}")
        wait_until(lambda gone=gone: not gone.exists(), f"{part} is gone")

    site.run()  # and its lock went with them
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=PATIENCE) == 0


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"PORT": "http"}, "PORT is set, but it is not a whole number from 1 to 65535."),
        ({"PORT": "80000"}, "PORT is set, but it is not a whole number from 1 to 65535."),
        (
            {"WEB_PROCESSES": "0"},
            "WEB_PROCESSES is set, but it is not a whole number from 1 to 64.",
        ),
        (
            {"BOT_PROCESSES": "none"},
            "BOT_PROCESSES is set, but it is not a whole number from 1 to 64.",
        ),
        *(
            ({"SECRET_KEY": guessed}, "SECRET_KEY is set, but it is not a long random text, as")
            for guessed in ("x", "…", "…" * 64, "a" * 64, " " * 64, "change-me-before-the-start")
        ),
        *(
            ({"TRUSTED_PROXIES": none}, "TRUSTED_PROXIES is set, but it is not a list of")
            for none in ("nonsense/99", "10.0.0.0/99", "10.0.0.2/8", "proxy", "*,::1", "::1 ::2")
        ),
        *(
            ({"ALLOWED_HOSTS": none}, "ALLOWED_HOSTS is set, but it is not a list of names such as")
            for none in ("https://cards.example.org", "cards.example.org:80", "a b")
        ),
        *(
            ({"REDIS_URL": none}, "REDIS_URL is set, but it is not an address such as redis://")
            for none in ("redis://", "redis://host:port", "redis://host/name", "unix://")
        ),
        ({"REDIS_PREFIX": "a b"}, "REDIS_PREFIX is set, but it is not a short word of letters,"),
        ({"SITE_NAME": "a\nb"}, "SITE_NAME is set, but it is not a short name."),
        ({"DEFAULT_FROM_EMAIL": "us"}, "DEFAULT_FROM_EMAIL is set, but it is not an address such"),
        ({"RATINGS": "closed"}, "RATINGS is set, but it is not guarded or open."),
        ({"RATE_LIMITS": "maybe"}, "RATE_LIMITS is set, but it is not on or off."),
        (
            {"LIMIT_GUESTS": "many"},
            (
                "LIMIT_GUESTS is set, but it is not a number and a time, such as 60/5m (units: s,"
                " m, h, d)."
            ),
        ),
        (
            {"BASE_URL": "cards.example.org"},
            "BASE_URL is set, but it is not an address such as https://cards.example.org.",
        ),
        (
            {"REDIS_URL": "localhost"},
            "REDIS_URL is set, but it is not an address such as redis://localhost:6379/0.",
        ),
        (
            {"DATABASE_URL": "mysql://me:secret@host/name"},
            "DATABASE_URL is set, but it is not the address of a PostgreSQL or SQLite database",
        ),
        (
            {"DATABASE_URL": "secret"},
            "DATABASE_URL is set, but it is not the address of a PostgreSQL or",
        ),
        (
            {"DATABASE_URL": "postgres://me:secret@host:port/name"},
            "DATABASE_URL is set, but it is not an address such as",
        ),
        (
            {"DATABASE_URL": "sqlite://:memory:"},
            "DATABASE_URL is set, but it is not a database in a file",
        ),
        (
            {"EMAIL_URL": "post://me:secret@host"},
            "EMAIL_URL is set, but it is not an address such as",
        ),
        ({"SQLITE_SYNCHRONOUS": "OFF"}, "SQLITE_SYNCHRONOUS is set, but it is not FULL or NORMAL."),
        (
            {"DATA_DIR": "/dev/null/data"},
            "DATA_DIR cannot be made at /dev/null/data: Not a directory.",
        ),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence(
    settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.read(**{"DATA_DIR": str(tmp_path)} | settings)
    assert_one_sentence(f"fairdeal: {refused.value}", sentence)


def assert_one_sentence(said: str, sentence: str) -> None:
    assert said.startswith(f"fairdeal: {sentence}")
    assert len(said.splitlines()) == 1
    assert "secret" not in said


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        # where settings are read, as all of those above
        (
            {"DATABASE_URL": "mysql://me:secret@host/name"},
            "DATABASE_URL is set, but it is not the address of a PostgreSQL or SQLite database",
        ),
        # later
        ({"HOST": "192.0.2.1"}, "HOST is set, but it is not an address of this machine."),
        (
            {"DATABASE_URL": "postgres://me:secret@127.0.0.1:1/name"},
            "The database does not answer as it should (connection",
        ),
        (
            {"REDIS_URL": "redis://:secret@127.0.0.1:1/0"},
            "REDIS_URL is set, but the server there does not answer (ConnectionError).",
        ),
    ],
)
def test_the_command_says_in_one_sentence_what_is_wrong_with_the_environment(
    settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    migrated.copy_to(tmp_path / "db.sqlite3")
    refused = play(**{"DATA_DIR": str(tmp_path), "PORT": str(free_port())} | settings)
    assert refused.returncode == 1
    assert_one_sentence(refused.stderr, sentence)
    assert "secret" not in refused.stdout
