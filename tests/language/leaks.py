"""Text on a page that was meant for a program: pieces of templates, placeholders, empty values."""

from __future__ import annotations

import re
from html.parser import HTMLParser

UNREAD = ("script", "style", "code", "kbd", "samp", "pre", "textarea")
TEXTS = ("title", "alt", "placeholder", "aria-label", "aria-description", "content", "value")
LEAK = re.compile(
    r"\{[%{#]|[%}#]\}|%\(|%[sd]\b|\$\{|\bNone\b(?! yet)|\bundefined\b|\bNaN\b|&(?:lt|amp|quot|#)\b"
    r"|<\w|\bobject at 0x|gettext|Traceback"
)


class _Reader(HTMLParser):
    """Collects what is read of a page: its texts, and attributes that are shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unread: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.unread.append(tag)
        if ("name", "htmx-config") not in attrs:
            self.texts += [value for name, value in attrs if name in TEXTS and value]

    def handle_endtag(self, tag: str) -> None:
        if self.unread and self.unread[-1] == tag:
            self.unread.pop()

    def handle_data(self, data: str) -> None:
        if not self.unread:
            self.texts.append(data)


def leaks(html: str) -> list[str]:
    """Return the texts of a page that show template code or a placeholder."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [" ".join(text.split()) for text in reader.texts if LEAK.search(text)]
