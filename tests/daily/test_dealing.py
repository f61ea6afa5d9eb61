"""Deals: made ahead, once; the same cards and the same answers for everybody."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.daily import services
from games.daily.models import Deal, Entry
from games.kernel import canonical, shuffle
from games.registry import bots, engines, levels
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Action, Table
from games.tables.proof import audit, fairness
from games.tables.services import bots as choosing
from games.tables.services.bots import alike
from tests.daily import factory
from tests.daily.conftest import NOON, TOMORROW, Clock, Deals
from tests.kit import tiers
from tests.kit.environment import ROOT
from tests.kit.people import browser_of
from tests.kit.types import Cast, Patch, Together


def test_there_is_one_deal_for_each_game_of_today_and_of_tomorrow(deals: Deals) -> None:
    assert list(deals) == list(engines())
    again = {deal.game: deal for deal in services.make(now=NOON + timedelta(hours=3))}
    assert {game: deal.pk for game, deal in again.items()} == {
        game: deal.pk for game, deal in deals.items()
    }
    tomorrow = Deal.objects.filter(date=TOMORROW.date())
    assert tomorrow.count() == len(engines())
    seals = set(Deal.objects.values_list("commitment", flat=True))
    assert len(seals) == 2 * len(engines())


def test_the_seal_of_the_day_before_is_that_of_the_day(deals: Deals) -> None:
    shown = Deal.objects.get(date=TOMORROW.date(), game="odin").commitment
    later = {deal.game: deal for deal in services.make(now=TOMORROW)}["odin"]
    assert later.commitment == shown == shuffle.commitment(bytes(later.secret))


def test_opponents_are_the_strongest_bot_three_club_bots_and_nobody(deals: Deals) -> None:
    assert deals["lost_cities"].levels == [levels("lost_cities")[-1]]
    assert deals["schotten_totten"].levels == [levels("schotten_totten")[-1]]
    assert deals["odin"].levels == ["club"] * 3
    assert deals["exhibition"].levels == []


@pytest.mark.django_db
def test_a_game_without_wishes_has_deals_too(toy_game: None) -> None:
    made = {deal.game: deal for deal in services.make(now=NOON)}
    assert made["toy"].levels == ["club"] * (len(made["toy"].levels)) and made["toy"].levels


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_processes_make_one_deal(together: Together) -> None:
    found = together(*[lambda: services.make(now=NOON)] * 4)
    assert len({tuple(deal.pk for deal in made) for made in found}) == 1
    assert Deal.objects.count() == 2 * len(engines())


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_clicks_begin_one_game(together: Together) -> None:
    deal = services.make(now=NOON)[0]
    ann = factory.person("ann")
    found = together(*[lambda: factory.begun(deal, ann, NOON).id] * 4)
    assert len(set(found)) == 1
    assert Entry.objects.count() == Table.objects.count() == 1


def test_the_table_is_dealt_at_once_unrated_and_by_link_only(deals: Deals, people: Cast) -> None:
    table = factory.begun(deals["odin"], people["ann"], NOON)
    row = Table.objects.get(pk=table.pk)
    assert (row.status, row.rated, row.private, row.time_control) == (
        *("running", False, True),
        "untimed",
    )
    assert row.sealed_until == deals["odin"].ends


@pytest.mark.parametrize("game", ["lost_cities", "schotten_totten", "odin", "exhibition"])
def test_everybody_gets_the_same_cards(deals: Deals, people: Cast, game: str) -> None:
    logs = []
    for name in ("ann", "ben", "gus"):
        table = factory.begun(deals[game], people[name], NOON)
        logs.append(list(Action.objects.filter(table=table).values_list("ply", "seat", "code")))
    assert logs[0] == logs[1] == logs[2] and len(logs[0]) >= 2
    names = {
        tuple(sorted(seat.called for seat in table.seats.all() if seat.bot))
        for table in Table.objects.filter(game=game)
    }
    assert len(names) == 1, "the opponents are the same as well"


def plays(table: Table, codes: list[str] | None = None, *, most: int) -> list[str]:
    """Play so many of the person's turns: these codes, or the first legal ones; return them."""
    from games.tables.state import snapshot_cache

    mine: list[str] = []
    now = NOON
    while (row := Table.objects.get(pk=table.pk)).status == "running":
        now += timedelta(seconds=1)
        snapshot = snapshot_cache.current(row)
        if snapshot.bots_to_act:
            choice = tables.choose(table_id=row.pk, ply=row.ply)
            assert choice is not None
            code, seat = choice.code, choice.seat
            tables.answer(table_id=row.pk, seat=seat, code=code, ply=row.ply, now=now)
            continue
        if len(mine) == most:
            break
        position = snapshot.position
        assert position is not None
        legal = snapshot.engine.legal_actions(position.state, 0)
        code = codes[len(mine)] if codes else snapshot.engine.encode(legal[0])
        tables.act(table_id=row.pk, user_id=row.creator_id, code=code, ply=row.ply, now=now)
        mine.append(code)
    return mine


