"""Plans in Exhibition: conditions on the cards on offer, and answers."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.exhibition.deck import CONTINENTS, continent
from games.exhibition.view import View
from games.exhibition.words import showcase, where, words
from games.kernel.protocol import Seat
from games.screens.phrases import Sentence, sentence
from games.screens.plans import Choices, Codes, Condition, Field, Planning, Seen, Values, tells

FEW = (0, 5, 10, 20, 30, 40, 50, 60)


def offered(view: View, seat: Seat) -> tuple[str, ...]:
    """Return the cards at the continent where the seat's vehicle stands."""
    if not view.vehicles:
        return ()
    return view.columns[CONTINENTS.index(view.vehicles[seat])]


def _decades(view: View, seat: Seat) -> Choices:
    return [(str(first), _("the %(first)ss") % {"first": first}) for first in range(1900, 2000, 10)]


def _cards(view: View, seat: Seat) -> Choices:
    return [(name, words(name)) for name in offered(view, seat)]


def _takes(view: View, seat: Seat) -> Choices:
    return [(name, _("take %(card)s") % {"card": words(name)}) for name in offered(view, seat)]


def _continents(view: View, seat: Seat) -> Choices:
    return [(each, where(each)) for each in CONTINENTS]


def _counts(view: View, seat: Seat) -> Choices:
    text = ngettext("%(count)s card", "%(count)s cards", 2)
    return [(str(count), text % {"count": count}) for count in FEW]


def _spots(view: View, seat: Seat) -> Choices:
    hall = view.halls[seat]
    spots = [
        (
            f"{name} {at}",
            _("%(showcase)s, spot %(spot)s") % {"showcase": showcase(name), "spot": at},
        )
        for name, lying in zip(view.showcases, hall.showcases, strict=True)
        for at, card in enumerate(lying, 1)
        if card is None
    ]
    return [*spots, ("depot", showcase("depot"))]


def _stays(seen: Seen[View], values: Values) -> bool:
    return values["card"] in offered(seen.after, seen.seat)


def _decade(seen: Seen[View], values: Values) -> bool:
    first = values["decade"]
    return any(card[:3] == first[:3] for card in offered(seen.after, seen.seat))


def _from(seen: Seen[View], values: Values) -> bool:
    return any(continent(card) == values["from"] for card in offered(seen.after, seen.seat))


def _codes(view: View, seat: Seat, values: Values) -> Codes:
    """Return the codes of a turn. A white card has no continent: the vehicle stays."""
    to = continent(values["card"]) or view.vehicles[seat]
    put = "depot" if values["spot"] == "depot" else f"place {values['spot']}"
    return (f"take {values['card']}", f"move {to}", put)


def _say(values: Values) -> Sentence:
    card = words(values["card"])
    if values["spot"] == "depot":
        return sentence(_("take %(card)s, put it in the depot"), card=card)
    name, _space, spot = values["spot"].partition(" ")
    text = _("take %(card)s, put it in %(showcase)s, spot %(spot)s")
    return sentence(text, card=card, showcase=showcase(name), spot=spot)


PLANNING: Planning[View] = Planning(
    conditions=(
        Condition(
            "stays",
            lazy("there is still"),
            _stays,
            tells(lazy("If %(card)s is still on offer to me"), card=words),
            fields=("card",),
        ),
        Condition(
            "gone",
            lazy("somebody took"),
            lambda seen, values: not _stays(seen, values),
            tells(lazy("If %(card)s is taken"), card=words),
            fields=("card",),
        ),
        Condition(
            "decade",
            lazy("there is a card of"),
            _decade,
            tells(lazy("If a card of the %(decade)ss is on offer to me")),
            fields=("decade",),
        ),
        Condition(
            "from",
            lazy("there is a card from"),
            _from,
            tells(lazy("If a card from %(from)s is on offer to me"), **{"from": where}),
            fields=("from",),
        ),
        Condition(
            "stock",
            lazy("the stock has at most"),
            lambda seen, values: seen.after.stock <= int(values["count"]),
            tells(lazy("If the stock has at most %(count)s cards")),
            fields=("count",),
        ),
    ),
    fields=(
        Field("card", lazy("Card"), _cards),
        Field("decade", lazy("Decade"), _decades),
        Field("from", lazy("Continent"), _continents),
        Field("count", lazy("How many cards"), _counts),
    ),
    answer=(Field("card", lazy("Card"), _takes), Field("spot", lazy("Where"), _spots)),
    codes=_codes,
    say=_say,
)
