"""The clock in the form for a new table: by its name, of one's own, or none."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.kernel.clock import PRESETS
from games.tables.http.fields import CUSTOM
from tests.kit.played import client_of
from tests.tables.pages import read
from tests.tables.test_pages_new import form_of, made, opened

pytestmark = pytest.mark.django_db


def asks(cast: dict[str, User], **fields: str) -> Any:
    return client_of(cast["ann"]).post("/tables/new/", {"game": "lost_cities", **fields})


def test_who_says_nothing_of_a_clock_gets_none(cast: dict[str, User]) -> None:
    table = made(asks(cast))
    assert (table.time_control, table.rated) == ("untimed", False)


def test_every_time_control_can_be_chosen(cast: dict[str, User]) -> None:
    client = client_of(cast["ann"])
    offered = [box.attributes["value"] for box in form_of(client).all("input", name="clock")]
    assert sorted(offered) == sorted([*PRESETS, *CUSTOM])
    assert opened(client, clock="weekly").time_control == "weekly"


HOURS = {"hours": "48", "hours_more": "24", "hours_most": "120"}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *[({"clock": clock}, clock) for clock in ("daily", "custom 90+5", "custom 48h+24h/120h")],
        ({"clock": "custom", "minutes": "15", "seconds": "0"}, "custom 900+0"),
        ({"clock": "custom", "minutes": " 090 ", "seconds": "30"}, "custom 5400+30"),
        ({"clock": "custom", **HOURS}, "custom 48h+24h/120h"),
        ({"clock": "custom hours", "minutes": "15", **HOURS}, "custom 48h+24h/120h"),
    ],
)
def test_a_time_control_by_its_name_or_of_ones_own(
    cast: dict[str, User], typed: dict[str, str], name: str
) -> None:
    assert made(asks(cast, **typed)).time_control == name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"clock": "soon"}, "There is no time control of that name."),
        ({"clock": "custom", "minutes": "200", "seconds": "0"}, "A live clock starts with"),
        ({"clock": "custom", "minutes": "five", "seconds": "0"}, "A live clock starts with"),
        ({"clock": "custom 30+0"}, "A live clock starts with"),
        ({"clock": "custom", "minutes": "", "seconds": ""}, "A live clock starts with"),
        ({"clock": "custom hours", **HOURS, "hours_most": "12"}, "By correspondence, a clock"),
        ({"clock": "custom 1h+1h/1h"}, "By correspondence, a clock"),
    ],
)
def test_what_is_no_time_control_is_said(
    cast: dict[str, User], typed: dict[str, str], sentence: str
) -> None:
    answer = asks(cast, **typed)
    assert answer.status_code == 422
    page = read(answer.content.decode())
    assert sentence in page.one(role="alert").text
    for name in ("minutes", "seconds"):
        if name in typed:
            assert page.one("input", name=name).attributes["value"] == typed[name]


def test_a_long_game_with_a_short_clock_warns(cast: dict[str, User]) -> None:
    for query, warns in (
        ("rounds=1&clock=fast", False),
        ("rounds=3&clock=fast", True),
        ("rounds=3&clock=normal", False),
        ("rounds=1&clock=custom&minutes=1&seconds=5", True),
        ("rounds=3&clock=daily", False),
        ("rounds=3&clock=untimed", False),
    ):
        said = form_of(client_of(cast["ann"]), f"?game=lost_cities&{query}").one(id="hurry").text
        assert ("seconds a turn, very little" in said) == warns
