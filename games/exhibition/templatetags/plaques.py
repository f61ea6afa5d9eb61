"""Cards of Exhibition in pages of text. Boards draw theirs in Jinja2."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.exhibition.words import CONTINENTS, VEHICLES, drawn, where

register = template.Library()


@register.simple_tag
def plaque(name: str, look: str = "") -> SafeString:
    """Return the label of a card. With the `look` "wall" it shows its title too."""
    card = drawn(name)
    return format_html(
        '<span class="plaque{}" data-c="{}" data-card="{}"{} role="img" aria-label="{}, {}: {}">'
        "<b>{}</b><span>{}</span><i><abbr>{}</abbr><em>{}</em></i></span>",
        f" plaque--{look}" if look else "",
        card.c,
        card.code,
        SafeString(" data-e") if name == "E" else "",
        card.rank,
        card.colour,
        card.title,
        card.rank,
        card.title,
        card.short,
        card.colour,
    )


@register.simple_tag
def hall(text: str) -> SafeString:
    """Return cards side by side. In "1932 ? - 1950" a dash is an empty spot and a question mark the
    spot that is asked about."""
    places = [(_place(word),) for word in text.split()]
    return format_html('<span class="places">{}</span>', format_html_join("", "{}", places))


def _place(word: str) -> SafeString:
    if word == "-":
        return SafeString('<span class="spot"></span>')
    return SafeString('<span class="spot is-asked">?</span>') if word == "?" else plaque(word)


@register.simple_tag
def continents() -> SafeString:
    """Return the six continents, each with emblem, letters and name."""
    rows = [(code.lower(), code, where(code)) for code in CONTINENTS]
    return format_html_join("", '<li><i class="emblem" data-c="{}"></i><b>{}</b> {}</li>', rows)


@register.simple_tag
def vehicles() -> SafeString:
    """Return the five vehicles, in order of play."""
    return format_html_join("", '<i class="veh" data-veh="{}"></i>', [(kind,) for kind in VEHICLES])
