from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.selectors import may_rename
from games.community.moderation import selectors, services
from games.community.moderation.errors import Decided, NotYours
from games.community.moderation.models import Measure, Outcome, Report, Sanction
from games.community.talk import services as talk
from games.community.talk.models import Line
from games.site.models import JournalEntry
from tests.desk.conftest import Enters
from tests.kit.types import Cast
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def line(house: Cast, table: Played) -> Line:
    """Ann and Ben have words, and one of Ben's goes too far."""
    said = {}
    for name, text in (("ann", "Your move"), ("ben", "Are you stupid?"), ("ann", "Please stop")):
        said[text] = talk.say(table_id=table.id, user=table.cast[name], text=text, now=NOON)
    return said["Are you stupid?"]


def reported(browser: Client, line: Line, words: str = "He is rude.") -> Report:
    sent = {"reason": "insult", "words": words}
    assert browser.post(f"/report/line/{line.pk}/", sent).status_code == 303
    return Report.objects.get()


def test_from_the_report_to_the_mute_and_what_each_hears(
    enters: Enters, house: Cast, line: Line, table: Played
) -> None:
    report = reported(ann := enters("ann"), line)
    assert [one["text"] for one in report.kept["around"]] == [
        "Your move",
        "Are you stupid?",
        "Please stop",
    ]
    talk.take_back(line_id=line.pk, user=house["ben"], now=NOON)  # too late: it is kept as it was
    mia = enters("mia")
    page = mia.get(f"/desk/reports/{report.pk}/").content.decode()
    assert "Are you stupid?" in page and "He is rude." in page and "Please stop" in page
    decided = {"outcome": "mute", "words": "Let people think.", "why": "plain insult"}
    assert mia.post(f"/desk/reports/{report.pk}/", decided).status_code == 303
    made = Sanction.objects.get()
    assert made.measure == Measure.MUTE and made.user == house["ben"]
    assert timedelta(hours=23) < made.until - timezone.now() <= timedelta(days=1)
    assert Line.objects.get(pk=line.pk).hidden
    ben = enters("ben")
    assert "Let people think." in ben.get("/conduct/").content.decode()
    assert "A moderator has decided" in ben.get("/news/").content.decode()
    assert "read it, and acted" in ann.get("/conduct/").content.decode()
    assert "A moderator has decided" in ann.get("/news/").content.decode()
    assert ben.post(f"/t/{table.id}/talk/", {"phrase": "hello"}).status_code == 403
    told = JournalEntry.objects.order_by("pk").values_list("action", "by__username", "why")
    assert list(told) == [
        ("report decided", "mia", "plain insult"),
        ("sanction mute", "mia", "plain insult"),
    ]
    journal = mia.get("/desk/journal/").content.decode()
    assert "sanction mute" in journal and "plain insult" in journal


def test_a_report_is_made_once_of_what_one_sees_and_not_of_oneself(
    enters: Enters, line: Line
) -> None:
    ann = enters("ann")
    reported(ann, line)
    reported(ann, line, "again")
    assert Report.objects.get().words == "He is rude."
    assert enters("ben").get(f"/report/line/{line.pk}/").status_code == 404
    assert ann.get("/report/line/9999/").status_code == 404
    assert ann.get("/report/name/ann/").status_code == 404
    assert Client().get(f"/report/line/{line.pk}/").status_code == 302


def test_a_reason_is_asked_for_and_a_book_refused(enters: Enters, line: Line) -> None:
    address, ann = f"/report/line/{line.pk}/", enters("ann")
    assert ann.post(address, {"words": "x"}).status_code == 422
    assert ann.post(address, {"reason": "insult", "words": "x" * 501}).status_code == 422
    assert not Report.objects.exists()


def test_names_and_games_are_reported_too(enters: Enters, table: Played) -> None:
    ann = enters("ann")
    assert ann.post("/report/name/dee/", {"reason": "other"}).status_code == 303
    assert ann.post(f"/report/game/{table.id}/", {"reason": "stalling"}).status_code == 303
    name, game = Report.objects.order_by("pk")
    assert name.kept == {"name": "dee"} and game.about.username == "ben"
    for report in (name, game):
        assert enters("mia").get(f"/desk/reports/{report.pk}/").status_code == 200


def test_a_name_is_taken_away_and_another_may_be_chosen_at_once(
    enters: Enters, house: Cast
) -> None:
    enters("ann").post("/report/name/dee/", {"reason": "insult"})
    report, mia = Report.objects.get(), enters("mia")
    assert mia.post(f"/desk/reports/{report.pk}/", {"outcome": "hide"}).status_code == 303
    dee = User.objects.get(pk=house["dee"].pk)
    assert dee.username.startswith("player-") and may_rename(dee, timezone.now())


