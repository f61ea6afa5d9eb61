"""Cards in pages, drawn and not to be played. Boards draw theirs in Jinja2."""

from __future__ import annotations

import re

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

register = template.Library()

COLOURS = {
    "R": _("red"),
    "G": _("green"),
    "B": _("blue"),
    "Y": _("yellow"),
    "P": _("purple"),
    "O": _("orange"),
    "W": _("white"),
    "K": _("pink"),
}
SUITED = re.compile(r"([RGBYPOWK])([1-9]|10|x)", re.ASCII)


@register.filter
def card_words(name: str) -> str:
    """How a card is said: "red 7", "yellow investment"; a card without a suit by its name."""
    found = SUITED.fullmatch(name)
    if not found:
        return name
    colour = COLOURS[found[1]]
    return (
        gettext("%(colour)s investment") % {"colour": colour}
        if found[2] == "x"
        else f"{colour} {found[2]}"
    )


@register.simple_tag
def card(name: str, count: int = 1) -> SafeString:
    """The picture of a card, or of `count` alike on one another."""
    words = (
        card_words(name)
        if count == 1
        else gettext("%(count)s times %(card)s") % {"count": count, "card": card_words(name)}
    )
    found = SUITED.fullmatch(name)
    if not found:
        bare = '<span class="card" role="img" data-card="{0}" aria-label="{0}"><span class="card__idx"><b>{0}</b></span></span>'
        return format_html(bare, name)
    suit, rank = found[1].lower(), found[2]
    suits = static("img/suits.svg")
    symbol = format_html('<svg><use href="{}#suit-{}"/></svg>', suits, suit)
    top, kind = format_html("<b>{}</b>", rank), format_html('data-v="{}"', rank)
    if rank == "x":
        top, kind = (
            format_html('<svg class="inv"><use href="{}#handshake"/></svg>', suits),
            SafeString('data-kind="invest"'),
        )
    if count > 1:
        top += format_html('<b class="mult">×{}</b>', count)
    return format_html(
        '<span class="card" data-suit="{}" {} role="img" data-card="{}" aria-label="{}"><span class="card__idx">{}{}</span>'
        '<span class="card__art">{}</span></span>',
        suit, kind, name, words, top, symbol, symbol,
    )  # fmt: skip


@register.simple_tag
def suit(letter: str) -> SafeString:
    """The small symbol of a suit before a number in a sentence; its colour is said to those who do
    not see it."""
    return format_html(
        '<svg class="suit" data-suit="{}" role="img" aria-label="{}"><use href="{}#suit-{}"/></svg>',
        letter.lower(), COLOURS[letter], static("img/suits.svg"), letter.lower(),
    )  # fmt: skip
