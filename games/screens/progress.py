"""The round and the scores of a running game, for lists of tables."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.kernel.protocol import Seat
from games.screens.phrases import minus

ROUND = lazy("Round %(number)s")


class Progress(NamedTuple):
    """The round, how many there are, and the scores by seat: all public. 0: nobody knows how many;
    a game of one round does not name it. Without scores the round has to do."""

    round: int = 0
    rounds: int = 0
    scores: tuple[int, ...] = ()

    def stored(self) -> str:
        """Return it as text: "2/3 12 -4"."""
        return " ".join([f"{self.round}/{self.rounds}", *map(str, self.scores)])


def of(stored: str) -> Progress:
    """Return what a text holds; nothing for ""."""
    if not stored:
        return Progress()
    at, *scores = stored.split(" ")
    round, _slash, rounds = at.partition("/")
    return Progress(int(round), int(rounds), tuple(map(int, scores)))


def words(stored: str, seat: Seat, round_name: str) -> str:
    """Return it in a few words for this seat: "Round 2 of 3 · 12 to −4", and among several its own
    score alone. "" before the first deal, and where there is nothing to tell."""
    its = of(stored)
    if not its.round:
        return ""
    said = []
    if its.rounds > 1:
        facts = {"number": its.round, "rounds": its.rounds}
        said.append(_("Round %(number)s of %(rounds)s") % facts)
    elif not its.rounds:
        said.append(round_name % {"number": its.round})
    if seat < len(its.scores) == 2 and any(its.scores):
        scores = {"mine": minus(its.scores[seat]), "theirs": minus(its.scores[1 - seat])}
        said.append(_("%(mine)s to %(theirs)s") % scores)
    elif seat < len(its.scores) > 2 and any(its.scores):
        said.append(_("you have %(points)s") % {"points": minus(its.scores[seat])})
    return " · ".join(said)
