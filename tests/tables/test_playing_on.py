"""A game that goes on from a moment of another one."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.kernel.replay import UNDO
from games.ratings import profiles
from games.tables.errors import NotPossible, TableError
from games.tables.models import Action, Table
from games.tables.proof import fairness
from tests.tables.conftest import NOON, Asked, Played

pytestmark = pytest.mark.django_db


def goes_on(table: Played, name: str = "ann", ply: int = 20, seat: int = 0) -> Played:
    now = NOON.replace(hour=20)
    opened = table.lets(name, "play_on", ply=ply, seat=seat, now=now)
    return Played(opened.id, table.cast, now)


def test_ann_plays_on_from_the_middle(played_out: Played, asked: Asked) -> None:
    table = goes_on(played_out)
    before = Action.objects.filter(table=played_out.id).exclude(code=UNDO).order_by("ply")[:20]
    mine, theirs = [
        [(one.seat, one.code) for one in actions if one.seat is not None]
        for actions in (Action.objects.filter(table=table.id).order_by("ply"), before)
    ]
    assert mine == theirs
    row = table.row
    assert (row.copied, row.rated, row.private, row.status) == (20, False, True, "running")
    view, then = [
        one.snapshot.engine.view(state, 0)
        for one, state in (
            (table, table.snapshot.position.state),
            (played_out, played_out.snapshot.until(20).position.state),
        )
    ]
    assert view == then


def test_what_ann_could_not_see_is_dealt_anew(played_out: Played, asked: Asked) -> None:
    deals = {
        Action.objects.get(table=one.id, ply=1).code for one in (played_out, goes_on(played_out))
    }
    assert len(deals) == 2


def test_a_bot_has_the_other_seat_and_the_game_ends(played_out: Played, asked: Asked) -> None:
    table = goes_on(played_out, ply=played_out.row.ply - 4)
    assert [player.bot for player in table.snapshot.players] == ["", "master"]
    table.plays_on()
    assert table.row.status == "ended" and table.row.ended_by == "rules"
    assert table.sound()


def test_anybody_takes_either_seat(played_out: Played, asked: Asked) -> None:
    table = goes_on(played_out, "dee", seat=1)
    assert table.seat("dee") == 1 and table.snapshot.players[0].bot == "master"


def test_the_same_request_leads_to_the_same_table(played_out: Played, asked: Asked) -> None:
    assert goes_on(played_out).id == goes_on(played_out).id
    assert goes_on(played_out).id != goes_on(played_out, ply=22).id


def test_there_is_no_such_moment(played_out: Played) -> None:
    for ply, seat in ((0, 0), (1, 0), (9999, 0), (20, 2), (20, -1)):
        with pytest.raises(TableError):
            goes_on(played_out, ply=ply, seat=seat)
    assert Table.objects.count() == 1


def test_a_running_game_is_nobodys_second_board(table: Played) -> None:
    with pytest.raises(NotPossible):
        goes_on(table, ply=2)


def test_it_is_marked_and_counts_nowhere(played_out: Played, asked: Asked) -> None:
    table = goes_on(played_out, ply=80)
    assert "played on from another game" in table.html("ann")
    ann = User.objects.get(pk=table.cast["ann"].pk)
    before = profiles.counts(ann, ann, NOON)["games_ended"]
    table.does("ann", "resign")
    assert profiles.counts(ann, ann, NOON)["games_ended"] == before == 1
    assert fairness.proof(table.id).copied
    assert "goes on from another one" in table.html("ann", "fair/")
    assert table.html("ann", "review/", 404)


def test_one_click_leads_there(played_out: Played, asked: Asked, client: Client) -> None:
    answer = client.post(f"/t/{played_out.id}/play-on/", {"ply": "20", "seat": "0"})
    assert answer.status_code == 303
    page = client.get(answer["Location"]).content.decode()
    assert "dealt again" in page
    assert client.post(f"/t/{played_out.id}/play-on/", {"ply": "x"}).status_code == 404