def test_ten_reports_an_hour(enters: Enters) -> None:
    ann = enters("ann")
    for number in range(10):
        User.objects.create_user(f"pest{number}")
        assert ann.post(f"/report/name/pest{number}/", {"reason": "other"}).status_code == 303
    answer = ann.post("/report/name/ben/", {"reason": "other"})
    assert answer.status_code == 429 and "Wait an hour" in answer.content.decode()


def test_a_report_is_decided_once(enters: Enters, house: Cast, line: Line) -> None:
    report = reported(enters("ann"), line)
    services.decide(report_id=report.pk, by=house["mia"], outcome=Outcome.NOTHING, now=NOON)
    with pytest.raises(Decided):
        services.decide(report_id=report.pk, by=house["max"], outcome=Outcome.MUTE, now=NOON)
    answer = enters("max").post(f"/desk/reports/{report.pk}/", {"outcome": "mute"})
    assert answer.status_code == 409 and "mia decided" in answer.content.decode()
    assert not Sanction.objects.exists() and not Line.objects.get(pk=line.pk).hidden


def test_nobody_decides_about_oneself_and_no_moderator_about_a_host(
    house: Cast, line: Line
) -> None:
    def about(name: str) -> Report:
        facts = {"subject": "name", "reason": "other", "now": NOON}
        return services.report(by=house["ann"], about=house[name], **facts)

    for by, report in ((house["mia"], about("mia")), (house["mia"], about("hal"))):
        with pytest.raises(NotYours):
            services.decide(report_id=report.pk, by=by, outcome=Outcome.WARN, now=NOON)
    assert not JournalEntry.objects.exists() and selectors.waiting(house["max"]).count() == 2


def test_a_suspension_signs_out_and_refuses_to_sign_in_until_it_ends(
    enters: Enters, house: Cast, line: Line, settings: object
) -> None:
    ben = house["ben"]
    ben.set_password("a long enough password")
    ben.save()
    signed_in = enters("ben")
    report = reported(enters("ann"), line)
    mia = enters("mia")
    decided = {"outcome": "suspend", "days": "3", "words": "Three days off."}
    assert mia.post(f"/desk/reports/{report.pk}/", decided).status_code == 303
    assert signed_in.get("/conduct/").status_code == 302  # signed out
    login = {"login": "ben", "password": "a long enough password"}
    answer = (browser := Client()).post("/accounts/login/", login)
    assert answer.status_code == 302 and answer["Location"].startswith("/conduct/appeal/")
    page = browser.get(answer["Location"]).content.decode()
    assert "Three days off." in page
    assert browser.get("/conduct/").status_code == 302  # not signed in
    browser.post(answer["Location"], {"words": "It was a joke among friends."})
    made = Sanction.objects.get()
    assert made.appeal == "It was a joke among friends."
    # the one who decided does not hear the appeal, another moderator does
    mine = mia.post(f"/desk/appeals/{made.pk}/", {"answer": "lift"})
    assert mine.status_code == 403
    other = enters("max")
    assert "It was a joke" in other.get(f"/desk/appeals/{made.pk}/").content.decode()
    assert other.post(f"/desk/appeals/{made.pk}/", {"answer": "lift"}).status_code == 303
    assert Client().post("/accounts/login/", login)["Location"] == "/"


def test_an_appeal_is_made_once_and_a_made_up_address_leads_nowhere(
    house: Cast, client: Client
) -> None:
    services.sanction(
        by=house["mia"],
        user=house["ben"],
        measure=Measure.WARNING,
        until=None,
        words="",
        why="",
        now=NOON,
    )
    client.force_login(house["ben"])
    way = next(
        part for part in client.get("/conduct/").content.decode().split('"') if "/appeal/" in part
    )
    assert client.post(way, {"words": ""}).status_code == 422
    assert client.post(way, {"words": "no"}).status_code == 303
    assert client.post(way, {"words": "no, no"}).status_code == 409
    assert client.get(f"{way[:-2]}x/").status_code == 404


def test_closing_asks_once_more(enters: Enters, house: Cast, line: Line) -> None:
    report = reported(enters("ann"), line)
    mia, address = enters("mia"), f"/desk/reports/{report.pk}/"
    assert mia.post(address, {"outcome": "close"}).status_code == 422
    assert mia.post(address, {"outcome": "close", "sure": "on"}).status_code == 303
    assert User.objects.get(pk=house["ben"].pk).is_closed
    assert JournalEntry.objects.filter(action="sanction closing").exists()


@pytest.mark.database
def test_one_report_that_arrives_twice_at_once_is_one(house: Cast) -> None:
    def reports(number: int) -> int:
        facts = {"subject": "name", "reason": "other", "now": NOON}
        try:
            return services.report(by=house["ann"], about=house["dee"], **facts).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(reports, (0, 1)))) == 1
    assert Report.objects.count() == 1
