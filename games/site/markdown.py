"""Markdown from hosts and clubs as HTML that does no harm."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {"a", "blockquote", "br", "code", "em", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong"}
_markdown = MarkdownIt("commonmark", {"html": False})


def html(text: str) -> SafeString:
    """Return Markdown as HTML. Headings stand below those of the page; markup of other kinds, and
    links to anything but the web and mail, are left out."""
    made = _markdown.render(text)
    for level in (4, 3, 2, 1):  # from below, so that none is moved twice
        made = made.replace(f"<h{level}>", f"<h{min(level + 2, 4)}>")
        made = made.replace(f"</h{level}>", f"</h{min(level + 2, 4)}>")
    cleaned = nh3.clean(
        made,
        tags=TAGS | {"ul"},
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(cleaned)  # nh3 has let nothing else through
