"""Cards in pages, drawn and not to be played. Boards draw theirs in Jinja2.

A page that shows cards of a game with suits of its own has them in its context as `suits`.
"""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.screens.suits import SUITS, Face, face

register = template.Library()


@register.simple_tag(takes_context=True)
def card(context: template.Context, name: str, count: int = 1) -> SafeString:
    """Return the picture of a card, or of a pile of `count` equal ones."""
    found = face(name, count, context.get("suits") or SUITS)
    words = found.suit.words(found.rank) if found else name
    if count > 1:
        words = gettext("%(count)s times %(card)s") % {"count": count, "card": words}
    return _drawn(name, found, words) if found else _bare(name)


def _bare(name: str) -> SafeString:
    """Return a card without a suit: its name."""
    return format_html(
        '<span class="card" role="img" data-card="{0}" aria-label="{0}">'
        '<span class="card__idx"><b>{0}</b></span></span>',
        name,
    )


def _drawn(name: str, face: Face, words: str) -> SafeString:
    sprite = static(face.suit.sprite)
    symbol = format_html('<svg><use href="{}#{}"/></svg>', sprite, face.suit.symbol)
    if face.rank:
        top, kind = format_html("<b>{}</b>", face.rank), format_html('data-v="{}"', face.rank)
    else:
        hands = '<svg class="inv"><use href="{}#handshake"/></svg>'
        top, kind = format_html(hands, static("img/suits.svg")), SafeString('data-kind="invest"')
    if face.times > 1:
        top += format_html('<b class="mult">×{}</b>', face.times)
    return format_html(
        '<span class="card" data-suit="{}" {} role="img" data-card="{}" aria-label="{}">'
        '<span class="card__idx">{}{}</span><span class="card__art">{}</span></span>',
        *(face.suit.letter, kind, name, words, top, symbol, symbol),
    )


@register.simple_tag(takes_context=True)
def suit(context: template.Context, letter: str) -> SafeString:
    """Return the small symbol of a suit before a number in a sentence; its colour is said to those
    who do not see it."""
    found = (context.get("suits") or SUITS)[letter.lower()]
    return format_html(
        '<svg class="suit" data-suit="{}" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        *(found.letter, found.colour, static(found.sprite), found.symbol),
    )
