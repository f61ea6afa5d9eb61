"""The reasons why a rated game counted less than a whole one, as a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

FULL = 3  # games with the same people that count in full (see games.ratings.game_weights)


@dataclass(frozen=True, slots=True)
class Counted:
    """The weight of a game from 0 to 1, and the reasons for it. `number` counts the games with the
    same people within 30 days, or within a day where ratings are open."""

    weight: float
    number: int = 0
    short: bool = False
    shared: bool = False

    def words(self, opponent: str = "") -> str:
        """Return the sentence, for example "Counted half: the fourth game against Ben within 30
        days."; "" if the game counted in full.

        `opponent`: the name of the other player in a game for two.
        """
        if self.weight >= 1:
            return ""
        reasons = _(", and ").join(self._reasons(opponent))
        return _("%(amount)s: %(reasons)s.") % {"amount": _amount(self.weight), "reasons": reasons}

    def _reasons(self, opponent: str) -> list[str]:
        if settings.RATINGS != "guarded":
            return [self._repeated(opponent)]
        if self.shared and not self.weight:
            return [
                _("all sat down from one address")
                if not opponent
                else _("both sat down from one address")
            ]
        found = [_("some sat down from one address")] if self.shared else []
        if self.short:
            found.append(_("the game ended before it had really begun"))
        if self.number > FULL:
            names = {"which": _which(self.number), "name": opponent}
            found.append(
                _("%(which)s against %(name)s within 30 days") % names
                if opponent
                else _("%(which)s with the same people within 30 days") % names
            )
        return found

    def _repeated(self, opponent: str) -> str:
        names = {"which": _which(self.number), "name": opponent}
        return (
            _("%(which)s against %(name)s within a day") % names
            if opponent
            else _("%(which)s with the same people within a day") % names
        )


def _amount(weight: float) -> str:
    named = {
        0: _("Did not count"),
        0.5: _("Counted half"),
        0.25: _("Counted a quarter"),
        0.125: _("Counted an eighth"),
        0.1: _("Counted a tenth"),
    }
    if weight in named:
        return named[weight]
    percent = round(100 * weight)
    return _("Counted %(percent)s %%") % {"percent": percent} if percent else _("Hardly counted")


def _which(number: int) -> str:
    ordinals = (
        _("the fourth game"),
        _("the fifth game"),
        _("the sixth game"),
        _("the seventh game"),
        _("the eighth game"),
    )
    return (
        ordinals[number - FULL - 1]
        if number - FULL <= len(ordinals)
        else _("game %(number)s") % {"number": number}
    )
