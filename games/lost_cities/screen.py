"""The screen of Lost Cities: its words, its layout, and what the lobby tells."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.lost_cities.advice import why
from games.lost_cities.conditions import PLANNING
from games.lost_cities.fans import fan
from games.lost_cities.layout import layout
from games.lost_cities.regions import regions
from games.lost_cities.view import View
from games.lost_cities.words import chooses, colour, known, pictured, recall, say, tell
from games.screens import contract
from games.screens.cards import Card, drawn
from games.screens.phrases import signed
from games.screens.share_card import Display
from games.screens.suits import SUITS, Face


def open_hand(view: View) -> tuple[Card, ...]:
    """Return the viewer's hand, for replays with all cards open."""
    return tuple(map(drawn, view.hand))


def share(view: View, winners: Mapping[int, str]) -> Display | None:
    """Return the best expedition of a winner in any round, for the picture of an ended game; None
    without one. `winners` are names by seat."""
    rounds = [*[played.expeditions for played in view.past], view.expeditions]
    made = [
        (expedition, suit, name)
        for expeditions in rounds
        for seat, name in winners.items()
        for suit, expedition in zip(view.suits, expeditions[seat], strict=True)
        if expedition.cards
    ]
    if not made:
        return None
    best, suit, name = max(made, key=lambda one: one[0].score)
    facts = {"player": name, "suit": colour(suit), "score": signed(best.score)}
    cards = tuple([Face(SUITS[card.suit], card.rank, card.times) for card in fan(best).cards])
    return Display(cards, _("%(player)s’s %(suit)s expedition: %(score)s") % facts)


def _turns(options: Mapping[str, str]) -> int:
    """Return about how many turns each player has: the stock goes to both in turn."""
    return int(options["rounds"]) * (12 * int(options["suits"]) - 16) // 2


ABOUT = contract.About(
    tagline=lazy("Every route costs you before it pays."),
    blurb=lazy(
        "Two explorers send expeditions in five colours, and each one starts in debt. "
        "Go far and it pays many times over; stop early and you would have done better to stay at "
        "home."
    ),
    minutes=20,
    cover="lost_cities/cover.svg",
)

SCREEN: contract.Screen[View] = contract.Screen(
    about=ABOUT,
    first_lines=(
        lazy("An expedition starts at −20: begin one only if its cards will earn more than that."),
        lazy("Play a card, always higher than the last of its colour, or discard it; then draw."),
    ),
    styles=("lost_cities/world.css",),
    layout=layout,
    regions=regions,
    say=say,
    why=why,
    chooses=chooses,
    tell=tell,
    recall=recall,
    known=known,
    pictured=pictured,
    open_hand=open_hand,
    share=share,
    scene=True,
    turns=_turns,
    planning=PLANNING,
    # as explorers of many countries were called
    bot_names=("Junko", "Matthew", "Nellie", "Tenzing", "Isabella", "Roald", "Ynes", "Fridtjof"),
)
