"""Exports are signed: a third party can check them, and a site that trusts the signer gives people
their seats."""

from __future__ import annotations

import base64
import io
import json
import runpy
import sys
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.export import selectors, signing
from games.tables import services
from games.tables.errors import NotPossible
from games.tables.models import Table
from games.tables.proof import audit, claims
from tests.export.conftest import NOON, deal, made, opened
from tests.kit.people import browser_of
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
OLD, NEW = "https://old.example", "https://new.example"
KEYS = {OLD: "A" * 43, NEW: "B" * 42 + "A", "https://evil.example": "C" * 42 + "A"}


@pytest.fixture
def at(settings: Any) -> Callable[..., str]:
    """Give a function that makes this one of the sites, and returns its public key."""

    def here(site: str, *trusted: str) -> str:
        keys = {}
        for one in (*trusted, site):
            settings.SIGNING_KEY = KEYS[one]
            keys[one] = signing.public_key()["x"]
        settings.BASE_URL, settings.TRUSTED_SITES = site, {one: keys[one] for one in trusted}
        return keys[site]

    return here


@pytest.fixture
def taken(cast: Cast, ended: Table, at: Callable[..., str]) -> dict[str, str]:
    """Have Ann and Ben take along a game of the old site, and make this the new one."""
    at(OLD)
    name = f"games/{ended.pk}.txt"
    texts = {one: opened(made(cast[one]))[name] for one in ("ann", "ben")}
    at(NEW, OLD)
    return texts


