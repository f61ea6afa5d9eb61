"""Text of others in a chat: nobody's name pings everybody, becomes a link, or is set in bold."""

from __future__ import annotations

import re

# Line ends and the like, and letters that turn the direction of what follows.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]+")
# Chats make links and mentions of these, if a letter follows.
JOINS = re.compile(r"([.:/@#])(?=[^\s\u200b])")
DISCORD = re.compile(r"([\\*_~`|>#\-+\[\]()<!])")


def line(text: str) -> str:
    """Return a text in one line, without control characters."""
    return CONTROL.sub(" ", text).strip()


def tame(text: str) -> str:
    """Return a line in which no chat finds an address or a mention: behind each sign that makes one
    comes a space without width."""
    return JOINS.sub("\\1\u200b", line(text))


def discord(text: str) -> str:
    """Return a line that Discord shows as it stands."""
    return DISCORD.sub(r"\\\1", tame(text))


def slack(text: str) -> str:
    """Return a line that Slack shows as it stands."""
    return tame(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
