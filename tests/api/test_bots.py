"""Accounts of bots: made by their owners, marked, apart, and never forced upon people."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts import services as accounts
from accounts.models import Token, User
from accounts.services import bots, tokens
from games.daily import services as daily
from games.lobby.pairing import services as pairing
from games.ratings import rated_results
from games.ratings.models import Ladder
from games.tables import services
from games.tables.errors import NotPossible, NotYourSeat
from games.tables.models import Table
from games.tables.state.requirements import Asks
from tests.api.conftest import Program
from tests.kit.people import browser_of
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db
Programs = Callable[..., Program]


@pytest.fixture
def robo(cast: dict[str, User]) -> User:
    """Return the account of Ann's bot."""
    return bots.make(owner=cast["ann"], name="robo")


CONVERT = {"login": "cal", "password": "seven green leaves", "sure": "on"}


@pytest.fixture
def ann(cast: dict[str, User]) -> Client:
    """Return Ann's browser. Cal is another account of hers."""
    cast["cal"].set_password(CONVERT["password"])
    cast["cal"].save()
    return browser_of(cast["ann"])


def test_an_account_becomes_a_bots_for_good(
    ann: Client, cast: dict[str, User], program: Programs
) -> None:
    EmailAddress.objects.create(user=cast["cal"], email="cal@a.example", verified=True)
    hers, cals = program(cast["cal"]), Client()
    cals.force_login(cast["cal"])
    assert ann.post("/accounts/tokens/bot/convert/", CONVERT).status_code == 302
    cal = User.objects.get(username="cal")
    assert cal.owner == cast["ann"] and not cal.has_usable_password() and cal.email == ""
    assert not EmailAddress.objects.filter(user=cal).exists()
    assert hers.get("/me").status_code == 401 and cals.get("/accounts/").status_code == 302
    told = program(cal).reads("/me")
    assert told["bot"] and told["name"] == "cal"
    assert ann.post("/accounts/tokens/bot/convert/", CONVERT).status_code == 422
    with pytest.raises(bots.NotConvertible):
        bots.convert(user=cal, owner=cast["ben"])


Change = Callable[[dict[str, User]], object]
STAYS: dict[str, Change] = {
    "plays": lambda cast: opens(cast["cal"]),
    "has an office": lambda cast: accounts.give_role(user=cast["cal"], role="moderator"),
    "has bots": lambda cast: bots.make(owner=cast["cal"], name="robo"),
    "has a second step": lambda cast: Authenticator.objects.create(
        user=cast["cal"], type="totp", data={"secret": "x"}
    ),
    "is closed": lambda cast: accounts.close(user=cast["cal"], now=NOON),
}


@pytest.mark.parametrize("why", STAYS)
def test_an_account_that_is_more_than_that_stays_a_persons(
    why: str, ann: Client, cast: dict[str, User]
) -> None:
    STAYS[why](cast)
    assert ann.post("/accounts/tokens/bot/convert/", CONVERT).status_code == 422
    assert User.objects.get(pk=cast["cal"].pk).owner is None


@pytest.mark.parametrize("wrong", [{"password": "x"}, {"login": "nobody"}, {"sure": ""}])
def test_an_account_is_proved_by_its_password(
    wrong: dict[str, str], ann: Client, cast: dict[str, User]
) -> None:
    assert ann.post("/accounts/tokens/bot/convert/", CONVERT | wrong).status_code == 422
    own = {"login": "ann", "password": "seven green leaves"}
    cast["ann"].set_password(own["password"])
    assert ann.post("/accounts/tokens/bot/convert/", CONVERT | own).status_code == 422
    assert not User.objects.filter(owner__isnull=False).exists()


def opens(user: User, **terms: Any) -> Table:
    return services.open_table(creator=user, game="lost_cities", clock="fast", now=NOON, **terms)


