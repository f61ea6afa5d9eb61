"""The terms of an event in plain words, before somebody enters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.community.events import schedule
from games.community.events.models import Event, Format
from games.community.events.services.enter import late_until
from games.registry import engines
from games.screens import clocks, phrases, titles
from games.tables.board import terms


def moment(at: datetime, zone: str, *, weekday: bool = True) -> str:
    """Return a moment in the reader's zone, or, where that is not known, in that of the event,
    saying so: "Sunday 6 December, 20:00"."""
    here = timezone.get_current_timezone()
    known = getattr(here, "key", "UTC") != "UTC"
    shown = here if known else schedule.zone_of(zone)
    form = "l j F, H:i" if weekday else "j F, H:i"
    words = date_format(at.astimezone(shown), form)
    return words if known else f"{words} ({_place(shown)})"


def _place(zone: object) -> str:
    return zone.key.replace("_", " ") if isinstance(zone, ZoneInfo) else "UTC"


def title(event: Event) -> str:
    """Return the title of the game without its subtitle."""
    return titles.short(engines()[event.game].title)


def brief(event: Event) -> str:
    """Return the terms for a row of a list: "Swiss, 5 rounds"."""
    kind = str(Format(event.format).label)
    if event.format in (Format.SWISS, Format.GROUPS):
        count = ngettext("%(count)s round", "%(count)s rounds", event.rounds)
        kind = f"{kind}, {count % {'count': event.rounds}}"
    return f"{kind} · {_('same cards for all')}" if event.duplicate else kind


def sentences(event: Event) -> list[str]:
    """Return the terms, the most important first."""
    return [
        _format(event),
        *_rounds(event),
        _game(event),
        *_over(event),
        *_points(event),
        *_people(event),
    ]


def _format(event: Event) -> str:
    known = {
        Format.SWISS: _(
            "Swiss: in each round you meet somebody with about as many points as you, and nobody"
            " twice if it can be helped."
        ),
        Format.ROBIN: _("Round robin: everybody plays everybody once."),
        Format.KNOCKOUT: _(
            "Knock-out: whoever loses is out. Players are seeded by rating, and the highest seeds"
            " get a bye if there are too few players."
        ),
        Format.ARENA: _(
            "Arena: until the time is up, whoever is free is paired at once. What counts is the sum"
            " of all your games."
        ),
        Format.LEAGUE: _(
            "League: in your division everybody plays everybody once. After the season the best go"
            " up and the last go down, and the next season begins with all who stay."
        ),
        Format.GROUPS: _(
            "Tables of several: you meet those whom you have met least, and get points by place."
        ),
    }
    return known[Format(event.format)]


def _rounds(event: Event) -> list[str]:
    begins = moment(event.starts_at, event.zone)
    late = event.format in (Format.SWISS, Format.GROUPS)
    words = _("It begins on %(moment)s.") if late else _("It begins on %(moment)s; enter by then.")
    found = [words % {"moment": begins}]
    if event.format == Format.ARENA:
        found.append(
            ngettext("It lasts %(n)s minute.", "It lasts %(n)s minutes.", event.length)
            % {"n": event.length}
        )
    elif event.is_live:
        found.append(_count(event) + " " + _live(event))
    else:
        end = moment(schedule.end_of(event, event.starts_at), event.zone)
        facts = {"days": event.length, "moment": end}
        words = ngettext(
            "A round lasts %(days)s day; the first ends on %(moment)s.",
            "A round lasts %(days)s days; the first ends on %(moment)s.",
            event.length,
        )
        found.append(f"{_count(event)} {words % facts}".strip())
    if event.series > 1 and event.format == Format.KNOCKOUT:
        found.append(
            _("A match has %(count)s games, each as long as a round.") % {"count": event.series}
        )
    return found


def _count(event: Event) -> str:
    if event.format not in (Format.SWISS, Format.GROUPS):
        return ""
    words = ngettext("%(count)s round.", "%(count)s rounds.", event.rounds)
    return words % {"count": terms.number(event.rounds).capitalize()}


def _live(event: Event) -> str:
    words = ngettext(
        "A round lasts at most %(n)s minute, and the next begins when all have finished.",
        "A round lasts at most %(n)s minutes, and the next begins when all have finished.",
        event.length,
    )
    return words % {"n": event.length}


def _game(event: Event) -> str:
    engine, count = engines()[event.game], terms.number(event.seats)
    said = [
        _("%(game)s for %(count)s.") % {"game": title(event), "count": count},
        terms.options(engine, event.options),
        clocks.sentence(event.control),
    ]
    if event.format == Format.GROUPS:
        said[0] = title(event) + "."
        said.insert(
            1,
            _(
                "%(count)s sit at a table; if the number of players does not divide, some tables"
                " have one more or one fewer."
            )
            % {"count": count.capitalize()},
        )
    return " ".join(filter(None, said))


def _over(event: Event) -> list[str]:
    if event.format == Format.ARENA:
        return [_("Games that are running when the time is up are played to the end, and count.")]
    found = [
        _(
            "The site opens the tables, and the clocks run from then on. If a round ends before a"
            " game does, whoever is to move loses it."
        )
    ]
    if not event.is_live:
        found.append(_sleep(event))
    return found


def _sleep(event: Event) -> str:
    days = event.sleep_days
    if days is None:
        return _(
            "Sleep and days off stop your clock as at any table, but not the round: its last day"
            " does not move."
        )
    if days == 0:
        return _("Your clock runs day and night: sleep and days off do not stop it.")
    several = event.duplicate or event.series > 1
    words = (
        ngettext(
            "Sleep and days off stop your clock as at any table, for up to %(count)s day in each"
            " game of a round; after that it runs day and night. The last day of the round does"
            " not move.",
            "Sleep and days off stop your clock as at any table, for up to %(count)s days in each"
            " game of a round; after that it runs day and night. The last day of the round does"
            " not move.",
            days,
        )
        if several
        else ngettext(
            "Sleep and days off stop your clock as at any table, for up to %(count)s day in each"
            " round; after that it runs day and night. The last day of the round does not move.",
            "Sleep and days off stop your clock as at any table, for up to %(count)s days in each"
            " round; after that it runs day and night. The last day of the round does not move.",
            days,
        )
    )
    return words % {"count": days}


def _points(event: Event) -> list[str]:
    found = []
    if event.duplicate:
        found.append(
            _(
                "All tables of a round have the same %(deals)s deals, and each pair plays each of"
                " them twice, with seats exchanged. What counts is how you did compared with all"
                " others who had your cards: a round is worth up to one point, and half a point is"
                " the average, which a bye gets too."
            )
            % {"deals": terms.number(event.deals)}
        )
    elif event.format == Format.GROUPS:
        found.append(
            _(
                "The winner of a table gets 12 points, the last none, and the others something in"
                " between."
            )
        )
    elif event.format not in (Format.KNOCKOUT,):
        found.append(_("A win is one point, a draw half a point."))
    if event.rated and not event.is_private:
        found.append(_("Its games count for the rating."))
    else:
        found.append(_("Its games do not count for the rating."))
    return found


def _people(event: Event) -> list[str]:
    found = []
    if event.format in (Format.SWISS, Format.GROUPS):
        found.append(
            _("You may enter late, up to round %(number)s, and leave at any time.")
            % {"number": late_until(event)}
        )
    if event.bots:
        found.append(_("If the number of players is odd, a bot fills in; its games are not rated."))
    elif event.format in (Format.SWISS, Format.ROBIN, Format.LEAGUE):
        found.append(_("If the number of players is odd, one of them has a bye in each round."))
    found.append(_("You may meet somebody whom you have blocked; nobody has to talk at a table."))
    return found


def tie_breaks() -> list[tuple[str, str]]:
    """Return the tie-breaks in their order, each with what it means."""
    return [
        (_("Buchholz"), _("the points of all your opponents: whoever met stronger ones is ahead")),
        (_("Median"), _("the same without the best and the weakest of them")),
        (_("Direct"), _("the points against those who are still level with you")),
        (
            _("Sonneborn–Berger"),
            _("the points of those whom you beat, and half of those with whom you drew"),
        ),
    ]


def again(rounds: Sequence[int]) -> str:
    """Return the sentence on rounds in which two had to meet again; "" without any."""
    if not rounds:
        return ""
    return ngettext(
        "In round %(rounds)s not everybody could be paired without a repeat meeting or a second "
        "bye.",
        "In rounds %(rounds)s not everybody could be paired without a repeat meeting or a second "
        "bye.",
        len(rounds),
    ) % {"rounds": phrases.both([str(number) for number in rounds])}


def points(value: float) -> str:
    """Return points with a half as "½": "2½", "3"."""
    whole, rest = divmod(round(value, 2), 1)
    if rest == 0:
        return str(int(whole))
    if rest == 0.5:
        return f"{int(whole) or ''}½"
    return f"{value:.2f}"
