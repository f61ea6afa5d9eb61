"""The host's own words, from Markdown to HTML that does no harm."""

from __future__ import annotations

from dataclasses import dataclass

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from games.site.models import Topic, Words

LONGEST = 7_000  # characters of a topic, fewer than a form takes in any script
TAGS = {"a", "blockquote", "br", "code", "em", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong"}
_markdown = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True, slots=True)
class Said:
    """A topic with its title and its text as HTML."""

    topic: str
    title: str
    html: SafeString


def of() -> dict[str, str]:
    """Return the Markdown of each topic, "" where nothing is written. One query."""
    known = dict(Words.objects.values_list("topic", "text"))
    return {topic: known.get(topic, "") for topic in Topic.values}


def said() -> list[Said]:
    """Return the topics that the host has written about. One query."""
    return [
        Said(topic, str(Topic(topic).label), html(text)) for topic, text in of().items() if text
    ]


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
