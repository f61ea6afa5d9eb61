"""Pictures for links in chats: of an ended game, of an open table, and of the site. Their facts are
public; they never get a snapshot."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import resvg_py
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import engines as template_engines
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.screens.phrases import minus
from games.screens.suits import Face

WIDTH, HEIGHT = 1200, 630
TEXT, CLOTH = 448, 640  # the widths of the words on the left and of the table on the right
CARD = 190

# Upper limits of the widths of letters in the font Fraunces at size 1, so a measured text fits.
_LETTERS = {
    0.3: "' .`’·,:;|",
    0.4: '!"()[]ijlIft{}',
    0.5: "/1J\\^_rsz-",
    0.55: "37<>?acevx",
    0.75: "BCPTYARUVX0",
    0.85: "%DGKNOQHw",
    1.05: "@Mm&W…",
}
_WIDTHS = {letter: width for width, letters in _LETTERS.items() for letter in letters}


@dataclass(frozen=True, slots=True)
class Display:
    """The game's own part of the picture: cards from the table, and words below them."""

    cards: tuple[Face, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class Player:
    """A player with the result."""

    name: str
    score: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Facts:
    """The public facts of a result. `scored`: the rules ended the game; after a resignation the
    scores mean little."""

    game: str
    title: str
    players: tuple[Player, ...]
    scored: bool
    ended_at: datetime | None
    display: Display | None
    cover: str = ""

    @property
    def ranked(self) -> list[Player]:
        """Return the players, the best first."""
        return sorted(self.players, key=lambda player: player.place)

    @property
    def headline(self) -> str:
        """Return the result as a sentence."""
        first = [player.name for player in self.players if player.place == 1]
        if len(first) > 1:
            return _("A draw: %(players)s") % {"players": ", ".join(first)}
        if len(self.players) == 2:
            return _("%(winner)s beats %(loser)s") % {
                "winner": self.ranked[0].name,
                "loser": self.ranked[1].name,
            }
        return _("%(player)s wins") % {"player": self.ranked[0].name}

    @property
    def scores(self) -> list[str]:
        """Return the scores as text, the best first; empty unless `scored`."""
        return (
            [minus(player.score) for player in self.ranked if player.score is not None]
            if self.scored
            else []
        )

    @property
    def words(self) -> str:
        """Return the picture's text for readers who do not see it."""
        scores = self.scores
        score = (
            _("%(first)s to %(second)s") % {"first": scores[0], "second": scores[1]}
            if len(scores) == 2
            else ", ".join(scores)
        )
        return (
            f"{self.title}: {self.headline}, {score}" if score else f"{self.title}: {self.headline}"
        )


@dataclass(frozen=True, slots=True)
class Poster:
    """The facts of a picture without a result: some words, beside a game's cover or some cards."""

    title: str
    headline: str
    rows: tuple[str, ...]
    cover: str = ""
    cards: tuple[Face, ...] = ()

    @property
    def words(self) -> str:
        """Return the picture's text for readers who do not see it."""
        return ": ".join(filter(None, (self.title, self.headline)))


def printable(name: str, otherwise: str) -> str:
    """Return the name if the font of the pictures has its letters, `otherwise` if not."""
    latin = all(letter.isascii() or "\u00c0" <= letter <= "\u024f" for letter in name)
    return name if latin else otherwise


def poster(facts: Poster) -> str:
    """Return a picture without a result as SVG."""
    context: dict[str, Any] = {
        "title": fitted(facts.title, 30, TEXT),
        "head": lines(facts.headline),
        "row": [fitted(line, 30, TEXT) for line in facts.rows[:4]],
        "cards": _laid(facts.cards),
        "corner": _corner(facts.cards),
        "cover": _cover(facts.cover),
        "pair": [],
        "big": 0,
        "date": "",
        "sealed": False,
        "caption": None,
    }
    return _drawn(context)


def png(drawing: str) -> tuple[bytes, str]:
    """Return the picture as PNG, and a tag that changes only with the picture."""
    return _png(drawing), sha256(drawing.encode()).hexdigest()[:32]


@lru_cache(32)
def _png(drawing: str) -> bytes:
    fonts = [
        str(Path(settings.BASE_DIR) / "static/fonts" / name)
        for name in ("fraunces-500.ttf", "fraunces-600.ttf")
    ]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing, font_files=fonts, font_family="Fraunces", skip_system_fonts=True
        )
    )


