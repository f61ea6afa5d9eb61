"""The cards of the hand, and the choices for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.lost_cities import hints
from games.lost_cities.view import Expedition, View
from games.lost_cities.words import colour, say
from games.screens.cards import Card, drawn, title, words
from games.screens.languages import gettext as _
from games.screens.languages import per_language

# Values with eq=False are cached, so they can be compared by identity, as cards are.


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """A playable card in the hand; equal cards are one choice. `number` connects it with its places
    on the board."""

    number: int
    card: Card
    title: str
    playable: bool
    play: str
    discard: str
    do: str
    help: str
    becomes: str  # its expedition's score before and after: "−11 → −2"
    elsewhere: str  # why no other colour takes it
    own: str  # why its own expedition does not take it, or ""
    blocked: str  # the same in short


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A card in the hand, its suit in words, the id of its radio, and its choices while it may be
    put down."""

    card: Card
    suit: str
    id: str
    pick: Pick | None


def choices(view: View, legal: frozenset[str], own: Sequence[Expedition]) -> dict[str, Pick]:
    """Return the choices for each card of the viewer's hand by the card's code. `own` are the
    viewer's expeditions in the order of the suits."""
    result = {}
    for number, name in enumerate(dict.fromkeys(view.hand), 1):
        laid = own[view.suits.index(name[0])].cards
        result[name] = _pick(number, name, laid, f"play {name}" in legal)
    return result


@per_language(8192)
def _pick(number: int, name: str, laid: tuple[str, ...], fits: bool) -> Pick:
    """Return the choices for a card. `laid` is the expedition of its suit, on which it fits or does
    not."""
    top = "" if fits else laid[-1]
    wager = name[1] == "x"
    facts = {
        "card": words(name),
        "Card": title(name),
        "top": words(top) if top else "",
        "suit": colour(name[0]),
    }
    if fits:
        do = _("Play or discard %(card)s") if wager else _("Play %(card)s or discard it")
        help, own, blocked = hints.leads_to(laid, name), "", ""
    else:
        do, blocked = _("Discard %(card)s"), _("Does not go on %(top)s") % facts
        own = _("%(Card)s does not go on %(top)s.") % facts
        help = _("It does not go on %(top)s.") % facts
        if wager:
            help = own = _("Investments come before numbers.")
    only = _("A %(card)s goes on %(suit)s only.") if wager else _("%(Card)s goes on %(suit)s only.")
    return Pick(
        number,
        drawn(name),
        title(name),
        fits,
        say(f"play {name}"),
        say(f"discard {name}"),
        do % facts,
        help,
        hints.change(laid, name) if fits else "",
        only % facts,
        own,
        blocked,
    )


@per_language(8192)
def held(name: str, again: int, pick: Pick | None) -> Held:
    """Return a card in the hand. `again` is the number of equal cards before it: it keeps the ids
    of the radios of equal investments distinct."""
    card = drawn(name)
    return Held(card, card.colour, f"card-{name}-{again}" if again else f"card-{name}", pick)