def test_an_owner_makes_a_bot_and_its_token_in_the_settings(cast: dict[str, User]) -> None:
    client = browser_of(cast["ann"])
    here = "/accounts/tokens/"
    assert client.post(here, {"new-bot": "1", "name": "robo"}).status_code == 302
    bot = User.objects.get(username="robo")
    assert bot.is_bot and bot.owner == cast["ann"] and not bot.has_usable_password()
    page = client.post(here, {"name": "x", "read": "on", "play": "on", "days": "", "bot": bot.pk})
    text = page.content.decode()
    token = Program(text.partition('id="token">')[2].partition("<")[0])
    assert token.reads("/me")["bot"] and token.reads("/me")["name"] == "robo"
    assert "robo (bot)" in text
    wrong = client.post(here, {"new-bot": "1", "name": "ben"})
    assert wrong.status_code == 422 and "is taken" in wrong.content.decode()
    other = browser_of(cast["ben"])
    assert other.post(here, {"name": "x", "read": "on", "bot": bot.pk}).status_code == 422
    other.post("/accounts/tokens/bot/close/", {"bot": "robo"})
    client.post("/accounts/tokens/end/", {"token": Token.objects.get().pk})
    assert not Token.objects.exists() and not User.objects.get(pk=bot.pk).is_closed
    client.post("/accounts/tokens/bot/close/", {"bot": "robo"})
    assert User.objects.get(pk=bot.pk).is_closed


def test_its_name_is_marked_and_its_owner_named(robo: User, program: Programs) -> None:
    assert robo.name == "robo (bot)"
    found = Program().reads("/players/robo")
    assert (found["bot"], found["owner"]) == (True, "ann")
    assert "A bot of ann" in " ".join(Client().get("/@/robo/").content.decode().split())
    table = program(robo).does("/tables", {"game": "odin"})
    assert (table["players"][0]["name"], table["players"][0]["kind"]) == ("robo (bot)", "bot")


def test_it_sits_where_a_table_allows_it(robo: User, cast: dict[str, User]) -> None:
    def sits(table: Table) -> None:
        services.sit(table_id=table.id, user=robo, now=NOON)

    with pytest.raises(NotPossible, match="allows no bots"):
        sits(opens(cast["ben"]))
    sits(opens(cast["ben"], asks=Asks(bots=True)))
    sits(opens(cast["cal"], private=True))
    invited = opens(cast["dee"])
    services.invite_by_name(table_id=invited.id, by=cast["dee"], name="robo", now=NOON)
    sits(invited)


def test_a_program_opens_a_table_for_bots(cast: dict[str, User], program: Programs) -> None:
    table = program(cast["ben"]).does("/tables", {"game": "lost_cities", "ask_bots": True})
    assert Table.objects.get(pk=table["id"]).asks == "bots"
    assert "For people and for bots." in Client().get(f"/t/{table['id']}/").content.decode()


def test_it_is_paired_with_nobody_and_invites_nobody(robo: User, cast: dict[str, User]) -> None:
    facts: dict[str, Any] = {"game": "lost_cities", "clock": "fast", "rated": False}
    with pytest.raises(NotPossible, match="not paired"):
        pairing.search(user=robo, now=NOON, **facts)
    with pytest.raises(NotYourSeat, match="Bots invite nobody"):
        services.invite_by_name(table_id=opens(robo).id, by=robo, name="ben", now=NOON)
    deal = daily.make(now=NOON)[0]
    with pytest.raises(NotPossible, match="for people"):
        daily.begin(deal=deal, user=robo, now=NOON)


def test_its_games_are_on_a_ladder_of_their_own(robo: User, cast: dict[str, User]) -> None:
    table = opens(robo, rated=True)
    services.sit(table_id=table.id, user=cast["ben"], now=NOON)
    found = Table.objects.get(pk=table.id)
    assert found.programs and found.status == "running"
    ladder = rated_results.ladder_of(found.seat_count, found.bots, found.programs)
    assert ladder == Ladder.PROGRAMS
    on = [one for one in Ladder if rated_results.tables("lost_cities", one).filter(pk=found.pk)]
    assert on == [Ladder.PROGRAMS]


def test_it_goes_with_its_owner(robo: User, cast: dict[str, User]) -> None:
    tokens.make(user=robo, name="x", scopes=("read",), days=None, now=NOON)
    accounts.close(user=cast["ann"], now=NOON)
    assert User.objects.get(pk=robo.pk).is_closed and not Token.objects.exists()


def test_a_bot_owns_none_and_nobody_has_too_many(
    robo: User, cast: dict[str, User], settings: Any
) -> None:
    with pytest.raises(bots.NotAnOwner):
        bots.make(owner=robo, name="robina")
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"bots": 1}
    with pytest.raises(bots.TooMany):
        bots.make(owner=cast["ann"], name="robina")
