"""The words of a review."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext, ngettext_lazy

from games.learning.review.summary import Moment, Summary
from games.screens import advice
from games.screens.ending import ordinal

OWN = {
    "slip": noop("Slip, cost about %(cost)s"),
    "mistake": noop("Mistake, cost about %(cost)s"),
    "blunder": noop("Blunder, cost about %(cost)s"),
}
WHOSE = {
    "slip": noop("%(player)s’s slip, cost about %(cost)s"),
    "mistake": noop("%(player)s’s mistake, cost about %(cost)s"),
    "blunder": noop("%(player)s’s blunder, cost about %(cost)s"),
}
GAVE_YOU = {
    "slip": noop("%(player)s’s slip, gave you about %(cost)s"),
    "mistake": noop("%(player)s’s mistake, gave you about %(cost)s"),
    "blunder": noop("%(player)s’s blunder, gave you about %(cost)s"),
}
GAVE = {
    "slip": noop("%(player)s’s slip, gave %(other)s about %(cost)s"),
    "mistake": noop("%(player)s’s mistake, gave %(other)s about %(cost)s"),
    "blunder": noop("%(player)s’s blunder, gave %(other)s about %(cost)s"),
}
DONE = {"play": noop("played"), "discard": noop("discarded"), "take": noop("took")}
DOES = {"play": noop("play"), "discard": noop("discard"), "take": noop("take")}
"""A verb of a code, above the card that shows the rest."""


@dataclass(frozen=True, slots=True)
class Whose:
    """The subject of a review, and how the game ended for them."""

    you: bool
    name: str
    others: tuple[str, ...]
    place: int | None
    drawn: bool
    by_rules: bool

    @property
    def other(self) -> str:
        """Return the opponent's name; "" if there are several, or none."""
        return self.others[0] if len(self.others) == 1 else ""


def result(summary: Summary, whose: Whose) -> str:
    """Return the result in a sentence: "You lost by 12 points."."""
    facts = {
        "player": whose.name,
        "points": abs(summary.result),
        "place": ordinal(whose.place or 0),
    }
    if summary.alone:
        facts["points"] = summary.result
        return (
            _("You made %(points)s points.")
            if whose.you
            else _("%(player)s made %(points)s points.")
        ) % facts
    if whose.drawn:
        return _("A draw.")
    if len(whose.others) > 1:
        facts["players"] = str(len(whose.others) + 1)
        return (
            _("You came %(place)s of %(players)s.")
            if whose.you
            else _("%(player)s came %(place)s of %(players)s.")
        ) % facts
    won = whose.place == 1
    if not whose.by_rules or not summary.result or (summary.result > 0) != won:
        return _(WON[whose.you, won]) % facts
    return str(WON_BY[whose.you, won] % facts)


WON = {
    (True, True): noop("You won."),
    (True, False): noop("You lost."),
    (False, True): noop("%(player)s won."),
    (False, False): noop("%(player)s lost."),
}
WON_BY = {
    (True, True): ngettext_lazy(
        "You won by %(points)s point.", "You won by %(points)s points.", "points"
    ),
    (True, False): ngettext_lazy(
        "You lost by %(points)s point.", "You lost by %(points)s points.", "points"
    ),
    (False, True): ngettext_lazy(
        "%(player)s won by %(points)s point.", "%(player)s won by %(points)s points.", "points"
    ),
    (False, False): ngettext_lazy(
        "%(player)s lost by %(points)s point.", "%(player)s lost by %(points)s points.", "points"
    ),
}
"""By whether the reader is the subject of the review, and whether that has won."""


def headline(summary: Summary, whose: Whose) -> str:
    """Return the review in a sentence or two: result, cards, play."""
    facts = {
        "result": result(summary, whose),
        "cards": cards(summary),
        "play": play(summary, whose),
    }
    return _("%(result)s %(cards)s; %(play)s.") % facts


def cards(summary: Summary) -> str:
    """Return a sentence on the cards."""
    facts = {"points": abs(summary.cards), "doubt": summary.doubt}
    if summary.even:
        return _("The cards were about even")
    if summary.cards < 0:
        return _("The cards took %(points)s ± %(doubt)s") % facts
    return _("The cards gave %(points)s ± %(doubt)s") % facts


