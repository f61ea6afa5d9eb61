"""A parser for pages: their elements by tag, with attributes and text."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(
            "".join(
                child if isinstance(child, str) else f" {child.text} " for child in self.children
            ).split()
        )

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Return every element below that has this tag and these attributes; a class is one of the
        words of `class_`."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                if (not tag or child.tag == tag) and all(
                    child.has(name, value) for name, value in attributes.items()
                ):
                    found.append(child)
                found += child.all(tag, **attributes)
        return found

    def one(self, tag: str = "", **attributes: str) -> Element:
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]

    def has(self, name: str, value: str) -> bool:
        if name == "class_":
            return value in self.attributes.get("class", "").split()
        return self.attributes.get(name.replace("_", "-")) == value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """Return the page as a tree. Every element has to be closed at its place."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]


@cache
def rules(game: str) -> Element:
    """Return the page of a game's rules. It is the same for every stranger, and fetched once."""
    from django.test import Client  # pages are read without a site, too

    return read(Client().get(f"/rules/{game}/").content.decode())


def sends(form: Element, **chosen: str) -> dict[str, str]:
    """Return the data that a browser without JavaScript sends for a form; `chosen` replaces its
    choices."""
    fields = {}
    for box in form.all("input"):
        if "disabled" in box.attributes:
            continue
        name, value, kind = (
            box.attributes.get("name", ""),
            box.attributes.get("value", ""),
            box.attributes.get("type", "text"),
        )
        if kind in ("radio", "checkbox"):
            offered = chosen.get(name)
            if value == offered if offered is not None else "checked" in box.attributes:
                fields[name] = value
        elif name:
            fields[name] = value
    assert all(fields[name] == value for name, value in chosen.items()), (
        f"not all of {chosen} is offered"
    )
    return fields
