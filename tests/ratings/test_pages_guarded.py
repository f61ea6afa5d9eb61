"""Pages where ratings are guarded: why a game counted less, and why they are not
ranked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.kernel.replay import codes
from games.ratings.services import rate_due
from games.ratings.tasks import settle_ranks
from games.tables import services
from games.tables.board import presenter
from games.tables.state import snapshot_cache
from tests.ratings.factory import ended, person, rating
from tests.ratings.test_pages_leaderboard import BOARD, names, reads
from tests.ratings.test_pages_profile import section
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def guarded(settings: Any) -> None:
    settings.RATINGS = "guarded"
    snapshot_cache.forget()


def test_a_board_says_why_a_game_counted_less() -> None:
    ann, ben = person("ann"), person("Ben")
    for _ in range(3):
        ended(ann, ben, at=NOON - timedelta(days=1), rating_due=True)
    table = services.open_table(
        creator=ann, game="lost_cities", clock="daily", rated=True, origin="home", now=NOON
    )
    services.sit(table_id=table.id, user=ben, origin="cafe", now=NOON)
    for _ in range(4):  # a turn for each
        before = snapshot_cache.load(table.id)
        assert before is not None and before.position is not None
        seat = min(before.to_act)
        user_id = before.players[seat].user_id
        code = list(codes(before.engine, before.position.state, seat))[-1]
        services.act(table_id=table.id, user_id=user_id, code=code, ply=before.ply, now=NOON)
    services.resign(table_id=table.id, user_id=ben.pk, now=NOON)
    rate_due(now=NOON)
    snapshot = presenter.look(table.id)
    assert (
        "Counted 5 %: the game ended before it had really begun, and the fourth game against Ben"
        in presenter.board(snapshot, ann.pk)
    )
    assert "Counted half: the fourth game against ann within 30 days." in presenter.board(
        snapshot, ben.pk
    )
    assert "Counted" not in presenter.board(snapshot, None)


def test_a_profile_says_it_too() -> None:
    ann, ben = person("ann"), person("ben")
    ended(ann, ben, at=timezone.now(), company="00", rating_due=True)
    rate_due(now=timezone.now())
    assert "Did not count: both sat down from one address." in section(
        reads("/@/ann/"), "Latest games"
    )


def test_who_has_no_proof_reads_what_to_do_and_nobody_else_does() -> None:
    ann, ben = person("ann"), person("ben")
    for user in (ann, ben):
        rating(user, 1600)
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True)
    settle_ranks()
    for path in (BOARD, "/@/ann/"):
        mine = reads(path, ann)
        assert (
            "Yours has neither yet" in mine
            and 'href="/accounts/email/"' in mine
            and 'href="/accounts/2fa/webauthn/"' in mine
        )
        assert "Yours has neither yet" not in reads(path, ben) + reads(path)
    mine = reads(BOARD, ann)
    assert (
        names(mine) == ["ben"]
        and "Your rating is 1600 ± 60, without a rank." in mine
        and "Find me" not in mine
    )
    assert "Only accounts with a confirmed e-mail address or a passkey are ranked." in reads(BOARD)


def test_who_shares_an_address_reads_with_whom() -> None:
    ann, ben = person("ann"), person("<b>ben")
    for user in (ann, ben):
        EmailAddress.objects.create(user=user, email=f"{user.pk}@example.org", verified=True)
        rating(user, 1600)
    for game in range(3):
        ended(
            ann,
            ben,
            at=timezone.now() - timedelta(hours=game),
            game="odin",
            company="00",
            rating_due=True,
        )
    rate_due(now=timezone.now())
    settle_ranks()
    for path in (BOARD, "/@/ann/"):
        assert "You and &lt;b&gt;ben play rated games from one address" in reads(path, ann)
        assert "from one address" not in reads(path).split("Latest games")[0]


def test_where_ratings_are_open_nobody_reads_of_it(settings: Any) -> None:
    settings.RATINGS = "open"
    rating(person("ann"), 1600)
    assert "passkey" not in reads(BOARD) and names(reads(BOARD)) == ["ann"]