def checks(data: bytes, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data.zip"
    path.write_bytes(data)
    monkeypatch.setattr(sys, "argv", ["check_export.py", str(path), key])
    runpy.run_path(str(ROOT / "examples/check_export.py"))


def changed(data: bytes, **files: bytes | None) -> bytes:
    """Return a ZIP with other files in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        kept = {name: old.read(name) for name in old.namelist()} | files
        for name, content in kept.items():
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


def test_a_third_party_checks_a_file_with_the_key_of_the_site(
    cast: Cast,
    belongings: None,
    at: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    key = at(OLD)
    data = b"".join(selectors.pieces(made(cast["ann"])))
    assert Client().get("/.well-known/fairdeal-key.json").json()["x"] == key
    checks(data, key, tmp_path, monkeypatch)
    assert capsys.readouterr().out.startswith("ann at https://old.example: ")
    with pytest.raises(InvalidSignature):
        checks(data, at(NEW), tmp_path, monkeypatch)
    for wrong in ({"tables.json": b"[]"}, {"tables.json": None}, {"more.json": b"[]"}):
        with pytest.raises(AssertionError):
            checks(changed(data, **wrong), key, tmp_path, monkeypatch)


def test_at_a_site_that_trusts_the_first_the_seat_is_theirs(
    cast: Cast, ended: Table, taken: dict[str, str]
) -> None:
    """Dee and Cal are what Ann and Ben are called there."""
    table = services.import_game(text=taken["ann"], user=cast["dee"], now=NOON + timedelta(9))
    assert table.pk != ended.pk and table.ended_at == NOON and not table.rated and table.private
    again = services.import_game(text=taken["ben"], user=cast["cal"], now=NOON + timedelta(9))
    assert again == table
    assert [seat.name for seat in again.seats.order_by("number")] == ["dee", "cal"]
    assert [seat.place for seat in again.seats.order_by("number")] == [1, 2]
    again.refresh_from_db()
    assert again.bots == 0 and list(audit.faults(again)) == []
    twice = services.import_game(text=taken["ann"], user=cast["dee"], now=NOON)
    assert twice == table and Table.objects.count() == 2
    for who, text in (("ben", taken["ann"]), ("dee", taken["ben"])):
        with pytest.raises(NotPossible, match="somebody else"):
            services.import_game(text=text, user=cast[who], now=NOON)


def test_it_is_the_same_by_page_by_program_and_by_file(
    cast: Cast, taken: dict[str, str], tmp_path: Path
) -> None:
    client = browser_of(cast["dee"])
    page = client.post("/tables/import/", {"transcript": taken["ann"]}, follow=True)
    assert "Signed by https://old.example. The seat is yours" in page.content.decode()
    path, said = tmp_path / "my-data.zip", io.StringIO()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as data:
        data.writestr("games/a.txt", taken["ben"])
        data.writestr("games/b.running.txt", "words")
        data.writestr("games/../c.txt", taken["ben"])
        data.writestr("games/bomb.txt", "0" * 50_000_000)
    with pytest.raises(CommandError, match="1 refused"):
        call_command("import_games", str(path), by="cal", stdout=said, stderr=io.StringIO())
    table = Table.objects.get(pk=said.getvalue().split("/")[2])
    assert {seat.name for seat in table.seats.all()} == {"dee", "cal"}


def test_a_program_takes_games_along(cast: Cast, taken: dict[str, str], live_server: Any) -> None:
    from accounts.services import tokens

    _token, key = tokens.make(user=cast["dee"], name="x", scopes=("play",), days=None, now=NOON)
    take = runpy.run_path(str(ROOT / "examples/take_along.py"))["take"]
    assert take(taken["ann"], live_server.url, key).endswith(" seat 0")
    assert "Line 1" in take("game", live_server.url, key)


def nobody_sits(text: str, user: User) -> bool:
    table = services.import_game(text=text, user=user, now=NOON)
    return not table.seats.filter(user__isnull=False).exists()


def test_whom_the_host_has_not_listed_is_believed_nothing(
    cast: Cast, taken: dict[str, str], at: Callable[..., str], settings: Any
) -> None:
    at(NEW)
    client = browser_of(cast["dee"])
    page = client.post("/tables/import/", {"transcript": taken["ann"]}, follow=True)
    assert "https://old.example. Its host is not trusted here" in page.content.decode()
    assert nobody_sits(taken["ann"], cast["dee"])
    at(OLD, OLD)  # one's own games are here already
    assert nobody_sits(taken["ann"], cast["dee"])
    at(NEW, "https://evil.example")
    settings.TRUSTED_SITES |= {OLD: settings.TRUSTED_SITES["https://evil.example"]}
    assert nobody_sits(taken["ann"], cast["dee"])


FACTS = {"table": "abc", "seat": 0, "ended": NOON.isoformat()}
WRONG: dict[str, Any] = {
    "a seat that is none": {"seat": 2},
    "a seat before the first": {"seat": -1},
    "a seat that is true": {"seat": True},
    "a seat in words": {"seat": "0"},
    "a table that is a number": {"table": 7},
    "no moment": {"ended": ""},
    "a moment without a zone": {"ended": "2026-11-21T12:00:00"},
    "another game": {"sha256": "0" * 64},
    "no hash": {"sha256": None},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_claim_that_makes_no_sense_gives_no_seat(
    name: str, cast: Cast, taken: dict[str, str], at: Callable[..., str]
) -> None:
    plain = taken["ann"].partition(claims.MARK)[0]
    at(OLD)
    digest = claims._digest(claims.transcript.parse(plain))
    signed = signing.sign(FACTS | {"sha256": digest} | WRONG[name])
    fine = signing.sign(FACTS | {"sha256": digest})
    at(NEW, OLD)
    assert nobody_sits(f"{plain}{claims.MARK}{signed}\n", cast["dee"])
    assert not nobody_sits(f"{plain}{claims.MARK}{fine}\n", cast["dee"])


def packed(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


SITE = packed(json.dumps({"iss": OLD} | FACTS))


@pytest.mark.parametrize(
    "signed",
    [
        *("", ".", "..", "a.b.c", "é.é.é", "a" * 100_000, f".{SITE}.", f"e30.{SITE}.AAAA"),
        f"{packed(json.dumps({'alg': 'none'}))}.{SITE}.",
        f"{packed('[' * 50_000)}.{SITE}.AAAA",
        f"{packed(json.dumps({'alg': 'EdDSA'}))}.{packed('[' * 50_000)}.AAAA",
        f"{packed(json.dumps({'alg': 'EdDSA'}))}.{packed('7')}.AAAA",
        f"{packed(json.dumps({'alg': 'EdDSA'}))}.{SITE}.{'A' * 86}",
    ],
)
def test_whatever_stands_there_is_no_fault(signed: str, cast: Cast, taken: dict[str, str]) -> None:
    assert nobody_sits(
        f"{taken['ann'].partition(claims.MARK)[0]}{claims.MARK}{signed}", cast["dee"]
    )


def test_a_claim_holds_for_its_game_alone(
    cast: Cast, taken: dict[str, str], at: Callable[..., str]
) -> None:
    other = deal(cast)
    services.resign(table_id=other.id, user_id=cast["ann"].pk, now=NOON)
    at(OLD)
    theirs = opened(made(cast["ann"], NOON + timedelta(2)))[f"games/{other.pk}.txt"]
    at(NEW, OLD)
    claim = taken["ann"].partition(claims.MARK)[2]
    assert nobody_sits(theirs.partition(claims.MARK)[0] + claims.MARK + claim, cast["dee"])


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_who_played_there_come_at_once(
    cast: Cast, taken: dict[str, str], together: Callable[..., list[Any]]
) -> None:
    def takes(who: str, text: str) -> Callable[[], Table]:
        return lambda: services.import_game(text=text, user=cast[who], now=NOON)

    one, other = together(takes("dee", taken["ann"]), takes("cal", taken["ben"]))
    assert one == other
    assert {seat.name for seat in one.seats.all()} == {"dee", "cal"}
