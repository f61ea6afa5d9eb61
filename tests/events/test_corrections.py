"""Corrections of results by an organiser, at tables of several and with the same cards for all."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.community.events import services
from games.community.events.errors import EventError, Stale
from games.community.events.models import Decision, Event, Pairing
from tests.events.conftest import NAMES, Evening
from tests.kit.played import client_of
from tests.kit.types import Together

pytestmark = [pytest.mark.django_db, pytest.mark.database]

LIVE: dict[str, Any] = {"clock": "normal", "length": 60, "rounds": 2}
SEVERAL = LIVE | {"format": "groups", "game": "odin", "options": {}, "seats": 4}


def corrects(evening: Evening, pairing: Pairing, result: str, version: int = 0) -> Pairing:
    services.correct(
        event_id=pairing.round.event_id,
        by=evening.people["ann"],
        pairing_id=pairing.pk,
        result=result,
        version=version,
        why="They told me so.",
        now=evening.now,
    )
    return Pairing.objects.get(pk=pairing.pk)


def first(event: Event) -> Pairing:
    return Pairing.objects.filter(round__event=event).order_by("pk")[0]


def test_places_of_a_table_of_several(evening: Evening) -> None:
    event = evening.makes(**SEVERAL)
    evening.enters(event, *NAMES[:4])
    evening.waits(event)
    pairing = first(event)
    assert corrects(evening, pairing, "3 1 1 4").points == [4, 10, 10, 0]
    told = Decision.objects.get(event=event)
    assert (told.what, told.facts["after"]) == ("correct", [4, 10, 10, 0])
    for wrong in ("1 2 3", "1 2 2 3", "0 1 2 3", "1 2 3 4 5", "2 3 4 5", "1", "=", "x 1 2 3"):
        with pytest.raises(EventError, match="Places count from 1"):
            corrects(evening, pairing, wrong, version=1)
    assert corrects(evening, pairing, "-", version=1).points == [0, 0, 0, 0]
    with pytest.raises(Stale):
        corrects(evening, pairing, "1 2 3 4", version=1)


def test_a_game_with_the_same_cards_when_its_round_has_ended(evening: Evening) -> None:
    event = evening.makes(**LIVE, duplicate=True)
    evening.enters(event, *NAMES[:4])
    evening.waits(event)
    pairing = first(event)
    with pytest.raises(EventError, match="when the round has ended"):
        corrects(evening, pairing, "1")
    while first(event).round.ended_at is None:
        evening.plays_all(event)
        evening.keeps(event)
    others = dict(Pairing.objects.exclude(pk=pairing.pk).values_list("pk", "points"))
    assert corrects(evening, pairing, "1").points == [0.25, 0], "one of four games of the pair"
    assert corrects(evening, pairing, "=", version=1).points == [0.125, 0.125]
    with pytest.raises(EventError, match="not one of the results"):
        corrects(evening, pairing, "1 2", version=2)
    assert others == dict(Pairing.objects.exclude(pk=pairing.pk).values_list("pk", "points"))
    event = evening.plays_to_the_end(event)
    assert sum(points for _name, points in evening.standings(event)) == pytest.approx(4)


@pytest.mark.parametrize("terms", [SEVERAL, LIVE | {"duplicate": True}])
def test_the_page_has_a_form_for_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, terms: dict[str, Any]
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: evening.now)
    event = evening.makes(**terms)
    evening.enters(event, *NAMES[:4])
    evening.waits(event)
    path, organiser = f"/events/{event.pk}/run/", client_of(evening.people["ann"])
    if event.duplicate:
        assert 'name="pairing"' not in organiser.get(path).content.decode()
        while first(event).round.ended_at is None:
            evening.plays_all(event)
            evening.keeps(event)
    page = organiser.get(path).content.decode()
    assert ('name="pairing"' in page and "Other games stay" in page) or 'name="place"' in page
    sent: dict[str, Any] = {"result": "0"} if event.duplicate else {"place": ["4", "3", "2", "1"]}
    sent |= {"what": "correct", "pairing": first(event).pk, "version": 0, "why": "So it was."}
    assert organiser.post(path, sent).status_code == 303
    assert first(event).points == ([0, 0.25] if event.duplicate else [0, 4, 8, 12])
    assert "So it was." in client_of().get(f"/events/{event.pk}/").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("terms", [SEVERAL, LIVE | {"duplicate": True}])
def test_two_organisers_at_once(
    evening: Evening, together: Together, terms: dict[str, Any]
) -> None:
    event = evening.makes(**terms)
    evening.enters(event, *NAMES[:4])
    evening.waits(event)
    while event.duplicate and first(event).round.ended_at is None:
        evening.plays_all(event)
        evening.keeps(event)
    pairing = first(event)
    results = ("1", "=", "0") if event.duplicate else ("1 2 3 4", "4 3 2 1", "1 1 1 1")
    answers = together(*[partial(corrects, evening, pairing, each) for each in results])
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(answer) for answer in refused] == [Stale, Stale]
    assert Decision.objects.filter(event=event, what="correct").count() == 1
    assert first(event).version == 1