def test_the_same_play_gets_the_same_answers(deals: Deals, people: Cast) -> None:
    anns = factory.begun(deals["odin"], people["ann"], NOON)
    codes = plays(anns, most=tiers.part(20))
    bens = factory.begun(deals["odin"], people["ben"], NOON + timedelta(hours=2))
    assert plays(bens, codes, most=len(codes)) == codes
    logs = [
        list(Action.objects.filter(table=table).order_by("ply").values_list("seat", "code"))
        for table in (anns, bens)
    ]
    assert logs[0] == logs[1]
    assert list(audit.faults(Table.objects.get(pk=anns.pk))) == []


def test_the_dice_of_bots_follow_from_secret_entries_and_view() -> None:
    view = engines()["odin"].view(engines()["odin"].start(_setup()), 1)
    secret, other = b"s" * 64, b"t" * 64
    first = alike(secret, 7, view, 0).random()
    assert alike(secret, 7, view, 0).random() == first
    assert alike(other, 7, view, 0).random() != first
    assert alike(secret, 8, view, 0).random() != first
    assert alike(secret, 7, view, 1).random() != first


def _setup() -> Any:
    from games.kernel.protocol import Setup

    return Setup(4, {}, engines()["odin"].ruleset)


def test_taking_back_changes_no_answer(deals: Deals, people: Cast, monkeypatch: Patch) -> None:
    """Ann plays a card, takes it back and plays it again: the bot has the same dice as with Ben,
    and answers alike."""
    thrown: list[float] = []

    def noted(*facts: Any) -> Any:
        thrown.append(alike(*facts).random())
        return alike(*facts)

    monkeypatch.setattr(choosing, "alike", noted)
    deal = deals["lost_cities"]
    Deal.objects.filter(pk=deal.pk).update(levels=["club"])
    deal.refresh_from_db()
    answers = []
    for name in ("ann", "ben"):
        table = factory.begun(deal, people[name], NOON)
        _answered(table)
        code = _legal(table)[0]
        _plays(table, code)
        if name == "ann":
            row = Table.objects.get(pk=table.pk)
            tables.undo(table_id=row.pk, user_id=row.creator_id, ply=row.ply, now=NOON)
            _plays(table, code)
        _plays(table, "draw stock")
        row = Table.objects.get(pk=table.pk)
        answers.append(tables.choose(table_id=row.pk, ply=row.ply))
    assert answers[0] == answers[1] is not None
    half = len(thrown) // 2
    assert half and thrown[:half] == thrown[half:]


def _answered(table: Table) -> None:
    from games.tables.state import snapshot_cache

    while snapshot_cache.current(row := Table.objects.get(pk=table.pk)).bots_to_act:
        choice = tables.choose(table_id=row.pk, ply=row.ply)
        assert choice is not None
        tables.answer(table_id=row.pk, seat=choice.seat, code=choice.code, ply=row.ply, now=NOON)


def _legal(table: Table) -> list[str]:
    from games.tables.state import snapshot_cache

    snapshot = snapshot_cache.current(Table.objects.get(pk=table.pk))
    assert snapshot.position is not None
    legal = snapshot.engine.legal_actions(snapshot.position.state, 0)
    return [snapshot.engine.encode(action) for action in legal]


def _plays(table: Table, code: str) -> None:
    row = Table.objects.get(pk=table.pk)
    tables.act(table_id=row.pk, user_id=row.creator_id, code=code, ply=row.ply, now=NOON)


def test_one_lost_task_changes_no_answer(deals: Deals, people: Cast) -> None:
    table = factory.begun(deals["odin"], people["ann"], NOON)
    row = Table.objects.get(pk=table.pk)
    if row.bot_at is None:
        _plays(table, _legal(table)[0])
        row.refresh_from_db()
    if row.bot_at is None:  # Ann takes a card first
        _plays(table, _legal(table)[0])
        row.refresh_from_db()
    before = tables.choose(table_id=row.pk, ply=row.ply)
    Table.objects.filter(pk=row.pk).update(bot_tries=2)
    assert tables.choose(table_id=row.pk, ply=row.ply) == before is not None


