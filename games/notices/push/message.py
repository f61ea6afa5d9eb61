"""Push messages: finished text, and its address."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

OF_A_TURN = ("turn", "low")  # kinds of messages that are over when the table waits no longer
LONGEST_TITLE, LONGEST_BODY, LONGEST_TAG = 120, 400, 64


@dataclass(frozen=True, slots=True)
class Message:
    """A notice in words, for a lock screen: it tells no card. `url` is absolute. A notice takes the
    place of another with the same `tag`."""

    kind: str
    title: str
    body: str
    url: str
    tag: str

    def packed(self) -> bytes:
        """Return what the service worker unpacks. It is cut to what one push may hold."""
        facts = {
            "title": _cut(self.title, LONGEST_TITLE),
            "body": _cut(self.body, LONGEST_BODY),
            "url": self.url,
            "tag": self.tag[:LONGEST_TAG],
            **({"turn": True} if self.kind in OF_A_TURN else {}),
        }
        return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class End:
    """The end of a notice: a device that shows one with this `tag` closes it, and one that was off
    gets this in its place."""

    tag: str
    kind: ClassVar[str] = "end"

    def packed(self) -> bytes:
        """Return what the service worker unpacks."""
        facts = {"title": "", "tag": self.tag[:LONGEST_TAG], "end": True}
        return json.dumps(facts, separators=(",", ":")).encode()


def _cut(words: str, longest: int) -> str:
    line = " ".join(words.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
