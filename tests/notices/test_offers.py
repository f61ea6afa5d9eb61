"""Offers of players to each other reach whoever is not looking: by the grid, as news, in the count;
and that ends with the offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.notices import news_items, selectors, services
from games.notices.models import News, Notice, State
from games.tables import services as tables
from games.tables.live import presence
from tests.kit.played import sits_down
from tests.kit.types import Cast, Post
from tests.notices.conftest import HOUR, MINUTE, NOON, Deals, Game, wishes
from tests.notices.test_due import goes
from tests.notices.test_turn_again import passes

pytestmark = pytest.mark.django_db

SAID = {
    "draw": ("ben offers a draw: Lost Cities", "<b>ben</b> offers a draw"),
    "abort": ("ben offers to call off Lost Cities", "<b>ben</b> offers to call the game off"),
    "slow": (
        "ben offers to continue Lost Cities by correspondence",
        "<b>ben</b> offers to continue by correspondence",
    ),
    "undo": ("ben asks to take back a move: Lost Cities", "<b>ben</b> asks to take back a move"),
}
each = pytest.mark.parametrize("what", list(SAID))


@pytest.fixture
def playing(deals: Deals, cast: Cast) -> Callable[[str], Game]:
    """Deal a game in which Ben has played, and may offer something. Turns are not told."""
    wishes(cast["ann"], "turn-mail off"), wishes(cast["ben"], "turn-mail off")

    def play(what: str) -> Game:
        clock = "normal" if what == "slow" else "daily"
        return passes(deals("ann", "ben", clock=clock), after=MINUTE)

    return play


SERVICES = {"slow": "slow_down", "undo": "take_back_together"}


def says(game: Game, name: str, what: str, **more: Any) -> None:
    """Offer, agree, or with `agree=False` decline or withdraw."""
    if what == "undo":
        more["ply"] = game.ply
    elif what == "abort":
        more["ask"] = True
    game.does(name, SERVICES.get(what, what), **more)


def counts(game: Game) -> dict[str, int]:
    return {
        name: selectors.new_items(user.pk)
        for name, user in game.cast.items()
        if game.snapshot.seated(user.pk) is not None
    }


def told(game: Game, name: str) -> list[tuple[str, str]]:
    found = news_items.page(game.cast[name].pk).items
    return [(str(item.sentence), item.way) for item in found]


@each
def test_whoever_is_away_is_told_once_on_every_way(
    what: str, playing: Callable[[str], Game], mailoutbox: Post
) -> None:
    game = playing(what)
    says(game, "ben", what)
    says(game, "ben", what)  # a form that came twice
    assert counts(game) == {"ann": 1, "ben": 0}
    assert told(game, "ann") == [(SAID[what][1], "go")] and not told(game, "ben")
    assert goes(mailoutbox, game.now) == [f"ann: {SAID[what][0]}"]
    assert goes(mailoutbox, game.now + MINUTE) == []
    assert f"/t/{game.id}/" in mailoutbox[0].body and "on the board" in mailoutbox[0].body


@each
def test_whoever_looks_is_told_after_leaving_without_an_answer(
    what: str, playing: Callable[[str], Game], mailoutbox: Post
) -> None:
    game = playing(what)
    presence.record_looking(game.id, game.cast["ann"].pk)
    says(game, "ben", what)
    assert counts(game) == {"ann": 0, "ben": 0} and goes(mailoutbox, game.now) == []
    presence.record_leaving(game.id, game.cast["ann"].pk)
    assert goes(mailoutbox, game.now + MINUTE) == [f"ann: {SAID[what][0]}"]


ENDS: dict[str, Callable[[Game, str], Any]] = {
    "withdrawn": lambda game, what: says(game, "ben", what, agree=False),
    "declined": lambda game, what: says(game, "ann", what, agree=False),
    "accepted": lambda game, what: says(game, "ann", what),
    "played over": lambda game, _what: game.puts("ann"),
    "ended": lambda game, _what: game.does("ann", "resign"),
}


@pytest.mark.database
@pytest.mark.parametrize(
    "what, ends",
    [
        ("draw", "declined"),
        ("draw", "played over"),
        ("abort", "withdrawn"),
        ("abort", "ended"),
        ("abort", "played over"),
        ("slow", "accepted"),
        ("slow", "played over"),
        ("undo", "declined"),
        ("undo", "accepted"),
        ("undo", "played over"),
    ],
)
def test_it_ends_with_the_offer(
    what: str, ends: str, playing: Callable[[str], Game], mailoutbox: Post
) -> None:
    game = playing(what)
    says(game, "ben", what)
    ENDS[ends](game, what)
    outlives, ann = (what, ends) == ("abort", "played over"), game.cast["ann"]
    assert News.objects.filter(user=ann, what=what, over=False).count() == outlives
    assert (SAID[what][1], "go" if outlives else "see") in told(game, "ann")
    said = f"ann: {SAID[what][0]}"
    assert (said in goes(mailoutbox, game.now)) == outlives
    assert Notice.objects.get(kind=what).state == (State.SENT if outlives else State.DROPPED)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_it_lapses_with_a_move_of_one_statement_too(playing: Callable[[str], Game]) -> None:
    game = playing("draw")
    says(game, "ben", "draw")
    game.puts("ann")
    assert counts(game)["ann"] == 0 and not game.row.draw_by


def test_of_three_each_hears_until_that_one_has_answered(cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "turn-mail off"), wishes(cast["ben"], "turn-mail off")
    of_three = sits_down(cast, "ann", "ben", "cal", game="odin", seats=3, clock="daily")
    game = Game(of_three.id, cast)
    says(game, "cal", "draw")
    assert counts(game) == {"ann": 1, "ben": 1, "cal": 0}
    says(game, "ann", "draw")
    assert counts(game) == {"ann": 0, "ben": 1, "cal": 0}, "Ann’s yes is no news to Ben"
    assert goes(mailoutbox, NOON) == ["ben: cal offers a draw: Odin"]
    says(game, "ben", "draw", agree=False)
    assert counts(game) == {"ann": 0, "ben": 0, "cal": 0}


def test_the_next_offer_is_new_again_but_nobody_is_pestered(
    playing: Callable[[str], Game], mailoutbox: Post
) -> None:
    game, sent = playing("abort"), 0
    for _again in range(5):
        says(game, "ben", "abort")
        assert counts(game)["ann"] == 1
        sent += len(goes(mailoutbox, game.now))
        says(game, "ben", "abort", agree=False)
        game.now += MINUTE
    assert sent == 1 == News.objects.filter(user=game.cast["ann"]).count()
    game.turn("ann", after=MINUTE)
    says(game, "ben", "abort")
    assert goes(mailoutbox, game.now) == ["ann: ben offers to call off Lost Cities"]


def test_bots_and_offers_to_them_are_nobody_s_news(cast: Cast) -> None:
    opened = tables.open_table(
        creator=cast["ann"], game="lost_cities", bots={1: "club"}, clock="normal", now=NOON
    )
    tables.draw(table_id=opened.id, user_id=cast["ann"].pk, now=NOON)
    assert not News.objects.exists() and not Notice.objects.exists()


def test_it_can_be_switched_off(playing: Callable[[str], Game], mailoutbox: Post) -> None:
    game = playing("draw")
    wishes(game.cast["ann"], "offered-mail off")
    says(game, "ben", "draw")
    assert goes(mailoutbox, game.now + HOUR) == [] and counts(game)["ann"] == 1


def test_an_offer_that_was_opened_counts_no_more(playing: Callable[[str], Game]) -> None:
    game = playing("draw")
    says(game, "ben", "draw")
    services.mark_table_read(user_id=game.cast["ann"].pk, table_id=game.id, now=game.now)
    assert counts(game)["ann"] == 0 and told(game, "ann") == [(SAID["draw"][1], "go")]
