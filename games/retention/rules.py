"""The retention rules, all in one table, which `docs/hosting/data.md` repeats
(tests/retention/test_rules.py).

A new rule is an entry of RULES. Its function removes at most `limit` rows older than `after`, in a
transaction of its own, and returns how many. It is idempotent, safe to run concurrently and after a
crash, and skips locked rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import services as accounts
from accounts.services import apps, devices, letters, tokens
from games.community.clubs import services as clubs
from games.community.duplicate import services as duplicate
from games.community.events import services as events
from games.community.moderation import services as conduct
from games.community.talk import services as talk
from games.export import services as mydata
from games.lobby.pairing import services as pairing
from games.notices import services as notices
from games.retention.services import runs
from games.site import services as house
from games.tables import services as tables

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LIVE = timedelta(hours=3)  # open tables for games played live
WORD = timedelta(days=3)  # from the warning to the end of an idle game


class Remove(Protocol):
    """A service that removes rows older than `after`, and returns how many."""

    def __call__(self, *, now: datetime, after: timedelta, limit: int) -> int:
        """Remove at most `limit`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of rows. `limit` is the most that a run removes; the next run goes on."""

    name: str
    what: str | Promise
    kept: timedelta
    then: str | Promise  # what happens then
    remove: Remove
    batch: int = 500  # in one transaction
    limit: int = 5000
    every: timedelta = HOUR


def _idle_games(*, now: datetime, after: timedelta, limit: int, guests: bool = False) -> int:
    tables.warn_idle(now=now, after=after, word=WORD, guests=guests, limit=limit)
    return tables.end_idle(now=now, after=after, guests=guests, limit=limit)


_close_idle: Callable[..., int] = partial(tables.close_idle, live=LIVE)
_games_of_guests: Callable[..., int] = partial(_idle_games, guests=True)

_DELETED = _("deleted")

RULES: tuple[Rule, ...] = (
    Rule(
        "open tables",
        _("Idle open tables (3 hours for live games)"),
        7 * DAY,
        _("closed"),
        _close_idle,
        batch=100,
        limit=1000,
        every=timedelta(minutes=5),
    ),
    Rule(
        "games of guests",
        _("Guests’ games against bots without a clock, without a move"),
        7 * DAY,
        _("called off, three days after a notice on the board"),
        _games_of_guests,
        batch=100,
        limit=1000,
    ),
    Rule(
        "idle games",
        _("Games without a clock in which at most one account still plays, without a move"),
        30 * DAY,
        _("called off, three days after a notice on the board"),
        _idle_games,
        batch=100,
        limit=1000,
    ),
    Rule(
        "guests",
        _("Guests who did not visit and had no game"),
        30 * DAY,
        _("deleted, or closed if others played with them"),
        accounts.remove_idle_guests,
        batch=200,
        limit=2000,
    ),
    Rule(
        "closed tables",
        _("Tables that closed before their game began"),
        30 * DAY,
        _DELETED,
        tables.forget_closed,
        batch=100,
        limit=2000,
        every=DAY,
    ),
    Rule(
        "origins",
        _("Hashes of the addresses from which people sat down, after the end of the game"),
        90 * DAY,
        _DELETED,
        tables.forget_origins,
    ),
    Rule(
        "invitations",
        _("Invitations"),
        90 * DAY,
        _DELETED,
        tables.forget_invitations,
        every=DAY,
    ),
    Rule(
        "news",
        _("News"),
        90 * DAY,
        _DELETED,
        notices.forget_news,
        every=DAY,
    ),
    Rule(
        "notices",
        _("Entries in the log of mails, pushes and webhooks"),
        90 * DAY,
        _DELETED,
        notices.forget_old,
        every=DAY,
    ),
    Rule(
        "letters",
        _("Records of letters about accounts (their text goes when they are sent)"),
        90 * DAY,
        _DELETED,
        letters.forget_old,
        every=DAY,
    ),
    Rule(
        "devices",
        _("Browsers that were signed in, and their sessions, after the last visit"),
        75 * DAY,
        _DELETED,
        devices.forget_old,
        every=DAY,
    ),
    Rule(
        "exports",
        _("Files of personal data, after they were asked for"),
        7 * DAY,
        _DELETED,
        mydata.forget,
        batch=5,
    ),
    Rule(
        "talk",
        _("Talk at tables, after the end of the game, and talk in clubs"),
        90 * DAY,
        _DELETED,
        talk.forget,
        every=DAY,
    ),
    Rule(
        "clubs",
        _("Clubs that have closed, with the list of their tables"),
        90 * DAY,
        _DELETED,
        clubs.forget,
        every=DAY,
    ),
    Rule(
        "duplicate deals",
        _("Duplicate matches in which nobody played"),
        90 * DAY,
        _DELETED,
        duplicate.forget_unplayed,
        every=DAY,
    ),
    Rule(
        "called-off events",
        _("Events that were called off, with their entries and journal"),
        90 * DAY,
        _DELETED,
        events.forget_called_off,
        batch=50,
        limit=500,
        every=DAY,
    ),
    Rule(
        "companies of events",
        _("Which entries of an event came from one address, after its end"),
        90 * DAY,
        _DELETED,
        events.forget_companies,
        every=DAY,
    ),
    Rule(
        "journals of events",
        _("Decisions of an event’s organisers with their reasons, after its end"),
        365 * DAY,
        _DELETED,
        events.forget_journals,
        every=DAY,
    ),
    Rule(
        "reports",
        _("Reports with what they quote, after their decision, and sanctions that have ended"),
        365 * DAY,
        _DELETED,
        conduct.forget,
        every=DAY,
    ),
    Rule(
        "searches",
        _("Searches for an opponent, after they found one"),
        30 * DAY,
        _DELETED,
        pairing.forget,
        every=DAY,
    ),
    Rule(
        "hours",
        _("The site’s figures by the hour"),
        8 * DAY,
        _DELETED,
        house.forget_hours,
        every=DAY,
    ),
    Rule(
        "days",
        _("The site’s figures by the day"),
        400 * DAY,
        _DELETED,
        house.forget_days,
        every=DAY,
    ),
    Rule(
        "tokens",
        _("Programs’ tokens, after they expire"),
        30 * DAY,
        _DELETED,
        tokens.remove_ended,
        every=DAY,
    ),
    Rule(
        "grants",
        _("Apps’ codes and tokens, after they expire"),
        7 * DAY,
        _DELETED,
        apps.remove_ended,
        every=DAY,
    ),
    Rule(
        "links",
        _("Invitation links, after they expire"),
        30 * DAY,
        _DELETED,
        house.forget_invitations,
        every=DAY,
    ),
    Rule(
        "runs",
        _("Reports of the housekeeping itself"),
        90 * DAY,
        _DELETED,
        runs.forget,
        every=DAY,
    ),
)


def markdown() -> str:
    """Return the table of `docs/hosting/data.md`."""
    lines = ["| what | kept for | then | looked for |", "| --- | --- | --- | --- |"]
    for rule in RULES:
        every = {HOUR: "every hour", DAY: "every day"}.get(
            rule.every, f"every {rule.every.seconds // 60} minutes"
        )
        lines.append(f"| {rule.what} | {rule.kept.days} days | {rule.then} | {every} |")
    return "\n".join(lines)