def draw(facts: Facts, sealed: bool) -> str:
    """Return the picture as SVG. `sealed`: every deal follows from the commitment made before the
    start."""
    scores = facts.scores
    pair = scores if len(scores) == 2 else []
    row = (
        []
        if pair or not scores
        else [f"{player.name} {minus(player.score or 0)}" for player in facts.ranked]
    )
    size = _size("".join(pair), 150, TEXT - 40 - int(34 * measure(_("to")))) if pair else 0
    context = {
        "title": fitted(facts.title, 30, TEXT),
        "head": lines(facts.headline),
        "pair": pair,
        "big": size,
        "row": [fitted(line, 30, TEXT) for line in row[:4]],
        "date": date_format(facts.ended_at, "j F Y") if facts.ended_at else "",
        "sealed": sealed,
        "cards": _laid(facts.display.cards) if facts.display else [],
        "corner": _corner(facts.display.cards) if facts.display else 1,
        "caption": fitted(facts.display.caption, 30, 580) if facts.display else None,
        "cover": "" if facts.display else _cover(facts.cover),
    }
    return _drawn(context)


def _drawn(context: dict[str, Any]) -> str:
    template = template_engines["jinja2"].get_template("screens/share.svg")
    site = fitted(settings.SITE_NAME, 40, 380)
    return str(template.render(context | {"site": site, "symbol": _symbol}))


def fitted(text: str, size: int, width: int) -> tuple[str, int]:
    """Return the text and its font size. The text is made smaller, to two thirds at least, and then
    cut, so that it is no wider than `width`."""
    fits = _size(text, size, width)
    smallest = size * 2 // 3
    return (text, fits) if fits >= smallest else (_cut(text, width / smallest), smallest)


def lines(text: str) -> list[tuple[str, int]]:
    """Return a headline as one line if it fits at a good size, otherwise as two; each with its font
    size."""
    whole = _size(text, 76, TEXT)
    words = text.split(" ")
    if whole >= 52 or len(words) == 1:
        return [fitted(text, 76, TEXT)]
    parts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    both = min(parts, key=lambda pair: max(map(measure, pair)))
    return [
        fitted(line, min(56, max(38, _size(max(both, key=measure), 56, TEXT))), TEXT)
        for line in both
    ]


def measure(text: str) -> float:
    """Return an upper limit for the width of a text at font size 1."""
    return sum(_WIDTHS.get(letter, 0.65) for letter in text)


def _size(text: str, size: int, width: int) -> int:
    return min(size, int(width / max(measure(text), 0.1)))


def _cut(text: str, width: float) -> str:
    if measure(text) <= width:
        return text
    while text and measure(text) + measure("…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _laid(cards: Sequence[Face]) -> list[tuple[float, Face]]:
    """Return the cards with their x positions, from left to right, overlapping if there are
    many."""
    step = _step(cards)
    left = WIDTH - CLOTH / 2 - (CARD + step * (len(cards) - 1)) / 2
    return [(left + step * number, card) for number, card in enumerate(cards)]


def _step(cards: Sequence[Face]) -> float:
    return min(CARD + 12.0, (CLOTH - 70 - CARD) / max(len(cards) - 1, 1))


def _corner(cards: Sequence[Face]) -> float:
    """Return the scale of rank and symbol at which the next card does not hide them; 1 is the
    normal size."""
    return round(min(1.0, (_step(cards) - 8) / 62), 2)


def _symbol(sprite: str, name: str) -> tuple[str, Markup]:
    """Return view box and drawing of a symbol in this static file."""
    return _symbols(sprite)[name]


@cache
def _symbols(sprite: str) -> dict[str, tuple[str, Markup]]:
    text = Path(str(finders.find(sprite))).read_text()
    found = re.findall(r'<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', text, re.DOTALL)
    return {name: (box, Markup(inner)) for name, box, inner in found}


@cache
def _cover(cover: str) -> str:
    """Return the cover as a data URL; "" if there is none as SVG."""
    found = finders.find(cover) if cover else None
    if not found or not str(found).endswith(".svg"):
        return ""
    data = Path(str(found)).read_bytes()
    return f"data:image/svg+xml;base64,{b64encode(data).decode()}"
