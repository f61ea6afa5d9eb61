"""All limits on what a person, an address or a table may use of the site.

Each is a setting, `LIMIT_` and its name; `docs/hosting/settings.md` says what each is for. The
defaults are far above what a family, or a school class behind one address, reaches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from config import environment

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
RATE = re.compile(r"([1-9]\d{0,8})/([1-9]\d{0,5})([smhd])")


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` at once, and as many again every `seconds`."""

    count: int
    seconds: int


RATES = {  # counted in Redis, and off with RATE_LIMITS=off
    # milliseconds of processor time for logs, replays and proofs, by address, beyond ordinary pages
    "reading": "20000/2m",
    "talk": "20/1m",  # lines of one person, at all tables
    "looking": "20/5m",  # searches for an opponent, of one person
    "reports": "10/1h",  # of people, by one person
    "api": "1200/1m",  # requests of programs, of one person or one address
    "moves": "40/8s",  # of one person, at all tables
    "new_tables": "10/50s",  # of one person
    # games against bots that guests from one address start: each costs minutes of a processor
    "guest_bot_games": "60/10m",
    "guests": "60/5m",  # from one address: a class of pupils may come at once, a flood may not
    "names": "10/10m",  # changes of the name of one person: guests may change theirs at will
    # reads of one person's calendar, and of unknown addresses from one address
    "calendar": "60/10m",
    "hook_tests": "6/10m",  # of one person's webhook: each holds up a thread for up to five seconds
    "sleep": "20/10m",  # changes of when one person sleeps: each shows at all tables
    "invitations": "10/1h",  # by one person
    "invited": "5/1d",  # of one person, by all others: each may be a mail
    "mail_tests": "3/10m",  # by one person, to an address of theirs
    "push_changes": "30/10m",  # by one person: devices for push added, named and removed
    "follows": "150/3d",  # by one person
    "blocks": "100/1d",  # by one person: blocking and muting
    "notes": "60/10m",  # by one person
    "clubs_founded": "5/1d",  # by one person
    "club_links": "60/10m",  # links of clubs that are opened from one address: nobody guesses one
    "club_changes": "120/10m",  # by one person: joining, leaving, asking, deciding, describing
    "event_changes": "120/10m",  # by one person: entering, leaving, making, deciding
    "searches": "40/2m",  # for players by name, from one address
    "push_tests": "6/1m",  # by one person: each asks a server elsewhere
}
COUNTS: dict[str, int] = {  # at the same time, or in all
    "connections": 4000,  # of all to one web process; fewer where it may not open that many files
    # without sockets, to one web process: a browser has six at most, and each ends after five idle
    # seconds
    "connections_of_address": 600,
    "header_seconds": 10,  # until the head of a request is there
    "body_seconds": 30,  # and until its body is
    "sockets": 3000,  # of one web process; at most three quarters of its connections
    # a page holds two at most: 40 pupils with three tabs each come to 240
    "sockets_of_address": 500,
    "sockets_of_person": 100,
    # on which one person is signed in: beyond, the least recently used is signed out
    "devices": 50,
    "push_devices": 8,  # of one person, to which notices are pushed
    "people_followed": 400,  # people whom one person follows
    "people_muted": 500,  # people whom one person mutes
    "people_blocked": 500,  # people whom one person blocks
    "clubs": 50,  # that one person belongs to
    "clubs_owned": 10,  # by one person
    "club_members": 2000,  # of one club
    "event_entries": 1000,  # of one event
    "events_of_one": 10,  # that run or are to come, by one organiser
    "club_requests": 200,  # to join one club, that wait for an answer
    "open_tables": 6,  # of one person with an account: more would only fill the lobby
    "guest_open_tables": 2,  # of a guest
    "waiting_seats": 12,  # of one person, at tables that wait for more players
    # running tables of one person with bots: each costs work, and nobody else ends them
    "bot_tables": 40,
    "guest_bot_tables": 6,  # the same of a guest
    "reviews": 3,  # of one person, that wait or are being made
    # seconds that bots may be behind: beyond, no new game against bots starts
    "bot_wait": 5,
    "bots": 5,  # accounts of bots of one person
    "tokens": 30,  # of one person, for programs
    "apps": 10,  # of one person, to which others may give a right to act for them
}


def rate(text: str) -> Rate | None:
    """Return the rate in a text such as "40/8s"; None if it is none."""
    match = RATE.fullmatch(text)
    return Rate(int(match[1]), int(match[2]) * UNITS[match[3]]) if match else None


def rates() -> dict[str, Rate]:
    """Return all rates by name, from the environment. Raises ImproperlyConfigured."""
    found = {}
    for name, default in RATES.items():
        variable = f"LIMIT_{name.upper()}"
        parsed = rate(environment.text(variable, default))
        if parsed is None:
            raise environment.fail(
                variable, f"a number and a time, such as {default} (units: s, m, h, d)"
            )
        found[name] = parsed
    return found


def counts() -> dict[str, int]:
    """Return all counts by name, from the environment. Raises ImproperlyConfigured."""
    return {
        name: environment.number(f"LIMIT_{name.upper()}", default, 1, 10**9)
        for name, default in COUNTS.items()
    }
