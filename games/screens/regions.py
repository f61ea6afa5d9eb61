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


def parsed(board: str) -> Region:
    """Return a rendered board by its regions."""
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


def whole(board: Region) -> str:
    """Return a board as it is sent."""
    return "".join([piece if isinstance(piece, str) else whole(piece) for piece in board])


def changed(before: Region, after: Region, version: int) -> str | None:
    """Return the root of a board with nothing in it but the regions that differ from those of the
    board before, which had this version; None if there are differences outside of them.

    The legal codes are always among them, so that whoever reads along without a page knows what a
    seat may do.
    """
    if len(after) <= ATTRIBUTES:
        return None
    found: list[str] = []
    if not _add(found, before[ATTRIBUTES + 1 :], after[ATTRIBUTES + 1 :]):
        return None
    root, attributes = whole(after[:ATTRIBUTES]), whole(after[ATTRIBUTES : ATTRIBUTES + 1])
    return f'{root}data-base="{version}" {attributes}>{"".join(found)}</section>'


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
                found.append(whole(new))
        else:
            inner: list[str] = []
            fits = isinstance(old, list) and _add(inner, old, new)
            found += inner if fits else [whole(new)]
    return True


def _has_codes(region: Region) -> bool:
    return any(
        [_CODE in piece if isinstance(piece, str) else _has_codes(piece) for piece in region]
    )
