"""The screen of Exhibition: words, layout, and the lobby's facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.exhibition.advice import why
from games.exhibition.conditions import PLANNING
from games.exhibition.layout import layout
from games.exhibition.lens import lens
from games.exhibition.regions import regions
from games.exhibition.score_table import CATEGORIES
from games.exhibition.view import View
from games.exhibition.words import brief, cut, say, tell
from games.screens import contract
from games.screens.progress import Progress
from games.screens.values import ShownPlayer


def best(view: View, players: Sequence[ShownPlayer]) -> str:
    """Return a line on a hall's most valuable category; "" if none earned anything."""
    made = [
        (points or 0, -number, -player.number)
        for sheet, player in zip(view.sheets, players, strict=False)
        for number, points in enumerate(sheet.points)
    ]
    worth, category, seat = max(made, default=(0, 0, 0))
    if worth <= 0:
        return ""
    player, title = players[-seat], _(CATEGORIES[view.categories[-category]][0])
    facts = {"player": player.name, "category": title, "num": worth}
    if player.you:
        said = ngettext(
            "Your best: %(category)s, %(num)d point",
            "Your best: %(category)s, %(num)d points",
            worth,
        )
    else:
        said = ngettext(
            "Best of all: %(player)s’s %(category)s, %(num)d point",
            "Best of all: %(player)s’s %(category)s, %(num)d points",
            worth,
        )
    return said % facts


def _turns(options: Mapping[str, str]) -> int:
    """Return about how many turns each player has: sixteen places, and a few cards for the
    depot."""
    return 18


ABOUT = contract.About(
    tagline=lazy("A hundred years, six continents, sixteen places in your hall."),
    blurb=lazy(
        "Travel from continent to continent, bring home one subject a turn, and hang it where its "
        "year and its continent fit. "
        "The card you take decides where you travel next."
    ),
    minutes=30,
    cover="exhibition/cover.svg",
)

SCREEN: contract.Screen[View] = contract.Screen(
    about=ABOUT,
    script="exhibition/board.js",
    first_lines=(
        lazy("Fill the sixteen places of your hall: each one left empty costs a point."),
        lazy("Take a card where your vehicle stands. Its colour says where you go next."),
    ),
    styles=("exhibition/world.css",),
    layout=layout,
    regions=regions,
    lens=lens,
    progress=lambda view: Progress(view.round),
    reveals=lambda _view, code: code[:4] == "move",
    say=say,
    why=why,
    tell=tell,
    brief=brief,
    cut=cut,
    turns=_turns,
    best=best,
    daily=contract.Daily(seats=1),
    # from all continents, as the exhibits
    planning=PLANNING,
    bot_names=("Hilla", "Amara", "Kenzo", "Paloma", "Walter", "Leila", "Tama", "Bisi"),
)
