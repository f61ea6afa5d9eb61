from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import new_guest
from games.community.desk import merge_consent
from games.site.models import JournalEntry
from games.tables import services as tables
from games.tables.models import Seat, Table
from games.tables.proof import audit
from tests.desk.conftest import Enters
from tests.kit.types import Cast
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db(transaction=True)
WHY = {"why": "asked by mail"}


def test_a_moderator_renames_signs_out_warns_and_lifts_each_with_a_reason(enters: Enters) -> None:
    mia, ben = enters("mia"), enters("ben")
    page = "/desk/people/ben/"
    assert "ben" in mia.get("/desk/people/?name=be").content.decode()
    assert mia.post(page, {"do": "sign_out"}).status_code == 422  # no reason
    assert mia.post(page, {"do": "sign_out", **WHY}).status_code == 303
    assert ben.get("/conduct/").status_code == 302
    mute = {"do": "sanction", "measure": "mute", **WHY}
    assert mia.post(page, mute).status_code == 303
    made = User.objects.get(username="ben").sanctions.get()
    assert mia.post(page, {"do": "lift", "sanction": made.pk, **WHY}).status_code == 303
    answer = mia.post(page, {"do": "rename", "name": "benedict", **WHY})
    assert answer["Location"] == "/desk/people/benedict/"
    assert mia.post(answer["Location"], {"do": "rename", "name": "ann", **WHY}).status_code == 422
    told = list(JournalEntry.objects.order_by("pk").values_list("action", flat=True))
    assert told == ["signed out everywhere", "sanction mute", "sanction lifted", "renamed"]


def test_a_host_alone_gives_offices_and_a_moderator_does_nothing_to_a_host(enters: Enters) -> None:
    give = {"do": "role", "role": "moderator", **WHY}
    assert enters("mia").post("/desk/people/ann/", give).status_code == 403
    assert enters("hal").post("/desk/people/ann/", give).status_code == 303
    assert User.objects.get(username="ann").role == "moderator"
    out = {"do": "sign_out", **WHY}
    assert enters("mia").post("/desk/people/hal/", out).status_code == 403


def _rated(cast: Cast) -> str:
    terms = {"game": "lost_cities", "clock": "normal", "rated": True, "order": "seats"}
    opened = tables.open_table(creator=cast["ann"], now=NOON, **terms)
    tables.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    return opened.id


def test_a_game_that_runs_is_broken_off_and_a_rated_one_annulled(
    enters: Enters, table: Played, cast: Cast
) -> None:
    mia = enters("mia")
    assert mia.get(f"/desk/tables/{table.id}/").status_code == 200
    assert mia.post(f"/desk/tables/{table.id}/", {"do": "break_off", **WHY}).status_code == 303
    assert Table.objects.get(pk=table.id).ended_by == "abort"
    again = mia.post(f"/desk/tables/{table.id}/", {"do": "break_off", **WHY})
    assert again.status_code == 422
    rated = Played(_rated(cast), cast, NOON)
    for _ in range(4):  # each has laid a card and drawn one
        name = rated.mover
        code, ply = rated.legal(name)[0], Table.objects.get(pk=rated.id).ply
        tables.act(table_id=rated.id, user_id=cast[name].pk, code=code, ply=ply, now=NOON)
    tables.resign(table_id=rated.id, user_id=cast["ann"].pk, now=NOON)
    assert mia.post(f"/desk/tables/{rated.id}/", {"do": "annul", **WHY}).status_code == 303
    assert Table.objects.get(pk=rated.id).annulled
    waits = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    assert mia.post(f"/desk/tables/{waits.id}/", {"do": "break_off", **WHY}).status_code == 303
    assert Table.objects.get(pk=waits.id).ended_by == "closed"


def test_a_guests_games_go_into_an_account_but_where_both_sat(enters: Enters, cast: Cast) -> None:
    guest = new_guest()
    opened = tables.open_table(creator=guest, game="lost_cities", order="seats", now=NOON)
    tables.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    both = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    tables.sit(table_id=both.id, user=guest, now=NOON)
    mia, page = enters("mia"), f"/desk/people/{guest.username}/"
    merge = {"do": "merge", "code": merge_consent.code(guest, cast["ann"]), **WHY}
    assert mia.post(page, merge).status_code == 422  # the guest still plays
    for table in (opened, both):
        tables.resign(table_id=table.id, user_id=guest.pk, now=NOON)
    assert mia.post(page, merge)["Location"] == "/desk/people/ann/"
    seats = Seat.objects.filter(table=opened).order_by("number").values_list("user", flat=True)
    assert list(seats) == [cast["ann"].pk, cast["ben"].pk]
    assert Table.objects.get(pk=opened.id).creator == cast["ann"]
    assert not list(audit.faults(Table.objects.get(pk=opened.id)))
    assert User.objects.get(pk=guest.pk).is_closed
    entry = JournalEntry.objects.get(action="guest merged")
    assert (entry.facts["games"], entry.facts["stayed"]) == (1, 1)
    again = {"do": "merge", "code": merge_consent.code(cast["ben"], cast["ann"]), **WHY}
    assert mia.post("/desk/people/ben/", again).status_code == 422
