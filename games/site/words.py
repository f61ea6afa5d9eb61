"""The host's own words, as Markdown and as sanitized HTML."""

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
class OwnText:
    """The host's text on a topic, as HTML."""

    topic: str
    title: str
    html: SafeString


def by_topic() -> dict[str, str]:
    """Return the Markdown of each topic, or "". One query."""
    known = dict(Words.objects.values_list("topic", "text"))
    return {topic: known.get(topic, "") for topic in Topic.values}


def own_texts() -> list[OwnText]:
    """Return the texts that the host has written. One query."""
    return [
        OwnText(topic, str(Topic(topic).label), html(text))
        for topic, text in by_topic().items()
        if text
    ]


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
