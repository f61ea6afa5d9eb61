"""The screen of Schotten Totten: its words, its layout, and what the lobby tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.schotten_totten.advice import why
from games.schotten_totten.choices import chooses
from games.schotten_totten.conditions import PLANNING
from games.schotten_totten.layout import forced, layout
from games.schotten_totten.lens import lens
from games.schotten_totten.regions import regions
from games.schotten_totten.stones import height
from games.schotten_totten.turn_words import known, pictured, recall, tell
from games.schotten_totten.view import View
from games.schotten_totten.words import Card, drawn, formed, kind, say
from games.screens import contract
from games.screens.progress import Progress
from games.screens.share_card import Display
from games.screens.suits import faces
from games.screens.values import ShownPlayer


def open_hand(view: View) -> tuple[Card, ...]:
    """Return the viewer's hand, for replays with all cards open."""
    return tuple(map(drawn, view.hand))


def share(view: View, winners: Mapping[int, str]) -> Display | None:
    """Return the best formation of clan cards at a stone that a winner has claimed in the last
    round, for the picture of an ended game; None without one. `winners` are names by seat."""
    claimed = [
        (stone.sides[seat], stone.size, name)
        for stone in view.stones
        for seat, name in winners.items()
        if stone.owner == seat
    ]
    made = [
        (side.formation, size, side.cards, name)
        for side, size, name in claimed
        if side.formation and not any(map(kind, side.cards))
    ]
    if not made:
        return None
    formation, size, cards, name = max(made)
    return Display(
        faces(sorted(cards, key=height)),
        _("%(player)s: %(formation)s") % {"player": name, "formation": formed(formation, size)},
    )


def best(view: View, players: Sequence[ShownPlayer]) -> str:
    """Return a line on the strongest formation that took a stone in the last round; "" without
    one."""
    made = [
        (side.formation, -number, stone.size)
        for number, stone in enumerate(view.stones, 1)
        if stone.owner is not None and (side := stone.sides[stone.owner]).formation
    ]
    if not made:
        return ""
    formation, number, size = max(made)
    player = players[view.stones[-number - 1].owner or 0]
    facts = {
        "player": player.name,
        "formation": formed(formation, size),
        "number": -number,
    }
    if player.you:
        return _("Best formation: %(formation)s by you (stone %(number)s)") % facts
    return _("Best formation: %(formation)s by %(player)s (stone %(number)s)") % facts


def _progress(view: View) -> Progress:
    """Return the match points, or in a match of one round the stones."""
    if view.rounds > 1:
        return Progress(view.round, view.rounds, view.points)
    owners = [stone.owner for stone in view.stones]
    return Progress(view.round, view.rounds, (owners.count(0), owners.count(1)))


def _turns(options: Mapping[str, str]) -> int:
    """Return about how many turns each player has: most rounds end before every place is filled."""
    return int(options["rounds"]) * 22


ABOUT = contract.About(
    tagline=lazy("Nine stones, two clans, and every claim is proved."),
    blurb=lazy(
        "Nine stones mark the border between two villages. Three cards make a formation at a "
        "stone, the better one takes it; five stones win, or three side by side."
    ),
    minutes=15,
    cover="schotten_totten/cover.svg",
)

SCREEN: contract.Screen[View] = contract.Screen(
    about=ABOUT,
    first_lines=(
        lazy("Win three stones side by side, or any five: the better three cards take a stone."),
        lazy("Play a card at a stone, claim what nothing can beat any more, then draw."),
    ),
    styles=("schotten_totten/world.css",),
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
    progress=_progress,
    reveals=lambda _view, code: code[:4] == "draw",
    share=share,
    best=best,
    scene=True,
    turns=_turns,
    planning=PLANNING,
    # Scottish, as the clans
    bot_names=("Morag", "Hamish", "Ailsa", "Fergus", "Catriona", "Lachlan", "Fiona", "Callum"),
)
