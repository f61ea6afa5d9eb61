"""The host's own words about the site, as its desk keeps them and its page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.site.markdown import html
from games.site.models import Topic, Words

LONGEST = 7_000  # characters of a topic, fewer than a form takes in any script


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
