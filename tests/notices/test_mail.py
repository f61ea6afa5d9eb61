"""The words of a mail, and that a real mail server gets it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.notices import services
from games.notices.models import Notice, State
from games.tables import services as tables
from tests.kit.sink import Sink, listening
from tests.kit.types import Cast, Log
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, wish, wishes

pytestmark = pytest.mark.django_db


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    with listening(settings) as (sink, _):
        yield sink


def goes(now: Any) -> None:
    services.find_due(now=now)
    services.send_due(now=now)


def parts(mail: EmailMessage) -> tuple[str, str]:
    """Return the text and the HTML."""
    assert mail.get_content_type() == "multipart/alternative"
    text, html = mail.iter_parts()
    assert (text.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    return text.get_content().replace("\r\n", "\n"), html.get_content()


def test_your_turn_arrives(sink: Sink, deals: Deals, cast: Cast) -> None:
    User.objects.filter(pk=cast["ann"].pk).update(mail_zone="Europe/Berlin")
    game = deals("ben", "ann")
    game.turn("ben", after=HOUR)
    goes(game.now + MINUTE)
    (mail,) = sink.mails
    text, html = parts(mail)
    assert (
        mail["Subject"] == "Your turn: Lost Cities with ben (2 days left)"
        and mail["To"] == "ann@example.org"
    )
    assert text.startswith("ann, it is your turn.\n\nben discarded ")
    assert (
        "\n2 days left, until Monday 14:00 CET.\n" in text
        and f"\nhttps://cards.example.org/t/{game.id}/\n" in text
    )
    assert (
        "ann, it is your turn</h1>" in html
        and f'href="https://cards.example.org/t/{game.id}/"' in html
    )
    assert "border:3px solid #" in html  # the card that was put down
    assert Notice.objects.get(user=cast["ann"]).state == State.SENT


def test_it_can_be_stopped_with_one_click(sink: Sink, deals: Deals, cast: Cast) -> None:
    deals("ann", "ben")
    goes(NOON + MINUTE)
    (mail,) = sink.mails
    assert (
        mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        and mail["Auto-Submitted"] == "auto-generated"
    )
    link = mail["List-Unsubscribe"].strip(" <>")
    assert link.startswith("https://cards.example.org/notices/stop/") and all(
        link in part for part in parts(mail)
    )
    path = link.removeprefix("https://cards.example.org")
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert wish(cast["ann"], "turn-mail") == "off" and wish(cast["ann"], "over-mail") == "now"


def test_no_address_of_the_site_s_own_secrets(sink: Sink, deals: Deals) -> None:
    """The only thing in a link that works without logging in is the signed token."""
    game = deals("ann", "ben")
    goes(NOON + MINUTE)
    text, _ = parts(sink.mails[0])
    links = set(re.findall(r"https://cards\.example\.org(\S+)", text))
    stop = next(link for link in links if "/stop/" in link)
    assert links == {f"/t/{game.id}/", "/notices/", stop}
    assert "ann" not in stop and "example" not in stop


def test_game_over_and_invitation_arrive(sink: Sink, deals: Deals, cast: Cast) -> None:
    game = deals("ann", "ben")
    tables.resign(table_id=game.id, user_id=cast["ben"].pk, now=NOON)
    opened = tables.open_table(creator=cast["ann"], game="lost_cities", clock="daily", now=NOON)
    tables.invite_by_name(table_id=opened.id, by=cast["ann"], name="ben", now=NOON)
    goes(NOON + MINUTE)
    said = {(mail["To"], mail["Subject"]): parts(mail)[0] for mail in sink.mails}
    assert set(said) == {
        ("ann@example.org", "Lost Cities with ben is over"),
        ("ben@example.org", "Lost Cities with ann is over"),
        ("ben@example.org", "ann invites you to Lost Cities"),
    }
    assert "\nann wins.\nYou resigned.\n" in said["ben@example.org", "Lost Cities with ann is over"]
    assert (
        "\nFor two players.\nBy correspondence: 2 days each"
        in said["ben@example.org", "ann invites you to Lost Cities"]
    )


def test_a_game_that_nobody_plays_on_is_told_of_before_it_is_broken_off(
    sink: Sink, deals: Deals, cast: Cast
) -> None:
    game = deals("ann", "dee", clock="untimed")

    def sends(days: int) -> int:
        now = NOON + days * DAY
        tables.warn_idle(now=now, after=30 * DAY, word=3 * DAY)
        services.find_due(now=now)
        return services.send_due(now=now)

    assert [sends(20), sends(27), sends(28)] == [0, 1, 0], "once"
    (mail,) = sink.mails
    assert (mail["To"], mail["Subject"]) == (
        "ann@example.org",
        "Lost Cities with Guest DEE will soon be called off",
    )
    text = parts(mail)[0]
    assert (
        "On 21 December it ends without a result, unless somebody moves." in text
        and f"/t/{game.id}/" in text
    )
    Client().post(re.findall(r"/notices/stop/[^/]+/", text)[0])
    assert wish(cast["ann"], "over-mail") == "off"
    wishes(cast["ann"], "over-mail now")
    game.turn("ann", after=28 * DAY)
    assert [sends(54), sends(56)] == [0, 1], "another time of silence is another notice"
    wishes(cast["ann"], "over-mail off")
    game.turn("dee", after=28 * DAY)
    assert sends(83) == 0, "who wants no such mails gets none"


def test_what_is_played_on_before_the_mail_goes_out_is_no_news(sink: Sink, deals: Deals) -> None:
    game = deals("ann", "dee", clock="untimed")
    tables.warn_idle(now=NOON + 27 * DAY, after=30 * DAY, word=3 * DAY)
    services.find_due(now=NOON + 27 * DAY)
    game.turn("ann", after=27 * DAY + HOUR)
    assert services.send_due(now=NOON + 28 * DAY) == 0
    assert [notice.state for notice in Notice.objects.all()] == [State.DROPPED]


def test_the_log_names_nobody(sink: Sink, deals: Deals, cast: Cast, caplog: Log) -> None:
    sink.refused = {
        "ann@example.org": "550 no such user ann",
        "ben@example.org": "450 ben: try later",
    }
    deals("ann", "ben"), deals("ben", "ann")
    goes(NOON + MINUTE)
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("games")]
    assert ours == ["A notice could not be sent (SMTPRecipientsRefused)."] * 2
    states = dict(Notice.objects.values_list("user__username", "state"))
    assert states == {"ann": State.FAILED, "ben": State.WAITING}  # refused for good, and for now
    assert not Notice.objects.filter(error__contains="@").exists()


def test_a_hostile_name_stays_text(sink: Sink, deals: Deals, cast: Cast) -> None:
    User.objects.filter(pk=cast["ben"].pk).update(username="<b>x\r\nBcc: y@z")
    deals("ann", "ben")
    goes(NOON + MINUTE)
    (mail,) = sink.mails
    assert mail["Bcc"] is None and "<b>x Bcc: y@z" in mail["Subject"]
    assert "<b>x" not in parts(mail)[1] and "&lt;b&gt;x" in parts(mail)[1]


def test_the_html_asks_for_nothing(sink: Sink, deals: Deals) -> None:
    """No picture, script or stylesheet from anywhere: a mail that is opened tells nobody so."""
    deals("ann", "ben")
    goes(NOON + MINUTE)
    asked: list[tuple[str, str]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            asked.extend(
                (tag, name)
                for name, value in attrs
                if name in ("src", "srcset", "background") or "url(" in (value or "")
            )
            assert tag not in ("img", "script", "link", "iframe", "form")

    Reader().feed(parts(sink.mails[0])[1])
    assert asked == []
