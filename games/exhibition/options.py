"""The options of a table: secret decades, and a variation for each showcase but Mid-Century (4.5,
E-j)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.exhibition.showcases import Showcases
from games.kernel.protocol import Option
from games.kernel.protocol import gettext_noop as _

OPTIONS = (
    Option(
        "decades",
        ("off", "on"),
        "off",
        _("Secret decades"),
        (_("Off"), _("On")),
        (_("all points are open"), _("a point for each card of yours")),
        (_("no secret decades"), _("secret decades")),
    ),
    Option(
        "six",
        ("six", "links"),
        "six",
        _("Showcase of six"),
        (_("Six Continents"), _("Links")),
        (_("continents all different"), _("neighbours share a continent or are close in years")),
        (_("Six Continents"), _("Links")),
    ),
    Option(
        "era",
        ("era", "spread"),
        "era",
        _("Showcase of four"),
        (_("One Era"), _("Spread the Years")),
        (_("neighbours at most 10 years apart"), _("neighbours at least 20 years apart")),
        (_("One Era"), _("Spread the Years")),
    ),
    Option(
        "one",
        ("one", "decade", "short", "antiquity"),
        "one",
        _("Showcase of three"),
        (_("One Continent"), _("One Decade"), _("Short Era"), _("Antiquity")),
        (
            _("a continent nobody else shows"),
            _("all of one decade"),
            _("points for the shortest span"),
            _("points for the oldest year on the right"),
        ),
        (_("One Continent"), _("One Decade"), _("Short Era"), _("Antiquity")),
    ),
    Option(
        "gap",
        ("gap", "unique"),
        "gap",
        _("Showcase of two"),
        (_("Years Gap"), _("Unique Decades")),
        (_("points for the widest gap"), _("decades that nobody else shows")),
        (_("Years Gap"), _("Unique Decades")),
    ),
)


def showcases(chosen: Mapping[str, str]) -> Showcases:
    """Return the five showcases that the options choose."""
    return cast(Showcases, (chosen["six"], chosen["era"], chosen["one"], chosen["gap"], "mid"))
