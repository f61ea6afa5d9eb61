"""Regions: the elements of a board that change by themselves. A page that has a board is sent those
that differ from it, and not the whole.

Templates put `{{ region }}` and `{{ region_end }}` around an element with an id; regions may lie in
regions. The first one is no element but the attributes of the root, which are always sent.
"""

from __future__ import annotations

from typing import TypeAlias, Union

BEGIN, END = "\x1d", "\x1e"  # in no text of a board: names and codes have no control characters
ATTRIBUTES = 1  # the place of the root's attributes in a board

Piece: TypeAlias = Union[str, "Region"]
Region: TypeAlias = list[Piece]
"""Texts and regions in the order in which they stand."""

_CODE = 'name="code"'


def whole(board: str) -> str:
    """Return a rendered board as it is sent."""
    return board.replace(BEGIN, "").replace(END, "")


def changed(before: str, after: str, version: int) -> str | None:
    """Return the root of a rendered board with nothing in it but the regions that differ from those
    of the board before, which had this version; None if there are differences outside of them.

    The legal codes are always among them, so that whoever reads along without a page knows what a
    seat may do.
    """
    old, new = parsed(before), parsed(after)
    found: list[str] = []
    if len(new) <= ATTRIBUTES or not _add(found, old[ATTRIBUTES + 1 :], new[ATTRIBUTES + 1 :]):
        return None
    root, attributes = _text(new[:ATTRIBUTES]), _text(new[ATTRIBUTES : ATTRIBUTES + 1])
    return f'{root}data-base="{version}" {attributes}>{"".join(found)}</section>'


def parsed(board: str) -> Region:
    """Return a rendered board by its regions. Boards are kept as texts: thousands of lists would be
    walked by the garbage collector again and again."""
    first, *others = board.split(BEGIN)
    stack: list[Region] = [[first]]
    for piece in others:
        text, *after = piece.split(END)
        region: Region = [text]
        stack[-1].append(region)
        stack.append(region)
        for text in after:
            stack.pop()
            stack[-1].append(text)
    return stack[0]


def _text(region: Region) -> str:
    return "".join([piece if isinstance(piece, str) else _text(piece) for piece in region])


def _add(found: list[str], before: Region, after: Region) -> bool:
    """Add the regions that differ; return whether nothing else does."""
    if len(before) != len(after):
        return False
    for old, new in zip(before, after, strict=True):
        if isinstance(new, str):
            if old != new:
                return False
        elif old == new:
            if _has_codes(new):
                found.append(_text(new))
        else:
            inner: list[str] = []
            fits = isinstance(old, list) and _add(inner, old, new)
            found += inner if fits else [_text(new)]
    return True


def _has_codes(region: Region) -> bool:
    return any(
        [_CODE in piece if isinstance(piece, str) else _has_codes(piece) for piece in region]
    )