@pytest.mark.parametrize("game", ["odin", "exhibition"])
def test_it_is_played_once_to_its_end(deals: Deals, people: Cast, game: str) -> None:
    deal, ann = deals[game], people["ann"]
    table = factory.begun(deal, ann, NOON)
    with pytest.raises(NotPossible):
        tables.abort(table_id=table.pk, user_id=ann.pk, now=NOON)
    tables.resign(table_id=table.pk, user_id=ann.pk, now=NOON)
    with pytest.raises(NotPossible):
        tables.rematch(table_id=table.pk, user=ann, now=NOON)
    assert factory.begun(deal, ann, NOON + timedelta(hours=1)).pk == table.pk


def test_no_bot_helps_while_a_deal_counts(deals: Deals, people: Cast, clock: Clock) -> None:
    ann, deal = people["ann"], deals["exhibition"]
    table = factory.begun(deal, ann, NOON)
    assert 'id="ask-hint"' not in browser_of(ann).get(f"/t/{table.pk}/").content.decode()
    with pytest.raises(NotPossible, match="while a deal counts"):
        tables.ask_hint(table_id=table.pk, user_id=ann.pk, ply=1, now=NOON)
    tables.resign(table_id=table.pk, user_id=ann.pk, now=NOON)
    clock(TOMORROW)
    again = Table.objects.get(pk=factory.begun(deal, ann, TOMORROW).pk)
    assert 'id="ask-hint"' in browser_of(ann).get(f"/t/{again.pk}/").content.decode()
    tables.ask_hint(table_id=again.pk, user_id=ann.pk, ply=again.ply, now=TOMORROW)


def test_no_review_and_no_playing_on_tells_of_a_deal_that_counts(
    deals: Deals, people: Cast, clock: Clock
) -> None:
    ann = people["ann"]
    entry = factory.ended(deals["lost_cities"], ann, 12, now=NOON)
    page, review = f"/t/{entry.table_id}/", f"/t/{entry.table_id}/review/"
    client, strangers = browser_of(ann), browser_of(people["ben"])
    assert review not in client.get(page).content.decode()
    assert client.get(review).status_code == client.post(review).status_code == 404
    with pytest.raises(NotPossible, match="still play these cards"):
        tables.play_on(table_id=entry.table_id, ply=1, seat=0, user=ann, now=NOON)
    assert strangers.get(review).status_code == 404
    clock(TOMORROW)
    assert review in client.get(page).content.decode()
    assert strangers.get(review).status_code == 200


def test_play_now_does_not_lead_to_it(deals: Deals, people: Cast) -> None:
    table = factory.begun(deals["odin"], people["ann"], NOON)
    now = tables.play_now(user=people["ann"], game="odin", level="club", now=NOON)
    assert now.pk != table.pk and not now.deal


def test_it_is_not_played_before_its_day(deals: Deals, people: Cast) -> None:
    tomorrow = Deal.objects.get(date=TOMORROW.date(), game="odin")
    with pytest.raises(NotPossible):
        factory.begun(tomorrow, people["ann"], NOON)


def test_every_deal_follows_from_the_secret_and_the_name(
    deals: Deals, people: Cast, clock: Callable[..., None]
) -> None:
    deal = deals["exhibition"]
    entry = factory.ended(deal, people["ann"], 30, None, now=NOON)
    assert not fairness.proof(entry.table_id).opened
    clock(TOMORROW)
    proof = fairness.proof(entry.table_id)
    assert proof.ok and proof.table == deal.name == proof.as_json()["table"]
    assert proof.secret == bytes(deal.secret).hex()


def test_plain_text_does_not_depend_on_the_order_of_sets() -> None:
    assert canonical.text({"b": {3, 1, 2}, "a": None}) == canonical.text(
        {"a": None, "b": {2, 1, 3}}
    )
    assert canonical.text((1, "1")) != canonical.text((1, 1))
    assert bots()  # the games' own bots decide from such views


def test_the_script_checks_a_table_without_the_site(
    deals: Deals, people: Cast, clock: Callable[..., None], tmp_path: Path
) -> None:
    deal = deals["exhibition"]
    entry = factory.ended(deal, people["ann"], 30, None, now=NOON)
    clock(TOMORROW)
    proof = browser_of(None).get(f"/t/{entry.table_id}/fair.json").json()
    assert (proof["table"], proof["nonces"]) == (deal.name, ["-"])
    script = [sys.executable, "-I", str(ROOT / "static" / "verify_shuffle.py")]
    for number, told in enumerate((proof, proof | {"table": entry.table_id})):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(told))
        assert subprocess.run([*script, str(file)], capture_output=True).returncode == number
