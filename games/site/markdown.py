"""Markdown from hosts and clubs as sanitized HTML."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {"a", "blockquote", "br", "code", "em", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong"}
_markdown = MarkdownIt("commonmark", {"html": False})


def html(text: str) -> SafeString:
    """Return Markdown as sanitized HTML, with headings below those of the page and links to the web
    and mail alone."""
    made = _markdown.render(text)
    for level in (4, 3, 2, 1):  # lowest first, so that none moves twice
        made = made.replace(f"<h{level}>", f"<h{min(level + 2, 4)}>")
        made = made.replace(f"</h{level}>", f"</h{min(level + 2, 4)}>")
    cleaned = nh3.clean(
        made,
        tags=TAGS | {"ul"},
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(cleaned)  # sanitized by nh3
