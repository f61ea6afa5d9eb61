"""Plans in Lost Cities: conditions on the turn of the other player, and answers."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.kernel.protocol import Seat
from games.lost_cities.deck import CARDS, value
from games.lost_cities.view import View
from games.lost_cities.words import colour
from games.screens.cards import said, words
from games.screens.phrases import Said, Sentence, sentence
from games.screens.plans import Choices, Codes, Condition, Field, Planning, Seen, Values, in_suit

ANY = "any"
IT = "draw it"
"""The stored wish for the card that the other has just discarded."""


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


def _put(seen: Seen[View], values: Values, verb: str) -> bool:
    cards = [code.split(" ") for code in seen.codes()]
    return any(its[0] == verb and _fits(its[1], values) for its in cards)


def _discards(seen: Seen[View], values: Values) -> bool:
    return _put(seen, values, "discard")


def _plays(seen: Seen[View], values: Values) -> bool:
    return _put(seen, values, "play")


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


def _coloured(values: Values, text: str, any_suit: str, **more: str | Said) -> Sentence:
    suit = values["suit"]
    if suit == ANY:
        return sentence(any_suit, **more)
    sign = in_suit(suit.lower(), colour(suit))
    return sentence(text, suit=sign, **more)


def _card_of(values: Values) -> str:
    """Return how high a card has to be, as it follows "card": " of 7 or more", " of 10", or ""."""
    least = values["least"]
    if least == "10":
        return _(" of 10")
    return "" if least == "0" else _(" of %(number)s or more") % {"number": least}


def _tell_discards(values: Values) -> Sentence:
    texts = (
        _("If %(player)s discards a %(suit)s card%(least)s"),
        _("If %(player)s discards a card%(least)s"),
    )
    return _coloured(values, *texts, least=_card_of(values))


def _tell_plays(values: Values) -> Sentence:
    texts = (
        _("If %(player)s plays a %(suit)s card%(least)s"),
        _("If %(player)s plays a card%(least)s"),
    )
    return _coloured(values, *texts, least=_card_of(values))


def _tell_starts(values: Values) -> Sentence:
    texts = (
        _("If %(player)s starts an expedition in %(suit)s"),
        _("If %(player)s starts an expedition"),
    )
    return _coloured(values, *texts)


def _tell_takes(values: Values) -> Sentence:
    texts = _("If %(player)s takes from the %(suit)s pile"), _("If %(player)s takes from a pile")
    return _coloured(values, *texts)


def _tell_tops(values: Values) -> Sentence:
    texts = (
        _("If a %(suit)s card%(least)s lies on its pile"),
        _("If a card%(least)s lies on a pile"),
    )
    return _coloured(values, *texts, least=_card_of(values))


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
            name="discards",
            says=lazy("discards"),
            fields=("suit", "least"),
            holds=_discards,
            tell=_tell_discards,
        ),
        Condition(
            name="starts",
            says=lazy("starts an expedition"),
            fields=("suit",),
            holds=_starts,
            tell=_tell_starts,
        ),
        Condition(
            name="plays",
            says=lazy("plays"),
            fields=("suit", "least"),
            holds=_plays,
            tell=_tell_plays,
        ),
        Condition(
            name="takes",
            says=lazy("takes from a pile"),
            fields=("suit",),
            holds=_takes,
            tell=_tell_takes,
        ),
        Condition(
            name="tops",
            says=lazy("leaves on a pile"),
            fields=("suit", "least"),
            holds=_tops,
            tell=_tell_tops,
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
