"""Apply the regions of a board to its page, as static/js/live.js does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"input", "img", "br", "use", "path", "hr", "meta", "link"}
KEPT = re.compile(r'<(\w+) id="([^"]+)" data-kept></\1>')
ROOT = re.compile(r'<section id="board"(\s+)(?:data-base="(\d+)" )?(.*?)>', re.DOTALL)


class Elements(HTMLParser):
    """The begin and end in a text of each element with an id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines = [0]
        for line in text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.open: list[tuple[str, str | None, int]] = []
        self.found: dict[str, tuple[int, int]] = {}
        self.feed(text)
        self.close()

    def here(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text = self.get_starttag_text() or ""
        if tag not in VOID:
            self.open.append((tag, dict(attrs).get("id"), self.here()))
        elif (id := dict(attrs).get("id")) is not None:
            self.found[id] = (self.here(), self.here() + len(text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore empty elements."""

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, id, begin = self.open.pop()
            if name == tag:
                if id is not None:
                    self.found[id] = (begin, self.here() + len(tag) + 3)
                return


def outermost(text: str) -> Iterator[str]:
    """Yield the elements of a text with an id that lie in no other."""
    last = 0
    for begin, end in sorted(Elements(text).found.values()):
        if begin >= last:
            yield text[begin:end]
            last = end


def applied(page: str, news: str, version: int) -> str:
    """Return a page after an update, as a browser shows it."""
    root = ROOT.match(news)
    assert root
    if root[2] is None:
        return news
    assert int(root[2]) == version
    places = Elements(page).found

    def here(kept: re.Match[str]) -> str:
        begin, end = places[kept[2]]
        return page[begin:end]

    body = KEPT.sub(here, news[root.end() : -len("</section>")])
    put = []
    for region in outermost(body):
        (id,) = re.findall(r'^<[a-z]+ [^>]*?\bid="([^"]+)"', region)
        put.append((*places[id], region))
    for begin, end, region in sorted(put, reverse=True):
        page = page[:begin] + region + page[end:]
    return ROOT.sub(lambda _: f'<section id="board"{root[1]}{root[3]}>', page, count=1)
