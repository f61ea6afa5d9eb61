"""Every act of the desk, tried by a moderator and by a host on each kind of person: the table of
rights says what happens, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import product

import pytest
from django.db import transaction

from accounts import services as accounts
from accounts.models import User
from accounts.services import new_guest
from games.community.desk import merge_consent, services
from games.community.moderation import services as conduct
from games.community.moderation.errors import ConductError, NotYours
from games.community.moderation.models import Measure, Outcome, Report, Sanction
from games.community.moderation.rights import RIGHTS, Act, Kind, may
from games.site.models import JournalEntry
from games.tables import services as tables
from games.tables.models import Seat
from tests.desk.conftest import Enters
from tests.kit.types import Cast
from tests.tables.conftest import NOON, Played
from tests.tables.pages import read

pytestmark = pytest.mark.django_db
WHY = {"why": "Asked by mail.", "now": NOON}
KEEPERS = ("mia", "hal")


@pytest.fixture
def people(house: Cast) -> Cast:
    """Return the house with another host, and a guest."""
    house["hope"] = User.objects.create_user("hope", role="host")
    house["guest"] = new_guest()
    return house


def about(people: Cast, by: str, kind: Kind) -> User:
    """Return somebody of a kind, from where a keeper stands."""
    names = {Kind.GUEST: "guest", Kind.ACCOUNT: "dee", Kind.MODERATOR: "max", Kind.HOST: "hope"}
    return people[by if kind == Kind.SELF else names[kind]]


def sanctioned(people: Cast, user: User, **more: object) -> Sanction:
    return Sanction.objects.create(
        user=user, by=people["ann"], measure=Measure.MUTE, at=NOON, **more
    )


def reported(people: Cast, user: User) -> Report:
    return Report.objects.create(
        by=people["ann"],
        about=user,
        subject="name",
        reason="other",
        line=Report.objects.count(),  # one may report each thing once
        at=NOON,
    )


Do = Callable[[Cast, User, User], object]
ACTS: dict[Act, list[Do]] = {
    Act.RENAME: [lambda _, by, user: services.rename(by=by, user=user, name="benedict", **WHY)],
    Act.SIGN_OUT: [lambda _, by, user: services.sign_out(by=by, user=user, **WHY)],
    Act.SANCTION: [
        lambda _, by, user, measure=measure: conduct.sanction(
            by=by, user=user, measure=measure, until=None, words="", **WHY
        )
        for measure in Measure
    ],
    Act.LIFT: [
        lambda people, by, user: conduct.lift(sanction_id=sanctioned(people, user).pk, by=by, **WHY)
    ],
    Act.HEAR: [
        lambda people, by, user: conduct.hear(
            sanction_id=sanctioned(people, user, appealed_at=NOON).pk, by=by, lift=True, **WHY
        )
    ],
    Act.DECIDE: [
        lambda people, by, user, outcome=outcome: conduct.decide(
            report_id=reported(people, user).pk,
            by=by,
            outcome=outcome,
            until=NOON + timedelta(days=1),
            **WHY,
        )
        for outcome in Outcome
    ],
    Act.ROLE: [lambda _, by, user: services.give_role(by=by, user=user, role="moderator", **WHY)],
    Act.MERGE: [
        lambda people, by, user: services.merge(
            by=by, guest=user, code=merge_consent.code(user, people["ben"]), **WHY
        )
    ],
    Act.RECEIVE: [
        lambda people, by, user: services.merge(
            by=by, guest=people["guest"], code=merge_consent.code(people["guest"], user), **WHY
        )
    ],
}
SEEN = {Act.SEE_REPORTS, Act.BREAK_OFF, Act.ANNUL}  # tried below
NOT_POSSIBLE = {(Act.ROLE, Kind.GUEST)}  # for another reason


def test_every_act_is_tried() -> None:
    assert set(ACTS) | SEEN == set(RIGHTS) == set(Act)


def test_a_moderator_does_nothing_to_a_host_and_nobody_to_themselves(people: Cast) -> None:
    for act in ACTS:
        assert not may(people["mia"], act, people["hal"])
        assert not any(may(people[by], act, people[by]) for by in KEEPERS)


@pytest.mark.parametrize("act", ACTS)
def test_who_may_do_it_to_whom(people: Cast, act: Act) -> None:
    for by, kind in product(KEEPERS, Kind):
        with transaction.atomic():
            rows = User.objects.in_bulk([user.pk for user in people.values()])
            tries({name: rows[user.pk] for name, user in people.items()}, act, by, kind)
            transaction.set_rollback(True)


def tries(people: Cast, act: Act, by: str, kind: Kind) -> None:
    keeper, user = people[by], about(people, by, kind)
    for do in ACTS[act]:
        if (act, kind) in NOT_POSSIBLE:
            continue
        if may(keeper, act, user):
            do(people, keeper, user)
            assert JournalEntry.objects.filter(by=keeper).exists()
            user.refresh_from_db()
            user.closed_at, user.is_active = None, True
            user.save()
        else:
            before = User.objects.get(pk=user.pk).username
            with pytest.raises(ConductError):
                do(people, keeper, user)
            assert User.objects.get(pk=user.pk).username == before
            assert not Sanction.objects.filter(by=keeper).exists()
            assert not JournalEntry.objects.filter(by=keeper).exists()


@pytest.mark.parametrize("name", ["ann", "guest"])
def test_without_an_office_nobody_may_do_anything(people: Cast, name: str) -> None:
    for act in ACTS:
        assert not any(may(people[name], act, user) for user in people.values())


def test_a_report_of_a_name_does_not_rename_a_host(enters: Enters, people: Cast) -> None:
    report = reported(people, people["hal"])
    mia = enters("mia")
    for outcome in ("hide", "warn", "mute", "suspend", "close"):
        sent = {"outcome": outcome, "days": "3", "sure": "on"}
        assert mia.post(f"/desk/reports/{report.pk}/", sent).status_code == 403
    assert User.objects.get(pk=people["hal"].pk).username == "hal"
    assert "another moderator or host" in mia.get(f"/desk/reports/{report.pk}/").content.decode()


@pytest.mark.parametrize("by", KEEPERS)
def test_nobody_reads_what_was_reported_about_them(enters: Enters, people: Cast, by: str) -> None:
    report, browser = reported(people, people[by]), enters(by)
    assert browser.get(f"/desk/reports/{report.pk}/").status_code == 404
    assert browser.post(f"/desk/reports/{report.pk}/", {"outcome": "nothing"}).status_code == 404
    for page in ("/desk/", "/desk/reports/", f"/desk/people/{by}/"):
        shown = browser.get(page).content.decode()
        assert f"/desk/reports/{report.pk}/" not in shown and "1 report" not in shown
        assert "reports upheld" not in shown
    assert f"/desk/reports/{report.pk}/" in enters("max").get("/desk/reports/").content.decode()


def test_who_keeps_the_site_alone_reads_what_to_do(enters: Enters, people: Cast) -> None:
    own = reported(people, people["ann"])
    Report.objects.update(by=people["hal"])
    reported(people, people["hal"])
    pages = ("/desk/", "/desk/reports/", f"/desk/reports/{own.pk}/")
    hal = enters("hal")
    shown = [hal.get(page).content.decode() for page in pages]
    assert not any("There is nobody else yet" in page for page in shown)
    assert "another moderator or host to decide" in shown[2] and 'name="outcome"' not in shown[2]
    User.objects.filter(username__in=["mia", "max", "hope"]).update(role="")
    shown = [hal.get(page).content.decode() for page in pages]
    assert all("There is nobody else yet" in page for page in shown)
    assert "1 report waits." in shown[0], "the one of hal, and not the one about hal"


@pytest.mark.parametrize("act", ["break_off", "annul", "count"])
def test_another_decides_about_a_table_at_which_one_sits(
    enters: Enters, table: Played, people: Cast, act: str
) -> None:
    Seat.objects.filter(table=table.id, user=people["ben"]).update(user=people["mia"])
    address, sent = f"/desk/tables/{table.id}/", {"do": act, "why": "I lose."}
    assert enters("mia").post(address, sent).status_code == 403
    User.objects.filter(username__in=["max", "hal", "hope"]).update(role="")
    assert enters("mia").post(address, sent).status_code != 403  # nobody else is there


# --- a guest's games ---


def test_a_guest_shows_a_code_for_one_account(enters: Enters, people: Cast) -> None:
    guest = enters("guest")
    assert guest.post("/conduct/merge/", {"name": "nobody"}).status_code == 422
    for keeper in KEEPERS:
        assert guest.post("/conduct/merge/", {"name": keeper}).status_code == 422
    shown = guest.post("/conduct/merge/", {"name": "Ann"})
    code = read(shown.content.decode()).one(class_="told__quote").text
    assert code and merge_consent.account_of(code, people["guest"])
    assert merge_consent.account_of(code, people["dee"]) is None
    assert enters("ann").get("/conduct/merge/").status_code == 404


def test_without_the_guests_consent_nothing_goes_anywhere(enters: Enters, people: Cast) -> None:
    guest, mia = people["guest"], enters("mia")
    page = f"/desk/people/{guest.username}/"
    codes = [
        "",
        "x",
        merge_consent.code(new_guest(), people["mia"]),
        merge_consent.code(guest, people["mia"]),
    ]
    for code in codes:
        sent = {"do": "merge", "name": "ann", "code": code, "why": "Mine."}
        assert mia.post(page, sent).status_code in (403, 422)
    assert not User.objects.get(pk=guest.pk).is_closed


def test_the_hand_of_a_guest_who_plays_is_not_handed_over(people: Cast) -> None:
    guest = people["guest"]
    opened = tables.open_table(creator=people["ben"], game="lost_cities", now=NOON)
    tables.sit(table_id=opened.id, user=guest, now=NOON)
    with pytest.raises(ConductError, match="still plays"):
        services.merge(
            by=people["mia"], guest=guest, code=merge_consent.code(guest, people["ann"]), **WHY
        )
    assert Seat.objects.filter(table=opened, user=guest).exists()
    assert not User.objects.get(pk=guest.pk).is_closed


def test_a_refusal_is_for_another_moderator(people: Cast) -> None:
    with pytest.raises(NotYours):
        services.rename(by=people["mia"], user=people["hal"], name="henry", **WHY)


def test_a_seat_that_the_guest_has_left_is_not_handed_over_while_others_play(people: Cast) -> None:
    """With three players they go on, and the hand stays hidden."""
    guest = people["guest"]
    opened = tables.open_table(creator=people["ben"], game="odin", seats=3, now=NOON)
    for user in (guest, people["dee"]):
        tables.sit(table_id=opened.id, user=user, now=NOON)
    tables.resign(table_id=opened.id, user_id=guest.pk, now=NOON)
    seat = Seat.objects.get(table=opened, user=guest)
    assert seat.left_by and seat.table.status == "running"
    with pytest.raises(ConductError, match="still plays"):
        services.merge(
            by=people["mia"], guest=guest, code=merge_consent.code(guest, people["ann"]), **WHY
        )
    assert not tables.hand_over(table_id=opened.id, guest=guest, to=people["ann"])
    assert Seat.objects.filter(pk=seat.pk, user=guest).exists()


def test_who_reported_hears_no_appeal(people: Cast) -> None:
    report = Report.objects.create(
        by=people["mia"], about=people["ben"], subject="name", reason="other", at=NOON
    )
    made = sanctioned(people, people["ben"], report=report, appealed_at=NOON)
    with pytest.raises(NotYours):
        conduct.hear(sanction_id=made.pk, by=people["mia"], lift=False, **WHY)
    conduct.hear(sanction_id=made.pk, by=people["max"], lift=False, **WHY)


@pytest.mark.parametrize("by", KEEPERS)
def test_nobody_reads_ones_own_appeal_at_the_desk_nor_what_became_of_a_report(
    enters: Enters, people: Cast, by: str
) -> None:
    made = sanctioned(people, people[by], appealed_at=NOON)
    conduct.decide(
        report_id=reported(people, people[by]).pk, by=people["hope"], outcome="warn", **WHY
    )
    browser = enters(by)
    assert browser.get(f"/desk/appeals/{made.pk}/").status_code == 404
    for page in ("/desk/journal/", f"/desk/people/{by}/"):
        assert "report decided" not in browser.get(page).content.decode()
    assert "report decided" in enters("max").get("/desk/journal/").content.decode()


def test_the_name_of_a_closed_account_is_gone(enters: Enters, people: Cast) -> None:
    dee = people["dee"]
    report = reported(people, dee)
    accounts.close(user=dee, now=NOON)
    dee.refresh_from_db()
    mia, rename = enters("mia"), {"do": "rename", "name": "other", "why": "Rude."}
    assert mia.post(f"/desk/people/{dee.username}/", rename).status_code == 422
    assert mia.post(f"/desk/reports/{report.pk}/", {"outcome": "hide"}).status_code == 303


def test_the_page_of_ones_own_table_offers_nothing_to_decide(
    enters: Enters, table: Played, people: Cast
) -> None:
    Seat.objects.filter(table=table.id, user=people["ben"]).update(user=people["mia"])
    shown = enters("mia").get(f"/desk/tables/{table.id}/").content.decode()
    assert 'value="break_off"' not in shown and "another moderator or host" in shown
    assert 'value="break_off"' in enters("max").get(f"/desk/tables/{table.id}/").content.decode()
