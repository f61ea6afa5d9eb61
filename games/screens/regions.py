"""Regions: the elements of a board that change by themselves. A page that has a board is sent those
whose facts have changed, and not the whole.

A region is a pure function, mostly a macro of a template, and the facts that it is given: a flat
tuple of hashable values that holds exactly what its text shows. Texts are kept by function, facts
and language, so no viewer gets a text made of facts that only another one may know.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from django.template import engines
from markupsafe import Markup

from games.screens import languages
from games.screens.languages import here

Make: TypeAlias = Callable[..., str]
KEPT = 16384  # texts in memory


class Region(NamedTuple):
    """A text by its function and its facts. A region among the facts is given as its text; those
    named in `inner` lie in this one and are sent by themselves, and its macro says where, by
    `hole`."""

    make: Make
    facts: tuple[Hashable, ...] = ()
    inner: tuple[str, ...] = ()


Regions: TypeAlias = Mapping[str, Region]
"""Regions by the ids of their elements; those that lie in others come after them."""


class Drawn(NamedTuple):
    """A drawn board: its regions, among them "moves" and "log", the contents of these panes;
    the classes of the root, each with a space before it; its data- attributes with their values;
    and what is said to screen readers after a change."""

    regions: Regions
    state: str = ""
    measures: tuple[tuple[str, str | int], ...] = ()
    say: str = ""
    around: Hashable = ()
    """The facts of what stands around the regions and may change while a game runs."""


@dataclass(frozen=True)
class Board:
    """A board at a version: the attributes of its root, its regions, and the facts of all that
    stands around them. `told`: regions that are sent always."""

    root: Region
    regions: Regions
    around: Hashable
    told: tuple[str, ...] = ()

    @cached_property
    def outermost(self) -> list[str]:
        """Return the ids of the regions that lie in no other one."""
        inner = {id for region in self.regions.values() if region.inner for id in region.inner}
        return [id for id in self.regions if id not in inner]


class Macro:
    """A macro of a template for boards; it must depend on its arguments alone."""

    def __init__(self, template: str, name: str) -> None:
        self.template, self.name = template, name

    def __call__(self, *facts: Any) -> Markup:
        """Return its text in the language of the moment."""
        return _macro(self, languages.current())(*facts)


def macros(template: str, names: str) -> list[Macro]:
    """Return the macros of a template that have these names, with spaces between them."""
    return [Macro(template, name) for name in names.split()]


def text(region: Region) -> Markup:
    """Return the text of a region, from memory if it is there; with holes for those within."""
    return _made(region.make, languages.current(), region.facts)


def whole(regions: Regions, id: str) -> Markup:
    """Return the text of a region with those that lie in it."""
    return Markup(_filled(regions, id, languages.current(), {}, set()))


@lru_cache(1024)
def hole(id: str) -> Markup:
    """Return what stands for a region in the text of another one."""
    return Markup(f"<region {id}>")


def _filled(regions: Regions, id: str, language: str, before: Regions, covered: set[str]) -> str:
    """Return the text of a region, with an empty element for each in it that is as before, which
    the page has. The others are added to `covered`."""
    make, facts, inner = regions[id]
    found: str = _made(make, language, facts)
    for part in inner:
        its_region = regions[part]
        if before.get(part) == its_region and (
            not its_region.inner or _are_as_before(regions, its_region.inner, before)
        ):
            its = f'<i id="{part}" data-kept></i>'
        else:
            covered.add(part)
            its = _filled(regions, part, language, before, covered)
        found = str.replace(found, f"<region {part}>", its)
    return found


def _are_as_before(regions: Regions, ids: Iterable[str], before: Regions) -> bool:
    """Tell whether these regions are as they were, with all that lies in them."""
    found = [(regions[id], before.get(id)) for id in ids]
    return all(
        [
            region == was and (not region.inner or _are_as_before(regions, region.inner, before))
            for region, was in found
        ]
    )


def changed(before: Board, after: Board, version: int) -> str | None:
    """Return the root of a board with nothing in it but the regions that differ from those of the
    board before, which had this version; None if there are differences outside of them. Within a
    region, those that do not differ are empty elements with `data-kept`.

    The legal codes are always among them, so that whoever reads along without a page knows what a
    seat may do.
    """
    old, new = before.regions, after.regions
    if before.around != after.around or before.outermost != after.outermost:
        return None
    sent: list[str] = []
    language = languages.current()
    covered: set[str] = set()  # what goes with the region that it lies in
    for id, region in new.items():
        was = old.get(id)
        if id in covered or ((was is region or was == region) and id not in after.told):
            continue
        make, facts, inner = region
        its = _filled(new, id, language, old, covered) if inner else _made(make, language, facts)
        sent.append(its)
    root = f'<section id="board"\n    data-base="{version}" {text(after.root)}>'
    return f"{root}{''.join(sent)}</section>"


def kept(macro: Make, *facts: Hashable) -> Markup:
    """Return the output of a macro for these facts, from memory if it is there."""
    language = here.language  # as `current`, without a call
    return _made(macro, languages.current() if language is None else language, facts)


def each(macro: Make, items: Iterable[Hashable]) -> Markup:
    """Return the output of a macro for each of these items, from memory where it is there."""
    language = here.language or languages.current()
    return Markup("".join([_made(macro, language, (item,)) for item in items]))


@lru_cache(KEPT)
def _made(make: Make, language: str, facts: tuple[Hashable, ...]) -> Markup:
    macro: Make = _macro(make, language) if type(make) is Macro else make
    if Region in map(type, facts):
        facts = tuple(
            [_made(fact[0], language, fact[1]) if type(fact) is Region else fact for fact in facts]
        )
    made = macro(*facts)
    return made if type(made) is Markup else Markup(made)


@lru_cache(1024)
def _macro(macro: Macro, _language: str) -> Callable[..., Markup]:
    env: Any = vars(engines["jinja2"])["env"]
    found: Callable[..., Markup] = getattr(env.get_template(macro.template).module, macro.name)
    return found
