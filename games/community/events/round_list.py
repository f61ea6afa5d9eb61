"""The rounds of an event: their titles, and their games on a page."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.community.events.models import Event, Format
from games.community.events.pages import GAMES, Meeting, Page


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round of the page. `meetings` is None unless the reader asked for it: its games would make
    the page long."""

    number: int
    title: str
    meetings: list[Meeting] | None
    open: bool
    before: int = 0
    after: int = 0
    deal_set: str = ""


def title(event: Event, number: int, total: int) -> str:
    """Return the title of a round: "Round 3", "Semi-finals"."""
    left = total - number
    if event.format == Format.ARENA:
        return _("Games")
    if event.format != Format.KNOCKOUT or left > 2:
        return _("Round %(number)s") % {"number": number}
    return [_("Final"), _("Semi-finals"), _("Quarter-finals")][left]


def of_all(event: Event, number: int, total: int) -> str:
    """Return the title of a round with their number: "Round 3 of 5"."""
    if event.format == Format.KNOCKOUT and total - number <= 2:
        return title(event, number, total)
    return _("Round %(number)s of %(total)s") % {"number": number, "total": total}


def third() -> str:
    """Return the title of the match for the third place."""
    return _("Third place")


def of(page: Page, asked: int, part: int) -> list[ShownRound]:
    """Return the rounds, the newest first. All games of a small event are there; of a large one
    those of the round that is asked for, `part` by part."""
    event = page.event
    chosen = asked if 1 <= asked <= event.number else event.number
    small = len(page.pairings) <= 4 * GAMES
    sets = {one.round.number: one.round for one in page.pairings}
    found = []
    for number in range(event.number, 0, -1):
        meetings = page.meetings(number) if small or number == chosen else None
        start = GAMES * (part - 1) if number == chosen else 0
        more = meetings is not None and len(meetings) > start + GAMES
        deals = sets[number].deal_set if number in sets and sets[number].ended_at else ""
        found.append(
            ShownRound(
                number,
                title(event, number, page.total),
                meetings and meetings[start : start + GAMES],
                number == chosen,
                part - 1 if number == chosen else 0,
                part + 1 if more and number == chosen else 0,
                deals,
            )
        )
    return found
