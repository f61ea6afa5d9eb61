"""Every text of every page passes through gettext."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games.community.duplicate import services as duplicate
from games.community.duplicate.models import DealSet, Match
from games.lobby import views
from games.notices import mail_links
from games.notices.models import Kind
from games.registry import engines
from games.tables import services
from games.tables.models import Level, Order, Table
from tests.kit.environment import ROOT
from tests.kit.types import Cast, Visits
from tests.language.pseudo import CODE, untranslated
from tests.ratings.conftest import Club

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PASSWORD = "seven green leaves"

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]


def reads(answer: Any, status: int = 200) -> str:
    """Return a page, all of whose words were offered to a translator."""
    assert answer.status_code == status, answer
    html: str = answer.content.decode()
    assert f'<html lang="{CODE}"' in html
    assert not untranslated(html)
    return html


def begun(cast: Cast, **terms: Any) -> Table:
    """Return a game between Ann and Ben that has just begun."""
    opened = services.open_table(
        creator=cast["ann"], **{"game": "lost_cities", "order": Order.SEATS, "now": NOON} | terms
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    return Table.objects.get(pk=opened.id)


def ended(cast: Cast) -> Table:
    """Return a game that Ben has resigned."""
    table = begun(cast)
    services.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON)
    return table


PUBLIC = ("/", "/games/", "/accounts/guest/", "/accounts/login/")
FORMS = ("/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/")
OWN = (
    *("", "close/", "logout/", "password/change/", "confirm-email/"),
    *("email/", "inactive/", "reauthenticate/", "2fa/", "2fa/totp/activate/", "2fa/webauthn/"),
    *("2fa/webauthn/add/", "2fa/recovery-codes/generate/", "password/reset/key/done/"),
)


@pytest.mark.parametrize("path", [*PUBLIC, *FORMS, "/leaderboard/"])
def test_pages_for_strangers(path: str, visits: Visits) -> None:
    answer = visits().get(path, follow=path == "/leaderboard/")
    reads(answer, answer.status_code if path == "/accounts/guest/" else 200)


@pytest.mark.parametrize("slug", engines())
def test_pages_of_a_game(slug: str, visits: Visits, cast: Cast) -> None:
    for path in (f"/rules/{slug}/", f"/leaderboard/{slug}/"):
        reads(visits().get(path))
    ann = visits("ann")
    for path in (f"/tables/new/?game={slug}", f"/?game={slug}"):
        reads(ann.get(path))


def test_pages_of_a_duplicate_match(visits: Visits, cast: Cast) -> None:
    ann = visits("ann")
    reads(ann.get("/duplicate/"))
    reads(ann.post("/duplicate/", {"game": "odin", "deals": "3"}), 422)
    there = ann.post("/duplicate/", {"game": "odin"})["Location"]
    for reader in (ann, visits()):
        reads(reader.get(there))
    deals = DealSet.objects.get()
    duplicate.close(deals=deals, now=NOON)
    reads(ann.get(there))
    Match.objects.all().delete()
    reads(ann.get(there))


def test_pages_of_an_account(cast: Cast) -> None:
    browser = signed_in(cast["ann"])
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for path in OWN:
        reads(browser.get(f"/accounts/{path}", follow=True))


def signed_in(user: User) -> Client:
    """Return the browser of a user who has a password and a confirmed address."""
    user.set_password(PASSWORD)
    user.save()
    address = f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    browser = Client(headers={"Accept-Language": CODE})
    browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    return browser


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("signup/", {"username": "ann", "password1": "ann", "password2": "anna"}),
        ("signup/", {"username": "!", "email": "x", "password1": "12345", "password2": "12345"}),
        ("signup/", {"username": "fairdeal", "password1": "password123", "password2": ""}),
        ("login/", {"login": "ann", "password": "wrong"}),
        ("login/", {}),
        ("password/reset/", {"email": "x"}),
    ],
)
def test_refused_forms_of_strangers(path: str, fields: dict[str, str], visits: Visits) -> None:
    reads(visits().post(f"/accounts/{path}", fields))


def test_refused_forms_of_an_account(cast: Cast) -> None:
    browser = signed_in(cast["ann"])
    reads(browser.post("/accounts/reauthenticate/", {"password": "wrong"}))
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for path, fields in (
        ("password/change/", {"oldpassword": "x", "password1": "1", "password2": "2"}),
        ("email/", {"action_add": "", "email": "x"}),
        ("2fa/totp/activate/", {"code": "000000"}),
    ):
        reads(browser.post(f"/accounts/{path}", fields))
    reads(browser.post("/accounts/close/", {"password": "wrong"}), 422)


def test_a_wanted_code_and_the_pages_behind_it(cast: Cast) -> None:
    browser = signed_in(cast["ann"])
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    TOTP.activate(cast["ann"], "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(cast["ann"])
    for path in ("", "recovery-codes/", "totp/deactivate/", "recovery-codes/generate/"):
        reads(browser.get(f"/accounts/2fa/{path}"))
    fresh = Client(headers={"Accept-Language": CODE})
    fresh.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    reads(fresh.get("/accounts/2fa/authenticate/"))
    reads(fresh.post("/accounts/2fa/authenticate/", {"code": "000000"}))


def test_links_in_mails(cast: Cast, visits: Visits) -> None:
    """A new password, an address to confirm, and no more mails."""
    reads(visits().get("/accounts/password/reset/key/1-x/"))
    reads(visits().get("/accounts/confirm-email/x/"))
    for kind in Kind:
        path = mail_links.stop(cast["ann"].pk, kind).partition("//")[2].partition("/")[2]
        reads(visits().get(f"/{path}"))
        reads(visits().post(f"/{path}"))


def test_lists_of_tables(cast: Cast, visits: Visits) -> None:
    for slug, engine in engines().items():
        services.open_table(creator=cast["dee"], game=slug, seats=engine.seats[-1], now=NOON)
    begun(cast)
    begun(cast, clock="daily")
    ended(cast)
    for name in ("ann", "ben", "cal", None):
        reads(visits(name).get("/"))
        reads(visits(name).get("/games/"))
        for path in ("/watch/", "/watch/?rated=on", "/games/archive/", "/games/archive/?player=x"):
            reads(visits(name).get(path))
        for query in ("", "?q=a", "?q=ann", "?q=nobody"):
            reads(visits(name).get(f"/players/{query}"))


@pytest.mark.parametrize("clock", ["untimed", "normal", "daily"])
def test_pages_of_a_table(clock: str, cast: Cast, visits: Visits) -> None:
    waiting = services.open_table(
        creator=cast["ann"], game="odin", seats=3, clock=clock, private=True, now=timezone.now()
    )
    running = begun(cast, clock=clock, now=timezone.now())
    for table in (waiting, running):
        for name in ("ann", "ben", "cal", None):
            for page in ("", "log/", "fair/"):
                answer = visits(name).get(f"/t/{table.id}/{page}")
                reads(answer, answer.status_code)


def test_actions_and_what_is_said_of_them(cast: Cast, visits: Visits) -> None:
    table = begun(cast, clock="daily", rated=True, now=timezone.now())
    ann, ben = visits("ann"), visits("ben")
    for browser in (ann, ben, visits("cal")):
        for action in ("act", "undo", "draw", "abort", "sit", "stand", "start", "rematch"):
            for headers in ({}, {"HX-Request": "true"}):
                form = {"ply": "1", "code": "discard X", "offer": "1"}
                path = f"/t/{table.id}/{action}/"
                answer = browser.post(path, form, headers=headers, follow=True)
                assert not untranslated(answer.content.decode())
    for answer in (ann.get(f"/t/{table.id}/?ply=1"), ben.get(f"/t/{table.id}/")):
        reads(answer, answer.status_code)


def test_new_tables(cast: Cast, visits: Visits) -> None:
    ann = visits("ann")
    for form in ({}, {"game": "odin", "seats": "99"}, {"game": "odin", "clock": "custom"}):
        for path in ("/tables/new/", "/tables/now/"):
            answer = ann.post(path, form, follow=True)
            assert not untranslated(answer.content.decode())
    waiting = services.open_table(
        creator=cast["ben"], game="odin", seats=3, clock="daily", rated=True, now=timezone.now()
    )
    invited = ann.post(f"/t/{waiting.id}/invite/", {"name": "nobody-here"}, follow=True)
    assert not untranslated(invited.content.decode())
    invited = visits("ben").post(f"/t/{waiting.id}/invite/", {"name": "cal"}, follow=True)
    reads(invited)
    guest = visits()
    guest.post("/accounts/guest/")
    reads(guest.get(f"/t/{waiting.id}/"))
    reads(guest.get("/accounts/"))
    reads(guest.get("/notices/"))
    reads(guest.get("/notices/last/"))
    reads(guest.get("/push/"))
    reads(guest.get("/offline/"))


def test_pages_of_a_game_that_has_ended(cast: Cast, visits: Visits) -> None:
    table = ended(cast)
    for name in ("ann", "ben", "cal", None):
        for page in ("", "log/", "fair/", "?ply=1", "?ply=99"):
            answer = visits(name).get(f"/t/{table.id}/{page}")
            reads(answer, 404 if page == "?ply=99" else 200)


def test_a_table_with_a_bot(cast: Cast, visits: Visits) -> None:
    bots = {1: Level.CLUB, 2: Level.EXPERT}
    table = services.open_table(creator=cast["ann"], game="odin", seats=3, bots=bots, now=NOON)
    for page in ("", "log/", "fair/"):
        reads(visits("ann").get(f"/t/{table.id}/{page}"))


def test_pages_of_players(cast: Cast, visits: Visits) -> None:
    ended(cast)
    for reader in ("ann", "cal", None):
        reads(visits(reader).get("/@/ann/"))
    for slug in engines():
        reads(visits("ann").get(f"/@/ann/?game={slug}"))


def test_pages_of_rated_players(db: Any) -> None:
    club = Club()
    for number in range(14):
        club.ends("ann 1 ben 2" if number % 3 else "ben 1 ann 2", hour=number)
        club.ends("ann 1 ben 2 cal 3 dee 4", hour=number + 0.5, game="odin")
    assert club.rates()
    reader, ann = Client(headers={"Accept-Language": CODE}), signed_in(club.people["ann"])
    for path in ("/leaderboard/lost_cities/", "/leaderboard/odin/", "/@/ann/", "/@/cal/"):
        for browser in (reader, ann):
            reads(browser.get(path))


@pytest.mark.parametrize(
    "error", [views.error_400, views.error_403, views.error_404, views.error_405, views.error_413]
)
def test_pages_about_errors(
    error: Callable[..., HttpResponse], cast: Cast, visits: Visits, rf: Any
) -> None:
    request = rf.get("/")
    request.user = cast["ann"]
    with translation.override(CODE):
        for page in (error, views.error_429):
            html = page(request).content.decode()
            assert "⟦" in html and not untranslated(html)
        html = views.error_500().content.decode()
        assert "⟦" in html and not untranslated(html)


def test_errors_that_pages_lead_to(visits: Visits, cast: Cast) -> None:
    reads(visits().get("/nowhere/"), 404)
    reads(visits().get("/t/nosuchtable/"), 404)
    reads(visits().put("/"), 405)
    reads(visits().get("/t/x/sit/"), 405)
    reads(visits("ann").get("/?q=%00"), 400)
    strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": CODE})
    reads(strict.post("/accounts/login/"), 403)


# --- scripts
# --------------------------------------------------------------------------------------------------

SENTENCE = re.compile(r"[A-Z][a-z]*,? [a-z]+")
TEXT = re.compile(r"""(?<=["'`])[^"'`\n]*(?=["'`])""")


def scripts() -> list[Path]:
    found = [*(ROOT / "static/js").glob("*.js"), *(ROOT / "accounts/static").rglob("*.js")]
    return [*found, *(ROOT / "games").glob("**/static/*/*.js")]


def test_scripts_hold_no_sentences() -> None:
    """A script shows texts of attributes, which gettext has filled."""
    for script in scripts():
        code = re.sub(r"//.*|/\*.*?\*/", "", script.read_text())
        assert not [text for text in TEXT.findall(code) if SENTENCE.match(text)], script.name
