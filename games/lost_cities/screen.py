"""The screen of Lost Cities: words, layout, and the lobby's facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.lost_cities.advice import why
from games.lost_cities.conditions import PLANNING
from games.lost_cities.fans import fan
from games.lost_cities.layout import forced, layout, reveals
from games.lost_cities.lens import lens
from games.lost_cities.regions import regions
from games.lost_cities.view import View
from games.lost_cities.words import chooses, colour, known, pictured, recall, say, tell
from games.screens import contract
from games.screens.cards import Card, drawn
from games.screens.phrases import signed
from games.screens.progress import Progress
from games.screens.share_card import Display
from games.screens.suits import SUITS, Face
from games.screens.values import ShownPlayer


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
    cards = tuple([Face(SUITS[card.suit], card.rank, card.times) for card in fan(best.cards).cards])
    return Display(cards, _("%(player)s’s %(suit)s expedition: %(score)s") % facts)


def best(view: View, players: Sequence[ShownPlayer]) -> str:
    """Return a line on the most valuable expedition of the game; "" if none earned anything. One of
    a game that was broken off counts as it lay."""
    rounds = [played.expeditions for played in view.past]
    if len(rounds) < view.round:
        rounds.append(view.expeditions)
    made = [
        (its, suit, player)
        for played in rounds
        for player, sides in zip(players, played, strict=True)
        for suit, its in zip(view.suits, sides, strict=True)
        if its.score > 0
    ]
    if not made:
        return ""
    its, suit, player = max(made, key=lambda one: one[0].score)
    facts = {"player": player.name, "suit": colour(suit), "score": signed(its.score)}
    if player.you and its.bonus:
        return _("Best expedition: your %(suit)s, %(score)s with the bonus") % facts
    if player.you:
        return _("Best expedition: your %(suit)s, %(score)s") % facts
    if its.bonus:
        return _("Best expedition: %(player)s’s %(suit)s, %(score)s with the bonus") % facts
    return _("Best expedition: %(player)s’s %(suit)s, %(score)s") % facts


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
    lens=lens,
    say=say,
    why=why,
    chooses=chooses,
    tell=tell,
    recall=recall,
    known=known,
    pictured=pictured,
    open_hand=open_hand,
    forced=forced,
    reveals=reveals,
    progress=lambda view: Progress(view.round, view.rounds, view.totals),
    share=share,
    best=best,
    scene=True,
    turns=_turns,
    planning=PLANNING,
    # as explorers of many countries were called
    bot_names=("Junko", "Matthew", "Nellie", "Tenzing", "Isabella", "Roald", "Ynes", "Fridtjof"),
)
