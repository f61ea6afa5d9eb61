"""Push messages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

OF_A_TURN = ("turn", "low")  # kinds that end when the table waits no longer
LONGEST_TITLE, LONGEST_BODY, LONGEST_TAG = 120, 400, 64


@dataclass(frozen=True, slots=True)
class Message:
    """A notice for a lock screen, without cards. `url` is absolute. A notice replaces another with
    the same `tag`."""

    kind: str
    title: str
    body: str
    url: str
    tag: str

    def packed(self) -> bytes:
        """Return the JSON for the service worker, cut to the length of a push."""
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
    """The retraction of the notice with a `tag`. A device that was off gets this in its place."""

    tag: str
    kind: ClassVar[str] = "end"

    def packed(self) -> bytes:
        """Return the JSON for the service worker."""
        facts = {"title": "", "tag": self.tag[:LONGEST_TAG], "end": True}
        return json.dumps(facts, separators=(",", ":")).encode()


def _cut(words: str, longest: int) -> str:
    line = " ".join(words.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
