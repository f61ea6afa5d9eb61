"""The host's own words about the site, as Markdown and as HTML."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.site.markdown import html
from games.site.models import Topic, Words

LONGEST = 7_000  # characters of a topic, fewer than a form takes in any script


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
