"""Claims: the last line of an exported game. By its signature another site that trusts this one
gives the person the seat there."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.export import signing
from games.kernel import transcript
from games.tables.models import ID_LENGTH, ID_LETTERS, Seat, Table

MARK = "# claim "


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat of somebody in a game of another site."""

    site: str
    table: str
    seat: int
    at: datetime
    """When the game ended."""

    @property
    def table_id(self) -> str:
        """Return the id of the table with this game here: unguessable, and one for all who sat
        there."""
        mark = salted_hmac("games.tables.claims", f"{self.site} {self.table}", algorithm="sha256")
        number, letters = int(mark.hexdigest(), 16), ""
        for _ in range(ID_LENGTH):
            number, place = divmod(number, len(ID_LETTERS))
            letters += ID_LETTERS[place]
        return letters


def line(table: Table, seat: Seat, text: str) -> str:
    """Return the line that claims a seat of an ended table with this transcript."""
    ended = table.ended_at.isoformat() if table.ended_at else ""
    facts = {"sub": seat.name, "table": table.pk, "seat": seat.number, "ended": ended}
    return f"{MARK}{signing.sign(facts | {'sha256': _digest(transcript.parse(text))})}\n"


def signer(text: str) -> str:
    """Return the site that the claim of a transcript names, unproved; "" without a claim."""
    try:
        return signing.issuer(_signed(text))[:200]
    except signing.InvalidJws:
        return ""


def read(text: str, game: transcript.Transcript, now: datetime) -> Claim | None:
    """Return the claim under a transcript that parses as this game; None unless another site that
    this one trusts has signed it, for this game."""
    site = signer(text)
    key = settings.TRUSTED_SITES.get(site)
    if not key or site == settings.BASE_URL:
        return None
    try:
        facts = signing.verified(_signed(text), key)
        at = datetime.fromisoformat(str(facts["ended"]))
    except (signing.InvalidJws, KeyError, ValueError):
        return None
    if at.tzinfo is None or facts.get("sha256") != _digest(game):
        return None
    seat, table = facts.get("seat"), facts.get("table")
    if type(seat) is not int or not 0 <= seat < game.seats or not isinstance(table, str):
        return None
    return Claim(site, table, seat, min(at, now))


def _signed(text: str) -> str:
    lines: Any = (one for one in reversed(text.splitlines()) if one.startswith(MARK))
    return str(next(lines, "")).removeprefix(MARK).strip()


def _digest(game: transcript.Transcript) -> str:
    return hashlib.sha256(transcript.write(game).encode()).hexdigest()