def play(summary: Summary, whose: Whose) -> str:
    """Return a sentence on the play, compared with the others'."""
    facts = {"player": whose.name, "other": whose.other, "points": abs(summary.play)}
    if summary.alone:
        facts["points"] = summary.mine
        if not summary.mine:
            return _("the play gave nothing away")
        return _("the play gave away %(points)s") % facts
    return _(PLAY[whose.you, bool(whose.other), (summary.play > 0) - (summary.play < 0)]) % facts


PLAY = {
    (True, True, 1): noop("your play was %(points)s better than %(other)s’s"),
    (True, True, -1): noop("your play was %(points)s worse than %(other)s’s"),
    (True, True, 0): noop("your play was as good as %(other)s’s"),
    (True, False, 1): noop("your play was %(points)s better than the others’"),
    (True, False, -1): noop("your play was %(points)s worse than the others’"),
    (True, False, 0): noop("your play was as good as the others’"),
    (False, True, 1): noop("%(player)s’s play was %(points)s better than %(other)s’s"),
    (False, True, -1): noop("%(player)s’s play was %(points)s worse than %(other)s’s"),
    (False, True, 0): noop("%(player)s’s play was as good as %(other)s’s"),
    (False, False, 1): noop("%(player)s’s play was %(points)s better than the others’"),
    (False, False, -1): noop("%(player)s’s play was %(points)s worse than the others’"),
    (False, False, 0): noop("%(player)s’s play was as good as the others’"),
}


def gave_away(summary: Summary, whose: Whose) -> str:
    """Return a sentence on what each side gave away."""
    facts = {"player": whose.name, "other": whose.other, "mine": summary.mine}
    facts["theirs"] = summary.theirs
    if summary.alone:
        return _("The moves gave away %(mine)s.") % facts
    if not whose.other:
        return (
            _("Your moves gave away %(mine)s; the others’ gave you %(theirs)s.")
            if whose.you
            else _("%(player)s’s moves gave away %(mine)s; the others’ gave back %(theirs)s.")
        ) % facts
    return (
        _("Your moves gave away %(mine)s, %(other)s’s %(theirs)s.")
        if whose.you
        else _("%(player)s’s moves gave away %(mine)s, %(other)s’s %(theirs)s.")
    ) % facts


def heading(moments: int) -> str:
    """Return the heading above the key moments."""
    if not moments:
        return _("Nobody made a mistake worth showing.")
    if moments == 1:
        return _("One key moment")
    return _("Two key moments") if moments == 2 else _("Three key moments")


def verdict(moment: Moment, whose: Whose, actor: str) -> str:
    """Return the word for a moment and its cost: "Mistake, cost about 9"."""
    facts = {"player": actor, "other": whose.name, "cost": points(moment.cost)}
    if moment.mine:
        return _((OWN if whose.you else WHOSE)[moment.kind]) % facts
    return _((GAVE_YOU if whose.you else GAVE)[moment.kind]) % facts


def points(cost: float) -> str:
    """Return points in words, no more exact than they are known."""
    if cost < 0.75:
        return _("half a point")
    return str(round(cost))


def reason(summary: Summary, moment: Moment, why: str) -> str:
    """Return why the better move is better: the game's own reason, if any, and its worth."""
    said = worth(summary, moment)
    if why in ("", advice.unexplained(None, 0, "")):
        return said
    return _("Why: %(why)s %(worth)s") % {"why": why, "worth": said}


def worth(summary: Summary, moment: Moment) -> str:
    """Return the worth of the better move: the chances to win with both, or alone the points."""
    judged = moment.judged
    if summary.alone:
        left = round(summary.points[moment.at].ahead)
        return ngettext(
            "After it, %(count)s point could be expected.",
            "After it, %(count)s points could be expected.",
            left,
        ) % {"count": left}
    facts = {"left": percent(judged.left), "chance": percent(judged.chance)}
    if facts["left"] == facts["chance"]:
        return _("It cost points, but hardly any chance of winning.")
    return _("It left a %(left)s%% chance of winning; the better move, %(chance)s%%.") % facts


def percent(chance: float) -> int:
    """Return a chance in per cent."""
    return round(100 * chance)


def spent(seconds: float) -> str:
    """Return an approximate duration in words."""
    if seconds < 10:
        return _("a few seconds more")
    if seconds < 100:
        return _("about %(count)s seconds more") % {"count": 10 * round(seconds / 10)}
    return _("about %(count)s minutes more") % {"count": round(seconds / 60)}
