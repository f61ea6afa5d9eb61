"""The clock in the form for a new table: by its name, of one's own, or none."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.kernel.clock import PRESETS
from games.tables import services
from games.tables.http.fields import CUSTOM
from games.tables.models import Table
from tests.tables.conftest import NOON
from tests.tables.pages import read
from tests.tables.test_pages_new import client_of, form_of, opened

pytestmark = pytest.mark.django_db


def test_who_says_nothing_of_a_clock_gets_none(cast: dict[str, User]) -> None:
    answer = client_of(cast["ann"]).post("/tables/new/", {"game": "lost_cities"})
    table = Table.objects.get(pk=answer["Location"].split("/")[2])
    assert (table.time_control, table.rated) == ("untimed", False)


@pytest.mark.parametrize("clock", [*PRESETS, "custom 90+5", "custom 48h+24h/120h"])
def test_a_time_control_by_its_name(cast: dict[str, User], clock: str) -> None:
    answer = client_of(cast["ann"]).post("/tables/new/", {"game": "lost_cities", "clock": clock})
    assert Table.objects.get(pk=answer["Location"].split("/")[2]).time_control == clock


def test_every_time_control_can_be_chosen(cast: dict[str, User]) -> None:
    client = client_of(cast["ann"])
    offered = [box.attributes["value"] for box in form_of(client).all("input", name="clock")]
    assert sorted(offered) == sorted([*PRESETS, *CUSTOM])
    for clock in PRESETS:
        table = opened(client, clock=clock)
        assert table.time_control == clock
        services.stand(table_id=table.id, user=cast["ann"], now=NOON)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ({"clock": "custom", "minutes": "15", "seconds": "0"}, "custom 900+0"),
        ({"clock": "custom", "minutes": " 090 ", "seconds": "30"}, "custom 5400+30"),
        (
            {"clock": "custom", "hours": "48", "hours_more": "24", "hours_most": "120"},
            "custom 48h+24h/120h",
        ),
        (
            {
                "clock": "custom hours",
                "minutes": "15",
                "hours": "48",
                "hours_more": "24",
                "hours_most": "120",
            },
            "custom 48h+24h/120h",
        ),
    ],
)
def test_a_time_control_of_ones_own(
    cast: dict[str, User], typed: dict[str, str], name: str
) -> None:
    answer = client_of(cast["ann"]).post("/tables/new/", {"game": "lost_cities", **typed})
    assert answer.status_code == 303
    assert Table.objects.get(pk=answer["Location"].split("/")[2]).time_control == name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"clock": "soon"}, "There is no time control of that name."),
        ({"clock": "custom", "minutes": "200", "seconds": "0"}, "A live clock starts with"),
        ({"clock": "custom", "minutes": "five", "seconds": "0"}, "A live clock starts with"),
        ({"clock": "custom 30+0"}, "A live clock starts with"),
        ({"clock": "custom", "minutes": "", "seconds": ""}, "A live clock starts with"),
        (
            {"clock": "custom hours", "hours": "48", "hours_more": "24", "hours_most": "12"},
            "By correspondence, a clock starts with",
        ),
        ({"clock": "custom 1h+1h/1h"}, "By correspondence, a clock starts with"),
    ],
)
def test_what_is_no_time_control_is_said(
    cast: dict[str, User], typed: dict[str, str], sentence: str
) -> None:
    answer = client_of(cast["ann"]).post("/tables/new/", {"game": "lost_cities", **typed})
    assert answer.status_code == 422
    page = read(answer.content.decode())
    assert sentence in page.one(role="alert").text
    for name in ("minutes", "seconds"):
        if name in typed:
            assert page.one("input", name=name).attributes["value"] == typed[name]


@pytest.mark.parametrize(
    ("query", "warns"),
    [
        ("rounds=1&clock=fast", False),
        ("rounds=3&clock=fast", True),
        ("rounds=3&clock=normal", False),
        ("rounds=1&clock=custom&minutes=1&seconds=5", True),
        ("rounds=3&clock=daily", False),
        ("rounds=3&clock=untimed", False),
    ],
)
def test_a_long_game_with_a_short_clock_warns(
    cast: dict[str, User], query: str, warns: bool
) -> None:
    said = form_of(client_of(cast["ann"]), f"?game=lost_cities&{query}").one(id="hurry").text
    assert ("seconds a turn, very little" in said) == warns
