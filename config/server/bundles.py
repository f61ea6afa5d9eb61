"""Stylesheets and scripts joined into one file each: a browser fetches six files at a time, and on
a slow line each costs a round trip."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath
from typing import Final

from django.conf import settings
from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games import registry

BUNDLES: Final[dict[str, tuple[str, ...]]] = {
    # every page
    "css/site.css": (
        *("css/tokens.css", "css/base.css", "css/cards.css", "css/ui.css", "css/news.css"),
    ),
    "js/site.js": ("js/menu.js", "js/news.js", "js/turns.js", "js/worker.js"),
    # tables: before the start, while they run or after the end, and looked back on
    "css/tables.css": ("css/table.css", "css/ends.css", "css/scene.css"),
    "js/swaps.js": ("vendor/htmx.min.js", "vendor/idiomorph-ext.min.js"),
    "js/waiting.js": (
        *("js/live.js", "js/layers.js"),
        *("js/table_form.js", "js/ages.js", "js/company.js"),
    ),
    "js/playing.js": (
        *("js/live.js", "js/layers.js", "js/board.js", "js/scene.js"),
        *("js/motion.js", "js/device.js", "js/clock.js"),
    ),
    # what a page fetches once its board is shown (live.js)
    "js/later.js": (
        *("js/rules_sheet.js", "js/since.js", "js/moments.js", "js/again.js"),
        *("js/drag.js", "js/lay.js", "js/plans.js", "js/points.js", "js/copy.js", "js/away.js"),
        *("js/finish.js", "js/lens.js", "talk/talk.js"),
    ),
    "js/looking_back.js": (
        *("js/board.js", "js/layers.js", "js/motion.js", "js/rules_sheet.js", "js/replay.js"),
    ),
}
_ELEMENT: Final = {
    ".css": '<link rel="stylesheet" href="{}">',
    ".js": '<script src="{}" defer></script>',
}

register = Library()


@cache
def bundles() -> dict[str, tuple[str, ...]]:
    """Return bundle → its files. Each game has one for running tables: the first paint waits for
    it."""
    boards = {
        f"{slug}/table.css": (
            *("css/table.css", "css/ends.css", *(("css/scene.css",) if game.screen.scene else ())),
            *(f"{slug}/board.css", *game.screen.styles),
            "css/moments.css",
            "css/hints.css",
            "css/plans.css",
        )
        for slug, game in registry.games().items()
    }
    return BUNDLES | boards


@register.simple_tag
def bundle(name: str) -> SafeString:
    """Return the element that fetches a bundle; with DEBUG one for each file."""
    element = _ELEMENT[PurePath(name).suffix]
    return format_html_join("\n", element, ((one,) for one in _addresses(name)))


@register.simple_tag
def bundle_at(name: str) -> str:
    """Return the addresses of a bundle for a script, separated by spaces."""
    return " ".join(_addresses(name))


def _addresses(name: str) -> list[str]:
    if not settings.DEBUG:
        try:
            return [static(name)]
        except ValueError:  # a game added after the files were collected
            return [static(one) for one in BUNDLES["css/tables.css"]]
    return [static(one) for one in bundles()[name]]
