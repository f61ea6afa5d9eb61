"""The screen of Exhibition: its words, its layout, and what the lobby tells."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from games.exhibition.advice import why
from games.exhibition.conditions import PLANNING
from games.exhibition.layout import layout
from games.exhibition.regions import regions
from games.exhibition.view import View
from games.exhibition.words import brief, cut, say, tell
from games.screens import contract


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
    say=say,
    why=why,
    tell=tell,
    brief=brief,
    cut=cut,
    turns=_turns,
    daily=contract.Daily(seats=1),
    # from all continents, as the exhibits
    planning=PLANNING,
    bot_names=("Hilla", "Amara", "Kenzo", "Paloma", "Walter", "Leila", "Tama", "Bisi"),
)
