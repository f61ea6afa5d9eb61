"""Reasons for a move in Exhibition, from the view of the seat that makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.exhibition import scoring
from games.exhibition.deck import CARDS, CONTINENTS, Bits, continent
from games.exhibition.placement_gains import Gain, gains
from games.exhibition.showcases import DEPOT
from games.exhibition.view import Hall, View
from games.exhibition.words import showcase, where
from games.kernel.protocol import Seat
from games.screens.advice import Reason, cards, points, reason, weightiest

NEAR = 5
"""Years so near to 1950 are good for Mid-Century."""


def why(view: View, seat: Seat, code: str, other: str | None = None) -> str:
    """Return the weightiest reason for a code, if possible one that the other code lacks."""
    return weightiest(reasons(view, seat, code), reasons(view, seat, other) if other else ())


def reasons(view: View, seat: Seat, code: str) -> Iterator[Reason]:
    """Yield the reasons for a code, the weightiest first."""
    verb, _space, what = code.partition(" ")
    if verb == "take":
        yield from _taken(view, seat, what)
    elif verb == "move":
        yield from _moved(view, seat, what)
    elif verb == "place":
        yield from _placed(view, seat, code)
    else:
        yield from _kept_out(view, seat, verb)


def places(count: int) -> str:
    """Return a number of places in words: "3 places"."""
    return ngettext("%(num)d place", "%(num)d places", count) % {"num": count}


def in_hall(hall: Hall) -> list[str]:
    """Return the cards of a hall."""
    return [name for case in hall.showcases for name in case if name]


def lacking(hall: Hall) -> list[str]:
    """Return the continents that a hall does not show."""
    shown = {continent(name) for name in in_hall(hall)}
    return [each for each in CONTINENTS if each not in shown]


def held(view: View, seat: Seat, name: str) -> dict[str, Gain]:
    """Return the consequences of each place for a card that the seat might take."""
    columns = tuple(tuple(each for each in column if each != name) for column in view.columns)
    return gains(replace(view, taken=name, step="place", columns=columns), seat)


def _shown(hall: Hall) -> Bits:
    return sum(1 << CARDS[name] for name in in_hall(hall))


def _taken(view: View, seat: Seat, name: str) -> Iterator[Reason]:
    hall, found = view.halls[seat], held(view, seat, name)
    if not found:
        if len(hall.depot) < DEPOT:
            yield reason("depot", _("it fits nowhere, but your depot has room for it."))
        yield reason("nowhere", _("it fits nowhere in your hall, so you may finish with it."))
        return
    yield from _new(hall, name)
    best = max(found, key=lambda code: (found[code].points, -found[code].closed))
    if found[best].points > 1:
        text = _("it can bring %(points)s at once, in %(where)s.")
        facts = {"points": points(found[best].points), "where": showcase(best.split()[1])}
        yield reason("points", text, **facts)
    if "place mid 1" in found and name != "E" and abs(int(name) - 1950) <= NEAR:
        text = _("it is %(years)s years from 1950, near enough for Mid-Century.")
        yield reason("middle", text, years=abs(int(name) - 1950))
    here = view.vehicles[seat]
    if any(at == here for other, at in enumerate(view.vehicles) if other != seat):
        text = _("another player stands at %(where)s too, and could take it.")
        yield reason("denies", text, where=where(here))
    if not min(each.closed for each in found.values()):
        text = (
            _("it fits %(places)s of your hall, and one of them closes no other.")
            if len(found) > 1
            else _("it fits one place of your hall, and closes no other there.")
        )
        yield reason("closes none", text, places=places(len(found)))
    text = _("it fits %(places)s of your hall.")
    yield reason("fits", text, places=places(len(found)))


def _new(hall: Hall, name: str) -> Iterator[Reason]:
    """Yield the gains of a card in the hall, wherever it lies there."""
    its, missing, shown = continent(name), lacking(hall), _shown(hall)
    after = shown | 1 << CARDS[name]
    if its and missing == [its]:
        text = _("it brings %(where)s, the last continent that your hall lacks.")
        yield reason("sixth", text, where=where(its))
    if (length := scoring.chain(after)) > scoring.chain(shown):
        text = _("it makes a chain of %(years)s years in your hall.")
        yield reason("chain", text, years=length)
    if its and its in missing and len(missing) > 1:
        text = _("your hall lacks %(where)s, one of %(count)s continents to come.")
        yield reason("continent", text, where=where(its), count=len(missing))
    if its and (count := scoring.focus(after)) > max(1, scoring.focus(shown)):
        text = _("you then show %(cards)s of %(where)s, your commonest continent.")
        yield reason("focus", text, cards=cards(count), where=where(its))
    if scoring.decades(after) > scoring.decades(shown):
        yield reason("decade", _("it shows a decade that your hall has no card of."))


def _moved(view: View, seat: Seat, to: str) -> Iterator[Reason]:
    column = view.columns[CONTINENTS.index(to)]
    fitting = [name for name in column if held(view, seat, name)]
    facts = {"where": where(to), "cards": cards(len(column)), "count": len(fitting)}
    if fitting:
        text = _("of %(cards)s at %(where)s, %(count)s can go into your hall.")
        yield reason("fits", text, **facts)
    if to in lacking(view.halls[seat]):
        yield reason("lacks", _("your hall shows no card of %(where)s yet."), **facts)
    if to not in [at for other, at in enumerate(view.vehicles) if other != seat]:
        yield reason("alone", _("no other player stands at %(where)s."), **facts)
    yield reason("cards", _("there are %(cards)s at %(where)s."), **facts)


def _placed(view: View, seat: Seat, code: str) -> Iterator[Reason]:
    found, hall = gains(view, seat), view.halls[seat]
    gain, case = found[code], code.split()[1]
    facts = {"where": showcase(case), "points": points(gain.points)}
    facts["places"] = places(gain.closed)
    yield from _compared(view, seat, code)
    others = [each for key, each in found.items() if key != code]
    if gain.points > max((each.points for each in others), default=gain.points):
        text = _("no other place for it brings %(points)s.")
        yield reason("most points", text, **facts)
    if gain.points > 1 and not gain.closed:
        yield reason("free", _("it brings %(points)s and closes no other place."), **facts)
    yield from _closing(gain, others, facts)
    lying = hall.showcases[_names(view).index(case)]
    if (left := lying.count(None) - 1) == 0 and len(lying) > 1:
        yield reason("fills", _("it fills the last place of %(where)s."), **facts)
    elif left:
        facts["left"] = places(left)
        text = _("it leaves %(left)s of %(where)s for cards to come.")
        yield reason("leaves", text, **facts)
    yield reason("one more", _("a place that stays empty would cost a point."))


def _closing(gain: Gain, others: Sequence[Gain], facts: dict[str, str]) -> Iterator[Reason]:
    """Yield the reason that it closes fewer places than elsewhere."""
    least = min((each.closed for each in others), default=gain.closed)
    most = max((each.closed for each in others), default=gain.closed)
    if gain.closed < least and gain.closed:
        text = _("every other place for it would close more than %(places)s.")
        yield reason("closes fewest", text, **facts)
    elif gain.closed < least:
        text = _("it closes no other place, as all others would.")
        yield reason("closes fewest", text, **facts)
    elif gain.closed < most:
        text = (
            _("it closes no more than %(places)s; elsewhere it could be %(most)s.")
            if gain.closed
            else _("it closes no place; elsewhere it would close up to %(most)s.")
        )
        yield reason("spares places", text, most=most, **facts)


def _names(view: View) -> list[str]:
    return list(view.showcases)


def _compared(view: View, seat: Seat, code: str) -> Iterator[Reason]:
    """Yield the reasons in showcases with a measure of their own."""
    _verb, case, spot = code.split()
    name, hall = view.taken or "", view.halls[seat]
    lying = hall.showcases[_names(view).index(case)]
    if name == "E":
        return
    if case == "mid" and abs(int(name) - 1950) <= 2 * NEAR:
        text = _("it is %(years)s years from 1950, and the nearest wins a tie.")
        yield reason("middle", text, years=abs(int(name) - 1950))
    other = lying[-1 if spot == "1" else 0]
    if case in ("gap", "short") and spot in ("1", str(len(lying))) and other and other != "E":
        text = _("it is %(years)s years from the other end of %(where)s.")
        yield reason("span", text, years=abs(int(name) - int(other)), where=showcase(case))
    its = continent(name)
    if case == "one" and its and not any(lying):
        text = _("it makes %(where)s yours alone in One Continent.")
        yield reason("alone", text, where=where(its))


def _kept_out(view: View, seat: Seat, verb: str) -> Iterator[Reason]:
    hall = view.halls[seat]
    found = gains(view, seat)
    empty = sum(case.count(None) for case in hall.showcases)
    facts = {"places": places(empty)}
    if verb == "finish":
        if len(hall.depot) >= DEPOT:
            yield reason("full", _("it fits nowhere, and your depot is full."))
        yield reason("finishes", _("it fits nowhere; you finish with %(places)s empty."), **facts)
        return
    if not found:
        text = _("it fits nowhere, and you still have %(places)s to fill.")
        yield reason("goes on", text, **facts)
    elif closed := min(each.closed for each in found.values()):
        text = _("each place for it would close %(places)s or more; this costs one point.")
        yield reason("spares", text, places=places(closed))
    yield reason("costs one", _("it costs one point and keeps %(places)s open."), **facts)
