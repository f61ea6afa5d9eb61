"""Plans in Odin: conditions on the table, and answers."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.kernel.protocol import Seat
from games.odin.sets import as_bits, within
from games.odin.view import Play, View
from games.odin.words import cards, split, value, words
from games.screens.cards import drawn
from games.screens.phrases import Said, Sentence, sentence
from games.screens.plans import Choices, Codes, Condition, Field, Planning, Seen, Values, tells

HIGH, LOW = "take high", "take low"
"""The stored wishes for the highest and the lowest of the beaten cards."""


def _counts(view: View, seat: Seat) -> Choices:
    return [(str(count), cards(count)) for count in range(1, 10)]


def _values(view: View, seat: Seat) -> Choices:
    """Return a bound for each value that the hand can lay: whatever is lower can be beaten by as
    many cards."""
    found = sorted({some.value for some in within(as_bits(view.hand))})
    return [(str(its - 1), _("at most %(value)s") % {"value": its - 1}) for its in found if its > 1]


def _plays(view: View, seat: Seat) -> Choices:
    sets = [some.code.split(" ") for some in within(as_bits(view.hand))]
    lays = [(" ".join(["play", *names]), _laid(names)) for names in sets]
    return [*lays, ("pass", _("pass"))]


def _laid(names: Sequence[str]) -> str:
    facts = {"value": value(names), "cards": words(names)}
    if len(names) == 1:
        return _("play %(cards)s") % facts
    return _("play %(value)s: %(cards)s") % facts


def _takes(view: View, seat: Seat) -> Choices:
    return [("low", _("take the lowest card")), ("high", _("take the highest card"))]


def _top(seen: Seen[View]) -> Play | None:
    """Return the set to beat; None for the leader."""
    return seen.after.plays[-1] if seen.after.plays and seen.after.step == "follow" else None


def _sized(seen: Seen[View], values: Values) -> bool:
    top = _top(seen)
    return top is not None and len(top.cards) == int(values["count"])


def _low(seen: Seen[View], values: Values) -> bool:
    top = _top(seen)
    return top is not None and top.value <= int(values["value"])


def _few(seen: Seen[View], values: Values) -> bool:
    counts = enumerate(seen.after.hand_counts)
    return any(count <= int(values["count"]) for seat, count in counts if seat != seen.seat)


def _tell_sized(values: Values) -> Sentence:
    count = int(values["count"])
    text = ngettext(
        "If %(count)s card lies on the table", "If %(count)s cards lie on the table", count
    )
    return sentence(text, count=count)


def _tell_few(values: Values) -> Sentence:
    count = int(values["count"])
    text = ngettext(
        "If somebody has only %(count)s card left",
        "If somebody has at most %(count)s cards left",
        count,
    )
    return sentence(text, count=count)


def _codes(view: View, seat: Seat, values: Values) -> Codes:
    if values["play"] == "pass":
        return ("pass",)
    return (values["play"], HIGH if values["take"] == "high" else LOW)


def _say(values: Values) -> Sentence:
    verb, names = split(values["play"])
    if verb == "pass":
        return sentence(_("pass"))
    laid = Said(words(names), tuple(map(drawn, names)))
    if values["take"] == "high":
        return sentence(_("play %(cards)s, take the highest card"), cards=laid)
    return sentence(_("play %(cards)s, take the lowest card"), cards=laid)


def _meant(seen: Seen[View], legal: Codes, code: str) -> Codes:
    """Return the code; for a wish the card that is taken, and nothing where there is none."""
    if code not in (HIGH, LOW):
        return (code,)
    taken = sorted([each for each in legal if each[:5] == "take "], key=lambda each: each[6])
    return taken[-1:] if code == HIGH else taken[:1]


PLANNING: Planning[View] = Planning(
    conditions=(
        Condition(
            "leads",
            lazy("I lead"),
            lambda seen, values: seen.after.step == "lead" and seen.after.turn == seen.seat,
            tells(lazy("If I lead, since nobody beats it")),
        ),
        Condition("size", lazy("on the table lie"), _sized, _tell_sized, ("count",)),
        Condition(
            "low",
            lazy("the set is worth"),
            _low,
            tells(lazy("If the set on the table is worth at most %(value)s")),
            fields=("value",),
        ),
        Condition("few", lazy("somebody has at most"), _few, _tell_few, ("count",)),
    ),
    fields=(
        Field("count", lazy("How many cards"), _counts),
        Field("value", lazy("How much"), _values),
    ),
    answer=(
        Field("play", lazy("What to play"), _plays),
        Field("take", lazy("What to take"), _takes),
    ),
    codes=_codes,
    say=_say,
    meant=_meant,
)
