"""The end of an event: the winners, and their margin."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.community.events import words
from games.community.events.models import Format, Stage
from games.community.events.pages import Page, Row

SUITS = {1: "y", 2: "w", 3: "o"}
"""The cards of the first three: sun, peak and horn stand for gold, silver and bronze."""


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place on the podium and its holders."""

    place: int
    suit: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Podium:
    """The winners of an event in a sentence, their margin, and the first three."""

    title: str
    by: str
    steps: list[PodiumPlace]


def of(page: Page, rows: list[Row]) -> Podium | None:
    """Return the end of an event that was played out; None for any other."""
    if page.event.stage != Stage.ENDED:
        return None
    places = {place: [one for one in rows if one.entry.place == place] for place in SUITS}
    if not places[1]:
        return None
    names = [row.name for row in places[1]]
    title = ngettext("%(names)s has won.", "%(names)s share the first place.", len(names))
    if len(names) == 1 and places[1][0].you:
        title = _("You have won.")
    steps = [PodiumPlace(place, SUITS[place], found) for place, found in places.items() if found]
    return Podium(title % {"names": ", ".join(names)}, _by(page, rows, places[1]), steps)


def _by(page: Page, rows: list[Row], first: list[Row]) -> str:
    """Return the winner's margin."""
    if page.event.format == Format.KNOCKOUT:
        return _final(page, first)
    others = [row for row in rows if row.entry.place and row.entry.place > 1]
    if len(first) > 1 or not others or page.event.format == Format.LEAGUE:
        return ""
    one, next_one = first[0], others[0]
    facts = {"points": one.points, "name": next_one.name, "less": next_one.points}
    if one.line.points != next_one.line.points:
        return _("With %(points)s points, ahead of %(name)s with %(less)s.") % facts
    for at, (tie, _says) in enumerate(words.tie_breaks()):
        if one.ties[at] != next_one.ties[at]:
            facts |= {"tie": tie, "more": one.ties[at], "less": next_one.ties[at]}
            return _by_tie() % facts
    return ""


def _by_tie() -> str:
    return _(
        "Level with %(name)s on %(points)s points, and ahead by %(tie)s, %(more)s to %(less)s."
    )


def _final(page: Page, first: list[Row]) -> str:
    last = [one for one in page.meetings(page.event.number) if first[0].name in one.names]
    if not last or len(last[0].names) < 2:
        return ""
    names, result = last[0].names, last[0].result
    if names[0] != first[0].name:
        result = " : ".join(reversed(result.split(" : ")))
        names = names[::-1]
    return _("%(result)s in the final against %(name)s.") % {"result": result, "name": names[1]}
