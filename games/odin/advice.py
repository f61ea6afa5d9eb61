"""Reasons for a move in Odin, from the view of the seat that makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.protocol import Seat
from games.odin.actions import better
from games.odin.choices import makes
from games.odin.partition import Plan, planner
from games.odin.sets import SETS, Bits, as_bits
from games.odin.view import View
from games.odin.words import cards, points, split, value
from games.screens.advice import Reason, reason, weightiest

NEAR = 2
"""With so few cards a player may go out at any turn."""

HIGH = "8"
"""The lowest number that few single cards beat."""


@cache
def _sets() -> Plan:
    return planner({0: 0.0} | dict.fromkeys(SETS, 1.0))


def sets(hand: Bits) -> int:
    """Return the smallest number of sets that a hand makes."""
    return round(_sets()(hand))


def why(view: View, seat: Seat, code: str, other: str | None = None) -> str:
    """Return the weightiest reason for a code, if possible one that the other code lacks."""
    return weightiest(reasons(view, seat, code), reasons(view, seat, other) if other else ())


def reasons(view: View, seat: Seat, code: str) -> Iterator[Reason]:
    """Yield the reasons for a code, the weightiest first."""
    verb, names = split(code)
    if verb == "pass":
        yield from _passed(view)
    elif verb == "take":
        yield from _taken(view, names[0])
    else:
        yield from _played(view, seat, names)


def _others(view: View, seat: Seat) -> list[int]:
    return [count for other, count in enumerate(view.hand_counts) if other != seat]


def _count(number: int) -> str:
    return ngettext("%(num)d set", "%(num)d sets", number) % {"num": number}


def _played(view: View, seat: Seat, names: Sequence[str]) -> Iterator[Reason]:
    hand, laid, others = as_bits(view.hand), as_bits(names), _others(view, seat)
    rest = hand ^ laid
    if not rest:
        text = _("you go out, and the others take %(points)s.")
        yield reason("goes out", text, points=points(sum(others)))
        return
    if max(others) < len(names):
        text = _("nobody else holds %(cards)s, which it takes to beat this.")
        yield reason("safe", text, cards=cards(len(names)))
    facts = {"cards": cards(rest.bit_count()), "sets": _count(sets(rest))}
    if min(others) <= NEAR:
        facts |= {"few": cards(min(others))}
        yield reason("danger", _("another player holds only %(few)s; you keep %(cards)s."), **facts)
    if sets(rest) < sets(hand):
        yield reason("a set less", _("it leaves you %(cards)s that make only %(sets)s."), **facts)
    yield from (_beating(view, names, rest) if view.plays else _leading(view, names))
    yield reason("leaves", _("it leaves you %(cards)s in %(sets)s."), **facts)


def _leading(view: View, names: Sequence[str]) -> Iterator[Reason]:
    numbers = [name[1] for name in view.hand]
    if names[0][1] == min(numbers):
        yield reason("low", _("it is your lowest number, the hardest to play later."))
    elif names[0][1] == max(numbers) >= HIGH:
        yield reason("high", _("it is your highest number, and few single cards beat it."))


def _beating(view: View, names: Sequence[str], rest: Bits) -> Iterator[Reason]:
    top = view.plays[-1]
    found = better(as_bits(view.hand), SETS[as_bits(top.cards)])
    if value(names) == found[0].value:
        text = _("no set of yours that beats %(top)s is lower.")
        yield reason("lowest", text, top=top.value)
    kept = [name for name in view.hand if as_bits([name]) & rest]
    best, others = max((value([name, *makes(name, kept)]), makes(name, kept)) for name in top.cards)
    if others:
        text = _("you may take a card for it that makes %(value)s with yours.")
        yield reason("takes well", text, value=best)


def _passed(view: View) -> Iterator[Reason]:
    hand, top = as_bits(view.hand), view.plays[-1]
    found, facts = better(hand, SETS[as_bits(top.cards)]), {"top": top.value}
    if not found:
        yield reason("cannot", _("no set of yours beats %(top)s."), **facts)
        return
    fewest = min(sets(hand ^ each.cards) for each in found)
    if fewest >= sets(hand):
        text = _("to beat %(top)s you would have to break up a better set.")
        yield reason("splits", text, **facts)
    least = min(len(view.hand) - each.size + 1 for each in found)
    if least >= len(view.hand):
        text = _("to beat %(top)s you take a card back, and hold as many as before.")
        yield reason("no card less", text, **facts)
    text = _("your %(cards)s make %(sets)s, which you keep together.")
    yield reason("keeps", text, cards=cards(len(view.hand)), sets=_count(sets(hand)))


def _taken(view: View, name: str) -> Iterator[Reason]:
    if others := makes(name, view.hand):
        text = _("with your other cards it makes %(value)s.")
        yield reason("makes", text, value=value([name, *others]))
    hand = as_bits(view.hand)
    after = {each: sets(hand | as_bits([each])) for each in view.beaten}
    if after[name] == sets(hand):
        text = _("it joins a set, so your hand still makes %(sets)s.")
        yield reason("joins", text, sets=_count(after[name]))
    elif after[name] == min(after.values()):
        text = _("your hand then makes %(sets)s; no other card makes it fewer.")
        yield reason("fewest", text, sets=_count(after[name]))
    numbers = [each[1] for each in view.beaten]
    if len(numbers) == 1:
        yield reason("only", _("it is the only card to take."))
    elif name[1] == max(numbers):
        yield reason("highest", _("none of the cards that you beat is higher."))
