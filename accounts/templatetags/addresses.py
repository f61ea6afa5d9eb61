"""E-mail addresses as people read them."""

from __future__ import annotations

from django.template import Library
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = Library()


@register.filter
def address(text: str) -> SafeString:
    """Return an address that a narrow column breaks in front of its "@" and its dots, and not
    within a word."""
    pieces = text.replace("@", "\n@").replace(".", "\n.").split("\n")
    return format_html_join("", "{}<wbr>", ((piece,) for piece in pieces))
