"""The end of a game as one viewer reads it: the winners, and the viewer's place."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.screens.phrases import both
from games.screens.values import ShownPlayer


@dataclass(frozen=True, slots=True)
class Ending:
    """The players of an ended game, by seat."""

    players: tuple[ShownPlayer, ...]

    @property
    def broken_off(self) -> bool:
        """Tell whether the game ended without a result."""
        return not self.first

    @property
    def first(self) -> tuple[ShownPlayer, ...]:
        """Return the winners, or all in a draw."""
        return tuple(player for player in self.players if player.place == 1)

    @property
    def drawn(self) -> bool:
        """Tell whether nobody won or all did."""
        return len(self.first) in (0, len(self.players))

    @property
    def hints(self) -> str:
        """Return "with 2 hints"; "" if none were taken."""
        return with_hints(sum(player.hints for player in self.players))

    @property
    def you(self) -> ShownPlayer | None:
        """Return the viewer; None for a spectator."""
        return next((player for player in self.players if player.you), None)

    @property
    def headline(self) -> str:
        """Return the result in a few words: "You win", "Ben wins", "You came 2nd of 6"."""
        you, first = self.you, self.first
        if self.broken_off:
            return _("Called off")
        if self.drawn:
            return _("A draw")
        if you in first:
            others = [player.name for player in first if player is not you]
            return (
                _("You share the win with %(players)s") % {"players": both(others)}
                if (others)
                else _("You win")
            )
        if you and len(self.players) > 2:
            facts = {"place": ordinal(you.place or 0), "players": len(self.players)}
            return _("You came %(place)s of %(players)s") % facts
        return self.winners

    @property
    def winners(self) -> str:
        """Return who won: "Ben wins", "Ann and Ben share the win"; "" if nobody did."""
        names = [player.name for player in self.first]
        if len(names) > 1:
            return _("%(players)s share the win") % {"players": both(names)}
        return _("%(player)s wins") % {"player": names[0]} if names else ""

    def by(self, points: int) -> str:
        """Return the headline with the points between the winner and the next; without them where
        several share the win, and for a player among several who did not win."""
        if self.drawn or not points or len(self.first) > 1 or self.fact:
            return self.headline
        if self.you in self.first:
            return _("You win by %(points)s") % {"points": points}
        return _("%(player)s wins by %(points)s") % {
            "player": self.first[0].name,
            "points": points,
        }

    @property
    def fact(self) -> str:
        """Return the winners where the headline has the viewer's place; "" elsewhere."""
        you = self.you
        placed = you and you not in self.first and len(self.players) > 2 and not self.broken_off
        return f"{self.winners}." if placed and not self.drawn else ""


def ordinal(place: int) -> str:
    """Return a place in words: "1st"."""
    named = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return named.get(place) or _("%(place)sth") % {"place": place}


def with_hints(count: int) -> str:
    """Return how many hints were taken in a game, beside its result; "" for none."""
    return (
        ngettext("with %(num)d hint", "with %(num)d hints", count) % {"num": count} if count else ""
    )
