"""The screen of Odin: words, layout, and the lobby's facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.odin.advice import why
from games.odin.choices import compose
from games.odin.conditions import PLANNING
from games.odin.layout import forced, layout
from games.odin.lens import lens
from games.odin.regions import regions
from games.odin.view import View
from games.odin.words import chooses, pictured, points, say, tell, value
from games.screens import contract
from games.screens.cards import Card, drawn
from games.screens.phrases import both
from games.screens.progress import Progress
from games.screens.share_card import Display
from games.screens.suits import faces
from games.screens.values import ShownPlayer


def open_hand(view: View) -> tuple[Card, ...]:
    """Return the viewer's hand, for replays with all cards open."""
    return tuple(map(drawn, view.hand))


def share(view: View, winners: Mapping[int, str]) -> Display | None:
    """Return the cards that ended the last hand, for the picture of an ended game; None without a
    finished hand. `winners` are names by seat."""
    if not view.past or not winners:
        return None
    facts = {"players": both(list(winners.values())), "points": points(min(view.totals))}
    return Display(faces(view.past[-1].cards), _("%(players)s: %(points)s") % facts)


def best(view: View, players: Sequence[ShownPlayer]) -> str:
    """Return a line on the greatest set with which somebody went out; "" without a finished
    hand."""
    ends = [(len(its.cards), value(its.cards), number) for number, its in enumerate(view.past, 1)]
    if not ends:
        return ""
    _count, worth, number = max(ends)
    player = players[view.past[number - 1].out]
    facts = {"player": player.name, "value": worth, "number": number}
    if player.you:
        return _("Best finish: yours, with %(value)s in hand %(number)s") % facts
    return _("Best finish: %(player)s, with %(value)s in hand %(number)s") % facts


def _turns(options: Mapping[str, str]) -> int:
    """Return about how many turns each player has, passes among them: a hand takes some fifteen,
    and brings its losers four points."""
    return int(options["target"]) * 4


ABOUT = contract.About(
    tagline=lazy("Every set you beat leaves you one of its cards."),
    blurb=lazy(
        "Nine cards each, and all must go. Beat the set on the table with a higher one, take one "
        "card of what you beat, and be the first whose hand is empty."
    ),
    minutes=15,
    cover="odin/cover.svg",
)

SCREEN: contract.Screen[View] = contract.Screen(
    about=ABOUT,
    first_lines=(
        lazy("Get rid of your cards; each one left costs a point, and the fewest points win."),
        lazy("Beat the set on the table with a higher one, as many cards or one more, or pass."),
    ),
    styles=("odin/sizes.css", "odin/world.css"),
    script="odin/choose.js",
    layout=layout,
    regions=regions,
    lens=lens,
    say=say,
    why=why,
    chooses=chooses,
    tell=tell,
    pictured=pictured,
    open_hand=open_hand,
    forced=forced,
    round_name=lazy("Hand %(number)s"),
    progress=lambda view: Progress(view.number, 0, view.totals),
    reveals=lambda _view, _code: False,
    compose=compose,
    scene=True,
    share=share,
    best=best,
    turns=_turns,
    daily=contract.Daily(seats=4),
    planning=PLANNING,
    # as people are called in the North
    bot_names=("Freya", "Nils", "Astrid", "Torsten", "Sigrid", "Leif", "Solveig", "Eskil"),
)
