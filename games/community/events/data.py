"""Standings and pairings of an event as CSV and JSON."""

from __future__ import annotations

import csv
import io
from typing import Any

from games.community.events.models import Event
from games.community.events.pages import Page


def heading(event: Event) -> dict[str, Any]:
    """Return the facts that tell events apart, for lists as well."""
    return {
        "id": event.pk,
        "name": event.name,
        "game": event.game,
        "format": event.format,
        "stage": event.stage,
        "round": event.number,
        "starts_at": event.starts_at,
    }


def facts(event: Event, page: Page) -> dict[str, Any]:
    """Return the public facts of an event."""
    return heading(event) | {
        "starts_at": event.starts_at.isoformat(),
        "luck": event.luck,
        "standings": [
            {
                "place": row.place,
                "name": row.name,
                "points": row.line.points,
                "buchholz": row.line.buchholz,
                "median": row.line.median,
                "direct": row.line.direct,
                "sonneborn_berger": row.line.berger,
            }
            for row in page.rows()
        ],
        "games": [
            {
                "round": number,
                "players": game.names,
                "points": game.pairing.points,
                "forfeit": game.pairing.forfeit,
                "table": None if game.pairing.settled_at is None else game.table or None,
            }
            for number in range(1, event.number + 1)
            for game in page.games(number)
        ],
    }


def table(page: Page) -> str:
    """Return the standings as CSV. A name that a spreadsheet would take for a formula begins with
    an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["place", "name", "points", "buchholz", "median", "direct", "sonneborn_berger"])
    for row in page.rows():
        writer.writerow([row.place, _safe(row.name), row.line.points, *row.line.key[1:]])
    return out.getvalue()


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
