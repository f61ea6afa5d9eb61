"""Plans in Lost Cities: conditions on the turn of the other player, and answers."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.kernel.protocol import Seat
from games.lost_cities.deck import CARDS, value
from games.lost_cities.view import View
from games.lost_cities.words import colour
from games.screens.cards import said, words
from games.screens.phrases import Sentence, sentence
from games.screens.plans import Choices, Codes, Condition, Field, Planning, Seen, Values, in_suit

ANY = "any"
IT = "draw it"
"""The stored wish for the card just discarded by the other."""


def _suits(view: View, seat: Seat) -> Choices:
    return [*[(suit, colour(suit)) for suit in view.suits], (ANY, _("any colour"))]


def _least(view: View, seat: Seat) -> Choices:
    numbers = [
        (str(number), _("%(number)s or more") % {"number": number}) for number in range(2, 10)
    ]
    return [("0", _("any card")), *numbers, ("10", _("a 10"))]


def _cards(view: View, seat: Seat) -> Choices:
    return [(name, words(name)) for name in dict.fromkeys(view.hand)]


def _ways(view: View, seat: Seat) -> Choices:
    return [("play", _("play")), ("discard", _("discard"))]


def _draws(view: View, seat: Seat) -> Choices:
    piles = [(suit, _("%(suit)s pile") % {"suit": colour(suit)}) for suit in view.suits]
    return [("stock", _("stock")), ("it", _("take it")), *piles]


def _fits(name: str | None, values: Values) -> bool:
    """Tell whether a card is of the suit and of at least the number of these values."""
    if name is None or values["suit"] not in (ANY, name[0]):
        return False
    return value(CARDS[name]) >= int(values.get("least", "0"))


def _put(verb: str) -> Callable[[Seen[View], Values], bool]:
    """Return whether the other has put down a card with this verb."""

    def holds(seen: Seen[View], values: Values) -> bool:
        cards = [code.split(" ") for code in seen.codes()]
        return any(its[0] == verb and _fits(its[1], values) for its in cards)

    return holds


def _starts(seen: Seen[View], values: Values) -> bool:
    them = 1 - seen.seat
    lanes = zip(
        seen.after.suits, seen.before.expeditions[them], seen.after.expeditions[them], strict=True
    )
    return any(
        values["suit"] in (ANY, suit) and now.cards and not before.cards
        for suit, before, now in lanes
    )


def _takes(seen: Seen[View], values: Values) -> bool:
    drawn = [code[5:] for code in seen.codes() if code[:5] == "draw " and code != "draw stock"]
    return any(values["suit"] in (ANY, suit) for suit in drawn)


def _tops(seen: Seen[View], values: Values) -> bool:
    return any(_fits(pile.top, values) for pile in seen.after.piles)


def _tells(text: Promise, any_suit: Promise) -> Callable[[Values], Sentence]:
    """Return `tell` for a sentence about one suit, and one about any."""

    def tell(values: Values) -> Sentence:
        suit, least = values["suit"], _card_of(values.get("least", "0"))
        if suit == ANY:
            return sentence(str(any_suit), least=least)
        return sentence(str(text), suit=in_suit(suit.lower(), colour(suit)), least=least)

    return tell


def _card_of(least: str) -> str:
    """Return how high a card has to be, as it follows "card": " of 7 or more", " of 10", or ""."""
    if least == "10":
        return _(" of 10")
    return "" if least == "0" else _(" of %(number)s or more") % {"number": least}


def _codes(view: View, seat: Seat, values: Values) -> Codes:
    return (f"{values['way']} {values['card']}", f"draw {values['draw']}")


def _say(values: Values) -> Sentence:
    facts = {"card": said(values["card"])}
    put = _("play %(card)s") if values["way"] == "play" else _("discard %(card)s")
    draw = values["draw"]
    if draw == "it":
        return sentence(_("take it, %(put)s") % {"put": put}, **facts)
    if draw == "stock":
        return sentence(_("%(put)s, draw from the stock") % {"put": put}, **facts)
    pile = in_suit(draw.lower(), colour(draw))
    return sentence(
        _("%(put)s, draw from the %(suit)s pile") % {"put": put, "suit": "%(suit)s"},
        suit=pile,
        **facts,
    )


def _meant(seen: Seen[View], legal: Codes, code: str) -> Codes:
    """Return the code; for the wish IT the draw from the pile of the newest discard."""
    if code != IT:
        return (code,)
    suits = [each[8] for each in seen.codes() if each[:8] == "discard "]
    return (f"draw {suits[-1]}",) if suits else (code,)


PLANNING: Planning[View] = Planning(
    of_other=True,
    conditions=(
        Condition(
            "discards",
            lazy("discards"),
            _put("discard"),
            _tells(
                lazy("If %(player)s discards a %(suit)s card%(least)s"),
                lazy("If %(player)s discards a card%(least)s"),
            ),
            fields=("suit", "least"),
        ),
        Condition(
            "starts",
            lazy("starts an expedition"),
            _starts,
            _tells(
                lazy("If %(player)s starts an expedition in %(suit)s"),
                lazy("If %(player)s starts an expedition"),
            ),
            fields=("suit",),
        ),
        Condition(
            "plays",
            lazy("plays"),
            _put("play"),
            _tells(
                lazy("If %(player)s plays a %(suit)s card%(least)s"),
                lazy("If %(player)s plays a card%(least)s"),
            ),
            fields=("suit", "least"),
        ),
        Condition(
            "takes",
            lazy("takes from a pile"),
            _takes,
            _tells(
                lazy("If %(player)s takes from the %(suit)s pile"),
                lazy("If %(player)s takes from a pile"),
            ),
            fields=("suit",),
        ),
        Condition(
            "tops",
            lazy("leaves on a pile"),
            _tops,
            _tells(
                lazy("If a %(suit)s card%(least)s lies on its pile"),
                lazy("If a card%(least)s lies on a pile"),
            ),
            fields=("suit", "least"),
        ),
    ),
    fields=(
        Field("suit", lazy("Colour"), _suits),
        Field("least", lazy("How high"), _least),
    ),
    answer=(
        Field("way", lazy("Play or discard"), _ways),
        Field("card", lazy("Card"), _cards),
        Field("draw", lazy("Where from"), _draws),
    ),
    codes=_codes,
    say=_say,
    meant=_meant,
)
