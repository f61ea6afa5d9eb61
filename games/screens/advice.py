"""Reasons for a move: of several, the one that distinguishes it from another move.

A game's `advice.py` computes them from a view, so they name only what its seat may know. They stand
behind "Why:", so they begin with a small letter and end with a full stop.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.protocol import Seat

LONGEST = 70
"""The length of the longest reason in English: two lines on a phone."""


class Reason(NamedTuple):
    """A sentence about a move. Two moves with reasons of one kind are equal in that respect."""

    kind: str
    text: str


def reason(kind: str, text: str, **facts: object) -> Reason:
    """Return a reason: a translated sentence with `facts` in its slots."""
    return Reason(kind, text % facts)


def unexplained(view: object, seat: Seat, code: str, other: str | None = None) -> str:
    """Return the reason that fits every hint."""
    return _("the strongest bot would do this.")


def weightiest(reasons: Iterable[Reason], others: Iterable[Reason] = ()) -> str:
    """Return the weightiest reason, which is the first, or the first that the other move lacks; the
    default if there is none."""
    found, shared = list(reasons), {each.kind for each in others}
    telling = [each for each in found if each.kind not in shared] or found
    return telling[0].text if telling else unexplained(None, 0, "")


def turns(count: int) -> str:
    """Return a number of turns in words: "11 turns", "1 turn"."""
    return ngettext("%(num)d turn", "%(num)d turns", count) % {"num": count}


def cards(count: int) -> str:
    """Return a number of cards in words: "3 cards"."""
    return ngettext("%(num)d card", "%(num)d cards", count) % {"num": count}


def points(count: int) -> str:
    """Return a number of points in words: "3 points"."""
    return ngettext("%(num)d point", "%(num)d points", count) % {"num": count}
