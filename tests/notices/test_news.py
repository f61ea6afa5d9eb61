"""News on the site: who is told what, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.notices import news_items, selectors, services, table_rows
from games.notices.models import News, Notice, What
from games.notices.services import news as writer
from games.tables import services as tables
from games.tables.models import Invitation, Table
from games.tables.services.events import Event
from tests.kit.types import Cast, Visits
from tests.notices.conftest import DAY, NOON, Deals, Game
from tests.ratings.factory import ended
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def waits(cast: Cast) -> Table:
    return tables.open_table(creator=cast["ann"], game="odin", seats=3, clock="normal", now=NOON)


def news(cast: Cast, name: str) -> list[tuple[str, str]]:
    """Return the sentences that somebody reads, each with what can be done."""
    return [(read(item.sentence).text, item.way) for item in news_items.page(cast[name].pk).items]


def new(cast: Cast, name: str) -> int:
    return selectors.new_items(cast[name].pk)


def invites(table: Table, cast: Cast, name: str, by: str = "ann") -> None:
    tables.invite_by_name(table_id=table.id, by=cast[by], name=name, now=NOON)


def resigns(game: Game, name: str) -> None:
    game.does(name, "resign", now=NOON)


def test_an_invitation_is_news_and_a_mail_once(waits: Table, cast: Cast) -> None:
    for _ in range(2):
        invites(waits, cast, "ben")
    assert news(cast, "ben") == [("ann invites you to Odin", "sit")] and new(cast, "ben") == 1
    assert [notice.kind for notice in Notice.objects.all()] == ["invitation"]
    (item,) = news_items.page(cast["ben"].pk).items
    assert (item.line, item.face, item.new) == ("for three · 5 min + 20 s", "A", True)


@pytest.mark.parametrize(("name", "face"), [("דוד", "ד"), ("ßeta", "S"), ("zoë", "Z")])
def test_a_face_shows_the_first_letter_of_any_name(
    name: str, face: str, waits: Table, cast: Cast
) -> None:
    User.objects.filter(pk=cast["ann"].pk).update(username=name)
    invites(waits, cast, "ben")
    assert news_items.page(cast["ben"].pk).items[0].face == face


def test_who_sits_down_has_no_news_of_the_invitation(waits: Table, cast: Cast) -> None:
    invites(waits, cast, "ben")
    tables.sit(table_id=waits.id, user=cast["ben"], now=NOON)
    assert new(cast, "ben") == 0
    assert news(cast, "ben") == [("ann invites you to Odin", "go")]


def test_the_host_reads_that_somebody_declines(waits: Table, cast: Cast) -> None:
    invites(waits, cast, "ben")
    for _ in range(2):
        tables.decline(table_id=waits.id, user=cast["ben"], now=NOON)
    assert news(cast, "ann") == [("ben cannot come", "go")]
    assert (new(cast, "ann"), new(cast, "ben")) == (1, 0)
    (item,) = news_items.page(cast["ben"].pk).items
    assert (item.way, item.line) == ("", "You declined.")


def test_an_invitation_that_is_gone_says_why(waits: Table, cast: Cast) -> None:
    invites(waits, cast, "ben")

    def line() -> str:
        (item,) = news_items.page(cast["ben"].pk).items
        assert item.way == ""
        return item.line

    tables.withdraw(table_id=waits.id, host=cast["ann"], user_id=cast["ben"].pk, now=NOON)
    assert line() == "The invitation was taken back."
    invites(waits, cast, "ben")
    for name in ("cal", "dee"):
        tables.sit(table_id=waits.id, user=cast[name], now=NOON)
    assert line() == "ann’s table has begun without you."


def test_a_rematch_is_asked_for_on_the_site_and_by_mail_once(deals: Deals, cast: Cast) -> None:
    game = deals("ann", "ben")
    game.turn("ann")
    resigns(game, "ann")
    for _ in range(2):  # asked, closed, and asked again
        again = tables.rematch(table_id=game.id, user=cast["ann"], now=NOON)
        if not Invitation.objects.filter(table__ended_by="closed").exists():
            tables.stand(table_id=again.id, user=cast["ann"], now=NOON)
    wishes = [row for row in news(cast, "ben") if "rematch" in row[0]]
    assert wishes == [("ann wants a rematch", "")]
    assert Notice.objects.filter(kind="rematch").count() == 1


def test_a_result_is_news_to_whoever_did_not_make_it(deals: Deals, cast: Cast) -> None:
    game = deals("ann", "ben")
    game.turn("ann")
    resigns(game, "ann")
    assert news(cast, "ben") == [("ann resigned: you won", "see")]
    assert news(cast, "ann") == []


def test_a_loss_on_time_is_news_to_both(deals: Deals, cast: Cast) -> None:
    game = deals("ann", "ben")
    game.turn("ann")
    tables.flag_due(now=NOON + 60 * DAY)
    assert news(cast, "ann") == [("ben ran out of time: you won", "see")]
    assert news(cast, "ben") == [("You lost on time against ann", "see")]


def test_a_rated_result_says_what_became_of_the_rating(deals: Deals, cast: Cast) -> None:
    from games.ratings.services import rate_due

    game = deals("ann", "ben", rated=True)
    for name in ("ann", "ben"):
        game.turn(name)
    resigns(game, "ann")
    rate_due(now=NOON + DAY)
    (item,) = news_items.page(cast["ben"].pk).items
    assert item.line.startswith("Lost Cities · 1500 → 1")


def test_all_news_come_in_pages_and_are_read_at_once(visits: Visits, cast: Cast) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    hosts = User.objects.bulk_create(User(username=f"host{number}") for number in range(22))
    facts: Any = {"user": cast["cal"], "table": table, "what": What.INVITED, "at": NOON}
    News.objects.bulk_create(News(by=host, **facts) for host in hosts)
    assert new(cast, "cal") == 22
    cal = visits("cal")
    html = cal.get("/news/").content.decode()
    page = read(html)
    assert html.count("<b>new</b>") == 20
    assert len(page.all(class_="news__said")) == 20
    older = page.one("a", rel="next").attributes["href"]
    assert len(read(cal.get("/news/" + older).content.decode()).all(class_="news__said")) == 2
    form = page.one("form", id="news-read")
    sent = {field.attributes["name"]: field.attributes["value"] for field in form.all("input")}
    assert cal.post("/news/read/", sent).status_code == 302
    assert new(cast, "cal") == 0
    html = cal.get("/news/").content.decode()
    assert "Mark all as read" not in html and "<b>new</b>" not in html
    for wrong in ("x", "-1", "9" * 40):
        assert cal.get(f"/news/?before={wrong}").status_code == 200


def test_nobody_reads_or_answers_for_others(waits: Table, visits: Visits, cast: Cast) -> None:
    invites(waits, cast, "ben")
    assert visits().get("/news/").status_code == 302
    services.mark_read(user_id=cast["cal"].pk, until=10**9, now=NOON)
    services.mark_table_read(user_id=cast["cal"].pk, table_id=waits.id, now=NOON)
    assert new(cast, "ben") == 1
    assert "ann invites" not in visits("cal").get("/news/").content.decode()


def test_the_home_page_shows_what_is_new(waits: Table, visits: Visits, cast: Cast) -> None:
    ben = visits("ben")
    assert "For you" not in ben.get("/").content.decode()
    invites(waits, cast, "ben")
    page = read(ben.get("/").content.decode())
    assert page.one(id="for-you").text == "For you (1 new)"
    assert page.one("span", id="news-count").attributes["data-count"] == "1"


def test_names_in_news_are_only_text(waits: Table, cast: Cast) -> None:
    invites(waits, cast, "ben")
    User.objects.filter(pk=cast["ann"].pk).update(username="<script>")
    (item,) = news_items.page(cast["ben"].pk).items
    assert "<script>" not in item.sentence and "&lt;script&gt;" in item.sentence


def test_an_event_that_comes_twice_is_told_once(waits: Table, cast: Cast) -> None:
    for _ in range(2):
        writer.write(Event.INVITED, waits.id, [cast["ben"].pk], cast["ann"].pk, NOON)
    assert News.objects.count() == Notice.objects.count() == 1


def test_a_table_for_one_player_invites_that_player(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    profile = read(ann.get("/@/ben/").content.decode())
    link = profile.one("a", class_="button--loud").attributes["href"]
    assert link == "/tables/new/?invite=ben&private=on"
    page = read(ann.get(link).content.decode())
    assert "ben is invited as soon as the table is open." in page.one(class_="new__invite").text
    assert page.one("input", name="invite").attributes["value"] == "ben"
    token = page.all("input", name="csrfmiddlewaretoken")[0].attributes["value"]
    sent = {"game": "lost_cities", "private": "on", "invite": "ben"}
    ann.post("/tables/new/", sent | {"csrfmiddlewaretoken": token})
    assert news(cast, "ben") == [("ann invites you to Lost Cities", "sit")]
    assert Table.objects.get().private
    assert "Play against" not in visits("ben").get("/@/ben/").content.decode()
    assert "Play against" not in visits("dee").get("/@/ben/").content.decode()


def test_a_name_that_nobody_has_opens_the_table_and_is_said(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    token = read(ann.get("/tables/new/").content.decode()).all("input", name="csrfmiddlewaretoken")
    sent = {"game": "lost_cities", "invite": "eve<b>"}
    answer = ann.post(
        "/tables/new/",
        sent | {"csrfmiddlewaretoken": token[0].attributes["value"]},
        follow=True,
    )
    assert "Nobody here has that name." in answer.content.decode()
    assert not Invitation.objects.exists() and Table.objects.get().status == "open"


@pytest.mark.parametrize(
    ("places", "said", "mailed"),
    [
        ("112", "You share the win at Odin", "You share the win with ben."),
        ("122", "You won a game of Odin", "You win."),
        ("211", "You came 2nd of 3 at Odin", "ben and cal share the win."),
        ("312", "You came 3rd of 3 at Odin", "ben wins."),
        ("111", "Your game of Odin was drawn", "A draw."),
    ],
)
def test_a_win_may_be_shared(cast: Cast, places: str, said: str, mailed: str) -> None:
    people = [cast[name] for name in ("ann", "ben", "cal")]
    table = ended(*people, game="odin", places=places, ended_by="draw")
    writer.write(Event.ENDED, table.pk, [people[0].pk], None, NOON)
    assert news(cast, "ann") == [(said, "see")]
    notice = Notice(user=people[0], table=table, kind="over")
    assert table_rows.over_row(notice).lines[0] == mailed
