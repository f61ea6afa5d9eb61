"""Tables whose clocks run day and night: chosen in the form, and told before one sits down."""

from __future__ import annotations

import pytest
from django.test import Client

from games.tables.models import Table
from tests.kit.people import browser_of
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db

TERMS = {"game": "lost_cities", "seats": "2", "clock": "hours"}
TOLD = "No sleep windows: clocks run day and night."


@pytest.fixture
def ann(cast: Cast) -> Client:
    return browser_of(cast["ann"])


def opened(client: Client, **more: str) -> Table:
    answer = client.post("/tables/new/", TERMS | more)
    return Table.objects.get(pk=answer["Location"].split("/")[2])


def seen(path: str) -> str:
    return Client().get(path).content.decode()


def test_whoever_comes_reads_it_before_sitting_down(ann: Client) -> None:
    table = opened(ann, sleepless="on")
    assert table.sleepless
    assert TOLD in seen(f"/t/{table.id}/")
    assert "no sleep windows" in seen("/")


def test_nothing_is_said_where_clocks_stand(ann: Client) -> None:
    table = opened(ann)
    assert not table.sleepless
    assert "sleep windows" not in seen(f"/t/{table.id}/") + seen("/")


def test_a_live_clock_has_none_anyway(ann: Client) -> None:
    table = opened(ann, sleepless="on", clock="normal")
    assert not table.sleepless
    assert "sleep windows" not in seen(f"/t/{table.id}/")


def test_the_form_says_what_was_chosen(ann: Client) -> None:
    page = ann.get("/tables/new/", TERMS | {"sleepless": "on"}).content.decode()
    assert TOLD in page
    assert 'name="sleepless" value="on"\n        checked' in page
    assert TOLD not in ann.get("/tables/new/", TERMS).content.decode()
    live = ann.get("/tables/new/", TERMS | {"sleepless": "on", "clock": "normal"})
    assert TOLD not in live.content.decode()


def test_the_board_says_it_in_its_terms(ann: Client, cast: Cast) -> None:
    table = opened(ann, sleepless="on")
    ben = browser_of(cast["ben"])
    ben.post(f"/t/{table.id}/sit/")
    assert "no sleep windows" in ben.get(f"/t/{table.id}/").content.decode()
