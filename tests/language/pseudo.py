"""A pseudo-language: every message that passes through gettext stands between ⟦ and ⟧. Whatever has
letters and stands outside was never offered to a translator."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.conf import settings

from games.registry import engines, games
from tests.kit.boards import NAMES

CODE = "ia"
"""A language that Django knows, with no formats of its own for dates and numbers."""


class Catalogue:
    """The messages of the pseudo-language, as Django asks for them, in place of a file."""

    def gettext(self, message: str) -> str:
        """Return a message in brackets, without the context that it may carry."""
        return f"⟦{message.rpartition(chr(4))[2]}⟧"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the message for this number in brackets."""
        return self.gettext(singular if number == 1 else plural)

    def language(self) -> str:
        return CODE

    def to_language(self) -> str:
        return CODE


ADDRESS = re.compile(r"\S+@[\w.]+|\S*://[^\s⟧\"<]*|localhost:\d+|/t/\w+")
WORD = re.compile(r"[^\W\d_]{2,}")
# Of people, and of things that have the same name in every language.
SAME = frozenset(
    word
    for name in (
        settings.SITE_NAME,
        *NAMES,
        *("Sanna", "Nils", "Ingrid", "Harald", "Sigrid", "Ada"),  # of examples in rules and lessons
        *[name for game in games().values() for name in game.screen.bot_names],
        *("ann", "ben", "cal", "dee", "UTC", "QR", "PNG", "SHA", "JSON", "mc²"),
        *("Discord", "Matrix", "Slack", "ntfy"),
        *("AF", "AS", "EU", "NA", "OC", "SA"),  # printed on cards: the continents
        *[engine.title for engine in engines().values()],
    )
    for word in WORD.findall(name)
)
UNREAD = ("script", "style", "code", "kbd", "samp", "pre")
TEXTS = ("title", "alt", "placeholder", "label")
# Attributes of ARIA and of our own that hold ids, codes, numbers and addresses.
ARIA_TEXTS = ("aria-label", "aria-description", "aria-valuetext", "aria-roledescription")
CODES = frozenset(
    f"data-{name}"
    for name in (
        *("aim", "allauth-onload", "at", "b", "c", "card", "cards", "carry", "case", "category"),
        *("beat", "check", "drag", "drop", "sums"),
        *("copy", "count", "digits", "filter", "for", "from", "host", "i", "icon", "icon-turn"),
        *"k kept key kind lands later left longest look mine n next now of page".split(),
        *("by", "deal", "device", "gesture", "piece", "place", "sends", "until"),
        *"device places ply press r receipt rivals rules scores seat seats shown".split(),
        *("finish", "forced", "says", "shows", "size"),
        *"socket spot stage state status step steps style suit suits table tables".split(),
        *("tactic", "text", "theme", "to", "top", "unhurried", "v", "veh", "version", "zone"),
    )
)


class _Reader(HTMLParser):
    """Collects the words of a page that stand outside the brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.depth = 0
        self.unread: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in UNREAD:
            self.unread.append(tag)
        for name, value in values.items():
            if self._is_text(tag, name, values):
                words = plain(value)
                self.found += [f"{word} (in {name}={value!r})" for word in words]

    def _is_text(self, tag: str, name: str, values: dict[str, str]) -> bool:
        if name == "content":
            named = values.get("name", values.get("property", ""))
            return named.endswith(("description", "title", "alt"))
        if name == "value":
            return tag == "input" and values.get("type") in ("submit", "button", "reset")
        return (
            name in TEXTS or name in ARIA_TEXTS or (name.startswith("data-") and name not in CODES)
        )

    def handle_endtag(self, tag: str) -> None:
        if self.unread and self.unread[-1] == tag:
            self.unread.pop()

    def handle_data(self, data: str) -> None:
        if self.unread:
            return
        outside, self.depth = _outside(data, self.depth)
        self.found += [f"{word} (in {data.strip()!r})" for word in _words(outside)]


def _outside(text: str, depth: int = 0) -> tuple[str, int]:
    """Return the text outside all brackets, and how many are open at its end."""
    found = []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        if depth == 0 and letter != "⟧":
            found.append(letter)
        elif letter == "⟦":
            found.append(" ")
    return "".join(found), depth


def plain(text: str) -> list[str]:
    """Return the words of a text that were not offered to a translator."""
    outside, depth = _outside(text)
    assert depth == 0, f"a bracket was cut: {text}"
    return _words(outside)


def _words(outside: str) -> list[str]:
    return [word for word in WORD.findall(ADDRESS.sub("", outside)) if word not in SAME]


def untranslated(html: str) -> list[str]:
    """Return the words of a page that were not offered to a translator: those of its texts, and of
    the attributes that are shown or read aloud."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.depth == 0, "a bracket was cut"
    return reader.found
