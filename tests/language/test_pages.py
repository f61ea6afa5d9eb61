"""Every text of every page passes through gettext, and none is template code: each row of the
access table, then what only some state or form shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.db import transaction
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
from games.tables.models import Level, Table
from tests.access.table import TABLE
from tests.access.world import make
from tests.kit.environment import ROOT
from tests.kit.played import NOON, Played, sits_down
from tests.kit.types import Cast, Visits
from tests.language.leaks import leaks
from tests.language.pseudo import CODE, untranslated
from tests.ratings.conftest import Club

PASSWORD = "seven green leaves"

# Programs and their authors read the API and what OAuth refuses; the desk's journal holds the names
# of actions and of facts, as they are stored.
NOT_READ = ("api/", "accounts/authorize/", "desk/journal/")
PLACES = re.compile(r"(<option value=\"\w+/[^>]+>)[^<]+")  # of tzdata
SAID = frozenset(
    "eve sue moe mia hal gus guest The club secret Cup Hello Rest Key No English Pseudo".split()
)
"""Names in the world of the access table, what is said in it, and names of languages in their own
words."""
MEANT = ("⟦None⟧", "⟦None.⟧")  # of the desk, where a list is empty

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]


def reads(answer: Any, status: int = 200) -> str:
    """Return a page, all of whose words were offered to a translator."""
    assert answer.status_code == status, answer
    html: str = answer.content.decode()
    assert f'<html lang="{CODE}"' in html
    assert not untranslated(html) and not leaks(html)
    return html


def begun(cast: Cast, **terms: Any) -> Played:
    """Return a game between Ann and Ben that has just begun."""
    return sits_down(cast, "ann", "ben", **{"order": "seats"} | terms)


def ended(cast: Cast) -> Played:
    """Return a game that Ben has resigned."""
    table = begun(cast)
    table.does("ben", "resign")
    return table


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_row_of_the_access_table(method: str, redis_server: object) -> None:
    world, found = make(timezone.now()), []
    same = (settings.VERSION, *MEANT, *Table.objects.values_list("pk", flat=True))
    for row in TABLE:
        if row.outcomes(method) == "405" or row.path.startswith(NOT_READ):
            continue
        more = [role for role in ("seated", "opponent", "host") if role in row.roles(method)]
        for role in dict.fromkeys([*row.kinds(method), *more]):
            with transaction.atomic():
                asked = role, method, row.path, row.fields
                answer = world.asks(*asked, **{"Accept-Language": CODE})
                transaction.set_rollback(True)
            if answer.get("Content-Type", "").startswith("text/html"):
                html = PLACES.sub(r"\1", answer.content.decode())  # type: ignore[attr-defined]
                for word in same:
                    html = html.replace(word, "")
                words = [word for word in untranslated(html) if word.split()[0] not in SAID]
                found += [f"{method} {row.path} {role}: {text}" for text in words + leaks(html)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("slug", engines())
def test_pages_of_a_game(slug: str, visits: Visits, cast: Cast) -> None:
    of_all = "rules/{}/", "leaderboard/{}/", "learn/{}/", "learn/{}/4/"
    for path in of_all:
        reads(visits().get("/" + path.format(slug)))
    for path in ("tables/new/?game={}", "?game={}", "@/ann/?game={}", *of_all):
        reads(visits("ann").get("/" + path.format(slug)))


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
        *(("login/", {}), ("signup/", {})),
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
    EmailAddress.objects.create(user=cast["ann"], email="ann2@example.org")
    reads(browser.get("/accounts/email/"))
    for path in ("", "recovery-codes/", "totp/deactivate/", "recovery-codes/generate/"):
        reads(browser.get(f"/accounts/2fa/{path}"))
    fresh = Client(headers={"Accept-Language": CODE})
    fresh.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    reads(fresh.get("/accounts/2fa/authenticate/"))
    reads(fresh.post("/accounts/2fa/authenticate/", {"code": "000000"}))


def test_links_in_mails(cast: Cast, visits: Visits) -> None:
    """No more mails."""
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
    terms: dict[str, Any] = {"creator": cast["ann"], "game": "odin", "seats": 3, "clock": clock}
    waiting = services.open_table(**terms, private=True, now=timezone.now())
    bots = services.open_table(**terms, bots={1: Level.CLUB, 2: Level.EXPERT}, now=timezone.now())
    of_two = begun(cast, clock=clock, now=timezone.now()), ended(cast)
    for table in (waiting, bots, *of_two):
        for name in ("ann", "ben", "cal", None):
            for page in ("", "log/", "fair/", "?ply=1", "?ply=99"):
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


@pytest.mark.parametrize(
    "html",
    ["<p>{% trans 'x' %}</p>", "<p>{{ name }}</p>", "<a title='%(name)s'>x</a>", "<b>None</b>"],
)
def test_leaks_are_found(html: str) -> None:
    assert leaks(html)
